import CodegenCore
import JSONSchema
import SchemaRuntime

/// Writes the schemas of a graph as components of an OpenAPI description.
struct OpenAPISchemas {
  let graph: SchemaGraph
  /// The path of each written schema: the component's name, followed by tokens.
  private var paths: [SchemaID: [String]] = [:]
  /// The roots of components, in their order.
  private var roots: [(name: String, schema: SchemaID)] = []
  private var taken: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(graph: SchemaGraph, plan: TypePlan) {
    let graph = graph.redacted
    self.graph = graph
    var names: [SchemaID: String] = [:]
    for file in plan.files {
      guard let type = file.types.first else { continue }
      names[type.key.schema] = type.name.local
    }
    for root in graph.roots where !graph[root].keywords.vendor.localOnly {
      add(root, named: names[root] ?? FileStem.of(graph.document(of: root)))
    }
    // Referenced schemas outside all components get their own: a schema with another dynamic scope, or one that is
    // not the value of a keyword.
    var next = 0
    while next < roots.count {
      for target in targets(of: roots[next].schema) where paths[target] == nil {
        add(target, named: name(of: target, after: roots[next].name))
      }
      next += 1
    }
  }

  /// Returns the components by name.
  mutating func components() -> [(String, JSONValue)] {
    for (_, root) in roots { report(root) }
    return roots.map { ($0.name, schema($0.schema)) }.sorted { $0.0 < $1.0 }
  }

  // MARK: - Components

  private mutating func add(_ schema: SchemaID, named name: String) {
    var name = Self.componentName(name)
    while !taken.insert(name).inserted { name += "_" }
    roots.append((name, schema))
    paths[schema] = [name]
    var pending = [schema]
    while let around = pending.popLast() {
      let parent = paths[around] ?? []
      for (path, child) in subschemas(of: around) where graph[child].parent == around && paths[child] == nil {
        paths[child] = parent + path
        pending.append(child)
      }
    }
  }

  /// Returns the schemas that a component references, in the order of the text.
  private func targets(of root: SchemaID) -> [SchemaID] {
    component(root).flatMap { schema in
      let others = subschemas(of: schema).map(\.schema).filter { graph[$0].parent != schema }
      return graph[schema].keywords.references + others
    }
  }

  /// Returns the schemas that are part of a component, in the order of the text.
  private func component(_ root: SchemaID) -> [SchemaID] {
    Closure.of([root]) { schema in subschemas(of: schema).map(\.schema).filter { graph[$0].parent == schema } }
  }

  private func name(of schema: SchemaID, after component: String) -> String {
    let scope = graph.scopeWords(of: schema).map { "_in_" + $0 } ?? ""
    let root = paths[graph.roots[graph[schema].document]]?.first ?? component
    return ([root] + graph[schema].pointer.tokens).joined(separator: "_") + scope
  }

