package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Required members without a declaration.
package enum RequiredWithoutProperty: SchemaRule {
  package static let id = "required-without-property"
  package static let summary = "a required name that is missing from the declared properties"
  package static let explanation = """
    Often the name is misspelled, or the property was renamed. If the member may have any value, declare it as `true`.

    A name counts as declared if it is in `properties` or `patternProperties`, or if `additionalProperties` is a schema
    for all members. Schemas that apply to the same value count too, such as branches of `allOf`.
    Names under `not` and `if` are not reported, nor are schemas without any declared property.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad =
    #"{ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["nmae"] }"#
  package static let good =
    #"{ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    guard context.nodes.contains(where: { !$0.keywords.required.isEmpty }) else { return [] }
    let asserted = context.graph.assertedSchemas
    // Branches of one choice are related to the same schemas: what these declare is found once.
    var known: [[SchemaID]: Declarations] = [:]
    return context.nodes.flatMap { node -> [Violation] in
      guard !node.keywords.required.isEmpty, asserted.contains(node.id) else { return [] }
      // Another rule reports that it does not apply.
      if let types = node.keywords.type, !types.contains(.object) { return [] }
      let outermost = context.relation.outermost(around: node.id)
      let declarations =
        known[outermost] ?? Declarations(context.relation.related(to: node.id).map { context.graph[$0] }, context.graph)
      known[outermost] = declarations
      if declarations.isEmpty || declarations.isUnknown { return [] }
      return node.keywords.required.enumerated().compactMap { index, name in
        if declarations.known.contains(ExactName(name)) { return nil }
        if declarations.open.contains(where: { mayDeclare(name, $0, context) }) { return nil }
        // Another one that is required already is not the one that is meant.
        let candidates = declarations.names.filter { !declarations.required.contains(ExactName($0)) }
        let nearest = Spelling.nearest(to: name, among: candidates).map { "; did you mean \($0.quoted)?" } ?? ""
        return Violation(
          context.location(node, "required", String(index)),
          "'required' lists \(name.quoted), but no such property is declared" + nearest)
      }
    }
  }

  /// The declarations of related schemas.
  private struct Declarations {
    var names: [String]
    var required: Set<ExactName>
    var known: Set<ExactName>
    /// Those that may apply to other names.
    var open: [Keywords]
    /// Whether no property is declared.
    var isEmpty: Bool
    /// Whether one of them is not available.
    var isUnknown: Bool

    init(_ related: [SchemaNode], _ graph: SchemaGraph) {
      names = related.flatMap { $0.keywords.properties.map(\.name) }
      required = Set(related.flatMap { $0.keywords.required.map { ExactName($0) } })
      known = Set(names.map { ExactName($0) })
      open = related.map(\.keywords).filter {
        !$0.patternProperties.isEmpty || $0.additionalProperties != nil || $0.unevaluatedProperties != nil
      }
      isEmpty = names.isEmpty && open.allSatisfy(\.patternProperties.isEmpty)
      isUnknown = related.contains { $0.defect != nil || graph.standIns.contains($0.document) }
    }
  }

  private static func mayDeclare(_ name: String, _ keywords: Keywords, _ context: LintContext) -> Bool {
    if keywords.patternProperties.contains(where: { context.memberPatterns.match(name, $0.name) != .noMatch }) {
      return true
    }
    return [keywords.additionalProperties, keywords.unevaluatedProperties].contains { schema in
      schema.map { context.graph[$0].boolean != false } ?? false
    }
  }
}

extension SchemaGraph {
  /// The schemas that valid values satisfy, as opposed to those that only decide (`if`) or are negated (`not`).
  fileprivate var assertedSchemas: Set<SchemaID> {
    func asserted(_ node: SchemaNode) -> [SchemaID] {
      let others = Set([node.keywords.not, node.keywords.if].compactMap { $0 })
      return others.isEmpty ? node.keywords.applied : node.keywords.applied.filter { !others.contains($0) }
    }
    let users = users { $0.keywords.applied }
    // Definitions that nothing uses may be meant for other documents.
    return Set(Closure.of(roots + nodes.map(\.id).filter { users($0).isEmpty }) { asserted(self[$0]) })
  }
}
