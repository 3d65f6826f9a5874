import SchemaRuntime
import SchemaValidation

/// Adds schemas for types that are used next to null: the original schema without null. The type uses their verdict
/// and issues; an optional of the type admits null separately.
enum NonNullCompiler {
  /// - Returns: the index of the schema of each such type.
  static func addSchemas(of plan: TypePlan, to output: inout Compiler.Output) -> [TypeKey: Int] {
    var indexes: [TypeKey: Int] = [:]
    for type in plan.files.flatMap(\.types) where type.isBesideNull && !type.key.isPatch {
      guard let index = output.indices[type.key.schema] else { continue }
      indexes[type.key] = add(index, to: &output.program)
    }
    return indexes
  }

  private static func add(_ schema: Int, to program: inout Program) -> Int {
    let original = program.schemas[schema]
    var steps = Array(program.steps[original.steps])
    let typeStep = steps.firstIndex { if case .anyType(.type) = $0.instruction { true } else { false } }
    if let typeStep, case .anyType(.type(let types)) = steps[typeStep].instruction {
      steps[typeStep].instruction = .anyType(.type(types.subtracting(.null)))
    } else {
      steps.insert(program.step("type", .anyType(.type(TypeSet(JSONType.allCases).subtracting(.null)))), at: 0)
    }
    let derived = program.addSchema(at: original.location)
    program.define(derived, steps, isSensitive: original.isSensitive, isLossy: original.isLossy)
    return derived
  }
}
