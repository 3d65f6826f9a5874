package import JSONSchema
import SchemaRuntime

/// Documents without `$schema`.
package enum MissingDialect: SchemaRule {
  package static let id = "missing-dialect"
  package static let summary = "a document without '$schema'"
  package static let explanation = """
    `items`, `$ref` with siblings and `exclusiveMinimum` mean different things in different drafts. Without `$schema`,
    each tool assumes a draft; Schemata assumes 2020-12. Schemas in an OpenAPI or AsyncAPI document need no `$schema`,
    nor does a document that is only a reference.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string" }"#
  package static let good = #"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string" }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.compactMap { node in
      // A reference alone means the same in all drafts.
      guard node.asserting != ["$ref"], node.parent == nil, node.pointer.tokens.isEmpty, node.boolean == nil,
        node.keywords.written["$schema"] == nil,
        !node.keywords.written.isEmpty
      else { return nil }
      return Violation(context.location(node), "expected '$schema', found none: tools assume different drafts")
    }
  }
}
