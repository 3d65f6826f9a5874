import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// The report as text: the verdicts, then the changes by schema.
extension ComparisonReport {
  /// The report as lines of plain text.
  package var textLines: [String] {
    var lines = verdicts.map { "\($0.question.words): \($0.words)" }
    for (schema, changes) in bySchema {
      lines += ["", schema.onOneLine]
      for change in changes {
        lines.append("  \(change.rule.id): \(change.message)")
        for location in change.locations { lines.append("    \(location.version) \(location.words)") }
        if let reason = change.acceptance { lines.append("    accepted: \(reason.onOneLine)") }
        for words in change.effectWords { lines.append("    \(words)") }
      }
    }
    if !uncompared.isEmpty { lines += ["", "these parts differ, but are not compared, because they are not schemas:"] }
    lines += uncompared.compactMap(\.line).map { "  " + $0 }
    lines += ["", "next version: \(step.rawValue) (\(reason))"]
    return lines
  }

  /// The changes of each schema, in order.
  package var bySchema: [(schema: String, changes: [Change])] {
    var groups: [(schema: String, changes: [Change])] = []
    for change in changes {
      if groups.last?.schema == change.schema {
        groups[groups.count - 1].changes.append(change)
      } else {
        groups.append((change.schema, [change]))
      }
    }
    return groups
  }
}

extension ComparisonReport.UncomparedPart {
  /// The part and the difference: `removed: api.yaml:7:3 /paths/~1b`.
  package var line: String? {
    (new ?? old).map { "\(words): \($0.description) \($0.pointer)".onOneLine }
  }
}

extension Verdict.Question {
  /// The question as a statement.
  package var words: String {
    switch self {
    case .api: "old clients can use the new API"
    case .newReadsOld: "new readers can read old data"
    case .oldReadsNew: "old readers can read new data"
    case .source: "Swift source still compiles"
    }
  }
}

extension Verdict {
  /// The answer in a word or two.
  package var words: String {
    switch answer {
    case .holds: "yes"
    case .broken where isBeyondDeclared: "no, but only for data with members that its own schema does not declare"
    case .broken: "no"
    case .unknown: "undecided"
    }
  }
}

extension Change {
  /// The location in each version: `Schemas/a.schema.json:3:5 /properties/b`.
  var locations: [(version: String, words: String)] {
    [("old", old), ("new", new)].compactMap { version, location in
      guard let location else { return nil }
      let pointer = location.pointer.description
      return (version, (location.description + (pointer.isEmpty ? "" : " " + pointer)).onOneLine)
    }
  }

  /// The effects, one line per verdict.
  package var effectWords: [String] { effectWords(emphasis: { $0 }, code: { $0 }) }

  /// Returns the effects, one line per verdict, with the markup of a format.
  func effectWords(emphasis: (String) -> String, code: (String) -> String) -> [String] {
    Verdict.Question.allCases.compactMap { question in
      let name = emphasis(question.rawValue)
      switch effect(on: question) {
      case .none: return nil
      case .mayBreak: return "may break \(name), but no payload shows it"
      case .breaks:
        let alone = isBeyondDeclared && question != .source ? ", but only for data with undeclared members" : ""
        let example = examples[question].map { example in
          let definition = example.definition.map { ", a value of " + code($0.description.onOneLine) } ?? ""
          return ": " + example.words(code) + definition
        }
        return "breaks \(name)\(alone)\(example ?? "")"
      }
    }
  }
}

extension Change.Example {
  /// Returns the payload on one line, with where to find it whole if it is in a file or too long for the line.
  fileprivate func words(_ code: (String) -> String) -> String {
    let text = value.text().onOneLine
    let isLong = text.count > 160
    let place = file.map { " (in \($0))" } ?? (isLong ? " (whole with --payloads FOLDER, and in --output json)" : "")
    return code(isLong ? text.prefix(159) + "…" : text) + place
  }
}
