import CodegenCore
import JSONSchema
import SchemaRuntime

/// Determines which keywords affect the types of a plan: those of every schema that a type reaches, and of all schemas
/// merged into it.
struct TypeCoverage {
  private let graph: SchemaGraph
  /// The keywords of each schema, by schema index.
  private(set) var keywords: [Set<String>]

  init(_ plan: TypePlan, in graph: SchemaGraph) {
    self.graph = graph
    keywords = Array(repeating: [], count: graph.nodes.count)
    for (schema, shape) in plan.shapes { add(schema, shape) }
    for type in plan.files.flatMap(\.types) {
      guard case .structure(let structure) = type.kind else { continue }
      for member in structure.members { add(member) }
    }
    for twin in graph.twinNodes.compactMap(\.twin) {
      let hidden = twin.hidden.map { graph[$0].keywords.properties } ?? []
      for schema in hidden.flatMap({ graph.conjunction(of: $0.schema) })
      where graph[schema].keywords.written[twin.view.keyword] != nil {
        add(twin.view.keyword, of: schema)
      }
    }
  }

  private mutating func add(_ keyword: String, of schema: SchemaID) {
    let node = graph[schema]
    // Old drafts ignore the siblings of a reference.
    if node.dialect.ignoresSiblingsOfReference, node.keywords.ref != nil, keyword != "$ref" { return }
    keywords[schema.index].insert(node.spelling(of: keyword))
  }

  /// Adds the keywords that affect a member but not its type.
  private mutating func add(_ member: MemberPlan) {
    // In draft-03, the member's own schema has it.
    let own = graph[member.schema].keywords
    if own.written["required"] == true, own.ref == nil { keywords[member.schema.index].insert("required") }
    if case .defaulted = member.presence { add("default", of: member.schema) }
    if member.isDeprecated { add("deprecated", of: member.schema) }
    if graph[member.schema].keywords.vendor.swift.name != nil { add("x-swift", of: member.schema) }
    if member.isLocalOnly { add("x-localOnly", of: member.schema) }
  }

  private mutating func add(_ schema: SchemaID, _ shape: Shape) {
    let keywords = graph[schema].keywords
    if keywords.written["x-swift"]?.object?.isEmpty == false { add("x-swift", of: schema) }
    for keyword in ["x-localOnly", "x-patch", "x-open", "x-lossy"] where keywords.written[keyword]?.bool == true {
      if case .any = shape {} else { add(keyword, of: schema) }
    }
    // The type that replaces the mapped one.
    if keywords.vendor.swift.type != nil { return }
    let facts = Facts(of: schema, in: graph)
    switch shape {
    case .any:
      if isReference(keywords) { addReferences(of: schema) }
    case .reference where facts.oneOf.isEmpty && facts.anyOf.isEmpty || isReference(keywords):
      addReferences(of: schema)
    case .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .reference, .enumeration,
      .object, .tuple, .union:
      for joined in Facts.schemas(joinedBy: schema, in: graph) { addJoined(joined, facts, shape) }
    }
  }

  /// Whether a schema is a reference without siblings that affect the type.
  private func isReference(_ keywords: Keywords) -> Bool {
    (keywords.ref ?? keywords.dynamicRef) != nil && keywords.oneOf.isEmpty && keywords.anyOf.isEmpty
  }

  private mutating func addReferences(of schema: SchemaID) {
    let keywords = graph[schema].keywords
    if keywords.ref != nil { add("$ref", of: schema) }
    if keywords.dynamicRef != nil {
      for name in ["$dynamicRef", "$recursiveRef"] where keywords.written[name] != nil { add(name, of: schema) }
    }
  }

