import Foundation
import JSONSchema
import SchemaRuntime
import Testing

@testable import CodegenCore

@Suite struct ConfigurationTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: [String]

    init(_ name: String, _ text: String, _ expected: String...) {
      testDescription = name
      self.text = text
      self.expected = expected
    }
  }

  static let rows = [
    Row("no object", "[]", "1:1: error: expected object, found array"),
    Row(
      "an unknown member", "{\n  \"accesLevel\": \"public\"\n}",
      "2:17: error: unknown member 'accesLevel'; did you mean 'accessLevel'?"),
    Row(
      "an unknown member of a member", #"{"outputs": {"modles": "a"}}"#,
      "1:24: error: unknown member 'modles'; did you mean 'models'?"),
    Row("an unknown member like no other", #"{"colour": 1}"#, "1:12: error: unknown member 'colour'"),
    Row(
      "an unknown access level", #"{"accessLevel": "pubilc"}"#,
      #"1:17: error: expected "public", "package" or "internal", found "pubilc"; did you mean "public"?"#),
    Row("a member of another type", #"{"schemas": {"include": "*"}}"#, "1:25: error: expected array, found string"),
    Row("an empty path", #"{"lock": ""}"#, "1:10: error: expected at least 1 character, found 0"),
    Row(
      "a root of schemas that is not a pointer", #"{"schemas": {"root": "components/schemas"}}"#,
      #"1:22: error: expected a match for the pattern '^#?(/([^~]|~[01])*)?$', found "components/schemas""#),
    Row(
      "a prefix that no Swift name begins with", #"{"namePrefix": "1st"}"#,
      #"1:16: error: expected a match for the pattern '^([A-Za-z_][A-Za-z0-9_]*)?$', found "1st""#),
    Row(
      "a namespace that is no type", #"{"namespace": "my-api"}"#,
      #"1:15: error: expected a match for the pattern '^[A-Z][A-Za-z0-9_]*$', found "my-api""#),
    Row(
      "a namespace that hides a type of Swift", #"{"namespace": "String"}"#,
      "1:15: error: 'String' cannot be the namespace: it is a Swift keyword, or a type of Swift, Foundation, "
        + "SchemaRuntime or 'types'; choose another name"),
    Row(
      "a namespace that hides a type of Foundation", #"{"namespace": "Decimal"}"#,
      "1:15: error: 'Decimal' cannot be the namespace: it is a Swift keyword, or a type of Swift, Foundation, "
        + "SchemaRuntime or 'types'; choose another name"),
    Row(
      "a way of naming that does not exist", #"{"naming": "titles"}"#,
      #"1:12: error: expected "definition" or "title", found "titles"; did you mean "title"?"#),
    Row(
      "a module that no Swift module is called", #"{"testSupport": {"module": "My Models"}}"#,
      #"1:28: error: expected a match for the pattern '^[A-Za-z_][A-Za-z0-9_]*$', found "My Models""#),
    Row(
      "a module that is called like a word of Swift", #"{"documentation": {"module": "class"}}"#,
      "1:30: error: expected the name of a Swift module, found 'class'"),
    Row(
      "equal names", #"{"lock": "a", "lock": "b"}"#,
      "1:15: error: expected unique member names, found 'lock' twice in one object"),
    Row(
      "several mistakes in the order of the text", #"{"namePrefix": 1, "lock": 2}"#,
      "1:16: error: expected string, found integer", "1:27: error: expected string, found integer"),
    Row(
      "a member that is nearly 'references'", #"{"refrences": {}}"#,
      "1:15: error: unknown member 'refrences'; did you mean 'references'?"),
    Row(
      "an entry of the offline map that is not a path", #"{"references": {"https://example.com/a": 1}}"#,
      "1:42: error: expected null or string, found integer"),
    Row(
      "an entry of the offline map for no URI", #"{"references": {"common.json": "a.json"}}"#,
      "1:32: error: expected an absolute URI, found 'common.json'"),
    Row(
      "an entry of the offline map for a fragment", #"{"references": {"https://example.com/a#b": "a.json"}}"#,
      "1:44: error: expected a URI without a fragment, found 'https://example.com/a#b'"),
    Row(
      "one URI in two spellings",
      #"{"references": {"https://example.com/%7ea": "a.json", "HTTPS://Example.com/~a": "b.json"}}"#,
      "1:81: error: expected unique URIs, found 'HTTPS://Example.com/~a', which is equivalent to "
        + "'https://example.com/%7ea'"),
    Row(
      "a format that does not exist", #"{"formats": {"assert": ["uuid", "regexp"]}}"#,
      #"1:33: error: expected "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "#
        + #""ipv6", "uri", "uri-reference", "iri", "iri-reference", "uuid", "uri-template" "#
        + #"or one of 6 other values, found "regexp"; did you mean "regex"?"#),
    Row(
      "a type that does not hold the format", #"{"formats": {"assert": ["uri"]}, "types": {"string:uri": "UUID"}}"#,
      "1:58: error: expected 'String' or 'URL' for 'string:uri', found 'UUID'"),
    Row(
      "a type that does not hold a format of numbers", #"{"types": {"integer:int32": "Int16"}}"#,
      "1:29: error: expected 'Int32', 'Int64', 'Int' or 'JSONNumber' for 'integer:int32', found 'Int16'; "
        + "did you mean 'Int32'?"),
    Row(
      "a type of numbers for bytes", #"{"types": {"string:base64": "Int32"}}"#,
      "1:29: error: expected 'Base64Bytes', 'Data' or 'String' for 'string:base64', found 'Int32'"),
    Row(
      "a type that nobody knows", #"{"types": {"number": "Decimals"}}"#,
      "1:22: error: expected 'Double', 'Float', 'Decimal' or 'JSONNumber' for 'number', found 'Decimals'; "
        + "did you mean 'Decimal'?"),
    Row(
      "a custom type without its module", #"{"types": {"number:decimal": "Money"}}"#,
      "1:30: error: expected 'Decimal', 'Double' or 'JSONNumber' for 'number:decimal', found 'Money'; "
        + #"write a type of your own as {"type": …, "import": …}"#),
    Row(
      "a type that is no Swift", #"{"types": {"number": {"type": "Money;", "import": "Money"}}}"#,
      "1:31: error: 'Money;' is not a Swift type: expected the end of the type at character 6, found ';'"),
    Row(
      "a known type for another kind", #"{"types": {"string:uint64": {"type": "Decimal", "import": "Foundation"}}}"#,
      "1:29: error: expected 'String' or 'UInt64' for 'string:uint64', found 'Decimal'"),
  ]

  @Test("a mistake is reported with its location", arguments: rows)
  func errors(row: Row) throws {
    let document = try JSONDocument(parsing: row.text)
    let error = #expect(throws: ConfigurationErrors.self) {
      try Configuration(document, name: "Schemas/codegen.json")
    }
    #expect(error?.description == row.expected.map { "Schemas/codegen.json:" + $0 }.joined(separator: "\n"))
  }

  @Test("an empty configuration has the defaults of the schema")
  func defaults() throws {
    #expect(try configuration("{}") == Configuration())
    let schema = try JSONValue(parsing: ConfigurationSchema.text)
    let properties = try #require(schema["properties"])
    let defaults = Configuration()
    #expect(properties["accessLevel"]?["default"] == .string(defaults.accessLevel.rawValue))
    #expect(properties["namePrefix"]?["default"] == .string(defaults.namePrefix))
    #expect(properties["naming"]?["default"] == .string(defaults.naming.rawValue))
    #expect(properties["naming"]?["enum"] == .array(Configuration.Naming.allCases.map { .string($0.rawValue) }))
    #expect(properties["validators"]?["default"] == .string(defaults.validators.rawValue))
    #expect(
      properties["validators"]?["enum"] == .array(Configuration.Validators.allCases.map { .string($0.rawValue) }))
    #expect(properties["views"]?["default"] == nil && defaults.views == nil)
    let authorities = SchemaResolver.Reading.Authority.allCases.map { JSONValue.string($0.rawValue) }
    #expect(schema["$defs"]?["reading"]?["enum"] == .array(authorities) && defaults.reading.isEmpty)
    let kinds = SchemaResolver.Reading.OpenKind.allCases.map { JSONValue.string($0.rawValue) }
    #expect(properties["open"]?["items"]?["enum"] == .array(kinds) && defaults.open.isEmpty)
    #expect(properties["untypedObjects"]?["default"] == .string(defaults.untypedObjects.rawValue))
    #expect(
      properties["untypedObjects"]?["enum"]
        == .array(Configuration.UntypedObjects.allCases.map { .string($0.rawValue) }))
    #expect(properties["definitions"]?["default"] == .string(defaults.definitions.rawValue))
    #expect(
      properties["definitions"]?["enum"]
        == .array(Configuration.Definitions.allCases.map { .string($0.rawValue) }))
    #expect(properties["lock"]?["default"] == .string(defaults.lock))
    let schemas = properties["schemas"]?["properties"]
    #expect(schemas?["include"]?["default"] == .array(defaults.schemas.include.map { .string($0) }))
    #expect(schemas?["exclude"]?["default"] == .array(defaults.schemas.exclude.map { .string($0) }))
    let editions = properties["documentation"]?["properties"]?["editions"]
    #expect(editions?["default"] == .array(Configuration.Edition.allCases.map { .string($0.rawValue) }))
    #expect(editions?["items"]?["enum"] == editions?["default"])
  }

  @Test func everything() throws {
    let read = try configuration(
      """
      {"$schema": "codegen.schema.json", "accessLevel": "package", "namePrefix": "My", "naming": "title",
       "namespace": "API",
       "formats": {"assert": ["date-time", "uuid"]},
       "types": {"string:date-time": "Timestamp", "string:email": "String", "integer:int32": "Int32",
                 "number:multipleOf": {"type": "Price", "import": "Shop"}, "string": {"type": "Words"}},
       "schemas": {"include": ["a/*.json"], "exclude": ["a/b.json"], "root": "#/defs"},
       "references": {"https://example.com/a": "../a.json", "https://example.com/": "../b"},
       "outputs": {"models": "../M", "documentation": "../D"}, "templates": "../Own",
       "documentation": {"title": "T", "editions": ["html"]}, "definitions": "all", "untypedObjects": "exact",
       "operations": {"tags": ["pets"], "paths": ["/pets/**"], "ids": ["addPet"]}, "reading": {"a/*": "practice", "a/b/*": "standard"}, "names": {"sts": "status"}, "open": ["enums", "unions"], "views": ["request", "response"],
       "dependencies": [{"schemas": "../Money/Schemas", "module": "MoneyModels"}],
       "overrides": {"a.json": {"#/b": {"x-swift": {"name": "B"}, "deprecated": null},
                                "/f": [{"op": "remove", "path": "/g"}]}},
       "validators": "program", "lock": "l.json"}
      """)
    var expected = Configuration()
    expected.accessLevel = .package
    expected.namePrefix = "My"
    expected.naming = .title
    expected.namespace = "API"
    expected.formats.assert = ["date-time", "uuid"]
    expected.types = [
      .string("date-time"): "Timestamp", .string("email"): "String", .integer("int32"): "Int32",
      .multipleOf: MappedType("Price", module: "Shop"), SchemaKind(.string): "Words",
    ]
    expected.schemas.include = ["a/*.json"]
    expected.schemas.exclude = ["a/b.json"]
    expected.schemas.root = "#/defs"
    expected.references = ["https://example.com/a": "../a.json", "https://example.com/": "../b"]
    expected.outputs.models = "../M"
    expected.outputs.documentation = "../D"
    expected.templates = "../Own"
    expected.documentation.title = "T"
    expected.documentation.editions = [.html]
    expected.definitions = .all
    expected.untypedObjects = .exact
    expected.operations = OperationSelection(tags: ["pets"], paths: ["/pets/**"], ids: ["addPet"])
    expected.reading = [.init(files: "a/*", authority: .practice), .init(files: "a/b/*", authority: .standard)]
    expected.names = ["sts": "status"]
    expected.open = [.enumerations, .unions]
    expected.dependencies = [Configuration.Dependency(schemas: "../Money/Schemas", module: "MoneyModels")]
    expected.views = [.request, .response]
    let rows: [(String, JSONValue)] = [
      ("#/b", ["x-swift": ["name": "B"], "deprecated": nil]), ("/f", [["op": "remove", "path": "/g"]]),
    ]
    expected.overrides = ["a.json": rows.compactMap { Configuration.Override(at: $0.0, $0.1) }]
    #expect(expected.overrides["a.json"]?.map(\.pointer) == [JSONPointer(["b"]), JSONPointer(["f"])])
    expected.validators = .program
    expected.lock = "l.json"
    #expect(read == expected)
  }

  @Test(
    "a configuration that is not JSON is reported with its location",
    arguments: [
      ("", "1:1: error: expected a JSON value, found an empty text"),
      ("{\n  \"lock\": }", "2:11: error: expected a value, found '}'"),
    ])
  func syntaxErrors(text: String, expected: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "Schemas/codegen.json")
    #expect(folder.run() == Outcome(2, errors: "Schemas/codegen.json:" + expected + "\n"))
  }

  private func configuration(_ text: String) throws -> Configuration {
    try Configuration(JSONDocument(parsing: text), name: "codegen.json")
  }
}
