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
        "folder, 1/a b.schema.json:2:3: note: draft 2020-12 has no keyword 'é', so it is only an annotation; name it "
          + "'x-é' if that is intended [unknown-keyword]",
        "folder, 1/a b.schema.json:2:11: warning: unknown keyword 'minLenght'; did you mean 'minLength'? [misspelled-keyword]",
        "folder, 1/a b.schema.json:3:17: warning: this value is the same as the one at index 0; remove one of them "
          + "[repeated-enum-value]",
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
    #expect(report.textLines.first?.contains(name) == false)
  }
}
