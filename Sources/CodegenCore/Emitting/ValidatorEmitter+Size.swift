import SchemaRuntime

// Schemas with more names, values or branches than the compiler can handle as Swift in reasonable time. Their
// validators call the evaluator, which looks names and values up in hash tables.
extension ValidatorEmitter {
  /// The maximum number of names, values and branches in a printed schema: about 10 s in the optimizing compiler.
  static let longestList = 1_000

  /// Returns the schemas that generated code validates with the evaluator. They include schemas with `unevaluated…`
  /// keywords that apply a long schema, because they would have to track all of its members.
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

  /// Returns the number of names, values and branches in a schema's own steps.
  private static func rowCount(of schema: Int, in program: Program) -> Int {
    program.steps[program.schemas[schema].steps].reduce(0) { $0 + rowCount(of: $1.instruction, in: program) }
  }

  /// Returns the number of rows of an instruction. A flat switch over the instructions.
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
