import JSONSchema
import SchemaRuntime
import Testing

/// Which schemas requests may hold, by the operations of an API description.
@Suite struct RequestTests {
  private static func names(_ paths: String, bodies: String = "{}") throws -> [String]? {
    let text = """
      {"openapi": "3.0.3", "paths": \(paths), "components": {"requestBodies": \(bodies), "schemas": {
        "A": {"properties": {"b": {"$ref": "#/components/schemas/B"}}}, "B": {"type": "string"}, "C": {}}}}
      """
    let document = SchemaDocument(
      uri: "file:///api.json", name: "api.json", source: try JSONDocument(parsing: text),
      extent: .members(of: JSONPointer(["components", "schemas"])))
    let graph = try SchemaResolver.resolve([document]).graph
    return graph.schemasOfRequests.map { found in
      graph.roots.filter(found.contains).compactMap { graph[$0].pointer.tokens.last }
    }
  }

  private static let body = ##"{"content": {"a/json": {"schema": {"$ref": "#/components/schemas/A"}}}}"##

  @Test(
    "what bodies and parameters refer to, with all that it contains",
    arguments: [
      ("no operation", "{}", nil),
      ("a response", #"{"/": {"get": {"responses": {"200": \#(body)}}}}"#, []),
      ("a body", #"{"/": {"post": {"requestBody": \#(body)}}}"#, ["A", "B"]),
      ("a parameter of a path", ##"{"/": {"parameters": [{"schema": {"$ref": "#/components/schemas/B"}}]}}"##, ["B"]),
      ("a body in another file", #"{"/": {"post": {"requestBody": {"$ref": "other.json"}}}}"#, nil),
    ] as [(String, String, [String]?)])
  func finds(_ sentence: String, _ paths: String, _ expected: [String]?) throws {
    #expect(try Self.names(paths) == expected)
  }

  @Test("a long chain of references between bodies does not exhaust the stack")
  func chain() throws {
    let links = (0..<50_000).map { ##""r\##($0)": {"$ref": "#/components/requestBodies/r\##($0 + 1)"}"## as String }
    let bodies = "{\(links.joined(separator: ",")),\"r50000\": \(Self.body)}"
    let paths = ##"{"/": {"post": {"requestBody": {"$ref": "#/components/requestBodies/r0"}}}}"##
    #expect(try Self.names(paths, bodies: bodies) == ["A", "B"])
  }
}
