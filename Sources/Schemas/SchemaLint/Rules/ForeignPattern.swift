package import JSONSchema
import SchemaRuntime

/// Patterns of other kinds of regular expressions.
package enum ForeignPattern: FactRule {
  package static let id = "foreign-pattern"
  package static let summary =
    "a pattern that is not a regular expression of ECMAScript, so that other tools may reject it"
  package static let explanation = """
    In regular expressions of ECMAScript with flag `u` (core, section 6.4), literal brackets and braces are escaped, a
    class has no `-` next to `\\w`, `^` and `$` mark the ends of the text, each group has a different name, and no flag
    at the start ignores case. Schemata reads other patterns as their authors meant them. Other implementations reject
    them, or read `\\A` as the letter A.

    `--fix` writes the pattern as Schemata reads it, except under `patternProperties`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"{ "type": "string", "pattern": "\\A[\\w-.]+\\z" }"##
  package static let good = ##"{ "type": "string", "pattern": "^[\\w\\-.]+$" }"##

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .foreignPattern("pattern", let source, let meant) = fact.kind,
      context.fixes.documents[fact.document]?.value[fact.pointer]?.string == source,
      let edit = context.fixes.replacing(fact.document, fact.pointer, with: FixWriter.literal(meant))
    else { return nil }
    return Fix(summary: "write the pattern as it is read", edits: [edit])
  }
}
