import JSONSchema
package import SchemaRuntime

/// The values of a text in JSON or YAML with their bytes, for tools that change some of them and keep the rest.
package struct TextTree {
  package enum Kind {
    case scalar, sequence, mapping
    /// An alias in YAML, which is changed where its anchor is.
    case alias
  }

  package struct Node {
    package let kind: Kind
    /// The bytes of the value. A block collection ends with its last line, so that it has the comment there.
    package fileprivate(set) var range: Range<Int>
    /// The column of a block collection.
    package fileprivate(set) var column = 0
    /// Whether a collection has brackets.
    package fileprivate(set) var isFlow = false
    /// The index of the node behind the last descendant.
    fileprivate(set) var end: Int
    /// The bytes of a scalar as JSON.
    fileprivate var literal = 0..<0
    /// For `<<` and an alias.
    fileprivate var isMergeKey = false
    package fileprivate(set) var target: Int?
  }

  package let text: [UInt8]
  package let isYAML: Bool
  /// Parents before their children; of a mapping, keys and values by turns.
  package private(set) var nodes: [Node] = []
  /// The values, not the keys, by the offset of their position.
  private var indexes: [Int: Int] = [:]
  private var scalars: [UInt8] = []

  /// Reads the text of a document in JSON.
  package init(_ document: JSONDocument) {
    (text, isYAML, scalars) = (document.text, false, document.text)
    document.withRoot { add($0) }
  }

  private mutating func add(_ node: UnsafeJSONNode) {
    let range = node.range(in: text)
    let index = nodes.count
    indexes[range.lowerBound] = index
    nodes.append(
      Node(
        kind: node.isObject ? .mapping : node.isArray ? .sequence : .scalar, range: range,
        isFlow: node.isObject || node.isArray, end: index + 1, literal: range))
    for element in node.elements { add(element) }
    for (name, value) in node.members {
      let range = name.range(in: text)
      nodes.append(Node(kind: .scalar, range: range, end: nodes.count + 1, literal: range))
      add(value)
    }
    nodes[index].end = nodes.count
  }

  /// Reads a text in YAML with one document; throws if it is written in a way that hides where its values are.
  package init(yaml text: [UInt8]) throws(JSONSyntaxError) {
    let tree = try YAMLText.tree(of: text)
    (self.text, isYAML, scalars) = (text, true, tree.scalars)
    var isKey = Array(repeating: false, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      var range = Int(node.source.lowerBound)..<Int(node.source.upperBound)
      var new = Node(kind: .scalar, range: range, end: tree.end(of: index))
      switch node.kind {
      case .scalar:
        range = scalarRange(range, after: index, isKey: isKey[index])
        new = Node(
          kind: .scalar, range: range, end: index + 1, literal: Int(node.start)..<Int(node.end),
          isMergeKey: node.isMergeKey)
      case .alias:
        new = Node(
          kind: .alias, range: max(0, range.lowerBound - 1)..<range.upperBound, end: index + 1,
          target: Int(node.start))
      case .sequence, .mapping:
        let isFlow = range.lowerBound < text.count && [0x5b, 0x7b].contains(text[range.lowerBound])
        new = Node(
          kind: node.kind == .mapping ? .mapping : .sequence, range: range,
          column: isFlow ? 0 : column(of: range.lowerBound), isFlow: isFlow, end: tree.end(of: index))
      }
      if node.kind == .mapping {
        var key = index + 1
        while key < tree.end(of: index) {
          isKey[key] = true
          key = tree.end(of: key + 1)
        }
      }
      // An empty value has the position of its key.
      let offset = Int(node.position.offset)
      if !isKey[index], indexes[offset] == nil { indexes[offset] = index }
      nodes.append(new)
    }
    for index in nodes.indices.reversed() where nodes[index].kind != .scalar && !nodes[index].isFlow {
      guard let first = children(of: index).first, let last = children(of: index).last else { continue }
      if nodes[index].kind == .mapping {
        let start = nodes[first].range.lowerBound
        (nodes[index].column, nodes[index].range) = (column(of: start), start..<start)
      }
      let start = nodes[index].range.lowerBound
      nodes[index].range = start..<max(start, lineEnd(from: nodes[last].range.upperBound))
    }
    guard areOrdered else {
      throw JSONSyntaxError(
        kind: .notConvertible(message: "expected values one after another, found some that overlap"),
        position: SourcePosition(offset: 0, line: 1, column: 1))
    }
  }

  /// Whether all values are inside of the values around them, one after another.
  private var areOrdered: Bool {
    nodes.indices.allSatisfy { index in
      let range = nodes[index].range
      var end = range.lowerBound
      for child in children(of: index) {
        if nodes[child].range.lowerBound < end { return false }
        end = nodes[child].range.upperBound
      }
      return end <= range.upperBound && range.upperBound <= text.count && (!nodes[index].isFlow || range.count > 1)
    }
  }

  /// The bytes of a scalar in YAML with its quotation marks or the line with `|`; no bytes for an empty one.
  private func scalarRange(_ range: Range<Int>, after index: Int, isKey: Bool) -> Range<Int> {
    let (start, end) = (range.lowerBound, range.upperBound)
    if range == 0..<0 {
      guard index > 0 else { return range }
      // Behind the colon of its key, or behind its dash.
      var place = nodes[index - 1].range.upperBound
      while place < text.count, text[place] != UInt8(ascii: ":"), text[place] != UInt8(ascii: "\n") { place += 1 }
      place = place < text.count && text[place] == UInt8(ascii: ":") ? place + 1 : nodes[index - 1].range.upperBound
      return place..<place
    }
    if start > 0, end < text.count, [0x22, 0x27].contains(text[start - 1]), text[end] == text[start - 1] {
      return start - 1..<end + 1
    }
    guard !isKey, start > 0, text[start - 1] == UInt8(ascii: "\n") else { return range }
    var header = start - 1
    while header > 0, text[header - 1] != UInt8(ascii: "\n") { header -= 1 }
    var last = end
    while last > start, [0x20, 0x0a, 0x0d].contains(text[last - 1]) { last -= 1 }
    for place in header..<start
    where [0x3e, 0x7c].contains(text[place]) && (place == header || text[place - 1] == 0x20) {
      return place..<last
    }
    return start..<last
  }

  private func column(of offset: Int) -> Int {
    offset - ((text[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
  }

  /// The end of the line that contains an offset.
  package func lineEnd(from offset: Int) -> Int {
    let end = text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    return end > offset && text[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  // MARK: - Navigation

  /// The value whose position in diagnostics has an offset.
  package func value(at offset: Int) -> Int? { indexes[offset] }

  /// The children of a collection; of a mapping, keys and values by turns.
  package func children(of index: Int) -> [Int] {
    guard nodes[index].kind != .scalar, nodes[index].kind != .alias else { return [] }
    var children: [Int] = []
    var child = index + 1
    while child < nodes[index].end {
      children.append(child)
      child = nodes[child].end
    }
    return children
  }

  package func members(of index: Int) -> [(name: String, key: Int, value: Int)] {
    guard nodes[index].kind == .mapping else { return [] }
    let children = children(of: index)
    return stride(from: 0, to: children.count - 1, by: 2).map { place in
      let key = children[place]
      let name = nodes[key].isMergeKey ? nil : string(of: key)
      return (name ?? "<<", key, children[place + 1])
    }
  }

  /// The text of a string; nil for other values.
  package func string(of index: Int) -> String? {
    (try? JSONValue(parsing: Array(scalars[nodes[index].literal])))?.string
  }

  /// The mappings that a mapping merges.
  package func merged(into index: Int) -> [Int] {
    let children = children(of: index)
    return stride(from: 0, to: children.count - 1, by: 2).filter { nodes[children[$0]].isMergeKey }.flatMap { place in
      let value = nodes[children[place + 1]].target ?? children[place + 1]
      let parts = nodes[value].kind == .sequence ? self.children(of: value).map { nodes[$0].target ?? $0 } : [value]
      return parts.filter { nodes[$0].kind == .mapping }
    }
  }
}
