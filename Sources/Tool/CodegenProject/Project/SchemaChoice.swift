import CodegenCore
package import CommandLineTool
import Foundation
package import JSONSchema
package import SchemaLoading
package import SchemaRuntime
package import SchemaValidation

/// The schema that `--schema` selects: a file, or a name in the configured folder.
package struct SchemaChoice {
  package var graph: SchemaGraph
  package let schema: SchemaID
  /// The asserted formats: those in the configuration, or all formats for a file outside the folder.
  package let options: Compiler.Options
  /// The warnings that verdicts may depend on.
  private(set) var concessions: [Diagnostic] = []

  /// Finds the schema that `text` names: a file, a name in the configured folder, or a URI that the configuration maps
  /// to a file. An existing file takes precedence.
  ///
  /// - Parameter root: where the files of the folder contain their schemas; for a file outside, where it contains
  ///   this one.
  init(
    _ text: String, configurationAt configuration: String?, root: JSONPointer?, reading: ReadingOptions.Values,
    paths: Paths
  ) throws {
    var path = paths.absolute(text)
    let piped = text == "-" ? try SchemaDocument(ofStandardInputAt: path) : nil
    var isFile = piped != nil || FileKind(at: path) == .file
    let folder = paths.folder(of: paths.absolute(configuration ?? Project.defaultPath(paths)))
    var project: Project?
    if !isFile || configuration != nil || path.hasPrefix(folder + "/") {
      project = try Project.ifPresent(configurationAt: configuration, root: root, reading: reading, paths: paths)
    }
    if let project {
      let resolution = try project.resolve()
      (graph, concessions) = (resolution.graph, resolution.concessions)
      if let schema = project.schema(text, in: graph) {
        (self.schema, options) = (schema, project.configuration.compilerOptions)
        return
      }
      if !isFile {
        guard let file = project.loader.filePath(of: text) else { throw project.unknownSchema(text, in: graph) }
        (path, isFile) = (file, true)
      }
    }
    guard isFile else {
      throw CommandFailure(
        line: "\(text): error: no file has this name, and no configuration was found that has a schema of this name")
    }
    let resolution = try Self.resolve(path, root, paths, project, reading, read: piped)
    (graph, concessions) = (resolution.graph, resolution.concessions)
    // A reference can create a schema that precedes the requested one.
    schema = graph.roots.first { [graph] in graph[$0].pointer == root ?? JSONPointer() } ?? graph.roots[0]
    options = Compiler.Options(assertedFormats: Set(Format.allCases))
  }

  /// Reports the warnings that verdicts may depend on.
  package func reportConcessions(_ terminal: Terminal) {
    terminal.report(concessions.map(\.description))
  }

  /// Reads a schema file.
  package static func document(at path: String, _ paths: Paths, _ files: [String: String]) throws -> SchemaDocument {
    let uri = URL(fileURLWithPath: path).absoluteString
    guard let document = try SchemaLoader.ofFiles(EmptyCollection(), files, paths).document(at: uri) else {
      throw FileError(name: paths.name(of: path), use: .read, reason: .missing)
    }
    return document
  }

  /// Resolves one file and everything that it references: files by relative paths, and neighboring files
  /// by its `$id`. Other URIs are looked up among the files of `--ref` and in the project's offline map, if there is a
  /// project.
  ///
  /// - Parameter read: the content of the file; nil to read it.
  package static func resolve(
    _ path: String, _ root: JSONPointer?, _ paths: Paths, _ project: Project?, _ reading: ReadingOptions.Values,
    read: SchemaDocument? = nil, rootOption: RootOption = .schema,
    options: SchemaResolver.Options = SchemaResolver.Options()
  ) throws -> SchemaResolver.Resolution {
    // A project has those of `--ref`, too.
    let files =
      try project?.configuration.references.mapValues { paths.absolute($0, in: project?.folder) }
      ?? reading.references(paths)
    var document = try read ?? self.document(at: path, paths, files)
    if let root {
      document = SchemaDocument(
        uri: document.uri, name: document.name, source: document.source, extent: .value(at: root))
    } else if rootOption == .none, let container = DocumentContent.usedContainer(ofHost: document.root) {
      document = SchemaDocument(
        uri: document.uri, name: document.name, source: document.source, extent: .members(of: container))
    }
    let loader = SchemaLoader.ofFiles([(path, document.root)], files, paths)
    let options = reading.options(options, project: project)
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
    // An unusable file causes unresolvable references.
    if let failure { throw failure }
    do {
      return try resolution.get().checked()
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: loader, configuration: project?.name, root: rootOption)
    }
  }
}

