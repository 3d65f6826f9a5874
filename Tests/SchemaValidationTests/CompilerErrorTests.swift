import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// Graphs that have no program, and why.
@Suite struct CompilerErrorTests {
  @Test(
    "a schema that cannot be compiled is an error with its place",
    arguments: [
      CompilerRow(
        "a pattern that is none", ##"{"properties":{"a":{"pattern":"a("}}}"##,
        [
          "#/properties/a pattern: expected a regular expression, found 'a(': expected ')' to close the group, found the end of the pattern, at offset 1"
        ]),
      CompilerRow(
        "a name of patternProperties that is no pattern", ##"{"patternProperties":{"ok":true,"[":true}}"##,
        [
          "# patternProperties: expected a regular expression, found '[': expected ']' to close the class, found the end of the pattern, at offset 0"
        ]),
      CompilerRow(
        "a schema that applies itself where a member is present", ##"{"dependentSchemas":{"a":{"not":{"$ref":"#"}}}}"##,
        [
          "# -: expected a schema that moves down the instance before it applies itself again, found a cycle: "
            + "https://example.com/s.json# -> https://example.com/s.json#/dependentSchemas/a -> "
            + "https://example.com/s.json#/dependentSchemas/a/not -> https://example.com/s.json#"
        ]),
      CompilerRow(
        "a schema that applies itself as a condition", ##"{"if":{"$ref":"#"},"then":true}"##,
        [
          "# -: expected a schema that moves down the instance before it applies itself again, found a cycle: "
            + "https://example.com/s.json# -> https://example.com/s.json#/if -> https://example.com/s.json#"
        ]),
      CompilerRow(
        "a schema that applies itself by a dynamic reference", ##"{"not":{"$dynamicRef":"#a"},"$dynamicAnchor":"a"}"##,
        [
          "# -: expected a schema that moves down the instance before it applies itself again, found a cycle: "
            + "https://example.com/s.json# -> https://example.com/s.json#/not -> https://example.com/s.json#"
        ]),
    ])
  func refuses(_ row: CompilerRow) throws {
    let graph = try row.graph()
    do throws(CompileError) {
      _ = try Compiler.compile([graph.roots[0]], of: graph)
      Issue.record("the schema has a program")
    } catch {
      let place = graph[error.schema].location.drop { $0 != "#" }
      #expect(["\(place) \(error.keyword ?? "-"): \(error.message)"] == row.lines)
    }
  }

  @Test(
    "ways around that move down the instance are no cycles",
    arguments: [
      ##"{"properties":{"a":{"$ref":"#"}}}"##, ##"{"items":{"allOf":[{"$ref":"#"}]}}"##,
      ##"{"contains":{"$ref":"#"}}"##,
      ##"{"additionalProperties":{"anyOf":[{"$ref":"#"},true]}}"##, ##"{"propertyNames":{"not":{"$ref":"#"}}}"##,
      ##"{"patternProperties":{"a":{"$ref":"#"}},"prefixItems":[{"$ref":"#"}]}"##,
      ##"{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"$ref":"#/$defs/b"},"b":{}}}"##,
    ])
  func acceptsRecursion(_ schema: String) throws {
    let graph = try CompilerRow("", schema, []).graph()
    #expect(throws: Never.self) { try Compiler.compile([graph.roots[0]], of: graph) }
  }

  @Test("a chain of ten thousand references is compiled without deep recursion")
  func survivesLongChains() throws {
    let count = 10_000
    let chain = (0..<count).map { "\"d\($0)\":{\"$ref\":\"#/$defs/d\($0 + 1)\"}" }.joined(separator: ",")
    let graph = try CompilerRow(
      "", "{\"$ref\":\"#/$defs/d0\",\"$defs\":{\(chain),\"d\(count)\":{\"type\":\"null\"}}}", []
    ).graph()
    #expect(try Compiler.compile([graph.roots[0]], of: graph).program.schemas.count == count + 2)
  }
}
