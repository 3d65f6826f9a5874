import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

@testable import SchemaLint

@Suite struct FixTests {
  @Test("Fixed texts", arguments: FixRow.all)
  func rows(row: FixRow) throws {
    let outcome = try Self.fix(row.rule, [LintSource(row.before)])
    #expect(String(decoding: outcome.sources[0].text, as: UTF8.self) == row.after, "\(row)")
    // If something was fixed, no finding remains.
    if row.before != row.after, !row.after.contains("\"id\": \"https") {
      #expect(!outcome.report.findings.contains { $0.rule == row.rule && $0.fix != nil }, "\(row)")
    }
  }

  @Test func referencesOfOtherDocumentsFollow() throws {
    let library = LintSource(##"{ "definitions": { "id": { "type": "integer" } } }"##)
    let user = LintSource(
      ##"{ "properties": { "id": { "$ref": "a.schema.json#/definitions/id" } } }"##, name: "b.schema.json")
    let outcome = try Self.fix(DeprecatedForm.id, [library, user])
    #expect(
      outcome.sources.map { String(decoding: $0.text, as: UTF8.self) } == [
        ##"{ "$defs": { "id": { "type": "integer" } } }"##,
        ##"{ "properties": { "id": { "$ref": "a.schema.json#/$defs/id" } } }"##,
      ])
  }

  /// Two files, and their texts after both are linted.
  struct Pair: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let library: String
    let user: String
    let after: [String]?

    /// - Parameter after: the fixed texts; nil if nothing changes.
    init(_ sentence: String, _ library: String, _ user: String, _ after: [String]? = nil) {
      testDescription = sentence
      self.library = library
      self.user = user
      self.after = after
    }
  }