extension SchemaDocument {
  /// Reads a schema from standard input, in JSON or, if it does not begin with a brace, in YAML. References in it are
  /// relative to the folder of `path`.
  fileprivate init(ofStandardInputAt path: String) throws {
    let text = try ByteSource.contents(of: "-", name: "-", limit: JSONLimits.hardMaximumByteCount)
    let start = text.drop { $0 <= UInt8(ascii: " ") }
    let format: SourceText.Format = start.first == UInt8(ascii: "{") ? .json : .yaml
    let documents = try SourceText.documents(text, of: "-", format: format)
    guard documents.count == 1 else {
      throw CommandFailure(line: "-: error: standard input has \(documents.count) documents and not one schema")
    }
    self.init(uri: FilePath.uri(of: path), name: "-", source: documents[0])
  }
}

extension SchemaLoader {
  /// Loads files anywhere: those of an offline map, and those next to a schema whose `$id` is a URI.
  package static func ofFiles(
    _ files: some Sequence<(path: String, root: JSONValue)>, _ map: [String: String], _ paths: Paths
  ) -> SchemaLoader {
    var map = map
    for (path, root) in files {
      guard let id = (root["$id"] ?? root["id"])?.string, let scheme = id.range(of: "://"),
        let slash = id[scheme.upperBound...].lastIndex(of: "/"), map[String(id[...slash])] == nil
      else { continue }
      map[String(id[...slash])] = paths.folder(of: path)
    }
    var options = Options(files: map)
    options.neighborFolders = Set(files.map { paths.folder(of: $0.path) }).sorted()
    return SchemaLoader(root: "/", workingDirectory: paths.workingDirectory, options: options)
  }
}

extension Project {
  /// Returns the schema with a name, file or URI, or with the end of a name that no other has; nil if there is none.
  func schema(_ text: String, in graph: SchemaGraph) -> SchemaID? {
    let path = paths.absolute(text)
    let index = graph.documents.firstIndex { document in
      name(of: document) == text || document.qualifiedName == namePrefix + text
        || document.part == nil && paths.absolute(document.name) == path
    }
    if let index { return graph.roots.first { graph[$0].document == index } }
    if let root = graph.root(named: text) { return root }
    let suffixed = graph.roots.filter { name(of: graph.document(of: $0)).hasSuffix("/" + text) }
    return suffixed.count == 1 ? suffixed[0] : nil
  }

  /// Returns the name of the document whose schema a text identifies.
  package func name(of text: String, in graph: SchemaGraph) throws(CommandFailure) -> String {
    guard let schema = schema(text, in: graph) else { throw unknownSchema(text, in: graph) }
    return name(of: graph.document(of: schema))
  }

  func unknownSchema(_ text: String, in graph: SchemaGraph) -> CommandFailure {
    let names = graph.documents.map(name)
    // An equal last component is a better guess than a similar spelling.
    let suggestions = Suggestions(for: text, among: names) { $0.hasSuffix("/" + text) }
    return CommandFailure("expected '--schema' to be a file or the name of a schema, found '\(text)'\(suggestions)")
  }

  /// Returns the names of the configured schema files, valid or not.
  package func schemaNames() throws -> [String] {
    var options = loader.options
    options.root = nil
    return try SchemaLoader(root: folder, workingDirectory: paths.workingDirectory, options: options).load().map(name)
  }

  /// Returns the path of a schema in the folder, without the extension.
  private func name(of document: SchemaDocument) -> String {
    let name = document.schemaName
    return name.hasPrefix(namePrefix) ? String(name.dropFirst(namePrefix.count)) : name
  }
}
