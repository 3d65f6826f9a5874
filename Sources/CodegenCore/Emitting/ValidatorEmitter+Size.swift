import SchemaRuntime

// Schemas with more names, values or branches than the compiler takes in reasonable time as Swift: their validators ask the
// evaluator, which finds names and values by their hashes.
extension ValidatorEmitter {
  /// The names, values and branches of the longest schema that is printed: about 10 s of the optimising compiler.
  static let longestList = 1_000

  /// The schemas that the evaluator checks for generated code. One that asks what is unevaluated beside a long schema is
  /// among them, because it would have to know all of that one's members.
  static func oversizedSchemas(in program: Program) -> Set<Int> {
    let long = program.schemas.indices.filter { rowCount(of: $0, in: program) > longestList }
    if long.isEmpty { return [] }
    var appliers: [Int: [Int]] = [:]
    var asking: Set<Int> = []
    for schema in program.schemas.indices {
      for step in program.steps[program.schemas[schema].steps] {
        for applied in program.schemasAppliedInPlace(by: step.instruction) {
          appliers[applied, default: []].append(schema)
        }
        if step.instruction.isUnevaluated { asking.insert(schema) }
      }
    }
    var around: Set<Int> = []
    var pending = long
    while let next = pending.popLast() {
      if around.insert(next).inserted { pending += appliers[next] ?? [] }
    }
    return around.intersection(asking).union(long)
  }

  /// How many names, values and branches a schema's own steps list.
  private static func rowCount(of schema: Int, in program: Program) -> Int {
    program.steps[program.schemas[schema].steps].reduce(0) { $0 + rowCount(of: $1.instruction, in: program) }
  }

  /// A flat switch over the instructions that list something.
  private static func rowCount(of instruction: Instruction, in program: Program) -> Int {
    switch instruction {
    case .anyType(.enumeration(let run)), .object(.properties(let run)), .object(.patternProperties(let run)),
      .object(.required(let run)),
      .object(.localOnly(let run)), .inPlace(.dependentSchemas(let run)), .array(.prefixItems(let run)),
      .inPlace(.allOf(let run)), .inPlace(.anyOf(let run)),
      .inPlace(.oneOf(let run)):
      Int(run.count)
    case .object(.dependentRequired(let run)):
      program.dependencies(of: run).reduce(0) { $0 + 1 + $1.required.count }
    case .array(.uniqueItems), .array(.items), .array(.contains), .array(.unevaluatedItems),
      .object(.additionalProperties), .object(.propertyNames), .object(.unevaluatedProperties), .inPlace(.ref),
      .inPlace(.not), .inPlace(.conditional), .anyType, .number, .length, .string:
      0
    }
  }
}
