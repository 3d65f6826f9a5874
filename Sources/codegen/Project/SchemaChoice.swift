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
  init(_ text: String, configurationAt configuration: String?, root: JSONPointer?, paths: Paths) throws {
    let path = paths.absolute(text)
    let isFile = FileKind(at: path) == .file
    let folder = paths.folder(of: paths.absolute(configuration ?? Project.defaultConfigurationPath))
    var project: Project?
    if !isFile || configuration != nil || path.hasPrefix(folder + "/") {
      project = try Project.ifPresent(configurationAt: configuration, root: root, paths: paths)
    }
    if let project {
      graph = try project.resolve().graph
      if let schema = project.schema(text, in: graph) {
        (self.schema, options) = (schema, project.configuration.compilerOptions)
        return
      }
      if !isFile { throw project.unknownSchema(text, in: graph) }
    }
    guard isFile else { throw CommandFailure(line: "\(text): error: expected a schema file, found none") }
    graph = try Self.resolve(path, root, paths, project).graph
    // A reference can make a schema that comes before the one that was asked for.
    schema = graph.roots.first { [graph] in graph[$0].pointer == root ?? JSONPointer() } ?? graph.roots[0]
    options = Compiler.Options(assertedFormats: Set(Format.allCases))
  }

  /// One file and what it refers to, resolved: files by relative paths, and files next to it by its `$id`.
  /// Other URIs are those of the project's offline map, where there is a project.
  static func resolve(
    _ path: String, _ root: JSONPointer?, _ paths: Paths, _ project: Project?, rootOption: RootOption = .schema,
    options: SchemaResolver.Options = SchemaResolver.Options()
  ) throws -> SchemaResolver.Resolution {
    let file = URL(fileURLWithPath: path).absoluteString
    guard var document = try SchemaLoader.ofFiles(EmptyCollection(), project, paths).document(at: file) else {
      throw FileError(name: paths.name(of: path), use: .read, reason: .missing)
    }
    if let root {
      document = SchemaDocument(
        uri: document.uri, name: document.name, source: document.source, extent: .value(at: root))
    }
    let loader = SchemaLoader.ofFiles([(path, document.root)], project, paths)
    var failure: LoadError?
    let resolution = Result {
      try SchemaResolver.resolve([document], options: options) { uri in
        do throws(LoadError) {
          return try loader.document(at: uri)
        } catch {
          failure = failure ?? error
          return nil
        }
      }
    }
    // A file that cannot be used causes unresolvable references.
    if let failure { throw failure }
    do {
      return try resolution.get().checked()
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: loader, configuration: project?.name, root: rootOption)
    }
  }
}

extension SchemaLoader {
  /// Loads files anywhere: those of the project's offline map, and the files next to a schema whose `$id` is a URI.
  static func ofFiles(
    _ files: some Sequence<(path: String, root: JSONValue)>, _ project: Project?, _ paths: Paths
  ) -> SchemaLoader {
    var map = (project?.configuration.references ?? [:]).mapValues { paths.absolute($0, in: project?.folder) }
    for (path, root) in files {
      guard let id = (root["$id"] ?? root["id"])?.string, let scheme = id.range(of: "://"),
        let slash = id[scheme.upperBound...].lastIndex(of: "/"), map[String(id[...slash])] == nil
      else { continue }
      map[String(id[...slash])] = paths.folder(of: path)
    }
    return SchemaLoader(root: "/", workingDirectory: paths.workingDirectory, options: Options(files: map))
  }
}

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
    // An equal last part is a better guess than a near spelling.
    let nearest = names.first { $0.hasSuffix("/" + text) } ?? Spelling.nearest(to: text, among: names)
    return CommandFailure(
      "expected '--schema' to be a file or the name of a schema, found '\(text)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// The names of the configured schema files, valid or not.
  func schemaNames() throws -> [String] {
    var options = loader.options
    options.root = nil
    return try SchemaLoader(root: folder, workingDirectory: paths.workingDirectory, options: options).load().map(name)
  }

  /// The path of a schema in the folder, without the extension.
  private func name(of document: SchemaDocument) -> String {
    let name = document.schemaName
    return name.hasPrefix(namePrefix) ? String(name.dropFirst(namePrefix.count)) : name
  }
}
