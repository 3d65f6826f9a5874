import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaValidation
import TestSupport
import Testing

@testable import SchemaComparison

/// Every keyword of every dialect: the comparison's result, and its result if the keyword had been forgotten.
@Suite struct KeywordRoleTests {
  /// A keyword of a dialect.
  struct Row: Sendable, CustomTestStringConvertible {
    let dialect: Dialect
    let keyword: String

    var testDescription: String { "\(keyword) in \(dialect)" }
  }

  static let rows = (Dialect.all + [.openAPI, .asyncAPI]).flatMap { dialect in
    dialect.keywordNames.map { Row(dialect: dialect, keyword: $0) }
  }

  /// Two values of a keyword, and the siblings without which it has no effect.
  struct Sample {
    var first: String
    var second: String
    var companions = ""
  }

  private static let anchors =
    #""$defs": {"a": {"$dynamicAnchor": "a", "maximum": 5}, "b": {"$dynamicAnchor": "b", "type": "string"}}, "#

  private static let inner = #""definitions": {"a": {"maximum": 5}, "b": {"type": "string"}}, "#

  /// Those of a limit of a number or a length, whatever it limits, or of another keyword.
  private static func sample(_ row: Row) throws -> Sample {
    if row.dialect.draft <= .draft4, row.keyword.hasPrefix("exclusive") {
      return Sample(first: "true", second: "false")
    }
    // It has no 'definitions', and its dynamic references lead to dynamic anchors alone.
    if row.dialect == .v1, row.keyword == "$dynamicRef" {
      return Sample(first: ##""#a""##, second: ##""#b""##, companions: anchors)
    }
    if row.dialect == .v1, row.keyword == "$ref" {
      return Sample(first: ##""#/$defs/a""##, second: ##""#/$defs/b""##, companions: anchors)
    }
    if row.dialect == .draft3, row.keyword == "required" { return Sample(first: "true", second: "false") }
    if row.dialect.keyword(named: row.keyword)?.isLimit == true { return Sample(first: "1", second: "3") }
    return try #require(samples[row.keyword], "no values of \(row.keyword)")
  }

  private static let samples: [String: Sample] = [
    "$schema": Sample(
      first: #""https://json-schema.org/draft/2020-12/schema""#, second: #""http://json-schema.org/draft-07/schema#""#),
    "$vocabulary": Sample(
      first: "{}", second: #"{"https://json-schema.org/draft/2020-12/vocab/core": true}"#),
    "$id": Sample(first: #""https://example.com/a""#, second: #""https://example.com/b""#),
    "id": Sample(first: #""https://example.com/a""#, second: #""https://example.com/b""#),
    "$anchor": Sample(first: #""a""#, second: #""b""#),
    "$dynamicAnchor": Sample(first: #""a""#, second: #""b""#),
    "$recursiveAnchor": Sample(first: "true", second: "false"),
    "$defs": Sample(first: #"{"a": {"type": "string"}}"#, second: #"{"a": {"type": "null"}}"#),
    "definitions": Sample(first: #"{"a": {"type": "string"}}"#, second: #"{"a": {"type": "null"}}"#),
    "$ref": Sample(first: ##""#/definitions/a""##, second: ##""#/definitions/b""##, companions: inner),
    "$dynamicRef": Sample(first: ##""#/definitions/a""##, second: ##""#/definitions/b""##, companions: inner),
    "$recursiveRef": Sample(first: ##""#""##, second: ##""#""##),
    "type": Sample(first: #""string""#, second: #"["integer", "null"]"#),
    "enum": Sample(first: "[1, 2]", second: "[2, 3]"),
    "const": Sample(first: "1", second: "2"),
    "multipleOf": Sample(first: "2", second: "3"),
    "divisibleBy": Sample(first: "2", second: "3"),
    "disallow": Sample(first: #""string""#, second: #"["integer", {"type": "null"}]"#),
    "extends": Sample(first: #"{"type": "string"}"#, second: #"[{"type": "integer"}]"#),
    "pattern": Sample(first: #""^a""#, second: #""^b""#),
    "format": Sample(first: #""date""#, second: #""ipv4""#),
    "contentEncoding": Sample(first: #""base64""#, second: #""base16""#),
    "contentMediaType": Sample(
      first: #""application/json""#, second: #""application/x-other""#),
    "contentSchema": Sample(
      first: #"{"type": "null"}"#, second: #"{"type": "string"}"#,
      companions: #""contentMediaType": "application/json", "#),
    "items": Sample(first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#),
    "additionalItems": Sample(
      first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#, companions: #""items": [{}], "#),
    "prefixItems": Sample(first: #"[{"type": "string"}]"#, second: #"[{"type": "integer"}]"#),
    "contains": Sample(first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#),
    "minContains": Sample(first: "2", second: "3", companions: #""contains": {"type": "integer"}, "#),
    "maxContains": Sample(first: "2", second: "1", companions: #""contains": {"type": "integer"}, "#),
    "uniqueItems": Sample(first: "true", second: "false"),
    "unevaluatedItems": Sample(first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#),
    "properties": Sample(first: #"{"a": {"type": "string"}}"#, second: #"{"a": {"type": "integer"}}"#),
    "patternProperties": Sample(first: #"{"^a": {"type": "string"}}"#, second: #"{"^a": {"type": "integer"}}"#),
    "additionalProperties": Sample(first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#),
    "propertyNames": Sample(first: #"{"maxLength": 1}"#, second: #"{"minLength": 2}"#),
    "required": Sample(first: #"["a"]"#, second: #"["b"]"#),
    "dependentRequired": Sample(first: #"{"a": ["b"]}"#, second: #"{"b": ["a"]}"#),
    "dependentSchemas": Sample(first: #"{"a": {"minProperties": 2}}"#, second: #"{"b": {"minProperties": 2}}"#),
    "dependencies": Sample(first: #"{"a": ["b"]}"#, second: #"{"b": {"minProperties": 2}}"#),
    "unevaluatedProperties": Sample(first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#),
    "x-localOnly": Sample(first: "true", second: "false"),
    "allOf": Sample(first: #"[{"type": "string"}]"#, second: #"[{"type": "integer"}]"#),
    "anyOf": Sample(first: #"[{"type": "string"}]"#, second: #"[{"type": "integer"}]"#),
    "oneOf": Sample(first: #"[{"type": "string"}]"#, second: #"[{"type": "integer"}]"#),
    "not": Sample(first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#),
    "if": Sample(
      first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#, companions: #""then": {"enum": ["a", 1]}, "#),
    "then": Sample(
      first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#, companions: #""if": {"minLength": 2}, "#),
    "else": Sample(
      first: #"{"type": "string"}"#, second: #"{"type": "integer"}"#, companions: #""if": {"minLength": 2}, "#),
    "title": Sample(first: #""a""#, second: #""b""#),
    "description": Sample(first: #""a""#, second: #""b""#),
    "$comment": Sample(first: #""a""#, second: #""b""#),
    "default": Sample(first: "1", second: "2"),
    "examples": Sample(first: "[1]", second: "[2]"),
    "deprecated": Sample(first: "true", second: "false"),
    "readOnly": Sample(first: "true", second: "false"),
    "writeOnly": Sample(first: "true", second: "false"),
    "x-swift": Sample(first: #"{"name": "A"}"#, second: #"{"name": "B"}"#),
    "x-enum-varnames": Sample(first: #"["a"]"#, second: #"["b"]"#, companions: #""enum": ["z"], "#),
    "x-patch": Sample(first: "true", second: "false"),
    "x-open": Sample(first: "true", second: "false"),
    "x-lossy": Sample(first: "true", second: "false"),
    "x-errorMessage": Sample(first: #""a""#, second: #""b""#),
    "x-sensitive": Sample(first: "true", second: "false"),
    "discriminator": Sample(first: #"{"propertyName": "a"}"#, second: #"{"propertyName": "b"}"#),
    "xml": Sample(first: #"{"name": "a"}"#, second: #"{"name": "b"}"#),
    "externalDocs": Sample(first: #"{"url": "a"}"#, second: #"{"url": "b"}"#),
    "example": Sample(first: "1", second: "2"),
  ]

  /// The schema with a value of the keyword, or without it.
  private static func text(_ row: Row, _ value: String?) throws -> String {
    let sample = try sample(row)
    var companions = sample.companions
    if row.dialect.draft <= .draft4,
      let limit = ["exclusiveMaximum": "maximum", "exclusiveMinimum": "minimum"][row.keyword]
    {
      companions = #""\#(limit)": 5, "#
    }
    if row.keyword != "$schema" { companions += #""$schema": "\#(row.dialect.uri)", "# }
    let member = value.map { #""\#(row.keyword)": \#($0), "# } ?? ""
    // At the root it would refer to itself.
    if row.keyword == "$recursiveRef" {
      return #"{"$schema": "\#(row.dialect.uri)", "maximum": 3, "properties": {"a": {\#(member)"x-other": 1}}}"#
    }
    let schema = "{" + companions + member + #""x-other": 1}"#
    // It says something of members.
    let isOfMember = row.dialect == .draft3 && row.keyword == "required"
    return isOfMember ? #"{"$schema": "\#(row.dialect.uri)", "properties": {"a": {\#(member)"x-other": 1}}}"# : schema
  }

  /// Its three forms: without the keyword, and with either value.
  private static func forms(_ row: Row) throws -> [String] {
    var sample = try sample(row)
    if row.dialect.draft == .draft2020, row.keyword == "$recursiveAnchor" {
      (sample.first, sample.second) = (#""a""#, #""b""#)
    }
    return try [text(row, nil), text(row, sample.first), text(row, sample.second)]
  }

  private static var asserting: Configuration {
    var configuration = Versions.asserting
    configuration.assertsContent = true
    return configuration
  }

  /// Payloads that distinguish values of keywords.
  private static let probes: [String] = [
    "null", "1", "2", "3", "4", "5", "5.5", "7", #""""#, #""a""#, #""b""#, #""abcd""#, #""2026-01-01""#, #""1.2.3.4""#,
    #""AAAA""#,
    #""%""#, #""{}""#, #""null""#, "[]", "[1]", "[1, 1]", "[1, 2, 3]", #"["a"]"#, #"["a", "a"]"#, #"["a", 1]"#,
    #"[1, "a"]"#, "{}", #"{"a": 1}"#,
    #"{"a": "x"}"#, #"{"b": 1}"#, #"{"bb": 1}"#, #"{"a": 1, "b": 2}"#, #"{"a": "x", "b": "y", "c": "z"}"#,
  ]

  @Test("has a role, and its changes are found or reported as undecided", arguments: Effort.sample(rows, oneIn: 3))
  func everyKeyword(_ row: Row) throws {
    let forms = try Self.forms(row)
    let versions = try forms.map { try Versions.version($0, Self.asserting) }
    #expect(!KeywordRoles.standard.isUnknown(row.keyword, in: row.dialect))
    let effect = try #require(row.dialect.keyword(named: row.keyword)).effect
    let isCompared = effect == .asserts || effect == .applies
    var differences = 0
    for (old, new) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
      let report = try SchemaComparison.compare(old: versions[old], new: versions[new])
      #expect(report.unlisted == [], "\(row) \(old)->\(new)")
      let (accepted, refused) = try Self.verdicts(versions[old], versions[new])
      for (question, isBroken) in [(Verdict.Question.newReadsOld, accepted), (.oldReadsNew, refused)] where isBroken {
        differences += 1
        #expect(report[question].answer != .holds, "\(question) of \(row) \(old)->\(new)")
      }
      // Definitions are roots of their own, whose changes count.
      if !isCompared, !["$defs", "definitions"].contains(row.keyword) {
        #expect(report[.newReadsOld].answer == .holds && report[.oldReadsNew].answer == .holds, "\(row) \(old)->\(new)")
        #expect(!report.changes.isEmpty || forms[old] == forms[new], "\(row) \(old)->\(new): \(report.reason)")
      }
    }
    let isSilent = ["$recursiveRef", "contentSchema", "x-localOnly"].contains(row.keyword) || !isCompared
    #expect(isSilent || differences > 0, "no probe tells values of \(row) apart")
    #expect(isCompared || differences == 0)
  }

  /// Whether some probe is valid only in the first, and whether some is valid only in the second.
  private static func verdicts(
    _ old: SchemaComparison.Version, _ new: SchemaComparison.Version
  ) throws -> (Bool, Bool) {
    let sides = try [old, new].map { try Side(graph: $0.graph, options: $0.configuration.compilerOptions) }
    let admitted = probes.map { probe in sides.map { $0.admits(Array(probe.utf8), $0.graph.roots[0]) } }
    return (admitted.contains { $0[0] && !$0[1] }, admitted.contains { !$0[0] && $0[1] })
  }

  @Test(
    "a forgotten keyword never equals its absence, nor another value",
    arguments: Effort.sample(rows, oneIn: 6, thorough: 3))
  func forgotten(_ row: Row) throws {
    let forms = try Self.forms(row)
    let roles = KeywordRoles.standard.forgetting(row.keyword)
    let versions = try forms.map { try Versions.version($0, Self.asserting) }
    for (old, new) in [(0, 1), (1, 0), (1, 2), (2, 1)] where forms[old] != forms[new] {
      // Keywords that a draft ignores next to a reference have no effect.
      for answer in try Self.answers(versions[old], versions[new], roles) {
        #expect(answer != .holds, "\(row) \(old)->\(new)")
      }
    }
    // Identical text is equal, whatever it means.
    let isReference = row.keyword.hasSuffix("Ref") || row.keyword == "$ref"
    for version in versions {
      let answers = try Self.answers(version, version, roles)
      #expect(isReference || answers == [.holds, .holds], "\(row)")
    }
  }

  private static func answers(
    _ old: SchemaComparison.Version, _ new: SchemaComparison.Version, _ roles: KeywordRoles
  ) throws -> [Verdict.Answer?] {
    let sides = try [old, new].map {
      try Side(graph: $0.graph, options: $0.configuration.compilerOptions, roles: roles)
    }
    let equality = Equality(sides: sides)
    let matching = SchemaMatching(old: old, new: new) { equality.number(of: Ref(side: $0, schema: $1)) }
    var data = DataComparison(
      sides: sides, equality: equality, matching: matching, options: SchemaComparison.Options())
    data.run()
    return [Verdict.Question.newReadsOld, .oldReadsNew].map { data.verdicts[$0]?.answer }
  }

  // MARK: - Keywords of no dialect

  @Test("an unknown keyword refuses nothing, and its change is reported")
  func annotations() throws {
    let (without, with, other) = (
      #"{"type": "integer"}"#, #"{"type": "integer", "isEven": true}"#, #"{"type": "integer", "isEven": false}"#
    )
    for (old, new, verb) in [(without, with, "added"), (with, without, "removed"), (with, other, "changed")] {
      let report = try SchemaComparison.compare(old: try Versions.version(old), new: try Versions.version(new))
      #expect(report[.newReadsOld].answer == .holds && report[.oldReadsNew].answer == .holds)
      #expect(report.changes.map(\.rule.id) == ["unknown-keyword-changed"])
      #expect(
        report.changes.first?.message == "'isEven' is \(verb); it is an unknown keyword, which is not checked")
    }
  }

  static let vocabularyRows: [(name: String, old: String, new: String, answer: Verdict.Answer)] = [
    ("added", #""type": "integer""#, #""type": "integer", "isEven": true"#, .unknown),
    ("removed", #""type": "integer", "isEven": true"#, #""type": "integer""#, .unknown),
    ("changed", #""isEven": true"#, #""isEven": false"#, .unknown),
    ("the same on both sides", #""isEven": true, "type": ["integer"]"#, #""type": "integer", "isEven": true"#, .holds),
    ("the same, beside a change", #""isEven": true, "maximum": 4"#, #""isEven": true, "maximum": 5"#, .unknown),
    (
      "within a member", #""properties": {"a": {"isEven": true}}"#, #""properties": {"a": {"isEven": false}}"#, .unknown
    ),
    (
      "a list of values does not help", #""enum": [1, 2], "isEven": true"#, #""enum": [1, 2], "isEven": false"#,
      .unknown
    ),
    (
      "the same with a reference, which may lead elsewhere", ##""all": [{"$ref": "#/$defs/a"}], "type": "null""##,
      ##""all": [{"$ref": "#/$defs/a"}], "type": ["null"]"##, .unknown
    ),
    (
      "no such vocabulary is needed for a change elsewhere", #""properties": {"a": {"isEven": true}, "b": {}}"#,
      #""properties": {"b": {}, "a": {"isEven": true}}"#, .holds
    ),
  ]

  @Test("a keyword of an unimplemented vocabulary leaves the verdict undecided", arguments: vocabularyRows)
  func vocabulary(_ row: (name: String, old: String, new: String, answer: Verdict.Answer)) throws {
    let meta = """
      {"$id": "https://example.com/meta", "$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://json-schema.org/draft/2020-12/vocab/applicator": true,
        "https://json-schema.org/draft/2020-12/vocab/validation": true, "https://example.com/vocab/even": false}}
      """
    func version(_ members: String) throws -> SchemaComparison.Version {
      let text = #"{"$schema": "https://example.com/meta", \#(members)}"#
      let documents = try [("a.json", text), ("meta.json", meta)].map { name, text in
        SchemaDocument(
          uri: "file:///\(name)", name: name, source: try JSONDocument(parsing: Array(text.utf8)))
      }
      let graph = try SchemaResolver.resolve([documents[0]]) { uri in
        uri == "https://example.com/meta" ? documents[1] : nil
      }.graph
      return SchemaComparison.Version(graph: graph)
    }
    let report = try SchemaComparison.compare(old: try version(row.old), new: try version(row.new))
    #expect(report[.newReadsOld].answer == row.answer, "\(row.name): \(report.textLines)")
    let isHeld = report[.oldReadsNew].answer == .holds
    #expect(isHeld == (row.answer == .holds), "\(row.name): \(report.textLines)")
  }

  @Test("branches are reported to lose values only if a value is known", arguments: [Gap.Subject.branch, .overlap])
  func branches(_ subject: Gap.Subject) {
    let gap = Gap(
      subject: subject, right: Gap.Location(ref: Ref(side: 1, schema: SchemaID(index: 0)), keyword: "anyOf"))
    for direction in [Gap.Direction.newRefuses, .oldRefuses] {
      #expect(gap.words(direction, isShown: false).rule.id == "undecided")
      #expect(
        gap.words(direction, isShown: false).message == "undecided whether the branches accept the same values")
      #expect(gap.words(direction, isShown: true).rule.id != "undecided")
    }
  }
}
