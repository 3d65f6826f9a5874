import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// A configured folder: its configuration and where everything lies.
struct Project {
  static let defaultConfigurationPath = "Schemas/codegen.json"

  private(set) var configuration: Configuration
  /// What messages call the configuration's file.
  let name: String
  let paths: Paths
  /// The folder that holds the configuration, and the schemas below; absolute.
  let folder: String
  /// Where files hold their schemas; nil for files that are schemas.
  let root: JSONPointer?
  /// The folder that stands in for all outputs that the configuration names; absolute.
  private let models: String?
  /// The configuration as it stands in the file.
  let text: [UInt8]

  /// Reads the configuration at `path`, or at its usual place.
  ///
  /// - Parameters:
  ///   - root: what the command line says of where files hold their schemas; it wins.
  ///   - models: a folder that stands in for all outputs that the configuration names.
  init(configurationAt path: String?, root: String? = nil, modelsAt models: String? = nil, paths: Paths) throws {
    let file = paths.absolute(path ?? Self.defaultConfigurationPath)
    name = paths.name(of: file)
    text = try Self.text(of: file, name: name, isUsual: path == nil)
    configuration = try Configuration(JSONFile.read(file, name: name), text: text, name: name)
    self.root = try (root ?? configuration.schemas.root).map { try JSONPointer(root: $0) }
    self.paths = paths
    folder = paths.folder(of: file)
    self.models = models.map { paths.absolute($0) }
    if let models = self.models {
      configuration.outputs = Configuration.Outputs()
      configuration.outputs.models = models
    }
    try recover()
    try checkReferences()
  }

  private static func text(of file: String, name: String, isUsual: Bool) throws -> [UInt8] {
    do throws(FileError) {
      return try ByteSource.contents(of: file, name: name, limit: JSONLimits.hardMaximumByteCount)
    } catch {
      guard isUsual, error.reason == .missing else { throw error }
      throw CommandFailure(line: "\(name): error: expected a configuration, found none; name another with --config")
    }
  }

  /// Completes what a run that was killed has begun to write.
  private func recover() throws {
    try Transaction.recover(in: folder, paths: paths, boundary: projectBoundary)
    if let models { try Transaction.recover(in: models, paths: paths, boundary: boundary) }
  }

  /// The project at its usual place; nil when there is none.
  static func ifPresent(configurationAt path: String?, root: String? = nil, paths: Paths) throws -> Project? {
    let usual = paths.absolute(defaultConfigurationPath)
    if path == nil, !FileManager.default.fileExists(atPath: usual) { return nil }
    return try Project(configurationAt: path, root: root, paths: paths)
  }

