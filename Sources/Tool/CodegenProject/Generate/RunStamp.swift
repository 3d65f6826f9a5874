import CodegenCore
import CommandLineTool
import Foundation
import JSONSchema
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

/// What a finished run depended on, and what it said, so that the same run need not be done again.
///
/// A stamp is a file in the build folder. It has a hash of the program, the command line, the configuration and all
/// inputs, and one of all outputs. A run whose hashes are equal says again what that run said, and writes nothing. Times
/// of files do not count. A run without a stamp, or with one that is not equal, does everything, as does `--check`.
struct RunStamp {
  /// What a run said.
  struct Result {
    /// The messages that were reported together.
    var messages: [[Message]] = []
    /// The files of the output, absolute, in their order.
    var files: [String] = []
    var schemaCount = 0
    var coverage: (summary: String, counts: JSONValue)?
  }

  private let generation: Generation
  private let arguments: [String]
  private let project: Project
  /// The folder to which names in the stamp are relative.
  private let base: String
  /// A hash of everything but the files and templates.
  private let settings: ContentHash
  private let inputs: InputFiles
  private let inputsHash: ContentHash

  /// Returns the stamp of a run that is about to begin; nil for a run that has none: `--check`, which trusts no stamp,
  /// and runs for builds, which write only to a folder of their own and only happen when something has changed.
  init?(_ generation: Generation, arguments: [String]) {
    let options = generation.options
    guard !options.check, options.models == nil, let program = FileHashing.ofProgram else { return nil }
    let found = generation.inputs()
    guard let project = found.project else { return nil }
    (self.generation, self.arguments, self.project) = (generation, arguments, project)
    base = OutputBoundary.markedProject(around: project.folder) ?? project.folder
    inputs = InputFiles(found.roots)
    var hash = ContentHash()
    hash.add(program)
    hash.add(project.configuration.command ?? "")
    for argument in arguments.drop(while: { $0 == Generate<ModelsOnly>.name }) { hash.add(argument) }
    let paths = generation.paths
    // Messages have paths relative to the working directory, and a note about other configurations.
    let places = [paths.workingDirectory, project.folder, OutputBoundary.project(around: project.folder)]
    for path in places + (options.project.configuration.path == nil ? Project.foundPaths(paths) : []) {
      hash.add(FilePath.relative(path, to: base))
    }
    settings = hash
    hash.add(inputs.hash(relativeTo: base, lock: found.roots.lock))
    inputsHash = hash
  }

  /// The name of the stamp's folder, in the build folder of the package or repository, otherwise next to the
  /// configuration.
  static let folderName = ".build/codegen"

  private var path: String { path(".stamp") }

  private func path(_ ending: String) -> String {
    let name = FilePath.relative(paths.absolute(project.name), to: base)
    return base + "/" + Self.folderName + "/" + name.split(separator: "/").joined(separator: "-") + ending
  }

  private var paths: Paths { generation.paths }
}

// MARK: - Reading

extension RunStamp {
  /// Returns what the run would say, if it has nothing to do; nil if that is not certain.
  func result() -> Result? {
    guard let text = try? ByteSource.contents(of: path, name: path), let stamp = try? JSONValue(parsing: text),
      stamp["inputs"]?.string == inputsHash.text, let names = stamp["files"]?.array?.compactMap(\.string),
      // An interrupted run is completed by a full one.
      FileStamp(at: project.home + "/" + Transaction.folderName) == nil, (try? project.checkOutputs()) != nil
    else { return nil }
    var result = Result()
    result.files = names.map { paths.absolute($0, in: base) }
    let hashing = FileHashing()
    guard let outputs = outputsHash(result.files, { hashing.hash(ofFileAt: $0) }),
      stamp["outputs"]?.string == outputs.text
    else { return nil }
    result.messages = (stamp["messages"]?.array ?? []).map { ($0.array ?? []).compactMap { Message($0) } }
    result.schemaCount = stamp["schemas"]?.int ?? 0
    if let summary = stamp["coverage"]?["summary"]?.string, let counts = stamp["coverage"]?["counts"] {
      result.coverage = (summary, counts)
    }
    return result
  }

