import CodegenCore
import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// The schema that `--schema` chooses: a file, or a name of the configured folder.
struct SchemaChoice {
  var graph: SchemaGraph
  let schema: SchemaID
  /// What is asserted: what the configuration says, or for a file outside the folder all formats.
  let options: Compiler.Options

  /// Finds the schema that `text` names. An existing file comes before a name.
  ///
  /// - Parameter root: where the files of the folder hold their schemas; for a file outside, where it holds this one.
  init(_ text: String, configurationAt configuration: String?, root: String? = nil, paths: Paths) throws {
    let path = paths.absolute(text)
    let isFile = Self.isFile(path)
    let folder = paths.folder(of: paths.absolute(configuration ?? Project.defaultConfigurationPath))
    var project: Project?
    if !isFile || configuration != nil || path.hasPrefix(folder + "/") {
      project = try Project.ifPresent(configurationAt: configuration, root: root, paths: paths)
    }
    if let project {
      let graph = try project.resolve().graph
      if let schema = project.schema(text, in: graph) {
        self.init(graph: graph, schema: schema, options: project.compilerOptions)
        return
      }
      if !isFile { throw project.unknownSchema(text, in: graph) }
    }
    guard isFile else { throw CommandFailure(line: "\(text): error: expected a schema file, found none") }
    let place = try root.map { try JSONPointer(root: $0) }
    let graph = try Self.resolve(path, place, paths, project)
    // What a reference makes a schema may stand before the one that was asked for.
    let schema = graph.roots.first { graph[$0].pointer == place ?? JSONPointer() }
    self.init(
      graph: graph, schema: schema ?? graph.roots[0], options: Compiler.Options(assertedFormats: Set(Format.allCases)))
  }

  private init(graph: SchemaGraph, schema: SchemaID, options: Compiler.Options) {
    self.graph = graph
    self.schema = schema
    self.options = options
  }
}

// MARK: - Any file

extension SchemaChoice {
  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// The graph of one file and what it refers to: files by relative paths, and files beside it by its `$id`.
  /// Other URIs are those of the project's offline map, where there is a project.
  static func resolve(
    _ path: String, _ root: JSONPointer?, _ paths: Paths, _ project: Project?, rootOption: RootOption = .schema
  ) throws -> SchemaGraph {
    let file = URL(fileURLWithPath: path).absoluteString
    func loader(_ files: [String: String]) -> SchemaLoader {
      SchemaLoader(
        root: "/", workingDirectory: paths.workingDirectory, options: SchemaLoader.Options(files: files))
    }
    guard var document = try loader([:]).document(at: file) else {
      throw FileError(name: paths.name(of: path), use: .read, reason: .missing)
    }
    if let root {
      document = SchemaDocument(
        uri: document.uri, name: document.name, source: document.source, extent: .value(at: root))
    }
    var files = (project?.configuration.references ?? [:]).mapValues { paths.absolute($0, in: project?.folder) }
    if let id = document.root["$id"]?.string, let scheme = id.range(of: "://"),
      let slash = id[scheme.upperBound...].lastIndex(of: "/")
    {
      files[String(id[...slash])] = files[String(id[...slash])] ?? paths.folder(of: path)
    }
    let siblings = loader(files)
    var failure: LoadError?
    let resolution = Result {
      try SchemaResolver.resolve([document]) { uri in
        do throws(LoadError) {
          return try siblings.document(at: uri)
        } catch {
          failure = failure ?? error
          return nil
        }
      }
    }
    // A file that cannot be used is the cause of references that lead nowhere.
    if let failure { throw failure }
    do {
      return try resolution.get().checked().graph
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: siblings, configuration: project?.name, root: rootOption)
    }
  }
}

// MARK: - In the configured folder

extension Project {
  /// The schema that a name, a file or a URI stands for; nil when there is none.
  func schema(_ text: String, in graph: SchemaGraph) -> SchemaID? {
    let path = paths.absolute(text)
    let index = graph.documents.firstIndex { document in
      name(of: document) == text || document.place == namePrefix + text
        || document.part == nil && paths.absolute(document.name) == path
    }
    if let index { return graph.roots.first { graph[$0].document == index } }
    return graph.root(named: text)
  }

  /// The name of the document whose schema a text stands for.
  func name(of text: String, in graph: SchemaGraph) throws(CommandFailure) -> String {
    guard let schema = schema(text, in: graph) else { throw unknownSchema(text, in: graph) }
    return name(of: graph.document(of: schema))
  }

  func unknownSchema(_ text: String, in graph: SchemaGraph) -> CommandFailure {
    let names = graph.documents.map(name)
    // A last part that fits is a better guess than a near spelling.
    let nearest = names.first { $0.hasSuffix("/" + text) } ?? Spelling.nearest(to: text, among: names)
    return CommandFailure(
      "expected '--schema' to be a file or the name of a schema, found '\(text)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// The names of the configured schemas, whatever they say.
  func schemaNames() throws -> [String] {
    let options = SchemaLoader.Options(
      include: configuration.schemas.include, exclude: configuration.schemas.exclude, files: configuration.references)
    return try SchemaLoader(root: folder, workingDirectory: paths.workingDirectory, options: options).load().map(name)
  }

  /// What a schema of the folder is called: its path without the ending.
  private func name(of document: SchemaDocument) -> String {
    let name = document.schemaName
    return name.hasPrefix(namePrefix) ? String(name.dropFirst(namePrefix.count)) : name
  }
}
