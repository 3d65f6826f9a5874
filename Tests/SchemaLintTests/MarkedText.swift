import JSONSchema
import SchemaRuntime
import SchemaValidation

@testable import SchemaLint

/// A text in which `▸` marks the positions of findings.
struct MarkedText {
  var text: [UInt8] = []
  /// The byte offset of each mark, not counting marks.
  var offsets: [Int] = []

  init(_ marked: String) {
    for (index, part) in marked.split(separator: "▸", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { offsets.append(text.count) }
      text += Array(part.utf8)
    }
  }
}

extension LintSource {
  init(_ text: String, name: String = "a.schema.json") {
    self.init(uri: "https://lint.example/\(name)", name: name, text: Array(text.utf8))
  }
}

extension Linter {
  /// Returns the findings of one rule in a text.
  static func findings(of rule: any LintRule.Type, in text: String, beside others: [LintSource] = []) -> [Finding] {
    var configuration = LintConfiguration()
    configuration.compilerOptions.assertedFormats = Set(Format.allCases)
    configuration.showsNotes = true
    let report = Linter(configuration: configuration).lint([LintSource(text)] + others)
    return report.findings.filter { $0.rule == rule.id && $0.location.document == "a.schema.json" }
  }
}
