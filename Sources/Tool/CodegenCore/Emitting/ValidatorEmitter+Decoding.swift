@_spi(Generated) import SchemaRuntime
import SchemaValidation

// Types whose schemas say no more than the types of their members do: to decode a value is to validate it, so that
// `init(json:)` walks the value once. The proof is by the steps of the schema, none of which may be left over.
extension ValidatorEmitter {
  /// Returns the types whose decoders accept exactly the valid values, apart from numbers that they cannot represent.
  /// A type inside another one is only among them if it is part of one of these.
  func typesDecodedExactly(_ plan: TypePlan) -> Set<TypeKey> {
    let parts = plan.parts
    let types = plan.files.flatMap(\.types).filter { !parts.contains($0.key) && !$0.key.isInner }
    let byKey = Dictionary(types.map { ($0.key, $0) }) { first, _ in first }
    let models = byKey.mapValues { $0.references.flatMap(\.models) }
    var users: [TypeKey: [TypeKey]] = [:]
    for type in types { for model in models[type.key] ?? [] { users[model, default: []].append(type.key) } }
    // Those that are not, even if all others are, and all that use one of these.
    let all = byKey.mapValues { decidingSchema(checkedIndex(of: $0)) }
    let inexact = types.filter { type in all[type.key].map { !isExact(type, $0, all) } ?? true }
    let refuted = Set(Closure.of(inexact.map(\.key)) { users[$0] ?? [] })
    let outer = types.filter { $0.name.isOutermost && !refuted.contains($0.key) }
    return Set(Closure.of(outer.map(\.key)) { models[$0] ?? [] })
  }

  /// Returns the schema that decides: that to which a schema only refers.
  private func decidingSchema(_ schema: Program.SchemaID) -> Program.SchemaID {
    var schema = schema
    var seen: Set<Program.SchemaID> = []
    while seen.insert(schema).inserted, let target = program.soleReference(of: schema) { schema = target }
    return schema
  }

  private func steps(_ schema: Program.SchemaID) -> [Instruction] {
    program.steps[program.schemas[schema.index].steps].map(\.instruction)
  }

  private func only(_ steps: [Instruction]) -> Instruction? { steps.count == 1 ? steps[0] : nil }

  private func isExact(
    _ type: TypeDeclaration, _ schema: Program.SchemaID, _ exact: [TypeKey: Program.SchemaID]
  ) -> Bool {
    switch type.kind {
    case .structure(let plan):
      return !type.isLocalOnly && type.base == nil && isExact(plan, schema, exact)
    case .enumeration(let plan):
      return !plan.isOpen && isList(of: plan, Array(program.steps[program.schemas[schema.index].steps]))
    case .union(let plan):
      guard !plan.isPart, let choice = only(steps(schema)),
        case .tag(_, let values, true)? = dispatch(of: choice, in: type)?.0,
        !values.contains(nil)
      else { return false }
      return plan.cases.allSatisfy { item in
        guard let reference = item.type, let branch = item.schema.flatMap({ indexes[$0] }) else { return false }
        return isExact(reference, branch, exact)
      }
    case .tuple, .wrapper: return false
    }
  }

  private func isExact(
    _ plan: StructurePlan, _ schema: Program.SchemaID, _ exact: [TypeKey: Program.SchemaID]
  ) -> Bool {
    guard !plan.isUntyped, plan.variants.isEmpty, plan.patterned == nil, !plan.keepsNulls else { return false }
    // The check of names has a bit for each member.
    guard (1...64).contains(plan.members.count) else { return false }
    var isObject = false
    for step in steps(schema) {
      switch step {
      case .anyType(.type(.object)): isObject = true
      case .object(.properties), .object(.required), .object(.additionalProperties): break
      case .anyType, .number, .length, .text, .array, .object, .inPlace: return false
      }
    }
    let object = ObjectSteps(program, schema)
    guard isObject, object.names.count == plan.members.count else { return false }
    return isExact(plan.additional, object.additional, exact)
      && plan.members.allSatisfy { member in
        let property = object.properties.first { $0.name.isSpelled(like: member.wireName) }
        guard let property, !member.isLocalOnly, !member.isConditional else { return false }
        let isRequired = object.required.contains(spelledLike: member.wireName)
        switch member.presence {
        case .required: return isRequired && isExact(member.type, property.schema, exact)
        case .optional: return !isRequired && isExact(member.type, property.schema, exact)
        // The decoder checks the value, which it does not read otherwise.
        case .constant: return isRequired
        case .optionalOrNull, .defaulted: return false
        }
      }
  }

  private func isExact(
    _ additional: StructurePlan.Additional, _ schema: Program.SchemaID?, _ exact: [TypeKey: Program.SchemaID]
  ) -> Bool {
    switch additional {
    case .kept: schema.map { steps($0).isEmpty } ?? true
    case .refused: schema.map { only(steps($0)) == .anyType(.never) } ?? false
    case .typed(let reference): schema.map { isExact(reference, $0, exact) } ?? false
    }
  }

  /// Whether values of a type are decoded from exactly the valid values of a schema.
  private func isExact(
    _ reference: TypeReference, _ schema: Program.SchemaID, _ exact: [TypeKey: Program.SchemaID]
  ) -> Bool {
    let schema = decidingSchema(schema)
    let steps = steps(schema)
    switch reference {
    case .scalar("String"): return only(steps) == .anyType(.type(.string))
    case .scalar("Bool"): return only(steps) == .anyType(.type(.boolean))
    case .scalar("Int"): return only(steps) == .anyType(.type(.integer))
    case .scalar("Double"): return only(steps) == .anyType(.type(.number))
    case .scalar("JSONValue"): return steps.isEmpty
    case .scalar: return false
    case .model(let key, _): return exact[key] == schema
    case .array(let element):
      guard steps.count == 2, steps[0] == .anyType(.type(.array)), case .array(.items(let items, from: 0)) = steps[1]
      else { return false }
      return isExact(element, items, exact)
    case .map(let value):
      guard steps.first == .anyType(.type(.object)) else { return false }
      if steps.count == 1 { return value == .scalar("JSONValue") }
      guard steps.count == 2, case .object(.additionalProperties(let others, let named, let patterned)) = steps[1],
        named.count == 0, patterned.count == 0
      else { return false }
      return isExact(value, others, exact)
    case .optional(let wrapped):
      guard case .inPlace(.anyOf(let run))? = only(steps), run.count == 2 else { return false }
      let branches = program.rows(of: run).map(\.schema)
      return zip(branches, branches.reversed()).contains { branch, other in
        only(self.steps(other)) == .anyType(.type(.null)) && isExact(wrapped, branch, exact)
      }
    }
  }
}

extension StructurePlan {
  /// The arguments that tell a decoder which names to check, besides those of the members.
  var namesToCheck: SwiftSource {
    var arguments: [SwiftSource] = []
    let free = members.indices.filter { members[$0].type.hasFreeNames }
    if !free.isEmpty { arguments.append("free: \(SwiftSource.hexadecimal(free.reduce(0) { $0 | 1 << UInt64($1) }))") }
    if !hasAdditional { arguments.append("isClosed: true") }
    return arguments.joined(separator: ", ")
  }
}

extension TypeReference {
  /// Whether a value of the type may contain objects whose members no type declares.
  fileprivate var hasFreeNames: Bool {
    switch self {
    case .map, .scalar("JSONValue"): true
    case .array(let inner), .optional(let inner): inner.hasFreeNames
    case .scalar, .model: false
    }
  }
}
