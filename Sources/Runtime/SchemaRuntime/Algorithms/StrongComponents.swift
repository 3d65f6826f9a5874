/// The strongly connected components of a graph. Tarjan's algorithm with an explicit stack, because input determines
/// the depth.
package struct StrongComponents {
  /// The components, in reverse topological order: targets come first.
  package private(set) var lists: [[Int]] = []
  private let targets: [[Int]]
  private var order: [Int]
  private var low: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var next = 0

  /// - Parameter targets: the successors of each node.
  package init(_ targets: [[Int]]) {
    self.targets = targets
    order = Array(repeating: -1, count: targets.count)
    low = order
    isOpen = Array(repeating: false, count: targets.count)
    for node in targets.indices where order[node] < 0 { visit(node) }
  }

  private mutating func enter(_ node: Int) {
    order[node] = next
    low[node] = next
    next += 1
    open.append(node)
    isOpen[node] = true
  }

  private mutating func visit(_ start: Int) {
    var path = [(node: start, edge: 0)]
    enter(start)
    while let (node, edge) = path.last {
      if edge < targets[node].count {
        path[path.count - 1].edge += 1
        let target = targets[node][edge]
        if order[target] < 0 {
          enter(target)
          path.append((target, 0))
        } else if isOpen[target] {
          low[node] = min(low[node], order[target])
        }
        continue
      }
      path.removeLast()
      if let around = path.last { low[around.node] = min(low[around.node], low[node]) }
      if low[node] == order[node] { close(node) }
    }
  }

  private mutating func close(_ root: Int) {
    var list: [Int] = []
    while let node = open.popLast() {
      isOpen[node] = false
      list.append(node)
      if node == root { break }
    }
    lists.append(list)
  }
}
