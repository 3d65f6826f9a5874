import CodegenCore
import Foundation
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRuntime

/// What `lint` works on: texts of schema files, what rules are told, and where other documents are.
struct LintInput {
  var sources: [LintSource]
  var configuration = LintConfiguration()
  let loader: SchemaLoader
  /// What is said of files that were named and hold no schema, which are not linted.
  private(set) var passedOver: [String] = []
  /// The folder in which fixes are staged.
  let home: String
  /// What was left out of folders, in words.
  private(set) var notes: [String] = []

  /// The files of the configured folder, or those that `operands` name. Those inside the folder are linted with all
  /// that it holds, so that references by URI arrive.
  init(_ operands: [String], configurationAt path: String?, paths: Paths) throws {
    let project =
      operands.isEmpty
      ? try Project(configurationAt: path, paths: paths) : try Project.ifPresent(configurationAt: path, paths: paths)
    let around = operands.map { Self.folder(of: $0, paths) }
    for folder in around { try Transaction.recover(in: folder, paths: paths, boundary: OutputBoundary(around)) }
    var notes: [String] = []
    let wanted = try operands.flatMap { try Self.files($0, project, paths, &notes) }
    let home = project.map { $0.folder + "/" }
    let usesProject = wanted.isEmpty || wanted.contains { file in home.map(file.hasPrefix) ?? false }
    self.home = usesProject ? project?.folder ?? paths.workingDirectory : around[0]
    let loader = Self.loader(project, wanted, usesProject: usesProject, paths)
    var files = usesProject ? try project.map { _ in try loader.chosenFiles() } ?? [] : []
    let known = Set(files.map(\.path))
    files += wanted.filter { !known.contains($0) }.map { loader.file(at: $0) }
    sources = try files.map { file in
      let text = try ByteSource.contents(of: file.path, name: file.name, limit: JSONLimits.hardMaximumByteCount)
      let below = home.flatMap { file.path.hasPrefix($0) ? String(file.path.dropFirst($0.count)) : nil }
      return LintSource(
        uri: file.uri, name: file.name, path: below ?? file.name, text: text,
        isReported: wanted.isEmpty || wanted.contains(file.path),
        extent: below == nil ? .whole : project?.root.map { .members(of: $0) } ?? .whole)
    }
    if wanted.isEmpty, let note = try project?.passedOver() { notes.append(note) }
    self.notes = notes
    self.loader = loader
    findReferrers(
      in: (usesProject ? project.map { [$0.folder] } ?? [] : []) + operands.map { paths.absolute($0) }, paths)
    if !operands.isEmpty { passOver(Set(operands.map { paths.absolute($0) }), paths) }
    // Rules of a folder are for its files; elsewhere they are those that somebody asks for.
    if let project, usesProject || path != nil { configuration = LintConfiguration(project.configuration) }
    if !operands.isEmpty {
      // What concerns other files has no use here, and is none the worse for it.
      let reported = sources.filter(\.isReported).map(\.path)
      configuration.suppressions.removeAll { row in !reported.contains { Glob(row.path).matches($0) } }
    }
  }

  /// Notes which files are seen with all that may refer to them: those of folders in which no other file has references.
  private mutating func findReferrers(in folders: [String], _ paths: Paths) {
    let known = Set(sources.map { paths.absolute($0.name) })
    let whole = folders.filter { folder in
      SchemaLoader.files(below: folder).map { files in
        files.allSatisfy { known.contains($0) || !Self.mayRefer($0) }
      } ?? false
    }
    for place in sources.indices {
      let path = paths.absolute(sources[place].name)
      sources[place].seesReferrers = whole.contains { path.hasPrefix($0 + "/") }
    }
  }

