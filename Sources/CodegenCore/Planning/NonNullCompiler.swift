import JSONSchema
import SchemaRuntime
import SchemaValidation

/// Adds the schemas of types that stand beside null: what the schema says, without null. The type's own
/// verdict and issues are those; the holder of an optional of it admits null separately.
enum NonNullCompiler {
  /// - Returns: the place of each such type's schema.
  static func addSchemas(of plan: TypePlan, to output: inout Compiler.Output) -> [TypeKey: Int] {
    var places: [TypeKey: Int] = [:]
    for type in plan.files.flatMap(\.types) where type.isBesideNull && !type.key.isPatch {
      guard let index = output.indexes[type.key.schema] else { continue }
      places[type.key] = add(index, to: &output.program)
    }
    return places
  }

  private static func add(_ schema: Int, to program: inout Program) -> Int {
    let original = program.schemas[schema]
    var steps = Array(program.steps[original.steps])
    let place = steps.firstIndex { if case .anyType(.type) = $0.instruction { true } else { false } }
    if let place, case .anyType(.type(let types)) = steps[place].instruction {
      steps[place].instruction = .anyType(.type(types.subtracting(.null)))
    } else {
      steps.insert(program.step("type", .anyType(.type(TypeSet(JSONType.allCases).subtracting(.null)))), at: 0)
    }
    let derived = program.addSchema(at: original.location)
    program.define(derived, steps, isSensitive: original.isSensitive, isLossy: original.isLossy)
    return derived
  }
}
