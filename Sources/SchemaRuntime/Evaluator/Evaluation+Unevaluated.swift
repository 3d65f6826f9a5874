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
      if isFull { return false }
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
      if isFull { return false }
    }
    return isValid
  }

  private mutating func evaluatedChildren(of node: JSONNode, by schema: Int) -> EvaluatedChildren {
    verdicts.nesting = Int32(truncatingIfNeeded: nesting)
    return verdicts.evaluatedChildren(of: node, by: schema)
  }
}
