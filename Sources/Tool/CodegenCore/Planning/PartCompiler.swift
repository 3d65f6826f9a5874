import SchemaRuntime
import SchemaValidation

/// Adds schemas for types that represent only some of a schema's values: those other than null, which an optional of
/// the type represents, or those of one JSON type. The types use their verdicts and issues.
enum PartCompiler {
  /// - Returns: the schema of each such type.
  static func addSchemas(of plan: TypePlan, to output: inout Compiler.Output) -> [TypeKey: Program.SchemaID] {
    var indexes: [TypeKey: Program.SchemaID] = [:]
    for type in plan.files.flatMap(\.types) where (type.isBesideNull || type.key.part != nil) && !type.key.isPatch {
      guard let index = output.indices[type.key.schema] else { continue }
      let types = type.key.part.map { TypeSet($0) } ?? TypeSet(JSONType.allCases).subtracting(.null)
      indexes[type.key] = add(index, types, to: &output.program)
    }
    return indexes
  }

  private static func add(_ schema: Program.SchemaID, _ admitted: TypeSet, to program: inout Program)
    -> Program.SchemaID
  {
    let original = program.schemas[schema.index]
    var steps = Array(program.steps[original.steps])
    let typeStep = steps.firstIndex { if case .anyType(.type) = $0.instruction { true } else { false } }
    if let typeStep, case .anyType(.type(let types)) = steps[typeStep].instruction {
      steps[typeStep].instruction = .anyType(.type(types.intersection(admitted)))
    } else {
      steps.insert(program.step("type", .anyType(.type(admitted))), at: 0)
    }
    let derived = program.addSchema(at: original.location)
    program.define(derived, steps, isSensitive: original.isSensitive, isLossy: original.isLossy)
    program.messages[derived] = program.messages[schema]
    return derived
  }
}
