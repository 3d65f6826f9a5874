import CodegenTemplates
import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation
import Testing

@testable import CodegenCore

/// `"views": ["request", "response"]`: what the twins of a schema admit, and what they are called.
@Suite struct ViewTests {
  /// A schema and payloads for its twin in a view.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: String
    var view: SchemaView
    /// Valid and invalid payloads of the twin.
    var valid: [String]
    var invalid: [String]

    init(
      _ sentence: String, _ schema: String, _ view: SchemaView = .request, valid: [String], invalid: [String] = []
    ) {
      testDescription = sentence
      self.schema = schema
      self.view = view
      self.valid = valid
      self.invalid = invalid
    }
  }

  private static func graph(_ text: String) throws -> SchemaGraph {
    var configuration = Configuration()
    configuration.views = [.request, .response]
    let document = SchemaDocument(
      uri: "https://views.example/thing", name: "thing.schema.json", source: try JSONDocument(parsing: text))
    let graph = try SchemaResolver.resolve([document]).graph
    return try #require(graph.withTwins(for: configuration))
  }

  @Test(
    "an API description has views where it requires a member that one of them lacks",
    arguments: [
      (#"{"properties": {"id": {"readOnly": true}}, "required": ["id"]}"#, true),
      (#"{"properties": {"key": {"writeOnly": true}}, "allOf": [{"required": ["key"]}]}"#, true),
      (#"{"properties": {"id": {"readOnly": true}}}"#, false),
      (#"{"properties": {"id": {}}, "required": ["id"]}"#, false),
    ])
  func automatic(schema: String, needsViews: Bool) throws {
    let others = ##""Holder": {"properties": {"a": {"$ref": "#/components/schemas/A"}}}"##
    let text = #"{"openapi": "3.1.0", "components": {"schemas": {"A": "# + schema + ", " + others + "}}}"
    let document = SchemaDocument(
      uri: "https://views.example/api", name: "api.json", source: try JSONDocument(parsing: text),
      extent: .members(of: JSONPointer(["components", "schemas"])))
    let graph = try SchemaResolver.resolve([document]).graph
    func twinCount(_ views: Set<SchemaView>?) throws -> Int {
      var configuration = Configuration()
      configuration.views = views
      let graph = try #require(graph.withTwins(for: configuration))
      return graph.twins(of: graph.roots).count
    }
    // The schema itself, and the one that has it as a member.
    #expect(try twinCount(nil) == (needsViews ? 2 : 0))
    #expect(try twinCount([]) == 0)
    #expect(try twinCount([.request]) == (schema.contains("readOnly") ? 2 : 0))
  }

  /// Members called `r` are `readOnly` everywhere.
  static let rows: [Row] = [
    Row(
      "a required member is absent from a request",
      #"{"required": ["r", "a"], "properties": {"r": {"readOnly": true, "type": "string"}, "a": {}}}"#,
      valid: [#"{"a": 1}"#, #"{"a": 1, "r": "2"}"#], invalid: ["{}", #"{"a": 1, "r": 2}"#]),
    Row(
      "a member that is write-only is absent from a response",
      #"{"required": ["w"], "properties": {"w": {"writeOnly": true}}, "additionalProperties": false}"#, .response,
      valid: ["{}"], invalid: [#"{"w": 1}"#]),
    Row(
      "`readOnly` stands in a schema that the member refers to",
      ##"{"required": ["r"], "properties": {"r": {"$ref": "#/$defs/id"}}, "$defs": {"id": {"readOnly": true}}}"##,
      valid: ["{}"]),
    Row(
      "another schema of the same object requires the member",
      #"{"allOf": [{"required": ["r", "a"]}, {"properties": {"r": {"readOnly": true}}}]}"#,
      valid: [#"{"a": 1}"#], invalid: ["{}"]),
    Row(
      "a definition loses the member only where it is read-only",
      ##"""
      {"properties": {"plain": {"$ref": "#/$defs/base"}, "id": {"readOnly": true}},
       "allOf": [{"$ref": "#/$defs/base"}], "$defs": {"base": {"required": ["id"], "properties": {"id": {}}}}}
      """##,
      valid: ["{}", #"{"plain": {"id": 1}}"#], invalid: [#"{"plain": {}}"#]),
    Row(
      "a branch hides a member that the schema around it requires",
      #"""
      {"required": ["r", "k"], "oneOf": [
        {"properties": {"k": {"const": 1}, "r": {"readOnly": true}}}, {"properties": {"k": {"const": 2}}}]}
      """#,
      valid: [#"{"k": 1}"#], invalid: ["{}", #"{"k": 3}"#]),
    Row(
      "a branch does not hide the member of another one",
      #"""
      {"oneOf": [
        {"type": "object", "properties": {"k": {"const": "x"}, "m": {"readOnly": true}}, "required": ["k", "m"]},
        {"type": "object", "properties": {"k": {"const": "y"}}, "required": ["k", "m"]}]}
      """#,
      valid: [#"{"k": "x"}"#], invalid: [#"{"k": "y"}"#]),
    Row(
      "branches that only absent members distinguish may be valid together",
      #"""
      {"type": "object", "properties": {"a": {}},
       "oneOf": [{"required": ["r"], "properties": {"r": {"readOnly": true}}}, {"required": ["a"]}]}
      """#,
      valid: ["{}", #"{"a": 1}"#]),
    Row(
      "a negation of absent members says nothing",
      #"{"properties": {"r": {"readOnly": true}}, "not": {"required": ["r", "b"]}}"#, valid: [#"{"b": 1}"#, "{}"]),
    Row(
      "other negations remain",
      #"{"properties": {"r": {"readOnly": true}}, "required": ["r"], "not": {"required": ["b"]}}"#,
      valid: ["{}"], invalid: [#"{"b": 1}"#]),
    Row(
      "a condition on an absent member leaves both branches",
      #"""
      {"properties": {"r": {"readOnly": true}}, "if": {"properties": {"r": {"const": 1}}, "required": ["r"]},
       "then": {"required": ["a"]}, "else": {"required": ["b"]}}
      """#,
      valid: [#"{"a": 1}"#, #"{"b": 1}"#], invalid: ["{}"]),
    Row(
      "dependencies on absent members are dropped",
      #"""
      {"properties": {"r": {"readOnly": true}}, "dependentRequired": {"a": ["r", "b"], "r": ["c"]},
       "dependentSchemas": {"r": {"required": ["d"]}}}
      """#,
      valid: ["{}", #"{"a": 1, "b": 1}"#, #"{"r": 1}"#], invalid: [#"{"a": 1}"#]),
    Row(
      "absent members do not count",
      #"{"properties": {"r": {"readOnly": true}, "a": {}}, "minProperties": 2}"#,
      valid: [#"{"a": 1}"#], invalid: ["{}"]),
    Row(
      "a schema that counts members does not declare those that are absent",
      #"{"allOf": [{"minProperties": 1}, {"properties": {"r": {"readOnly": true}}}]}"#, valid: ["{}"]),
    Row(
      "elements may differ only in absent members",
      #"{"items": {"properties": {"r": {"readOnly": true}}}, "uniqueItems": true}"#, valid: ["[{}, {}]"]),
    Row(
      "no member is unevaluated but the absent ones",
      #"""
      {"allOf": [{"properties": {"r": {"readOnly": true, "type": "integer"}, "a": {}}}], "unevaluatedProperties": false}
      """#,
      valid: ["{}", #"{"a": 1}"#], invalid: [#"{"r": 1}"#, #"{"r": "1"}"#]),
    Row(
      "maps, tuples and recursive schemas",
      ##"""
      {"type": "object", "required": ["r"], "properties": {"r": {"readOnly": true, "type": "integer"},
        "t": {"prefixItems": [{"$ref": "#"}], "items": {"$ref": "#"}}}, "additionalProperties": {"$ref": "#"}}
      """##,
      valid: [#"{"x": {"y": {}}, "t": [{}, {"z": {}}]}"#], invalid: [#"{"x": 1}"#, #"{"t": [1]}"#]),
    Row(
      "a constant with members says nothing, one without does",
      #"""
      {"properties": {"r": {"readOnly": true}, "k": {"const": 1}}, "enum": [{"r": 1, "k": 1}]}
      """#,
      valid: [#"{"k": 1}"#], invalid: [#"{"k": 2}"#]),
  ]

  @Test("a twin admits what the original admits, without absent members", arguments: rows)
  func admits(row: Row) throws {
    let graph = try Self.graph(row.schema)
    let twin = try #require(graph.twin(of: graph.roots[0], in: row.view))
    let compiled = try Compiler.compile([graph.roots[0], twin], of: graph)
    let evaluator = Evaluator(compiled.program)
    let index = try #require(compiled.indices[twin])
    func isValid(_ text: String) throws -> Bool { try evaluator.issues(in: Array(text.utf8), schema: index).isEmpty }
    for text in row.valid { #expect(try isValid(text), "\(text)") }
    for text in row.invalid { #expect(try !isValid(text), "\(text)") }
    // Payloads of the original, without the members.
    guard row.view == .request else { return }
    let original = try #require(compiled.indices[graph.roots[0]])
    let sampler = SchemaSampler(compiled.program, schema: original)
    for seed in 0..<40 {
      guard case .value(let value) = sampler.sample(seed: UInt64(seed)) else { continue }
      let request = Self.withoutReadOnly(value).text()
      #expect(try isValid(request), "\(request) of \(value.text())")
    }
  }

  private static func withoutReadOnly(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(JSONObject(members.filter { $0.key != "r" }.map { ($0.key, withoutReadOnly($0.value)) }))
    case .array(let elements): .array(elements.map { withoutReadOnly($0) })
    case .null, .bool, .number, .string: value
    }
  }

  @Test("a sample of a twin has none of the members that it lacks")
  func samples() throws {
    let graph = try Self.graph(
      ##"""
      {"type": "object", "properties": {"r": {"readOnly": true, "type": "string"}, "a": {"type": "string"},
       "list": {"type": "array", "minItems": 1, "items": {"$ref": "#"}}}}
      """##)
    let twin = try #require(graph.twin(of: graph.roots[0], in: .request))
    let compiled = try Compiler.compile([twin], of: graph)
    let sampler = SchemaSampler(compiled.program, schema: try #require(compiled.indices[twin]))
    for seed in 0..<100 {
      let value = try #require(sampler.value(seed: UInt64(seed), size: .typical))
      #expect(value == Self.withoutReadOnly(value))
    }
  }

  @Test("schemas without such members are shared by all views")
  func shared() throws {
    let graph = try Self.graph(
      ##"""
      {"properties": {"r": {"readOnly": true}, "a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/b"}},
       "$defs": {"a": {"properties": {"x": {}}}, "b": {"properties": {"back": {"$ref": "#"}}}}}
      """##)
    let names = graph.twinNodes.map { "\($0.pointer) \($0.twin?.mark ?? "")" }
    #expect(
      names == [
        " request", "/properties/b request", "/$defs/b request", "/$defs/b/properties/back request",
        // The members that requests lack.
        "/readOnly request",
      ])
    let root = try #require(graph.twin(of: graph.roots[0], in: .request))
    #expect(graph.twin(of: graph.roots[0], in: .response) == nil)
    let target = try #require(graph[root].keywords.properties.first { $0.name == "a" }?.schema)
    #expect(graph[target].twin == nil)
  }

  @Test("too many copies are none")
  func limit() throws {
    let graph = try Self.graph(#"{"properties": {"r": {"readOnly": true}}}"#)
    #expect(graph.twinNodes.count == 2)
    let document = SchemaDocument(
      uri: "https://views.example/deep", name: "deep.schema.json",
      source: try JSONDocument(parsing: Self.manyScopes(depth: 12)))
    let deep = try SchemaResolver.resolve([document]).graph
    #expect(deep.withTwins(limit: 1_000) { _, _ in true } == nil)
  }

  /// Each level hides one more member of the object, or does not: there are twice as many sets with every level.
  private static func manyScopes(depth: Int) -> String {
    let names = (0..<depth).map { #""r\#($0)""# }.joined(separator: ",")
    let levels = (0..<depth).map { level in
      let next = ##"{"$ref": "#/$defs/l\##(level + 1)"}"##
      let hiding = #"{"properties": {"r\#(level)": {"readOnly": true}}, "allOf": [\#(next)]}"#
      return #""l\#(level)": {"anyOf": [\#(hiding), \#(next)]}"#
    }
    let last = #""l\#(depth)": {"required": [\#(names)]}"#
    return ##"{"$ref": "#/$defs/l0", "$defs": {\##((levels + [last]).joined(separator: ","))}}"##
  }

  // MARK: - Names

  private func generate(_ schemas: [String: String], lock: JSONValue? = nil) throws -> CodegenOutput {
    let documents = try schemas.keys.sorted().map { path in
      SchemaDocument(
        uri: "https://views.example/" + path, name: path, source: try JSONDocument(parsing: schemas[path] ?? ""))
    }
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.views = [.request, .response]
    return try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: lock,
        templates: SwiftTemplates.all))
  }

  private func names(_ output: CodegenOutput) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (output.lock["types"]?.object ?? [:]).map { ($0.key, $0.value.string ?? "") })
      .reduce(into: [:]) { $0[$1.key.replacing("https://views.example/", with: "")] = $1.value }
  }

  private static let user = ##"""
    {"type": "object", "properties": {"id": {"readOnly": true}, "name": {"type": "string"},
     "pets": {"type": "array", "items": {"$ref": "#/$defs/pet"}}}, "$defs": {"pet": {"type": "object", "properties": {
     "id": {"readOnly": true}, "tag": {"type": "object", "properties": {"id": {"readOnly": true}, "x": {}}}}}}}
    """##

  @Test("a twin is called by its original and the view, inside of another twin by its own name")
  func names() throws {
    let output = try generate(["user.schema.json": Self.user])
    #expect(
      names(output) == [
        "user.schema.json#": "User", "user.schema.json#@request": "UserRequest",
        "user.schema.json#/$defs/pet": "Pet", "user.schema.json#/$defs/pet@request": "PetRequest",
        "user.schema.json#/$defs/pet/properties/tag": "Tag",
        "user.schema.json#/$defs/pet/properties/tag@request": "Tag",
      ])
    let again = try generate(["user.schema.json": Self.user], lock: output.lock)
    #expect(again.lock == output.lock)
    #expect(again.files == output.files)
  }

  @Test("a schema comes before a twin of the same name, but not before one in the lock")
  func clashes() throws {
    let other = #"{"type": "object", "properties": {"x": {"type": "string"}}}"#
    let both = ["user.schema.json": Self.user, "user-request.schema.json": other]
    let fresh = names(try generate(both))
    #expect(fresh["user-request.schema.json#"] == "UserRequest")
    #expect(fresh["user.schema.json#@request"] == "UserRequest2")
    let locked = names(try generate(both, lock: try generate(["user.schema.json": Self.user]).lock))
    #expect(locked["user.schema.json#@request"] == "UserRequest")
    #expect(locked["user-request.schema.json#"] == "UserRequest2")
  }

  @Test("the former name of a type stays, and so does that of its twin")
  func formerNames() throws {
    let lock = try generate(["user.schema.json": Self.user]).lock
    let output = try generate(["account.schema.json": Self.user], lock: lock)
    let aliases = output.files.flatMap { $0.contents.split(separator: "\n") }
      .filter { $0.contains("typealias User") }.map { $0.split(separator: " ").suffix(3).joined(separator: " ") }
    #expect(aliases.sorted() == ["User = Account", "UserRequest = AccountRequest"])
  }
}
