import JSONSchema
import SchemaRuntime

extension Planner {
  /// Plans the declaration of one type.
  mutating func declaration(of key: TypeKey) -> TypeDeclaration {
    if key.isPatch { return patchDeclaration(of: key) }
    let node = graph[key.schema]
    let unknown = TypeName(name: "Unnamed", qualified: "Unnamed", enclosing: "")
    var declaration = TypeDeclaration(
      key: key, name: names[key] ?? unknown,
      documentation: Documentation.lines(
        node.keywords, title: node.keywords.title, location: node.location,
        isSensitive: sensitive.contains(node.id)),
      location: node.location, isLocalOnly: node.keywords.vendor.localOnly, isDeprecated: node.keywords.deprecated,
      kind: kind(of: key), formerNames: formerNames[key] ?? [])
    if case .nullable = shape(of: key.schema) {
      if case .wrapper = declaration.kind {} else { declaration.isBesideNull = true }
    }
    return declaration
  }

  private mutating func kind(of key: TypeKey) -> TypeDeclaration.Kind {
    var shape = shape(of: key.schema)
    if key.isInner || graph[key.schema].parent != nil, case .nullable(let inner) = shape { shape = inner }
    switch shape {
    case .object(let object): return .structure(structure(object, of: key.schema))
    case .enumeration(let shape): return .enumeration(enumeration(shape, of: key.schema))
    case .union(let shape): return .union(union(shape, of: key.schema))
    case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .reference:
      return .wrapper(reference(to: key.schema))
    }
  }

  // MARK: - Structs

  private mutating func structure(_ object: ObjectShape, of schema: SchemaID) -> StructurePlan {
    let id = graph[schema].keywords.vendor.swift.id
    // The property that `Identifiable` requires.
    var taken: Set<String> = id.map { SwiftNames.member($0) == "id" ? [] : ["id"] } ?? []
    var members: [MemberPlan] = []
    for member in object.members {
      var name = SwiftNames.member(member.name)
      if let explicit = graph[member.schema].keywords.vendor.swift.name,
        graph[member.schema].keywords.ref == nil || graph[member.schema].keywords.written["x-swift"] != nil,
        !self.needsName(shape(of: member.schema))
      {
        name = checked(explicit, at: member.schema)
      }
      name = SwiftNames.unique(name, of: member.name, among: taken)
      taken.insert(name)
      members.append(self.member(member, called: name))
      if member.isRequired, !member.isLocalOnly,
        case .model(TypeKey(schema: schema), _) = members[members.count - 1].type
      {
        // The type has no values; the member needs no documentation.
        diagnostics.append(
          graph.diagnostic(
            .note, at: member.schema,
            "expected an object with a finite value, found one that requires itself; generated as JSONValue"))
        members[members.count - 1].type = .scalar("JSONValue")
      }
    }
    members = withStems(members)
    let additional: StructurePlan.Additional
    switch object.additional {
    case .kept: additional = .kept
    case .refused: additional = .refused
    case .typed(let schema): additional = .typed(reference(to: schema))
    }
    let identity = members.first { $0.wireName == id && !$0.isLocalOnly }?.name
    if let id, identity == nil {
      diagnostics.append(
        graph.diagnostic(
          .error, at: schema, keyword: "x-swift", member: "id", "expected 'id' to name a member, found \(id.quoted)"))
    }
    return StructurePlan(members: members, additional: additional, identity: identity)
  }

  /// Returns the name that a schema specifies for a member.
  private mutating func checked(_ name: String, at schema: SchemaID) -> String {
    let member = SwiftNames.member(name)
    if member != name {
      diagnostics.append(
        graph.diagnostic(
          .error, at: schema, keyword: "x-swift", member: "name",
          "expected the name of a Swift property, found \(name.quoted); did you mean '\(member)'?"))
    }
    return member
  }

  /// Gives each member a stem whose derived properties clash with no member.
  private func withStems(_ members: [MemberPlan]) -> [MemberPlan] {
    var taken = Set(members.map(\.name))
    return members.map { member in
      var member = member
      var properties: [String] { ["has", "clear", "stored"].map { $0 + member.stem } }
      while !taken.isDisjoint(with: properties) { member.stem += "Member" }
      taken.formUnion(properties)
      return member
    }
  }

  private mutating func member(_ member: ObjectShape.Member, called name: String) -> MemberPlan {
    let keywords = graph[member.schema].keywords
    var type = reference(to: member.schema)
    var presence = MemberPlan.Presence.required
    if member.isLocalOnly || !member.isRequired {
      presence = .optional
      if case .optional(let wrapped) = type {
        presence = .optionalOrNull
        type = wrapped
      } else if let value = keywords.default {
        presence = literal(value, as: type, at: member.schema).map { .defaulted($0) } ?? .optional
      }
    } else if let const = keywords.const, let text = literal(const, as: type, at: member.schema) {
      presence = .constant(text)
    }
    return MemberPlan(
      schema: member.schema, wireName: member.name, name: name, type: type, presence: presence,
      documentation: Documentation.lines(
        keywords, title: nil, location: nil, isSensitive: sensitive.contains(member.schema)),
      isDeprecated: keywords.deprecated,
      isLocalOnly: member.isLocalOnly, stem: SwiftNames.capitalised(name))
  }

