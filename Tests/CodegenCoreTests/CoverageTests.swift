import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Checks the coverage of a keyword against its effect in the stages.
@Suite struct CoverageTests {
  /// The result of a schema: its program, and its types without comments.
  private struct Product: Equatable {
    var program: JSONValue
    var types: [String]

    init(_ schema: JSONValue) throws {
      let input = try KeywordTable.input(schema.text())
      let planned = try CodegenPipeline.plan(input)
      program = try Compiler.compile(input.graph.roots, of: input.graph, options: planned.options).program.json
      let validators = ValidatorEmitter(
        program: planned.program, graph: planned.graph, plan: planned.plan, style: .swift)
      let emitter = ModelEmitter(plan: planned.plan, accessLevel: .public, validators: validators)
      types = planned.plan.files.flatMap(\.types).flatMap { (type) -> [String] in
        let emitted = emitter.emit(type)
        let code: SwiftSource = "\(emitted.declaration)\n\(emitted.coding)"
        return code.text.split(separator: "\n").map(String.init).filter { !$0.contains("///") }
      }
    }
  }

  /// A schema without the first occurrence of the keyword.
  private func removing(_ keyword: String, from schema: JSONValue, at pointer: ArraySlice<String>) -> JSONValue {
    guard let next = pointer.first else {
      var object = schema.object ?? JSONObject()
      object[keyword] = nil
      return .object(object)
    }
    if var object = schema.object {
      object[next] = object[next].map { removing(keyword, from: $0, at: pointer.dropFirst()) }
      return .object(object)
    }
    var array = schema.array ?? []
    if let index = Int(next), array.indices.contains(index) {
      array[index] = removing(keyword, from: array[index], at: pointer.dropFirst())
    }
    return .array(array)
  }

  @Test("every keyword of every dialect has an example", arguments: Dialect.all + [.openAPI, .asyncAPI])
  func hasExamples(_ dialect: Dialect) {
    let examples = KeywordExamples.rows.map(\.keyword)
    #expect(Set(dialect.keywordNames).subtracting(examples) == [])
    #expect(Set(examples).count == examples.count)
  }

