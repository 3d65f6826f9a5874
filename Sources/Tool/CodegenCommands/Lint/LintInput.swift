import CodegenCore
import CodegenProject
import CommandLineTool
import Foundation
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// The input of `lint`: texts of schema files, the configuration of the rules, and the sources of other documents.
struct LintInput {
  private(set) var sources: [LintSource]
  var configuration = LintConfiguration()
  let loader: SchemaLoader
  /// Whether the configuration replaces a document with a stub.
  let isStub: @Sendable (_ uri: String) -> Bool
  /// Messages about files named on the command line that contain no schema and are not linted.
  private(set) var skipped: [String] = []
  /// The folder in which fixes are staged.
  let home: String
  /// The greatest size of a file in bytes.
  private static let limit = JSONLimits.hardMaximumByteCount
  /// Messages about skipped files in folders.
  private(set) var notes: [String] = []

  /// Reads the files of the configured folder, or those named by `operands`, and all others that references may need.
  ///
  /// - Parameter skipsOthers: whether operands are skipped that are no schemas.
  init(
    _ operands: [String], _ configurationOption: ConfigurationOption, _ paths: Paths, skipsOthers: Bool = true
  ) throws {
    let project =
      try operands.isEmpty ? configurationOption.project(paths) : configurationOption.projectIfPresent(paths)
    let named = operands.map { paths.absolute($0) }
    let folders = named.map { FileKind(at: $0) == .folder ? $0 : paths.folder(of: $0) }
    for folder in folders { try Transaction.recover(in: folder, paths: paths, boundary: OutputBoundary(folders)) }
    isStub = ReadingOptions.Values().options(SchemaResolver.Options(), project: project).isStub
    var notes: [String] = []
    let wanted = try operands.flatMap { try Self.files($0, project, paths, &notes) }
    let prefix = project.map { $0.folder + "/" }
    let usesProject = wanted.isEmpty || wanted.contains { file in prefix.map(file.hasPrefix) ?? false }
    home = usesProject ? project?.folder ?? paths.workingDirectory : folders[0]
    if usesProject, let project {
      loader = project.loader
    } else {
      let roots = wanted.lazy.compactMap { file in
        let document = try? SourceText.document(
          ByteSource.contents(of: file, name: file, limit: Self.limit), format: SourceText.Format(ofFile: file))
        return document.map { (path: file, root: $0.value) }
      }
      let map = (project?.configuration.references ?? [:]).mapValues { paths.absolute($0, in: project?.folder) }
      loader = .ofFiles(roots, map, paths)
    }
    var files = usesProject && project != nil ? try loader.chosenFiles() : []
    let known = Set(files.map(\.path))
    files += wanted.filter { !known.contains($0) }.map { [loader] in loader.file(at: $0) }
    sources = try files.map { file in
      let text = try ByteSource.contents(
        of: file.path, name: file.name, limit: Self.limit, allowsPipes: named.contains(file.path))
      let inside = prefix.flatMap { file.path.hasPrefix($0) ? String(file.path.dropFirst($0.count)) : nil }
      var (json, sourceMap, failure): ([UInt8], SourceMap?, JSONSyntaxError?) = (text, nil, nil)
      if SourceText.Format(ofFile: file.name) == .yaml {
        do throws(JSONSyntaxError) {
          let document = try SourceText.document(text, format: .yaml)
          (json, sourceMap) = (document.text, document.sourceMap)
        } catch {
          failure = error
        }
      }
      var container = inside == nil ? nil : project?.root
      if container == nil, let root = try? JSONValue(parsing: json, limits: JSONLimits()) {
        container = DocumentContent.usedContainer(ofHost: root)
      }
      return LintSource(
        uri: file.uri, name: file.name, path: inside ?? file.name, text: json, sourceMap: sourceMap, failure: failure,
        isReported: wanted.isEmpty || wanted.contains(file.path),
        extent: container.map { .members(of: $0) } ?? .whole)
    }
    if wanted.isEmpty, let project { notes += try project.skippedFiles() }
    self.notes = notes
    findReferrers(in: (usesProject ? project.map { [$0.folder] } ?? [] : []) + named, loader.options.own, paths)
    if !operands.isEmpty, skipsOthers { skip(Set(named), paths) }
    configuration.compilerOptions.assertedFormats = Set(Format.allCases)
    // The rules of a folder apply to its files, and to other files if the configuration is given by an option.
    if let project, usesProject || configurationOption.path != nil {
      configuration = LintConfiguration(project.configuration)
    }
    if !operands.isEmpty {
      // Suppressions for other files would be reported as unused.
      let reported = sources.filter(\.isReported).map(\.path)
      configuration.suppressions.removeAll { row in !reported.contains { Glob(row.path).matches($0) } }
    }
  }

  /// Marks the files of folders to which no unread file refers: all potential referrers have been read.
  private mutating func findReferrers(in folders: [String], _ own: OwnFiles, _ paths: Paths) {
    let known = Set(sources.map { paths.absolute($0.name) })
    let complete = folders.filter { folder in
      SchemaLoader.files(below: folder)?.allSatisfy { known.contains($0) || own.contains($0) || !Self.mayRefer($0) }
        ?? false
    }
    for index in sources.indices {
      let path = paths.absolute(sources[index].name)
      sources[index].seesReferrers = complete.contains { path.hasPrefix($0 + "/") }
    }
  }

  /// Whether a file may be a schema that references others.
  private static func mayRefer(_ path: String) -> Bool {
    guard [".json", ".jsonc", ".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) else { return false }
    guard let bytes = try? ByteSource.contents(of: path, name: path, limit: limit) else { return true }
    return String(decoding: bytes, as: UTF8.self).contains("$ref")
  }

  /// Removes those files at these paths whose root is not a schema.
  private mutating func skip(_ named: Set<String>, _ paths: Paths) {
    sources.removeAll { source in
      guard source.extent == .whole, named.contains(paths.absolute(source.name)),
        let root = try? JSONValue(parsing: source.text, limits: JSONLimits())
      else { return false }
      // A custom dialect may have its own keywords.
      if let uri = root["$schema"]?.string.flatMap(URIReference.init), uri.isAbsolute { return false }
      let content = DocumentContent(of: root)
      if content == .schema || root.object == nil { return false }
      skipped.append("\(source.name): note: skipped: expected a schema at the root, found \(content)")
      return true
    }
  }

  /// Returns the files that an operand refers to: itself, or the schemas in it, regardless of their names.
  private static func files(
    _ operand: String, _ project: Project?, _ paths: Paths, _ notes: inout [String]
  ) throws -> [String] {
    let path = paths.absolute(operand)
    guard let kind = FileKind(at: path) else { throw FileError(name: operand, use: .read, reason: .missing) }
    if kind == .file { return [path] }
    // In the configured folder, the configuration decides.
    if let project, (path + "/").hasPrefix(project.folder + "/") {
      let files = try project.loader.chosenFiles().map(\.path).filter { $0.hasPrefix(path + "/") }
      if !files.isEmpty {
        notes += try project.skippedFiles().filter { !notes.contains($0) }
        return files
      }
    }
    let loader = SchemaLoader(root: path, workingDirectory: paths.workingDirectory, options: .whole)
    if let note = try loader.notes().skipped.sentence() { notes.append("\(operand): note: \(note)") }
    return try loader.chosenFiles().map(\.path)
  }
}

extension LintConfiguration {
  init(_ configuration: Configuration) {
    self.init()
    showsNotes = configuration.lint.notes
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

/// Loads documents for the linter, each file once, and collects the errors.
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
