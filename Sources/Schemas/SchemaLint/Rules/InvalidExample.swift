package import JSONSchema

/// Examples that their schema rejects.
package enum InvalidExample: SchemaRule {
  package static let id = "invalid-example"
  package static let summary = "an example that does not validate"
  package static let explanation = """
    People copy examples. The documentation shows only those that the schema accepts.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "minLength": 1, "examples": ["Ada", ""] }"#
  package static let good = #"{ "type": "string", "minLength": 1, "examples": ["Ada"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.keywords.examples.enumerated().compactMap { index, example in
        guard let issue = context.judge.issues(example, node.id)?.first else { return nil }
        return Violation(
          context.location(node, "examples", String(index)),
          "the schema rejects this example: \(issue.words)")
      }
    }
  }
}
