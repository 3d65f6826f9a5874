import JSONSchema
import SchemaRuntime
import SchemaValidation
import TestSupport
import Testing

/// Lists of strings that are read as open.
@Suite struct OpenEnumerationTests {
  private static func validator(_ schema: JSONValue, opens: Bool) throws -> SchemaValidator {
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(open: opens ? [.enumerations] : []) }
    let document = SchemaDocument(
      uri: "https://test.example/a.json", name: "a.json", source: try JSONDocument(parsing: schema.json()))
    let graph = try SchemaResolver.resolve([document], options: options).graph
    return try SchemaValidator(graph: graph, schema: graph.roots[0])
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    /// A payload that only the open schema admits, or that it refuses all the same.
    let payload: String
    let isAdmitted: Bool

    init(_ name: String, _ schema: String, _ payload: String, _ isAdmitted: Bool) {
      (testDescription, self.schema, self.payload, self.isAdmitted) = (name, schema, payload, isAdmitted)
    }
  }

  static let rows = [
    Row("a list", #"{"enum": ["a", "b"]}"#, #""c""#, true),
    Row("a list with null", #"{"enum": ["a", "b", null]}"#, #""c""#, true),
    Row("another type", #"{"enum": ["a", "b"]}"#, "1", false),
    Row("null, where it is not listed", #"{"enum": ["a", "b"]}"#, "null", false),
    Row("one value", #"{"enum": ["a"]}"#, #""c""#, true),
    Row("values of several types", #"{"enum": ["a", "b", 1]}"#, #""c""#, false),
    Row("constants with words", #"{"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}"#, #""c""#, true),
    Row("a list next to null", #"{"oneOf": [{"enum": ["a", "b"]}, {"type": "null"}]}"#, #""c""#, true),
    Row(
      "a list beside a pattern", #"{"anyOf": [{"enum": ["a", "b"]}, {"type": "string", "pattern": "^x"}]}"#, #""c""#,
      false),
    Row("a list in a condition", #"{"if": {"enum": ["a", "b"]}, "then": false}"#, #""a""#, false),
    Row("a list in a negation", #"{"not": {"enum": ["a", "b"]}}"#, #""a""#, false),
    Row(
      "members of branches distinguished by a tag",
      #"""
      {"oneOf": [
        {"type": "object", "required": ["t"], "properties": {"t": {"const": 1}, "x": {"enum": ["a", "b"]}}},
        {"type": "object", "required": ["t"], "properties": {"t": {"const": 2}, "x": {"enum": ["c", "d"]}}}]}
      """#, #"{"t": 1, "x": "e"}"#, false),
    Row(
      "the same list in branches distinguished by a tag",
      #"""
      {"oneOf": [
        {"type": "object", "required": ["t"], "properties": {"t": {"const": 1}, "x": {"enum": ["a", "b"]}}},
        {"type": "object", "required": ["t"], "properties": {"t": {"const": 2}, "x": {"enum": ["a", "b"]}}}]}
      """#, #"{"t": 1, "x": "e"}"#, true),
  ]

  @Test("a list admits other strings, except where a decision rests on it", arguments: rows)
  func admits(row: Row) throws {
    let schema = try JSONValue(parsing: row.schema)
    #expect(try !Self.validator(schema, opens: false).validate(row.payload).isValid)
    #expect(try Self.validator(schema, opens: true).validate(row.payload).isValid == row.isAdmitted)
  }

  @Test("an open schema admits all that the closed one does")
  func admitsMore() throws {
    var made = RandomLists(random: SeededRandom(seed: 7))
    var (valid, opened) = (0, 0)
    for _ in 0..<Effort.rounds(quick: 1_500, thorough: 3_000) {
      let schema = made.schema(depth: 3)
      let closed = try Self.validator(schema, opens: false)
      let open = try Self.validator(schema, opens: true)
      for _ in 0..<20 {
        let payload = made.payload(depth: 3).text()
        let isOpen = open.validate(payload).isValid
        if closed.validate(payload).isValid {
          valid += 1
          #expect(isOpen, "\(schema.text()) admits \(payload) only while it is closed")
        } else if isOpen {
          opened += 1
        }
      }
    }
    #expect(valid > 1_000 && opened > 100, "\(valid) valid, \(opened) opened")
  }
}

/// Random schemas of lists in choices, conditions and negations, and payloads for them.
private struct RandomLists {
  var random: SeededRandom

  private mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

  private mutating func words(_ range: ClosedRange<Int>) -> [JSONValue] {
    let count = Int.random(in: range, using: &random)
    return ["a", "b", "c", "d"].shuffled(using: &random).prefix(count).map { .string($0) }
  }

  mutating func schema(depth: Int) -> JSONValue {
    let isLeaf = depth == 0
    switch Int.random(in: 0..<(isLeaf ? 5 : 13), using: &random) {
    case 0, 1: return ["enum": .array(words(1...3) + (chance(4) ? [.null] : []))]
    case 2: return ["type": "string", "enum": .array(words(2...3))]
    case 3: return ["const": words(1...1)[0]]
    case 4: return ["type": [.string("string"), "integer", "null"].randomElement(using: &random) ?? "string"]
    case 5, 6, 7: return object(depth: depth)
    case 8, 9: return ["oneOf": .array(schemas(depth: depth))]
    case 10: return ["anyOf": .array(schemas(depth: depth))]
    case 11: return ["allOf": .array(schemas(depth: depth))]
    default:
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return ["not": schema(depth: depth - 1)]
      case 1:
        return [
          "if": schema(depth: depth - 1), "then": schema(depth: depth - 1), "else": schema(depth: depth - 1),
        ]
      case 2: return ["items": schema(depth: depth - 1)]
      default: return ["contains": schema(depth: depth - 1), "maxContains": 1]
      }
    }
  }

  private mutating func schemas(depth: Int) -> [JSONValue] {
    (0..<Int.random(in: 2...3, using: &random)).map { _ in schema(depth: depth - 1) }
  }

  private mutating func object(depth: Int) -> JSONValue {
    var properties = JSONObject()
    for name in ["k", "m"] where !chance(3) { properties[name] = schema(depth: depth - 1) }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    if chance(2) { object["required"] = ["k"] }
    return .object(object)
  }

  mutating func payload(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth == 0 ? 4 : 7), using: &random) {
    case 0, 1: return .string(["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a")
    case 2: return 1
    case 3: return .null
    case 4, 5:
      var object = JSONObject()
      for name in ["k", "m"] where !chance(3) { object[name] = payload(depth: depth - 1) }
      return .object(object)
    default: return .array((0..<Int.random(in: 0...2, using: &random)).map { _ in payload(depth: depth - 1) })
    }
  }
}
