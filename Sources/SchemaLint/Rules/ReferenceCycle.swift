package import JSONSchema
import SchemaValidation

/// Schemas that apply themselves without end.
package enum ReferenceCycle: FactRule, SchemaRule {
  package static let id = "reference-cycle"
  package static let summary = "references that lead back to where they began without moving on in the instance"
  package static let explanation = """
    A schema may apply itself to a part of a value, as a tree does to its children. Applied to the same value again,
    it has no meaning (core, section 9.4.1), and a validator would not come to an end.
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
