package import JSONSchema
import SchemaValidation

/// Schemas that apply themselves to the same value.
package enum ReferenceCycle: FactRule, SchemaRule {
  package static let id = "reference-cycle"
  package static let summary = "a cycle of references that apply to the same instance location"
  package static let explanation = """
    A schema may apply itself to parts of a value, such as the children of a tree. If it applies itself to the same
    value, its behavior is undefined (core, section 9.4.1), and a validator would not terminate.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad =
    ##"{ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }"##
  package static let good =
    ##"{ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "type": "null" } } }"##

  static func check(_ context: LintContext) -> [Violation] {
    guard let failure = context.judge.failure, case .endlessRecursion(_) = failure.kind else { return [] }
    return [Violation(context.graph.location(of: failure.schema, keyword: failure.keyword), failure.message)]
  }
}
