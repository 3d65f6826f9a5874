/// The schemas that others stand in for: `{"$ref": "#/$defs/a"}` is `a`, and so is `{"allOf": [a, a]}`.
///
/// A walk over the ways of a graph goes on with what a schema stands for, so that ways that differ by such schemas
/// alone are one way.
package struct StandIns: Sendable {
  private let targets: [Int]

  /// - Parameters:
  ///   - count: the nodes of the graph, which are numbered from 0.
  ///   - parts: the nodes that all hold wherever a node does, and the other way round; none where a node says anything
  ///     else.
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
        // A node that leads to itself stands for itself.
        if let first = parts.first, parts.allSatisfy({ isSettled[$0] && targets[$0] == targets[first] }) {
          targets[node] = targets[first]
        }
      }
    }
    self.targets = targets
  }

  /// The node that a node stands for, which is nearly always itself.
  package subscript(node: Int) -> Int { targets.indices.contains(node) ? targets[node] : node }
}
