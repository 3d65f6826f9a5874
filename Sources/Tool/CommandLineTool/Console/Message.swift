/// A message about a run: a line for people, and its parts for programs.
package struct Message: Hashable {
  package enum Severity: String, CaseIterable {
    case note, warning, error
  }

  /// The line, such as `Schemas/a.schema.json:3:5: error: expected …`.
  package let text: String
  package private(set) var file: String?
  package private(set) var line: Int?
  package private(set) var column: Int?
  /// The JSON Pointer of a value in the file; nil if there is none, or if it is not known.
  package private(set) var pointer: String?
  package private(set) var severity = Severity.error
  /// The line without location and severity.
  package private(set) var statement: String

  package init(
    _ text: String, file: String, line: Int, column: Int, pointer: String, severity: Severity, statement: String
  ) {
    self.text = text
    (self.file, self.line, self.column, self.pointer) = (file, line, column, pointer)
    (self.severity, self.statement) = (severity, statement)
  }

  /// A message of which only the line is known.
  package init(_ text: String) {
    self.text = text
    statement = text
    guard let first = Severity.first(in: text) else { return }
    severity = first.severity
    statement = String(text[first.range.upperBound...])
    var parts = text[..<first.range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) {
      (self.line, self.column) = (line, column)
      parts.removeLast(2)
    }
    file = parts.joined(separator: ":")
  }
}

extension Message {
  /// A message about the command itself, not about a file.
  package static func ofCommand(_ statement: String) -> Message { Message("codegen: error: \(statement)") }

  package var isAboutCommand: Bool { file == "codegen" }
}

extension Message.Severity {
  /// Returns the first severity of a line `location: severity: message`, with its colons.
  static func first(in line: String) -> (range: Range<String.Index>, severity: Self)? {
    allCases.compactMap { severity in line.firstRange(of: ": \(severity.rawValue): ").map { ($0, severity) } }
      .min { $0.0.lowerBound < $1.0.lowerBound }
  }
}
