package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Patterns whose backtracking gets out of hand.
package enum NonlinearPattern: SchemaRule {
  package static let id = "nonlinear-pattern"
  package static let summary = "a pattern that takes too many steps on some string"
  package static let explanation = """
    Patterns with look-behind or back-references are matched by backtracking, with a limited number of steps; so are
    those with look-ahead, unless it directly follows `^` at the start. A string that would take more steps is rejected,
    because the match remains undecided. Up to this limit, the sender of the string controls how long the check takes.

    Every finding is proven by such a string. Begin the pattern with `^` and its look-aheads, avoid nested repetitions,
    set `maxLength`, or write two schemas under `allOf`: one with a `pattern`, and another with a `pattern` under `not`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "pattern": "^([a-z]+)*(?<!x)$" }"#
  package static let good = #"{ "type": "string", "pattern": "^(?!.*x$)([a-z]+)*$" }"#

  static func check(_ context: LintContext) -> [Violation] {
    var known: [String: ExhaustingText?] = [:]
    return context.nodes.flatMap { node in
      node.patterns.compactMap { path, source in
        guard let insight = context.insight(source), !insight.isLinear else { return nil }
        let text = known[source] ?? ExhaustingText(of: source)
        known[source] = text
        let isName = path.count > 1
        guard let text, isName || text.count <= node.keywords.lengths[.scalars].most ?? .max else { return nil }
        let isShown = !context.sensitive.contains(node.id)
        return Violation(
          context.location(node.document, JSONPointer(node.pointer.tokens + path)),
          "the pattern \(context.words(source, of: node)) is too slow: a text of \(text.count) characters exhausts "
            + "the step limit; avoid back-references, and look-around except for look-ahead after '^'",
          example: isShown ? .string(text.text) : nil)
      }
    }
  }
}
