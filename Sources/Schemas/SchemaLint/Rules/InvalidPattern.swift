package import JSONSchema
import SchemaRuntime

/// Patterns that are not regular expressions.
package enum InvalidPattern: SchemaRule {
  package static let id = "invalid-pattern"
  package static let summary = "a pattern that is not an ECMA-262 regular expression"
  package static let explanation = """
    `pattern` and the names under `patternProperties` are ECMA-262 regular expressions with the `u` flag (core, section
    6.4). They contain no atomic groups, no POSIX classes, and no escaped letters or digits without a meaning. Common
    forms of other languages are accepted with a warning (`foreign-pattern`).
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "pattern": "^[a-z+$" }"#
  package static let good = #"{ "type": "string", "pattern": "^[a-z]+$" }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.patterns.compactMap { path, source -> Violation? in
        guard context.insight(source) == nil, let reason = reason(source) else { return nil }
        return Violation(
          context.location(node.document, JSONPointer(node.pointer.tokens + path)),
          "expected a regular expression, found \(context.words(source, of: node))"
            + (context.sensitive.contains(node.id) ? "" : ": \(reason)"))
      }
    }
  }

  private static func reason(_ source: String) -> String? {
    do throws(PatternError) {
      try Pattern.check(source)
      return nil
    } catch {
      return error.description
    }
  }
}
