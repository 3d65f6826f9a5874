/// The strongly connected components of a graph. Tarjan's algorithm with an explicit stack, because input determines
/// the depth.
package struct StrongComponents {
  /// The components, in reverse topological order: targets come first.
  package private(set) var lists = IndexLists()
  private let targets: IndexLists
  private var order: [Int]
  private var low: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var next = 0

  /// - Parameter targets: the successors of each node.
  package init(_ targets: IndexLists) {
    self.targets = targets
    order = Array(repeating: -1, count: targets.count)
    low = order
    isOpen = Array(repeating: false, count: targets.count)
    var path: [(node: Int, edge: Int)] = []
    for node in targets.indices where order[node] < 0 { visit(node, &path) }
  }

  package init(_ targets: [[Int]]) { self.init(IndexLists(targets)) }

  /// The components whose nodes lead back to themselves.
  package var cycles: [ArraySlice<Int>] {
    lists.filter { list in list.count > 1 || list.contains { targets[$0].contains($0) } }
  }

  private mutating func enter(_ node: Int, _ path: inout [(node: Int, edge: Int)]) {
    order[node] = next
    low[node] = next
    next += 1
    open.append(node)
    isOpen[node] = true
    path.append((node, targets.range(of: node).lowerBound))
  }

  private mutating func visit(_ start: Int, _ path: inout [(node: Int, edge: Int)]) {
    enter(start, &path)
    while let (node, edge) = path.last {
      if edge < targets.range(of: node).upperBound {
        path[path.count - 1].edge += 1
        let target = targets.elements[edge]
        if order[target] < 0 {
          enter(target, &path)
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
    while let node = open.popLast() {
      isOpen[node] = false
      lists.append(node)
      if node == root { break }
    }
    lists.endList()
  }
}
