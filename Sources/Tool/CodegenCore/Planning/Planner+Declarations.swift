import JSONSchema
import SchemaAnalysis
import SchemaRuntime

extension Planner {
  /// Plans the declaration of one type.
  mutating func declaration(of key: TypeKey) -> TypeDeclaration {
    if key.isPatch { return patchDeclaration(of: key) }
    let node = graph[key.schema]
    let location = graph[survey.origins[key.schema] ?? key.schema].location
    let isShared = shared.names[key.schema] != nil && key.part == nil
    let isDeprecated = node.keywords.deprecated && !isShared
    if isDeprecated { noteDeprecation(of: key.schema) }
    let unknown = TypeName(name: "Unnamed", qualified: "Unnamed", enclosing: "")
    var declaration = TypeDeclaration(
      key: key, name: names[key] ?? unknown,
      // The words of a shared type are those of its uses.
      documentation: isShared
        ? Documentation.lines(Keywords(), title: nil, location: location) : documentation(of: node, location: location),
      location: location, isLocalOnly: node.keywords.vendor.localOnly, isDeprecated: isDeprecated,
      kind: kind(of: key), formerNames: formerNames[key] ?? [])
    if case .nullable = shape(of: key.schema), key.part == nil {
      if case .wrapper = declaration.kind {} else { declaration.isBesideNull = true }
    }
    return declaration
  }

  /// Returns the documentation of a type; for a twin, with the type of which it is a twin.
  private func documentation(of node: SchemaNode, location: String) -> [MarkdownSource] {
    if !hasComments { return [] }
    let isSensitive = sensitive.contains(node.id)
    guard let twin = node.twin, let name = twin.origin.flatMap({ names[TypeKey(schema: $0)] }) else {
      return Documentation.lines(
        node.keywords, title: node.keywords.title, location: location, isSensitive: isSensitive)
    }
    var keywords = node.keywords
    keywords.description = nil
    let limits = Documentation.lines(keywords, title: nil, location: location, isSensitive: isSensitive)
    return Documentation.lines(of: twin.view, name.qualified) + [""] + limits
  }

