package import JSONSchema

/// Keywords of newer dialects.
package enum ForeignKeyword: FactRule {
  package static let id = "foreign-keyword"
  package static let summary = "a keyword that only newer dialects define"
  package static let explanation = """
    Keywords from newer dialects are ignored: `const` has no effect in draft-04. `--fix` renames `$id` to `id` in
    draft-03 and draft-04. `$defs` before 2019-09 is reported only as a note, because references to it work.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "$schema": "http://json-schema.org/draft-04/schema#", "const": 1 }"#
  package static let good = #"{ "$schema": "http://json-schema.org/draft-04/schema#", "enum": [1] }"#

  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity? {
    if case .foreignKeyword("$defs", _, _, _) = fact.kind { .note } else { nil }
  }

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .foreignKeyword(let name, _, _, _) = fact.kind, let node = context.schema(around: fact) else {
      return nil
    }
    switch name {
    case "$id" where node.dialect.draft <= .draft4: return context.fixes.renaming(name, of: node, to: "id")
    default: return nil
    }
  }
}
