import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Payloads on the pages: generated ones, invalid ones, and their errors.
@Suite struct PayloadBookTests {
  @Test("every payload shown as invalid has the errors that 'codegen validate' prints for it")
  func errorsAreThoseOfValidate() throws {
    let builder = try DocumentingSite.repositoryBuilder.get()
    var count = 0
    for page in builder.pages {
      let validator = try SchemaValidator(
        graph: builder.site.graph, schema: builder.site.pages[page.index].root,
        options: Compiler.Options(assertedFormats: [.dateTime, .uri]))
      for violation in page.sections.first?.violations ?? [] {
        // Abbreviated payloads are not the complete text.
        guard !violation.payload.text.contains("…"), !violation.payload.text.contains("(redacted)") else { continue }
        let result = validator.validate(Array(violation.payload.text.utf8))
        #expect(result.textOutput(in: PayloadOrigin(file: "payload.json")).prefix(8) == violation.errors.prefix(8))
        // Of a choice, the issues of the branch that is meant may be told instead.
        let isChoice = ["oneOf", "anyOf"].contains(violation.keyword)
        #expect(
          isChoice && !violation.errors.isEmpty
            || violation.errors.contains {
              $0.contains("(\(violation.keyword))") || $0.contains("/\(violation.keyword))")
            },
          "\(violation)")
        count += 1
      }
    }
    #expect(count > 300, "\(count)")
  }

  @Test("a schema without examples shows a generated one, marked as such, which is valid")
  func samples() throws {
    let schema = #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "minLength": 3}}}"#
    let builder = try DocumentingSite.builder([("a", schema)])
    let example = try #require(builder.pages[0].sections[0].examples.first)
    #expect(example.isSampled)
    let validator = try SchemaValidator(graph: builder.site.graph, schema: builder.site.graph.roots[0])
    #expect(validator.validate(example.value.json()).isValid)
    #expect(
      try builder.files().first { $0.path == "a.html" }?.contents.contains(
        "Generated from the schema, which has no examples") == true)
  }

  @Test("an unsatisfiable schema has no example")
  func impossible() throws {
    let builder = try DocumentingSite.builder([("a", #"{"type": "string", "minLength": 3, "maxLength": 2}"#)])
    #expect(builder.pages[0].sections[0].examples.isEmpty)
  }

  @Test("sensitive values are in no payload and no error")
  func sensitive() throws {
    let schema = #"""
      {"type": "object", "properties": {"name": {"type": "string"}, "secret": {"type": "string", "maxLength": 9, "x-sensitive": true},
       "keys": {"type": "array", "x-sensitive": true, "items": {"type": "string"}}},
       "examples": [{"name": "Ada", "secret": "hunter2", "keys": ["k-1"]}]}
      """#
    let files = try DocumentingSite.builder([("a", schema)]).files()
    for file in files { #expect(!file.contents.contains("hunter2") && !file.contents.contains("k-1"), "\(file.path)") }
    #expect(files.contains { $0.path == "a.html" && $0.contents.contains("(redacted)") })
  }

  @Test("constraints are listed for the value and its parts, each with a payload that violates it")
  func constraints() throws {
    let schema = ##"""
      {"type": "object", "required": ["id"], "minProperties": 1, "additionalProperties": false, "properties": {
       "id": {"$ref": "#/$defs/id"}, "tags": {"type": "array", "maxItems": 4, "items": {"type": "string", "pattern": "^[a-z]+$"}},
       "at": {"type": "string", "format": "date-time"}, "hint": {"type": "string", "format": "email"}},
       "$defs": {"id": {"type": "string", "minLength": 3}}}
      """##
    let builder = try DocumentingSite.builder([("a", schema)])
    let section = builder.pages[0].sections[0]
    let rows = section.constraints.map { "\($0.location) \($0.keyword) \($0.value)" }
    #expect(
      rows == [
        #" required ["id"]"#, " minProperties 1", " additionalProperties false", "id minLength 3", "tags maxItems 4",
        #"tags[] pattern "^[a-z]+$""#, #"at format "date-time""#,
      ])
    let anchors = Set(section.violations.map(\.anchor))
    for row in section.constraints where row.keyword != "minProperties" {
      #expect(row.violation.map { anchors.contains($0) } == true, "\(row)")
    }
  }
}