  private mutating func kind(of key: TypeKey) -> TypeDeclaration.Kind {
    var shape = shape(of: key.schema)
    if key.isInner || key.part != nil || graph[key.schema].parent != nil, case .nullable(let inner) = shape {
      shape = inner
    }
    if let part = key.part, case .union(let union) = shape {
      shape = union.branches.first { $0.schemas.isEmpty && $0.shape.partType == part }?.shape ?? shape
    }
    switch shape {
    case .tuple(let tuple): return .tuple(self.tuple(tuple))
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
    // No other member gets a name that is the same in Swift as in JSON.
    let exact = Set(object.members.map(\.name).filter { SwiftNames.member(renamed($0)) == $0 }).subtracting(taken)
    taken.formUnion(exact)
    let plain = object.members.map { SwiftNames.withoutDomain($0.name) }
    let uses = Dictionary(plain.map { (SwiftNames.member($0), 1) }, uniquingKeysWith: +)
    var members: [MemberPlan] = []
    for (member, plain) in zip(object.members, plain) {
      let isUsedOnce = uses[SwiftNames.member(plain)] == 1
      var name = SwiftNames.member(renamed(isUsedOnce && renamed(member.name) == member.name ? plain : member.name))
      if exact.contains(name), member.name.isSpelled(like: name) { taken.remove(name) }
      if let explicit = graph[member.schema].keywords.vendor.swift.name,
        graph[member.schema].keywords.ref == nil || graph[member.schema].keywords.written["x-swift"] != nil,
        constant(of: member) != nil || !shape(of: member.schema).needsName
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
            "this object requires itself, so that it has no finite value; it is generated as JSONValue"))
        members[members.count - 1].type = .scalar("JSONValue")
      }
    }
    let variants = variants(of: object, with: &members, taken)
    members = withStems(members)
    let additional: StructurePlan.Additional
    switch object.additional {
    case .kept: additional = .kept
    case .refused: additional = .refused
    case .typed(let schema): additional = .typed(reference(to: schema))
    }
    let named = members.first { $0.wireName == id && !$0.isLocalOnly }?.name
    let identity = named ?? (id == nil && members.contains(where: \.isUsualIdentity) ? "id" : nil)
    if let id, identity == nil {
      diagnostics.append(
        graph.diagnostic(
          .error, at: schema, keyword: "x-swift", member: "id", "expected 'id' to name a member, found \(id.quoted)"))
    }
    return StructurePlan(
      members: members, patterned: object.patterned.map { patterned($0, in: schema) },
      additional: additional, variants: variants, isUntyped: object.isUntyped, identity: identity)
  }

  /// Plans the properties for choices, and the members whose values are determined by a branch.
  private mutating func variants(
    of object: ObjectShape, with members: inout [MemberPlan], _ taken: Set<String>
  ) -> [StructurePlan.Variant] {
    var taken = taken.union(["additionalMembers", "patternMembers"])
    var variants: [StructurePlan.Variant] = []
    for variant in object.variants {
      let key = TypeKey(schema: variant.schema)
      guard case .model(_, let type) = reference(to: variant.schema),
        case .union(let shape) = self.shape(of: variant.schema)
      else { continue }
      let name = SwiftNames.unique(SwiftNames.member(renamed(variant.label)), of: variant.label, among: taken)
      taken.insert(name)
      variants.append(StructurePlan.Variant(name: name, key: key, type: type))
      let names = caseNames(of: shape)
      let tag = shape.tag.flatMap { self.tag($0, avoiding: names) }
      for index in members.indices where shape.tag?.name.isSpelled(like: members[index].wireName) ?? false {
        guard let tag, case .required = members[index].presence else { continue }
        members[index].presence = .constant("\(SwiftNames.escaped(name)).\(SwiftNames.label(tag.name))")
      }
    }
    return variants
  }

  private mutating func patterned(_ members: ObjectShape.Patterned, in schema: SchemaID) -> StructurePlan.Patterned {
    StructurePlan.Patterned(
      patterns: members.patterns, type: reference(to: members.schema),
      documentation: Documentation.lines(patterns: members.patterns, isSensitive: sensitive.contains(schema)))
  }

  private mutating func tuple(_ shape: TupleShape) -> TuplePlan {
    let items = shape.items.map { item in
      let keywords = graph[item.schema].keywords
      return TuplePlan.Item(
        name: SwiftNames.member(renamed(item.label)), type: reference(to: item.schema), isRequired: item.isRequired,
        schema: item.schema,
        documentation: Documentation.lines(
          keywords, title: nil, location: nil, isSensitive: sensitive.contains(item.schema)))
    }
    let rest: TypeReference? =
      switch shape.rest {
      case .none: nil
      case .kept: .scalar("JSONValue")
      case .typed(let schema): reference(to: schema)
      }
    return TuplePlan(items: items, rest: rest)
  }

  /// Returns the name that a schema specifies for a member.
  private mutating func checked(_ name: String, at schema: SchemaID) -> String {
    let member = SwiftNames.member(name)
    if member != name {
      diagnostics.append(
        graph.diagnostic(
          .error, at: schema, keyword: "x-swift", member: "name",
          "expected a valid Swift property name, found \(name.quoted); did you mean '\(member)'?"))
    }
    return member
  }

  /// Gives each member a stem such that the derived properties do not clash with other members.
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
    var (presence, keepsNull) = (MemberPlan.Presence.required, false)
    if member.isLocalOnly || !member.isRequired {
      presence = .optional
      if case .optional(let wrapped) = type {
        keepsNull = !member.isLocalOnly && nullIsAbsence(of: member.schema)
        presence = keepsNull ? .optional : .optionalOrNull
        type = wrapped
      }
    } else if let value = constant(of: member) {
      type = .scalar(value.string == nil ? "Int" : "String")
      presence = .constant(literal(value, value.string == nil ? .integer : .string))
    } else if let const = graph.constant(of: member.schema), let text = literal(const, as: type, at: member.schema) {
      presence = .constant(text)
    }
    return MemberPlan(
      schema: member.schema, wireName: member.name, name: name, type: type, presence: presence,
      documentation: documentation(of: member.schema, isTyped: !type.models.isEmpty),
      isDeprecated: keywords.deprecated, deprecationMessage: keywords.vendor.deprecationMessage,
      isLocalOnly: member.isLocalOnly, stem: NameWords.capitalized(name), keepsNull: keepsNull,
      isConditional: member.isConditional)
  }

  /// Whether null in an optional member means the same as absence: as its schema says, or else in responses of APIs, whose
  /// servers write either.
  private func nullIsAbsence(of schema: SchemaID) -> Bool {
    let node = graph[schema]
    if let null = node.keywords.vendor.swift.null { return null == .absent }
    return node.dialect.isPractice && survey.schemasOfRequests.map { !$0.contains(schema) } ?? false
  }

  /// Returns the documentation of a member: that of its schema, and unless a type documents it, that of the schema that
  /// it references or that is its only alternative to null. A description next to a reference is the member's, even
  /// where it has no effect on values.
  private func documentation(of schema: SchemaID, isTyped: Bool) -> [MarkdownSource] {
    if !hasComments { return [] }
    var keywords = graph[schema].keywords
    var description = keywords.description ?? keywords.written["description"]?.string
    var seen: Set<SchemaID> = [schema]
    while !isTyped, let next = describedPart(of: keywords), seen.insert(next).inserted {
      keywords = graph[next].keywords
      description = description ?? keywords.description ?? keywords.written["description"]?.string
    }
    keywords.description = description
    return Documentation.lines(keywords, title: nil, location: nil, isSensitive: !sensitive.isDisjoint(with: seen))
  }

  /// The only reference of a schema, or its only alternative to null.
  private func describedPart(of keywords: Keywords) -> SchemaID? {
    if keywords.references.count == 1, keywords.allOf.isEmpty { return keywords.references[0] }
    let branches = (keywords.oneOf + keywords.anyOf).filter { graph[$0].keywords.type != [.null] }
    let hasOthers = keywords.oneOf.count + keywords.anyOf.count > 1
    return branches.count == 1 && hasOthers ? branches[0] : nil
  }

  /// Returns a value as a Swift expression of a type; nil if there is no readable one.
  private mutating func literal(_ value: JSONValue, as type: TypeReference, at schema: SchemaID) -> SwiftSource? {
    switch type {
    case .scalar(let name): return SwiftExpressions.plain(value, name.text)?.source
    case .model(let key, let name):
      guard case .enumeration(let shape) = shape(of: key.schema) else { return nil }
      let plan = enumeration(shape, of: key.schema)
      return plan.cases.first { $0.value == value }.map { "\(name).\(SwiftNames.escaped($0.name))" }
    case .array, .map, .optional: return nil
    }
  }

  /// Plans the partial-update twin of a struct: every member is optional, and null removes a member that the struct may
  /// lack, or resets one that has a default.
  private mutating func patchDeclaration(of key: TypeKey) -> TypeDeclaration {
    var twin = declaration(of: TypeKey(schema: key.schema))
    guard case .structure(let base) = twin.kind else { return twin }
    var plan = base
    plan.identity = nil
    plan.members = base.wireMembers.map { member in
      var member = member
      switch member.presence {
      case .required:
        let isReset = graph.default(of: member.schema) != nil || member.type == .scalar("JSONValue")
        member.presence = isReset ? .optionalOrNull : .optional
      case .optional, .optionalOrNull, .defaulted: member.presence = .optionalOrNull
      case .constant: member.presence = .optional
      }
      if case .optional(let wrapped) = member.type {
        member.presence = .optionalOrNull
        member.type = wrapped
      }
      member.keepsNull = false
      member.type = change(of: member.type)
      return member
    }
    if let patterned = base.patterned { plan.patterned?.type = change(ofMember: patterned.type) }
    if case .typed(let reference) = base.additional { plan.additional = .typed(change(ofMember: reference)) }
    twin.key = key
    twin.name = names[key] ?? twin.name
    twin.formerNames = formerNames[key] ?? []
    let resets = plan.members.contains { if case .optionalOrNull = $0.presence { true } else { false } }
    twin.documentation = [
      "A partial update: absent members are unchanged\(resets ? ", and null removes or resets a member" : "")."
    ]
    twin.kind = .structure(plan)
    twin.base = base
    return twin
  }

  /// Returns the type of a change to a value: objects are merged, and all other values are replaced.
  private mutating func change(of type: TypeReference) -> TypeReference {
    switch type {
    case .scalar, .array: return type
    case .optional(let wrapped): return .optional(change(of: wrapped))
    case .map(let value): return .map(value == .scalar("JSONValue") ? value : change(ofMember: value))
    case .model(let key, _):
      let twin = TypeKey(schema: key.schema, isPatch: true)
      if !key.isInner, key.part == nil, let name = names[twin] { return .model(twin, name: name.source) }
      return mayBeObject(key.schema) ? .scalar("JSONValue") : type
    }
  }

  /// Returns the type of a change to a member that null removes.
  private mutating func change(ofMember type: TypeReference) -> TypeReference {
    let change = change(of: type)
    if case .optional = change { return change }
    return .optional(change)
  }

  /// Returns the configured name for one of the schemas, or else the given name.
  private func renamed(_ name: String) -> String { configuration.names[name] ?? name }

  // MARK: - Enums

  /// Notes once that a type or case has no attribute for its deprecation.
  private mutating func noteDeprecation(of schema: SchemaID) {
    if hasNotedDeprecation { return }
    hasNotedDeprecation = true
    diagnostics.append(
      graph.diagnostic(
        .note, at: schema, keyword: "deprecated",
        "only the documentation says that this is deprecated, because '@available' would cause warnings in generated "
          + "code, which uses it; the same holds for all deprecated types, and for some deprecated cases of enums"))
  }

  private mutating func enumeration(_ shape: EnumerationShape, of schema: SchemaID) -> EnumerationPlan {
    var taken: Set<String> = shape.isOpen ? ["unknown"] : []
    var known: Set<JSONValue> = []
    var cases: [EnumerationPlan.Case] = []
    let values = shape.values.map(\.json)
    let type = names[TypeKey(schema: schema)]
    let noun = SwiftNames.noun(ofNumbersIn: type?.qualified ?? "")
    // A string that spells a Boolean or a number of the list makes way for it.
    let spelled = Set(
      values.filter { $0.string == nil }.map { SwiftNames.enumerationCase(for: $0, noun: noun) })
    let exact = Set(values.compactMap(\.string).filter { SwiftNames.enumerationCase(renamed($0)) == $0 })
      .subtracting(taken).subtracting(spelled)
    taken.formUnion(exact)
    let areMixed = SwiftNames.areMixed(values)
    let prefix = type.map { SwiftNames.prefix(of: values, in: $0.qualified) } ?? 0
    // Its cases are only found by their values.
    let isNamedOnce = shape.rawType.isPlain && !shape.isOpen
    for value in shape.values where known.insert(value.json).inserted {
      var usual = SwiftNames.enumerationCase(for: value.json, without: prefix, amongMixed: areMixed, noun: noun)
      if value.json.string != nil, spelled.contains(usual) { usual += "Text" }
      if let text = value.json.string, exact.contains(text), text.isSpelled(like: usual) { taken.remove(usual) }
      var wanted = usual
      if let name = value.name, ShapeClassifier.isName(name) { wanted = SwiftNames.enumerationCase(name) }
      if let name = value.json.string.flatMap({ configuration.names[$0] }) { wanted = SwiftNames.enumerationCase(name) }
      let name = SwiftNames.unique(wanted, of: value.json.string ?? value.json.text(), among: taken)
      taken.insert(name)
      cases.append(
        EnumerationPlan.Case(
          name: name, literal: literal(value.json, shape.rawType), value: value.json, usualName: usual,
          documentation: Documentation.lines(describing: value.description, isSensitive: sensitive.contains(schema)),
          isDeprecated: value.isDeprecated,
          hasAvailability: value.isDeprecated && isNamedOnce && !defaults.contains(value.json)))
      if value.isDeprecated, cases.last?.hasAvailability == false { noteDeprecation(of: schema) }
    }
    let rawType: SwiftSource =
      switch shape.rawType {
      case .string: "String"
      case .integer: "Int"
      case .any: "JSONValue"
      }
    return EnumerationPlan(
      rawType: rawType, cases: cases, isOpen: shape.isOpen, isSensitive: sensitive.contains(schema))
  }

  private static let demandsOfList = 1_000

  private func literal(_ value: JSONValue, _ rawType: EnumerationShape.RawType) -> SwiftSource {
    switch (value, rawType) {
    case (.string(let text), .string): return SwiftText.literal(text)
    case (.number(let number), .integer): return SwiftSource(number.int ?? 0)
    case (.string(let text), _): return SwiftText.literal(text)
    case (.bool(let flag), _): return flag ? "true" : "false"
    case (.number(let number), _):
      if let int = number.int { return SwiftSource(int) }
      return number.double.flatMap { SwiftExpressions.double($0)?.source } ?? "nil"
    case (.null, _), (.array, _), (.object, _): return "nil"
    }
  }

  private mutating func union(_ shape: UnionShape, of schema: SchemaID) -> UnionPlan {
    let names = caseNames(of: shape)
    var cases: [UnionPlan.Case] = []
    for (index, branch) in shape.branches.enumerated() {
      let type = branch.hasValue ? reference(to: branch.shape, of: schema, part: branch.shape.partType) : nil
      var types: Set<JSONType> = []
      if case .types(let listed) = shape.dispatch { types = listed[index] }
      let tag = branch.schema.flatMap { graph[$0].keywords.selection }.flatMap { $0.isFixed ? nil : $0 }
      let constant = branch.constant.flatMap { literal($0, $0.string == nil ? .integer : .string) }
      cases.append(
        UnionPlan.Case(
          name: names[index], type: type, documentation: branch.schemas.first.map(summary) ?? [], constant: constant,
          schemas: branch.schemas, types: types, tag: tag))
    }
    if case .validators = shape.dispatch {
      diagnostics.append(
        graph.diagnostic(
          .note, at: schema,
          "no tag, type or required member tells the branches apart, so that each value is tried with one after another; "
            + "a 'const' in a required member of each would be faster, and its errors clearer"))
    }
    let demands = cases.map { self.demands(of: $0) }
    let order = cases.indices.sorted { demands[$0] == demands[$1] ? $0 < $1 : demands[$0] > demands[$1] }
    var plan = UnionPlan(cases: cases, dispatch: shape.dispatch, order: order, isUntyped: shape.isUntyped)
    plan.isPart = shape.isPart
    setBranchNames(of: &plan, schema)
    plan.tag = shape.tag.flatMap { self.tag($0, avoiding: names) }
    return plan
  }

  /// Returns the first paragraph of a schema's description, or of that of the schema to which it refers.
  private func summary(of schema: SchemaID) -> [MarkdownSource] {
    let target = graph[schema].keywords.ref ?? schema
    let description = graph[schema].keywords.description ?? graph[target].keywords.description
    let isSensitive = sensitive.contains(schema) || sensitive.contains(target)
    return Array(Documentation.lines(describing: description, isSensitive: isSensitive).prefix { !$0.isEmpty })
  }

  private func caseNames(of shape: UnionShape) -> [String] {
    var taken: Set<String> = []
    return shape.branches.map { branch in
      let name = SwiftNames.unique(SwiftNames.enumerationCase(renamed(branch.label)), of: branch.label, among: taken)
      taken.insert(name)
      return name
    }
  }

  /// Returns the property for a tag; nil if a value has no readable expression, or the property has no name.
  private mutating func tag(_ tag: UnionShape.Tag, avoiding cases: [String]) -> UnionPlan.Tag? {
    let name = SwiftNames.member(renamed(tag.name))
    let type = reference(to: tag.schema)
    let values = tag.values.compactMap { literal($0, as: type, at: tag.schema) }
    guard values.count == tag.values.count, !UnionPlan.ownProperties.union(cases).contains(name) else { return nil }
    return UnionPlan.Tag(name: name, type: type.source, values: values)
  }

  /// Returns how many requirements a branch has: one with few requirements would otherwise accept the values of others.
  private func demands(of item: UnionPlan.Case) -> Int {
    item.schemas.map { schema in
      Facts.schemas(joinedBy: schema, in: graph).reduce(0) { sum, joined in
        let keywords = graph[joined].keywords
        let isListed = keywords.const != nil || keywords.enumeration != nil
        return sum + keywords.required.count + (isListed ? Self.demandsOfList : 0) + (keywords.type == nil ? 0 : 1)
      }
    }.min() ?? 0
  }
}
