import CodegenCore
import JSONSchema
import SchemaRuntime

extension SchemaGraph {
  /// Returns the locations of keywords, for reports.
  func shownLocations(of keywords: [(schema: SchemaID, keyword: String)]) -> [SourceLocation] {
    let redaction = LocationRedaction(self)
    return locations(of: keywords).map { redaction.shown($0) }
  }

  /// Returns the locations of keywords, equal to those of ``location(of:keyword:)``.
  func locations(of keywords: [(schema: SchemaID, keyword: String)]) -> [SourceLocation] {
    let rows = Dictionary(grouping: keywords.indices) { self[keywords[$0].schema].document }
    var locations: [SourceLocation?] = Array(repeating: nil, count: keywords.count)
    // Schemas of one file share its text.
    var tables: [String: LineTable] = [:]
    for (document, rows) in rows {
      let source = documents[document].source
      let lines = tables[documents[document].name] ?? LineTable(source)
      tables[documents[document].name] = lines
      source.withRoot { root in
        var walk = SchemaWalk(graph: self, root: root)
        for row in rows {
          let (schema, keyword) = keywords[row]
          let node = walk.node(of: schema)
          locations[row] = SourceLocation(
            document: documents[document].name, pointer: self[schema].pointer.appending(keyword),
            position: lines.position(at: (node.member(keyword) ?? node).offset))
        }
      }
    }
    return locations.compactMap { $0 }
  }
}

/// Finds the values of schemas in a text, each starting from its parent schema.
private struct SchemaWalk {
  let graph: SchemaGraph
  let root: UnsafeJSONNode
  private var nodes: [SchemaID: UnsafeJSONNode] = [:]

  init(graph: SchemaGraph, root: UnsafeJSONNode) {
    self.graph = graph
    self.root = root
  }

  mutating func node(of schema: SchemaID) -> UnsafeJSONNode {
    var path: [SchemaID] = []
    var next: SchemaID? = schema
    while let schema = next, nodes[schema] == nil {
      path.append(schema)
      next = graph[schema].parent
    }
    var depth = next.map { graph[$0].pointer.tokens.count } ?? 0
    var node = next.flatMap { nodes[$0] } ?? root
    for schema in path.reversed() {
      let tokens = graph[schema].pointer.tokens
      for token in tokens.dropFirst(depth) { node = node.child(token) ?? node }
      depth = tokens.count
      nodes[schema] = node
    }
    return node
  }
}
