package import JSONSchema
import SchemaRuntime

/// Required members without a declaration.
package enum RequiredWithoutProperty: SchemaRule {
  package static let id = "required-without-property"
  package static let summary = "a name under 'required' that no 'properties' declares"
  package static let explanation = """
    The member is required but may have any value: often a misspelled name, or a renamed property. A name counts as
    declared if it is in `properties` or `patternProperties` of the schema, of a schema that it applies to the same
    value, or of one that applies it, or if `additionalProperties` has a schema for all members. Declare a member
    with any value as `true`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad =
    #"{ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["nmae"] }"#
  package static let good =
    #"{ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }"#

  static func check(_ context: LintContext) -> [Violation] {
    guard context.nodes.contains(where: { !$0.keywords.required.isEmpty }) else { return [] }
    let relation = SameValueRelation(context.graph)
    // Branches of one choice are related to the same schemas: what these declare is found once.
    var known: [[SchemaID]: Declarations] = [:]
    return context.nodes.flatMap { node -> [Violation] in
      guard !node.keywords.required.isEmpty else { return [] }
      // Another rule reports that it does not apply.
      if let types = node.keywords.type, !types.contains(.object) { return [] }
      let outermost = relation.outermost(around: node.id)
      let declarations =
        known[outermost] ?? Declarations(relation.related(to: node.id).map { context.graph[$0].keywords })
      known[outermost] = declarations
      return node.keywords.required.enumerated().compactMap { index, name in
        if declarations.known.contains(ExactName(name)) { return nil }
        if declarations.open.contains(where: { mayDeclare(name, $0, context) }) { return nil }
        let nearest = Spelling.nearest(to: name, among: declarations.names).map { "; did you mean \($0.quoted)?" } ?? ""
        return Violation(
          context.location(node, "required", String(index)),
          "expected the name of a declared property, found \(name.quoted)" + nearest)
      }
    }
  }

  /// The declarations of related schemas.
  private struct Declarations {
    var names: [String]
    var known: Set<ExactName>
    /// Those that may apply to other names.
    var open: [Keywords]

    init(_ related: [Keywords]) {
      names = related.flatMap { $0.properties.map(\.name) }
      known = Set(names.map { ExactName($0) })
      open = related.filter {
        !$0.patternProperties.isEmpty || $0.additionalProperties != nil || $0.unevaluatedProperties != nil
      }
    }
  }

  private static func mayDeclare(_ name: String, _ keywords: Keywords, _ context: LintContext) -> Bool {
    if keywords.patternProperties.contains(where: { (try? Pattern($0.name))?.match(name) != .noMatch }) { return true }
    return [keywords.additionalProperties, keywords.unevaluatedProperties].contains { schema in
      schema.map { context.graph[$0].boolean == nil } ?? false
    }
  }
}
