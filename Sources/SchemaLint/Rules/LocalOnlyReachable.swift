package import JSONSchema

/// Types that never leave the device, within types that do.
package enum LocalOnlyReachable: SchemaRule {
  package static let id = "local-only-reachable"
  package static let summary = "a type marked 'x-localOnly' within one that may be sent"
  package static let explanation = """
    A type marked `x-localOnly` has no coding in Swift: it never leaves the device. A type that is not marked and
    holds one could not be sent either, and generating it is an error. Mark the type around it as well, or the
    member that leads there: a marked member is no part of the wire.
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
      // A schema that stands in its place is a type of its own, unless it is a member's: that is marked, then.
      for inner in node.subschemas where !outside.contains(inner.path[0]) {
        guard graph[inner.schema].keywords.vendor.localOnly, graph[inner.schema].keywords.ref == nil else { continue }
        violations.append(violation(context.location(graph[inner.schema]), inner.schema, context))
      }
      return violations
    }
  }

  /// Members, whose marks say that they are no part of the wire, definitions, and what describes no part of a valid value.
  private static let outside: Set<String> = ["properties", "$defs", "definitions", "not", "if"]

  private static func violation(_ place: SourceLocation, _ target: SchemaID, _ context: LintContext) -> Violation {
    Violation(
      place, "expected a type that may be sent, found one that is marked 'x-localOnly'",
      notes: [Finding.Note(location: context.graph.location(of: target), message: "the type that is local only")])
  }

  /// Whether neither a schema nor one around it, as far as they describe one value, is marked.
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
