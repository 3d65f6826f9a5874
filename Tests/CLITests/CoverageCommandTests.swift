import SchemaRuntime
import Testing

/// `codegen coverage`, and coverage in `generate`.
@Suite struct CoverageCommandTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    try folder.write("{\n  \"type\": \"string\",\n  \"format\": \"email\"\n}", to: "Schemas/a.schema.json")
  }

  private static let finding =
    "Schemas/a.schema.json:3:13: error: 'format' becomes neither a type nor a check: 'formats.assert' in the "
    + "configuration does not list this format; add it to check it\n"

  @Test("one line per keyword with its location, and the counts")
  func lines() {
    let text = """
      Schemas/a.schema.json:2:11: /type: type, check
      Schemas/a.schema.json:3:13: /format: neither ('formats.assert' in the configuration does not list this format; \
      add it to check it)
      members: 0 of 0 declared members are in types
      JSONValue: 0 of 0 members have this type, although their schemas say more
      cases: 0 of 0 cases of unions, and 0 of 1 types, have only a position as name, such as 'option2'
      names: 0 of 2 Swift names have underscores that the names in the schemas lack
      2 keywords: 1 type, 0 checks, 0 structure, 0 documentation, 1 neither

      """
    #expect(folder.run("coverage") == Outcome(0, text))
    #expect(folder.run("coverage", "--strict") == Outcome(1, text))
  }

  @Test("the JSON output has the same content")
  func json() throws {
    let outcome = folder.run("coverage", "--json")
    let value = try JSONValue(parsing: outcome.output)
    #expect(
      value["counts"] == [
        "keywords": 2, "type": 1, "check": 0, "structure": 0, "documentation": 0, "neither": 1,
      ])
    #expect(
      value["keywords"]?.array?.last == [
        "keyword": "format", "uses": [], "file": "Schemas/a.schema.json", "line": 3, "column": 13, "pointer": "/format",
        "reason": "'formats.assert' in the configuration does not list this format; add it to check it",
      ])
    #expect(
      value["types"]?["documents"] == [
        [
          "declaredMembers": 0, "representedMembers": 0, "members": 0, "untypedMembers": 0, "unionCases": 0,
          "positionalCases": 0, "types": 1, "positionalTypes": 0, "names": 2, "escapedNames": 0,
          "file": "Schemas/a.schema.json",
        ]
      ])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
  }

  @Test("lost members have a note with their location")
  func losses() throws {
    try folder.write(
      #"{"type": "object", "properties": {"a": {"type": "array", "contains": {"properties": {"b": {}, "c": {}}}}}}"#,
      to: "Schemas/a.schema.json")
    #expect(
      folder.run("coverage").output.contains(
        """
        Schemas/a.schema.json:1:70: note: 2 members declared under 'contains' have no Swift property
        members: 1 of 3 declared members are in types

        """))
    let losses = try JSONValue(parsing: folder.run("coverage", "--json").output)["types"]?["losses"]
    #expect(
      losses == [
        [
          "members": 2, "keyword": "contains", "in": "an array of JSONValue", "file": "Schemas/a.schema.json",
          "line": 1,
          "column": 70, "pointer": "/properties/a/contains",
        ]
      ])
  }

  @Test("notes say for which keywords streams hold values")
  func held() throws {
    let schema = """
      {"properties": {
        "a": {"items": {"items": {"oneOf": [{"required": ["x"]}, {"type": "array"}]}}},
        "b": {"type": "array", "uniqueItems": true, "items": {"enum": [[1], [2]]}},
        "c": {"type": "string", "enum": ["x"]}, "d": {"properties": {"e": {"not": {"required": ["f"]}}}}}}
      """
    try folder.write(schema, to: "Schemas/a.schema.json")
    let notes = folder.run("coverage").output.split(separator: "\n").filter { $0.contains("streams hold") }
    #expect(
      notes == [
        "Schemas/a.schema.json:2:38: note: streams hold the whole value here: 'oneOf' needs it at once",
        "Schemas/a.schema.json:3:41: note: streams hold each element here: 'uniqueItems' needs it at once",
        "Schemas/a.schema.json:4:77: note: streams hold the whole value here: 'not' needs it at once",
      ])
    let rows = try JSONValue(parsing: folder.run("coverage", "--json").output)["held"]?.array ?? []
    #expect(
      rows.map { [$0["keyword"], $0["elements"]] } == [["oneOf", false], ["uniqueItems", true], ["not", false]])
  }

  @Test("--strict reports ignored keywords, writes nothing, and exits with 1")
  func strict() throws {
    #expect(folder.run("generate", "--strict") == Outcome(1, errors: Self.finding))
    #expect(folder.text("Models/A.swift") == nil && folder.text("Schemas/codegen.lock.json") == nil)
    #expect(folder.run("generate", "--strict", "--check") == Outcome(1, errors: Self.finding))
    try folder.write(
      #"{"outputs": {"models": "../Models"}, "formats": {"assert": ["email"]}}"#, to: "Schemas/codegen.json")
    let outcome = folder.run("generate", "--strict")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output.hasSuffix("\ncoverage: 2 keywords: 1 type, 1 check, 0 structure, 0 documentation, 0 neither\n"))
    #expect(folder.run("coverage", "--strict").code == 0)
  }

  @Test("conflicting options and unexpected operands are refused")
  func usage() {
    #expect(
      folder.run("generate", "--watch", "--check")
        == Outcome(2, errors: "codegen: error: expected '--watch' or '--check', found both\n"))
    for verb in ["coverage", "man"] {
      #expect(
        folder.run(verb, "x")
          == Outcome(2, errors: "codegen: error: expected only options after '\(verb)', found 'x'\n"))
    }
  }
}
