import SchemaAnalysis
import SchemaRuntime

// The report as Markdown, for a pull request or a page.
extension ComparisonReport {
  /// The report as lines of Markdown.
  package var markdownLines: [String] {
    var lines = ["| Question | Answer |", "|---|---|"]
    for verdict in verdicts {
      lines.append("| \(Self.question(verdict.question)) | \(Self.emphasis(verdict)) |")
    }
    lines += ["", "Next version: **\(step.rawValue)**, \(reason)."]
    for (schema, changes) in bySchema {
      lines += ["", "### \(Self.escaped(schema))", ""]
      for change in changes {
        lines.append("- **\(change.rule.id)**: \(Self.escaped(change.message))")
        for location in change.locations { lines.append("  - \(location.version): \(Self.code(location.words))") }
        if let reason = change.acceptance { lines.append("  - accepted: \(Self.escaped(reason))") }
        lines += change.effectWords(emphasis: { "*\($0)*" }, code: Self.code).map { "  - " + $0 }
      }
    }
    if !uncompared.isEmpty {
      lines += ["", "### Not compared", "", "These parts differ, but are not schemas:", ""]
    }
    lines += uncompared.compactMap(\.line).map { "- " + Self.code($0) }
    return lines
  }

  private static func question(_ question: Verdict.Question) -> String {
    switch question {
    case .api: "Can old clients use the new API?"
    case .newReadsOld: "Can new readers read old data?"
    case .oldReadsNew: "Can old readers read new data?"
    case .source: "Does Swift source still compile?"
    }
  }

  private static func emphasis(_ verdict: Verdict) -> String {
    verdict.answer == .broken && !verdict.isBeyondDeclared ? "**\(verdict.words)**" : verdict.words
  }

  /// Returns a text with escaped markup. Works on scalars, because a combining mark could hide a character.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.onOneLine.unicodeScalars {
      if "\\`*_[]<>|#&".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Returns a text as code, between enough backticks.
  private static func code(_ text: String) -> String {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = [text.utf8.first, text.utf8.last].contains(UInt8(ascii: "`")) ? " " : ""
    return fence + pad + text.onOneLine + pad + fence
  }
}