  /// Whether a file may be a schema that refers to others.
  private static func mayRefer(_ path: String) -> Bool {
    guard [".json", ".jsonc", ".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) else { return false }
    guard let bytes = try? ByteSource.contents(of: path, name: path) else { return true }
    return String(decoding: bytes, as: UTF8.self).contains("$ref")
  }

  /// Leaves out the files among those at these paths that hold no schema at the root.
  private mutating func passOver(_ named: Set<String>, _ paths: Paths) {
    sources.removeAll { source in
      guard source.extent == .whole, named.contains(paths.absolute(source.name)),
        let root = try? JSONValue(parsing: source.text, limits: JSONLimits())
      else { return false }
      // A dialect that is not built in may know keywords that nothing else does.
      if let uri = root["$schema"]?.string.flatMap(URIReference.init), uri.isAbsolute { return false }
      let content = DocumentContent(of: root)
      if content == .schema || root.object == nil { return false }
      passedOver.append("\(source.name): note: passed over: expected a schema at the root, found \(content)")
      return true
    }
  }

  /// The folder that an operand is, or that is around it.
  private static func folder(of operand: String, _ paths: Paths) -> String {
    let path = paths.absolute(operand)
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
      ? path : paths.folder(of: path)
  }

  /// The files that an operand stands for: itself, or the schemas below it, whatever they are called.
  private static func files(
    _ operand: String, _ project: Project?, _ paths: Paths, _ notes: inout [String]
  ) throws -> [String] {
    let path = paths.absolute(operand)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FileError(name: operand, use: .read, reason: .missing)
    }
    guard isFolder.boolValue else { return [path] }
    // In the configured folder the configuration chooses.
    if let project, (path + "/").hasPrefix(project.folder + "/") {
      let files = try project.loader.chosenFiles().map(\.path).filter { $0.hasPrefix(path + "/") }
      if !files.isEmpty {
        if let note = try project.passedOver(), !notes.contains(note) { notes.append(note) }
        return files
      }
    }
    let loader = SchemaLoader(root: path, workingDirectory: paths.workingDirectory, options: .whole)
    if let note = try loader.passedOver().sentence() { notes.append("\(operand): note: \(note)") }
    return try loader.chosenFiles().map(\.path)
  }

  /// Finds documents by URI: those of the project, or else files anywhere and, for a schema that gives itself a URI,
  /// the files beside it.
  private static func loader(
    _ project: Project?, _ wanted: [String], usesProject: Bool, _ paths: Paths
  ) -> SchemaLoader {
    let references = project?.configuration.references ?? [:]
    if usesProject, let project {
      let schemas = project.configuration.schemas
      return SchemaLoader(
        root: project.folder, workingDirectory: paths.workingDirectory,
        options: SchemaLoader.Options(
          include: schemas.include, exclude: schemas.exclude, files: references, root: project.root))
    }
    var files = references.mapValues { paths.absolute($0, in: project?.folder) }
    for file in wanted {
      guard let text = try? ByteSource.contents(of: file, name: file), let value = try? JSONValue(parsing: text),
        let id = (value["$id"] ?? value["id"])?.string, let scheme = id.range(of: "://"),
        let slash = id[scheme.upperBound...].lastIndex(of: "/")
      else { continue }
      files[String(id[...slash])] = files[String(id[...slash])] ?? paths.folder(of: file)
    }
    return SchemaLoader(
      root: "/", workingDirectory: paths.workingDirectory, options: SchemaLoader.Options(files: files))
  }
}

extension LintConfiguration {
  /// What the configuration of a project says.
  init(_ configuration: Configuration) {
    self.init()
    rules = configuration.lint.rules.compactMapValues(Level.init)
    overrides = configuration.lint.overrides.map {
      Override(paths: $0.paths, rules: $0.rules.compactMapValues(Level.init))
    }
    suppressions = configuration.lint.suppressions.map {
      Suppression(rule: $0.rule, path: $0.path, pointer: $0.pointer, reason: $0.reason, location: $0.location)
    }
    compilerOptions = configuration.compilerOptions
  }
}

/// Looks documents up for the linter, each file once, and keeps why one cannot be used.
final class LintLookup {
  private let loader: SchemaLoader
  private var documents: [String: SchemaDocument?] = [:]
  private(set) var failures: [String] = []

  init(_ loader: SchemaLoader) { self.loader = loader }

  func document(at uri: String) -> SchemaDocument? {
    if let known = documents[uri] { return known }
    var document: SchemaDocument?
    do throws(LoadError) {
      document = try loader.document(at: uri)
    } catch {
      failures.append(error.description)
    }
    documents[uri] = document
    return document
  }
}
