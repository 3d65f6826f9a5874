package import JSONSchema
import SchemaRuntime

/// Values of `enum` and `const` that the rest of the schema rejects.
package enum RejectedEnumValue: SchemaRule {
  package static let id = "rejected-enum-value"
  package static let summary = "a value of 'enum' or 'const' that the schema's type or other keywords reject"
  package static let explanation = """
    Such a value cannot be sent: either the list or the rest of the schema is wrong. In Swift, the value becomes a case
    that occurs in no valid payload.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "enum": ["small", "large", 3] }"#
  package static let good = #"{ "type": "string", "enum": ["small", "large"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node -> [Violation] in
      var values: [(path: [String], value: JSONValue)] = []
      for (index, value) in (node.keywords.enumeration ?? []).enumerated() {
        values.append((["enum", String(index)], value))
      }
      if let value = node.keywords.const { values.append((["const"], value)) }
      return values.compactMap { path, value in
        guard let issue = context.judge.issues(value, node.id)?.first else { return nil }
        return Violation(
          context.location(node.document, JSONPointer(node.pointer.tokens + path)),
          "the schema rejects this value: \(issue.words)")
      }
    }
  }
}
