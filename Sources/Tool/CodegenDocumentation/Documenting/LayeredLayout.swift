import CodegenCore

/// A layered layout of a directed graph, in columns from left to right: the usual four steps (cycles, layers, order,
/// coordinates), each in its simplest form.
///
/// The result depends only on the order of nodes and edges. An edge that spans several columns has a dummy node in
/// each.
struct LayeredLayout {
  struct Edge: Hashable {
    var from: Int
    var to: Int
  }

  /// The column of each node.
  private(set) var layers: [Int]
  /// The nodes of each column from top to bottom; nodes from ``nodeCount`` on are the dummy nodes of long edges.
  private(set) var columns: [[Int]] = []
  /// The path of each edge through the columns, from left to right.
  private(set) var paths: [(edge: Edge, nodes: [Int], isReversed: Bool)] = []
  let nodeCount: Int
  private var before: [[Int]] = []
  private var after: [[Int]] = []

  init(nodeCount: Int, edges: [Edge]) {
    self.nodeCount = nodeCount
    var seen: Set<Edge> = []
    let edges = edges.filter { $0.from != $0.to && seen.insert($0).inserted }
    // 1. Reverse the edges that point back.
    let back = Self.edgesLeadingBack(nodeCount, edges)
    let forward = edges.enumerated().map { back.contains($0) ? Edge(from: $1.to, to: $1.from) : $1 }
    // 2. Move every node as far left as its predecessors allow, then close to its successors.
    layers = Self.layers(nodeCount, forward)
    // 3. Add dummy nodes for long edges.
    addPaths(edges, forward, back)
    // 4. Order the nodes within each column.
    order()
  }

  // MARK: - Cycles and layers

