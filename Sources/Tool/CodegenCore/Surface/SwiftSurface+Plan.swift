import JSONSchema
import SchemaRuntime

// The declarations that the emitters print, as data.
extension SwiftSurface.TypeSurface {
  /// - Parameter graph: the schemas of the plan, which may include more than those of the documents.
  init(_ type: TypeDeclaration, in graph: SchemaGraph) {
    self.init(type)
    // Versions are compared by the schemas of their documents.
    let pointer = graph[schema].pointer.tokens
    schema = graph.written(schema)
    let path = pointer.dropFirst(graph[schema].pointer.tokens.count).joined(separator: "/")
    role = [path, graph[type.key.schema].twin?.mark ?? "", role].filter { !$0.isEmpty }.joined(separator: " ")
    for index in members.indices { members[index].schema = members[index].schema.map(graph.written) }
    for index in cases.indices { cases[index].schema = cases[index].schema.map(graph.written) }
  }

  /// The protocol of a struct's members; nil if there is none.
  init?(protocolOf type: TypeDeclaration, in graph: SchemaGraph) {
    guard case .structure(let plan) = type.kind, let offered = plan.offered else { return nil }
    self.init(type, in: graph)
    (name, formerNames, role, kind) = (offered.source.text, [], "protocol", .memberProtocol)
    (conformances, parameters) = (["SchemaModel"], nil)
    let names = Set(offered.members.map(\.name))
    members = members.filter { names.contains($0.name) }
    for index in members.indices { members[index].isSettable = false }
  }

  private init(_ type: TypeDeclaration) {
    name = type.name.qualified
    formerNames = type.formerNames.map { $0.enclosing.isEmpty ? $0.name : $0.enclosing + "." + $0.name }
    schema = type.key.schema
    role = type.key.isInner ? "value" : type.key.isPatch ? "patch" : type.key.part?.rawValue ?? ""
    conformances =
      !type.isModel
      ? ["Encodable"] : type.isLocalOnly ? ["SchemaModel"] : ["SchemaModel", "WritableModel", "Encodable"]
    members = []
    cases = []
    switch type.kind {
    case .structure(let plan):
      kind = .structure
      parameters = []
      addMembers(of: plan, isTwin: type.base != nil)
    case .enumeration(let plan):
      kind = .enumeration(rawType: plan.rawType.text, isOpen: plan.isOpen)
      conformances += ["RawRepresentable", plan.isOpen ? "OpenEnumeration" : "CaseIterable"]
      cases = plan.cases.map { SwiftSurface.Case(name: $0.name, payload: $0.literal.text, schema: type.key.schema) }
    case .tuple(let plan):
      kind = .structure
      members = plan.items.map {
        SwiftSurface.Member(
          name: $0.name, wireName: nil, type: $0.propertyType.text, isSettable: true, schema: $0.schema)
      }
      parameters = plan.items.map {
        SwiftSurface.Parameter(label: $0.name, type: $0.propertyType.text, hasDefault: !$0.isRequired)
      }
      if let rest = plan.rest {
        let type = TypeReference.array(rest).source.text
        members.append(SwiftSurface.Member(name: "rest", wireName: nil, type: type, isSettable: true, schema: nil))
        parameters?.append(SwiftSurface.Parameter(label: "rest", type: type, hasDefault: true))
      }
    case .union(let plan):
      kind = .union
      cases = plan.cases.map {
        SwiftSurface.Case(
          name: $0.name, payload: $0.type?.source.text ?? "", schema: $0.schema, hasFactory: $0.parameters != nil)
      }
      members = plan.sharedMembers.map {
        SwiftSurface.Member(
          name: $0.name, wireName: nil, type: $0.type.text, isSettable: $0.isSettable, schema: nil)
      }
      if let tag = plan.tag {
        members.append(
          SwiftSurface.Member(name: tag.name, wireName: nil, type: tag.type.text, isSettable: false, schema: nil))
      }
    case .wrapper(let reference):
      kind = .structure
      members = [
        SwiftSurface.Member(
          name: reference.wrapperProperty.text, wireName: nil, type: reference.source.text, isSettable: true,
          schema: type.key.schema)
      ]
      parameters = [SwiftSurface.Parameter(label: "_", type: reference.source.text, hasDefault: false)]
    }
  }

  private mutating func addMembers(of plan: StructurePlan, isTwin: Bool) {
    for member in plan.members { add(member) }
    for variant in plan.variants {
      members.append(
        SwiftSurface.Member(
          name: variant.name, wireName: nil, type: variant.type.text, isSettable: true, schema: variant.key.schema))
      parameters?.append(SwiftSurface.Parameter(label: variant.name, type: variant.type.text, hasDefault: false))
    }
    if let patterned = plan.patterned {
      addMap("patternMembers", TypeReference.map(patterned.type).source.text)
    }
    switch plan.additional {
    case .kept: addMap("additionalMembers", TypeReference.map(.scalar("JSONValue")).source.text)
    case .typed(let reference): addMap("additionalMembers", TypeReference.map(reference).source.text)
    case .refused: break
    }
    if let identity = plan.identity {
      conformances.append("Identifiable")
      if identity != "id", let member = members.first(where: { $0.name == identity }) {
        members.append(
          SwiftSurface.Member(name: "id", wireName: nil, type: member.type, isSettable: false, schema: member.schema))
      }
    }
    if isTwin { conformances.append("MergePatch") }
    conformances += plan.protocols.map(\.source.text)
  }

  private mutating func add(_ member: MemberPlan) {
    members.append(
      SwiftSurface.Member(
        name: member.name, wireName: member.wireName, type: member.propertyType.text, isSettable: !member.isConstant,
        schema: member.schema, formerNames: member.formerNames))
    if case .defaulted = member.presence {
      for (name, type) in [("has" + member.stem, "Bool"), ("clear\(member.stem)()", "")] {
        members.append(
          SwiftSurface.Member(name: name, wireName: nil, type: type, isSettable: false, schema: member.schema))
      }
    }
    if member.isConstant { return }
    let isRequired: Bool = if case .required = member.presence { true } else { false }
    parameters?.append(
      SwiftSurface.Parameter(
        label: member.name, type: member.withoutDefault.propertyType.text, hasDefault: !isRequired))
  }

  private mutating func addMap(_ name: String, _ type: String) {
    members.append(SwiftSurface.Member(name: name, wireName: nil, type: type, isSettable: true, schema: nil))
    parameters?.append(SwiftSurface.Parameter(label: name, type: type, hasDefault: true))
  }
}