  /// The graph of the schemas that the configuration chooses, each of them held against its meta-schema.
  func resolve(isStrict: Bool = false) throws -> SchemaResolver.Resolution {
    let loader = loader
    do {
      let resolution = try loader.resolve(SchemaResolver.Options(isStrict: isStrict))
      return try resolution.checked()
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: loader, configuration: name)
    }
  }

  /// The schemas of the folder that the configuration neither chooses nor excludes, and to which nothing refers, in one
  /// line; nil when there is none.
  func passedOver(_ graph: SchemaGraph? = nil) throws -> String? {
    let known = Set(graph?.documents.map(\.name) ?? [])
    // Editors read it, and nothing is made of it.
    let own = namePrefix + StarterProject.editorSchema
    let files = try loader.passedOver().filter { $0.content == .schema && $0.name != own && !known.contains($0.name) }
    return files.sentence(", which 'include' does not choose").map { "\(name): note: \($0)" }
  }

  var loader: SchemaLoader {
    let schemas = configuration.schemas
    let options = SchemaLoader.Options(
      include: schemas.include, exclude: schemas.exclude, files: configuration.references, root: root)
    return SchemaLoader(root: folder, workingDirectory: paths.workingDirectory, options: options)
  }

  /// What the pipeline works on.
  func input(_ graph: SchemaGraph, templates folder: String? = nil) throws -> CodegenPipeline.Input {
    CodegenPipeline.Input(
      graph: graph, configuration: configuration, folder: namePrefix, lock: try lock(),
      templates: try BuiltInTemplates.all + (folder.map(templates) ?? []))
  }

  /// What the names of the schemas' documents begin with.
  var namePrefix: String {
    let name = paths.name(of: folder)
    return name.isEmpty ? "" : name + "/"
  }

  /// The folder of templates that the configuration names, as seen from the working directory.
  var templateFolder: String? {
    configuration.templates.map { path in
      let name = paths.name(of: paths.absolute(path, in: folder))
      return name.isEmpty ? "." : name
    }
  }

  /// The asserted formats.
  var compilerOptions: Compiler.Options { configuration.compilerOptions }

  /// Where the name lock is; absolute.
  var lockPath: String { paths.absolute(configuration.lock, in: folder) }

  /// The folders that generated files go to, by kind; absolute.
  func outputFolder(_ kind: GeneratedFile.Kind) -> String? {
    let path =
      switch kind {
      case .models: configuration.outputs.models
      case .documentation: configuration.outputs.documentation
      case .docc: configuration.outputs.docc
      // A file among others.
      case .openapi: configuration.outputs.openapi.map { paths.folder(of: paths.absolute($0, in: folder)) }
      case .testSupport: configuration.outputs.testSupport
      }
    return path.map { paths.absolute($0, in: folder) }
  }

  /// The folder in which a run stages what it writes: that of the configuration, or the one that was given instead of all
  /// outputs, because a build may write nowhere else.
  var home: String { models ?? folder }

  /// Where a run may write: in the project, unless the configuration permits more, or in the folder that was given.
  var boundary: OutputBoundary { models.map { OutputBoundary([$0]) } ?? projectBoundary }

  private var projectBoundary: OutputBoundary {
    configuration.outputs.mayLieOutside ? OutputBoundary() : OutputBoundary([OutputBoundary.project(around: folder)])
  }

  private func lock() throws -> JSONValue? {
    guard FileManager.default.fileExists(atPath: lockPath) else { return nil }
    let name = paths.name(of: lockPath)
    let lock = try JSONFile.read(lockPath, name: name)
    guard lock["version"] == 1, lock["types"]?.object != nil else {
      throw CommandFailure(line: "\(name):1:1: error: expected a name lock with 'version' 1 and 'types', found another")
    }
    for member in ["shapes", "members", "former", "formerMembers"] {
      guard let value = lock[member], value.object == nil else { continue }
      throw CommandFailure(
        line: "\(name):1:1: error: expected '\(member)' of a name lock to be an object, found \(value.type.rawValue)")
    }
    return lock
  }

  /// The templates of a folder, by path.
  private func templates(in folder: String) throws -> [(name: String, source: String)] {
    let path = paths.absolute(folder)
    guard let names = FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }),
      !names.isEmpty
    else { throw CommandFailure(line: "\(folder): error: expected a folder of templates, found none") }
    return try names.filter { name in
      [".mustache", ".css", ".js"].contains { name.hasSuffix($0) }
    }.sorted().map { name in
      let bytes = try ByteSource.contents(of: path + "/" + name, name: folder + "/" + name)
      return (name: name, source: String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension JSONPointer {
  /// A pointer as people write it where schemas are: `#/components/schemas`, as in a reference, or without `#`.
  init(root text: String) throws(UsageError) {
    let isFragment = text.hasPrefix("#")
    let plain = isFragment ? URIReference.percentDecoded(String(text.dropFirst())) : text
    guard let plain, let pointer = JSONPointer(plain) else {
      throw .invalidValue(
        .root, expected: "a JSON Pointer such as '#/components/schemas'", actual: text,
        nearest: text.hasPrefix("#") || text.hasPrefix("/") ? nil : "#/" + text)
    }
    self = pointer
  }
}
