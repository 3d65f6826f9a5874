package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Keywords that are close to known ones.
package enum MisspelledKeyword: FactRule {
  package static let id = "misspelled-keyword"
  package static let summary = "an unknown keyword that is probably a misspelling of a known one"
  package static let explanation = """
    An unknown keyword counts as misspelled if it differs from a known one only in letter case, in one letter or, if it
    is long, in two letters; if the schema lacks the known keyword; and if the value has the form that the known keyword
    requires.

    `--fix` renames the keyword if exactly one known keyword is close, is not present yet, and applies to the schema's
    `type`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "minLenght": 1 }"#
  package static let good = #"{ "type": "string", "minLength": 1 }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .unknownKeyword(let name, let nearest) = fact.kind else { return nil }
    if let hint = nearest.split(separator: "/").dropFirst().first {
      return context.fixes.renaming(fact.document, fact.pointer, to: String(hint)).map {
        Fix(summary: "rename \(name.quoted) to \(nearest.quoted)", edits: [$0.edit], renames: [$0.rename])
      }
    }
    guard let node = context.schema(around: fact), isCertain(name, nearest, node) else { return nil }
    return context.fixes.renaming(name, of: node, to: nearest)
  }

  private static func isCertain(_ name: String, _ nearest: String, _ node: SchemaNode) -> Bool {
    // A leading sign is deliberate.
    guard name.first?.isLetter == nearest.first?.isLetter else { return false }
    let distance = Spelling.editDistance(name, nearest, limit: 2) ?? 3
    // Two edits turn a short word into another one.
    guard distance == 1 || name.count >= 8 else { return false }
    let near = node.dialect.keywordNames.filter { Spelling.editDistance(name, $0, limit: distance) != nil }
    guard near.count == 1 else { return false }
    guard let types = node.types, let rule = node.dialect.keyword(named: nearest) else { return true }
    return rule.vocabulary == .format || !rule.kinds.isDisjoint(with: ValueKinds(types))
  }
}
