import JSONSchema
import SchemaRuntime

extension SchemaGraph {
  /// Returns the locations of keywords, equal to those of ``location(of:keyword:)``, in one pass over each text.
  func locations(of keywords: [(schema: SchemaID, keyword: String)]) -> [SourceLocation] {
    let rows = Dictionary(grouping: keywords.indices) { self[keywords[$0].schema].document }
    var locations: [SourceLocation?] = Array(repeating: nil, count: keywords.count)
    for (document, rows) in rows {
      let source = documents[document].source
      let offsets = source.withRoot { root in
        var walk = SchemaWalk(graph: self, root: root)
        return rows.map { row in
          let node = walk.node(of: keywords[row].schema)
          return (node.member(keywords[row].keyword) ?? node).offset
        }
      }
      let positions = SourcePosition.positions(of: offsets, in: source.text)
      for (row, position) in zip(rows, positions) {
        locations[row] = SourceLocation(
          document: documents[document].name,
          pointer: self[keywords[row].schema].pointer.appending(keywords[row].keyword), position: position)
      }
    }
    return locations.compactMap { $0 }
  }
}

/// Finds the values of schemas in a text, each starting from its parent schema.
private struct SchemaWalk {
  let graph: SchemaGraph
  let root: JSONNode
  private var nodes: [SchemaID: JSONNode] = [:]

  init(graph: SchemaGraph, root: JSONNode) {
    self.graph = graph
    self.root = root
  }

  mutating func node(of schema: SchemaID) -> JSONNode {
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
      for token in tokens.dropFirst(depth) { node = child(token, of: node) ?? node }
      depth = tokens.count
      nodes[schema] = node
    }
    return node
  }

  private func child(_ token: String, of node: JSONNode) -> JSONNode? {
    if node.isObject { return node.member(token) }
    return Int(token).flatMap { index in node.elements.dropFirst(max(index, 0)).first { _ in true } }
  }
}

extension SourcePosition {
  /// Returns the positions of several offsets, in the given order, in one pass over the text.
  fileprivate static func positions(of offsets: [Int], in text: [UInt8]) -> [SourcePosition] {
    var positions = Array(repeating: SourcePosition(offset: 0, line: 1, column: 1), count: offsets.count)
    var (offset, line, column) = (0, 1, 1)
    for row in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      let end = min(offsets[row], text.count)
      while offset < end {
        if text[offset] == 0x0a {
          (line, column) = (line + 1, 1)
        } else if text[offset] & 0xc0 != 0x80 {
          column += 1
        }
        offset += 1
      }
      positions[row] = SourcePosition(offset: end, line: line, column: column)
    }
    return positions
  }
}