  @Test(
    "a keyword is a check exactly if the program differs without it, and a type exactly if the types differ",
    arguments: Dialect.all)
  func claimsHold(_ dialect: Dialect) throws {
    for row in KeywordExamples.rows where dialect.keyword(named: row.keyword) != nil {
      let uses = try #require(try KeywordTable.uses(row, in: dialect))
      // Without its name or its location there is no schema to compare.
      if uses.contains(.structure) { continue }
      // The program carries the messages of errors, which decide nothing.
      if row.keyword == "x-errorMessage" { continue }
      let schema = try JSONValue(parsing: row.text(in: dialect))
      let input = try KeywordTable.input(row.text(in: dialect))
      let entry = try #require(try CodegenPipeline.coverage(input).entries.first { $0.keyword == row.keyword })
      let rest = removing(row.keyword, from: schema, at: input.graph[entry.schema].pointer.tokens[...])
      let (with, without) = (try Product(schema), try Product(rest))
      // The program records which arrays a lossy decoder reads, but checks no value against that.
      if row.keyword != "x-lossy" {
        #expect((with.program != without.program) == uses.contains(.check), "\(row.keyword) in \(dialect): \(uses)")
      }
      if row.keyword != "x-lossy" {
        #expect((with.types != without.types) == uses.contains(.type), "\(row.keyword) in \(dialect): \(uses)")
      }
      if uses.isEmpty || uses == [.documentation] { #expect(with == without, "\(row.keyword) in \(dialect)") }
    }
  }

  @Test("a mapped format and a mapped encoding determine types")
  func mappings() throws {
    let schema = #"""
      {"type": "array", "items": {"type": "integer", "format": "int32"},
       "prefixItems": [{"type": "string", "contentEncoding": "base64"}]}
      """#
    var input = try KeywordTable.input(schema)
    input.configuration.types = [.integer("int32"): "Int32", .base64: "Base64Bytes"]
    let entries = try CodegenPipeline.coverage(input).entries
    #expect(entries.first { $0.keyword == "format" }?.uses.contains(.type) == true)
    #expect(entries.first { $0.keyword == "contentEncoding" }?.uses.contains(.type) == true)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    /// `keyword: uses`, or the reason.
    let expected: [String]

    init(_ name: String, _ schema: String, _ expected: String...) {
      (testDescription, self.schema, self.expected) = (name, schema, expected)
    }
  }

  @Test(
    "an ignored keyword has a reason",
    arguments: [
      Row(
        "an unknown name", #"{"type": "string", "colour": 1}"#, "type: type, check",
        "colour: draft 2020-12 has no such keyword"),
      Row(
        "a name for other tools", #"{"type": "string", "x-go-type": "a"}"#, "type: type, check",
        "x-go-type: documentation"),
      Row(
        "a condition without its parts", #"{"then": {}, "else": {}, "minContains": 1, "contentSchema": {}}"#,
        "then: there is no 'if' next to it", "else: there is no 'if' next to it",
        "minContains: there is no 'contains' next to it", "contentSchema: 'content.assert' is not set"),
      Row(
        "a format that is not asserted, an unknown one, and a misspelled one",
        #"{"allOf": [{"format": "email"}, {"format": "colour"}, {"format": "emial"}]}"#, "allOf: check",
        "format: 'formats.assert' in the configuration does not list this format; add it to check it",
        "format: documentation",
        "format: there is no format 'emial'; did you mean 'email'?"),
      Row(
        "a definition that nothing refers to",
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"minLength": 1}, "b": {"minLength": 1}}}"##,
        "$ref: type, check", "$defs: structure", "minLength: check",
        "minLength: nothing references its schema"),
      Row(
        "siblings of a reference in an old draft",
        ##"{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a", "minLength": 1, "definitions": {"a": {"type": "string"}}}"##,
        "$schema: structure", "$ref: type, check", "minLength: draft-07 ignores keywords next to '$ref'",
        "definitions: structure", "type: type, check"),
      Row(
        "content without the setting",
        #"{"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}"#,
        "type: type, check", "contentEncoding: 'content.assert' is not set",
        "contentMediaType: documentation"),
      Row(
        "hints that are about nothing",
        #"{"type": "string", "x-enum-varnames": ["a"], "uniqueItems": false, "required": []}"#,
        "type: type, check", "x-enum-varnames: this schema has no Swift type that 'x-enum-varnames' could change",
        "uniqueItems: documentation", "required: documentation"),
      Row(
        "under a replaced type", #"{"type": "string", "minLength": 1, "x-swift": {"type": "JSONValue"}}"#,
        "type: check", "minLength: check", "x-swift: type"),
      Row(
        "members of a condition are checks, members of the type are types",
        #"{"type": "object", "properties": {"a": {"type": "string"}}, "if": {"properties": {"a": {"const": "b"}}}, "then": {"required": ["a"]}}"#,
        "type: type, check", "properties: type, check", "if: check", "then: check", "type: type, check",
        "properties: check", "const: check", "required: check"),
    ])
  func reasons(_ row: Row) throws {
    var input = try KeywordTable.input(row.schema)
    input.configuration.formats.assert = []
    input.configuration.assertsContent = false
    let entries = try CodegenPipeline.coverage(input).entries
    #expect(
      entries.map { entry in
        "\(entry.keyword): " + (entry.reason ?? entry.uses.map(\.rawValue).joined(separator: ", "))
      } == row.expected)
  }

  @Test("one walk finds the same locations of keywords as individual searches")
  func locations() throws {
    let input = try KeywordTable.input(
      """
      {"allOf": [{"é": 1,
        "minLength": 1}, true, {"properties": {"a/b": {"oneOf": [{"type": "null"}]}, "": {"const": {"type": 1}}}}],
       "$defs": {"x": {"$id": "https://example.com/x", "items": {"not":
      {}}}}}
      """)
    let entries = try CodegenPipeline.coverage(input).entries.map { (schema: $0.schema, keyword: $0.keyword) }
    #expect(entries.count == 11)
    #expect(
      input.graph.locations(of: entries) == entries.map { input.graph.location(of: $0.schema, keyword: $0.keyword) })
  }

  @Test("counts add up, and every finding has its location")
  func summary() throws {
    let input = try KeywordTable.input(
      "{\"type\": \"string\",\n  \"colour\": 1, \"title\": \"a\", \"maxLength\": 1, \"$id\": \"a:b\"}")
    let coverage = try CodegenPipeline.coverage(input)
    #expect(coverage.summary == "5 keywords: 1 type, 1 check, 1 structure, 1 documentation, 1 neither")
    #expect(
      coverage.findings(.error, in: input.graph).map(\.description) == [
        "keyword.schema.json:2:13: error: 'colour' becomes neither a type nor a check: "
          + "draft 2020-12 has no such keyword"
      ])
    #expect(coverage.counts["keywords"] == 5 && coverage.json(in: input.graph)["keywords"]?.array?.count == 5)
    #expect(coverage.lines(in: input.graph).first == "keyword.schema.json:1:10: /type: type, check")
  }
}
