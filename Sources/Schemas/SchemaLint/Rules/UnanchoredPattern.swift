package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Patterns without anchors that seem intended to match whole texts.
package enum UnanchoredPattern: SchemaRule {
  package static let id = "unanchored-pattern"
  package static let summary = "an unanchored pattern that seems intended to match the whole string"
  package static let explanation = """
    A pattern matches anywhere in a string (core, section 6.4). Three mistakes are reported: a repetition at an
    unanchored end, whose maximum has no effect (`[0-9]{3,5}` and `[0-9]{3}` are equivalent); anchors that each belong
    to only one alternative (`^a|b$`); and a `pattern` that every string matches (`[a-z]*`).

    Repetitions of a class that admits nearly everything (`^/.+`) are not reported, nor are URLs with an open end
    (`^https://[a-z]+`).
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "pattern": "[0-9]{3,5}" }"#
  package static let good = #"{ "type": "string", "pattern": "^[0-9]{3,5}$" }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.patterns.compactMap { path, source -> Violation? in
        guard let insight = context.insight(source),
          let message = message(
            insight, context.words(source, of: node), isName: path.count > 1,
            isAddress: source.hasPrefix("^") && source.contains("://"))
        else {
          return nil
        }
        return Violation(context.location(node.document, JSONPointer(node.pointer.tokens + path)), message)
      }
    }
  }

  private static func message(
    _ insight: PatternInsight, _ pattern: String, isName: Bool, isAddress: Bool
  ) -> String? {
    if insight.dividesAnchors {
      return "'^' and '$' in \(pattern) each belong to only one alternative; group the alternatives, as in ^(?:a|b)$"
    }
    let start = "expected a pattern with '^' and '$', found \(pattern): "
    // `.*` is an idiom for all names.
    if insight.alwaysMatches { return isName ? nil : start + "every text matches it" }
    let group = insight.hasAlternatives ? "; group the alternatives, as in ^(?:a|b)$" : ""
    switch (insight.isLooseAtStart, insight.isLooseAtEnd) {
    case (true, true): return start + "the repetitions at its ends have no effect" + group
    case (true, false):
      return (insight.isAnchoredAtEnd ? "expected '^' at the start of \(pattern): " : start)
        + "the repetition at its start has no effect" + group
    case (false, true):
      if isAddress { return nil }
      return (insight.isAnchoredAtStart ? "expected '$' at the end of \(pattern): " : start)
        + "the repetition at its end has no effect" + group
    case (false, false): return nil
    }
  }
}
