import JSONSchema
import SchemaRuntime
import Testing

@testable import SchemaLint

/// The effect of configurations and suppressions on findings.
@Suite struct SettingsTests {
  private static let text =
    #"{"title":"A","properties":{"a":{"type":"string","default":1},"b":{"type":"string","default":2}}}"#

  /// The rules and severities of the findings, except missing descriptions and dialects.
  private static func found(
    _ text: String = text, path: String = "users/a.schema.json", _ change: (inout LintConfiguration) -> Void = { _ in }
  ) -> [String] {
    var configuration = LintConfiguration()
    for rule in [MissingDescription.id, MissingDialect.id] { configuration.rules[rule] = .off }
    configuration.showsNotes = true
    change(&configuration)
    let source = LintSource(uri: "https://lint.example/a", name: "Schemas/\(path)", path: path, text: Array(text.utf8))
    return Linter(configuration: configuration).lint([source]).findings.map {
      "\($0.location.pointer) \($0.severity) \($0.rule)"
    }
  }

  private static func suppression(
    _ rule: String, _ path: String, _ pointer: [String] = [], reason: String? = "a reason"
  ) -> LintConfiguration.Suppression {
    let location = SourceLocation(document: "codegen.json", pointer: JSONPointer(["s"]), position: JSONDocument.start)
    return LintConfiguration.Suppression(
      rule: rule, path: path, pointer: JSONPointer(pointer), reason: reason, location: location)
  }

  private static let both = [
    "/properties/a/default warning invalid-default", "/properties/b/default warning invalid-default",
  ]

