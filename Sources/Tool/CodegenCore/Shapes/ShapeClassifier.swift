package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Determines the shape of a schema by checking its keywords in order, the most specific first.
package struct ShapeClassifier {
  /// The schemas, and those composed of several for types of their own.
  var graph: SchemaGraph
  /// The configured Swift types for kinds of schemas.
  let types: [SchemaKind: SwiftSource]
  let untypedObjects: Configuration.UntypedObjects
  var shapes: [SchemaID: Shape] = [:]
  private var knownFacts: [SchemaID: Facts] = [:]
  /// The schemas that are being classified.
  var open: Set<SchemaID> = []
  var depth = 0
  /// The roots that are only a reference to a schema in their own document, by that schema, which has the root's type.
  private var roots: [SchemaID: SchemaID] = [:]
  /// The same by root.
  private var contents: [SchemaID: SchemaID] = [:]
  /// The unions that contain the types of branches.
  var homes: [SchemaID: Home] = [:]
  /// For each branch that is the only alternative to null, the schema that contains it.
  var soleBranches: [SchemaID: SchemaID] = [:]
  /// The schemas for which others were composed: a branch, for the members that it adds to a struct or for its required
  /// tag.
  var origins: [SchemaID: SchemaID] = [:]
  /// The schemas of the documents with sensitive values. Schemas composed of them have sensitive values as well.
  let sensitive: Set<SchemaID>
  /// The objects formed by branches that extend a struct.
  var parts: [SchemaID: ObjectShape] = [:]
  /// The schemas composed of others.
  var combinations: [Combination: SchemaID] = [:]
  static let longestWay = 100

  package init(
    graph: SchemaGraph, types: [SchemaKind: SwiftSource] = [:],
    untypedObjects: Configuration.UntypedObjects = .objects
  ) {
    self.graph = graph
    sensitive = graph.sensitiveSchemas
    self.types = types
    self.untypedObjects = untypedObjects
    for root in graph.roots + graph.twins(of: graph.roots) {
      let target = resolved(root)
      guard target != root, graph[target].document == graph[root].document, graph[target].boolean == nil else {
        continue
      }
      let vendor = graph[target].keywords.vendor
      guard roots[target] == nil, !vendor.localOnly, !vendor.patch, vendor.swift.isEmpty else {
        continue
      }
      roots[target] = root
      contents[root] = target
    }
  }

  package mutating func shape(of schema: SchemaID) -> Shape {
    if let known = shapes[schema] { return known }
    open.insert(schema)
    depth += 1
    let shape = classified(schema)
    depth -= 1
    open.remove(schema)
    shapes[schema] = shape
    return shape
  }

  private mutating func classified(_ schema: SchemaID) -> Shape {
    if let root = roots[schema] { return .reference(root) }
    let schema = contents[schema] ?? schema
    let node = graph[schema]
    guard node.boolean == nil else { return .any(fallback: nil) }
    let keywords = node.keywords
    if let type = keywords.vendor.swift.type { return custom(SwiftSource(type), schema) }
    if let target = plainReference(keywords) { return .reference(target) }
    let facts = facts(of: schema)
    if let shape = enumeration(facts, keywords) { return shape }
    if let shape = choice(facts, schema) { return shape }
    return typed(facts, schema)
  }

  /// Returns the type information of a schema and the schemas merged into it, with the types to which its choices
  /// narrow it.
  mutating func facts(of schema: SchemaID) -> Facts {
    if let known = knownFacts[schema] { return known }
    var facts = Facts(of: schema, in: graph)
    // For a schema that is its own branch, and for a long chain of choices.
    knownFacts[schema] = facts
    guard depth < Self.longestWay else { return facts }
    depth += 1
    defer { depth -= 1 }
    for branches in facts.choices {
      var types: Set<JSONType> = []
      var isMeant = false
      for branch in branches {
        let branch = self.facts(of: branch)
        types.formUnion(branch.types)
        isMeant = isMeant || branch.isMeant
      }
      if isMeant, !facts.types.isSubset(of: types) { facts.isMeant = true }
      facts.types.formIntersection(types)
    }
    if let values = facts.values, !values.isEmpty {
      let types = facts.types.filter { type in values.contains { TypeSet([type]).contains(TypeSet($0.type)) } }
      if !types.isEmpty { facts.types = types }
    }
    if untypedObjects == .objects, facts.types.count == JSONType.allCases.count, facts.values == nil {
      if facts.declaresMembers || facts.conditional.contains(where: { self.facts(of: $0).types == [.object] }) {
        let isNullable = graph.conjunction(of: schema).contains { graph[$0].keywords.nullable }
        facts.types = isNullable ? [.object, .null] : [.object]
        facts.isMeant = true
      }
    }
    knownFacts[schema] = facts
    return facts
  }

  /// Returns the type specified by `x-swift`. If the schema admits null, null is not one of its values.
  private mutating func custom(_ type: SwiftSource, _ schema: SchemaID) -> Shape {
    let facts = Facts(of: schema, in: graph)
    let isTyped = facts.types.count < JSONType.allCases.count || partition(facts.oneOf + facts.anyOf).hasNull
    let admitsNull = facts.types.contains(.null) && (facts.values?.contains { $0.isNull } ?? true)
    return type != "JSONValue" && isTyped && admitsNull ? .nullable(.custom(type)) : .custom(type)
  }

  /// Returns the target of a reference whose sibling keywords do not affect the type: a `$ref`, or an `allOf`, `anyOf`
  /// or `oneOf` around one.
  func plainReference(_ keywords: Keywords) -> SchemaID? {
    if keywords.selection != nil { return keywords.ref }
    var rest = keywords
    var reference = keywords.ref ?? keywords.dynamicRef
    if reference == nil {
      reference = soleReference(keywords)
      (rest.allOf, rest.anyOf, rest.oneOf) = ([], [], [])
    }
    guard let target = reference else { return nil }
    let admitsArrays = rest.type.map { $0.contains(.array) } ?? true
    let saysMore =
      rest.ref != nil && rest.dynamicRef != nil || !repeatsType(rest, of: target) || rest.enumeration != nil
      || rest.const != nil || !rest.properties.isEmpty || !rest.patternProperties.isEmpty
      || rest.additionalProperties != nil || rest.unevaluatedProperties != nil || !requires(rest.required, target)
      || admitsArrays && (rest.items != nil || !rest.prefixItems.isEmpty) || !rest.allOf.isEmpty
      || !rest.anyOf.isEmpty || !rest.oneOf.isEmpty || rest.if != nil || !rest.dependentSchemas.isEmpty
    return saysMore ? nil : target
  }

  /// Returns the only schema that an `allOf`, `anyOf` or `oneOf` references, if the others in it say nothing.
  private func soleReference(_ keywords: Keywords) -> SchemaID? {
    let groups = [keywords.allOf, keywords.anyOf, keywords.oneOf].filter { !$0.isEmpty }
    guard groups.count == 1, keywords.allOf.count > 0 || groups[0].count == 1 else { return nil }
    let targets = groups[0].map { plainReference(graph[$0].keywords) }
    // A type that adds nothing to its base is still a type.
    guard let target = targets.compactMap({ $0 }).first, !graph[target].keywords.isBase else { return nil }
    var hasReference = false
    for (part, own) in zip(groups[0], targets) {
      if own != nil {
        if hasReference { return nil }
        hasReference = true
      } else if graph[part].boolean != true {
        let own = graph[part].keywords
        guard graph[part].boolean == nil, graph[part].asserting.isSubset(of: ["type", "required"]),
          repeatsType(own, of: target), requires(own.required, target)
        else { return nil }
      }
    }
    return target
  }

  /// Whether `type` next to a reference admits all that the `type` of the referenced schema does.
  private func repeatsType(_ keywords: Keywords, of target: SchemaID) -> Bool {
    guard let types = keywords.type else { return true }
    guard let others = graph[target].keywords.type else { return false }
    return others.allSatisfy { types.contains($0) || $0 == .integer && types.contains(.number) }
  }

  /// Whether a schema requires members already.
  private func requires(_ names: [String], _ schema: SchemaID) -> Bool {
    if names.isEmpty { return true }
    let facts = Facts(of: schema, in: graph)
    return names.allSatisfy { facts.requires($0) }
  }

  /// Returns the schema at the end of a chain of references.
  func resolved(_ schema: SchemaID) -> SchemaID {
    var schema = schema
    var steps = 0
    while graph[schema].keywords.vendor.swift.type == nil, let target = plainReference(graph[schema].keywords),
      steps < graph.nodes.count
    {
      schema = target
      steps += 1
    }
    return schema
  }

  // MARK: Types

  private mutating func typed(_ facts: Facts, _ schema: SchemaID) -> Shape {
    var types = facts.types
    if types.contains(.number) { types.remove(.integer) }
    let isNullable = types.remove(.null) != nil
    guard !types.isEmpty else { return isNullable ? .null : .any(fallback: "no value is valid") }
    if facts.types.count == JSONType.allCases.count {
      guard facts.declaresMembers else { return .any(fallback: untypedReason(schema)) }
      let branches = [
        UnionShape.Branch(schemas: [], shape: object(facts, schema), label: JSONType.object.rawValue),
        UnionShape.Branch(schemas: [], shape: .any(fallback: nil), label: "other"),
      ]
      let others = Set(JSONType.allCases).subtracting([.object])
      return .union(UnionShape(branches: branches, dispatch: .types([[.object], others])))
    }
    let shape: Shape
    if types.count == 1, let type = types.first {
      shape = single(type, facts, schema)
    } else {
      let order = JSONType.allCases.filter { types.contains($0) }
      var shapes: [Shape] = []
      for type in order { shapes.append(single(type, facts, schema)) }
      var payloads: [Payload?] = []
      for (type, shape) in zip(order, shapes) {
        payloads.append(isOfScalars([type], facts) ? payload(of: shape, schema) : nil)
      }
      let labels = BranchLabels.withPlurals(order.map(\.rawValue), payloads)
      let branches = zip(shapes, labels).map { UnionShape.Branch(schemas: [], shape: $0, label: $1) }
      shape = .union(UnionShape(branches: branches, dispatch: .types(order.map { [$0] })))
    }
    return isNullable ? .nullable(shape) : shape
  }

  /// Returns why a schema that says something of one kind of values has no type; nil if it says nothing.
  private func untypedReason(_ schema: SchemaID) -> String? {
    for part in Facts.schemas(joinedBy: schema, in: graph).reversed() {
      for name in graph[part].keywords.written.keys {
        guard let rule = graph[part].dialect.keyword(named: name), rule.kinds != .all, rule.vocabulary != .swift,
          rule.effect == .asserts || rule.effect == .applies
        else { continue }
        return
          "without 'type' next to \(name.quoted), values of all types other than \(rule.kinds.words) are valid; "
          + "add 'type'"
      }
    }
    return nil
  }

  mutating func single(_ type: JSONType, _ facts: Facts, _ schema: SchemaID) -> Shape {
    switch type {
    case .null: .null
    case .boolean: .boolean
    case .integer: numberType(facts, .integer).map { .custom($0) } ?? .integer
    case .number: numberType(facts, .number).map { .custom($0) } ?? .number
    case .string: .string(swiftType: stringType(facts))
    case .array: array(facts, schema)
    case .object: object(facts, schema)
    }
  }

  /// Whether values of some types are scalars or lists of scalars.
  mutating func isOfScalars(_ types: Set<JSONType>, _ facts: Facts) -> Bool {
    if types != [.array] { return types.isDisjoint(with: [.array, .object]) }
    return facts.items.map { self.facts(of: $0).kinds.isDisjoint(with: [.array, .object]) } ?? false
  }

  // MARK: Payloads

  /// The Swift type of a value, to the extent that two schemas can share one.
  indirect enum Payload: Hashable {
    case scalar(String)
    case named(SchemaID)
    case array(Payload)
    case map(Payload?)
    case nullable(Payload)
  }

  mutating func payload(of schema: SchemaID) -> Payload {
    let target = resolved(schema)
    guard depth < Self.longestWay, !open.contains(target) else { return .named(target) }
    // An array may contain itself.
    open.insert(target)
    defer { open.remove(target) }
    return payload(of: shape(of: target), target)
  }

  mutating func payload(of shape: Shape, _ schema: SchemaID) -> Payload {
    switch shape {
    case .any, .null: .scalar("JSONValue")
    case .boolean: .scalar("Bool")
    case .integer: .scalar("Int")
    case .number: .scalar("Double")
    case .string(let type): .scalar(type.text)
    case .custom(let type): .scalar(type.text)
    case .array(let items): .array(payload(of: items))
    case .map(let values): .map(values.map { payload(of: $0) })
    case .nullable(let inner): .nullable(payload(of: inner, schema))
    case .reference(let target): payload(of: target)
    case .enumeration, .object, .tuple, .union: .named(schema)
    }
  }
}

/// The schemas of which another is composed.
struct Combination: Hashable {
  var parts: Set<SchemaID>
  /// Whether a value satisfies any of them, or all.
  var isChoice: Bool
}

/// The union that a schema is a branch of, and the name of its case.
struct Home {
  var union: SchemaID
  var label: String
}

/// The stem of a schema's file name, or its name among the schemas of one file.
package enum FileStem {
  package static func of(_ document: SchemaDocument) -> String {
    if let part = document.part { return part.name }
    return NameWords.ofFile(document.name).joined(separator: "-")
  }
}