  /// Returns the edges that close a cycle, found by a depth-first search in the order of the nodes.
  private static func edgesLeadingBack(_ count: Int, _ edges: [Edge]) -> Set<Int> {
    var leaving = [[Int]](repeating: [], count: count)
    for (index, edge) in edges.enumerated() { leaving[edge.from].append(index) }
    var state = [UInt8](repeating: 0, count: count)
    var back: Set<Int> = []
    for start in 0..<count where state[start] == 0 {
      var stack = [(node: start, next: 0)]
      state[start] = 1
      while let top = stack.last {
        guard top.next < leaving[top.node].count else {
          state[top.node] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = leaving[top.node][top.next]
        let target = edges[edge].to
        if state[target] == 1 { back.insert(edge) }
        if state[target] == 0 {
          state[target] = 1
          stack.append((target, 0))
        }
      }
    }
    return back
  }

  private static func layers(_ count: Int, _ edges: [Edge]) -> [Int] {
    var leaving = [[Int]](repeating: [], count: count)
    var waiting = [Int](repeating: 0, count: count)
    for edge in edges {
      leaving[edge.from].append(edge.to)
      waiting[edge.to] += 1
    }
    var layers = [Int](repeating: 0, count: count)
    var sorted = (0..<count).filter { waiting[$0] == 0 }
    var next = 0
    while next < sorted.count {
      let node = sorted[next]
      next += 1
      for target in leaving[node] {
        layers[target] = max(layers[target], layers[node] + 1)
        waiting[target] -= 1
        if waiting[target] == 0 { sorted.append(target) }
      }
    }
    for node in sorted.reversed() {
      if let nearest = leaving[node].map({ layers[$0] }).min() { layers[node] = max(layers[node], nearest - 1) }
    }
    return layers
  }

  private mutating func addPaths(_ edges: [Edge], _ forward: [Edge], _ back: Set<Int>) {
    columns = Array(repeating: [], count: (layers.max() ?? -1) + 1)
    for node in 0..<nodeCount { columns[layers[node]].append(node) }
    before = Array(repeating: [], count: nodeCount)
    after = before
    for (index, edge) in forward.enumerated() {
      var path = [edge.from]
      for layer in (layers[edge.from] + 1)..<max(layers[edge.to], layers[edge.from] + 1) {
        columns[layer].append(layers.count)
        path.append(layers.count)
        layers.append(layer)
        before.append([])
        after.append([])
      }
      path.append(edge.to)
      for (from, to) in zip(path, path.dropFirst()) {
        after[from].append(to)
        before[to].append(from)
      }
      paths.append((edges[index], path, back.contains(index)))
    }
  }

  // MARK: - Order

  private static let sweeps = 12

  /// Repeatedly sorts each column by the mean row of its neighbors in the previous or next column, and keeps the
  /// order with the fewest crossings.
  private mutating func order() {
    var best = columns
    var fewest = crossings()
    for sweep in 0..<Self.sweeps where fewest > 0 {
      let isForward = sweep.isMultiple(of: 2)
      let order = isForward ? Array(columns.indices) : columns.indices.reversed()
      for column in order { sort(column, by: isForward ? before : after) }
      let count = crossings()
      if count < fewest { (best, fewest) = (columns, count) }
    }
    columns = best
  }

  private mutating func sort(_ column: Int, by neighbors: [[Int]]) {
    let rows = self.rows()
    let keyed = columns[column].enumerated().map { row, node -> (key: Double, row: Int, node: Int) in
      let near = neighbors[node]
      let middle = near.isEmpty ? Double(row) : Double(near.reduce(0) { $0 + rows[$1] }) / Double(near.count)
      return (middle, row, node)
    }
    columns[column] = keyed.sorted { ($0.key, $0.row) < ($1.key, $1.row) }.map(\.node)
  }

  private func rows() -> [Int] {
    var rows = [Int](repeating: 0, count: layers.count)
    for column in columns { for (row, node) in column.enumerated() { rows[node] = row } }
    return rows
  }

  private func crossings() -> Int {
    let rows = self.rows()
    var count = 0
    for column in columns {
      let lines = column.flatMap { node in after[node].map { (rows[node], rows[$0]) } }
      for (index, a) in lines.enumerated() {
        for b in lines[(index + 1)...] where (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1) { count += 1 }
      }
    }
    return count
  }

  // MARK: - Coordinates

  /// Returns the top of each node, for boxes of one height and dummy nodes of another.
  func tops(boxHeight: Int, dummyHeight: Int, gap: Int) -> [Int] {
    func height(_ node: Int) -> Int { node < nodeCount ? boxHeight : dummyHeight }
    var tops = [Int](repeating: 0, count: layers.count)
    for column in columns {
      var y = 0
      for node in column {
        tops[node] = y
        y += height(node) + gap
      }
    }
    for sweep in 0..<Self.sweeps {
      let isForward = sweep.isMultiple(of: 2)
      let order = isForward ? Array(columns.indices) : columns.indices.reversed()
      for column in order {
        // The preferred top of each node: centered on its neighbors.
        let wanted = columns[column].map { node -> Int in
          let near = isForward ? before[node] : after[node]
          if near.isEmpty { return tops[node] }
          return near.reduce(0) { $0 + tops[$1] + height($1) / 2 } / near.count - height(node) / 2
        }
        place(columns[column], wanted, &tops) { height($0) + gap }
      }
    }
    let top = tops.min() ?? 0
    return tops.map { $0 - top }
  }

  /// Places the nodes of a column at their preferred tops, as far as their order and size allow.
  private func place(_ column: [Int], _ wanted: [Int], _ tops: inout [Int], _ size: (Int) -> Int) {
    var down: [Int] = []
    for row in column.indices {
      down.append(row == 0 ? wanted[row] : max(wanted[row], down[row - 1] + size(column[row - 1])))
    }
    var up = wanted
    for row in column.indices.reversed() where row + 1 < column.count {
      up[row] = min(wanted[row], up[row + 1] - size(column[row]))
    }
    for (row, node) in column.enumerated() { tops[node] = (down[row] + up[row]) / 2 }
  }
}
