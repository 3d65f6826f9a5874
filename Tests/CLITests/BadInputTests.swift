import Foundation
import Testing

/// Invalid input: one line with location and mistake, a non-zero exit code, and no partial output.
@Suite struct BadInputTests {
  struct Row: CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    var arguments: [String] = []
    var status: Int32 = 2
    /// The complete output.
    var expected: String
    var testDescription: String { name }
  }

  static let configuration = #"{"outputs": {"models": "../Generated/Models"}}"#

  static func schema(_ text: String) -> [String: String] {
    ["Schemas/codegen.json": configuration, "Schemas/a.schema.json": text]
  }

  /// A schema of a dialect in which every schema has a title; the configuration locates its meta-schema.
  static func customDialect(_ members: String) -> [String: String] {
    [
      "Schemas/codegen.json":
        #"{"outputs": {"models": "../Generated/Models"}, "references": {"https://example.com/meta": "../meta.json"}}"#,
      "Schemas/a.schema.json": #"{"$schema": "https://example.com/meta", \#(members)}"#,
      "meta.json": #"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/meta", "#
        + #""allOf": [{"$ref": "http://json-schema.org/draft-07/schema#"}], "required": ["title"]}"#,
    ]
  }

  /// An API description with a parameter whose schema is in the operation.
  static func operation(pattern: String) -> String {
    #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"parameters": "#
      + #"[{"name": "q", "in": "query", "schema": {"pattern": "\#(pattern)"}}], "responses": {}}}}}"#
  }

  static let rows: [Row] = [
    Row(
      name: "a schema with a syntax error", files: schema("{\n  \"type\": \"object\",\n}"),
      expected: "Schemas/a.schema.json:3:1: error: expected a member name in double quotes, found '}'"),
    Row(
      name: "a reference to a definition that is not there",
      files: schema(##"{"type": "object", "properties": {"c": {"$ref": "#/$defs/nope"}}}"##),
      expected: "Schemas/a.schema.json:1:49: error: expected '$ref' to name a schema, found '#/$defs/nope'"),
    Row(
      name: "a reference to a file that is not there", files: schema(#"{"$ref": "b.schema.json"}"#),
      expected: "Schemas/a.schema.json:1:10: error: expected '$ref' to name a schema, found 'b.schema.json'"),
    Row(
      name: "a reference that no entry of the offline map finds",
      files: schema(#"{"$ref": "https://example.com/b.json#/x"}"#),
      expected:
        "Schemas/a.schema.json:1:10: error: expected '$ref' to name a schema, found "
        + "'https://example.com/b.json#/x': no schema has this URI; add \"https://example.com/b.json\": \"FILE\" "
        + "under 'references' in Schemas/codegen.json to map it to a file; with null or --offline-stub, references to it "
        + "accept every value"),
    Row(
      name: "a folder of the offline map without the file",
      files: [
        "Schemas/codegen.json": #"{"references": {"https://example.com/": "../vendor/"}}"#, "vendor/a.json": "{}",
        "Schemas/a.schema.json": #"{"$ref": "https://example.com/x/b.json"}"#,
      ],
      expected:
        "Schemas/a.schema.json:1:10: error: expected '$ref' to name a schema, found 'https://example.com/x/b.json': "
        + "no schema has this URI; 'references' in Schemas/codegen.json maps it to 'vendor/x/b.json', which does not exist"
    ),
    Row(
      name: "an entry of the offline map without its file",
      files: [
        "Schemas/codegen.json": #"{"references": {"https://example.com/b": "../b.json"}}"#,
        "Schemas/a.schema.json": "{}",
      ], expected: "Schemas/codegen.json:1:42: error: '../b.json' does not exist; it has to be a file"),
    Row(
      name: "an entry of the offline map with a file for a folder",
      files: [
        "Schemas/codegen.json": #"{"references": {"https://example.com/": "../b.json"}}"#, "b.json": "{}",
        "Schemas/a.schema.json": "{}",
      ],
      expected:
        "Schemas/codegen.json:1:41: error: expected '../b.json' to be a folder, because the URI ends in '/', found a file"
    ),
    Row(
      name: "an entry of the offline map with a folder for a file",
      files: [
        "Schemas/codegen.json": #"{"references": {"https://example.com/b": "../vendor"}}"#, "vendor/b.json": "{}",
        "Schemas/a.schema.json": "{}",
      ], expected: "Schemas/codegen.json:1:42: error: expected '../vendor' to be a file, found a folder"),
    Row(
      name: "a dialect that nothing describes", files: schema(#"{"$schema": "https://example.com/meta"}"#),
      expected:
        "Schemas/a.schema.json:1:13: error: expected '$schema' to be the URI of a known dialect, found "
        + "'https://example.com/meta'; add \"https://example.com/meta\": \"FILE\" under 'references' in "
        + "Schemas/codegen.json to map it to a file; with null or --offline-stub, references to it accept every value"
    ),
    Row(
      name: "a schema that breaks the meta-schema of its dialect", files: customDialect(#""type": "text""#),
      arguments: ["generate"],
      expected:
        "Schemas/a.schema.json:1:49: error: expected 'type' to be one of null, boolean, integer, number, string, array, object, "
        + "found 'text'"),
    Row(
      name: "a schema that breaks what its own meta-schema adds", files: customDialect(#""type": "object""#),
      expected:
        "Schemas/a.schema.json:1:1: error: expected member 'title', found none, according to 'required' in the meta-schema at "
        + "meta.json:1:167"),
    Row(
      name: "a schema that breaks its meta-schema, to validate with", files: customDialect(#""type": "object""#),
      arguments: ["validate", "--schema", "a", "meta.json"],
      expected: "Schemas/a.schema.json:1:1: error: expected member 'title', found none, according to 'required'"),
    Row(
      name: "a schema that breaks its meta-schema, to dump", files: customDialect(#""type": "object""#),
      arguments: ["dump", "graph"],
      expected: "Schemas/a.schema.json:1:1: error: expected member 'title', found none, according to 'required'"),
    Row(
      name: "references in a circle with no type in between",
      files: schema(
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##),
      expected: "Schemas/a.schema.json:1:38: error: these references lead back to where they began: "),
    Row(
      name: "a schema that applies itself by allOf",
      files: schema(##"{"type": "object", "allOf": [{"$ref": "#"}]}"##),
      expected: "Schemas/a.schema.json:1:1: error: these references lead back to where they began: "),
    Row(
      name: "two explicit names that are equal",
      files: [
        "Schemas/codegen.json": configuration,
        "Schemas/a.schema.json": #"{"x-swift": {"name": "Same"}, "type": "object"}"#,
        "Schemas/b.schema.json": #"{"x-swift": {"name": "Same"}, "type": "object"}"#,
      ],
      expected:
        "Schemas/b.schema.json:1:22: error: expected a unique name, found 'Same', "
        + "which Schemas/a.schema.json:1:1 uses"),
    Row(
      name: "a misspelled vendor keyword under --strict",
      files: schema(#"{"type": "string", "x-maxUTF8Byte": 4}"#), arguments: ["--strict"],
      expected:
        "Schemas/a.schema.json:1:20: error: unknown keyword 'x-maxUTF8Byte'; did you mean 'x-maxUTF8Bytes'?"),
    Row(
      name: "a type that may be sent and reaches a local-only one",
      files: schema(
        ##"{"type": "object", "properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/l"}}}, "##
          + ##""$defs": {"l": {"x-localOnly": true, "type": "object", "properties": {"z": {}}}}}"##),
      expected: "Schemas/a.schema.json:1:1: error: 'A' may be sent, but contains the local-only type '"
    ),
    Row(
      name: "a pattern that is no regular expression", files: schema(#"{"type": "string", "pattern": "("}"#),
      expected: "Schemas/a.schema.json:1:31: error: expected a regular expression, found '('"),
    Row(
      name: "an operation whose pattern is no regular expression, compared with another version",
      files: ["old.json": operation(pattern: "("), "new.json": operation(pattern: "a")],
      arguments: ["diff", "old.json", "new.json"],
      expected: "old.json:1:153: error: expected a regular expression, found '('"),
    Row(
      name: "an operation whose pattern is no regular expression, compared with a copy",
      files: ["old.json": operation(pattern: "("), "new.json": operation(pattern: "(")],
      arguments: ["diff", "old.json", "new.json"],
      expected: "old.json:1:153: error: expected a regular expression, found '('"),
    Row(
      name: "a file in the place of the output folder",
      files: schema("{}").merging(["Generated": "kept"]) { $1 },
      expected: "Generated/Models: error: cannot be written to: there is a file where a folder is needed"),
    Row(
      name: "a configuration with an unknown member",
      files: ["Schemas/codegen.json": #"{"outputs": {"modles": "x"}}"#, "Schemas/a.schema.json": "{}"],
      expected: "Schemas/codegen.json:1:24: error: unknown member 'modles'; did you mean 'models'?"),
    Row(
      name: "no configuration at all", files: ["readme": ""],
      expected: "Schemas/codegen.json: error: there is no such configuration; create one with 'codegen init', "
        + "or name another with --config"),
    Row(
      name: "a misspelled option", files: schema("{}"), arguments: ["--chek"],
      expected: "codegen: error: unknown option '--chek'; did you mean '--check'?"),
    Row(
      name: "a misspelled verb", files: schema("{}"), arguments: ["valdate"],
      expected: "codegen: error: unknown verb 'valdate'; did you mean 'validate'?"),
    Row(
      name: "a payload of 10,000 nested arrays",
      files: schema("{}").merging([
        "n.json": String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
      ]) { $1 },
      arguments: ["validate", "--schema", "a", "n.json"], status: 1,
      expected: "n.json:1:513: error: expected at most 512 levels of nested arrays and objects, found more (parse)"),
    Row(
      name: "an empty payload", files: schema("{}").merging(["e.json": ""]) { $1 },
      arguments: ["validate", "--schema", "a", "e.json"], status: 1,
      expected: "e.json:1:1: error: expected a JSON value, found an empty text (parse)"),
    Row(
      name: "a payload over the size limit",
      files: schema("{}").merging(["l.json": "[" + String(repeating: "1,", count: 100) + "1]"]) { $1 },
      arguments: ["validate", "--schema", "a", "--max-bytes", "50", "l.json"], status: 1,
      expected: "l.json:1:51: error: expected at most 50 bytes, found more (parse)"),
    Row(
      name: "a payload that is not there", files: schema("{}"),
      arguments: ["validate", "--schema", "a", "missing.json"],
      expected: "missing.json: error: cannot be read: no such file"),
    Row(
      name: "a schema name that is not there", files: schema("{}"),
      arguments: ["validate", "--schema", "nope", "x.json"],
      expected: "codegen: error: expected '--schema' to be a file or the name of a schema, found 'nope'"),
  ]

  @Test(arguments: rows)
  func badInputIsRefusedWithItsLocation(_ row: Row) throws {
    let folder = try TemporaryFolder()
    try folder.write(row.files)
    let before = folder.files()
    let outcome = try CodegenProcess.run(row.arguments, in: folder.url)
    let printed = outcome.output + outcome.errors
    #expect(outcome.status == row.status)
    #expect(printed.hasPrefix(row.expected), "\(printed)")
    #expect(printed.split(separator: "\n").count == 1, "\(printed)")
    #expect(folder.files() == before, "nothing is half-written")
  }
}
