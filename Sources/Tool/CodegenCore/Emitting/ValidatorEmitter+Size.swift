import SchemaRuntime

// Schemas with more names, values or branches than the compiler can handle as Swift in reasonable time. Their
// validators call the evaluator, which looks names and values up in hash tables.
extension ValidatorEmitter {
  /// The maximum number of names, values and branches in a printed schema: about 10 s in the optimizing compiler.
  static let longestList = 1_000

  /// Returns the schemas that generated code validates with the evaluator. They include schemas with `unevaluated…`
  /// keywords that apply a long schema, because they would have to track all of its members.
  static func oversizedSchemas(in program: Program) -> Set<Program.SchemaID> {
    let long = program.schemaIDs.filter { rowCount(of: $0, in: program) > longestList }
    if long.isEmpty { return [] }
    var appliers: [Program.SchemaID: [Program.SchemaID]] = [:]
    var asking: Set<Program.SchemaID> = []
    for schema in program.schemaIDs {
      for application in program.applications(by: schema) {
        switch (application.part, application.condition) {
        case (.members(.unevaluated), _), (.elements(.unevaluated), _): asking.insert(schema)
        case (.value, .negated): break
        case (.value, _): appliers[application.schema, default: []].append(schema)
        case (.members, _), (.names, _), (.elements, _), (.content, _): break
        }
      }
    }
    var around: Set<Program.SchemaID> = []
    var pending = long
    while let next = pending.popLast() {
      if around.insert(next).inserted { pending += appliers[next] ?? [] }
    }
    return around.intersection(asking).union(long)
  }

  /// Returns the number of names, values and branches in a schema's own steps.
  private static func rowCount(of schema: Program.SchemaID, in program: Program) -> Int {
    program.steps[program.schemas[schema.index].steps].reduce(0) { count, step in
      switch step.instruction {
      case .anyType(.enumeration(let run)), .object(.required(let run)), .object(.localOnly(let run)):
        count + Int(run.count)
      case .object(.dependentRequired(let run)):
        program.dependencies(of: run).reduce(count) { $0 + 1 + $1.required.count }
      case .anyType, .number, .length, .text, .array, .object, .inPlace: count + program.applications(of: step).count
      }
    }
  }
}
