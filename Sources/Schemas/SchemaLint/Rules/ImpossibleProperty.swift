package import JSONSchema
import SchemaAnalysis

/// Declared members that no object can have.
package enum ImpossibleProperty: SchemaRule {
  package static let id = "impossible-property"
  package static let summary = "a declared property that another schema for the same object rules out"
  package static let explanation = """
    `additionalProperties: false` rejects properties that only a sibling under `allOf`, a referenced schema or a branch
    declares, and a schema under `patternProperties` applies to declared properties that match.

    Every finding is proven. A property whose schema is `false` is not reported; a required property is reported by
    `unsatisfiable-schema`. To extend a closed schema, use `unevaluatedProperties: false` (since 2019-09) in a schema
    around all parts.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = """
    {
      "allOf": [
        { "properties": { "name": { "type": "string" } }, "additionalProperties": false },
        { "properties": { "size": { "type": "integer" } }, "additionalProperties": false }
      ]
    }
    """
  package static let good = """
    {
      "allOf": [
        { "properties": { "name": { "type": "string" } } },
        { "properties": { "size": { "type": "integer" } } }
      ],
      "unevaluatedProperties": false
    }
    """

  static func check(_ context: LintContext) -> [Violation] {
    var search = PropertyConflicts(context)
    return context.nodes.flatMap { node in search.conflicts(at: node).map { violation($0, node, context) } }
  }

  private static func violation(
    _ conflict: PropertyConflicts.Conflict, _ node: SchemaNode, _ context: LintContext
  ) -> Violation {
    let (declared, other) = (conflict.declaration, conflict.other)
    let location =
      declared.owner.id == node.id ? context.nameLocation(node, declared.path) : context.location(node)
    let names = conflict.names.prefix(3).map(\.quoted).joined(separator: ", ")
    let more = conflict.names.count > 3 ? " and \(conflict.names.count - 3) more" : ""
    let message =
      conflict.isRejected
      ? "\(names)\(more) can never be present, because \(words(other, node)) rejects "
        + (conflict.names.count == 1 ? "it" : "them")
      : "no value of \(names) is valid, because it also has to satisfy \(words(other, node))"
    return Violation(
      location, message,
      notes: [
        Finding.Note(location: context.nameLocation(declared.owner, declared.path), message: "declared here"),
        Finding.Note(
          location: context.nameLocation(other.owner, other.path),
          message: conflict.isRejected ? "rejected here" : "contradicted here"),
      ])
  }

  private static func words(_ part: PropertyConflicts.Part, _ node: SchemaNode) -> String {
    let path = part.path.prefix(part.path.first == "properties" ? 1 : 2).joined(separator: " ")
    if part.owner.id == node.id { return path.quoted }
    let isNear = part.owner.document == node.document
    return "\(path.quoted) of \((isNear ? "#\(part.owner.pointer)" : part.owner.location).quoted)"
  }
}
