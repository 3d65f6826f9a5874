internal import SchemaRuntime

/// Writes a tree as JSON: aliases are replaced by the nodes they refer to, and merge keys by the members that they
/// merge.
struct YAMLConverter {
  private let tree: YAMLTree
  private let limits: JSONLimits
  /// How many bytes may come from aliases and merges, so that a small text cannot become a huge one.
  private let maximumRepetition: Int
  private(set) var json: [UInt8] = []
  private(set) var sourceMap = SourceMap()
  private var repeatedByteCount = 0

  init(_ tree: YAMLTree, textCount: Int, limits: JSONLimits) {
    self.tree = tree
    self.limits = limits
    maximumRepetition = max(Self.minimumRepetition, 10 * textCount)
    json.reserveCapacity(textCount)
  }

  /// The bytes that aliases may add to any text.
  private static let minimumRepetition = 1 << 24

  /// Writes the entire document.
  mutating func convert() throws(JSONSyntaxError) {
    if tree.nodes.isEmpty { json = Array("null".utf8) } else { try write(0, depth: 0, isRepeated: false) }
  }

  /// Writes a node. Recursive: the limit of depth, which aliases cannot exceed either, bounds it.
  private mutating func write(_ index: Int, depth: Int, isRepeated: Bool) throws(JSONSyntaxError) {
    let node = tree.nodes[index]
    if node.kind == .alias {
      return try write(Int(node.start), depth: depth, isRepeated: true)
    }
    let start = json.count
    sourceMap.add(offset: start, position: node.position.sourcePosition)
    guard node.kind == .scalar || depth < limits.maximumDepth else {
      throw JSONSyntaxError(kind: .tooDeep(limit: limits.maximumDepth), position: node.position.sourcePosition)
    }
    switch node.kind {
    case .scalar: json += tree.scalars[Int(node.start)..<Int(node.end)]
    case .sequence:
      json.append(UInt8(ascii: "["))
      var child = index + 1
      while child < node.end {
        if child > index + 1 { json.append(UInt8(ascii: ",")) }
        try write(child, depth: depth + 1, isRepeated: isRepeated)
        child = tree.end(of: child)
      }
      json.append(UInt8(ascii: "]"))
    case .mapping:
      json.append(UInt8(ascii: "{"))
      let members = try members(of: index)
      for position in members.indices {
        let member = members[position]
        if position > 0 { json.append(UInt8(ascii: ",")) }
        try write(member.key, depth: depth + 1, isRepeated: isRepeated || member.isMerged)
        json.append(UInt8(ascii: ":"))
        try write(member.value, depth: depth + 1, isRepeated: isRepeated || member.isMerged)
      }
      json.append(UInt8(ascii: "}"))
    case .alias: break
    }
    try countRepetition(from: start, node, isRepeated: isRepeated)
  }

  /// Counts the bytes that an alias has added. Containers count only their brackets and commas, because their values
  /// have been counted.
  private mutating func countRepetition(
    from start: Int, _ node: YAMLTree.Node, isRepeated: Bool
  ) throws(JSONSyntaxError) {
    guard isRepeated else { return }
    repeatedByteCount += node.kind == .scalar ? json.count - start : 2
    guard repeatedByteCount <= maximumRepetition else {
      throw node.position.error(
        "expected aliases to repeat at most \(maximumRepetition) bytes of the text, found more")
    }
  }
}

// MARK: - Mappings

extension YAMLConverter {
  private struct Member {
    var key: Int
    var value: Int
    var isMerged = false
  }

  /// The members of a mapping: its own, then those that it merges and does not have itself, earlier mappings first
  /// (YAML's merge key, <https://yaml.org/type/merge.html>).
  private func members(of mapping: Int) throws(JSONSyntaxError) -> [Member] {
    var merges: [Int] = []
    var members: [Member] = []
    var child = mapping + 1
    while child < tree.end(of: mapping) {
      let value = tree.end(of: child)
      if tree.nodes[child].isMergeKey { merges.append(value) } else { members.append(Member(key: child, value: value)) }
      child = tree.end(of: value)
    }
    if merges.isEmpty { return members }
    var names = Set(members.map { name(of: $0.key) })
    // Each mapping is merged with the mappings that it merges itself; one that has been merged adds nothing.
    var pending = merges.reversed() as [Int]
    var seen: Set<Int> = [mapping]
    while let next = pending.popLast() {
      let target = self.target(of: next)
      switch tree.nodes[target].kind {
      case .sequence where seen.insert(target).inserted:
        var elements: [Int] = []
        var element = target + 1
        while element < tree.end(of: target) {
          elements.append(element)
          element = tree.end(of: element)
        }
        pending += elements.reversed()
      case .mapping where seen.insert(target).inserted:
        var child = target + 1
        var inner: [Int] = []
        while child < tree.end(of: target) {
          let value = tree.end(of: child)
          if tree.nodes[child].isMergeKey {
            inner.append(value)
          } else if names.insert(name(of: child)).inserted {
            members.append(Member(key: child, value: value, isMerged: true))
          }
          child = tree.end(of: value)
        }
        pending += inner.reversed()
      case .sequence, .mapping: break
      case .scalar, .alias:
        throw tree.nodes[next].position.error(
          "expected '<<' to merge a mapping or a sequence of mappings, found a scalar; quote the key if it is a name")
      }
    }
    return members
  }

  /// The node itself, or the one that an alias refers to.
  private func target(of index: Int) -> Int {
    tree.nodes[index].kind == .alias ? target(of: Int(tree.nodes[index].start)) : index
  }

  /// The name of a member as JSON.
  private func name(of key: Int) -> ArraySlice<UInt8> {
    let node = tree.nodes[target(of: key)]
    return tree.scalars[Int(node.start)..<Int(node.end)]
  }
}
