import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// Graphs that have no program, and the reasons.
@Suite struct CompilerErrorTests {
  @Test(
    "a schema that cannot be compiled is an error with its location",
    arguments: [
      CompilerRow(
        "an invalid pattern", ##"{"properties":{"a":{"pattern":"a("}}}"##,
        [
          "#/properties/a pattern: expected a regular expression, found 'a(': expected ')' to close the group, found the end of the pattern, at offset 1"
        ]),
      CompilerRow(
        "an invalid pattern as a name of patternProperties", ##"{"patternProperties":{"ok":true,"[":true}}"##,
        [
          "# patternProperties: expected a regular expression, found '[': expected ']' to close the class, found the end of the pattern, at offset 0"
        ]),
      CompilerRow(
        "two invalid patterns", ##"{"properties":{"a":{"pattern":")"},"b":{"pattern":"*"}}}"##,
        [
          "#/properties/a pattern: expected a regular expression, found ')': expected '\\' before ')', which is special in a pattern, at offset 0",
          "#/properties/b pattern: expected a regular expression, found '*': expected something to repeat before the quantifier '*', found nothing, at offset 0",
        ]),
      CompilerRow(
        "a format that v1 does not define", ##"{"$schema":"https://json-schema.org/v1","not":{"format":"int64"}}"##,
        ["#/not format: v1 permits only formats that it defines, or that are asserted, found 'int64'"]),
      CompilerRow(
        "a schema that applies itself where a member is present", ##"{"dependentSchemas":{"a":{"not":{"$ref":"#"}}}}"##,
        [
          "# -: this schema applies itself to the same value again and again: "
            + "https://example.com/s.json# -> https://example.com/s.json#/dependentSchemas/a -> "
            + "https://example.com/s.json#/dependentSchemas/a/not -> https://example.com/s.json#; "
            + "refer to it from a member or an element instead"
        ]),
      CompilerRow(
        "a schema that applies itself as a condition", ##"{"if":{"$ref":"#"},"then":true}"##,
        [
          "# -: this schema applies itself to the same value again and again: "
            + "https://example.com/s.json# -> https://example.com/s.json#/if -> https://example.com/s.json#; "
            + "refer to it from a member or an element instead"
        ]),
      CompilerRow(
        "a schema that applies itself by a dynamic reference", ##"{"not":{"$dynamicRef":"#a"},"$dynamicAnchor":"a"}"##,
        [
          "# -: this schema applies itself to the same value again and again: "
            + "https://example.com/s.json# -> https://example.com/s.json#/not -> https://example.com/s.json#; "
            + "refer to it from a member or an element instead"
        ]),
      CompilerRow(
        "a schema that is met at every level with more schemas than a payload may have applied inside one another",
        ##"{"$defs":{"n":\##(inside(270, ##"{"properties":{"c":{"$ref":"#/$defs/n"}}}"##))},"$ref":"#/$defs/n"}"##,
        [
          "#/$defs/n\(String(repeating: "/allOf/0", count: 270))/properties/c -: the chain of '$ref', 'allOf' "
            + "and the like that begins at this schema is too long: in a payload of 1024 levels, up to 279073 schemas "
            + "would apply inside one another, and the limit is 262144; shorten it"
        ]),
    ])
  func refuses(_ row: CompilerRow) throws {
    let graph = try row.graph()
    do throws(CompileError) {
      _ = try Compiler.compile([graph.roots[0]], of: graph)
      Issue.record("the schema has a program")
    } catch {
      let lines = ([error] + error.others).map { error in
        "\(graph[error.schema].location.drop { $0 != "#" }) \(error.keyword ?? "-"): \(error.message)"
      }
      #expect(lines == row.lines)
    }
  }

  /// A schema inside some of `allOf`.
  private static func inside(_ count: Int, _ schema: String) -> String {
    String(repeating: #"{"allOf":["#, count: count) + schema + String(repeating: "]}", count: count)
  }

  @Test("a payload within a reader's limits gets a verdict, however deeply it and the schema are nested")
  func judgesDeepPayloads() throws {
    func nested(_ depth: Int, _ open: String, _ close: String, _ end: String) -> [UInt8] {
      Array((String(repeating: open, count: depth) + end + String(repeating: close, count: depth)).utf8)
    }
    let node = Self.inside(8, ##"{"properties":{"c":{"$ref":"#/$defs/n"}},"type":["object","integer"]}"##)
    let rows: [(schema: String, payload: [UInt8], isValid: Bool)] =
      [
        (##"{"items":{"$ref":"#"}}"##, nested(1_024, "[", "]", ""), true),
        (##"{"items":{"$ref":"#"},"type":"array"}"##, nested(1_023, "[", "]", "1"), false),
        (Self.inside(500, #"{"type":"integer"}"#), Array("1".utf8), true),
        (Self.inside(500, #"{"type":"integer"}"#), Array("null".utf8), false),
      ]
      + [1, 200, 300, 400, 500, 1_000].flatMap { depth in
        ["1", "null"].flatMap { end in
          [true, false].map { isNegated in
            let schema =
              ##"{"$defs":{"n":\##(node)},\##(isNegated ? "\"not\":{" : "")"$ref":"#/$defs/n"\##(isNegated ? "}" : "")}"##
            return (schema, nested(depth, #"{"c":"#, "}", end), (end == "1") != isNegated)
          }
        }
      }
    for row in rows {
      let graph = try CompilerRow("", row.schema, []).graph()
      var validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
      validator.limits.maximumDepth = JSONLimits.hardMaximumDepth
      let result = validator.validate(row.payload)
      #expect(result.isValid == row.isValid)
      if case .undecided = result { Issue.record("undecided") }
      var reader = JSONReader(limits: validator.limits)
      let explanation = row.payload.withUnsafeBufferPointer { validator.explanation(of: $0, using: &reader) }
      #expect(explanation?.isEmpty == row.isValid)
      // With a lower limit on nested schemas the verdict may be undecided, but never different.
      for nesting in [3, 100, 1_000] {
        validator.maximumNesting = nesting
        switch validator.validate(row.payload) {
        case .valid: #expect(row.isValid)
        case .invalid: #expect(!row.isValid)
        case .undecided(let issues):
          #expect(issues.allSatisfy { $0.kind == .schemaNesting(limit: nesting) })
        case .unreadable(let error): Issue.record(error)
        }
      }
    }
  }

  @Test(
    "cycles of references that descend into the instance are permitted",
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
