// What may be sensitive according to the schemas alone.
extension Program {
  /// Whether a schema that is applied to a value, or to anything in it, is sensitive.
  func reachesSensitive(_ schema: Int) -> Bool {
    var seen: Set<Int> = []
    var pending = [schema]
    while let schema = pending.popLast() {
      guard schemas.indices.contains(schema), seen.insert(schema).inserted else { continue }
      if schemas[schema].isSensitive { return true }
      pending += appliedSchemas(by: schema)
    }
    return false
  }

  /// The indices of the patterns of sensitive schemas and of the schemas that these apply.
  package var sensitivePatterns: Set<Int> {
    var patterns: Set<Int> = []
    var seen: Set<Int> = []
    var pending = schemas.indices.filter { schemas[$0].isSensitive }
    while let schema = pending.popLast() {
      guard seen.insert(schema).inserted else { continue }
      pending += appliedSchemas(by: schema)
      for step in steps[schemas[schema].steps] {
        switch step.instruction {
        case .string(.pattern(let index)): patterns.insert(Int(index))
        case .object(.patternProperties(let run)): patterns.formUnion(rows(of: run).map { Int($0.name) })
        case .anyType, .number, .length, .string, .array, .object, .inPlace: break
        }
      }
    }
    return patterns
  }

  /// The number of members and elements on the path from the root of a payload to the first value that may be
  /// sensitive, or to the object with a name that may be; nil if there is none on the path.
  func sensitiveDepth(along path: [String], from schema: Int) -> Int? {
    guard hasSensitive, schemas.indices.contains(schema) else { return nil }
    var applied = schemasInPlace([schema])
    for (depth, token) in path.enumerated() {
      if applied.contains(where: { schemas[$0].isSensitive }) { return depth }
      let instructions = applied.flatMap { steps[schemas[$0].steps].map(\.instruction) }
      for case .object(.propertyNames(let names)) in instructions
      where schemasInPlace([Int(names)]).contains(where: { schemas[$0].isSensitive }) { return depth }
      applied = schemasInPlace(instructions.flatMap { children(of: $0, at: token) })
    }
    return applied.contains { schemas[$0].isSensitive } ? path.count : nil
  }

  /// The schemas that may be applied to the same value as `schemas`.
  func schemasInPlace(_ schemas: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var pending = Array(schemas)
    while let schema = pending.popLast() {
      guard self.schemas.indices.contains(schema), found.insert(schema).inserted else { continue }
      for step in steps[self.schemas[schema].steps] {
        if case .inPlace(.not(let negated)) = step.instruction { pending.append(Int(negated)) }
        pending += schemasAppliedInPlace(by: step.instruction)
      }
    }
    return found
  }

  /// The schemas that an instruction may apply to the member or element that `token` names.
  private func children(of instruction: Instruction, at token: String) -> [Int] {
    switch instruction {
    case .object(.properties(let run)):
      rows(of: run).filter { names[Int($0.name)].isIdentical(to: token) }.map { Int($0.schema) }
    case .object(.patternProperties(let run)), .array(.prefixItems(let run)): rows(of: run).map { Int($0.schema) }
    case .object(.additionalProperties(let schema, _, _)), .object(.unevaluatedProperties(let schema)),
      .array(.items(let schema, _)),
      .array(.contains(let schema, _, _, _)), .array(.unevaluatedItems(let schema)):
      [Int(schema)]
    case .array(.uniqueItems), .object(.required), .object(.dependentRequired), .object(.propertyNames),
      .object(.localOnly), .anyType, .number, .length, .string, .inPlace:
      []
    }
  }
}
