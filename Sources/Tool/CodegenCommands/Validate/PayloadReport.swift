import CommandLineTool
import JSONSchema

/// What was found in some payloads, as text.
struct PayloadFindings: Sendable {
  private(set) var text: [UInt8] = []
  /// The keywords that failed, if the form is one for other tools.
  private(set) var rules: Set<String> = []
  /// Whether a text goes on with another value on a line of its own.
  var hasLines = false
  /// Whether a text has more bytes than can be read at once.
  var isTooLong = false

  mutating func addLine(_ line: [UInt8]) { text += line + [0x0a] }

  /// Adds a finding, with a separator before it.
  mutating func add(_ finding: ReportedFinding, as output: any FindingOutput) {
    text += output.separator + output.text(of: finding)
    rules.insert(finding.rule)
  }
}

/// The output of `validate`, written while payloads are read.
final class PayloadReport {
  private let stream: TextStream
  private let output: (any FindingOutput)?
  private var rules: Set<String> = []
  private var isEmpty = true

  init(form: PayloadCheck.Form, stream: TextStream) {
    self.stream = stream
    output = form.output
    stream.write(output?.opening ?? [])
  }

  private static func summary(_ keyword: String) -> String {
    switch keyword {
    case "parse": "The text is not JSON."
    case "truncated": "There are more errors than '--max-issues' permits."
    default: "The payload fails '\(keyword)'."
    }
  }

  func add(_ findings: PayloadFindings) {
    guard !findings.text.isEmpty else { return }
    stream.write(isEmpty ? Array(findings.text.dropFirst(output?.separator.count ?? 0)) : findings.text)
    rules.formUnion(findings.rules)
    isEmpty = false
  }

  /// Writes the end of the output.
  func end() {
    let rules = rules.sorted().map { keyword in
      ReportedRule(
        id: keyword, summary: Self.summary(keyword), severity: .error)
    }
    stream.write(output?.closing(Validate.name, rules) ?? [])
  }
}
