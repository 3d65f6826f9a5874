import JSONSchema
import SchemaRuntime

extension [FilePlan] {
  /// Finds the members shared by the branches of unions, and those of each branch, whose types depend on defaults.
  mutating func addMembersOfUnions() {
    let structures = structures
    updateTypes { type in
      guard case .union(var plan) = type.kind else { return }
      plan.sharedMembers = plan.shared(structures)
      for index in plan.cases.indices { plan.cases[index].parameters = plan.parameters(ofCaseAt: index, structures) }
      type.kind = .union(plan)
    }
  }

  /// Finds the structs whose members several others include by `allOf` or `$ref`, and gives them a protocol.
  mutating func addMemberProtocols(named names: [TypeKey: TypeName], in graph: SchemaGraph) {
    let structures = structures
    let taken = Set(names.values.map(\.qualified))
    var including: [SchemaID: [StructurePlan]] = [:]
    var bases: [SchemaID: [SchemaID]] = [:]
    // Patches and parts have members of their own.
    for (key, structure) in structures where key == TypeKey(schema: key.schema) {
      let parts = Closure.of(graph[key.schema].keywords.conjuncts) { graph[$0].keywords.conjuncts }
      for base in parts.sorted() where base != key.schema && structures[TypeKey(schema: base)] != nil {
        bases[key.schema, default: []].append(base)
        including[base, default: []].append(structure)
      }
    }
    var protocols: [SchemaID: MemberProtocol] = [:]
    for (base, others) in including where others.count > 1 {
      guard let name = names[TypeKey(schema: base)], let structure = structures[TypeKey(schema: base)],
        !taken.contains(name.qualified + MemberProtocol.suffix)
      else { continue }
      let shared = structure.members.filter { member in others.allSatisfy { $0.has(member) } }
      if !shared.isEmpty { protocols[base] = MemberProtocol(type: name, members: shared) }
    }
    if protocols.isEmpty { return }
    updateTypes { type in
      guard case .structure(var plan) = type.kind, type.key == TypeKey(schema: type.key.schema) else { return }
      plan.offered = protocols[type.key.schema]
      plan.protocols = ([type.key.schema] + bases[type.key.schema, default: []]).compactMap { protocols[$0] }
      type.kind = .structure(plan)
    }
  }
}
