package import CodegenCore
import CodegenTemplates
import CommandLineTool
import Foundation
package import JSONSchema
import SchemaAnalysis
package import SchemaLoading
package import SchemaRuntime

/// A configured folder: its configuration, and the paths of everything that belongs to it.
package struct Project {
  package static let defaultConfigurationPath = "Schemas/codegen.json"
  /// The schema of schemas for editors. Its name does not end in `.schema.json`, because no types are generated from
  /// it.
  package static let editorSchema = "editor-schema.json"

  package private(set) var configuration: Configuration
  /// The name of the configuration file in messages.
  package let name: String
  let paths: Paths
  /// The folder that contains the configuration, and the folder of the schemas; absolute.
  package let folder: String
  /// The location of schemas inside files; nil if each file is a schema.
  package let root: JSONPointer?
  /// The files that are never schemas.
  package let own: OwnFiles
  /// The folder that replaces all outputs of the configuration; absolute.
  let models: String?
  let reading: ReadingOptions.Values
  /// The content of the configuration file, with its positions.
  let document: JSONDocument
  /// Whether the configuration was found, and not given.
  private let isFound: Bool
  /// Other modules, whose types the schemas use.
  package private(set) var dependencies: [ProjectDependency] = []

  /// Reads the configuration, by default at the default path; `root` and `models` override its root and its outputs.
  ///
  /// - Parameter users: the folders whose dependencies are being read.
  package init(
    configurationAt path: String?, root: JSONPointer? = nil, modelsAt models: String? = nil,
    reading: ReadingOptions.Values = ReadingOptions.Values(), usedBy users: [String] = [], paths: Paths
  ) throws {
    try self.init(describedAt: path, root: root, modelsAt: models, reading: reading, paths: paths)
    try recover()
    try check(usedBy: users)
  }

  /// Reads a configuration for an editor: as for a command, but the writes of a killed run stay as they are.
  package init(readOnlyAt path: String, paths: Paths) throws {
    try self.init(describedAt: path, reading: ReadingOptions.Values(), paths: paths)
    try check(usedBy: [])
  }

  private mutating func check(usedBy users: [String]) throws {
    try checkReferences()
    try checkOverrides()
    dependencies = try dependencies(usedBy: users + [folder])
  }

  /// Reads only the configuration: checks no other files, and has no dependencies.
  init(
    describedAt path: String?, root: JSONPointer? = nil, modelsAt models: String? = nil,
    reading: ReadingOptions.Values, paths: Paths
  ) throws {
    let file = paths.absolute(path ?? Self.defaultPath(paths))
    name = paths.name(of: file)
    isFound = path == nil
    document = try Self.document(of: file, name: name, isUsual: path == nil)
    configuration = try Configuration(document, name: name)
    configuration.references.merge(try reading.references(paths)) { $1 }
    let configured = configuration.schemas.root
    self.root = root ?? configured.flatMap(JSONPointer.init(fragmentOrPointer:))
    if let configured, self.root == nil {
      throw CommandFailure(line: "\(name): error: expected 'root' to be a JSON Pointer, found \(configured.quoted)")
    }
    self.paths = paths
    self.reading = reading
    folder = paths.folder(of: file)
    self.models = models.map { paths.absolute($0) }
    own = Self.own(configuration, at: file, models: self.models, paths)
    configuration.command = models == nil ? Self.command(for: folder, paths) : nil
    if let models = self.models {
      let schemaText = configuration.outputs.schemaText
      configuration.outputs = Configuration.Outputs()
      (configuration.outputs.models, configuration.outputs.schemaText) = (models, schemaText)
    }
  }

  /// The path of the configuration if none is given: the first in the working directory or in the nearest folder above
  /// that has one, or else the usual one.
  package static func defaultPath(_ paths: Paths) -> String { foundPaths(paths).first ?? defaultConfigurationPath }

  /// The absolute paths of the configurations in the working directory, or else in the nearest folder above it in the
  /// same project: beside it, in `Schemas`, and in the `Schemas` of modules.
  package static func foundPaths(_ paths: Paths) -> [String] {
    var folder = paths.workingDirectory
    let top = OutputBoundary.project(around: folder)
    while true {
      let found = configurations(in: folder)
      if !found.isEmpty || folder == top || folder == "/" { return found }
      folder = paths.folder(of: folder)
    }
  }

  private static func configurations(in folder: String) -> [String] {
    let modules = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/Sources"))?.sorted() ?? []
    let folders = ["", "Schemas/"] + modules.map { "Sources/\($0)/Schemas/" }
    return folders.compactMap { inner in
      OwnFiles.configurationNames.map { folder + "/" + inner + $0 }.first { FileKind(at: $0) == .file }
    }
  }

  private static func document(of file: String, name: String, isUsual: Bool) throws -> JSONDocument {
    if FileKind(at: file) == nil {
      guard isUsual else { throw FileError(name: name, use: .read, reason: .missing) }
      throw CommandFailure(
        line: "\(name): error: there is no such configuration; "
          + "create one with 'codegen init', or name another with --config")
    }
    return try JSONFile.document(file, name: name)
  }

  private static func own(
    _ configuration: Configuration, at file: String, models: String?, _ paths: Paths
  ) -> OwnFiles {
    let folder = paths.folder(of: file)
    let outputs = configuration.outputs
    let folders = [outputs.models, outputs.documentation, outputs.docc, outputs.testSupport, models]
    return OwnFiles(
      configuration: file,
      outputFolders: folders.compactMap { $0.map { paths.absolute($0, in: folder) } },
      outputFiles: [outputs.openapi, configuration.lock].compactMap { $0.map { paths.absolute($0, in: folder) } })
  }

  /// Completes the writes of a killed run.
  private func recover() throws {
    try Transaction.recover(in: folder, paths: paths, boundary: projectBoundary)
    if let models { try Transaction.recover(in: models, paths: paths, boundary: boundary) }
  }

  /// Returns the project; nil if no path is given and the default configuration is missing.
  static func ifPresent(
    configurationAt path: String?, root: JSONPointer? = nil, reading: ReadingOptions.Values = ReadingOptions.Values(),
    paths: Paths
  ) throws -> Project? {
    if path == nil, FileKind(at: paths.absolute(defaultPath(paths))) == nil { return nil }
    return try Project(configurationAt: path, root: root, reading: reading, paths: paths)
  }

  /// Returns the graph of the configured schemas, each checked against its meta-schema.
  package func resolve(_ options: SchemaResolver.Options = SchemaResolver.Options()) throws -> SchemaResolver.Resolution
  {
    let loader = loader
    let options = self.options(options)
    do {
      return try loader.resolve(options).checked()
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: loader, configuration: name)
    }
  }

  /// Returns options of the resolver with the settings of the configuration.
  package func options(_ options: SchemaResolver.Options = SchemaResolver.Options()) -> SchemaResolver.Options {
    var options = reading.options(options, project: self)
    // Each module's configuration decides how its files are read.
    let others = dependencies.map {
      (documents: $0.documents, reading: $0.project.options(SchemaResolver.Options()).reading)
    }
    if others.isEmpty { return options }
    let own = options.reading
    options.reading = { document in
      let other = others.first { $0.documents.contains(document.uri) }
      return other?.reading(document) ?? own(document)
    }
    return options
  }

  /// Returns notes about schemas that the configuration neither includes nor excludes and nothing references, and about
  /// those that codegen has written or that are in its output folders.
  package func skippedFiles(_ graph: SchemaGraph? = nil) throws -> [String] {
    let notes = try loader.notes(besides: Set(graph?.documents.map(\.name) ?? []))
    let editorSchema = namePrefix + Self.editorSchema
    let files = notes.skipped.filter { $0.content == .schema && $0.name != editorSchema }
    let misplaced = notes.misplaced.sorted { $0.key < $1.key }
    let sentences = [files.sentence(" not matched by 'include'")] + misplaced.map { $1.sentence(" " + $0) }
    let declared = notes.declared
    var lines: [String] = []
    let shown = declared.prefix(5).map(\.onOneLine) + (declared.count > 5 ? ["and \(declared.count - 5) more"] : [])
    let others = isFound ? Self.foundPaths(paths).dropFirst().map { paths.name(of: $0) } : []
    if !others.isEmpty {
      lines.append("used this configuration and not \(others.joined(separator: ", ")); choose one with --config")
    }
    let note =
      declared.isEmpty ? nil : "read as schemas, because of what they contain: " + shown.joined(separator: ", ")
    return (lines + ([note] + sentences).compactMap { $0 }).map { "\(name): note: \($0)" }
  }

  package var loader: SchemaLoader {
    let schemas = configuration.schemas
    var options = SchemaLoader.Options(
      include: schemas.include, exclude: schemas.exclude, files: configuration.references, root: root)
    options.overlay = overlay
    options.own = own
    options.shared = sharedDocuments
    return SchemaLoader(root: folder, workingDirectory: paths.workingDirectory, options: options)
  }

  /// Returns the input of the pipeline.
  package func input(_ graph: SchemaGraph, templates folder: String? = nil) throws -> CodegenPipeline.Input {
    try checkNames(in: graph)
    var input = CodegenPipeline.Input(
      graph: graph, configuration: configuration, folder: namePrefix, lock: try lock(),
      templates: try SwiftTemplates.all + (folder.map(templates) ?? []))
    input.modules = try sharedModules()
    return input
  }

  /// The prefix of the names of the schemas' documents.
  package var namePrefix: String {
    let name = paths.name(of: folder)
    return name.isEmpty ? "" : name + "/"
  }

  /// The configured folder of templates, relative to the working directory.
  package var templateFolder: String? {
    configuration.templates.map { FilePath.relative(paths.absolute($0, in: folder), to: paths.workingDirectory) }
  }

  /// The path of the name lock; absolute.
  package var lockPath: String { paths.absolute(configuration.lock, in: folder) }

  /// Returns the output folder of a kind of file; absolute.
  package func outputFolder(_ kind: GeneratedFile.Kind) -> String? {
    let path =
      switch kind {
      case .models: configuration.outputs.models
      case .documentation: configuration.outputs.documentation
      case .docc: configuration.outputs.docc
      case .openapi: configuration.outputs.openapi.map { paths.folder(of: paths.absolute($0, in: folder)) }
      case .testSupport: configuration.outputs.testSupport
      }
    return path.map { paths.absolute($0, in: folder) }
  }

  /// The folders whose generated files all belong to a run's output; absolute.
  var outputFolders: [String] {
    [GeneratedFile.Kind.models, .documentation, .docc, .testSupport].compactMap(outputFolder)
  }

  /// The folder in which a run stages its output: a build may write only to its own folder.
  package var home: String { models ?? folder }

  /// The folders to which a run may write.
  package var boundary: OutputBoundary { models.map { OutputBoundary([$0]) } ?? projectBoundary }

  private var projectBoundary: OutputBoundary {
    configuration.outputs.mayLieOutside ? OutputBoundary() : OutputBoundary([OutputBoundary.project(around: folder)])
  }

  private func lock() throws -> JSONValue? {
    guard FileKind(at: lockPath) != nil else { return nil }
    let name = paths.name(of: lockPath)
    let lock = try JSONFile.read(lockPath, name: name)
    guard let version = lock["version"]?.int, (1...2).contains(version), lock["types"]?.object != nil else {
      throw CommandFailure(
        line: "\(name):1:1: error: this is not a name lock, which has 'version' 1 or 2 and an object 'types'; "
          + "restore it from version control")
    }
    for member in ["shapes", "members", "former", "formerMembers"] {
      guard let value = lock[member], value.object == nil else { continue }
      throw CommandFailure(
        line: "\(name):1:1: error: expected '\(member)' in the name lock to be an object, found \(value.type.rawValue)")
    }
    return lock
  }

  /// The endings of the files in a folder of templates.
  static let templateEndings = [".mustache", ".css", ".js"]

  /// Reads the templates of a folder, by path.
  private func templates(in folder: String) throws -> [(name: String, source: String)] {
    let path = paths.absolute(folder)
    guard let names = FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }),
      !names.isEmpty
    else { throw CommandFailure(line: "\(folder): error: this is not a folder with templates") }
    return try names.filter { name in
      Self.templateEndings.contains { name.hasSuffix($0) }
    }.sorted().map { name in
      let bytes = try ByteSource.contents(
        of: path + "/" + name, name: folder + "/" + name, limit: JSONLimits.hardMaximumByteCount)
      return (name: name, source: String(decoding: bytes, as: UTF8.self))
    }
  }
}
