package import JSONSchema
import SchemaRuntime

/// Patterns that escape characters without a special meaning.
package enum NeedlessEscape: FactRule {
  package static let id = "needless-escape"
  package static let summary = "a pattern that escapes a character without a special meaning"
  package static let explanation = """
    With the `u` flag (core, section 6.4), only `^ $ \\ . * + ? ( ) [ ] { } | /` and, in a class, `-` may be escaped.
    Other implementations reject such a pattern, or ignore the backslash, as Schemata does. `--fix` removes the
    backslash, except under `patternProperties`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"{ "type": "string", "pattern": "^[a-z]+\\-[0-9]+$" }"##
  package static let good = ##"{ "type": "string", "pattern": "^[a-z]+-[0-9]+$" }"##

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .needlessEscapes("pattern", let characters) = fact.kind, !characters.isEmpty,
      let source = context.fixes.documents[fact.document]?.value[fact.pointer]?.string
    else { return nil }
    let literal = FixWriter.literal(Pattern.withoutNeedlessEscapes(source))
    return context.fixes.replacing(fact.document, fact.pointer, with: literal).map {
      Fix(summary: "remove the backslash", edits: [$0])
    }
  }
}
