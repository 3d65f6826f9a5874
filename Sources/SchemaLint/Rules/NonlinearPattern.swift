package import JSONSchema
import SchemaRuntime
import SchemaStrings

/// Patterns that no automaton can run.
package enum NonlinearPattern: SchemaRule {
  package static let id = "nonlinear-pattern"
  package static let summary = "a pattern whose matching may take more than linear time"
  package static let explanation = """
    Patterns become automata, which read a text once. Look-ahead, look-behind and back-references cannot: such a
    pattern is tried one way after another, within a budget of steps, and a text that spends it is refused: nobody
    knows whether it matches. Who sends the text decides how long that takes. Two keywords under `allOf` often say
    the same: a `pattern`, and another under `not`.
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
