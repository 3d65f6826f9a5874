package import JSONSchema
package import SchemaAnalysis
package import SchemaRuntime

/// The combined type information of a schema and all schemas that it applies to the same value by `$ref` and `allOf`.
package struct Facts {
  private var demands = KeywordDemands()
  package private(set) var properties: [Keywords.Member] = []
  /// All declarations of each member, in the order of ``properties``.
  private(set) var declarations: [[SchemaID]] = []
  private var propertyIndexes: [ExactName: Int] = [:]
  package var additional: SchemaID?
  /// The schema of members that no other keyword evaluates, and whether this depends on a branch.
  private var unevaluated: SchemaID?
  private var choosesMembers = false
  /// The schemas of the items, each with its first index; the last is ``items``.
  private(set) var itemSchemas: [(schema: SchemaID, start: Int)] = []
  /// The schemas of other members; the last is ``additional``.
  private(set) var additionals: [SchemaID] = []
  package var items: SchemaID? { itemSchemas.last?.schema }
  package var prefixItems: [SchemaID] = []
  var format: String?
  private(set) var contentEncoding: String?
  /// Whether a string is bytes in base64, as `byte` means in API descriptions (OpenAPI 3.0.4, section 4.4).
  private(set) var isBytes = false
  /// Whether a `multipleOf` is a decimal fraction.
  private(set) var hasFractionalStep = false
  package var oneOf: [SchemaID] = []
  package var anyOf: [SchemaID] = []
  /// The branches of every `oneOf` and `anyOf`.
  package private(set) var choices: [[SchemaID]] = []
  /// The schemas of `then`, `else` and `dependentSchemas`.
  package private(set) var conditional: [SchemaID] = []
  private(set) var patternProperties: [Keywords.Member] = []
  /// The types that all of them admit; with `number`, `integer` as well.
  package var types: Set<JSONType> = []
  /// Whether the types were inferred from the members, so that values of other types may be valid.
  var isMeant = false
  /// Whether more than one schema was merged.
  var isComposed = false
  /// The values by which a discriminator selects the schema.
  private(set) var selection: Keywords.Selection?

  package init(of schema: SchemaID, in graph: SchemaGraph) {
    let schemas = Self.schemas(joinedBy: schema, in: graph)
    for schema in schemas { join(graph[schema]) }
    isComposed = schemas.count > 1
    selection = graph[schema].keywords.selection
    if additional == nil, !choosesMembers { additional = unevaluated }
    types = demands.kinds.types
  }

  /// The types other than null, with integers among numbers.
  var kinds: Set<JSONType> { types.subtracting(types.contains(.number) ? [.null, .integer] : [.null]) }

  /// The numbers of items that an array may have.
  var leastItems: Int { demands.lengths.least(.items) }
  var mostItems: Int { demands.lengths.most(.items) }

  /// Whether limits say that an integer may be too large for `Int`, or for `UInt64`; without limits, most are small.
  var admitsBeyondInt: Bool { exceeds(JSONNumber(Int.max)) }
  var admitsBeyondUInt64: Bool { exceeds(JSONNumber(UInt64.max)) }
  private func exceeds(_ most: JSONNumber) -> Bool { demands.numbers.upper.map { $0.number > most } ?? false }

  var admitsNegative: Bool { demands.numbers.lower.map { $0.number < 0 } ?? true }

  /// Whether the schemas have their own members.
  var declaresMembers: Bool { !properties.isEmpty || !patternProperties.isEmpty || additional != nil }

  package var hasPatternProperties: Bool { !patternProperties.isEmpty }

  /// Whether no keyword of the schemas determines a type.
  var isTransparent: Bool {
    types.count == JSONType.allCases.count && values == nil && !declaresMembers && items == nil && prefixItems.isEmpty
      && choices.isEmpty && conditional.isEmpty && format == nil
  }

  /// The values that `enum` and `const` admit; nil without either keyword.
  package var values: [JSONValue]? { demands.values }

  /// The required members, in order.
  package var required: NameList { demands.required }

  /// Merges a schema with all that it applies to the same value by `$ref` and `allOf`. Referenced schemas come first
  /// and the schema's own keywords last, so that members are in the order "base, then extension" and the extension's
  /// schema for a member takes precedence.
  package static func schemas(joinedBy schema: SchemaID, in graph: SchemaGraph) -> [SchemaID] {
    Closure.partsFirst([schema]) { graph[$0].keywords.conjuncts }
  }

  private mutating func join(_ node: SchemaNode) {
    if node.boolean == nil { demands.add(node) }
    for property in node.keywords.properties {
      if let index = propertyIndexes[ExactName(property.name)] {
        properties[index] = property
        declarations[index].append(property.schema)
      } else {
        propertyIndexes[ExactName(property.name)] = properties.count
        properties.append(property)
        declarations.append([property.schema])
      }
    }
    additional = node.keywords.additionalProperties ?? additional
    // Unless this depends on a branch, the unevaluated members are the undeclared ones. Of two such keywords, the inner
    // one leaves nothing to the outer one.
    choosesMembers = choosesMembers || unevaluated != nil && node.keywords.unevaluatedProperties != nil
    unevaluated = node.keywords.unevaluatedProperties ?? unevaluated
    choosesMembers =
      choosesMembers || !node.keywords.anyOf.isEmpty || !node.keywords.oneOf.isEmpty || node.keywords.if != nil
      || !node.keywords.dependentSchemas.isEmpty
    if let items = node.keywords.items { itemSchemas.append((items, node.keywords.prefixItems.count)) }
    additionals += node.keywords.additionalProperties.map { [$0] } ?? []
    format = node.keywords.format ?? format
    isBytes = isBytes || node.isBytes
    contentEncoding = node.keywords.contentEncoding ?? contentEncoding
    if let step = node.keywords.multipleOf, !step.isInteger { hasFractionalStep = true }
    if !node.keywords.oneOf.isEmpty { oneOf = node.keywords.oneOf }
    if !node.keywords.anyOf.isEmpty { anyOf = node.keywords.anyOf }
    choices += [node.keywords.oneOf, node.keywords.anyOf].filter { !$0.isEmpty }
    if node.keywords.if != nil { conditional += [node.keywords.then, node.keywords.else].compactMap { $0 } }
    conditional += node.keywords.dependentSchemas.map(\.schema)
    if !node.keywords.prefixItems.isEmpty { prefixItems = node.keywords.prefixItems }
    patternProperties += node.keywords.patternProperties
  }

  /// Returns the schema of a declared member.
  package func property(_ name: String) -> SchemaID? { propertyIndexes[ExactName(name)].map { properties[$0].schema } }

  /// Returns all declarations of a member; nil if there is none.
  func declarations(of name: String) -> [SchemaID]? { propertyIndexes[ExactName(name)].map { declarations[$0] } }

  /// Whether a member is required.
  package func requires(_ name: String) -> Bool { required.contains(exactly: name) }

  /// Whether a value's type is among ``types``; an integer counts as a number.
  func admitsNumber(_ value: JSONValue) -> Bool { value.type == .integer && types.contains(.number) }
}
