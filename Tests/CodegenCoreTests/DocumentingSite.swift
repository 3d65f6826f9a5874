import Foundation
import JSONSchema
import Mustache
import SchemaRuntime
import SchemaValidation

@testable import CodegenCore
@testable import CodegenDocumentation

/// Documentation of a test's schemas, or of those of the repository.
enum DocumentingSite {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().resolvingSymlinksInPath()

  /// A builder for schemas by name, `users/user` for `Schemas/users/user.schema.json`.
  static func builder(
    _ schemas: [(name: String, text: String)], title: String = "Test", changes: [String: [PageChange]] = [:]
  ) throws -> DocumentationBuilder {
    let documents = try schemas.map { name, text in
      let path = name + ".schema.json"
      return SchemaDocument(
        uri: "https://test.example/" + path, name: "Schemas/" + path,
        source: try JSONDocument(parsing: Array(text.utf8)))
    }
    return try builder(documents, title: title, changes: changes)
  }

  static func builder(
    _ documents: [SchemaDocument], title: String, changes: [String: [PageChange]] = [:],
    types: [SchemaKind: MappedType] = [:]
  ) throws -> DocumentationBuilder {
    let graph = try SchemaResolver.resolve(documents).graph
    var configuration = Configuration()
    configuration.types = types
    configuration.formats.assert = types.keys.compactMap(\.format).sorted()
    let planned = try CodegenPipeline.plan(input(graph, configuration))
    return DocumentationBuilder(
      graph: planned.graph, plan: planned.plan, title: title,
      templates: try library.get(), options: Compiler.Options(assertedFormats: [.dateTime, .uri]), changes: changes)
  }

  static func input(_ graph: SchemaGraph, _ configuration: Configuration = Configuration()) -> CodegenPipeline.Input {
    CodegenPipeline.Input(graph: graph, configuration: configuration, folder: "Schemas/", lock: nil, templates: [])
  }

  /// The documentation of the repository's schemas, made once for all tests, which only read it.
  nonisolated(unsafe) static let repositoryBuilder = Result { try makeRepositoryBuilder() }
  static let repositoryFiles = Result { try repositoryBuilder.get().files() }

  static func makeRepositoryBuilder() throws -> DocumentationBuilder {
    let folder = repository.appending(path: "Schemas").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".schema.json") }
    let documents = try paths.sorted().map { path in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      return SchemaDocument(
        uri: "https://test.example/" + path, name: "Schemas/" + path, source: try JSONDocument(parsing: bytes))
    }
    return try builder(documents, title: "Collaboration Schemas", types: [.string("date-time"): "Timestamp"])
  }

  static let library = Result { try TemplateLibrary(parsing: templates()) }

  /// The templates in the repository.
  static func templates() throws -> [(name: String, source: String)] {
    let folder = repository.appending(path: "Templates").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.sorted().filter { path in
      ["HTML/", "Markdown/", "DocC/"].contains { path.hasPrefix($0) }
    }.map { path in
      (path, try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }
}
