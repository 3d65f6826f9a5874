import Foundation
import SchemaLoading
import SchemaRuntime
import Testing

/// A case of the YAML test suite in the folder of corpora.
struct YAMLSuiteCase: CustomTestStringConvertible {
  /// The file, the number of the case in it, and the case's name.
  let name: String
  let yaml: [UInt8]
  /// Whether the text is not well-formed.
  let mustFail: Bool
  /// The documents in JSON; nil if the suite gives none, because the text has no JSON form.
  let json: String?

  var testDescription: String { name }

  /// The cases of `SCHEMATA_CORPORA`; empty without it.
  static let all: [YAMLSuiteCase] = {
    guard let corpora = ProcessInfo.processInfo.environment["SCHEMATA_CORPORA"] else { return [] }
    let folder = corpora + "/yaml/src"
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    return files.flatMap { cases(at: folder + "/" + $0, named: String($0.prefix { $0 != "." })) }
  }()

  /// Reads a file of cases, without those that the suite itself skips. A case has the JSON of the one before it unless
  /// it says otherwise.
  private static func cases(at path: String, named file: String) -> [YAMLSuiteCase] {
    guard let data = FileManager.default.contents(atPath: path),
      let rows = (try? YAMLText.documents(in: Array(data)))?.first?.json.value.array
    else { return [YAMLSuiteCase(name: "\(file) (unreadable)", yaml: [], mustFail: false, json: "unreadable")] }
    var (json, title, isSkipped): (String?, String, Bool) = (nil, "", false)
    return rows.enumerated().compactMap { index, row in
      isSkipped = row["skip"]?.bool ?? isSkipped
      if isSkipped { return nil }
      title = row["name"]?.string ?? title
      let mustFail = row["fail"]?.bool ?? false
      if let own = row["json"] { json = own.string }
      return YAMLSuiteCase(
        name: "\(file)/\(index) \(title)", yaml: text(row["yaml"]?.string ?? ""), mustFail: mustFail,
        json: mustFail ? nil : json)
    }
  }

  /// Replaces the suite's visible signs by what they stand for.
  private static func text(_ visible: String) -> [UInt8] {
    var text = ""
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "␣": text += " "
      case "»": text += "\t"
      case "—", "↵", "∎": break
      case "←": text += "\r"
      case "⇔": text += "\u{feff}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    // The sign for a missing line feed at the end stands before the one that the file itself has.
    if visible.unicodeScalars.contains("∎"), text.hasSuffix("\n") { text.removeLast() }
    return Array(text.utf8)
  }

  /// The documents of ``json``.
  var expected: [JSONValue] {
    var values: [JSONValue] = []
    var text = ""
    for line in (json ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      text += line + "\n"
      guard let value = try? JSONValue(parsing: text) else { continue }
      values.append(value)
      text = ""
    }
    return values
  }
}
