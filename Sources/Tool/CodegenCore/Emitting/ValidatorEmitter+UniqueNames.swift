@_spi(Generated) import SchemaRuntime

// Detection of duplicate member names. Validators visit nearly every member anyway and record the names, so that
// comparing two counts replaces a walk over the entire payload. Values that no validator loop visits get a separate
// check.
//
// Validators that a value need not satisfy, as under `not`, may also find duplicate names and return a different
// verdict because of them. This is harmless: the validators that the value must satisfy reject such a payload.
extension ValidatorEmitter {
  /// Returns the schemas whose validators reject every value with duplicate member names.
  func schemasThatFindEqualNames() -> Set<Program.SchemaID> {
    // Starts with all schemas and removes those that do not, until nothing changes.
    var schemas = Set(program.schemaIDs)
    while true {
      let rest = schemas.filter { findsEqualNames($0, others: schemas) }
      if rest.count == schemas.count { return rest }
      schemas = rest
    }
  }

  private func findsEqualNames(_ schema: Program.SchemaID, others: Set<Program.SchemaID>) -> Bool {
    if oversizedSchemas.contains(schema) { return false }
    if let (target, _) = tagged(schema, on: "json") { return others.contains(target) }
    var types: TypeSet?
    var items: Program.SchemaID?
    var prefix: [Program.SchemaID] = []
    var isObjectWalked = false
    let steps = program.steps[program.schemas[schema.index].steps]
    for step in steps {
      switch step.instruction {
      case .anyType(.never): return true
      case .anyType(.type(let admitted)): types = types?.intersection(admitted) ?? admitted
      case .anyType(.const(let index)): if program.values[Int(index)].isScalar { return true }
      case .anyType(.enumeration(let run)): if program.values(of: run).allSatisfy(\.isScalar) { return true }
      case .inPlace(.ref(let target)): if others.contains(target) { return true }
      case .inPlace(.allOf(let run)):
        if program.rows(of: run).contains(where: { others.contains($0.schema) }) { return true }
      case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)):
        if program.rows(of: run).allSatisfy({ others.contains($0.schema) }) { return true }
      case .inPlace(.conditional(let condition, let then, let otherwise)):
        guard let otherwise, others.contains(otherwise) else { break }
        if others.contains(condition) || then.map(others.contains) ?? false { return true }
      case .array(.items(let schema, _)): items = schema
      case .array(.prefixItems(let run)): prefix = program.rows(of: run).map(\.schema)
      case .object, .inPlace(.dependentSchemas):
        isObjectWalked = isObjectWalked || findsEqualMembers(ObjectSteps(program, schema))
      case .array, .inPlace(.not), .anyType(.annotation), .anyType(.unusable), .number, .length, .text:
        break
      }
    }
    let areItemsWalked = (items.map { others.contains($0) } ?? false) && prefix.allSatisfy { others.contains($0) }
    return (types.map { !$0.contains(.object) } ?? false || isObjectWalked)
      && (types.map { !$0.contains(.array) } ?? false || areItemsWalked)
  }

  /// Whether the loop over an object's members detects duplicates among them and in their values: it is printed,
  /// knows every name, and records them in one word.
  func findsEqualMembers(_ steps: ObjectSteps) -> Bool {
    steps.patterned.isEmpty && steps.names.count <= 64 && !isIdle(steps)
  }

  /// Whether members need no checks, so that there is no loop.
  func isIdle(_ steps: ObjectSteps) -> Bool {
    steps.tracked.isEmpty && steps.localOnly.isEmpty && steps.propertyNames == nil
      && (steps.properties.map(\.schema) + (steps.additional.map { [$0] } ?? []))
        .allSatisfy { check($0, on: "value") == .always }
  }

  /// Adds a check that a member's value has no duplicate names, unless its schema's validator performs it.
  func addUniqueness(_ schema: Program.SchemaID?, on value: SwiftSource, to writer: inout CodeWriter) {
    if let schema, uniqueSchemas.contains(schema) { return }
    addGuard(.test("\(value).hasUniqueNames"), to: &writer)
  }
}

extension JSONValue {
  /// Whether the value is neither an array nor an object.
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }
}
