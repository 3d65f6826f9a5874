import JSONSchema
import SchemaRuntime
import Testing

/// Mistakes in schemas: documents in, exact messages out.
@Suite struct ResolveErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dialect: String
    let schemas: [String]
    let lines: [String]

    init(_ name: String, dialect: String = "2020", _ schemas: String..., lines: [String]) {
      testDescription = name
      self.dialect = dialect
      self.schemas = schemas
      self.lines = lines
    }
  }

  static let references: [Row] = [
    Row(
      "no such document", ##"{"$ref": "c.json#/x"}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found 'c.json#/x', which resolves to "
          + "'https://example.com/c.json#/x': no schema has this URI; did you mean 'https://example.com/a.json'?"
      ]),
    Row(
      "a pointer that ends early", ##"{"$ref": "#/$defs/user/nam", "$defs": {"user": {"name": {}}}}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#/$defs/user/nam', which resolves to "
          + "'https://example.com/a.json#/$defs/user/nam': '#/$defs/user' exists but has no 'nam'; did you mean 'name'?"
      ]),
    Row(
      "a pointer into a string", ##"{"$ref": "#/title/0", "title": "x"}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#/title/0', which resolves to "
          + "'https://example.com/a.json#/title/0': '#/title' exists but has no '0'"
      ]),
    Row(
      "a pointer to a string", ##"{"$ref": "#/title", "title": "x"}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#/title', which resolves to "
          + "'https://example.com/a.json#/title': the value there is a string, not a schema"
      ]),
    Row(
      "a broken escape in a pointer", ##"{"$ref": "#/a~2"}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#/a~2', which resolves to "
          + "'https://example.com/a.json#/a~2': a pointer must begin with '/' and have 0 or 1 after each '~'"
      ]),
    Row(
      "a pointer that is not UTF-8", ##"{"$ref": "#/%ff"}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#/%ff', which resolves to "
          + "'https://example.com/a.json#/%FF': the percent-encoding after '#' is not UTF-8"
      ]),
    Row(
      "no such anchor", ##"{"$ref": "#usr", "$defs": {"a": {"$anchor": "user"}}}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#usr', which resolves to "
          + "'https://example.com/a.json#usr': no anchor is called 'usr'; did you mean 'user'?"
      ]),
    Row(
      "no reference at all", ##"{"allOf": [{"$ref": 1}, {"$ref": "%"}, {"$dynamicRef": "1:2"}]}"##,
      lines: [
        "a.json:1:21: error: expected '$ref' to be a URI reference, found 1",
        ##"a.json:1:34: error: expected '$ref' to be a URI reference, found "%""##,
        ##"a.json:1:56: error: expected '$dynamicRef' to be a URI reference, found "1:2""##,
      ]),
    Row(
      "a reference that is its own target", ##"{"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}"##,
      lines: [
        "a.json:1:17: error: these references lead back to where they began: "
          + "https://example.com/a.json#/$defs/a -> https://example.com/a.json#/$defs/a; remove one of them"
      ]),
    Row(
      "a circle over two documents", ##"{"allOf": [{"$ref": "b.json"}]}"##, ##"{"$ref": "a.json#"}"##,
      lines: [
        "a.json:1:1: error: these references lead back to where they began: https://example.com/a.json# -> "
          + "https://example.com/a.json#/allOf/0 -> https://example.com/b.json# -> https://example.com/a.json#; "
          + "remove one of them"
      ]),
    Row(
      "two circles",
      ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/c"}}, "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/c"}]}"##,
      lines: [
        "a.json:1:17: error: these references lead back to where they began: https://example.com/a.json#/$defs/a"
          + " -> https://example.com/a.json#/$defs/b -> https://example.com/a.json#/$defs/a; remove one of them",
        "a.json:1:73: error: these references lead back to where they began: "
          + "https://example.com/a.json#/$defs/c -> https://example.com/a.json#/$defs/c; remove one of them",
      ]),
    Row(
      "a recursive reference elsewhere", dialect: "2019", ##"{"$recursiveRef": "#/a"}"##,
      lines: [##"a.json:1:19: error: expected '$recursiveRef' to be '#', found "#/a""##]),
  ]

  static let names: [Row] = [
    Row(
      "one $id twice", ##"{"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}"##,
      lines: [
        "a.json:1:44: error: expected a unique URI for every schema, found 'https://example.com/x' again, "
          + "first used at a.json:1:17"
      ]),
    Row(
      "one $id in two documents, to which a reference leads", ##"{"$id": "x", "not": {"$ref": "x"}}"##,
      ##"{"$id": "x"}"##,
      lines: [
        "b.json:1:9: error: expected a unique URI for every schema, found 'https://example.com/x' again, "
          + "first used at a.json:1:1"
      ]),
    Row(
      "one anchor twice", ##"{"$anchor": "x", "not": {"$dynamicAnchor": "x"}}"##,
      lines: [
        "a.json:1:44: error: expected unique anchors in one resource, found 'x' again, first used at a.json:1:1"
      ]),
    Row(
      "an anchor that is not a name", ##"{"$anchor": "a b"}"##,
      lines: [
        "a.json:1:13: error: expected '$anchor' to be a name of letters, digits, '-', '_' and '.' "
          + ##"that begins with a letter or '_', found "a b""##
      ]),
    Row(
      "an $id with a fragment", ##"{"$id": "x#y"}"##,
      lines: [##"a.json:1:9: error: expected '$id' to be a URI reference without a fragment, found "x#y""##]),
    Row(
      "a dialect that is misspelled", ##"{"$schema": "https://json-schema.org/draft/2020-21/schema"}"##,
      lines: [
        "a.json:1:13: error: expected '$schema' to be the URI of a known dialect, found "
          + "'https://json-schema.org/draft/2020-21/schema'; did you mean 'https://json-schema.org/draft/2020-12/schema'?"
      ]),
    Row(
      "an unknown dialect", ##"{"$schema": "urn:mine"}"##,
      lines: [
        "a.json:1:13: error: expected '$schema' to be the URI of a known dialect, found 'urn:mine'"
      ]),
    Row(
      "equal names, anywhere",
      """
      {
        "title": "a",
        "default": {"x": 1, "x": 2},
        "title": "b"
      }
      """,
      lines: [
        "a.json:3:23: error: expected unique member names, found 'x' twice in one object",
        "a.json:4:3: error: expected unique member names, found 'title' twice in one object",
      ]),
  ]

  static let values: [Row] = [
    Row(
      "a type that is misspelled", ##"{"type": "strnig"}"##,
      lines: [
        "a.json:1:10: error: expected 'type' to be one of null, boolean, integer, number, string, array, object, "
          + "found 'strnig'; did you mean 'string'?"
      ]),
    Row(
      "a type that is nothing like one", ##"{"type": ["string", "uuid"]}"##,
      lines: [
        "a.json:1:21: error: expected 'type' to be one of null, boolean, integer, number, string, array, object, "
          + "found 'uuid'"
      ]),
    Row(
      "no type, and a type that is a number", ##"{"allOf": [{"type": []}, {"type": 1}]}"##,
      lines: [
        "a.json:1:21: error: expected 'type' to be the name of a type or an array of at least one, found []",
        "a.json:1:35: error: expected 'type' to be the name of a type or an array of at least one, found 1",
      ]),
    Row(
      "invalid lengths",
      ##"{"minLength": -1, "maxLength": 1.5, "minItems": "2", "maxItems": null, "minProperties": 2.0, "maxProperties": 1e40}"##,
      lines: [
        "a.json:1:15: error: expected 'minLength' to be a non-negative integer, found -1",
        "a.json:1:32: error: expected 'maxLength' to be a non-negative integer, found 1.5",
        ##"a.json:1:49: error: expected 'minItems' to be a non-negative integer, found "2""##,
        "a.json:1:66: error: expected 'maxItems' to be a non-negative integer, found null",
      ]),
    Row(
      "invalid numbers", ##"{"multipleOf": 0, "maximum": "1", "exclusiveMaximum": true}"##,
      lines: [
        "a.json:1:16: error: expected 'multipleOf' to be a number greater than 0, found 0",
        ##"a.json:1:30: error: expected 'maximum' to be a number, found "1""##,
        "a.json:1:55: error: expected 'exclusiveMaximum' to be a number, found true",
      ]),
    Row(
      "invalid names", ##"{"required": ["a", "b", 1], "dependentRequired": {"x": ["y", 1]}}"##,
      lines: [
        ##"a.json:1:14: error: expected 'required' to be an array of strings, found ["a","b",1]"##,
        ##"a.json:1:56: error: expected 'dependentRequired' to be an object of arrays of strings, found ["y",1]"##,
      ]),
    Row(
      "values that are not schemas",
      ##"{"properties": {"a": "string", "b": []}, "items": [{}], "allOf": [], "anyOf": {}, "$defs": [], "not": null}"##,
      lines: [
        "a.json:1:22: error: expected a schema (an object or a Boolean), found a string",
        "a.json:1:37: error: expected a schema (an object or a Boolean), found an array",
        "a.json:1:51: error: expected a schema (an object or a Boolean), found an array; since draft 2020-12, 'prefixItems' has the schemas of the first items",
        "a.json:1:66: error: expected 'allOf' to be an array of at least one schema, found []",
        "a.json:1:79: error: expected 'anyOf' to be an array of at least one schema, found {}",
        "a.json:1:92: error: expected '$defs' to be an object of schemas, found []",
        "a.json:1:103: error: expected a schema (an object or a Boolean), found null",
      ]),
    Row(
      "a Boolean is not a schema in draft-04, except for two keywords", dialect: "4",
      ##"{"additionalProperties": false, "additionalItems": true, "not": true}"##,
      lines: ["a.json:1:65: error: expected a schema, an object in this draft, found a Boolean"]),
    Row(
      "lists that need something in them", dialect: "4",
      ##"{"required": [], "enum": [], "items": [], "dependencies": {"a": []}, "allOf": [], "exclusiveMaximum": true}"##,
      lines: [
        "a.json:1:14: error: expected 'required' to be an array of at least one string, found []",
        "a.json:1:26: error: expected 'enum' to be an array of at least one value, found []",
        "a.json:1:39: error: expected 'items' to be a schema or an array of at least one, found []",
        "a.json:1:65: error: expected 'dependencies' to be an array of at least one string, found []",
        "a.json:1:79: error: expected 'allOf' to be an array of at least one schema, found []",
        "a.json:1:83: error: expected 'maximum' next to 'exclusiveMaximum', found none",
      ]),
    Row(
      "what draft-07 ignores must have its form", dialect: "7",
      ##"{"$ref": "#/definitions/a", "definitions": {"a": {}}, "minLength": -1, "not": {"items": [{"type": 1}, 2]}}"##,
      lines: [
        "a.json:1:68: error: expected 'minLength' to be a non-negative integer, found -1",
        "a.json:1:99: error: expected 'type' to be the name of a type or an array of at least one, found 1",
        "a.json:1:103: error: expected a schema (an object or a Boolean), found a number",
      ]),
    Row(
      "an anchor of draft 2020-12 in draft 2019-09", dialect: "2019", ##"{"$anchor": "_a"}"##,
      lines: [
        "a.json:1:13: error: expected '$anchor' to be a name of letters, digits, '-', '_', '.' and ':' that begins "
          + ##"with a letter, found "_a""##
      ]),
    Row(
      "an invalid reference in draft-04", dialect: "4", ##"{"not": {"$ref": {}}}"##,
      lines: ["a.json:1:18: error: expected '$ref' to be a URI reference, found {}"]),
    Row(
      "values and vocabularies of the wrong kind", ##"{"enum": "a", "$vocabulary": {"x": 1}}"##,
      lines: [
        ##"a.json:1:10: error: expected 'enum' to be an array of values, found "a""##,
        ##"a.json:1:30: error: expected '$vocabulary' to be an object of Booleans, found {"x":1}"##,
      ]),
    Row(
      "our own keywords",
      ##"{"x-maxUTF8Bytes": -1, "x-localOnly": 1, "x-swift": {"name": 1}, "enum": ["a", "b"], "x-enum-varnames": ["one", "one", "two"]}"##,
      lines: [
        "a.json:1:20: error: expected 'x-maxUTF8Bytes' to be a non-negative integer, found -1",
        "a.json:1:39: error: expected 'x-localOnly' to be a Boolean, found 1",
        "a.json:1:62: error: expected 'x-swift/name' to be a string of at least one character, found 1",
        "a.json:1:105: error: expected 'x-enum-varnames' to have one name for each of the 2 values of 'enum', found 3",
        "a.json:1:113: error: expected unique names in 'x-enum-varnames', found 'one' twice",
      ]),
    Row(
      "a type of Swift that is more than a type",
      ##"{"properties": {"a": {"x-swift": {"type": "String; let pwn = 1"}}, "b": {"x-swift": {"type": "A\n/*"}}}}"##,
      lines: [
        "a.json:1:43: error: expected 'x-swift/type' to be a Swift type: expected the end of the type at character 7, "
          + "found ';'",
        "a.json:1:94: error: expected 'x-swift/type' to be a Swift type: expected the end of the type at character 2, "
          + "found '\\u{a}'",
      ]),
    Row(
      "names that would break the line", ##"{"$ref": "#a\nb", "type": "\u202e"}"##,
      lines: [
        "a.json:1:10: error: expected '$ref' to name a schema, found '#a\\u{a}b', which resolves to "
          + "'https://example.com/a.json#a%0Ab': no anchor is called 'a\\u{a}b'",
        "a.json:1:27: error: expected 'type' to be one of null, boolean, integer, number, string, array, object, "
          + "found '\\u{202e}'",
      ]),
    Row(
      "a document that is not a schema", "[1]",
      lines: [
        "a.json:1:1: error: expected a schema (an object or a Boolean), found an array"
      ]),
  ]

  static let release1: [Row] = [
    Row(
      "unknown keywords, those of other drafts, and proposals", dialect: "v1",
      ##"{"x-a": 1, "a": 1, "tpye": "string", "not": {"definitions": {}, "$vocabulary": {}}, "default": {"b": 1}}"##,
      lines: [
        "a.json:1:12: error: v1 permits no other keywords than its own and those that begin with 'x-', found 'a'",
        "a.json:1:20: error: v1 permits no other keywords than its own and those that begin with 'x-', found 'tpye'; "
          + "did you mean 'type'?",
        "a.json:1:46: error: v1 permits no other keywords than its own and those that begin with 'x-', found "
          + "'definitions', which belongs to draft-03 to draft 2020-12",
        "a.json:1:65: error: v1 permits no other keywords than its own and those that begin with 'x-', found "
          + "'$vocabulary', which belongs to draft 2019-09 to draft 2020-12",
      ]),
    Row(
      "names that are no IRIs, or have fragments", dialect: "v1",
      ##"{"$id": "a#", "not": {"$ref": "b c"}, "items": {"$dynamicRef": "b#c"}}"##,
      lines: [
        ##"a.json:1:9: error: expected '$id' to be a URI reference without a fragment, found "a#""##,
        ##"a.json:1:31: error: expected '$ref' to be an IRI reference, found "b c""##,
        ##"a.json:1:64: error: expected '$dynamicRef' to be the name of a '$dynamicAnchor', with or without '#', found "b#c""##,
      ]),
    Row(
      "references to anchors of the other kind", dialect: "v1",
      ##"{"not": {"$ref": "#a"}, "items": {"$dynamicRef": "#b"}, "$defs": {"a": {"$dynamicAnchor": "a"}, "b": {"$anchor": "b"}}}"##,
      lines: [
        "a.json:1:18: error: expected '$ref' to name a schema, found '#a', which resolves to "
          + "'https://example.com/a.json#a': no anchor is called 'a'",
        "a.json:1:50: error: expected '$dynamicRef' to name a schema, found '#b', which resolves to "
          + "'https://example.com/a.json#b': no anchor is called 'b'",
      ]),
  ]

  @Test(arguments: references + names + values + release1)
  func `errors have a location and a message`(row: Row) throws {
    let options = SchemaResolver.Options(defaultDialect: try #require(dialects[row.dialect]))
    let errors = #expect(throws: ResolveErrors.self) { try resolve(row.schemas, options: options) }
    #expect(errors?.errors.map(\.description) == row.lines)
  }

  static let warnings: [Row] = [
    Row(
      "keywords of draft 2019-09 whose form draft 2020-12 keeps", ##"{"$recursiveAnchor": true, "$recursiveRef": 1}"##,
      lines: [
        "a.json:1:2: warning: draft 2020-12 ignores '$recursiveAnchor', which belongs to draft 2019-09",
        "a.json:1:22: warning: expected '$recursiveAnchor' to be a name of letters, digits, '-', '_' and '.' that "
          + "begins with a letter or '_', found true; ignored",
        "a.json:1:28: warning: draft 2020-12 ignores '$recursiveRef', which belongs to draft 2019-09",
        "a.json:1:45: warning: expected '$recursiveRef' to be a URI reference, found 1; ignored",
      ]),
    Row(
      "annotations of the wrong kind are left out",
      ##"{"title": 1, "description": null, "deprecated": "yes", "examples": {}, "readOnly": 0, "$comment": 3, "default": null}"##,
      lines: [
        "a.json:1:11: warning: expected 'title' to be a string, found 1; ignored",
        "a.json:1:29: warning: expected 'description' to be a string, found null; ignored",
        ##"a.json:1:49: warning: expected 'deprecated' to be a Boolean, found "yes"; ignored"##,
        "a.json:1:68: warning: expected 'examples' to be an array, found {}; ignored",
        "a.json:1:84: warning: expected 'readOnly' to be a Boolean, found 0; ignored",
        "a.json:1:99: warning: expected '$comment' to be a string, found 3; ignored",
      ]),
    Row(
      "repeated names count once",
      ##"{"required": ["a", "b", "\u0061", "ab"], "type": ["null", "object", "null"], "dependentRequired": {"x": ["y", "y"]}}"##,
      lines: [
        "a.json:1:25: warning: expected unique names in 'required', found 'a' twice; counted once",
        "a.json:1:69: warning: expected unique names in 'type', found 'null' twice; counted once",
        "a.json:1:111: warning: expected unique names in 'dependentRequired', found 'y' twice; counted once",
      ]),
    Row(
      "repeated values of an enum in a draft that forbids them", dialect: "6", ##"{"enum": [1, {"a": 1}, 1.0]}"##,
      lines: ["a.json:1:24: warning: expected unique values in 'enum', found 1.0 twice; counted once"]),
    Row(
      "needless escapes in patterns mean the character",
      ##"{"pattern": "a\\&b\\-[\\-]\\&", "patternProperties": {"\\@": true, "\\.": true}}"##,
      lines: [
        "a.json:1:13: warning: expected 'pattern' to escape only characters with a special meaning, "
          + "found '\\&', '\\-'; write '&', '-'",
        "a.json:1:55: warning: expected 'patternProperties' to escape only characters with a special meaning, "
          + "found '\\@'; write '@'",
      ]),
    Row(
      "needless escapes in a sensitive pattern", ##"{"pattern": "\\&", "x-sensitive": true}"##,
      lines: [
        "a.json:1:13: warning: expected 'pattern' to escape only characters with a special meaning, found others"
      ]),
    Row(
      "an annotation that draft-07 ignores", dialect: "7",
      ##"{"$ref": "#/definitions/a", "title": 1, "definitions": {"a": {}}}"##,
      lines: ["a.json:1:38: warning: expected 'title' to be a string, found 1; ignored"]),
    Row(
      "a keyword that is misspelled", ##"{"x-maxUTF8Byte": 1, "tpye": "string"}"##,
      lines: [
        "a.json:1:2: warning: unknown keyword 'x-maxUTF8Byte'; did you mean 'x-maxUTF8Bytes'?",
        "a.json:1:22: warning: unknown keyword 'tpye'; did you mean 'type'?",
      ]),
    Row(
      "a hint that is misspelled", ##"{"x-swift": {"nmae": "A"}}"##,
      lines: ["a.json:1:14: warning: unknown keyword 'x-swift/nmae'; did you mean 'x-swift/name'?"]),
    Row(
      "other unknown keywords, and unknown names elsewhere", ##"{"widget": 1, "properties": {"tpye": true}}"##,
      lines: []),
    Row(
      "a keyword of another draft", dialect: "7", ##"{"prefixItems": [true], "$defs": {}, "deprecated": true}"##,
      lines: [
        "a.json:1:2: warning: draft-07 ignores 'prefixItems', which belongs to draft 2020-12 and later; with \"reading\": "
          + "\"practice\" in the configuration, it counts",
        "a.json:1:25: warning: draft-07 ignores '$defs', which belongs to draft 2019-09 and later",
      ]),
    Row(
      "a keyword of an older draft", ##"{"additionalItems": false}"##,
      lines: [
        "a.json:1:2: warning: draft 2020-12 ignores 'additionalItems', which belongs to draft-03 to draft 2019-09"
      ]),
    Row(
      "what draft-07 ignores", dialect: "7",
      ##"{"$ref": "#/definitions/a", "minLength": 1, "title": "x", "definitions": {"a": {}}, "x-localOnly": true}"##,
      lines: [
        "a.json:1:10: warning: draft-07 ignores 'minLength', 'x-localOnly' next to '$ref'; with \"reading\": "
          + "\"practice\" in the configuration, they count"
      ]),
  ]

  @Test(arguments: warnings)
  func `warnings have a location and a message`(row: Row) throws {
    let options = SchemaResolver.Options(defaultDialect: try #require(dialects[row.dialect]))
    #expect(try resolve(row.schemas, options: options).diagnostics.map(\.description) == row.lines)
  }

  @Test func `a misspelled keyword is an error when strict`() throws {
    let errors = #expect(throws: ResolveErrors.self) {
      try resolve([##"{"x-maxUTF8Byte": 1}"##], options: SchemaResolver.Options(isStrict: true))
    }
    #expect(
      errors?.description == "a.json:1:2: error: unknown keyword 'x-maxUTF8Byte'; did you mean 'x-maxUTF8Bytes'?")
    #expect(errors?.errors.first?.pointer.description == "/x-maxUTF8Byte")
  }

  @Test func `the number of findings is limited, separately for errors and warnings`() throws {
    let options = SchemaResolver.Options(maximumFindings: 2)
    let schema = ##"{"tpye": "null", "titel": "a", "itmes": {}, "not": 1, "if": 1, "then": 1}"##
    let errors = #expect(throws: ResolveErrors.self) { try resolve([schema], options: options) }
    #expect(errors?.errors.count == 2)
    #expect(errors?.diagnostics.count == 2)
  }
}
