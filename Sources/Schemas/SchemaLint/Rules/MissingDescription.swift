package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Schemas without a description.
package enum MissingDescription: SchemaRule {
  package static let id = "missing-description"
  package static let summary = "a document, a definition or a property without a 'description'"
  package static let explanation = """
    Descriptions become comments of generated types and properties, and the text of their pages. References and
    constants need no description.
    """
  package static let severity = Diagnostic.Severity.note
  package static let bad = #"{ "title": "Size", "type": "integer" }"#
  package static let good = #"{ "title": "Size", "description": "The width in pixels.", "type": "integer" }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.filter { wantsDescription($0, context) }.map { node in
      let subject = node.parent == nil ? "the schema" : (node.pointer.tokens.last ?? "").quoted
      return Violation(context.location(node), "expected a 'description' of \(subject), found none")
    }
  }

  private static func wantsDescription(_ node: SchemaNode, _ context: LintContext) -> Bool {
    guard node.boolean == nil, MissingTitle.isBlank(node.keywords.description), node.keywords.const == nil else {
      return false
    }
    guard let parent = node.parent else { return true }
    if node.keywords.ref != nil || node.keywords.dynamicRef != nil { return false }
    if context.isDefinition(node.id) { return true }
    // A branch that only narrows a property of another schema needs no description.
    guard context.path(to: node.id).first == "properties", node.keywords.type != nil else { return false }
    let around = context.path(to: parent).first
    return !["if", "then", "else", "not", "anyOf", "oneOf", "allOf", "dependentSchemas"].contains(around)
  }
}
