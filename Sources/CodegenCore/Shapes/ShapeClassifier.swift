import JSONSchema
import SchemaRuntime

/// Determines the shape of a schema by checking its keywords in order, the most specific first.
struct ShapeClassifier {
  let graph: SchemaGraph
  /// The Swift types for string formats.
  let formatTypes: [String: SwiftSource]

  func shape(of schema: SchemaID) -> Shape {
    let node = graph[schema]
    guard node.boolean == nil else { return .any(fallback: nil) }
    let keywords = node.keywords
    if let type = keywords.vendor.swift.type { return custom(SwiftSource(type), schema) }
    if let target = plainReference(keywords) { return .reference(target) }
    let facts = Facts(of: schema, in: graph)
    if let shape = enumeration(facts, keywords) { return shape }
    if let shape = choice(facts, schema) { return shape }
    return typed(facts, schema)
  }

  /// Returns the type named by `x-swift`. A null that the schema admits is not one of its values.
  private func custom(_ type: SwiftSource, _ schema: SchemaID) -> Shape {
    let facts = Facts(of: schema, in: graph)
    let isTyped = facts.types.count < JSONType.allCases.count || partition(facts.oneOf + facts.anyOf).hasNull
    let admitsNull = facts.types.contains(.null) && (facts.values?.contains { $0.isNull } ?? true)
    return type != "JSONValue" && isTyped && admitsNull ? .nullable(.custom(type)) : .custom(type)
  }

  /// Returns the target of a `$ref` whose sibling keywords do not affect the type.
  private func plainReference(_ keywords: Keywords) -> SchemaID? {
    guard let target = keywords.ref ?? keywords.dynamicRef else { return nil }
    let saysMore =
      keywords.ref != nil && keywords.dynamicRef != nil || keywords.type != nil || keywords.enumeration != nil
      || keywords.const != nil || !keywords.properties.isEmpty
      || !keywords.patternProperties.isEmpty || keywords.additionalProperties != nil
      || keywords.unevaluatedProperties != nil
      || !keywords.required.isEmpty
      || keywords.items != nil || !keywords.prefixItems.isEmpty || !keywords.allOf.isEmpty || !keywords.anyOf.isEmpty
      || !keywords.oneOf.isEmpty
    return saysMore ? nil : target
  }

  // MARK: Values

  private func enumeration(_ facts: Facts, _ keywords: Keywords) -> Shape? {
    guard let values = facts.values, !values.isEmpty else { return nil }
    let admitted = values.filter { TypeSet(facts.types).contains(TypeSet($0.type)) || facts.admitsNumber($0) }
    let present = admitted.filter { !$0.isNull }
    if keywords.const != nil, keywords.enumeration == nil, let value = present.first { return constant(value) }
    let shape: Shape
    if present.isEmpty {
      shape = .null
    } else if present.allSatisfy({ $0.string != nil }) {
      let names = keywords.vendor.enumVarnames
      let strings = present.compactMap(\.string)
      if hasEquivalents(strings) { return .any(fallback: "distinct values that are equal under Swift's ==") }
      shape = .enumeration(EnumerationShape(values: .strings(strings), isOpen: false, names: names))
    } else if present.allSatisfy({ $0.int != nil }) {
      let names = keywords.vendor.enumVarnames
      let integers = present.compactMap(\.int)
      shape = .enumeration(EnumerationShape(values: .integers(integers), isOpen: false, names: names))
    } else if present.allSatisfy({ $0.bool != nil }) {
      shape = .boolean
    } else {
      return .any(fallback: "an enumeration of values of several types")
    }
    return present.count < admitted.count && !present.isEmpty ? .nullable(shape) : shape
  }

  /// Whether two different strings are equal in Swift, such as a precomposed and a decomposed accented letter.
  private func hasEquivalents(_ strings: [String]) -> Bool {
    Set(strings).count < Set(strings.map { Array($0.utf8) }).count
  }

