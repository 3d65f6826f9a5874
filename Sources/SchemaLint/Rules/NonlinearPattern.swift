package import JSONSchema
import SchemaRuntime
import SchemaStrings

/// Patterns that an automaton cannot run.
package enum NonlinearPattern: SchemaRule {
  package static let id = "nonlinear-pattern"
  package static let summary = "a pattern whose matching may take more than linear time"
  package static let explanation = """
    Patterns become automata, which read a text once. Patterns with look-ahead, look-behind or back-references cannot:
    they are matched by backtracking, with a limited number of steps. A text that exceeds the limit is undecided and
    refused, and its sender controls how long that takes. Often two schemas under `allOf` are equivalent: one with a
    `pattern`, and another with a `pattern` under `not`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "pattern": "^(?=.*[0-9])[a-z0-9]+$" }"#
  package static let good = #"{ "type": "string", "allOf": [{ "pattern": "[0-9]" }, { "pattern": "^[a-z0-9]+$" }] }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.patterns.compactMap { path, source in
        guard let insight = context.insight(source), !insight.isLinear else { return nil }
        return Violation(
          context.location(node.document, JSONPointer(node.pointer.tokens + path)),
          "expected a pattern without look-around and back-references, found \(context.words(source, of: node))")
      }
    }
  }
}
