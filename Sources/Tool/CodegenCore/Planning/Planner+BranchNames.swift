import JSONSchema
import SchemaRuntime
import SchemaAnalysis

extension Planner {
  /// Notes which members tell the branches apart, where a value may satisfy several: not by `oneOf`, where it may not.
  func setBranchNames(of plan: inout UnionPlan, _ schema: SchemaID) {
    guard plan.mayChooseBest else { return }
    let choices = Facts.schemas(joinedBy: schema, in: graph) + plan.cases.flatMap(\.schemas)
    if choices.allSatisfy({ graph[$0].keywords.anyOf.isEmpty }) { return }
    let declared = plan.cases.map { members(declaredBy: $0.schemas) }
    for (index, names) in Self.distinct(declared.map { Set($0.keys) }).enumerated() {
      plan.cases[index].names.own = names.sorted()
    }
    let declaring = Dictionary(
      grouping: declared.indices.flatMap { index in declared[index].keys.map { (name: $0, index: index) } }, by: \.name)
    for (name, branches) in declaring.sorted(by: { $0.key < $1.key }) where branches.count > 1 {
      let inner = Self.distinct(branches.map { Set(members(declaredBy: declared[$0.index][name] ?? []).keys) })
      for (branch, names) in zip(branches, inner) where !names.isEmpty {
        plan.cases[branch.index].names.members.append((name, names.sorted()))
      }
    }
    // The first that accepts is the best where each declares all that later ones do.
    plan.mayOverlap = zip(plan.order, plan.order.dropFirst()).contains { first, second in
      !plan.cases[second].names.paths.isSubset(of: plan.cases[first].names.paths)
    }
  }

  /// Returns the members that some schemas declare, for the object or for the elements of an array; of a choice, those
  /// of all branches.
  private func members(declaredBy schemas: [SchemaID]) -> [String: [SchemaID]] {
    var members: [String: [SchemaID]] = [:]
    let declaring = Closure.of(schemas) { schema in
      let facts = Facts(of: schema, in: graph)
      return facts.choices.flatMap { $0 } + facts.itemSchemas.map(\.schema)
    }
    for schema in declaring.sorted() {
      for member in Facts(of: schema, in: graph).properties { members[member.name, default: []].append(member.schema) }
    }
    return members
  }

  /// Returns of each set what is not in all of those that have anything.
  private static func distinct(_ sets: [Set<String>]) -> [Set<String>] {
    let filled = sets.filter { !$0.isEmpty }
    let common = filled.dropFirst().reduce(filled.first ?? []) { $0.intersection($1) }
    return sets.map { $0.subtracting(common) }
  }
}
