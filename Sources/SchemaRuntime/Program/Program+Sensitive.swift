// The values that may be sensitive according to the schemas alone.
extension Program {
  /// Whether a schema that is applied to a value, or to anything in it, is sensitive.
  func reachesSensitive(_ schema: Int) -> Bool {
    guard hasSensitive, schemas.indices.contains(schema) else { return false }
    return Closure.of([schema]) { Array(appliedSchemas(by: $0)) }.contains { schemas[$0].isSensitive }
  }

  /// The indices of the patterns of sensitive schemas and of the schemas that these apply.
  package var sensitivePatterns: Set<Int> {
    var patterns: Set<Int> = []
    let sensitive = schemas.indices.filter { schemas[$0].isSensitive }
    for schema in Closure.of(sensitive, next: { Array(appliedSchemas(by: $0)) }) {
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
  func schemasInPlace(_ start: some Sequence<Int>) -> [Int] {
    Closure.of(start.filter(schemas.indices.contains)) { schema in
      steps[schemas[schema].steps].flatMap { step in
        if case .inPlace(.not(let negated)) = step.instruction { return [Int(negated)] }
        return schemasAppliedInPlace(by: step.instruction)
      }
    }
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
