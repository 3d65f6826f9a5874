import JSONSchema
import SchemaRuntime

/// What a schema and all that it applies to the same value by `$ref` and `allOf` say together.
struct Facts {
  /// The types that all of them admit.
  var types: Set<JSONType> = Set(JSONType.allCases)
  /// The values that `enum` and `const` leave; nil when neither is there.
  var values: [JSONValue]?
  private(set) var properties: [Keywords.Member] = []
  private var propertyPlaces: [ExactName: Int] = [:]
  private(set) var required: [String] = []
  private var requiredNames: Set<ExactName> = []
  var additional: SchemaID?
  /// The schema of members that nothing else evaluates, and whether a branch decides which those are.
  private var unevaluated: SchemaID?
  private var choosesMembers = false
  var items: SchemaID?
  var format: String?
  var oneOf: [SchemaID] = []
  var anyOf: [SchemaID] = []
  var hasPrefixItems = false
  var hasPatternProperties = false
  /// Whether more than one schema was joined.
  var isComposed = false

  init(of schema: SchemaID, in graph: SchemaGraph) {
    let schemas = Self.schemas(joinedBy: schema, in: graph)
    for schema in schemas { join(graph[schema]) }
    isComposed = schemas.count > 1
    if additional == nil, !choosesMembers { additional = unevaluated }
    // An integral number is an integer; `number` alone admits both.
    if types.contains(.number) { types.insert(.integer) }
  }

  /// A schema and all that it applies to the same value by `$ref` and `allOf`. What a schema refers to comes first and
  /// what it says itself last, so that members stand in the order of "base, then extension" and the extension's schema
  /// of a member wins.
  static func schemas(joinedBy schema: SchemaID, in graph: SchemaGraph) -> [SchemaID] {
    Closure.partsFirst([schema]) { graph[$0].keywords.conjuncts }
  }

  private mutating func join(_ node: SchemaNode) {
    if let type = node.keywords.type {
      var admitted = Set(type)
      if admitted.contains(.number) { admitted.insert(.integer) }
      types.formIntersection(admitted)
    }
    if let listed = node.keywords.enumeration ?? node.keywords.const.map({ [$0] }) {
      let known = Set(listed)
      values = values.map { values in values.filter { known.contains($0) } } ?? listed
    }
    if let const = node.keywords.const { values = values?.filter { $0 == const } }
    for property in node.keywords.properties {
      if let place = propertyPlaces[ExactName(property.name)] {
        properties[place] = property
      } else {
        propertyPlaces[ExactName(property.name)] = properties.count
        properties.append(property)
      }
    }
    for name in node.keywords.required where requiredNames.insert(ExactName(name)).inserted { required.append(name) }
    additional = node.keywords.additionalProperties ?? additional
    // Where no branch decides, what is left to evaluate is what is left to declare. Of two such keywords the inner one
    // leaves nothing to the outer.
    choosesMembers = choosesMembers || unevaluated != nil && node.keywords.unevaluatedProperties != nil
    unevaluated = node.keywords.unevaluatedProperties ?? unevaluated
    choosesMembers =
      choosesMembers || !node.keywords.anyOf.isEmpty || !node.keywords.oneOf.isEmpty || node.keywords.if != nil
      || !node.keywords.dependentSchemas.isEmpty
    items = node.keywords.items ?? items
    format = node.keywords.format ?? format
    if !node.keywords.oneOf.isEmpty { oneOf = node.keywords.oneOf }
    if !node.keywords.anyOf.isEmpty { anyOf = node.keywords.anyOf }
    hasPrefixItems = hasPrefixItems || !node.keywords.prefixItems.isEmpty
    hasPatternProperties = hasPatternProperties || !node.keywords.patternProperties.isEmpty
  }

  /// The schema of a declared member.
  func property(_ name: String) -> SchemaID? { propertyPlaces[ExactName(name)].map { properties[$0].schema } }

  /// Whether a member must be there.
  func requires(_ name: String) -> Bool { requiredNames.contains(ExactName(name)) }

  /// Whether a value's type is among ``types``, an integer counting as a number.
  func admitsNumber(_ value: JSONValue) -> Bool { value.type == .integer && types.contains(.number) }
}
