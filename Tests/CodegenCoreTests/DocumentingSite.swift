import Foundation
import JSONSchema
import Mustache
import SchemaRuntime
import SchemaValidation

@testable import CodegenCore

/// Documentation of schemas that a test writes, or of those of the repository.
enum DocumentingSite {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A builder for schemas by name, `users/user` for `Schemas/users/user.schema.json`.
  static func builder(_ schemas: [(name: String, text: String)], title: String = "Test") throws -> DocumentationBuilder
  {
    let documents = try schemas.map { name, text in
      let path = name + ".schema.json"
      return SchemaDocument(
        uri: "https://test.example/" + path, name: "Schemas/" + path,
        source: try JSONDocument(parsing: Array(text.utf8)))
    }
    return try builder(documents, title: title)
  }

  static func builder(_ documents: [SchemaDocument], title: String) throws -> DocumentationBuilder {
    let graph = try SchemaResolver.resolve(documents).graph
    var planner = Planner(graph: graph, configuration: Configuration(), folder: "Schemas/")
    var lock = NameLock(nil)
    return DocumentationBuilder(
      graph: graph, plan: planner.plan(roots: graph.roots, lock: &lock), title: title,
      templates: try library.get(), options: Compiler.Options(assertedFormats: [.dateTime, .uri]))
  }

  /// The schemas of the repository.
  static func repositoryBuilder() throws -> DocumentationBuilder {
    let folder = repository.appending(path: "Schemas")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".schema.json") }
    let documents = try paths.sorted().map { path in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      return SchemaDocument(
        uri: "https://test.example/" + path, name: "Schemas/" + path, source: try JSONDocument(parsing: bytes))
    }
    return try builder(documents, title: "Collaboration Schemas")
  }

  private static let library = Result { try TemplateLibrary(parsing: templates()) }

  /// The templates as they lie in the repository.
  static func templates() throws -> [(name: String, source: String)] {
    let folder = repository.appending(path: "Templates")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.sorted().filter { $0.hasPrefix("HTML/") || $0.hasPrefix("Markdown/") }.map { path in
      (path, try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }
}