  /// Returns the type of the only value that `const` admits.
  private func constant(_ value: JSONValue) -> Shape {
    switch value {
    case .string: .string(swiftType: "String")
    case .bool: .boolean
    case .number(let number) where number.int != nil: .integer
    // A number that `Double` would round keeps its text.
    case .number(let number): number.double.flatMap(JSONNumber.init) == number ? .number : .custom("JSONNumber")
    case .null: .null
    case .array, .object: .any(fallback: "a constant array or object")
    }
  }

  // MARK: Choices

  private func choice(_ facts: Facts, _ schema: SchemaID) -> Shape? {
    guard facts.properties.isEmpty else { return nil }
    let branches = facts.oneOf.isEmpty ? facts.anyOf : facts.oneOf
    guard !branches.isEmpty else { return nil }
    let (nulls, others) = partition(branches)
    guard let first = others.first else { return .null }
    let shape: Shape
    if others.count == 1 {
      shape = .reference(first)
    } else if let open = openEnumeration(others) {
      shape = .enumeration(open)
    } else {
      shape = union(others, facts, preferred: Discriminator(of: graph[schema])?.property)
    }
    return nulls && facts.types.contains(.null) ? .nullable(shape) : shape
  }

  private func partition(_ branches: [SchemaID]) -> (hasNull: Bool, others: [SchemaID]) {
    let others = branches.filter { branch in
      let facts = Facts(of: branch, in: graph)
      return !(facts.types == [.null]) && graph[branch].boolean != false
    }
    let hasNull = branches.contains { Facts(of: $0, in: graph).types == [.null] && graph[$0].boolean == nil }
    return (hasNull, others)
  }

  /// `[{enum: […]}, {type: string}]`: known values; all others are preserved.
  private func openEnumeration(_ branches: [SchemaID]) -> EnumerationShape? {
    guard branches.count == 2 else { return nil }
    for (known, rest) in [(branches[0], branches[1]), (branches[1], branches[0])] {
      let knownFacts = Facts(of: known, in: graph)
      let restFacts = Facts(of: rest, in: graph)
      guard let values = knownFacts.values, !values.isEmpty, restFacts.values == nil,
        restFacts.oneOf.isEmpty, restFacts.anyOf.isEmpty
      else { continue }
      let names = graph[resolved(known)].keywords.vendor.enumVarnames
      if restFacts.types == [.string], values.allSatisfy({ $0.string != nil }),
        !hasEquivalents(values.compactMap(\.string))
      {
        return EnumerationShape(values: .strings(values.compactMap(\.string)), isOpen: true, names: names)
      }
      if restFacts.types == [.integer], values.allSatisfy({ $0.int != nil }) {
        return EnumerationShape(values: .integers(values.compactMap(\.int)), isOpen: true, names: names)
      }
    }
    return nil
  }

  private func resolved(_ schema: SchemaID) -> SchemaID {
    var schema = schema
    var steps = 0
    while let target = plainReference(graph[schema].keywords), steps < graph.nodes.count {
      schema = target
      steps += 1
    }
    return schema
  }

  private func union(_ schemas: [SchemaID], _ facts: Facts, preferred: String?) -> Shape {
    let all = schemas.map { Facts(of: $0, in: graph) }
    var branches = schemas.map { UnionShape.Branch(schema: $0, shape: .reference($0), label: label(of: $0)) }
    let dispatch = UnionAnalysis(all, graph: graph, preferred: preferred).dispatch
    // Branches named only after their type are renamed after their distinguishing member; of equal names, the later
    // ones are numbered.
    let unnamed = Set(JSONType.allCases.map(\.rawValue) + ["alternative"])
    var taken: Set<String> = []
    for (index, branch) in branches.enumerated() {
      defer { taken.insert(branches[index].label) }
      guard unnamed.contains(branch.label) else { continue }
      func isTaken(_ label: String) -> Bool { taken.contains(label) }
      if case .members(let names) = dispatch {
        branches[index].label = names[index]
      } else if let mark = graph.mark(of: schemas[index]), !isTaken(mark) {
        branches[index].label = mark
      } else if let last = graph[schemas[index]].pointer.tokens.last, Int(last) != nil, isTaken(branch.label) {
        branches[index].label = "option-" + last
      }
    }
    return .union(UnionShape(branches: branches, dispatch: dispatch))
  }

