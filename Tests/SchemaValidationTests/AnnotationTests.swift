import JSONSchema
import SchemaRuntime
import SchemaValidation
import TestSupport
import Testing

/// Annotations of values: rows in addition to those of the official suite.
@Suite struct AnnotationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    let instance: String
    /// `#instance #keywordLocation value`, one per annotation.
    let annotations: [String]

    init(_ name: String, _ schema: String, _ instance: String, _ annotations: [String]) {
      testDescription = name
      self.schema = schema
      self.instance = instance
      self.annotations = annotations
    }
  }

  static let rows = [
    Row("the indices of matching elements", #"{"contains":{"type":"null"}}"#, "[1,null]", ["# #/contains [1]"]),
    Row("all elements match", #"{"contains":{"type":"null"}}"#, "[null,null]", ["# #/contains true"]),
    Row("no element matches", #"{"contains":false,"minContains":0}"#, "[1]", ["# #/contains []"]),
    Row("there is no element", #"{"contains":true,"minContains":0}"#, "[]", ["# #/contains []"]),
    Row(
      "before 2020-12 elements that match are not said",
      #"{"$schema":"https://json-schema.org/draft/2019-09/schema","contains":{"title":"t"}}"#, "[1]",
      ["#/0 #/contains/title \"t\""]),
    Row(
      "elements by index, with some left over", #"{"prefixItems":[{"title":"t"}]}"#, "[1,2]",
      ["#/0 #/prefixItems/0/title \"t\"", "# #/prefixItems 0"]),
    Row("no elements by index", #"{"prefixItems":[true],"items":true,"unevaluatedItems":true}"#, "[]", []),
    Row(
      "no members", #"{"properties":{"a":true},"additionalProperties":true}"#, "{}",
      ["# #/properties []", "# #/additionalProperties []"]),
    Row(
      "a condition alone, a negation, and a branch that does not hold",
      #"{"if":{"title":"if"},"not":{"not":{"title":"not"}},"anyOf":[{"title":"any"},{"type":"null","title":"null"}]}"#,
      "1", ["# #/anyOf/0/title \"any\"", "# #/if/title \"if\""]),
    Row(
      "unknown keywords that only Swift calls equal", #"{"type":"integer","é":1,"e\u0301":2}"#, "1",
      ["# #/é 1", "# #/e\u{301} 2"]),
    Row(
      "one schema on two ways", ##"{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"title":"t"}}}"##,
      "1", ["# #/allOf/0/$ref/title \"t\"", "# #/allOf/1/$ref/title \"t\""]),
  ]

  @Test("a value that satisfies a schema has these annotations", arguments: rows)
  func annotates(_ row: Row) throws {
    let found = try validator(row.schema).annotations(of: row.instance)
    let lines = found.map { "#\($0.instanceLocation) #\($0.keywordLocation) \($0.value.text())" }
    #expect(lines.map { Array($0.utf8) } == row.annotations.map { Array($0.utf8) }, "\(lines)")
  }

  @Test("a long chain of schemas that each apply the next one twice takes no exponential time")
  func isNotExponential() throws {
    func schema(_ count: Int, _ last: String) -> String {
      let definitions = (0..<count).map {
        ##""d\##($0)":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
      }
      return ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions.joined(separator: ",")),"d\##(count)":\##(last)}}"##
    }
    #expect(try validator(schema(200, "true")).annotations(of: "1").isEmpty)
    // An annotation is repeated for every path, up to a limit.
    let few = try validator(schema(Effort.isThorough ? 200 : 20, #"{"title":"t"}"#))
    #expect(few.annotations(of: "1").count == 100_000)
  }

  private func validator(_ schema: String) throws -> SchemaValidator {
    let document = SchemaDocument(
      uri: "https://example.com/s.json", name: "s.json", source: try JSONDocument(parsing: Array(schema.utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    return try SchemaValidator(
      graph: graph, schema: graph.roots[0], options: Compiler.Options(hasAnnotations: true))
  }
}
