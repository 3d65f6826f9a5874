import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// References without a target and cycles: errors where a root leads, and otherwise warnings and undecided values.
@Suite struct DefectTests {
  /// A document whose root refers to nothing, with a definition `x`.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let definitions: String
    let warning: String
    let issue: String

    init(_ name: String, _ definitions: String, warning: String, issue: String) {
      testDescription = name
      self.definitions = definitions
      self.warning = warning
      self.issue = issue
    }
  }

  private static let uri = "https://example.com/a.json"
  private static let undecided = "undecided, because the schema at '\(uri)#/$defs/x' has a mistake: "
  private static let unused =
    "; only a warning, because no schema uses this one; validating against it gives no verdict"

  static let rows = [
    Row(
      "a reference that leads nowhere", ##""x": {"$ref": "#/$defs/y", "title": "t", "type": "string"}"##,
      warning:
        "expected '$ref' to name a schema, found '#/$defs/y', which resolves to '\(uri)#/$defs/y': '#/$defs' exists but "
        + "has no 'y'",
      issue: undecided + "its '$ref' leads to no schema: '#/$defs/y'"),
    Row(
      "a document that is missing", ##""x": {"$ref": "b.json"}"##,
      warning:
        "expected '$ref' to name a schema, found 'b.json', which resolves to 'https://example.com/b.json': no schema has "
        + "this URI; did you mean '\(uri)'?",
      issue: undecided + "its '$ref' leads to no schema: 'b.json'"),
    Row(
      "a cycle of references", ##""x": {"$ref": "#/$defs/z"}, "z": {"allOf": [{"$ref": "#/$defs/x"}]}"##,
      warning: "these references lead back to where they began: \(uri)#/$defs/x -> \(uri)#/$defs/z -> "
        + "\(uri)#/$defs/z/allOf/0 -> \(uri)#/$defs/x; remove one of them",
      issue: undecided + "its references lead back to it"),
    Row(
      "a schema that is its own alternative", ##""x": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/x"}]}"##,
      warning: "this schema applies itself to the same value again and again: "
        + "\(uri)#/$defs/x -> \(uri)#/$defs/x/anyOf/1 -> \(uri)#/$defs/x; refer to it from a member or an element "
        + "instead",
      issue: undecided + "it applies itself to the same value again"),
    Row(
      "a negation of itself", ##""x": {"not": {"$ref": "#/$defs/x"}}"##,
      warning: "this schema applies itself to the same value again and again: "
        + "\(uri)#/$defs/x -> \(uri)#/$defs/x/not -> \(uri)#/$defs/x; refer to it from a member or an element instead",
      issue: undecided + "it applies itself to the same value again"),
  ]

  private static func resolve(_ text: String, isLenient: Bool = false) throws -> SchemaResolver.Resolution {
    let document = SchemaDocument(uri: uri, name: "a.json", source: try JSONDocument(parsing: Array(text.utf8)))
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(isLenient: isLenient) }
    return try SchemaResolver.resolve([document], options: options)
  }

  private static func text(_ root: String, _ row: Row) -> String { #"{\#(root)"$defs": {\#(row.definitions)}}"# }

  @Test("where nothing leads, a mistake is a warning, and a payload that reaches it is undecided", arguments: rows)
  func unused(row: Row) throws {
    let resolution = try Self.resolve(Self.text(#""type": "object", "#, row))
    #expect(resolution.diagnostics.map(\.message) == [row.warning + Self.unused])
    #expect(resolution.concessions.isEmpty)
    let graph = resolution.graph
    #expect(try SchemaValidator(graph: graph, schema: graph.roots[0]).validate("{}") == .valid)
    let definition = try #require(graph.nodes.first { $0.pointer == JSONPointer(["$defs", "x"]) })
    for value in ["null", "{}", #""a""#, "[1]"] {
      let result = try SchemaValidator(graph: graph, schema: definition.id).validate(value)
      guard case .undecided(let issues) = result else {
        Issue.record("\(value) is \(result)")
        continue
      }
      #expect(issues.map(\.message) == [row.issue])
    }
  }

  @Test("where the root leads, it is an error", arguments: rows)
  func used(row: Row) throws {
    for root in [##""properties": {"a": {"$ref": "#/$defs/x"}}, "##, ##""items": {"not": {"$ref": "#/$defs/x"}}, "##] {
      do {
        let graph = try Self.resolve(Self.text(root, row)).graph
        // The compiler refuses what references alone do not decide.
        let error = #expect(throws: CompileError.self) { try SchemaValidator(graph: graph, schema: graph.roots[0]) }
        #expect(row.warning.hasPrefix(error?.message ?? ""))
      } catch let error as ResolveErrors {
        #expect(error.errors.map(\.kind.message) == [row.warning])
      }
    }
  }

  @Test("in a lenient file, it is a warning, and undecided where it makes a difference", arguments: rows)
  func lenient(row: Row) throws {
    let text = Self.text(
      ##""properties": {"a": {"$ref": "#/$defs/x"}, "b": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/x"}]}}, "##, row
    )
    let resolution = try Self.resolve(text, isLenient: true)
    #expect(
      resolution.diagnostics.map(\.message) == [
        row.warning + "; the file is lenient, so validating against this schema gives no verdict"
      ])
    #expect(resolution.concessions == resolution.diagnostics)
    let validator = try SchemaValidator(graph: resolution.graph, schema: resolution.graph.roots[0])
    #expect(validator.validate(#"{"b": null, "c": 1}"#) == .valid)
    guard case .undecided(let issues) = validator.validate(#"{"a": 1}"#) else {
      Issue.record("expected an undecided payload")
      return
    }
    #expect(issues.map(\.message) == [row.issue])
    #expect(issues.map(\.instanceLocation) == [JSONPointer(["a"])])
  }

  @Test("definitions that used ones use, and the targets of dynamic references, are used")
  func reachable() throws {
    let texts = [
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"$ref": "#/nowhere"}}}"##,
      ##"{"$ref": "#/$defs/a/$defs/b", "$defs": {"a": {"$ref": "#/nowhere", "$defs": {"b": {"$ref": "#/none"}}}}}"##,
      ##"""
      {"items": {"$dynamicRef": "#n"}, "$defs": {
        "a": {"$id": "x", "$defs": {"b": {"$dynamicAnchor": "n", "$ref": "#/nowhere"}}}, "c": {"$dynamicAnchor": "n"}}}
      """##,
    ]
    for text in texts { #expect(throws: ResolveErrors.self, "\(text)") { try Self.resolve(text) } }
  }

  @Test("in v1, a dynamic reference that no schema on the way gives a meaning is an error, or undecided")
  func scopes() throws {
    let v1 = #""$schema": "https://json-schema.org/v1""#
    let list = ##""list": {"$id": "list", "items": {"$dynamicRef": "#item"}}"##
    let words =
      ##""words": {"$id": "words", "$ref": "list", "$defs": {"a": {"$dynamicAnchor": "item", "type": "string"}}}"##
    let graph = try Self.resolve(#"{\#(v1), "$ref": "words", "$defs": {\#(list), \#(words)}}"#).graph
    let root = try SchemaValidator(graph: graph, schema: graph.roots[0])
    #expect(root.validate(#"["a"]"#) == .valid)
    #expect(!root.validate("[1]").isValid)
    let inner = try #require(graph.nodes.first { $0.pointer == JSONPointer(["$defs", "list"]) })
    guard case .undecided(let issues) = try SchemaValidator(graph: graph, schema: inner.id).validate(#"["a"]"#) else {
      Issue.record("expected an undecided payload")
      return
    }
    #expect(issues.map(\.message).joined().hasSuffix("no schema that leads here has the dynamic anchor 'item'"))
    let text = #"{\#(v1), "allOf": [{"$ref": "list"}, {"$ref": "words"}], "$defs": {\#(list), \#(words)}}"#
    let errors = #expect(throws: ResolveErrors.self) { try Self.resolve(text) }
    #expect(
      errors?.errors.map(\.kind.message) == [
        "expected '$dynamicRef' to name a schema, found '#item': no schema that leads here has the dynamic anchor 'item'"
      ])
  }

  @Test("a schema with a defect keeps its annotations but none of its assertions")
  func annotations() throws {
    let resolution = try Self.resolve(
      ##"{"$defs": {"x": {"$ref": "#/y", "title": "t", "minLength": 1, "type": "string", "x-sensitive": true, "$defs": {"z": {}}}}}"##
    )
    let keywords = try #require(resolution.graph.nodes.first { $0.defect != nil }).keywords
    #expect(keywords.written.keys == ["title", "x-sensitive", "$defs"])
    #expect(keywords.vendor.sensitive && keywords.title == "t" && keywords.defs.count == 1)
    #expect(keywords.type == nil && keywords.lengths.all.isEmpty)
  }
}
