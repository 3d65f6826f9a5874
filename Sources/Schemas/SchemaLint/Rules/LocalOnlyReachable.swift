package import JSONSchema

/// Types that never leave the device, within types that do.
package enum LocalOnlyReachable: SchemaRule {
  package static let id = "local-only-reachable"
  package static let summary = "a type marked 'x-localOnly' within one that may be sent"
  package static let explanation = """
    A type marked `x-localOnly` never leaves the device, so a type that contains it could not be sent either, and cannot
    be generated. Mark the enclosing type, or the member that leads to the local type: a marked member is never sent.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = ##"""
    {
      "type": "object",
      "properties": { "draft": { "$ref": "#/$defs/draft" } },
      "$defs": { "draft": { "type": "object", "x-localOnly": true } }
    }
    """##
  package static let good = ##"""
    {
      "type": "object",
      "properties": { "draft": { "$ref": "#/$defs/draft", "x-localOnly": true } },
      "$defs": { "draft": { "type": "object", "x-localOnly": true } }
    }
    """##

  static func check(_ context: LintContext) -> [Violation] {
    let graph = context.graph
    return context.nodes.flatMap { node -> [Violation] in
      guard mayBeSent(node, context) else { return [] }
      var violations: [Violation] = []
      if let target = node.keywords.ref, graph[target].keywords.vendor.localOnly {
        violations.append(violation(context.location(node, "$ref"), target, context))
      }
      // An inline subschema is a separate type, unless it is a member's: then the member is marked.
      for inner in node.subschemas where !outside.contains(inner.path[0]) {
        guard graph[inner.schema].keywords.vendor.localOnly, graph[inner.schema].keywords.ref == nil else { continue }
        violations.append(violation(context.location(graph[inner.schema]), inner.schema, context))
      }
      return violations
    }
  }

  /// Members, which are not sent if they are marked, definitions, and schemas that do not describe parts of valid values.
  private static let outside: Set<String> = ["properties", "$defs", "definitions", "not", "if"]

  private static func violation(_ location: SourceLocation, _ target: SchemaID, _ context: LintContext) -> Violation {
    Violation(
      location,
      "a type marked 'x-localOnly' is never sent, but the type around this one may be; mark the outer type or the "
        + "member that leads here as well, or remove the mark",
      notes: [Finding.Note(location: context.graph.location(of: target), message: "the type that is local only")])
  }

  /// Whether neither a schema nor an enclosing schema of the same value is marked.
  private static func mayBeSent(_ node: SchemaNode, _ context: LintContext) -> Bool {
    var next: SchemaNode? = node
    while let schema = next {
      if schema.keywords.vendor.localOnly { return false }
      if context.isDefinition(schema.id) { return true }
      if ["not", "if"].contains(context.path(to: schema.id).first) { return false }
      next = schema.parent.map { context.graph[$0] }
    }
    return true
  }
}
