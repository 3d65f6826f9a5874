package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Patterns that match nothing.
package enum NeverMatchingPattern: SchemaRule {
  package static let id = "never-matching-pattern"
  package static let summary = "a pattern that provably matches no string"
  package static let explanation = """
    In such a pattern, something follows the end (`a$b`) or precedes the start (`a^b`), or a class is empty (`[]`). Such
    a `pattern` rejects every string; under `patternProperties`, its schema is never used.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "pattern": "[a-z]$[0-9]" }"#
  package static let good = #"{ "type": "string", "pattern": "[a-z][0-9]$" }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.patterns.compactMap { path, source in
        guard let insight = context.insight(source), insight.neverMatches else { return nil }
        return Violation(
          context.location(node.document, JSONPointer(node.pointer.tokens + path)),
          "expected a pattern that matches some text, found \(context.words(source, of: node)), which matches none")
      }
    }
  }
}