  /// Adds the keywords by which one of the merged schemas contributes to a shape.
  private mutating func addJoined(_ schema: SchemaID, _ facts: Facts, _ shape: Shape) {
    let keywords = graph[schema].keywords
    addReferences(of: schema)
    if !keywords.allOf.isEmpty { add("allOf", of: schema) }
    if keywords.type != nil { add("type", of: schema) }
    if let values = facts.values {
      if case .enumeration = shape.beforeNull {} else if values.count > ShapeLimits.values { return }
      for keyword in ["enum", "const", "x-enum-varnames"] where keywords.written[keyword] != nil {
        add(keyword, of: schema)
      }
      return
    }
    switch shape.beforeNull {
    case .object(let object):
      for keyword in ["properties", "required"] where keywords.written[keyword] != nil { add(keyword, of: schema) }
      if object.patterned != nil { add("patternProperties", of: schema) }
      addBranches(of: schema)
      switch object.additional {
      case .kept: break
      case .refused, .typed: addAdditional(of: schema, facts)
      }
    case .map(let value):
      if value != nil {
        addAdditional(of: schema, facts)
        if !keywords.patternProperties.isEmpty { add("patternProperties", of: schema) }
      }
    case .tuple(let tuple):
      add(keywords.written["prefixItems"] == nil ? "items" : "prefixItems", of: schema)
      if case .kept = tuple.rest {} else if keywords.items != nil { add("items", of: schema) }
    case .array(let element):
      if keywords.items == element, keywords.prefixItems.isEmpty { add("items", of: schema) }
    case .string(let type): addFormat(of: schema, type)
    case .union, .reference, .enumeration, .null, .any: addChoice(of: schema, facts)
    case .custom:
      if keywords.format != nil, keywords.vendor.swift.type == nil { add("format", of: schema) }
    case .boolean, .integer, .number, .nullable: break
    }
    if case .nullable = shape { addChoice(of: schema, facts) }
  }

  /// Adds the keyword that determines the Swift type of a string.
  private mutating func addFormat(of schema: SchemaID, _ type: SwiftSource) {
    guard type != "String" else { return }
    if type == "Base64Bytes" || type == "Data" {
      if graph[schema].keywords.contentEncoding != nil { add("contentEncoding", of: schema) }
    } else if graph[schema].keywords.format != nil {
      add("format", of: schema)
    }
  }

  /// Adds the keywords through which branches declare members of a struct.
  private mutating func addBranches(of schema: SchemaID) {
    let keywords = graph[schema].keywords
    let branches =
      keywords.anyOf + keywords.oneOf + keywords.dependentSchemas.map(\.schema)
      + [keywords.then, keywords.else].compactMap { $0 }
    guard !branches.isEmpty else { return }
    let reached = Closure.of(branches, limit: 2_000) { [graph] schema in graph[schema].keywords.describing }
    guard reached.contains(where: { !graph[$0].keywords.properties.isEmpty }) else { return }
    for schema in [schema] + reached {
      let keywords = graph[schema].keywords
      addReferences(of: schema)
      for keyword in ["anyOf", "oneOf", "allOf", "if", "then", "else", "dependentSchemas", "dependencies"]
      where keywords.written[keyword] != nil { add(keyword, of: schema) }
      for keyword in ["properties", "type"] where keywords.written[keyword] != nil { add(keyword, of: schema) }
    }
  }

  private mutating func addAdditional(of schema: SchemaID, _ facts: Facts) {
    let keywords = graph[schema].keywords
    guard let additional = facts.additional else { return }
    if keywords.additionalProperties == additional { add("additionalProperties", of: schema) }
    if keywords.unevaluatedProperties == additional { add("unevaluatedProperties", of: schema) }
  }

  /// Adds a choice, and the keywords that make its branches null or enumeration values.
  private mutating func addChoice(of schema: SchemaID, _ facts: Facts) {
    guard facts.properties.isEmpty else { return }
    let keywords = graph[schema].keywords
    let (keyword, branches) = facts.oneOf.isEmpty ? ("anyOf", keywords.anyOf) : ("oneOf", keywords.oneOf)
    guard !branches.isEmpty else { return }
    add(keyword, of: schema)
    for branch in branches {
      for joined in Facts.schemas(joinedBy: branch, in: graph) {
        let keywords = graph[joined].keywords
        addReferences(of: joined)
        for keyword in ["type", "enum", "const", "x-enum-varnames", "allOf"] where keywords.written[keyword] != nil {
          add(keyword, of: joined)
        }
      }
    }
  }
}

extension Shape {
  /// The shape of a non-null value.
  fileprivate var beforeNull: Shape { if case .nullable(let inner) = self { inner } else { self } }
}
