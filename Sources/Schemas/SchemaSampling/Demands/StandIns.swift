/// Maps schemas to the schemas that they are equivalent to: `{"$ref": "#/$defs/a"}` is `a`, and so is `{"allOf": [a,
/// a]}`.
///
/// A graph walk continues with the equivalent schema, so that paths which differ only in such schemas are one path.
package struct StandIns: Sendable {
  private let targets: [Int]

  /// - Parameters:
  /// - count: the number of graph nodes, which are numbered from 0.
  /// - parts: the nodes whose conjunction is equivalent to a node; empty if the node has further constraints.
  package init(count: Int, parts: (Int) -> [Int]) {
    var targets = Array(0..<count)
    var isSettled = Array(repeating: false, count: count)
    var isOpen = isSettled
    for start in 0..<count where !isSettled[start] {
      var pending = [start]
      while let node = pending.last {
        let parts = isSettled[node] ? [] : parts(node)
        if !isOpen[node], !isSettled[node] {
          isOpen[node] = true
          pending += parts.filter { !isSettled[$0] && !isOpen[$0] }
          if pending.last != node { continue }
        }
        pending.removeLast()
        if isSettled[node] { continue }
        isSettled[node] = true
        // A node that leads to itself represents itself.
        if let first = parts.first, parts.allSatisfy({ isSettled[$0] && targets[$0] == targets[first] }) {
          targets[node] = targets[first]
        }
      }
    }
    self.targets = targets
  }

  /// The node that a node is equivalent to, usually itself.
  package subscript(node: Int) -> Int { targets.indices.contains(node) ? targets[node] : node }
}