  /// Replaces the characters that component names may not have (OpenAPI 3.1.0, section 4.8.7).
  private static func componentName(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": result.unicodeScalars.append(scalar)
      default: result += "_" + String(scalar.value, radix: 16)
      }
    }
    return result.isEmpty ? "_" : result
  }

  private func reference(to schema: SchemaID) -> JSONValue {
    let path = (paths[schema] ?? []).map { URIText.encoded(JSONPointer.escaped($0), for: .fragment) }
    return .string("#/components/schemas/" + path.joined(separator: "/"))
  }

  // MARK: - Schemas

  /// Returns the subschemas of a schema, with the path to each in 2020-12 keywords.
  private func subschemas(of schema: SchemaID) -> [(path: [String], schema: SchemaID)] {
    var keywords = graph[schema].keywords
    var found: [(path: [String], schema: SchemaID)] = []
    for (name, field) in Keywords.subschemaFields {
      switch field {
      case .one(let field): if let child = keywords.value(of: field, or: nil) { found.append(([name], child)) }
      case .list(let field): found += keywords.value(of: field, or: []).enumerated().map { ([name, "\($0)"], $1) }
      case .named(let field): found += keywords.value(of: field, or: []).map { ([name, $0.name], $0.schema) }
      }
    }
    return found
  }

  private func schema(_ id: SchemaID) -> JSONValue {
    if let verdict = graph[id].boolean { return .bool(verdict) }
    var keywords = graph[id].keywords
    var object = JSONObject()
    addWords(keywords, to: &object)
    addAssertions(keywords, to: &object)
    let child = { (child: SchemaID) -> JSONValue in
      graph[child].parent == id ? schema(child) : .object(JSONObject([("$ref", reference(to: child))]))
    }
    for (name, field) in Keywords.subschemaFields {
      switch field {
      case .one(let field): if let inner = keywords.value(of: field, or: nil) { object[name] = child(inner) }
      case .list(let field):
        let schemas = keywords.value(of: field, or: [])
        if !schemas.isEmpty { object[name] = .array(schemas.map(child)) }
      case .named(let field):
        let members = keywords.value(of: field, or: [])
        if !members.isEmpty { object[name] = .object(JSONObject(members.map { ($0.name, child($0.schema)) })) }
      }
    }
    if let target = keywords.ref { object["$ref"] = reference(to: target) }
    if let target = keywords.dynamicRef {
      let dynamic: JSONValue = .object(JSONObject([("$ref", reference(to: target))]))
      if keywords.ref == nil {
        object["$ref"] = reference(to: target)
      } else {
        object["allOf"] = .array((object["allOf"]?.array ?? []) + [dynamic])
      }
    }
    return .object(object)
  }

  /// Returns annotations and `x-…` extensions.
  private func addWords(_ keywords: Keywords, to object: inout JSONObject) {
    if let title = keywords.title { object["title"] = .string(title) }
    if let description = keywords.description { object["description"] = .string(description) }
    if let comment = keywords.comment { object["$comment"] = .string(comment) }
    for member in keywords.written where member.key.hasPrefix("x-") { object[member.key] = member.value }
    if let value = keywords.default { object["default"] = value }
    if !keywords.examples.isEmpty { object["examples"] = .array(keywords.examples) }
    if keywords.deprecated { object["deprecated"] = true }
    if keywords.readOnly { object["readOnly"] = true }
    if keywords.writeOnly { object["writeOnly"] = true }
  }

  private func addAssertions(_ keywords: Keywords, to object: inout JSONObject) {
    if let types = keywords.type {
      let names = types.map { JSONValue.string($0.rawValue) }
      object["type"] = names.count == 1 ? names[0] : .array(names)
    }
    if let values = keywords.enumeration { object["enum"] = .array(values) }
    if let value = keywords.const { object["const"] = value }
    if let divisor = keywords.multipleOf { object["multipleOf"] = .number(divisor) }
    for (limit, number) in keywords.bounds.all { object[limit.keyword] = .number(number) }
    for (measure, limit) in keywords.lengths.all {
      object[measure.keyword(of: limit)] = .number(JSONNumber(limit.count))
    }
    for (name, count) in [("maxContains", keywords.maxContains), ("minContains", keywords.minContains)] {
      if let count { object[name] = .number(JSONNumber(count)) }
    }
    for keyword in TextKeyword.allCases {
      if let text = keywords.texts[keyword] { object[keyword.word] = .string(text) }
    }
    if keywords.uniqueItems { object["uniqueItems"] = true }
    if !keywords.required.isEmpty { object["required"] = .array(keywords.required.map { .string($0) }) }
    if !keywords.dependentRequired.isEmpty {
      object["dependentRequired"] = .object(
        JSONObject(keywords.dependentRequired.map { ($0.name, .array($0.required.map { .string($0) })) }))
    }
  }

  // MARK: - Limitations

  /// Reports keywords with a different meaning in 2020-12, once per component.
  private mutating func report(_ root: SchemaID) {
    var isReported = (integer: false, contains: false)
    for schema in component(root) {
      let node = graph[schema]
      if node.dialect.draft <= .draft4, node.keywords.type?.contains(.integer) == true, !isReported.integer {
        isReported.integer = true
        diagnostics.append(
          graph.diagnostic(
            .warning, at: schema, keyword: "type",
            "in \(node.dialect), 'integer' excludes 1.0; in the OpenAPI description (draft 2020-12) it includes 1.0"))
      }
      if node.dialect.draft == .draft2019, node.keywords.contains != nil, !isReported.contains,
        graph.nodes.contains(where: { $0.document == node.document && $0.keywords.unevaluatedItems != nil })
      {
        isReported.contains = true
        diagnostics.append(
          graph.diagnostic(
            .warning, at: schema, keyword: "contains",
            "in draft 2019-09, items that match 'contains' still count as unevaluated; in the OpenAPI description "
              + "(draft 2020-12) they do not"))
      }
    }
  }
}
