import SchemaRuntime

/// Finds types that would store themselves inline, and inserts an indirection.
enum CycleBreaker {
  static func breakCycles(in types: inout [TypeDeclaration]) {
    let numbers = Dictionary(types.enumerated().map { ($1.key, $0) }) { first, _ in first }
    let targets = types.map { held(by: $0).compactMap { numbers[$0] } }
    // For each type on a cycle, the number of its component.
    var cycles: [TypeKey: Int] = [:]
    for (number, component) in StrongComponents(targets).lists.enumerated()
    where component.count > 1 || targets[component[0]].contains(component[0]) {
      for type in component { cycles[types[type].key] = number }
    }
    for index in types.indices {
      let own = cycles[types[index].key]
      switch types[index].kind {
      case .structure(var plan):
        for member in plan.members.indices {
          plan.members[member].isIndirect =
            own != nil && plan.members[member].type.modelsByValue.contains { cycles[$0] == own }
        }
        types[index].kind = .structure(plan)
      case .tuple(var plan):
        for item in plan.items.indices {
          plan.items[item].isIndirect =
            own != nil && plan.items[item].type.modelsByValue.contains { cycles[$0] == own }
        }
        types[index].kind = .tuple(plan)
      case .union(var plan):
        plan.isIndirect = own != nil
        types[index].kind = .union(plan)
      case .enumeration, .wrapper: break
      }
    }
  }

  private static func held(by type: TypeDeclaration) -> [TypeKey] {
    switch type.kind {
    case .structure(let plan): plan.members.flatMap(\.type.modelsByValue) + plan.variants.map(\.key)
    case .tuple(let plan): plan.items.flatMap(\.type.modelsByValue)
    case .union(let plan): plan.cases.compactMap(\.type).flatMap(\.modelsByValue)
    case .wrapper(let reference): reference.modelsByValue
    case .enumeration: []
    }
  }
}
