import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation

/// A folder of schemas, compiled at run time: what `SchemaValidator` runs, without generated code.
struct RuntimeSchemas {
  private let graph: SchemaGraph
  private let options: Compiler.Options

  /// - Parameter formats: the formats to assert, as the folder's `codegen.json` has them.
  init(_ folder: URL, formats: [String] = []) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    let documents = try (files ?? []).filter {
      $0.lastPathComponent.hasSuffix(".schema.json") && $0.lastPathComponent != "codegen.schema.json"
    }.map { file in
      let name = String(file.standardizedFileURL.path.dropFirst(folder.standardizedFileURL.path.count + 1))
      let text = [UInt8](try Data(contentsOf: file))
      return SchemaDocument(uri: "schema:///" + name, name: name, source: try JSONDocument(parsing: text))
    }
    graph = try SchemaResolver.resolve(documents.sorted { $0.name < $1.name }).graph
    options = Compiler.Options(assertedFormats: Set(formats.compactMap { Format(keyword: $0) }))
  }

  /// The validator of `users/user-info` and the like.
  func validator(_ name: String) throws -> SchemaValidator {
    let root = graph.roots.first { graph.documents[graph[$0].document].name == name + ".schema.json" }
    guard let root else { throw Missing(schema: name) }
    return try SchemaValidator(graph: graph, schema: root, options: options)
  }

  struct Missing: Error {
    var schema: String
  }
}
