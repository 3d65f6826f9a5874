import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Types and limits in words: the description of member `x` on the page of an object.
@Suite struct DocumentingWordsTests {
  @Test(arguments: [
    WordsCase("a string", #"{"type": "string"}"#, "string"),
    WordsCase("several types", #"{"type": ["null", "string", "integer"]}"#, "string, integer or null"),
    WordsCase("an integer beside numbers", #"{"type": ["integer", "number"]}"#, "number"),
    WordsCase("no type", "{}", "any value"),
    WordsCase("the schema true", "true", "any value"),
    WordsCase("the type of a constant", #"{"const": 3}"#, "integer"),
    WordsCase("a reference", #"{"$ref": "scene.schema.json"}"#, "Scene"),
    WordsCase("a reference with limits beside it", #"{"$ref": "scene.schema.json", "minProperties": 1}"#, "Scene"),
    WordsCase("a reference to a definition without a page", ##"{"$ref": "#/$defs/short"}"##, "string"),
    WordsCase("null or a reference", #"{"anyOf": [{"$ref": "scene.schema.json"}, {"type": "null"}]}"#, "Scene or null"),
    WordsCase("an array", #"{"type": "array"}"#, "array"),
    WordsCase(
      "an array of references", #"{"type": "array", "items": {"$ref": "scene.schema.json"}}"#, "array of Scene"),
    WordsCase(
      "an array of several types", #"{"type": "array", "items": {"type": ["string", "null"]}}"#,
      "array of (string or null)"),
    WordsCase(
      "an array of arrays", #"{"type": "array", "items": {"type": "array", "items": {"type": "number"}}}"#,
      "array of array of number"),
    WordsCase(
      "an array with a schema for each item",
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": false}"#,
      "X"),
    WordsCase(
      "an array with more after those", #"{"type": "array", "prefixItems": [{"type": "string"}]}"#,
      "X"),
    WordsCase("a map", #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "map of integer"),
    WordsCase(
      "a map of values that may be null",
      #"{"type": "object", "additionalProperties": {"anyOf": [{"$ref": "scene.schema.json"}, {"type": "null"}]}}"#,
      "map of (Scene or null)"),
    WordsCase("an object of any members", #"{"type": "object"}"#, "object"),
    WordsCase("an object without members", #"{"type": "object", "additionalProperties": false}"#, "empty object"),
    WordsCase("an object with members has a section", #"{"type": "object", "properties": {"y": {}}}"#, "X"),
    WordsCase("a section's title", #"{"title": "Why", "type": "object", "properties": {"y": {}}}"#, "Why"),
    WordsCase(
      "a choice of pages",
      #"{"oneOf": [{"$ref": "scene.schema.json"}, {"$ref": "mode.schema.json"}, {"type": "null"}]}"#,
      "one of: Scene, Mode or null"),
    WordsCase("an open enumeration", #"{"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "string"}]}"#, "X"),
  ])
  func wordsTypes(_ row: WordsCase) throws {
    let type = try row.member().type.plain
    #expect(type == row.type)
  }

  @Test(arguments: [
    WordsCase("bytes", #"{"type": "string", "x-maxUTF8Bytes": 64}"#, limits: ["at most 64 bytes of UTF-8"]),
    WordsCase(
      "bytes of a range", #"{"type": "string", "x-minUTF8Bytes": 1, "x-maxUTF8Bytes": 64}"#,
      limits: ["1 to 64 bytes of UTF-8"]),
    WordsCase("a length", #"{"type": "string", "minLength": 1}"#, limits: ["at least 1 character"]),
    WordsCase(
      "one length only", #"{"type": "string", "minLength": 2, "maxLength": 2}"#, limits: ["exactly 2 characters"]),
    WordsCase("no lower bound", #"{"type": "string", "minLength": 0}"#, limits: []),
    WordsCase("a range", #"{"type": "number", "minimum": 0, "maximum": 1.50}"#, limits: ["from 0 to 1.50"]),
    WordsCase(
      "open bounds", #"{"type": "number", "exclusiveMinimum": 0, "maximum": 360}"#,
      limits: ["more than 0 and at most 360"]),
    WordsCase("a step", #"{"type": "number", "multipleOf": 0.5}"#, limits: ["a multiple of 0.5"]),
    WordsCase("a pattern", #"{"type": "string", "pattern": "^a|b$"}"#, limits: ["matches `^a|b$`"]),
    WordsCase("a format that is checked", #"{"type": "string", "format": "uri"}"#, limits: ["format `uri`"]),
    WordsCase(
      "a format that is not", #"{"type": "string", "format": "color"}"#,
      limits: ["format `color` (a hint, not checked)"]),
    WordsCase(
      "content", #"{"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}"#,
      limits: ["contains `image/png`", "encoded as `base64`"]),
    WordsCase("a constant", #"{"type": "string", "const": "a"}"#, limits: ["always `\"a\"`"]),
    WordsCase(
      "values and a default", #"{"$ref": "mode.schema.json", "default": 2}"#,
      limits: ["one of `1` (one), `2` (two)", "default `2` (two)"]),
    WordsCase("values of several types", #"{"enum": ["a", 1, null]}"#, limits: ["one of `\"a\"`, `1`, `null`"]),
    WordsCase(
      "items",
      #"{"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 1, "maxItems": 100, "uniqueItems": true}"#,
      limits: ["1 to 100 items", "no two items equal", "each item: at least 0"]),
    WordsCase(
      "items of a kind", #"{"type": "array", "contains": {"type": "string", "maxLength": 5}, "maxContains": 2}"#,
      limits: ["1 to 2 items of this kind: it is string and at most 5 characters"]),
    WordsCase(
      "values of a map",
      #"{"type": "object", "additionalProperties": {"type": "string", "maxLength": 5}, "maxProperties": 16}"#,
      limits: ["at most 16 members", "each value: at most 5 characters"]),
    WordsCase(
      "names of members", #"{"type": "object", "propertyNames": {"maxLength": 3}}"#,
      limits: ["names of members: at most 3 characters"]),
    WordsCase(
      "members by pattern", #"{"type": "object", "patternProperties": {"^x-": true}}"#,
      limits: ["members whose name matches `^x-`: any value"]),
    WordsCase(
      "values that are left out", #"{"type": "string", "not": {"enum": ["a", "b"]}}"#,
      limits: ["none of `\"a\"`, `\"b\"`"]),
    WordsCase(
      "limits of a definition", ##"{"$ref": "#/$defs/short", "minLength": 1}"##,
      limits: ["at least 1 character", "at most 5 characters"]),
    WordsCase(
      "limits where null is valid too", #"{"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]}"#,
      limits: ["at most 5 characters"]),
    WordsCase(
      "either of two formats", #"{"type": "string", "anyOf": [{"format": "uri"}, {"maxLength": 2}]}"#,
      limits: ["at least one of: format `uri`; at most 2 characters"]),
    WordsCase("an example that is true", #"{"type": "string", "examples": ["a"]}"#, limits: ["for example `\"a\"`"]),
    WordsCase("an example that is not", #"{"type": "string", "examples": [1]}"#, limits: []),
  ])
  func wordsLimits(_ row: WordsCase) throws {
    let limits = try row.member().limits.map(\.plain)
    #expect(limits == row.limits)
  }

  @Test(arguments: [
    RuleCase(
      "one member only with another", #""dependentRequired": {"a": ["b", "c"]}"#, ["`a` only together with `b` and `c`"]
    ),
    RuleCase(
      "a condition", #""if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}"#,
      ["if `a` is `1` or absent, then `b` is required"]),
    RuleCase(
      "a condition on a member that is there",
      #""required": ["a"], "if": {"properties": {"a": {"enum": [1, 2]}}}, "then": {"properties": {"b": {"maxLength": 5}}}"#,
      ["if `a` is `1` or `2`, then `b`: at most 5 characters"]),
    RuleCase(
      "both branches", #""if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"properties": {"b": false}}"#,
      ["if `a` is present, then `b` is required", "otherwise, no member `b`"]),
    RuleCase(
      "one of several members", #""oneOf": [{"required": ["a"]}, {"required": ["b"]}]"#,
      ["exactly one of `a` and `b` is present"]),
    RuleCase(
      "one of several forms", #""anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]"#,
      ["at least one of: `a` is required; `b` and `c` are required"]),
    RuleCase("what is not allowed", #""not": {"required": ["a", "b"]}"#, ["not allowed: `a` and `b` are present"]),
    RuleCase("no other members", #""additionalProperties": false"#, ["no additional properties"]),
    RuleCase(
      "other members of a type", #""additionalProperties": {"type": "string", "maxLength": 5}"#,
      ["additional properties: string, at most 5 characters"]),
    RuleCase("a member that must not be", #""properties": {"a": {}, "b": false}"#, ["no member `b`"]),
    RuleCase("a required member that is not declared", #""required": ["z"]"#, ["`z` is required"]),
    RuleCase("how many members", #""minProperties": 1"#, ["at least 1 member"]),
    RuleCase(
      "a member within a member",
      #""not": {"properties": {"a": {"type": "object", "properties": {"b": {"const": 1}}, "required": ["b"]}}, "required": ["a"]}"#,
      ["not allowed: `a`: object, `b` is `1`"]),
    RuleCase(
      "the rules of what it is composed of", #""allOf": [{"if": {"required": ["a"]}, "then": {"required": ["b"]}}]"#,
      ["if `a` is present, then `b` is required"]),
  ])
  func wordsRules(_ row: RuleCase) throws {
    let rules = try row.rules()
    #expect(rules == row.expected)
  }
}

/// The schema of a member, and its type and limits in words.
struct WordsCase: CustomTestStringConvertible {
  let testDescription: String
  let schema: String
  let type: String
  let limits: [String]

  init(_ name: String, _ schema: String, _ type: String = "", limits: [String] = []) {
    testDescription = name
    self.schema = schema
    self.type = type
    self.limits = limits
  }

  func member() throws -> DocumentationPage.Member {
    let builder = try DocumentingSite.builder([
      ("mode", #"{"title": "Mode", "enum": [1, 2], "x-enum-varnames": ["one", "two"]}"#),
      (
        "page",
        #"{"type": "object", "properties": {"x": \#(schema)}, "$defs": {"short": {"type": "string", "maxLength": 5}}}"#
      ),
      ("scene", #"{"title": "Scene", "type": "object", "properties": {"name": {"type": "string"}}}"#),
    ])
    guard case .members(let members)? = builder.pages[1].sections.first?.content, let member = members.first else {
      throw DocumentingFailure.noMember
    }
    return member
  }
}

/// Keywords of an object, and its rules in words.
struct RuleCase: CustomTestStringConvertible {
  let testDescription: String
  let keywords: String
  let expected: [String]

  init(_ name: String, _ keywords: String, _ expected: [String]) {
    testDescription = name
    self.keywords = keywords
    self.expected = expected
  }

  func rules() throws -> [String] {
    let properties = keywords.contains(#""properties": {"a": {}"#) ? "" : #""properties": {"a": {}, "b": {}, "c": {}},"#
    let builder = try DocumentingSite.builder([("page", "{\"type\": \"object\", \(properties) \(keywords)}")])
    return builder.pages[0].sections[0].rules.map(\.plain)
  }
}

/// The text of sections apart from their tables.
@Suite struct DocumentingSectionTests {
  @Test func aChoiceThatMayBeNullSaysSo() throws {
    let builder = try DocumentingSite.builder([
      (
        "choice",
        #"{"oneOf": [{"$ref": "scene.schema.json"}, {"type": "string", "maxLength": 5}, {"type": "null"}]}"#
      ), ("scene", #"{"title": "Scene", "description": "A. B.", "type": "object", "properties": {"a": {}}}"#),
    ])
    let section = builder.pages[0].sections[0]
    #expect(section.type?.plain == "one of: Scene, string or null")
    guard case .alternatives(let alternatives) = section.content else { throw DocumentingFailure.noMember }
    #expect(alternatives.map(\.type.plain) == ["Scene", "string"])
    #expect(alternatives.map(\.tag.plain) == ["its type", "its type"])
    #expect(alternatives.map(\.description.plain) == ["A.", ""])
    #expect(alternatives[1].limits.map(\.plain) == ["at most 5 characters"])
  }

  @Test func membersOfOtherSchemasSayWhereTheyComeFrom() throws {
    let builder = try DocumentingSite.builder([
      ("base", #"{"title": "Base", "type": "object", "properties": {"a": {}}, "required": ["a"]}"#),
      (
        "user",
        #"{"allOf": [{"$ref": "base.schema.json"}], "properties": {"asset_url": {"x-localOnly": true, "readOnly": true}}}"#
      ),
    ])
    guard case .members(let members) = builder.pages[1].sections[0].content else { throw DocumentingFailure.noMember }
    let byName = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0) })
    #expect(byName["a"]?.origin?.plain == "Base")
    #expect(byName["a"]?.anchor?.text == "members/a")
    #expect(byName["a"]?.presence == .required)
    #expect(byName["asset_url"]?.origin == nil)
    #expect(byName["asset_url"]?.presence == .localOnly)
    #expect(byName["asset_url"]?.badges == [.readOnly])
    #expect(byName["asset_url"]?.swiftName == "assetURL")
    #expect(builder.pages[0].usedBy.map(\.page.plain) == ["User"])
  }

  @Test func enumerationsListValuesAndCases() throws {
    let builder = try DocumentingSite.builder([
      ("a", #"{"anyOf": [{"type": "string", "enum": ["in", "x-y"]}, {"type": "string"}]}"#),
      ("b", #"{"enum": ["a", 1]}"#),
    ])
    guard case .values(let values, let names) = builder.pages[0].sections[0].content else {
      throw DocumentingFailure.noMember
    }
    #expect(values.map(\.json) == [#""in""#, #""x-y""#])
    #expect(values.map(\.name) == ["in", "xY"])
    #expect(names.areCases && names.isOpen)
    guard case .values(let mixed, let mixedNames) = builder.pages[1].sections[0].content else {
      throw DocumentingFailure.noMember
    }
    #expect(mixed.map(\.json) == [#""a""#, "1"])
    #expect(mixedNames.areCases && !mixedNames.isOpen)
  }
}

enum DocumentingFailure: Error {
  case noMember
}