  @Test func levels() {
    #expect(Self.found() == Self.both)
    #expect(Self.found { $0.rules["invalid-default"] = .off } == [])
    #expect(
      Self.found { $0.rules["invalid-default"] = .error } == Self.both.map { $0.replacing("warning", with: "error") })
    #expect(
      Self.found { $0.rules["invalid-default"] = .note } == Self.both.map { $0.replacing("warning", with: "note") })
  }

  @Test("Notes are reported on request, or if their rule is selected by name, and otherwise counted")
  func notes() {
    let source = LintSource(##"{"$schema":"http://json-schema.org/draft-07/schema#","default":1,"type":"string"}"##)
    func report(_ change: (inout LintConfiguration) -> Void) -> LintReport {
      var configuration = LintConfiguration()
      change(&configuration)
      return Linter(configuration: configuration).lint([source])
    }
    let hidden = report { _ in }
    #expect(hidden.findings.map(\.rule) == ["invalid-default"])
    #expect(hidden.hiddenNoteCount == 2)
    #expect(hidden.hiddenNotesLine == "2 notes are not shown; --notes shows them")
    let shown = report { $0.showsNotes = true }
    #expect(shown.findings.map(\.rule) == ["missing-title", "missing-description", "invalid-default"])
    #expect(shown.hiddenNotesLine == nil)
    #expect(report { $0.selected = ["missing-title"] }.findings.map(\.rule) == ["missing-title"])
    let raised = report { $0.rules["missing-title"] = .warning }
    #expect(raised.findings.map(\.rule) == ["missing-title", "invalid-default"])
    #expect(raised.hiddenNotesLine == "1 note is not shown; --notes shows it")
  }

  @Test("A document on the web that is not available is a note, and the rest is linted")
  func unavailable() {
    func found(_ reference: String) -> [String] {
      Self.found(
        ##"{"$schema":"http://json-schema.org/draft-07/schema#","title":"A","##
          + ##""properties":{"a":{"$ref":"\##(reference)"},"b":{"type":"string","default":1}}}"##)
    }
    let invalid = "/properties/b/default warning invalid-default"
    #expect(
      found("https://elsewhere.example/x#/definitions/a")
        == ["/properties/a/$ref note unresolvable-reference", invalid])
    #expect(found("x.json") == ["/properties/a/$ref error unresolvable-reference", invalid])
    #expect(found("#/definitions/x") == ["/properties/a/$ref error unresolvable-reference"])
  }

  @Test("Keywords next to '$ref' that the target has as well are notes")
  func impliedSiblings() {
    func severities(_ sibling: String) -> [String] {
      Self.found(
        ##"{"$schema":"http://json-schema.org/draft-07/schema#","title":"A","items":{"$ref":"#/definitions/a",\##(sibling)},"##
          + ##""definitions":{"a":{"type":"string","minLength":2}}}"##)
    }
    #expect(severities(##""type":"string""##) == ["/items/$ref note ignored-beside-reference"])
    #expect(severities(##""type":["string","null"],"minLength":2"##) == ["/items/$ref note ignored-beside-reference"])
    #expect(severities(##""minLength":3"##) == ["/items/$ref warning ignored-beside-reference"])
    #expect(severities(##""type":"null""##) == ["/items/$ref warning ignored-beside-reference"])
  }

  @Test func overridesByPath() {
    func override(_ path: String, _ level: LintConfiguration.Level) -> LintConfiguration.Override {
      LintConfiguration.Override(paths: [path], rules: ["invalid-default": level])
    }
    #expect(Self.found { $0.overrides = [override("users/**", .off)] } == [])
    #expect(Self.found { $0.overrides = [override("video/**", .off)] } == Self.both)
    #expect(Self.found { $0.overrides = [override("**", .off), override("users/*", .warning)] } == Self.both)
  }

  @Test("An explicitly requested rule is not off")
  func selection() {
    #expect(Self.found { $0.selected = ["missing-title"] } == [])
    #expect(Self.found { $0.selected = ["missing-description"] }.count == 3)
  }

  @Test func suppressionsOfTheConfiguration() {
    #expect(Self.found { $0.suppressions = [Self.suppression("invalid-default", "users/*")] } == [])
    #expect(
      Self.found { $0.suppressions = [Self.suppression("invalid-default", "**", ["properties", "a"])] } == [
        Self.both[1]
      ])
    #expect(
      Self.found { $0.suppressions = [Self.suppression("invalid-default", "video/*")] }
        == Self.both + ["/s warning unused-suppression"])
    #expect(
      Self.found { $0.suppressions = [Self.suppression("invalid-default", "**", reason: nil)] }
        == ["/s warning unexplained-suppression"])
  }

  @Test func suppressionsInSchemas() {
    let row = #""x-lint":{"ignore":{"invalid-default":"a reason"}}"#
    #expect(Self.found("{\(row)," + Self.text.dropFirst()) == [])
    #expect(Self.found(Self.text.replacing(#""default":1"#, with: #""default":1,\#(row)"#)) == [Self.both[1]])
    // It applies to its own rule, at its location and below.
    #expect(
      Self.found(Self.text.replacing(#""title""#, with: #""x-lint":{"ignore":{"invalid-example":"r"}},"title""#))
        == ["/x-lint/ignore/invalid-example warning unused-suppression"] + Self.both)
  }

  @Test("One broken document does not hide findings in the others")
  func brokenNeighbors() {
    let sources = [
      LintSource(#"{"default":1,"type":"string"}"#, name: "a.schema.json"),
      LintSource(#"{"type":"strng"}"#, name: "b.schema.json"),
      LintSource(#"{"$ref":"b.schema.json","required":["a"]}"#, name: "c.schema.json"),
      LintSource("{", name: "d.schema.json"),
    ]
    var configuration = LintConfiguration()
    configuration.rules[MissingDialect.id] = .off
    let found = Linter(configuration: configuration).lint(sources).findings.map { "\($0.location.document) \($0.rule)" }
    #expect(
      found == ["a.schema.json invalid-default", "b.schema.json invalid-keyword-value", "d.schema.json json-syntax"])
  }

  @Test(
    "Linting the deepest permitted nesting terminates",
    arguments: [
      #"{"not":"#, #"{"items":"#, #"{"allOf":[{"properties":{"a":"#,
    ])
  func depth(part: String) {
    let brackets = part.filter { "{[".contains($0) }
    let count = 500 / brackets.count
    let closing = String(brackets.reversed().map { $0 == "{" ? "}" : "]" })
    let text = String(repeating: part, count: count) + "true" + String(repeating: closing, count: count)
    #expect(Linter().lint([LintSource(text)]).errorCount == 0)
  }
}

extension JSONDocument {
  /// The beginning of any text.
  fileprivate static let start: SourcePosition = [].withUnsafeBufferPointer { SourcePosition(offset: 0, in: $0) }
}
