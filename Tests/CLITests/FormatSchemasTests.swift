import Foundation
import JSONSchema
import SchemaFormatting
import SchemaLoading
import SchemaRuntime
import TestSupport
import Testing

@testable import codegen

@Suite struct FormatSchemasTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ sentence: String, _ before: String, _ after: String) {
      (testDescription, self.before, self.after) = (sentence, before, after)
    }
  }

  @Test(
    "a schema is written in the conventional form, and once more changes nothing",
    arguments: [
      Row(
        "keywords have the conventional order, on one line too",
        ##"{"minimum": 1, "type": "integer", "x-mine": 1, "$defs": {}, "title": "T", "$ref": "#", "$id": "a"}"##,
        ##"{ "$id": "a", "$ref": "#", "title": "T", "type": "integer", "minimum": 1, "$defs": {}, "x-mine": 1 }"##),
      Row(
        "the members of 'properties' and of other objects with schemas keep their order",
        #"{"properties": {"type": {"type": "string", "title": "T"}, "b": {}, "$id": true, "a": false}}"#,
        #"{ "properties": { "type": { "title": "T", "type": "string" }, "b": {}, "$id": true, "a": false } }"#),
      Row(
        "values are no schemas",
        #"{"const": {"type": 1, "title": 2}, "x": {"type": "a", "$id": "b"}, "enum": [{"type": 1, "title": 2}]}"#,
        #"{ "const": { "type": 1, "title": 2 }, "enum": [{ "type": 1, "title": 2 }], "x": { "type": "a", "$id": "b" } }"#
      ),
      Row(
        "what a reference makes a schema is one",
        ##"{"x": {"a": {"type": "string", "title": "T"}}, "$ref": "#/x/a"}"##,
        ##"{ "$ref": "#/x/a", "x": { "a": { "title": "T", "type": "string" } } }"##),
      Row(
        "unknown keywords keep their order, at the end",
        #"{"z": 1, "x-b": 2, "type": "null", "a": 3}"#, #"{ "type": "null", "z": 1, "x-b": 2, "a": 3 }"#),
      Row(
        "numbers, strings and names keep their spelling",
        #"{"\u0074ype":"number","maximum":1.50E+2,"title":"\u00e9\/"}"#,
        #"{ "title": "\u00e9\/", "\u0074ype": "number", "maximum": 1.50E+2 }"#),
      Row(
        "the indentation of the file is kept: four spaces",
        "{\n    \"type\": \"object\",\n  \"title\": \"T\"}", "{\n    \"title\": \"T\",\n    \"type\": \"object\"\n}"),
      Row(
        "tabs, and line endings of Windows",
        "{\r\n\t\"items\": {\r\n\t\t\"type\": \"null\", \"title\": \"T\"\r\n\t}}\r\n",
        "{\r\n\t\"items\": {\r\n\t\t\"title\": \"T\",\r\n\t\t\"type\": \"null\"\r\n\t}\r\n}\r"),
      Row(
        "objects in several lines have a member in each, and a blank line stays",
        "{ \"a\": 1, \"b\": 2,\n\n\n \"c\": 3 }", "{\n  \"a\": 1,\n  \"b\": 2,\n\n  \"c\": 3\n}"),
      Row(
        "arrays keep their lines, except around values in several",
        "{\"enum\": [1, 2,\n3, {\"a\":\n1}, 4]}",
        "{\n  \"enum\": [\n    1, 2,\n    3,\n    {\n      \"a\": 1\n    },\n    4\n  ]\n}"),
      Row(
        "a long line is divided",
        #"{"properties": {"name": {"description": "\#(String(repeating: "x", count: 60))", "type": "string"}}, "type": "object"}"#,
        """
        {
          "type": "object",
          "properties": {
            "name": { "description": "\(String(repeating: "x", count: 60))", "type": "string" }
          }
        }
        """),
      Row(
        "the dialect of a resource decides what its schemas are",
        #"{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "null", "title": "T"}], "$id": "a"}"#,
        #"{ "$schema": "http://json-schema.org/draft-07/schema#", "$id": "a", "items": [{ "title": "T", "type": "null" }] }"#
      ),
      Row(
        "equal names stay in order", #"{"type": "null", "title": "a", "type": "string"}"#,
        #"{ "title": "a", "type": "null", "type": "string" }"#),
      Row("a Boolean", "true", "true"),
      Row("an empty object in lines", "{\n}", "{}"),
    ])
  func forms(_ row: Row) throws {
    let first = try formatted(row.before)
    #expect(first == row.after + "\n")
    #expect(try formatted(first) == first)
  }

  private func formatted(_ text: String) throws -> String {
    let document = SchemaDocument(uri: "file:///a.json", name: "a.json", source: try JSONDocument(parsing: text))
    return String(decoding: SchemaFormatter.formatted(document), as: UTF8.self)
  }

  @Test("the conventional order has each keyword of each dialect once")
  func order() {
    let keywords = Set((Dialect.all + Dialect.hosts).flatMap(\.keywordNames))
    #expect(keywords.subtracting(KeywordOrder.names) == [])
    #expect(KeywordOrder.names.count == Set(KeywordOrder.names).count)
    #expect(Set(KeywordOrder.names).subtracting(keywords) == [])
  }

  @Test("in an API description, schemas change, and everything else keeps its order")
  func host() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"openapi": "3.0.3", "paths": {"/a": {"get": {"responses": {"200": {"description": "d", "content": {"a/json": "#
        + #"{"schema": {"type": "string", "title": "T"}}}}}}}}, "info": {"version": "1", "title": "t"}, "#
        + #""components": {"schemas": {"B": {"type": "string", "nullable": true, "title": "B"}, "A": {}}}}"#,
      to: "api.json")
    #expect(folder.run("fmt", "api.json").code == 0)
    let text = try #require(folder.text("api.json"))
    #expect(text.contains(#"{ "schema": { "title": "T", "type": "string" } }"#))
    #expect(text.contains(#""info": { "version": "1", "title": "t" }"#))
    #expect(text.contains(#"{ "B": { "title": "B", "type": "string", "nullable": true }, "A": {} }"#))
  }

  @Test("files are changed together, and --check only names them")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write("{}", to: "Schemas/codegen.json")
    try folder.write(
      "{\n  \"title\": \"A\",\n  \"minimum\": 1,\n  \"type\": \"number\"\n}\n", to: "Schemas/a.schema.json")
    try folder.write("{ \"type\": \"null\" }\n", to: "Schemas/b.schema.json")
    try folder.write("type: string\ntitle: T\n", to: "Schemas/c.schema.yaml")
    let note = "Schemas/c.schema.yaml: note: left alone: 'fmt' does not change YAML\n"
    let finding = "Schemas/a.schema.json:3:1: error: not in the conventional form; run 'codegen fmt'\n"
    let stamp = try folder.stamp("Schemas/b.schema.json")
    #expect(folder.run("fmt", "--check") == Outcome(1, finding, errors: note))
    #expect(folder.run("fmt") == Outcome(0, errors: note + "formatted 1 file; 1 had the conventional form\n"))
    #expect(
      folder.text("Schemas/a.schema.json") == "{\n  \"title\": \"A\",\n  \"type\": \"number\",\n  \"minimum\": 1\n}\n")
    #expect(folder.text("Schemas/c.schema.yaml") == "type: string\ntitle: T\n")
    #expect(folder.run("fmt", "--check") == Outcome(0, errors: note))
    #expect(try folder.stamp("Schemas/b.schema.json") == stamp)
  }

  @Test("what is no JSON and no schema stays as it is, and fails the run")
  func unusable() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"type": }"#, to: "a.json")
    try folder.write(#"{"type": "zebra", "title": "Z", "legs": 4}"#, to: "b.json")
    let broken = folder.run("fmt", "a.json")
    #expect(broken.code == 2 && broken.errors.hasPrefix("a.json:1:10: error: "))
    let other = folder.run("fmt", "b.json")
    #expect(other.code == 2 && other.errors.contains("expected a schema at the root"))
    #expect(folder.text("b.json") == #"{"type": "zebra", "title": "Z", "legs": 4}"#)
  }

  @Test("init and infer write the conventional form, and 'lint --fix' keeps it")
  func otherVerbs() throws {
    let folder = try ScratchFolder()
    #expect(folder.run("init").code == 0)
    try folder.write(#"{"b": 1, "a": {"c": [1.5]}}"#, to: "p.json")
    #expect(folder.run("infer", "--output", "p.schema.json", "p.json").code == 0)
    let misspelled = "{\n  \"type\": \"string\",\n  \"maxLength\": 9,\n  \"minLenght\": 1\n}\n"
    try folder.write(misspelled, to: "l.schema.json")
    try folder.write(misspelled.split(separator: "\n").joined(), to: "m.schema.json")
    #expect(folder.run("fmt", "--check", "l.schema.json").code == 0)
    #expect(folder.run("lint", "--fix", "l.schema.json", "m.schema.json").code == 0)
    #expect(
      folder.text("l.schema.json") == "{\n  \"type\": \"string\",\n  \"minLength\": 1,\n  \"maxLength\": 9\n}\n")
    #expect(folder.text("m.schema.json")?.hasSuffix(#""maxLength": 9,  "minLength": 1}"#) == true)
    let check = folder.run("fmt", "--check", "Schemas", "p.schema.json", "l.schema.json")
    #expect(check == Outcome(0))
  }

  @Test("of schemas of other people, only whitespace and the order of members change, and once more changes nothing")
  func corpora() throws {
    guard let corpora = ProcessInfo.processInfo.environment["SCHEMATA_CORPORA"] else {
      print("skipped: set SCHEMATA_CORPORA to a folder of corpora (CONTRIBUTING.md)")
      return
    }
    let files = SchemaLoader.files(below: corpora) ?? []
    var count = 0
    for file in Effort.sample(files.filter { $0.hasSuffix(".json") && !$0.contains("test/") }, oneIn: 12) {
      guard let text = FileManager.default.contents(atPath: file),
        let source = try? JSONDocument(parsing: Array(text))
      else { continue }
      func tokens(_ text: [UInt8]) -> [UInt8] { text.filter { ![0x20, 0x09, 0x0a, 0x0d, 0x2c].contains($0) }.sorted() }
      let first = SchemaFormatter.formatted(SchemaDocument(uri: "file:///a.json", name: file, source: source))
      let document = SchemaDocument(uri: "file:///a.json", name: file, source: try JSONDocument(parsing: first))
      #expect(document.root == source.value, "\(file)")
      #expect(tokens(first) == tokens(Array(text)), "\(file)")
      #expect(SchemaFormatter.formatted(document) == first, "\(file)")
      count += 1
    }
    #expect(count > 20)
  }
}
