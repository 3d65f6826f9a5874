import JSONSchema
import SchemaAnalysis
import SchemaRuntime

extension ReportedFinding {
  /// A workflow command of GitHub Actions, which annotates a line of a change.
  package var githubLine: String {
    let command =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let position = location.position
    let properties = [
      ("file", location.document), ("line", String(position.line)), ("col", String(position.column)), ("title", rule),
    ]
    let text = ([message] + notes.map { "\($0.location): \($0.message)" }).map(\.onOneLine).joined(separator: "\n")
    return "::\(command) "
      + properties.map { "\($0)=\(Self.escaped($1.onOneLine, isProperty: true))" }.joined(separator: ",")
      + "::\(Self.escaped(text, isProperty: false))"
  }

  /// Returns a text with the characters that a command cannot contain percent-encoded, as the runner expects.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
