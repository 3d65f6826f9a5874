import JSONSchema
import SchemaRuntime
import Testing

@testable import SchemaLint

@Suite struct RuleTests {
  /// Names for the runs: a rule by its index in the table.
  private static let ids = LintRules.all.map { $0.id }

  @Test func idsAreUniqueWordsWithHyphens() throws {
    #expect(Set(Self.ids).count == Self.ids.count)
    for id in Self.ids {
      #expect(id.utf8.allSatisfy { 0x61...0x7a ~= $0 || $0 == UInt8(ascii: "-") }, "\(id)")
    }
  }

  @Test("Each rule finds something in its bad example and nothing in its good one", arguments: ids)
  func examples(id: String) throws {
    let rule = try #require(LintRules.rule(id))
    #expect(!Linter.findings(of: rule, in: rule.bad).isEmpty, "\(rule.bad)")
    #expect(Linter.findings(of: rule, in: rule.good).map(\.message) == [], "\(rule.good)")
    #expect(Linter().lint([LintSource(rule.good)]).errorCount == 0)
  }

  @Test("A rule finds the marked parts", arguments: RecallRow.all)
  func recall(row: RecallRow) throws {
    let marked = MarkedText(row.text)
    let text = String(decoding: marked.text, as: UTF8.self)
    let others = row.others.enumerated().map { LintSource($1, name: "\($0).schema.json") }
    let rule = try #require(LintRules.rule(row.rule))
    let found = Linter.findings(of: rule, in: text, beside: others)
    #expect(
      found.map(\.location.position.offset) == marked.offsets, "\(row): \(found.map { "\($0.location) \($0.message)" })"
    )
  }

  @Test("The table has at least five schemas for each rule", arguments: ids)
  func recallIsWide(id: String) {
    #expect(RecallRow.all.count { $0.rule == id } >= 5)
  }

  @Test("A rule finds nothing in correct schemas", arguments: QuietRow.all)
  func quiet(row: QuietRow) throws {
    let rule = try #require(LintRules.rule(row.rule))
    #expect(Linter.findings(of: rule, in: row.text).map(\.message) == [], "\(row)")
  }
}

/// A schema in which a rule must find something, at the marks.
struct RecallRow: CustomTestStringConvertible, Sendable {
  var rule: String
  var name: String
  var text: String
  /// Further documents, called `0.schema.json` and so on.
  var others: [String] = []

  init(_ rule: any LintRule.Type, _ name: String, _ text: String, beside others: [String] = []) {
    self.rule = rule.id
    self.name = name
    self.text = text
    self.others = others
  }

  var testDescription: String { "\(rule): \(name)" }

  static let all = unusable + misleading + contradictions + leftover + lacking + settings
}

/// A schema in which a rule must find nothing.
struct QuietRow: CustomTestStringConvertible, Sendable {
  var rule: String
  var name: String
  var text: String

  init(_ rule: any LintRule.Type, _ name: String, _ text: String) {
    self.rule = rule.id
    self.name = name
    self.text = text
  }

  var testDescription: String { "\(rule): \(name)" }
}