  static let pairs = [
    Pair(
      "a name that is percent-encoded", ##"{ "definitions": { "id": {} } }"##,
      ##"{ "not": { "$ref": "a.schema.json#/%64efinitions/id" } }"##,
      [##"{ "$defs": { "id": {} } }"##, ##"{ "not": { "$ref": "a.schema.json#/$defs/id" } }"##]),
    Pair(
      "a way with escaped names", ##"{ "definitions": { "a/b": { "definitions": { "c~": {} } } } }"##,
      ##"{ "not": { "$ref": "a.schema.json#/definitions/a~1b/definitions/c~0" } }"##,
      [
        ##"{ "$defs": { "a/b": { "$defs": { "c~": {} } } } }"##,
        ##"{ "not": { "$ref": "a.schema.json#/$defs/a~1b/$defs/c~0" } }"##,
      ]),
    Pair(
      "a reference deep inside", ##"{ "definitions": { "id": { "properties": { "definitions": {} } } } }"##,
      ##"{ "not": { "items": { "$ref": "a.schema.json#/definitions/id/properties/definitions" } } }"##,
      [
        ##"{ "$defs": { "id": { "properties": { "definitions": {} } } } }"##,
        ##"{ "not": { "items": { "$ref": "a.schema.json#/$defs/id/properties/definitions" } } }"##,
      ]),
    Pair(
      "a schema with a URI, which others may know",
      ##"{ "$id": "https://lint.example/lib", "definitions": { "id": {} } }"##,
      ##"{ "not": { "$ref": "https://lint.example/lib#/definitions/id" } }"##),
    Pair(
      "a file that refers to it and is broken", ##"{ "definitions": { "id": {} } }"##,
      ##"{ "type": "nothing", "not": { "$ref": "a.schema.json#/definitions/id" } }"##),
    Pair("a file that is no JSON yet", ##"{ "definitions": { "id": {} } }"##, ##"{ "not": { "$ref": "##),
  ]

  @Test("Names that other files refer to are renamed in both", arguments: pairs)
  func renames(_ row: Pair) throws {
    let sources = [LintSource(row.library), LintSource(row.user, name: "b.schema.json")]
    var configuration = LintConfiguration()
    configuration.selected = [DeprecatedForm.id]
    let outcome = LintFixer(Linter(configuration: configuration)).fix(sources)
    let texts = outcome.sources.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(texts == row.after ?? [row.library, row.user])
  }

  @Test("Names that unseen files may refer to are kept")
  func unseenReferrers() throws {
    var library = LintSource(
      ##"{ "definitions": { "id": { "dependencies": { "a": ["b"] } } }, "propertes": { "a": {} }, "minLenght": 1 }"##)
    library.seesReferrers = false
    var configuration = LintConfiguration()
    configuration.showsNotes = true
    let outcome = LintFixer(Linter(configuration: configuration)).fix([library])
    #expect(
      String(decoding: outcome.sources[0].text, as: UTF8.self)
        == ##"{ "definitions": { "id": { "dependentRequired": { "a": ["b"] } } }, "propertes": { "a": {} }, "minLength": 1 }"##
    )
  }

  @Test func whatMayNotBeChangedStays() throws {
    let library = LintSource(##"{ "definitions": { "id": { "type": "integer" } } }"##)
    var user = LintSource(
      ##"{ "properties": { "id": { "$ref": "a.schema.json#/definitions/id" } } }"##, name: "b.schema.json")
    user.isReported = false
    #expect(try Self.fix(DeprecatedForm.id, [library, user]).sources == [library, user])
  }

  @Test(
    "Fixes preserve the meaning of schemas in the official suite", .enabled(if: OfficialSuite.isPresent),
    arguments: OfficialSuite.drafts)
  func meaning(draft: OfficialSuite.Draft) throws {
    var fixCount = 0
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 4) where group.assertion == .none {
      var linter = Linter(lookup: { OfficialSuite.remotes[$0] })
      linter.defaultDialect = draft.dialect
      let source = LintSource(uri: group.schema.uri, name: group.schema.name, text: group.schema.source.text)
      // Fixes of mistakes are meant to change the meaning.
      linter.configuration.selected = [
        RedundantKeyword.id, RepeatedEnumValue.id, RepeatedValue.id, IneffectiveByteLimit.id, DeprecatedForm.id,
      ]
      let outcome = LintFixer(linter).fix([source])
      guard outcome.fixCount > 0 else { continue }
      fixCount += outcome.fixCount
      let before = linter.context([source], linter.resolve([source]))
      let after = linter.context(outcome.sources, linter.resolve(outcome.sources))
      let roots = try (#require(before.graph.roots.first), #require(after.graph.roots.first))
      for instance in group.instances {
        let value = try JSONValue(parsing: instance.text)
        #expect(
          before.judge.accepts(value, roots.0) == after.judge.accepts(value, roots.1),
          "\(group.title(of: instance)): \(String(decoding: outcome.sources[0].text, as: UTF8.self))")
      }
    }
    #expect(![.draft2019, .draft2020].contains(draft.dialect.draft) || fixCount >= (Effort.isThorough ? 10 : 1))
  }

  private static func fix(_ rule: String, _ sources: [LintSource]) throws -> LintFixer.Outcome {
    var configuration = LintConfiguration()
    configuration.selected = [rule]
    let outcome = LintFixer(Linter(configuration: configuration)).fix(sources)
    for source in outcome.sources where (try? JSONValue(parsing: sources[0].text)) != nil {
      _ = try JSONValue(parsing: source.text)
    }
    return outcome
  }
}

/// A schema before and after fixing the findings of one rule.
struct FixRow: CustomTestStringConvertible, Sendable {
  var rule: String
  var name: String
  var before: String
  var after: String

  init(_ rule: any LintRule.Type, _ name: String, _ before: String, _ after: String? = nil) {
    self.rule = rule.id
    self.name = name
    self.before = before
    self.after = after ?? before
  }

  var testDescription: String { "\(rule): \(name)" }

  // A table; without a second text, nothing may change.
  static let all: [FixRow] = [
    FixRow(MisspelledKeyword.self, "letters swapped", #"{ "minLenght" : 1 }"#, #"{ "minLength" : 1 }"#),
    FixRow(
      MisspelledKeyword.self, "the layout stays", "{\n\t\"Type\":\t\"string\" ,\r\n \"title\":\"a\\u0062\"}\n",
      "{\n\t\"type\":\t\"string\" ,\r\n \"title\":\"a\\u0062\"}\n"),
    FixRow(MisspelledKeyword.self, "the right one is there", #"{ "minLength": 2, "minLenght": 1 }"#),
    FixRow(MisspelledKeyword.self, "a sign before it", #"{ "$$description": "a" }"#),
    FixRow(MisspelledKeyword.self, "two are near", #"{ "mixItems": 1 }"#),
    FixRow(MisspelledKeyword.self, "a short word, two letters off", #"{ "tips": "string" }"#),
    FixRow(MisspelledKeyword.self, "of no use for the type", #"{ "type": "integer", "minLenght": 1 }"#),
    FixRow(MisspelledKeyword.self, "of a form that the right one has not", #"{ "minLenght": "1" }"#),
    FixRow(
      MisspelledKeyword.self, "within x-swift", #"{ "x-swift": { "nme": "A" } }"#, #"{ "x-swift": { "name": "A" } }"#),
    FixRow(
      MisspelledKeyword.self, "references through it",
      ##"{ "propertie": { "a": { "type": "null" } }, "not": { "$ref": "#/propertie/a" } }"##,
      ##"{ "properties": { "a": { "type": "null" } }, "not": { "$ref": "#/properties/a" } }"##),
    FixRow(
      DuplicateKey.self, "the same value", #"{ "a": 1, "title": "x", "title": "x" }"#, #"{ "a": 1, "title": "x" }"#),
    FixRow(
      DuplicateKey.self, "the same value, in between", #"{"title":"x", "title":"x", "type":"null"}"#,
      #"{"title":"x", "type":"null"}"#),
    FixRow(DuplicateKey.self, "other values", #"{ "title": "x", "title": "y" }"#),
    FixRow(InvalidKeywordValue.self, "a type", #"{ "type": ["strng", "null"] }"#, #"{ "type": ["string", "null"] }"#),
    FixRow(InvalidKeywordValue.self, "a type near to none", #"{ "type": "varchar" }"#),
    FixRow(RepeatedValue.self, "required", #"{ "required": ["a", "b", "a"] }"#, #"{ "required": ["a", "b"] }"#),
    FixRow(
      RepeatedValue.self, "several", #"{ "required": ["a", "a", "a", "b", "b"] }"#, #"{ "required": ["a", "b"] }"#),
    FixRow(
      UnknownDialect.self, "the scheme", #"{ "$schema": "https://json-schema.org/draft-07/schema" }"#,
      #"{ "$schema": "http://json-schema.org/draft-07/schema#" }"#),
    FixRow(
      UnknownDialect.self, "www.", #"{ "$schema": "https://www.json-schema.org/draft/2020-12/schema#" }"#,
      #"{ "$schema": "https://json-schema.org/draft/2020-12/schema" }"#),
    FixRow(UnknownDialect.self, "none that is known", #"{ "$schema": "http://json-schema.org/other#" }"#),
    FixRow(
      DeprecatedForm.self, "definitions",
      ##"{ "definitions": { "a": { "$ref": "#/definitions/b" }, "b": {} }, "$ref": "#/definitions/a" }"##,
      ##"{ "$defs": { "a": { "$ref": "#/$defs/b" }, "b": {} }, "$ref": "#/$defs/a" }"##),
    FixRow(
      DeprecatedForm.self, "definitions within definitions",
      ##"{ "definitions": { "a": { "definitions": { "b": {} } } }, "$ref": "#/definitions/a/definitions/b" }"##,
      ##"{ "$defs": { "a": { "$defs": { "b": {} } } }, "$ref": "#/$defs/a/$defs/b" }"##),
    FixRow(
      DeprecatedForm.self, "a property called definitions",
      ##"{ "properties": { "definitions": { "type": "null" } }, "not": { "$ref": "#/properties/definitions" } }"##),
    FixRow(DeprecatedForm.self, "beside $defs", ##"{ "definitions": {}, "$defs": {} }"##),
    FixRow(
      NeedlessEscape.self, "only needless escapes", #"{ "pattern": "^[\\-\\!\\]]\\-\\&\\\\&\\.\\d" }"#,
      #"{ "pattern": "^[\\-!\\]]-&\\\\&\\.\\d" }"#),
    FixRow(
      ForeignPattern.self, "a pattern of another kind", #"{ "pattern": "\\A[\\w-.]+\\z" }"#,
      #"{ "pattern": "^[\\w\\-.]+$" }"#),
    FixRow(NeedlessEscape.self, "a name", #"{ "patternProperties": { "\\&": true } }"#),
    FixRow(
      DeprecatedForm.self, "names", #"{ "dependencies": { "a": ["b"] } }"#, #"{ "dependentRequired": { "a": ["b"] } }"#),
    FixRow(
      DeprecatedForm.self, "schemas", #"{ "dependencies": { "a": { "minProperties": 2 } } }"#,
      #"{ "dependentSchemas": { "a": { "minProperties": 2 } } }"#),
    FixRow(DeprecatedForm.self, "names and schemas", #"{ "dependencies": { "a": ["b"], "b": true } }"#),
    FixRow(
      DeprecatedForm.self, "a tuple", #"{ "items": [true], "additionalItems": false }"#,
      #"{ "prefixItems": [true], "items": false }"#),
    FixRow(
      DeprecatedForm.self, "an exclusive limit", #"{ "maximum": 5, "exclusiveMaximum": true, "title": "a" }"#,
      #"{ "exclusiveMaximum": 5, "title": "a" }"#),
    FixRow(
      DeprecatedForm.self, "a limit that is not exclusive", #"{ "exclusiveMinimum": false, "minimum": 5 }"#,
      #"{ "minimum": 5 }"#),
    FixRow(DeprecatedForm.self, "id", #"{ "id": "https://lint.example/x" }"#, #"{ "$id": "https://lint.example/x" }"#),
    FixRow(
      DeprecatedForm.self, "an id that references would not survive",
      ##"{ "properties": { "a": { "id": "https://lint.example/d/x", "$ref": "b#/$defs/c" } }, "$defs": { "c": { "$id": "b", "$defs": { "c": {} } } } }"##
    ),
    FixRow(
      DeprecatedForm.self, "one that does harm among others that do none",
      ##"{ "dependencies": { "a": ["b"] }, "properties": { "a": { "id": "https://lint.example/d/x", "$ref": "b#/$defs/c" } }, "$defs": { "c": { "$id": "b", "$defs": { "c": { "dependencies": { "a": ["b"] } } } } } }"##,
      ##"{ "dependentRequired": { "a": ["b"] }, "properties": { "a": { "id": "https://lint.example/d/x", "$ref": "b#/$defs/c" } }, "$defs": { "c": { "$id": "b", "$defs": { "c": { "dependentRequired": { "a": ["b"] } } } } } }"##
    ),
    FixRow(
      ForeignKeyword.self, "$defs in draft-07",
      RecallRow.draft(7, ##""$defs": { "a": {} }, "not": { "$ref": "#/$defs/a" }"##)),
    FixRow(
      ForeignKeyword.self, "$id in draft-04", RecallRow.draft(4, #""$id": "https://lint.example/x""#),
      RecallRow.draft(4, #""id": "https://lint.example/x""#)),
    FixRow(ForeignKeyword.self, "const in draft-04", RecallRow.draft(4, #""const": 1"#)),
    FixRow(
      RedundantKeyword.self, "the first member", "{\n  \"minLength\": 0,\n  \"maxLength\": 3\n}",
      "{\n  \"maxLength\": 3\n}"),
    FixRow(
      RedundantKeyword.self, "the last member", "{\n  \"maxLength\": 3,\n  \"minLength\": 0\n}",
      "{\n  \"maxLength\": 3\n}"),
    FixRow(RedundantKeyword.self, "the only member", "{ \"minLength\": 0 }", "{}"),
    FixRow(
      RedundantKeyword.self, "a member of many lines", "{\"required\": [\n], \"type\":\"null\"}", "{\"type\":\"null\"}"),
    FixRow(
      RedundantKeyword.self, "several at once", #"{"minLength":0,"minItems":0,"minProperties":0,"maxItems":1}"#,
      #"{"maxItems":1}"#),
    FixRow(
      RedundantKeyword.self, "a type", #"{ "type": ["integer", "number", "null"] }"#, #"{ "type": ["number", "null"] }"#
    ),
    FixRow(IneffectiveByteLimit.self, "bytes", #"{"maxLength":5,"x-maxUTF8Bytes":20}"#, #"{"maxLength":5}"#),
    FixRow(
      RepeatedEnumValue.self, "an object in between", #"{"enum":[{"a":[1]}, {"a":[1]}, 2]}"#,
      #"{"enum":[{"a":[1]}, 2]}"#),
    FixRow(RepeatedEnumValue.self, "with names", #"{"enum":["a","a"],"x-enum-varnames":["one","two"]}"#),
  ]
}
