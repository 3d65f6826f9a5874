import CodegenProject
import CommandLineTool
import FindingOutputs
import JSONSchema

/// What was found in some payloads, as text.
struct PayloadFindings: Sendable {
  private(set) var text: [UInt8] = []
  /// The keywords that failed, for a SARIF log.
  private(set) var rules: Set<String> = []

  mutating func addLine(_ line: [UInt8]) { text += line + [0x0a] }

  /// Adds a result of a SARIF log, with a separator before it.
  mutating func addResult(_ result: [UInt8], rule: String) {
    text += SARIFLog.separator + result
    rules.insert(rule)
  }
}

/// The output of `validate`, written while payloads are read.
final class PayloadReport {
  private let output: TextStream
  private let form: PayloadCheck.Form
  private let log = SARIFLog(tool: "codegen validate", version: Release.version)
  private var rules: Set<String> = []
  private var isEmpty = true

  init(form: PayloadCheck.Form, output: TextStream) {
    self.form = form
    self.output = output
    if form == .sarif { output.write(log.opening) }
  }

  func add(_ findings: PayloadFindings) {
    guard !findings.text.isEmpty else { return }
    let isFirstResult = form == .sarif && isEmpty
    output.write(isFirstResult ? Array(findings.text.dropFirst(SARIFLog.separator.count)) : findings.text)
    rules.formUnion(findings.rules)
    isEmpty = false
  }

  /// Writes the end of the output.
  func end() {
    guard form == .sarif else { return }
    let rules = rules.sorted().map { keyword in
      SARIFLog.Rule(
        id: keyword, summary: keyword == "parse" ? "The text is not JSON." : "The payload fails '\(keyword)'.",
        severity: .error)
    }
    output.write(log.closing(rules: rules))
  }
}
