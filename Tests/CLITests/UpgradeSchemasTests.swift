import Foundation
import JSONSchema
import SchemaRewriting
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import Testing

@Suite struct UpgradeSchemasTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dialect: Dialect
    let target: Dialect
    let before: String
    let after: String

    init(_ sentence: String, _ dialect: Dialect, to target: Dialect = .draft2020, _ before: String, _ after: String) {
      (testDescription, self.dialect, self.target) = (sentence, dialect, target)
      (self.before, self.after) = (before, after)
    }
  }

  @Test(
    "a schema of an older draft becomes one of 2020-12 or v1",
    arguments: [
      Row(
        "definitions, and references to them", .draft7,
        ##"{"properties": {"a": {"$ref": "#/definitions/b%20c"}}, "definitions": {"b c": {"type": "string"}}}"##,
        ##"{"properties": {"a": {"$ref": "#/$defs/b%20c"}}, "$defs": {"b c": {"type": "string"}}}"##),
      Row(
        "members that have the names of keywords", .draft7,
        ##"{"properties": {"definitions": {}, "items": {"items": [true]}}, "not": {"$ref": "#/properties/definitions"}}"##,
        ##"{"properties": {"definitions": {}, "items": {"prefixItems": [true]}}, "not": {"$ref": "#/properties/definitions"}}"##
      ),
      Row(
        "tuples, and references into them", .draft2019,
        ##"{"items": [{"$ref": "#/additionalItems"}], "additionalItems": {"not": {"$ref": "#/items/0"}}}"##,
        ##"{"prefixItems": [{"$ref": "#/items"}], "items": {"not": {"$ref": "#/prefixItems/0"}}}"##),
      Row(
        "additionalItems without a tuple has no effect", .draft7,
        #"{"items": {"type": "string"}, "additionalItems": false}"#, #"{"items": {"type": "string"}}"#),
      Row(
        "siblings of a reference have no effect, except for annotations and definitions", .draft7,
        ##"{"type": "null", "$ref": "#/definitions/a", "title": "T", "maxLength": 1, "definitions": {"a": true}}"##,
        ##"{"$ref": "#/$defs/a", "title": "T", "$defs": {"a": true}}"##),
      Row(
        "identifiers of draft-04, and anchors", .draft4,
        ##"{"id": "http://example.com/a", "items": {"id": "b#c", "type": "string"}, "not": {"id": "#d"}}"##,
        ##"{"$id": "http://example.com/a", "items": {"$id": "b", "$anchor": "c", "type": "string"}, "not": {"$anchor": "d"}}"##
      ),
      Row(
        "members that are required by their own schemas, also by references", .draft3,
        "{\n  \"properties\": {\n    \"a\": {\"required\": true, \"type\": \"any\"},\n    \"b\": {\"$ref\": \"#/definitions/c\", \"required\": false}\n  },\n"
          + "  \"definitions\": {\"c\": {\"required\": true}},\n  \"required\": true\n}",
        "{\n  \"properties\": {\n    \"a\": {},\n    \"b\": {\"$ref\": \"#/$defs/c\"}\n  },\n"
          + "  \"required\": [\"a\", \"b\"],\n  \"$defs\": {\"c\": {}}\n}"),
      Row(
        "bases, and references into them", .draft3,
        ##"{"type": "array", "extends": {"id": "#a", "items": {"$ref": "#/extends"}}, "items": {"extends": [{}, {"$ref": "#/extends/items"}]}}"##,
        ##"{"type": "array", "allOf": [{"$anchor": "a", "items": {"$ref": "#/allOf/0"}}], "items": {"allOf": [{}, {"$ref": "#/allOf/0/items"}]}}"##
      ),
      Row(
        "types that are names and schemas, and references into them", .draft3,
        ##"{"type": ["null", {"items": {"$ref": "#/type/0"}}], "disallow": ["string", {"type": "array", "items": {"$ref": "#/disallow/1"}}]}"##,
        ##"{"anyOf": [{ "type": "null" }, {"items": {"$ref": "#/anyOf/0"}}], "not": { "anyOf": [{ "type": "string" }, {"type": "array", "items": {"$ref": "#/not/anyOf/1"}}] }}"##
      ),
      Row(
        "types that are disallowed, and any", .draft3,
        #"{"items": [{"disallow": "string"}, {"disallow": ["string", "null"]}, {"disallow": "any"}, {"type": ["null", "any"]}]}"#,
        #"{"prefixItems": [{"not": { "type": "string" }}, {"not": { "type": ["string", "null"] }}, {"not": {}}, {}]}"#),
      Row(
        "dependencies of three kinds", .draft3, #"{"dependencies": {"a": "b", "c": ["d"], "e": {"divisibleBy": 2}}}"#,
        #"{"dependentRequired": {"a": ["b"], "c": ["d"]}, "dependentSchemas": { "e": {"multipleOf": 2}}}"#),
      Row(
        "formats with other names, lists without schemas, and keywords that draft-03 does not have", .draft3,
        #"{"format": "ip-address", "items": [], "extends": [], "not": {"format": "time"}, "additionalItems": {"format": "time"}}"#,
        #"{"format": "ipv4", "x-not": {"format": "time"}, "items": {"x-format": "time"}}"#),
      Row(
        "exclusive limits of draft-04", .draft4,
        #"{"maximum": 1.50, "exclusiveMaximum": true, "minimum": 0, "exclusiveMinimum": false}"#,
        #"{"exclusiveMaximum": 1.50, "minimum": 0}"#),
      Row(
        "dependencies of both kinds, in several lines", .draft7,
        "{\n  \"dependencies\": {\n    \"a\": [\"b\"],\n    \"c\": {\"not\": {\"$ref\": \"#/dependencies/c\"}}\n  }\n}",
        "{\n  \"dependentRequired\": {\n    \"a\": [\"b\"]\n  },\n"
          + "  \"dependentSchemas\": {\n    \"c\": {\"not\": {\"$ref\": \"#/dependentSchemas/c\"}}\n  }\n}"),
      Row(
        "recursive references", .draft2019,
        ##"{"$recursiveAnchor": true, "items": {"$recursiveRef": "#"}, "not": {"$recursiveAnchor": false}}"##,
        ##"{"$dynamicAnchor": "recursive", "items": {"$dynamicRef": "#recursive"}, "not": {}}"##),
      Row(
        "recursive references that nothing redirects", .draft2019,
        ##"{"items": {"$recursiveRef": "#"}, "not": {"$ref": "#/$defs/a", "$recursiveRef": "#"}, "$defs": {"a": true}}"##,
        ##"{"items": {"$ref": "#"}, "not": {"$ref": "#/$defs/a", "allOf": [{ "$ref": "#" }]}, "$defs": {"a": true}}"##),
      Row(
        "elements that 'contains' would mark for 'unevaluatedItems'", .draft2019,
        #"{"contains": {"const": 1}, "unevaluatedItems": {"const": 2}, "maxContains": 2}"#,
        #"{"not": { "not": { "contains": {"const": 1}, "maxContains": 2 } }, "unevaluatedItems": {"const": 2}}"#),
      Row(
        "values that look like schemas", .draft4,
        #"{"enum": [{"id": "a", "definitions": {}}], "default": {"items": []}}"#,
        #"{"enum": [{"id": "a", "definitions": {}}], "default": {"items": []}}"#),
      Row(
        "keywords that only later drafts have", .draft4,
        ##"{"const": 1, "examples": [2], "not": {"$ref": "#/if"}, "if": {"type": "null"}}"##,
        ##"{"x-const": 1, "examples": [2], "not": {"$ref": "#/x-if"}, "x-if": {"type": "null"}}"##),
      Row(
        "in v1, the dialect is named, unknown keywords get a prefix, and formats that nothing asserts", .draft2020,
        to: .v1,
        ##"{"a": {"b": {}}, "not": {"$ref": "#/a/b"}, "items": {"format": "email", "x-c": 1}, "$recursiveAnchor": "d"}"##,
        ##"{"$schema": "https://json-schema.org/v1", "x-a": {"b": {}}, "not": {"$ref": "#/x-a/b"}, "items": {"x-format": "email", "x-c": 1}, "x-$recursiveAnchor": "d"}"##
      ),
      Row(
        "keywords that v1 no longer has, and names that must be IRIs", .draft7, to: .v1,
        ##"{"$id": "https://a.example/b c#", "definitions": {"a": {}}, "not": {"$ref": "#/definitions/a"}}"##,
        ##"{"$schema": "https://json-schema.org/v1", "$id": "https://a.example/b%20c", "$defs": {"a": {}}, "not": {"$ref": "#/$defs/a"}}"##
      ),
      Row(
        "anchors that are targets of both kinds of references, and dynamic references to others", .draft2020, to: .v1,
        ##"{"$dynamicAnchor": "a", "anyOf": [{"$ref": "#a"}, {"items": {"$dynamicRef": "#a"}}, {"$dynamicRef": "#/$defs/b"}], "$defs": {"b": true}}"##,
        ##"{"$schema": "https://json-schema.org/v1", "$dynamicAnchor": "a", "anyOf": [{"$ref": "#a"}, {"items": {"$dynamicRef": "#a"}}, {"$ref": "#/$defs/b"}], "$defs": {"b": true}, "$anchor": "a"}"##
      ),
    ])
  func forms(_ row: Row) throws {
    let document = SchemaDocument(
      uri: "file:///a.json", name: "a.json", source: try JSONDocument(parsing: row.before))
    let options = SchemaResolver.Options(defaultDialect: row.dialect)
    let upgrade = try SchemaUpgrader.upgrade([document], to: row.target, options: options) { _ in nil }
    #expect(String(decoding: upgrade.texts[0].text, as: UTF8.self) == row.after)
  }

  @Test("files change together, with their references to each other, and the conventional form is kept")
  func files() throws {
    let folder = try ScratchFolder()
    let draft = "http://json-schema.org/draft-07/schema#"
    let first =
      ##"{ "$schema": "\##(draft)", "items": [{ "$ref": "b.json#/definitions/c" }], "definitions": {} }"## + "\n"
    try folder.write(first, to: "a.json")
    try folder.write(
      ##"{"$schema": "\##(draft)", "definitions": {"c": {"const": 1, "prefixItems": []}}}"##, to: "b.json")
    try folder.write(##"{"items": {"$ref": "a.json#/definitions/x"}}"##, to: "in/c.json")
    #expect(
      folder.run("upgrade", "a.json", "b.json")
        == Outcome(
          0,
          errors: """
            b.json:1:105: note: 'prefixItems' has no effect in draft-07: renamed to 'x-prefixItems', so that it gets none
            in/c.json: note: refers into a.json, whose keywords may have moved; upgrade both together
            upgraded 2 files to draft 2020-12

            """))
    let new = "https://json-schema.org/draft/2020-12/schema"
    #expect(
      folder.text("a.json")
        == ##"{ "$schema": "\##(new)", "prefixItems": [{ "$ref": "b.json#/$defs/c" }], "$defs": {} }"## + "\n")
    #expect(
      folder.text("b.json") == ##"{"$schema": "\##(new)", "$defs": {"c": {"const": 1, "x-prefixItems": []}}}"##)
    #expect(folder.run("upgrade", "--to", "2020-12", "a.json", "b.json") == Outcome(0, errors: "nothing to upgrade\n"))
  }

  @Test(
    "what draft 2020-12 cannot express is an error with its location",
    arguments: [
      (
        "an anchor", ##"{"$schema": "http://json-schema.org/draft-07/schema#", "not": {"$id": "#1"}}"##,
        "a.json:1:71: error: draft 2020-12 permits no anchor '1'"
      ),
      (
        "a reference into a removed keyword",
        ##"{"$schema": "http://json-schema.org/draft-07/schema#", "additionalItems": {}, "not": {"$ref": "#/additionalItems"}}"##,
        "a.json:1:95: error: this reference leads into 'additionalItems', which has no effect and would be removed"
      ),
      (
        "a recursion through the meta-schema of the draft",
        ##"{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "not": {"$recursiveRef": "#"}, "allOf": [{"$ref": "https://json-schema.org/draft/2019-09/schema"}]}"##,
        "a.json:1:112: error: a recursive reference may lead to a schema that is not upgraded"
      ),
    ])
  func refusals(_ sentence: String, _ text: String, _ message: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "a.json")
    let result = folder.run("upgrade", "a.json")
    #expect(result.code == 2 && result.errors.hasPrefix(message), "\(sentence): \(result)")
    #expect(folder.text("a.json") == text)
  }
}
