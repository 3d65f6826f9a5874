/// Finds types that would store themselves inline, and inserts an indirection.
enum CycleBreaker {
  static func breakCycles(in types: inout [TypeDeclaration]) {
    var edges: [TypeKey: [TypeKey]] = [:]
    for type in types { edges[type.key] = held(by: type) }
    let components = Components(of: types.map(\.key), edges: edges)
    for index in types.indices {
      let own = components[types[index].key]
      switch types[index].kind {
      case .structure(var plan):
        for member in plan.members.indices {
          plan.members[member].isIndirect = plan.members[member].type.modelsByValue.contains { key in
            components[key] == own && components.isCyclic(own)
          }
        }
        types[index].kind = .structure(plan)
      case .union(var plan):
        plan.isIndirect = components.isCyclic(own)
        types[index].kind = .union(plan)
      case .enumeration, .wrapper: break
      }
    }
  }

  private static func held(by type: TypeDeclaration) -> [TypeKey] {
    switch type.kind {
    case .structure(let plan): plan.members.flatMap(\.type.modelsByValue)
    case .union(let plan): plan.cases.flatMap(\.type.modelsByValue)
    case .wrapper(let reference): reference.modelsByValue
    case .enumeration: []
    }
  }
}

/// The strongly connected components of the types (Tarjan 1972), with an explicit stack.
private struct Components {
  private var component: [TypeKey: Int] = [:]
  private var cyclic: Set<Int> = []

  init(of keys: [TypeKey], edges: [TypeKey: [TypeKey]]) {
    var number: [TypeKey: Int] = [:]
    var low: [TypeKey: Int] = [:]
    var path: [TypeKey] = []
    var onPath: Set<TypeKey> = []
    for start in keys where number[start] == nil {
      var work: [(key: TypeKey, next: Int)] = [(start, 0)]
      while let (key, next) = work.last {
        if next == 0 {
          number[key] = number.count
          low[key] = number[key]
          path.append(key)
          onPath.insert(key)
        }
        let targets = edges[key] ?? []
        if next < targets.count {
          work[work.count - 1].next += 1
          let target = targets[next]
          if number[target] == nil {
            work.append((target, 0))
          } else if onPath.contains(target) {
            low[key] = min(low[key] ?? 0, number[target] ?? 0)
          }
          continue
        }
        work.removeLast()
        if let parent = work.last?.key { low[parent] = min(low[parent] ?? 0, low[key] ?? 0) }
        guard low[key] == number[key] else { continue }
        close(key, &path, &onPath, edges)
      }
    }
  }

  private mutating func close(
    _ key: TypeKey, _ path: inout [TypeKey], _ onPath: inout Set<TypeKey>, _ edges: [TypeKey: [TypeKey]]
  ) {
    let index = component.count
    var size = 0
    while let top = path.popLast() {
      onPath.remove(top)
      component[top] = index
      size += 1
      if top == key { break }
    }
    if size > 1 || (edges[key] ?? []).contains(key) { cyclic.insert(index) }
  }

  subscript(key: TypeKey) -> Int? { component[key] }

  func isCyclic(_ index: Int?) -> Bool { index.map { cyclic.contains($0) } ?? false }
}
