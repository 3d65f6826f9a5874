import JSONSchema
import SchemaRuntime
import Testing

/// The dialects of OpenAPI 3.0 and Swagger 2.0.
@Suite struct OpenAPITests {
  /// Resolves the schemas of a description, which is `a.json`, with other files beside it.
  private static func resolve(
    _ description: String, root: [String], _ files: [String: String] = [:], operations: OperationSelection? = nil,
    by authority: SchemaResolver.Reading.Authority? = nil
  ) throws -> SchemaResolver.Resolution {
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(authority: authority, operations: operations) }
    let document = SchemaDocument(
      uri: "file:///a.json", name: "a.json", source: try JSONDocument(parsing: description),
      extent: .members(of: JSONPointer(root)))
    return try SchemaResolver.resolve([document], options: options) { uri in
      guard let text = files[String(uri.dropFirst("file:///".count))] else { return nil }
      return (try? JSONDocument(parsing: text)).map { SchemaDocument(uri: uri, name: uri, source: $0) }
    }
  }

  private static func openAPI(_ schema: String) -> String {
    #"{"openapi": "3.0.3", "components": {"schemas": {"A": "# + schema + #", "B": {}}}}"#
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    var type: [JSONType]? = nil
    var examples: [JSONValue] = []
    var bounds: [String] = []
    var diagnostics: [String] = []
  }

  static let rows = [
    Row(testDescription: "a type alone", schema: #"{"type": "string"}"#, type: [.string]),
    Row(
      testDescription: "a nullable type admits null", schema: #"{"nullable": true, "type": "string"}"#,
      type: [.string, .null]),
    Row(
      testDescription: "one that is not nullable does not", schema: #"{"type": "string", "nullable": false}"#,
      type: [.string]),
    Row(
      testDescription: "'nullable' without a type has no effect", schema: #"{"nullable": true, "enum": ["a"]}"#,
      diagnostics: ["warning: expected 'type' next to 'nullable', found none"]),
    Row(
      testDescription: "a limit is exclusive by a Boolean", schema: #"{"minimum": 1, "exclusiveMinimum": true}"#,
      bounds: ["exclusiveMinimum"]),
    Row(
      testDescription: "a Boolean without its limit has no effect", schema: #"{"exclusiveMinimum": true}"#,
      diagnostics: ["warning: expected 'minimum' next to 'exclusiveMinimum', found none"]),
    Row(testDescription: "an example", schema: #"{"example": {"a": 1}}"#, examples: [["a": 1]]),
    Row(
      testDescription: "siblings of '$ref' are ignored",
      schema: ##"{"$ref": "#/components/schemas/B", "type": "null"}"##,
      diagnostics: [
        "warning: OpenAPI 3.0 ignores 'type' next to '$ref'; with \"reading\": \"practice\" in the configuration, it "
          + "counts"
      ]),
    Row(
      testDescription: "keywords of later drafts have no meaning", schema: #"{"const": 1}"#,
      diagnostics: [
        "warning: OpenAPI 3.0 ignores 'const', which belongs to draft-06 and later; with \"reading\": \"practice\" in "
          + "the configuration, it counts"
      ]),
    Row(
      testDescription: "'id' is no identifier", schema: #"{"id": "https://example.com/a"}"#,
      diagnostics: ["warning: OpenAPI 3.0 ignores 'id', which belongs to draft-03 to draft-04"]),
  ]

  @Test("a schema of OpenAPI 3.0 is read by the specification", arguments: rows)
  func reads(_ row: Row) throws {
    let resolution = try Self.resolve(Self.openAPI(row.schema), root: ["components", "schemas"], by: .standard)
    let keywords = resolution.graph[resolution.graph.roots[0]].keywords
    #expect(keywords.type == row.type)
    #expect(keywords.examples == row.examples)
    let limits = NumberLimit.allCases.filter { keywords.bounds[$0] != nil }
    #expect(limits.map(\.keyword) == row.bounds)
    #expect(resolution.diagnostics.map { "\($0.severity): \($0.message)" } == row.diagnostics)
  }

  @Test("Swagger 2.0 has 'x-nullable', and no choices")
  func swagger() throws {
    let resolution = try Self.resolve(
      #"{"swagger": 2.0, "definitions": {"A": {"type": "string", "x-nullable": true, "oneOf": [{}]}}}"#,
      root: ["definitions"], by: .standard)
    let keywords = resolution.graph[resolution.graph.roots[0]].keywords
    #expect(keywords.type == [.string, .null] && keywords.oneOf.isEmpty)
    #expect(
      resolution.diagnostics.map(\.message) == [
        "Swagger 2.0 ignores 'oneOf', which belongs to draft-04 and later; with \"reading\": \"practice\" in the "
          + "configuration, it counts"
      ])
  }

  /// An API whose operations have schemas of every kind, some of them in other files.
  static let api = ##"""
    {
      "openapi": "3.0.3",
      "paths": {
        "/pets": {
          "parameters": [
            {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["up", "down"]}},
            {"name": "limit", "in": "query", "schema": {"type": "integer"}}
          ],
          "get": {
            "operationId": "listPets",
            "parameters": [{"$ref": "parameters.json#/tags"}],
            "responses": {
              "200": {"content": {"application/json": {"schema": {"type": "array", "items": {}}}}},
              "404": {"$ref": "errors/missing.json"},
              "default": {"content": {"text/plain": {"schema": {"$ref": "#/components/schemas/Text"}}}}
            }
          },
          "post": {"$ref": "create.json"}
        },
        "/pets/{id}": {"$ref": "#/x-items/pet"}
      },
      "x-items": {
        "pet": {
          "delete": {
            "responses": {
              "200": {"content": {"application/json": {"schema": {"title": "first"}}}},
              "204": {"headers": {"X-Left": {"schema": {"type": "array", "items": {}}}}}
            },
            "callbacks": {"gone": {"{$url}": {"$ref": "#/x-items/pet"}}}
          }
        }
      },
      "components": {
        "schemas": {"Text": {"type": "string"}},
        "requestBodies": {"Upload": {"content": {"multipart/form-data": {"schema": {"type": "object"}}}}}
      }
    }
    """##

  @Test("schemas of operations are named after them, and references lead into other files")
  func operations() throws {
    let resolution = try Self.resolve(
      Self.api, root: ["components", "schemas"],
      [
        "parameters.json": #"{"tags": {"name": "tags", "in": "query", "schema": {"type": "array", "items": {}}}}"#,
        "errors/missing.json": ##"""
        {"content": {"application/json": {"schema": {"$ref": "../models/problem.json"}},
                     "application/xml": {"schema": {"type": "string"}}}}
        """##,
        "models/problem.json": #"{"type": "object", "nullable": true}"#,
        "create.json": ##"""
        {"operationId": "createPet",
         "requestBody": {"content": {"application/json": {"schema": {"$ref": "models/all.json#/pet"}},
                                     "text/csv": {"schema": {"type": "string"}}}}}
        """##,
        "models/all.json": ##"{"pet": {"properties": {"problem": {"$ref": "problem.json"}}}}"##,
      ], operations: OperationSelection())
    let graph = resolution.graph
    #expect(
      graph.roots.map { graph.document(of: $0).part?.name ?? graph.document(of: $0).name }.sorted()
        == [
          "Text", "Upload-request", "delete-/pets/{id}-response-200",
          "delete-/pets/{id}-response-204-X-Left", "file:///models/problem.json", "listPets-response",
          "listPets-sort-parameter", "pet", "tags-parameter",
        ].sorted())
    // Every root has a document of its own.
    #expect(graph.roots.map { graph[$0].document } == Array(graph.documents.indices))
    // The dialect is that of the description, in every file.
    let problem = try #require(graph.nodes.first { $0.keywords.nullable })
    #expect(problem.keywords.type == [.object, .null])
    #expect(graph.nodes.contains { $0.keywords.ref == problem.id })
    #expect(
      resolution.diagnostics.map(\.message).sorted() == [
        "'multipart/form-data' is a form: the Swift type has its fields as members, but your own code has to read and "
          + "write that format",
        "content of type 'application/xml' has no model, because it is not JSON",
        "content of type 'text/csv' has no model, because it is not JSON",
        "content of type 'text/plain' has no model, because it is not JSON",
      ])
    // Without the setting there is the named schema alone.
    #expect(try Self.resolve(Self.api, root: ["components", "schemas"]).graph.roots.count == 1)
  }

  /// An API of two parts, one of which has a base with schemas that extend it, and a schema that is invalid.
  static let parts = ##"""
    {
      "openapi": "3.0.3",
      "paths": {
        "/pets": {
          "get": {
            "operationId": "listPets", "tags": ["pets"],
            "responses": {"200": {"content": {"application/json": {"schema": {
              "type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}}
          }
        },
        "/orders/{id}": {
          "get": {
            "operationId": "getOrder", "tags": ["orders"],
            "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}
          }
        }
      },
      "components": {"schemas": {
        "Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
                "discriminator": {"propertyName": "kind"}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"food": {"$ref": "#/components/schemas/Food"}}}]},
        "Food": {"type": "string"},
        "Order": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Order"}}},
        "Other": {"minimum": "not a number"}
      }}
    }
    """##

  @Test(
    "selected operations bring along what they reach, and a base the schemas that extend it",
    arguments: [
      (OperationSelection(tags: ["pets"]), ["listPets-response", "Pet", "Cat", "Food"]),
      (OperationSelection(paths: ["/orders/**"]), ["Order"]),
      (
        OperationSelection(tags: ["pets"], ids: ["getOrder"]), ["listPets-response", "Pet", "Cat", "Food", "Order"]
      ),
    ])
  func selection(_ selection: OperationSelection, names: [String]) throws {
    let graph = try Self.resolve(Self.parts, root: ["components", "schemas"], operations: selection).graph
    #expect(graph.roots.map { graph.document(of: $0).part?.name } == names)
    #expect(graph.roots.map { graph[$0].document } == Array(graph.documents.indices))
  }

  @Test("what says its kind already does not say it again, unless a schema has that name")
  func kindsInNames() throws {
    let body = #"{"content": {"application/json": {"schema": {"type": "object", "properties": {"a": {}}}}}}"#
    let description = """
      {"openapi": "3.1.0", "paths": {}, "components": {"schemas": {"PullRequest": {"type": "object"}},
        "responses": {"user_response": \(body), "Deleted": \(body), "correspondence": \(body)},
        "requestBodies": {"PullRequest": \(body), "UserRequest": \(body)}}}
      """
    let graph = try Self.resolve(description, root: ["components", "schemas"], operations: OperationSelection()).graph
    #expect(
      Set(graph.roots.compactMap { graph.document(of: $0).part?.name }) == [
        "PullRequest", "user_response", "Deleted-response", "correspondence-response", "PullRequest-request",
        "UserRequest",
      ])
  }

  @Test(
    "what a selection names but no operation has is an error",
    arguments: [
      (OperationSelection(tags: ["pet"]), "the tag 'pet', which no operation has; did you mean 'pets'?"),
      (OperationSelection(paths: ["/order/**"]), "the path '/order/**', which no operation has"),
      (
        OperationSelection(ids: ["getOrders"]),
        "the operationId 'getOrders', which no operation has; did you mean 'getOrder'?"
      ),
    ])
  func selectsNothing(_ selection: OperationSelection, message: String) {
    let error = #expect(throws: ResolveErrors.self) {
      try Self.resolve(Self.parts, root: ["components", "schemas"], operations: selection)
    }
    #expect(error?.errors.first?.kind.message.contains(message) ?? false, "\(String(describing: error))")
  }

  @Test(
    "a reference of an operation that leads nowhere is an error",
    arguments: [
      (
        #"{"$ref": "none.json"}"#,
        "expected '$ref' to name a schema, found 'none.json', which resolves to 'file:///none.json'"
      ),
      (
        ##"{"$ref": "#/no"}"##, "expected '$ref' to name a schema, found '#/no', which resolves to 'file:///a.json#/no'"
      ),
      (##"{"$ref": "#/paths/~1a/get"}"##, "these references lead back to where they began: "),
    ])
  func nowhere(operation: String, message: String) throws {
    let error = #expect(throws: ResolveErrors.self) {
      try Self.resolve(
        #"{"openapi": "3.1.0", "paths": {"/a": {"get": "# + operation + "}}}", root: ["components", "schemas"],
        operations: OperationSelection())
    }
    #expect(error?.errors.first?.kind.message.hasPrefix(message) ?? false, "\(String(describing: error))")
  }

  @Test("files to which a description refers are of its dialect, unless they name another")
  func otherFiles() throws {
    let resolution = try Self.resolve(
      Self.openAPI(#"{"properties": {"b": {"$ref": "b.json"}, "c": {"$ref": "c.json"}}}"#),
      root: ["components", "schemas"],
      [
        "b.json": #"{"type": "string", "nullable": true}"#,
        "c.json": ##"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "string", "nullable": true}"##,
      ])
    let types = resolution.graph.nodes.compactMap(\.keywords.type)
    #expect(types == [[.string, .null], [.string]])
  }
}
