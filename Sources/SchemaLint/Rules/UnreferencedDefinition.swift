package import JSONSchema
import SchemaRuntime

/// Definitions to which nothing leads.
package enum UnreferencedDefinition: SchemaRule {
  package static let id = "unreferenced-definition"
  package static let summary = "a definition that no reference reaches"
  package static let explanation = """
    A definition does nothing until a reference leads to it from what applies. One that none reaches, or only
    another such definition, is left over or was meant to be used. Documents that hold definitions and nothing else
    are libraries, and all that they define counts as used.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"{ "type": "string", "$defs": { "short": { "maxLength": 20 } } }"##
  package static let good =
    ##"{ "type": "string", "$ref": "#/$defs/short", "$defs": { "short": { "maxLength": 20 } } }"##

  static func check(_ context: LintContext) -> [Violation] {
    let reached = reached(in: context.graph)
    return context.nodes.compactMap { node in
      guard !reached.contains(node.id), context.isDefinition(node.id) else { return nil }
      // What stands in a definition that nothing reaches is not reached either.
      var around = node.parent
      while let next = around {
        if !reached.contains(next) { return nil }
        around = context.graph[next].parent
      }
      let name = (node.pointer.tokens.last ?? "").quoted
      return Violation(
        context.nameLocation(context.graph[node.parent ?? node.id], node.pointer.tokens.suffix(2)),
        "expected a reference to the definition \(name), found none")
    }
  }

  /// The schemas to which the roots lead.
  private static func reached(in graph: SchemaGraph) -> Set<SchemaID> {
    var pending = graph.roots
    for node in graph.nodes {
      let names = node.keywords.written.names
      // A library; and what a dynamic scope may choose.
      if node.parent == nil, isLibrary(node) {
        pending += node.subschemas.map(\.schema)
      } else if names.contains("$dynamicAnchor") || names.contains("$recursiveAnchor") {
        pending.append(node.id)
      }
    }
    var reached = Set(pending)
    while let next = pending.popLast() {
      // What a dynamic scope has changed stands in the graph once more, at the same place.
      for target in graph[next].keywords.applied where reached.insert(target).inserted { pending.append(target) }
    }
    return reached
  }

  /// Whether a document holds definitions and nothing that applies to a value.
  private static func isLibrary(_ node: SchemaNode) -> Bool {
    let others = node.keywords.written.names.filter { name in
      !["$defs", "definitions", "$schema", "$id", "id", "$comment", "$vocabulary", "title", "description"].contains(
        name)
        && !name.hasPrefix("x-")
    }
    return others.isEmpty
  }
}