  /// Returns a hash of the files of an output, and of the others in its folders; nil if a file is missing, or if there are
  /// other generated files, which a run deletes.
  private func outputsHash(_ files: [String], _ content: (String) -> ContentHash?) -> ContentHash? {
    let hashing = FileHashing()
    var hash = ContentHash()
    for file in files.sorted() {
      guard let content = content(file) else { return nil }
      hash.add(FilePath.relative(file, to: base))
      hash.add(content)
    }
    let own = Set(files)
    var pending = project.outputFolders
    while let folder = pending.popLast() {
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
        let path = folder + "/" + name
        var status = stat()
        if name.hasPrefix(".") || own.contains(path) || lstat(path, &status) != 0 { continue }
        if status.st_mode & S_IFMT == S_IFDIR { pending.append(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { continue }
        var start: [UInt8] = []
        try? ByteSource(path: path, name: path).read(256, into: &start)
        if GeneratedHeader.isFound(in: start) { return nil }
        // Schemas in an output folder are skipped with a note.
        hash.add(FilePath.relative(path, to: base))
        if SourceText.isReadable(path) { hash.add(hashing.hash(ofFileAt: path) ?? ContentHash()) }
      }
    }
    return hash
  }
}

// MARK: - Notes

extension RunStamp {
  /// Returns what the last run noted that had the same settings and templates; nothing if there was none.
  func former(_ templates: [(name: String, source: String)]) -> FormerRun {
    let found = (try? ByteSource.contents(of: path(".notes"), name: path)).flatMap { try? JSONValue(parsing: $0) }
    let isSame = found?["settings"]?.string == settingsHash(templates).text
    return FormerRun(
      notes: isSame ? found?["notes"] ?? [:] : [:], hashes: isSame ? found?["files"] ?? [:] : [:],
      file: { [project, paths, base] kind, path in
        project.outputFolder(kind).map { paths.absolute(path, in: $0) }.map { (FilePath.relative($0, to: base), $0) }
      })
  }

  private func settingsHash(_ templates: [(name: String, source: String)]) -> ContentHash {
    var hash = settings
    hash.add(project.document.value.json())
    for template in templates {
      hash.add(template.name)
      hash.add(template.source)
    }
    return hash
  }
}

// MARK: - Writing

extension RunStamp {
  /// Writes the stamp of a run that has succeeded, unless something has changed since it began. Without a stamp, the
  /// next run only takes longer, so that errors are ignored.
  ///
  /// - Parameters:
  ///   - notes: what the next run is to know, whether it has something to do or not.
  ///   - templates: all templates of the run.
  func write(
    _ result: Result, _ files: [OutputWriter.File], _ documents: [SchemaDocument], notes: JSONValue?,
    templates: [(name: String, source: String)]
  ) {
    let hashes = Dictionary(files.map { ($0.path, FileHashing.hash(of: $0.contents)) }) { first, _ in first }
    if let notes {
      let known = hashes.sorted { $0.key < $1.key }.map { (FilePath.relative($0, to: base), JSONValue.string($1.text)) }
      write(
        ["settings": .string(settingsHash(templates).text), "notes": notes, "files": .object(JSONObject(known))],
        to: path(".notes"))
    }
    guard let now = RunStamp(generation, arguments: arguments), now.inputsHash == inputsHash,
      Set(documents.map { paths.absolute($0.name) }).allSatisfy({ inputs.reads($0) || FileStamp(at: $0) == nil }),
      let outputs = outputsHash(result.files, { hashes[$0] })
    else { return }
    var stamp: JSONObject = ["inputs": .string(inputsHash.text), "outputs": .string(outputs.text)]
    stamp["schemas"] = .number(JSONNumber(result.schemaCount))
    stamp["files"] = .array(result.files.map { .string(FilePath.relative($0, to: base)) })
    stamp["messages"] = .array(result.messages.map { .array($0.map(\.value)) })
    if let coverage = result.coverage {
      stamp["coverage"] = .object(["summary": .string(coverage.summary), "counts": coverage.counts])
    }
    write(stamp, to: path)
  }

  private func write(_ content: JSONObject, to path: String) {
    let folder = paths.folder(of: path)
    Interruptions.shared.hold {
      guard (try? Transaction.makeFolder(folder, paths)) != nil else { return }
      // Whatever the repository itself ignores.
      let ignored = folder + "/.gitignore"
      if FileStamp(at: ignored) == nil { try? Data("*\n".utf8).write(to: URL(filePath: ignored)) }
      // A later run replaces what a killed one leaves.
      let new = path + ".new"
      if (try? Data(JSONValue.object(content).json()).write(to: URL(filePath: new))) != nil { rename(new, path) }
    }
  }
}

extension Message {
  fileprivate init?(_ value: JSONValue) {
    guard let text = value["text"]?.string else { return nil }
    guard let file = value["file"]?.string, let line = value["line"]?.int, let column = value["column"]?.int,
      let pointer = value["pointer"]?.string, let severity = value["severity"]?.string.flatMap(Severity.init),
      let statement = value["statement"]?.string
    else {
      self.init(text)
      return
    }
    self.init(
      text, file: file, line: line, column: column, pointer: pointer, severity: severity, statement: statement)
  }

  /// The message as JSON; with its parts if they do not follow from its text.
  fileprivate var value: JSONValue {
    var members: JSONObject = ["text": .string(text)]
    if let file, let line, let column, let pointer {
      members["file"] = .string(file)
      members["line"] = .number(JSONNumber(line))
      members["column"] = .number(JSONNumber(column))
      members["pointer"] = .string(pointer)
      members["severity"] = .string(severity.rawValue)
      members["statement"] = .string(statement)
    }
    return .object(members)
  }
}
