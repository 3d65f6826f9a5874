package import JSONSchema
import SchemaDemands

/// Keywords that are nearly known.
package enum MisspeltKeyword: FactRule {
  package static let id = "misspelt-keyword"
  package static let summary = "a keyword that nothing knows, one or two letters from a known one"
  package static let explanation = """
    JSON Schema ignores keywords that it does not know. So a keyword that is misspelt forbids nothing, and no
    validator says a word.

    `--fix` renames it where one keyword alone is near, is not there already, and applies to the schema's `type`.
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
    // A sign before the word is there on purpose.
    guard name.first?.isLetter == nearest.first?.isLetter else { return false }
    let distance = Spelling.editDistance(name, nearest, limit: 2) ?? 3
    // Two edits make another word of a short one.
    guard distance == 1 || name.count >= 8 else { return false }
    let near = node.dialect.keywordNames.filter { Spelling.editDistance(name, $0, limit: distance) != nil }
    guard near.count == 1 else { return false }
    guard let types = node.types, let rule = node.dialect.keyword(named: nearest) else { return true }
    return rule.vocabulary == .format || !rule.kinds.isDisjoint(with: ValueKinds(types))
  }
}
