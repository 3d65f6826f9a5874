import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Workflow commands of GitHub Actions, one line per finding, which annotate the lines of a change.
struct GitHubAnnotations: FindingOutput {
  let name = "github-actions"
  let purpose = "annotates a pull request"

  func text(of finding: ReportedFinding) -> [UInt8] {
    let command =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let position = finding.location.position
    let properties = [
      ("file", finding.location.document), ("line", String(position.line)), ("col", String(position.column)),
      ("title", finding.rule),
    ]
    let lines = [finding.message] + finding.notes.map { "\($0.location): \($0.message)" }
    let text = lines.map(\.onOneLine).joined(separator: "\n")
    let shown = properties.map { "\($0)=\(Self.escaped($1.onOneLine, isProperty: true))" }.joined(separator: ",")
    return Array("::\(command) \(shown)::\(Self.escaped(text, isProperty: false))\n".utf8)
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
