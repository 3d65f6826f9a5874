// Which schemas may be asked about one value again and again: an extension that declares what its base declares,
// alternatives that share a part. Where such schemas recur, the work would double with every level of the instance, so
// their verdicts are remembered. Everywhere else remembering costs more than asking.
extension Program {
  /// Ways to one schema, for one value, from which on its verdict is remembered.
  private static let manyWays = 8

  /// Marks those schemas; the last step of putting a program together.
  public mutating func markRepeatedSchemas() {
    for schema in repeatedSchemas() { schemas[schema].isRepeated = true }
  }

  /// The schemas whose verdicts are worth remembering.
  ///
  /// - Parameter isExclusive: whether of the branches of a choice only one is ever asked, because something else
  ///   tells which.
  public func repeatedSchemas(isExclusive: (_ schema: Int, Instruction) -> Bool = { _, _ in false }) -> Set<Int> {
    let applied = schemas.indices.map { schema in
      steps[schemas[schema].steps].flatMap { groups(of: $0.instruction, isExclusive(schema, $0.instruction)) }
        + [membersGroup(of: schema), elementsGroup(of: schema)].filter { !$0.isEmpty }
    }
    let targets = applied.map { $0.flatMap { $0 } }
    let components = StrongComponents(targets)
    var found: Set<Int> = []
    var ways = Array(repeating: 0, count: schemas.count)
    // From those that apply to those that are applied.
    for component in components.lists.reversed() {
      let members = Set(component)
      let isMultiplied = component.contains { schema in
        applied[schema].count { group in group.contains { members.contains($0) } } > 1
      }
      let inbound = max(1, component.reduce(0) { $0 &+ ways[$1] })
      if isMultiplied || inbound > Self.manyWays { found.formUnion(component) }
      let outbound = isMultiplied || inbound > Self.manyWays ? 1 : inbound
      for schema in component {
        for target in applied[schema].flatMap({ Set($0) }) where !members.contains(target) {
          ways[target] = min(ways[target] + outbound, 1 << 20)
        }
      }
    }
    return found
  }

  /// The schemas that an instruction applies; of each group at most one is applied to one value. Members and elements
  /// that are told apart by name or place are not among them.
  private func groups(of instruction: Instruction, _ isExclusive: Bool) -> [[Int]] {
    switch instruction {
    case .ref(let schema), .not(let schema), .contains(let schema, _, _, _), .propertyNames(let schema):
      [[Int(schema)]]
    case .allOf(let run), .dependentSchemas(let run), .patternProperties(let run):
      rows(of: run).map { [Int($0.schema)] }
    case .anyOf(let run), .oneOf(let run):
      isExclusive ? [rows(of: run).map { Int($0.schema) }] : rows(of: run).map { [Int($0.schema)] }
    case .conditional(let condition, let then, let otherwise):
      [[Int(condition)], [then, otherwise].filter { $0 >= 0 }.map(Int.init)].filter { !$0.isEmpty }
    default: []
    }
  }

  private func membersGroup(of schema: Int) -> [Int] {
    steps[schemas[schema].steps].flatMap { step -> [Int] in
      switch step.instruction {
      case .properties(let run): rows(of: run).map { Int($0.schema) }
      case .additionalProperties(let schema, _, _), .unevaluatedProperties(let schema): [Int(schema)]
      default: []
      }
    }
  }

  private func elementsGroup(of schema: Int) -> [Int] {
    steps[schemas[schema].steps].flatMap { step -> [Int] in
      switch step.instruction {
      case .prefixItems(let run): rows(of: run).map { Int($0.schema) }
      case .items(let schema, _), .unevaluatedItems(let schema): [Int(schema)]
      default: []
      }
    }
  }
}

/// The strongly connected components of a graph: what leads back to itself. Tarjan's algorithm, with a stack of its
/// own, since input decides the depth.
private struct StrongComponents {
  /// The components; one to which another leads stands before it.
  private(set) var lists: [[Int]] = []
  private let targets: [[Int]]
  private var order: [Int]
  private var low: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var next = 0

  init(_ targets: [[Int]]) {
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
