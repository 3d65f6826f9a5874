package import JSONSchema

/// Keywords of newer dialects.
package enum ForeignKeyword: FactRule {
  package static let id = "foreign-keyword"
  package static let summary = "a keyword that only newer dialects know"
  package static let explanation = """
    What a keyword means is for the dialect to say that `$schema` names. A keyword of a newer one is ignored,
    however well known it is: `const` forbids nothing in draft-04.

    `--fix` writes `$id` as `id` in draft-04. `$defs` before 2019-09 stays: references to it work.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "$schema": "http://json-schema.org/draft-04/schema#", "const": 1 }"#
  package static let good = #"{ "$schema": "http://json-schema.org/draft-04/schema#", "enum": [1] }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .foreignKeyword(let name, _, _) = fact.kind, let node = context.schema(around: fact) else { return nil }
    switch name {
    case "$id" where node.dialect.draft == .draft4: return context.fixes.renaming(name, of: node, to: "id")
    default: return nil
    }
  }
}
