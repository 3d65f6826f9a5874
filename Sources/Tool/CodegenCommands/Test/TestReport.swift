import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaTesting

/// The results of tests, in the forms of `codegen test`.
struct TestReport {
  /// A test with its result.
  fileprivate struct Entry {
    var file: String
    var title: String
    var name: String
    var start: SourceLocation
    var failure: TestFailure?

    /// The name in messages.
    var fullName: String { (title.isEmpty ? "" : title + ": ") + name }
  }

  private var results: [Entry] = []
  var coverage: TestCoverage
  let minimum: Int?
  let listsGaps: Bool

  init(_ coverage: TestCoverage, minimum: Int?, listsGaps: Bool) {
    self.coverage = coverage
    self.minimum = minimum
    self.listsGaps = listsGaps
  }

  mutating func add(_ test: TestCase, of suite: TestSuite, _ failure: TestFailure?) {
    results.append(
      Entry(file: suite.file, title: suite.title, name: test.name, start: test.start, failure: failure))
  }

  private var failedCount: Int { results.count { $0.failure != nil } }
  private var isCovered: Bool { minimum.map { coverage.rejectingCount * 100 >= $0 * coverage.count } ?? true }
  var passes: Bool { failedCount == 0 && isCovered }

  private var coverageWords: String {
    let minimum = minimum.map { isCovered ? "" : "; expected at least \($0)%" } ?? ""
    return "coverage: \(coverage.percentage)% "
      + "(\(coverage.rejectingCount) of \(coverage.count.counting("keyword")))\(minimum)"
  }

  func write(_ form: TestSchemas.Form, _ terminal: Terminal) {
    let output = terminal.output
    switch form {
    case .own(.text): output.writeLines(textLines.map(output.coloringSeverity))
    case .own(.json): output.writeLine(json.json(.pretty).withoutHiddenCharacters)
    case .own(.junit): output.writeLines(junitLines)
    case .findings(let form): output.write(form.text(findings, of: TestSchemas.name, rules: rules))
    }
  }

  // MARK: - Findings

  private var findings: [ReportedFinding] {
    results.compactMap { result in
      result.failure.map { failure in
        ReportedFinding(
          rule: failure.kind.rawValue, severity: .error, message: "\(result.fullName): \(failure.message)",
          location: failure.location,
          notes: failure.others.map { ReportedFinding.Note(location: $0.location, message: $0.message) })
      }
    } + gapFindings
  }

  private var gapFindings: [ReportedFinding] {
    guard listsGaps || !isCovered else { return [] }
    return coverage.gaps.map { location, use in
      ReportedFinding(
        rule: use.rawValue, severity: isCovered ? .note : .warning,
        message: "\(location.pointer.prefix)\(use.words)", location: location)
    }
  }

  private var rules: [ReportedRule] {
    let used = Set(findings.map(\.rule))
    let failures = TestFailure.Kind.allCases.map {
      ReportedRule(id: $0.rawValue, summary: $0.meaning, severity: .error)
    }
    let uses = TestCoverage.Use.allCases.map { ReportedRule(id: $0.rawValue, summary: $0.words, severity: .note) }
    return (failures + uses).filter { used.contains($0.id) }
  }

  // MARK: - Text

  private var textLines: [String] {
    let lines = findings.flatMap { finding in
      ["\(finding.location): \(finding.severity.rawValue): \(finding.message.onOneLine) [\(finding.rule)]"]
        + finding.notes.map { "\($0.location): note: \($0.message.onOneLine)" }
    }
    let counts = "\(results.count.counting("test")): \(results.count - failedCount) passed, \(failedCount) failed"
    return lines + [counts] + (coverage.count == 0 ? [] : [coverageWords])
  }

  // MARK: - JSON

  private var json: JSONValue {
    [
      "tests": .array(results.map(\.json)), "passed": .number(JSONNumber(results.count - failedCount)),
      "failed": .number(JSONNumber(failedCount)),
      "coverage": [
        "keywords": .number(JSONNumber(coverage.count)), "rejecting": .number(JSONNumber(coverage.rejectingCount)),
        "percentage": .number(JSONNumber(coverage.percentage)),
        "others": .array(
          coverage.gaps.map { location, use in .object(location.json.merging(["use": .string(use.rawValue)]) { $1 }) }),
      ],
    ]
  }

  // MARK: - JUnit

  /// The form that test dashboards read. Times are left out, so that equal results are equal texts.
  private var junitLines: [String] {
    var groups: [(name: String, results: [Entry])] = []
    for result in results {
      let name = result.title.isEmpty ? result.file : "\(result.file): \(result.title)"
      if groups.last?.name != name { groups.append((name, [])) }
      groups[groups.count - 1].results.append(result)
    }
    let isChecked = minimum != nil
    let total = "tests=\"\(results.count + (isChecked ? 1 : 0))\" failures=\"\(failedCount + (isCovered ? 0 : 1))\""
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(total)>"]
    for group in groups {
      let failures = group.results.count { $0.failure != nil }
      lines.append(
        "  <testsuite name=\(group.name.xml) tests=\"\(group.results.count)\" failures=\"\(failures)\">")
      lines += group.results.flatMap { result in
        let start =
          "    <testcase classname=\(group.name.xml) name=\(result.name.xml) file=\(result.start.document.xml)"
          + " line=\"\(result.start.position.line)\""
        guard let failure = result.failure else { return [start + "/>"] }
        let words = ([(failure.location, failure.message)] + failure.others).map { "\($0): \($1)" }
        return [
          start + ">",
          "      <failure type=\(failure.kind.rawValue.xml) message=\(words.joined(separator: "\n").xml)/>",
          "    </testcase>",
        ]
      }
      lines.append("  </testsuite>")
    }
    if isChecked {
      lines.append("  <testsuite name=\"coverage\" tests=\"1\" failures=\"\(isCovered ? 0 : 1)\">")
      let start = "    <testcase classname=\"coverage\" name=\"minimum coverage\""
      let failure = "      <failure type=\"coverage\" message=\(coverageWords.xml)/>"
      lines += isCovered ? [start + "/>"] : [start + ">", failure, "    </testcase>"]
      lines.append("  </testsuite>")
    }
    return lines + ["</testsuites>"]
  }
}

extension TestReport.Entry {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["suite": .string(file)]
    if !title.isEmpty { object["group"] = .string(title) }
    object["name"] = .string(name)
    object["passed"] = .bool(failure == nil)
    let place = failure?.location ?? start
    object.merge(place.json) { $1 }
    if let failure {
      object["reason"] = .string(failure.kind.rawValue)
      object["message"] = .string(failure.message)
    }
    return .object(object)
  }
}

extension SourceLocation {
  fileprivate var json: JSONObject {
    [
      "file": .string(document), "line": .number(JSONNumber(position.line)),
      "column": .number(JSONNumber(position.column)), "pointer": .string(pointer.description),
    ]
  }
}

extension String {
  /// The text as the value of an attribute in XML 1.0, in quotes. Characters that XML does not permit become U+FFFD.
  fileprivate var xml: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": text += "\u{fffd}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