  private func label(of schema: SchemaID) -> String {
    let target = graph[resolved(schema)]
    if let name = target.keywords.vendor.swift.name { return name }
    if target.keywords.ref ?? target.keywords.dynamicRef == nil, let last = target.pointer.tokens.last, Int(last) == nil
    {
      return last
    }
    if graph.isRoot(target.id) { return FileStem.of(graph.documents[target.document]) }
    if let title = target.keywords.title { return title }
    return Facts(of: schema, in: graph).types.count == 1
      ? Facts(of: schema, in: graph).types.first.map(\.rawValue) ?? "value" : "alternative"
  }

  // MARK: Types

  private func typed(_ facts: Facts, _ schema: SchemaID) -> Shape {
    var types = facts.types
    if types.contains(.number) { types.remove(.integer) }
    let isNullable = types.remove(.null) != nil
    guard !types.isEmpty else { return isNullable ? .null : .any(fallback: "a schema without valid values") }
    if facts.types.count == JSONType.allCases.count {
      let hasMembers = !facts.properties.isEmpty
      return .any(fallback: hasMembers ? "declared members without 'type': 'object'" : nil)
    }
    let shape: Shape
    if types.count == 1, let type = types.first {
      shape = single(type, facts, schema)
    } else {
      let order = JSONType.allCases.filter { types.contains($0) }
      let branches = order.map { type in
        UnionShape.Branch(schema: nil, shape: single(type, facts, schema), label: type.rawValue)
      }
      if order.contains(.object), !facts.properties.isEmpty {
        return .any(fallback: "declared members for one of several types")
      }
      shape = .union(UnionShape(branches: branches, dispatch: .types(order.map { [$0] })))
    }
    return isNullable ? .nullable(shape) : shape
  }

  private func single(_ type: JSONType, _ facts: Facts, _ schema: SchemaID) -> Shape {
    switch type {
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string(swiftType: facts.format.flatMap { formatTypes[$0] } ?? "String")
    case .array: array(facts)
    case .object: object(facts, schema)
    }
  }

  private func array(_ facts: Facts) -> Shape {
    if facts.hasPrefixItems { return .custom("[JSONValue]") }
    return facts.items.map { .array($0) } ?? .custom("[JSONValue]")
  }

  private func object(_ facts: Facts, _ schema: SchemaID) -> Shape {
    if facts.properties.isEmpty {
      let additional = facts.additional.flatMap { graph[$0].boolean == nil ? $0 : nil }
      return .map(facts.hasPatternProperties ? nil : additional)
    }
    let isLocal = graph[schema].keywords.vendor.localOnly
    var members: [ObjectShape.Member] = []
    for property in facts.properties where graph[property.schema].boolean != false {
      let marked = graph[property.schema].keywords.vendor.localOnly
      members.append(
        ObjectShape.Member(
          name: property.name, schema: property.schema, isRequired: facts.requires(property.name),
          isLocalOnly: marked && !isLocal))
    }
    let additional: ObjectShape.Additional
    switch facts.additional {
    case nil: additional = .kept
    case let schema? where graph[schema].boolean == false: additional = facts.hasPatternProperties ? .kept : .refused
    case let schema? where graph[schema].boolean == true: additional = .kept
    case let schema?: additional = facts.hasPatternProperties || facts.isComposed ? .kept : .typed(schema)
    }
    return .object(ObjectShape(members: members, additional: additional))
  }
}

/// The stem of a schema's file name, or its name among the schemas of one file.
enum FileStem {
  static func of(_ document: SchemaDocument) -> String {
    if let part = document.part { return part.name }
    let name = document.name
    let file = name.split(separator: "/").last.map(String.init) ?? name
    return file.split(separator: ".").first.map(String.init) ?? file
  }
}
