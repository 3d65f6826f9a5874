package import JSONSchema
import SchemaRuntime

/// Examples that their schema rejects.
package enum InvalidExample: SchemaRule {
  package static let id = "invalid-example"
  package static let summary = "an example that does not validate"
  package static let explanation = """
    The documentation shows only examples that the schema accepts.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "minLength": 1, "examples": ["Ada", ""] }"#
  package static let good = #"{ "type": "string", "minLength": 1, "examples": ["Ada"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.keywords.examples.enumerated().compactMap { index, example in
        guard let issue = context.judge.reason(against: example, node.id) else { return nil }
        // OpenAPI's `example`, if there is no list.
        let isAlone = node.keywords.written["examples"] == nil && node.keywords.written["example"] != nil
        return Violation(
          isAlone ? context.location(node, "example") : context.location(node, "examples", String(index)),
          "the schema rejects this example: \(issue.words)")
      }
    }
  }
}
