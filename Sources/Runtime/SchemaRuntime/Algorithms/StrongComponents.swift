/// The strongly connected components of a graph. Tarjan's algorithm with an explicit stack, because input determines
/// the depth.
package struct StrongComponents {
  /// The components, in reverse topological order: targets come first.
  package private(set) var lists = IndexLists()
  private let targets: IndexLists
  private var order: [Int]
  private var low: [Int]
  private var isOpen: [Bool]
  /// The next edge of each node on the path.
  private var edges: [Int]
  private var path: [Int] = []
  private var open: [Int] = []
  private var next = 0

  /// - Parameter targets: the successors of each node.
  package init(_ targets: IndexLists) {
    self.targets = targets
    order = Array(repeating: -1, count: targets.count)
    low = order
    edges = order
    isOpen = Array(repeating: false, count: targets.count)
    for node in targets.indices where order[node] < 0 { visit(node) }
  }

  package init(_ targets: [[Int]]) { self.init(IndexLists(targets)) }

  /// The components whose nodes lead back to themselves.
  package var cycles: [ArraySlice<Int>] {
    lists.filter { list in list.count > 1 || list.contains { targets[$0].contains($0) } }
  }

  private mutating func enter(_ node: Int) {
    order[node] = next
    low[node] = next
    next += 1
    open.append(node)
    isOpen[node] = true
    edges[node] = targets.range(of: node).lowerBound
    path.append(node)
  }

  private mutating func visit(_ start: Int) {
    enter(start)
    while let node = path.last {
      if edges[node] < targets.range(of: node).upperBound {
        let target = targets.elements[edges[node]]
        edges[node] += 1
        if order[target] < 0 {
          enter(target)
        } else if isOpen[target] {
          low[node] = min(low[node], order[target])
        }
        continue
      }
      path.removeLast()
      if let around = path.last { low[around] = min(low[around], low[node]) }
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
