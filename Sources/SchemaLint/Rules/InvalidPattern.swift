package import JSONSchema
import SchemaRuntime
import SchemaStrings

/// Patterns that are no regular expressions.
package enum InvalidPattern: SchemaRule {
  package static let id = "invalid-pattern"
  package static let summary = "a pattern that is no regular expression of ECMA-262"
  package static let explanation = """
    `pattern` and the names under `patternProperties` are regular expressions of ECMA-262 with flag `u` (core,
    section 6.4). Those of other languages differ: there are no atomic groups, no `\\A` and `\\Z`, no POSIX classes,
    and only characters that mean something else may have a backslash before them.
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
      _ = try Pattern(source)
      return nil
    } catch {
      return error.description
    }
  }
}
