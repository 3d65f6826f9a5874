import JSONSchema
import SchemaRuntime
import Testing

@testable import SchemaLint

@Suite struct OutputTests {
  private static let source = LintSource(
    "{\n  \"é\": 1, \"minLenght\": 1,\n  \"enum\": [\"a\", \"a\"]\n}\n", name: "folder, 1/a b.schema.json")
  private static var report: LintReport {
    var configuration = LintConfiguration()
    configuration.selected = [MisspelledKeyword.id, RepeatedEnumValue.id, UnknownKeyword.id]
    return Linter(configuration: configuration).lint([source])
  }

  @Test func text() {
    #expect(
      Self.report.textLines == [
        "folder, 1/a b.schema.json:2:3: note: expected a keyword of draft 2020-12 or a name that begins with 'x-', found 'é' "
          + "[unknown-keyword]",
        "folder, 1/a b.schema.json:2:11: warning: unknown keyword 'minLenght'; did you mean 'minLength'? [misspelled-keyword]",
        "folder, 1/a b.schema.json:3:17: warning: expected unique values, found value 0 again [repeated-enum-value]",
        "folder, 1/a b.schema.json:3:12: note: first used here",
      ])
  }

  @Test func json() throws {
    let findings = try #require(Self.report.json["findings"]?.array)
    #expect(findings.count == 3)
    #expect(Self.report.json["hiddenNotes"] == 0)
    #expect(
      findings[1]
        == [
          "rule": "misspelled-keyword", "severity": "warning", "path": "folder, 1/a b.schema.json", "line": 2,
          "column": 11,
          "pointer": "/minLenght", "message": "unknown keyword 'minLenght'; did you mean 'minLength'?", "notes": [],
          "fix": [
            "summary": "rename 'minLenght' to 'minLength'",
            "edits": [["path": "folder, 1/a b.schema.json", "start": 13, "end": 24, "text": "\"minLength\""]],
          ],
        ])
  }

  @Test("A finding has its counterexample as a value, in full")
  func example() throws {
    let name = String(repeating: "a", count: 150)
    var configuration = LintConfiguration()
    configuration.selected = [AmbiguousUnion.id]
    let report = Linter(configuration: configuration).lint([
      LintSource(#"{"oneOf":[{"const":"\#(name)"},{"type":"string","minLength":150}]}"#)
    ])
    #expect(report.json["findings"]?.array?.map { $0["example"] } == [.string(name)])
    let log = try JSONDocument(parsing: report.sarif(version: "1", sources: [])).value
    let results = log["runs"]?.array?.first?["results"]?.array
    #expect(results?.map { $0["properties"] } == [["example": .string(name)]])
    #expect(report.textLines.first?.contains(name) == false)
  }

  @Test func githubActions() {
    #expect(
      Self.report.githubLines == [
        "::notice file=folder%2C 1/a b.schema.json,line=2,col=3,title=unknown-keyword::"
          + "expected a keyword of draft 2020-12 or a name that begins with 'x-', found 'é'",
        "::warning file=folder%2C 1/a b.schema.json,line=2,col=11,title=misspelled-keyword::"
          + "unknown keyword 'minLenght'; did you mean 'minLength'?",
        "::warning file=folder%2C 1/a b.schema.json,line=3,col=17,title=repeated-enum-value::"
          + "expected unique values, found value 0 again%0Afolder, 1/a b.schema.json:3:12: first used here",
      ])
  }

  @Test("Percent signs and line breaks in messages cannot inject commands")
  func githubActionsEscapes() {
    let location = SourceLocation(document: "a:b%", pointer: JSONPointer(), position: JSONDocument.start)
    let finding = Finding(
      rule: "r", severity: .error, location: location, message: "100 %\n::error::x\r", notes: [], fix: nil)
    #expect(
      LintReport(findings: [finding]).githubLines == [
        #"::error file=a%3Ab%25,line=1,col=1,title=r::100 %25\u{a}::error::x\u{d}"#
      ])
  }

  @Test func sarif() throws {
    let log = try JSONDocument(parsing: Self.report.sarif(version: "1.2", sources: [Self.source])).value
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
}

extension JSONDocument {
  /// The beginning of any text.
  static let start: SourcePosition = [].withUnsafeBufferPointer { SourcePosition(offset: 0, in: $0) }
}
