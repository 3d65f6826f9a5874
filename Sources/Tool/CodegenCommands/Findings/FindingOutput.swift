/// A form of findings for other tools, which every verb with findings has under `--output`.
///
/// A report of any length can be written in parts: the opening, then each finding, divided by the separator, then the
/// closing.
protocol FindingOutput: Sendable {
  /// The value of `--output`.
  var name: String { get }
  /// What it is for, as the end of a sentence.
  var purpose: String { get }
  var opening: [UInt8] { get }
  var separator: [UInt8] { get }
  func text(of finding: ReportedFinding) -> [UInt8]
  /// Returns the text after the findings of a verb, with the rules that they refer to.
  func closing(_ verb: String, _ rules: [ReportedRule]) -> [UInt8]
}

extension FindingOutput {
  var opening: [UInt8] { [] }
  var separator: [UInt8] { [] }
  func closing(_ verb: String, _ rules: [ReportedRule]) -> [UInt8] { [] }

  /// Returns the entire text.
  func text(_ findings: [ReportedFinding], of verb: String, rules: [ReportedRule]) -> [UInt8] {
    opening + findings.map(text(of:)).joined(separator: separator) + closing(verb, rules)
  }
}

/// All forms for other tools: a new one is a type and an entry here.
enum FindingOutputs {
  static let all: [any FindingOutput] = [GitHubAnnotations(), SARIFLog()]

  /// A sentence about all of them, for the help of a verb.
  static var sentence: String {
    "For other tools: " + all.map { "'\($0.name)' \($0.purpose)" }.joined(separator: "; ") + "."
  }
}

/// The value of `--output` of a verb with findings: a form of its own, or one for other tools.
enum OutputForm<Own: CaseIterable & RawRepresentable<String>>: CaseIterable, RawRepresentable {
  case own(Own)
  case findings(any FindingOutput)

  static var allCases: [Self] { Own.allCases.map(Self.own) + FindingOutputs.all.map(Self.findings) }

  init?(rawValue: String) {
    guard let form = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = form
  }

  var rawValue: String {
    switch self {
    case .own(let form): form.rawValue
    case .findings(let output): output.name
    }
  }

  /// The form for other tools, if it is one.
  var output: (any FindingOutput)? { if case .findings(let output) = self { output } else { nil } }
}

extension OutputForm: Sendable where Own: Sendable {}
