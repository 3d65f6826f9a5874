package import JSONSchema
import SchemaRuntime

/// Required members that nothing declares.
package enum RequiredWithoutProperty: SchemaRule {
  package static let id = "required-without-property"
  package static let summary = "a name under 'required' that no 'properties' declares"
  package static let explanation = """
    The member must be there and may be anything: often a name that was misspelt, or a property that was renamed. A
    name counts as declared where `properties` or `patternProperties` of the schema, of what it applies to the same
    value, or of what applies it has it, and where `additionalProperties` gives all members a schema. A member that
    may be anything is declared with `true`.
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
      // That it looks at no value at all is the matter of another rule.
      if let types = node.keywords.type, !types.contains(.object) { return [] }
      let outermost = relation.outermost(around: node.id)
      let declarations =
        known[outermost] ?? Declarations(relation.related(to: node.id).map { context.graph[$0].keywords })
      known[outermost] = declarations
      return node.keywords.required.enumerated().compactMap { place, name in
        if declarations.known.contains(ExactName(name)) { return nil }
        if declarations.open.contains(where: { mayDeclare(name, $0, context) }) { return nil }
        let nearest = Spelling.nearest(to: name, among: declarations.names).map { "; did you mean \($0.quoted)?" } ?? ""
        return Violation(
          context.location(node, "required", String(place)),
          "expected the name of a declared property, found \(name.quoted)" + nearest)
      }
    }
  }

  /// What related schemas declare.
  private struct Declarations {
    var names: [String]
    var known: Set<ExactName>
    /// Those that may say something of other names.
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
