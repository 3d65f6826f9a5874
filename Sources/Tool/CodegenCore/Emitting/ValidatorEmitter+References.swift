import SchemaRuntime
import SchemaValidation

extension ValidatorEmitter {
  /// Returns the definitions of types whose files are no more than references to them, unless they have types of their
  /// own: the validator of such a type checks the definition with the type's table of names, or as its choice.
  static func referredSchemas(
    of plan: TypePlan, in output: Compiler.Output, besides derived: [TypeKey: Program.SchemaID]
  ) -> [TypeKey: Program.SchemaID] {
    let types = plan.files.flatMap(\.types).filter { !$0.key.isInner }
    var taken = Set(types.compactMap { output.indices[$0.key.schema] }).union(derived.values)
    var referred: [TypeKey: Program.SchemaID] = [:]
    for type in types where derived[type.key] == nil && !type.isBesideNull {
      var index = output.indices[type.key.schema]
      while let schema = index, let target = output.program.soleReference(of: schema), taken.insert(target).inserted {
        referred[type.key] = target
        index = target
      }
    }
    return referred
  }
}

extension Program {
  /// The schema that another one refers to, without further checks.
  func soleReference(of schema: SchemaID) -> SchemaID? {
    let steps = steps[schemas[schema.index].steps]
    guard steps.count == 1, case .inPlace(.ref(let target))? = steps.first?.instruction else { return nil }
    return target
  }
}
