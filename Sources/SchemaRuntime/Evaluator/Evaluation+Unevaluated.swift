// `unevaluatedItems` and `unevaluatedProperties` (2020-12 core, section 11): what is left when everything that was
// applied to the same value, and holds, has taken its part.
extension Evaluation {
  @inline(never)
  mutating func unevaluatedItems(_ items: Int, _ step: Program.Step, _ node: JSONNode, _ schema: Int) -> Bool {
    let evaluated = evaluatedChildren(of: node, by: schema)
    var isValid = true
    var index = 0
    for element in node.elements {
      defer { index += 1 }
      if evaluated.contains(index) { continue }
      if evaluate(items, element, along: .keyword(step.keyword), at: .element(index)) { continue }
      isValid = false
      if !collects || isFull { return false }
    }
    return isValid
  }

  @inline(never)
  mutating func unevaluatedProperties(_ members: Int, _ step: Program.Step, _ node: JSONNode, _ schema: Int) -> Bool {
    let evaluated = evaluatedChildren(of: node, by: schema)
    var isValid = true
    var index = 0
    for (name, value) in node.members {
      defer { index += 1 }
      if evaluated.contains(index) { continue }
      if evaluate(members, value, along: .keyword(step.keyword), at: .member(name)) { continue }
      isValid = false
      if !collects || isFull { return false }
    }
    return isValid
  }

  mutating func evaluatedChildren(of node: JSONNode, by schema: Int) -> EvaluatedChildren {
    var evaluated = EvaluatedChildren()
    var seen: Set<Int> = [schema]
    for place in program.schemas[schema].steps {
      switch program.steps[place].instruction {
      case .unevaluatedItems, .unevaluatedProperties: continue
      case let instruction: mark(instruction, node, &evaluated, &seen)
      }
    }
    return evaluated
  }

  /// Notes the children that a schema, which `node` satisfies, evaluates.
  private mutating func mark(
    _ schema: Int, _ node: JSONNode, _ evaluated: inout EvaluatedChildren, _ seen: inout Set<Int>
  ) {
    guard !evaluated.isComplete, seen.insert(schema).inserted else { return }
    for place in program.schemas[schema].steps { mark(program.steps[place].instruction, node, &evaluated, &seen) }
  }

  /// A flat switch over the instructions that evaluate children or apply schemas in place.
  private mutating func mark(
    _ instruction: Instruction, _ node: JSONNode, _ evaluated: inout EvaluatedChildren, _ seen: inout Set<Int>
  ) {
    switch instruction {
    case .prefixItems(let run): if node.isArray { evaluated.insert(first: Int(run.count)) }
    case .items, .unevaluatedItems: if node.isArray { evaluated.insertAll() }
    case .contains(let item, _, _, evaluates: true) where node.isArray:
      for (index, element) in node.elements.enumerated() where verdict(Int(item), element) { evaluated.insert(index) }
    case .properties(let run) where node.isObject:
      for (index, member) in node.members.enumerated() where row(named: member.name, in: run) != nil {
        evaluated.insert(index)
      }
    case .patternProperties(let run) where node.isObject:
      for (index, member) in node.members.enumerated()
      where run.range.contains(where: { matches(program.rows[$0].name, member.name) }) {
        evaluated.insert(index)
      }
    case .additionalProperties, .unevaluatedProperties: if node.isObject { evaluated.insertAll() }
    case .dependentSchemas(let run) where node.isObject:
      let members = MemberTable(node, asked: run.count)
      for place in run.range where hasMember(program.rows[place].name, node, members) {
        mark(Int(program.rows[place].schema), node, &evaluated, &seen)
      }
    case .ref(let target): mark(Int(target), node, &evaluated, &seen)
    case .allOf(let run): for place in run.range { mark(Int(program.rows[place].schema), node, &evaluated, &seen) }
    case .anyOf(let run), .oneOf(let run):
      let valid = run.range.filter { verdict(Int(program.rows[$0].schema), node) }
      // Where none holds, that is the issue; without this every member would be another.
      for place in valid.isEmpty ? Array(run.range) : valid {
        mark(Int(program.rows[place].schema), node, &evaluated, &seen)
      }
    case .conditional(let condition, let then, let otherwise):
      if verdict(Int(condition), node) {
        mark(Int(condition), node, &evaluated, &seen)
        if then >= 0 { mark(Int(then), node, &evaluated, &seen) }
      } else if otherwise >= 0 {
        mark(Int(otherwise), node, &evaluated, &seen)
      }
    default: break
    }
  }
}
