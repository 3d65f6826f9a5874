extension TypeDeclaration {
  /// The types of the values inside.
  var references: [TypeReference] {
    switch kind {
    case .structure(let plan):
      var references = plan.members.map(\.type) + (plan.patterned.map { [$0.type] } ?? [])
      if case .typed(let additional) = plan.additional { references.append(additional) }
      return references + plan.variants.map { .model($0.key, name: $0.type) }
    case .tuple(let plan): return plan.items.map(\.type) + (plan.rest.map { [$0] } ?? [])
    case .union(let plan): return plan.cases.compactMap(\.type)
    case .wrapper(let reference): return [reference]
    case .enumeration: return []
    }
  }
}

extension TypePlan {
  /// The partial-update twins of types with required members, at any depth, that null resets.
  var completedPatches: Set<TypeKey> {
    let twins = files.flatMap(\.types).filter { $0.base != nil }
    var found = Set(twins.filter { !$0.resets.isEmpty }.map(\.key))
    var count = 0
    while found.count > count {
      count = found.count
      for twin in twins where twin.references.contains(where: { !found.isDisjoint(with: $0.models) }) {
        found.insert(twin.key)
      }
    }
    return found
  }

  /// The types whose values may contain a `Decimal`, each with an expression for that type. A type that directly
  /// contains one names it; others refer to a nested type that leads to one, so that only files with a `Decimal` import
  /// Foundation.
  var exactNumbers: [TypeKey: SwiftSource] {
    let types = files.flatMap(\.types)
    var found: [TypeKey: SwiftSource] = [:]
    for type in types where type.references.contains(where: { $0.holds(["Decimal"]) }) {
      found[type.key] = "Decimal.self"
    }
    guard !found.isEmpty else { return [:] }
    var users: [TypeKey: [TypeDeclaration]] = [:]
    for type in types {
      for target in Set(type.references.flatMap(\.models)) { users[target, default: []].append(type) }
    }
    var pending = types.filter { found[$0.key] != nil }
    var next = 0
    while next < pending.count {
      let inner = pending[next]
      next += 1
      for user in users[inner.key] ?? [] where found[user.key] == nil {
        found[user.key] = "\(inner.name.source).exactNumber"
        pending.append(user)
      }
    }
    return found
  }
}
