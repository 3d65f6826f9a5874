import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation

@testable import CodegenCore
@testable import CodegenDocumentation

/// OpenAPI descriptions of a test's schemas and of others, read again.
enum OpenAPITesting {
  static func description(_ schemas: [(name: String, text: String)]) throws -> OpenAPIDocument {
    let documents = try schemas.map { name, text in
      let path = name + ".schema.json"
      return SchemaDocument(
        uri: "https://test.example/" + path, name: "Schemas/" + path,
        source: try JSONDocument(parsing: Array(text.utf8)))
    }
    let graph = try SchemaResolver.resolve(documents).graph
    return OpenAPIDocument(graph: graph, plan: try plan(graph), title: "Test", version: "1.2.3")
  }

  private static func plan(_ graph: SchemaGraph) throws -> TypePlan {
    try CodegenPipeline.plan(DocumentingSite.input(graph)).plan
  }

  static func repositoryDocuments() throws -> [SchemaDocument] {
    let folder = DocumentingSite.repository.appending(path: "Schemas").resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".schema.json") }
    return try paths.sorted().map { path in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      return SchemaDocument(
        uri: "https://test.example/" + path, name: "Schemas/" + path, source: try JSONDocument(parsing: bytes))
    }
  }

  /// Schemas, and the components generated from them.
  struct Pairs {
    let graph: SchemaGraph
    let diagnostics: [Diagnostic]
    var roots: [(schema: SchemaID, validator: SchemaValidator)] = []
    /// The validators of the components, by the source schema.
    var components: [SchemaID: SchemaValidator] = [:]

    init(
      _ documents: [SchemaDocument], options: Compiler.Options,
      resolver: SchemaResolver.Options = SchemaResolver.Options()
    ) throws {
      graph = try SchemaResolver.resolve(documents, options: resolver, lookup: { OfficialSuite.remotes[$0] }).graph
      let plan = try OpenAPITesting.plan(graph)
      let description = OpenAPIDocument(graph: graph, plan: plan, title: "Test", version: "1")
      diagnostics = description.diagnostics
      // A description is not a schema; another document refers to each component as others would.
      let source = try JSONDocument(parsing: Array(description.text.utf8))
      let names = description.value["components"]?["schemas"]?.object?.keys ?? []
      let references = names.map { name -> (String, JSONValue) in
        (name, ["$ref": .string("openapi.json#/components/schemas/\(name)")])
      }
      let entry: JSONValue = ["$defs": .object(JSONObject(references))]
      let again = try SchemaResolver.resolve(
        [
          SchemaDocument(
            uri: "https://other.example/entry.json", name: "entry.json", source: try JSONDocument(parsing: entry.json())
          )
        ],
        lookup: { uri in
          uri == "https://other.example/openapi.json"
            ? SchemaDocument(uri: uri, name: "openapi.json", source: source) : OfficialSuite.remotes[uri]
        }
      ).graph
      var validators: [String: SchemaValidator] = [:]
      for member in again[again.roots[0]].keywords.defs {
        validators[member.name] = try SchemaValidator(graph: again, schema: member.schema, options: options)
      }
      for root in graph.roots {
        roots.append((root, try SchemaValidator(graph: graph, schema: root, options: options)))
        let file = plan.files.first { $0.types.first?.key.schema == root }
        if let name = file?.types.first?.name.qualified { components[root] = validators[name] }
      }
    }
  }

  /// Values that differ in one location: without a member, with another value or one more.
  static func neighbors(of value: JSONValue) -> [JSONValue] {
    guard let object = value.object else { return [] }
    return object.flatMap { member -> [JSONValue] in
      let others = object.filter { $0.key != member.key }
      let values: [JSONValue] = [nil, 7, "text", [], [:], .string(String(repeating: "long", count: 600))]
      return [.object(others)] + values.map { .object(others.merging([member.key: $0]) { $1 }) }
    } + [.object(JSONObject(object.map { ($0.key, $0.value) } + [("unheard of", 1)]))]
  }
}