  /// Returns a value as a Swift expression of a type; nil if there is no readable one.
  private mutating func literal(_ value: JSONValue, as type: TypeReference, at schema: SchemaID) -> SwiftSource? {
    switch (value, type) {
    case (.bool(let value), .scalar("Bool")): return value ? "true" : "false"
    case (.number(let number), .scalar("Int")): return number.int.map { SwiftSource($0) }
    case (.number(let number), .scalar("Double")):
      return number.double.flatMap { literal($0) }
    case (.string(let text), .scalar("String")): return SwiftText.literal(text)
    case (.array(let elements), .array) where elements.isEmpty: return "[]"
    case (_, .model(let key, let name)):
      guard case .enumeration(let shape) = shape(of: key.schema) else { return nil }
      let plan = enumeration(shape, of: key.schema)
      return plan.cases.first { $0.value == value }.map { "\(name).\(SwiftNames.escaped($0.name))" }
    default: return nil
    }
  }

  private func literal(_ number: Double) -> SwiftSource {
    if number == number.rounded(), abs(number) < 1e15 { return SwiftSource(Int(number)) }
    // The compiler warns about subnormal literals.
    return number.isNormal ? .decimal(number) : "Double(bitPattern: \(SwiftSource.hexadecimal(number.bitPattern)))"
  }

  /// Plans the twin of a struct: every member is optional, and null removes a member that the struct may lack.
  private mutating func patchDeclaration(of key: TypeKey) -> TypeDeclaration {
    var twin = declaration(of: TypeKey(schema: key.schema))
    guard case .structure(let base) = twin.kind else { return twin }
    var plan = base
    plan.identity = nil
    plan.members = base.wireMembers.map { member in
      var member = member
      switch member.presence {
      case .required: member.presence = .optional
      case .optional, .optionalOrNull, .defaulted: member.presence = .optionalOrNull
      case .constant: member.presence = .optional
      }
      if case .optional(let wrapped) = member.type {
        member.presence = .optionalOrNull
        member.type = wrapped
      }
      return member
    }
    if case .typed(let reference) = base.additional { plan.additional = .typed(.optional(reference)) }
    twin.key = key
    twin.name = names[key] ?? twin.name
    twin.formerNames = formerNames[key] ?? []
    twin.documentation = [
      "A partial update: absent members are unchanged, and null removes an optional member."
    ]
    twin.kind = .structure(plan)
    twin.base = base
    return twin
  }

  // MARK: - Enums

  private mutating func enumeration(_ shape: EnumerationShape, of schema: SchemaID) -> EnumerationPlan {
    var taken: Set<String> = shape.isOpen ? ["unknown"] : []
    var cases: [EnumerationPlan.Case] = []
    func name(_ text: String, at index: Int) -> String {
      let wanted = index < shape.names.count ? SwiftNames.enumerationCase(shape.names[index]) : text
      let name = SwiftNames.unique(wanted, of: text, among: taken)
      taken.insert(name)
      return name
    }
    switch shape.values {
    case .strings(let values):
      var known: Set<String> = []
      for (index, value) in values.enumerated() where known.insert(value).inserted {
        let wanted = value.isEmpty ? "empty" : SwiftNames.enumerationCase(value)
        cases.append(
          EnumerationPlan.Case(
            name: name(wanted, at: index), literal: SwiftText.literal(value), value: .string(value), usualName: wanted))
      }
      return EnumerationPlan(rawType: "String", cases: cases, isOpen: shape.isOpen)
    case .integers(let values):
      var known: Set<Int> = []
      for (index, value) in values.enumerated() where known.insert(value).inserted {
        let wanted = value < 0 ? "minus\(value.magnitude)" : "value\(value)"
        cases.append(
          EnumerationPlan.Case(
            name: name(wanted, at: index), literal: SwiftSource(value), value: .number(JSONNumber(value)),
            usualName: wanted)
        )
      }
      return EnumerationPlan(rawType: "Int", cases: cases, isOpen: shape.isOpen)
    }
  }

  private mutating func union(_ shape: UnionShape, of schema: SchemaID) -> UnionPlan {
    var taken: Set<String> = []
    var cases: [UnionPlan.Case] = []
    for branch in shape.branches {
      let type = branch.schema.map { reference(to: $0) } ?? reference(to: branch.shape, of: schema)
      let label = label(of: branch, in: shape, cases.count)
      let name = SwiftNames.unique(SwiftNames.enumerationCase(label), of: label, among: taken)
      taken.insert(name)
      let types = branch.schema.map { Facts(of: $0, in: graph).types } ?? []
      cases.append(UnionPlan.Case(name: name, type: type, schema: branch.schema, types: types))
    }
    if case .validators = shape.dispatch {
      diagnostics.append(
        graph.diagnostic(
          .note, at: schema,
          "expected branches distinguished by a tag, a type or a required member, found a union whose branches are "
            + "tried in turn"))
    }
    return UnionPlan(cases: cases, dispatch: shape.dispatch)
  }

  /// Returns the tag's value if there is one, else the name of the branch's schema.
  private func label(of branch: UnionShape.Branch, in shape: UnionShape, _ index: Int) -> String {
    if case .tag(_, let values) = shape.dispatch {
      if let tag = values[index]?.first?.string { return tag }
      return "other"
    }
    return branch.label
  }
}
