// `unevaluatedItems` and `unevaluatedProperties` (2020-12 core, section 11): children that no successful adjacent or
// in-place applicator has evaluated.
extension VerdictRun {
  mutating func unevaluatedItems(_ step: Tables.Step, _ node: JSONNode) -> Bool {
    let evaluated = evaluatedChildren(of: node, by: step.first)
    for (index, element) in node.elements.enumerated() where !evaluated.contains(index) {
      guard check(step.schema, element) else { return false }
    }
    return true
  }

  mutating func unevaluatedProperties(_ step: Tables.Step, _ node: JSONNode) -> Bool {
    let evaluated = evaluatedChildren(of: node, by: step.first)
    for (index, member) in node.members.enumerated() where !evaluated.contains(index) {
      guard check(step.schema, member.value) else { return false }
    }
    return true
  }

  /// The children of a value that a schema evaluates, not counting these two keywords.
  mutating func evaluatedChildren(of node: JSONNode, by schema: Int) -> EvaluatedChildren {
    let program = tables.program
    var evaluated = EvaluatedChildren()
    var seen: Set<Int> = [schema]
    for step in program.schemas[schema].steps where !program.steps[step].instruction.isUnevaluated {
      mark(program.steps[step], node, &evaluated, &seen)
    }
    return evaluated
  }

  /// Marks the children that a schema, which `node` satisfies, evaluates.
  private mutating func mark(
    _ schema: Int, _ node: JSONNode, _ evaluated: inout EvaluatedChildren, _ seen: inout Set<Int>
  ) {
    guard !evaluated.isComplete else { return }
    guard levelsLeft > 0 else {
      return onAdditionalStack(1) { $0.mark(schema, node, &evaluated, &seen) }
    }
    guard seen.insert(schema).inserted else { return }
    levelsLeft &-= 1
    let program = tables.program
    if program.schemas[schema].isUndecided { isLimited = true }
    for step in program.schemas[schema].steps { mark(program.steps[step], node, &evaluated, &seen) }
    levelsLeft &+= 1
  }

  /// A flat switch over the instructions that evaluate children or apply schemas in place.
  private mutating func mark(
    _ step: Program.Step, _ node: JSONNode, _ evaluated: inout EvaluatedChildren, _ seen: inout Set<Int>
  ) {
    // What no keyword applies does not count.
    if step.keyword < 0 { return }
    let program = tables.program
    switch step.instruction {
    case .anyType, .number, .length, .string: break
    case .array where !node.isArray, .object where !node.isObject, .inPlace(.dependentSchemas) where !node.isObject:
      break
    case .array(.prefixItems(let run)): evaluated.insert(first: Int(run.count))
    case .array(.items), .array(.unevaluatedItems): evaluated.insertAll()
    case .array(.contains(let item, _, _, evaluates: true)):
      for (index, element) in node.elements.enumerated() where holds(item, element) { evaluated.insert(index) }
    case .object(.properties(let run)):
      for (index, member) in node.members.enumerated() where program.row(named: member.name, in: run) != nil {
        evaluated.insert(index)
      }
    case .object(.patternProperties(let run)):
      for (index, member) in node.members.enumerated()
      where run.range.contains(where: { matches(program.rows[$0].name, member.name) != .noMatch }) {
        evaluated.insert(index)
      }
    case .object(.additionalProperties), .object(.unevaluatedProperties): evaluated.insertAll()
    case .inPlace(.dependentSchemas(let run)):
      let members = Program.MemberTable(node, asked: run.count)
      for index in run.range where program.hasMember(program.rows[index].name, node, members) {
        mark(Int(program.rows[index].schema), node, &evaluated, &seen)
      }
    case .inPlace(.ref(let target)): mark(Int(target), node, &evaluated, &seen)
    case .inPlace(.allOf(let run)):
      for index in run.range { mark(Int(program.rows[index].schema), node, &evaluated, &seen) }
    case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)):
      let valid = run.range.filter { holds(program.rows[$0].schema, node) }
      // If no branch holds, that is the issue. Otherwise every member would be reported in addition.
      for index in valid.isEmpty ? Array(run.range) : valid {
        mark(Int(program.rows[index].schema), node, &evaluated, &seen)
      }
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      if holds(condition, node) {
        mark(Int(condition), node, &evaluated, &seen)
        if then >= 0 { mark(Int(then), node, &evaluated, &seen) }
      } else if otherwise >= 0 {
        mark(Int(otherwise), node, &evaluated, &seen)
      }
    case .array(.uniqueItems), .array(.contains(_, _, _, evaluates: false)), .object(.required),
      .object(.dependentRequired), .object(.propertyNames), .object(.localOnly), .inPlace(.not):
      break
    }
  }
}
