package import JSONSchema
import SchemaRuntime
import SchemaStrings

/// Patterns that look as if they were to match whole texts, and do not.
package enum UnanchoredPattern: SchemaRule {
  package static let id = "unanchored-pattern"
  package static let summary = "a pattern that looks meant for the whole text and is not anchored"
  package static let explanation = """
    A pattern is found anywhere in a text (core, section 6.4) unless `^` and `$` tie it to the ends. Three signs say
    that somebody forgot: a repetition at an end that is not anchored, whose count changes nothing (`[0-9]{3,5}`
    accepts what `[0-9]{3}` accepts); anchors that belong to one alternative each (`^a|b$`); a `pattern` that every
    text matches (`[a-z]*`).

    Repetitions of a class that admits nearly everything, as in `^/.+`, are no sign.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "pattern": "[0-9]{3,5}" }"#
  package static let good = #"{ "type": "string", "pattern": "^[0-9]{3,5}$" }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.patterns.compactMap { path, source -> Violation? in
        guard let insight = context.insight(source), let reason = reason(insight, isName: path.count > 1) else {
          return nil
        }
        return Violation(
          context.location(node.document, JSONPointer(node.pointer.tokens + path)),
          "expected a pattern with '^' and '$', found \(context.words(source, of: node)): \(reason)")
      }
    }
  }

  private static func reason(_ insight: PatternInsight, isName: Bool) -> String? {
    if insight.dividesAnchors { return "each anchor belongs to one alternative alone" }
    // `.*` is how schemas say "all names".
    if insight.alwaysMatches { return isName ? nil : "every text matches it" }
    switch (insight.isLooseAtStart, insight.isLooseAtEnd) {
    case (true, true): return "the repetitions at its ends change nothing"
    case (true, false): return "the repetition at its start changes nothing"
    case (false, true): return "the repetition at its end changes nothing"
    case (false, false): return nil
    }
  }
}
