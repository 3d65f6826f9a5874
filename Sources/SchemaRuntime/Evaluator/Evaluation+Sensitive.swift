// Which values are sensitive: those to which a schema marked `x-sensitive` applies, and all within them. Any keyword of
// any other schema might show such a value, or one that holds it, so the places are found before the first issue is
// worded, by a walk that follows every branch whether it holds or not.
extension Evaluation {
  /// The values to which sensitive schemas apply, as ranges of the index, in its order.
  mutating func sensitiveRanges(from schema: Int, _ root: JSONNode) -> [Range<Int>] {
    var found: Set<Range<Int>> = []
    var seen: Set<UInt64> = []
    var pending = [(schema, root)]
    while let (schema, node) = pending.popLast() {
      let key = UInt64(truncatingIfNeeded: schema) << 32 | UInt64(truncatingIfNeeded: node.index)
      guard seen.insert(key).inserted else { continue }
      if program.schemas[schema].isSensitive {
        found.insert(node.index..<node.nextIndex)
        continue
      }
      for place in program.schemas[schema].steps {
        pending += applications(of: program.steps[place].instruction, schema, node)
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// What an instruction applies to a value, its members and its elements: a flat switch.
  private mutating func applications(
    of instruction: Instruction, _ schema: Int, _ node: JSONNode
  ) -> [(Int, JSONNode)] {
    switch instruction {
    case .ref(let target), .not(let target): return [(Int(target), node)]
    case .allOf(let run), .anyOf(let run), .oneOf(let run), .dependentSchemas(let run):
      return program.rows[run.range].map { (Int($0.schema), node) }
    case .conditional(let condition, let then, let otherwise):
      return [condition, then, otherwise].filter { $0 >= 0 }.map { (Int($0), node) }
    case .prefixItems(let run):
      return zip(program.rows[run.range], node.elements).map { (Int($0.schema), $1) }
    case .items(let items, let from): return node.elements.dropFirst(from).map { (Int(items), $0) }
    case .contains(let items, _, _, _): return node.elements.map { (Int(items), $0) }
    case .unevaluatedItems(let items):
      if !node.isArray { return [] }
      let evaluated = surelyEvaluatedChildren(of: node, by: schema)
      return node.elements.enumerated().filter { !evaluated.contains($0.offset) }.map { (Int(items), $0.element) }
    case .propertyNames(let names): return node.members.map { (Int(names), $0.name) }
    case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties:
      if !node.isObject { return [] }
      let step = Program.Step(instruction: instruction, keyword: -1)
      let evaluated: EvaluatedChildren? =
        if case .unevaluatedProperties = instruction { surelyEvaluatedChildren(of: node, by: schema) } else { nil }
      return node.members.enumerated().flatMap { index, member in
        targets(of: step, member.name, isEvaluated: evaluated?.contains(index) ?? false)
          .map { ($0.schema, member.value) }
      }
    default: return []
    }
  }

  /// Whether words about a value, or words that show it, would show something sensitive.
  mutating func isSensitive(_ node: JSONNode, whenShown: Bool) -> Bool {
    guard program.hasSensitive else { return false }
    if sensitive == nil { sensitive = sensitiveRanges(from: schema, root) }
    let own = node.index..<node.nextIndex
    return sensitive?.contains { $0.contains(node.index) || whenShown && own.contains($0.lowerBound) } ?? false
  }

  /// The children of a value that are evaluated for certain; none where a limit runs out, so that too much is hidden
  /// rather than too little.
  private mutating func surelyEvaluatedChildren(of node: JSONNode, by schema: Int) -> EvaluatedChildren {
    verdicts.begin(at: 0, onStack: 0, maximum: maximumNesting)
    let evaluated = verdicts.evaluatedChildren(of: node, by: schema)
    return verdicts.isLimited ? EvaluatedChildren() : evaluated
  }
}
