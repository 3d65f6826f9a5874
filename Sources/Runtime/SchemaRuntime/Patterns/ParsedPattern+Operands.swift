// The operands of operators in postfix notation.
extension PatternNode {
  /// The number of operands of the node.
  package var operandCount: Int {
    switch self {
    case .empty, .set, .assertion, .backReference: 0
    case .sequence(let count, _), .alternation(let count): count
    case .repetition, .capture, .look: 1
    }
  }
}

extension ParsedPattern {
  /// For each node, the index of its first operand's first node.
  package var operandStarts: [Int] {
    var open: [Int] = []
    return nodes.enumerated().map { index, node in
      let count = Swift.min(node.operandCount, open.count)
      let start = count == 0 ? index : open[open.count - count]
      open.removeLast(count)
      open.append(start)
      return start
    }
  }

  /// The indices of a node's operands. `starts` are ``operandStarts``.
  package func operands(of index: Int, _ starts: [Int]) -> [Int] {
    var indices: [Int] = []
    var end = index - 1
    while end >= 0, indices.count < nodes[index].operandCount {
      indices.append(end)
      end = starts[end] - 1
    }
    return indices.reversed()
  }
}
