import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import TestSupport
import Testing

@testable import CodegenCommands
@testable import SchemaLint

/// The forms of findings for other tools.
@Suite struct FindingOutputTests {
  private static let source = LintSource(
    "{\n  \"é\": 1, \"minLenght\": 1,\n  \"enum\": [\"a\", \"a\"]\n}\n", name: "folder, 1/a b.schema.json")
  private static var report: LintReport {
    var configuration = LintConfiguration()
    configuration.selected = ["misspelled-keyword", "repeated-enum-value", "unknown-keyword"]
    return Linter(configuration: configuration).lint([source])
  }

  @Test func githubActions() {
    #expect(
      Self.report.lines(as: GitHubAnnotations()) == [
        "::notice file=folder%2C 1/a b.schema.json,line=2,col=3,title=unknown-keyword::"
          + "draft 2020-12 has no keyword 'é', so it is only an annotation; name it 'x-é' if that is intended",
        "::warning file=folder%2C 1/a b.schema.json,line=2,col=11,title=misspelled-keyword::"
          + "unknown keyword 'minLenght'; did you mean 'minLength'?",
        "::warning file=folder%2C 1/a b.schema.json,line=3,col=17,title=repeated-enum-value::"
          + "this value is the same as the one at index 0; remove one of them%0Afolder, 1/a b.schema.json:3:12: first "
          + "used here",
      ])
  }

  @Test("Percent signs and line breaks in messages cannot inject commands")
  func githubActionsEscapes() {
    let location = SourceLocation(document: "a:b%", pointer: JSONPointer(), position: JSONDocument.start)
    let finding = Finding(
      rule: "r", severity: .error, location: location, message: "100 %\n::error::x\r", notes: [], fix: nil)
    #expect(
      LintReport(findings: [finding]).lines(as: GitHubAnnotations()) == [
        #"::error file=a%3Ab%25,line=1,col=1,title=r::100 %25\u{a}::error::x\u{d}"#
      ])
  }

  @Test func sarif() throws {
    let log = try JSONDocument(parsing: Self.report.text(as: SARIFLog(), [Self.source])).value
    #expect(log["version"] == "2.1.0")
    let run = try #require(log["runs"]?.array?.first)
    #expect(run["columnKind"] == "unicodeCodePoints")
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
    #expect(rules.map { $0["id"] } == ["misspelled-keyword", "repeated-enum-value", "unknown-keyword"])
    for rule in rules { #expect(rule["help"]?["markdown"]?.string?.isEmpty == false) }
    let results = try #require(run["results"]?.array)
    #expect(results.map { $0["ruleId"] } == ["unknown-keyword", "misspelled-keyword", "repeated-enum-value"])
    #expect(results.map { $0["level"] } == ["note", "warning", "warning"])
    let location = results[1]["locations"]?.array?.first?["physicalLocation"]
    #expect(location?["artifactLocation"]?["uri"] == "folder%2C%201/a%20b.schema.json")
    #expect(location?["region"] == ["startLine": 2, "startColumn": 11])
    let replacement = results[1]["fixes"]?.array?.first?["artifactChanges"]?.array?.first?["replacements"]?.array?.first
    #expect(replacement?["deletedRegion"] == ["startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 22])
    #expect(replacement?["insertedContent"] == ["text": "\"minLength\""])
    #expect(results[2]["relatedLocations"]?.array?.first?["message"] == ["text": "first used here"])
  }

  @Test("A result of a SARIF log has its counterexample as a value, in full")
  func example() throws {
    let name = String(repeating: "a", count: 150)
    var configuration = LintConfiguration()
    configuration.selected = ["ambiguous-union"]
    let source = LintSource(#"{"oneOf":[{"const":"\#(name)"},{"type":"string","minLength":150}]}"#)
    let report = Linter(configuration: configuration).lint([source])
    let log = try JSONDocument(parsing: report.text(as: SARIFLog(), [source])).value
    let results = log["runs"]?.array?.first?["results"]?.array
    #expect(results?.map { $0["properties"] } == [["example": .string(name)]])
  }

  @Test("Findings about other people's schemas make well-formed logs", .enabled(if: OfficialSuite.isPresent))
  func officialSuite() throws {
    for draft in OfficialSuite.drafts {
      for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 20) {
        let source = LintSource(uri: group.schema.uri, name: group.schema.name, text: group.schema.source.text)
        var linter = Linter(lookup: { OfficialSuite.remotes[$0] })
        linter.defaultDialect = draft.dialect
        #expect(try JSONValue(parsing: linter.lint([source]).text(as: SARIFLog(), [source])).object != nil)
      }
    }
  }

  @Test("Every form of a verb has another name, and the help names all", arguments: FindingOutputs.all.map(\.name))
  func names(_ name: String) {
    #expect(FindingOutputs.all.filter { $0.name == name }.count == 1)
    #expect(Lint.Form(rawValue: name)?.output?.name == name)
    for discussion in [Lint.discussion, Validate.discussion, Diff.discussion] {
      #expect(discussion.contains("'\(name)'"))
    }
  }
}

extension LintSource {
  fileprivate init(_ text: String, name: String = "a.schema.json") {
    self.init(uri: "https://lint.example/\(name)", name: name, text: Array(text.utf8))
  }
}

extension LintReport {
  fileprivate func text(as output: some FindingOutput, _ sources: [LintSource]) -> [UInt8] {
    output.text(reported(in: sources), of: "lint", rules: rules)
  }

  fileprivate func lines(as output: some FindingOutput) -> [String] {
    String(decoding: text(as: output, []), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension JSONDocument {
  /// The beginning of any text.
  fileprivate static let start: SourcePosition = [].withUnsafeBufferPointer { SourcePosition(offset: 0, in: $0) }
}
