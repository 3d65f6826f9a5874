package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Definitions without a reference.
package enum UnreferencedDefinition: SchemaRule {
  package static let id = "unreferenced-definition"
  package static let summary = "a definition that no reference reaches"
  package static let explanation = """
    An unused definition is a leftover, or a reference to it is missing. A reference to a part of a definition counts as
    a use. Definitions are not reported if their document contains nothing else, or if only an ignored sibling of `$ref`
    or a document with errors references them.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"{ "type": "string", "$defs": { "short": { "maxLength": 20 } } }"##
  package static let good =
    ##"{ "type": "string", "$ref": "#/$defs/short", "$defs": { "short": { "maxLength": 20 } } }"##

  static func check(_ context: LintContext) -> [Violation] {
    // Names in references that are not followed count as uses of all definitions with these names.
    let elsewhere = context.fixes.referrers.names.union(namesInIgnoredKeywords(context.graph))
    let named =
      elsewhere.isEmpty
      ? []
      : context.graph.nodes.filter { node in
        context.isDefinition(node.id) && elsewhere.contains(node.pointer.tokens.last ?? "")
      }
    let reached = reached(in: context.graph, from: named.map(\.id))
    let containers = containers(of: reached, context.graph)
    return context.nodes.compactMap { node in
      guard !reached.contains(node.id), context.isDefinition(node.id) else { return nil }
      // Report only the outermost unreachable definition.
      var around = node.parent
      while let next = around {
        if !reached.contains(next) { return nil }
        around = context.graph[next].parent
      }
      let name = node.pointer.tokens.last ?? ""
      let place = Place(document: node.document, pointer: node.pointer)
      if containers.contains(place) { return nil }
      return Violation(
        context.nameLocation(context.graph[node.parent ?? node.id], node.pointer.tokens.suffix(2)),
        "the definition \(name.quoted) is unused: no schema that applies refers to it; remove it, or add the "
          + "missing reference")
    }
  }

  private struct Place: Hashable {
    var document: Int
    var pointer: JSONPointer
  }

  /// Returns the locations around some schemas: references lead through definitions to parts of them.
  private static func containers(of schemas: Set<SchemaID>, _ graph: SchemaGraph) -> Set<Place> {
    var containers: Set<Place> = []
    for schema in schemas {
      let node = graph[schema]
      var pointer = node.pointer.parent
      while let next = pointer, containers.insert(Place(document: node.document, pointer: next)).inserted {
        pointer = next.parent
      }
    }
    return containers
  }

  /// Returns the names in references of keywords that are ignored next to `$ref`.
  private static func namesInIgnoredKeywords(_ graph: SchemaGraph) -> Set<String> {
    var names: Set<String> = []
    for node in graph.nodes where node.keywords.ref != nil && node.dialect.ignoresSiblingsOfReference {
      for (keyword, value) in node.keywords.written {
        guard let rule = node.dialect.keyword(named: keyword), rule.effect == .applies, keyword != "$ref" else {
          continue
        }
        var pending = [value]
        while let next = pending.popLast() {
          pending += next.array ?? next.object?.map(\.value) ?? []
          guard let fragment = next["$ref"]?.string.flatMap({ URIReference($0)?.fragment }) else { continue }
          names.formUnion(JSONPointer(URIReference.percentDecoded(fragment) ?? "")?.tokens ?? [])
        }
      }
    }
    return names
  }

  /// Returns the schemas that are reachable from the roots and some others.
  private static func reached(in graph: SchemaGraph, from others: [SchemaID]) -> Set<SchemaID> {
    var start = graph.roots + others
    for node in graph.nodes {
      let names = node.keywords.written.keys
      // Definitions of libraries, and schemas that a dynamic scope may choose.
      if node.parent == nil, isLibrary(node) {
        start += node.subschemas.map(\.schema)
      } else if names.contains("$dynamicAnchor") || names.contains("$recursiveAnchor") {
        start.append(node.id)
      }
    }
    // A schema under another dynamic scope is a separate node at the same location.
    return Set(Closure.of(start) { graph[$0].keywords.applied })
  }

  /// Whether a document contains only definitions, and no keyword that applies to a value.
  private static func isLibrary(_ node: SchemaNode) -> Bool {
    let others = node.keywords.written.keys.filter { name in
      !["$defs", "definitions", "$schema", "$id", "id", "$comment", "$vocabulary", "title", "description"].contains(
        name)
        && !name.hasPrefix("x-")
    }
    // An object of any kind.
    return others.isEmpty || others == ["type"] && node.keywords.type == [.object]
  }
}
