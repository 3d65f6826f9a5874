import JSONSchema
import SchemaRuntime
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// What `codegen coverage` counts in the types.
@Suite struct TypeFigureTests {
  private func figures(
    _ schema: String, _ definitions: Configuration.Definitions = .reachable
  ) throws -> (figures: TypeFigures, lines: [String]) {
    var input = try KeywordTable.input(schema)
    input.configuration.definitions = definitions
    let figures = try CodegenPipeline.coverage(input).types
    return (figures, figures.lines(in: input.graph))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    /// Represented and declared members, if only reached definitions have types, and if all have.
    let reachable: [Int]
    let all: [Int]
    /// The notes about losses, without locations, if all definitions have types.
    let notes: [String]

    init(_ name: String, _ schema: String, _ reachable: [Int], all: [Int]? = nil, notes: String...) {
      (testDescription, self.schema, self.reachable, self.all) = (name, schema, reachable, all ?? reachable)
      self.notes = notes
    }
  }

  @Test(
    "declared members are counted once, and each loss has one note",
    arguments: [
      Row(
        "members of nested objects and of elements",
        #"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}, "c": {"type": "array", "items": {"type": "object", "properties": {"d": {}}}}}}"#,
        [4, 4]),
      Row(
        "members of joined schemas count where they are declared",
        ##"{"type": "object", "allOf": [{"$ref": "#/$defs/base"}, {"properties": {"b": {}}}], "$defs": {"base": {"type": "object", "properties": {"a": {}}}}}"##,
        [2, 2]),
      Row(
        "conditions, negations and members that no value may have do not count",
        #"{"type": "object", "properties": {"a": {}, "b": false}, "if": {"properties": {"c": {}}}, "then": {"required": ["a"]}, "not": {"properties": {"d": {"type": "object", "properties": {"e": {}}}}}}"#,
        [1, 1]),
      Row(
        "nor do those below keywords that do not apply to the schema's type",
        #"{"type": "object", "properties": {"a": {}}, "items": {"properties": {"b": {}}}, "patternProperties": {"x": {"type": "string", "properties": {"c": {}}}}}"#,
        [1, 1]),
      Row(
        "a definition that only a condition uses counts if all definitions do",
        ##"{"type": "object", "if": {"$ref": "#/$defs/a"}, "then": false, "$defs": {"a": {"type": "object", "properties": {"b": {}}}}}"##,
        [0, 0], all: [1, 1]),
      Row(
        "definitions inside of definitions",
        #"{"$defs": {"a": {"type": "object", "properties": {"b": {}}, "$defs": {"c": {"type": "object", "properties": {"d": {}}}}}, "e": true}}"#,
        [1, 1], all: [2, 2]),
      Row(
        "definitions of conditions have no types",
        #"{"if": {"$defs": {"a": {"type": "object", "properties": {"b": {}}}}}, "then": {}}"#, [0, 0]),
      Row(
        "members below a lost one are part of the same loss",
        #"{"type": "object", "properties": {"a": {"type": "array", "contains": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {}}}}}}}}"#,
        [1, 3], notes: "2 members declared under 'contains' have no Swift property"),
      Row(
        "each location has its own note",
        #"{"type": "object", "properties": {"a": {"type": "array", "contains": {"properties": {"b": {}}}}, "c": {"type": "array", "contains": {"properties": {"d": {}, "e": {}}}}}}"#,
        [2, 5], notes: "1 member declared under 'contains' has no Swift property",
        "2 members declared under 'contains' have no Swift property"),
      Row(
        "siblings of a reference that an old draft ignores",
        ##"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"$ref": "#/definitions/b", "properties": {"x": {}}}}, "definitions": {"b": {"type": "object", "properties": {"c": {}}}}}"##,
        [2, 2]),
    ])
  func declaredMembers(_ row: Row) throws {
    for (definitions, expected) in [(.reachable, row.reachable), (.all, row.all)]
      as [(Configuration.Definitions, [Int])]
    {
      let (figures, lines) = try figures(row.schema, definitions)
      let total = figures.total
      #expect([total.representedMembers, total.declaredMembers] == expected, "\(definitions.rawValue)")
      let lost = figures.losses.reduce(0) { $0 + $1.count }
      #expect(lost == total.declaredMembers - total.representedMembers)
      if definitions == .all {
        #expect(lines.dropLast(4).map { $0.split(separator: "note: ").last.map(String.init) } == row.notes)
      }
    }
  }

  @Test("a branch that a discriminator selects declares no member")
  func discriminators() throws {
    let graph = try DocumentingSite.graph(ofAPI: OperationPageTests.discriminated)
    let input = CodegenPipeline.Input(
      graph: graph, configuration: Configuration(), folder: "", lock: nil, templates: [])
    let total = try CodegenPipeline.coverage(input).types.total
    #expect([total.representedMembers, total.declaredMembers] == [3, 3])
  }

  @Test("copies of a schema for dynamic scopes declare their members once")
  func dynamicScopes() throws {
    let (figures, _) = try figures(
      ##"""
      {"$id": "https://example.com/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false,
       "$defs": {"tree": {"$id": "tree", "$dynamicAnchor": "node", "type": "object",
         "properties": {"children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}}
      """##, .all)
    #expect(figures.total.declaredMembers == 1 && figures.total.representedMembers == 1)
  }

  @Test(
    "a member of JSONValue counts if its schema says more than that",
    arguments: [
      ("{}", 0), ("true", 0), (#"{"title": "a"}"#, 0), (#"{"type": "string"}"#, 0),
      (#"{"x-swift": {"type": "JSONValue"}, "type": "string"}"#, 0),
      (#"{"anyOf": [{"type": "string"}, {}]}"#, 0),
      (#"{"type": ["null", "boolean", "number", "string", "array", "object"]}"#, 0),
      (#"{"const": [1]}"#, 1), (#"{"type": "null"}"#, 1),
      (##"{"$ref": "#/properties/b"}"##, 0),
    ])
  func untypedMembers(_ schema: String, _ expected: Int) throws {
    let (figures, _) = try figures(#"{"type": "object", "properties": {"a": "# + schema + #", "b": {}}}"#)
    #expect(figures.total.untypedMembers == expected && figures.untypedMembers.count == expected)
  }

  @Test("a member that several branches declare is reported where they are")
  func joinedMember() throws {
    let (figures, _) = try figures(
      #"""
      {"type": "object", "properties": {"b": {"type": "string"}}, "oneOf": [
        {"properties": {"a": {"const": [1]}}}, {"properties": {"a": {"const": [2]}}}]}
      """#)
    #expect(figures.untypedMembers.map(\.schema.index) == [0])
  }

  @Test("names of cases that hold only a position count, names that happen to look like one do not")
  func positions() throws {
    let object = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    let lists = ["string", "integer", "boolean"].map { type in
      #"{"type": "array", "items": {"type": "array", "items": {"type": "\#(type)"}}}"#
    }
    let (figures, _) = try figures(
      """
      {"type": "object", "properties": {
        "unnamed": {"oneOf": [\(lists.joined(separator: ", "))]},
        "named": {"oneOf": [{"$ref": "#/$defs/option1"}, {"$ref": "#/$defs/option2"}]}},
       "$defs": {"option1": \(object), "option2": \(object)}}
      """)
    #expect(
      figures.positionalCases.map { $0.split(separator: ".").suffix(2).joined(separator: ".") } == ["Unnamed.option3"])
    #expect(figures.total.unionCases == 5 && figures.total.positionalCases == 1)
  }

  @Test(
    "a name has an escape if it has more underscores than its text",
    arguments: [
      ("userID", "user-id", false), ("_2d", "2d", false), ("v1_2", "1.2", false), ("_id", "_id", false),
      ("snake_case", "snake_case", false),
      ("userID_useru2did", "user-id", true), ("Full_full__", "full", true), ("A_2d_b.swift", "a-b.swift", true),
      // Other characters have to be spelled out somehow.
      ("context_u40context", "@context", false), ("naïve_nau00efve", "naïve", false),
    ])
  func escapes(_ name: String, _ text: String, _ expected: Bool) {
    #expect(EscapedName.matches(name, of: text) == expected)
  }
}
