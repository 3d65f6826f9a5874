/// The fourth stage of resolving: gives every `$dynamicRef` and `$recursiveRef` its one target.
///
/// Where such a reference leads depends on the resources that were entered on the way to it, outermost first
/// (2020-12 core, section 8.2.3.2; 2019-09 core, section 8.2.4.2). The way through schemas is a way through the
/// graph, so the answer is known without an instance: a schema that is reached under different dynamic scopes, and
/// from which a reference can tell them apart, stands in the graph once for each. Nothing after this stage knows of
/// dynamic references.
struct DynamicScopes {
  /// A reference that a dynamic scope may lead elsewhere, while it is undecided.
  struct Reference {
    var schema: SchemaID
    /// The name of the anchor; empty for `$recursiveRef`.
    var anchor: String
    /// Where it leads while no resource of the scope has the anchor.
    var initial: SchemaID
  }

  /// What a dynamic scope has decided: for anchors, in their order, the schema of the outermost resource that has one.
  private typealias Scope = [Binding]

  private struct Binding: Hashable, Comparable {
    let anchor: Int
    let schema: SchemaID

    static func < (a: Binding, b: Binding) -> Bool { (a.anchor, a.schema) < (b.anchor, b.schema) }
  }

  /// A schema within a scope, of which only what the schema can ask for is kept.
  private struct Key: Hashable, Comparable {
    let schema: SchemaID
    let scope: Scope

    /// Scope by scope; within one, in the order of the graph.
    static func < (a: Key, b: Key) -> Bool {
      a.scope == b.scope ? a.schema < b.schema : a.scope.lexicographicallyPrecedes(b.scope)
    }
  }

  private let graph: SchemaGraph
  private var references: [SchemaID: (anchor: Int, initial: SchemaID)] = [:]
  /// The dynamic anchors of each resource, by the number of the anchor.
  private var anchors: [SchemaID: [Binding]] = [:]
  /// The anchors for which a schema, or one that it leads to, asks.
  private var asked: [Set<Int>]

  /// The graph without undecided references; nil when it would have more than `limit` further schemas.
  ///
  /// - Parameter candidates: the schemas with each dynamic anchor.
  static func settled(
    _ graph: SchemaGraph, _ references: [Reference], candidates: [String: [SchemaID]], limit: Int
  ) -> SchemaGraph? {
    // An anchor of one schema leads there from everywhere.
    let open = references.filter { candidates[$0.anchor, default: []].count > 1 }
    if open.isEmpty { return graph }
    var scopes = DynamicScopes(graph, open, candidates)
    scopes.spread()
    return scopes.unfolded(limit: limit)
  }

  private init(_ graph: SchemaGraph, _ references: [Reference], _ candidates: [String: [SchemaID]]) {
    self.graph = graph
    asked = Array(repeating: [], count: graph.nodes.count)
    let names = Set(references.map(\.anchor)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    for reference in references {
      if let anchor = places[reference.anchor] { self.references[reference.schema] = (anchor, reference.initial) }
    }
    for (anchor, name) in names.enumerated() {
      for schema in candidates[name] ?? [] {
        anchors[graph[schema].resource, default: []].append(Binding(anchor: anchor, schema: schema))
      }
    }
  }

  // MARK: - What can be asked

  /// Finds, against the direction of references, from where each anchor is asked for.
  private mutating func spread() {
    var appliers: [SchemaID: [SchemaID]] = [:]
    var candidates: [Int: [SchemaID]] = [:]
    for binding in anchors.values.joined() { candidates[binding.anchor, default: []].append(binding.schema) }
    for node in graph.nodes {
      for target in applied(by: node) { appliers[target, default: []].append(node.id) }
      guard let reference = references[node.id] else { continue }
      for target in candidates[reference.anchor] ?? [] { appliers[target, default: []].append(node.id) }
    }
    for (schema, reference) in references {
      var pending = [schema]
      while let next = pending.popLast() {
        if asked[next.index].insert(reference.anchor).inserted { pending += appliers[next] ?? [] }
      }
    }
  }

  /// The schemas to which a schema leads: all but its definitions.
  private func applied(by node: SchemaNode) -> [SchemaID] {
    var keywords = node.keywords
    var targets: [SchemaID] = []
    keywords.replaceApplied {
      targets.append($0)
      return $0
    }
    return targets
  }

  // MARK: - Unfolding

  /// The scope after a schema's resource is entered, as far as the schema can ask.
  private func entering(_ schema: SchemaID, from scope: Scope) -> Key {
    let asked = asked[schema.index]
    if asked.isEmpty { return Key(schema: schema, scope: []) }
    var inside = scope.filter { asked.contains($0.anchor) }
    for binding in anchors[graph[schema].resource] ?? []
    where asked.contains(binding.anchor) && !inside.contains(where: { $0.anchor == binding.anchor }) {
      inside.append(binding)
    }
    return Key(schema: schema, scope: inside.sorted())
  }

  /// The keywords of a schema within a scope, with `replace` for what they apply.
  private func keywords(of key: Key, replacing replace: (Key) -> SchemaID) -> Keywords {
    var keywords = graph[key.schema].keywords
    if let reference = references[key.schema] {
      keywords.dynamicRef = key.scope.first { $0.anchor == reference.anchor }?.schema ?? reference.initial
    }
    keywords.replaceApplied { replace(entering($0, from: key.scope)) }
    return keywords
  }

  private func unfolded(limit: Int) -> SchemaGraph? {
    // 1. Every schema is where somebody may begin: in the scope of its own resource. From there, all others.
    let own = graph.nodes.map { entering($0.id, from: []) }
    var pending = own.filter { !$0.scope.isEmpty }
    var further: Set<Key> = []
    var around: [Key: Key] = [:]
    while let key = pending.popLast() {
      _ = keywords(of: key) { target in
        guard target != own[target.schema.index] else { return target.schema }
        if further.insert(target).inserted { pending.append(target) }
        if graph[target.schema].parent == key.schema { around[target] = around[target].map { min($0, key) } ?? key }
        return target.schema
      }
      if further.count > limit { return nil }
    }
    // 2. Numbers for them: scope by scope, in the order of the graph.
    let order = further.sorted()
    var ids: [Key: SchemaID] = [:]
    for (place, key) in order.enumerated() { ids[key] = SchemaID(index: graph.nodes.count + place) }
    // 3. Nodes, each with its own edges.
    func id(of key: Key) -> SchemaID { ids[key] ?? key.schema }
    var unfolded = graph
    for key in own where !key.scope.isEmpty {
      unfolded.nodes[key.schema.index].keywords = keywords(of: key, replacing: id)
    }
    for (place, key) in order.enumerated() {
      unfolded.nodes.append(
        graph[key.schema].standing(
          as: SchemaID(index: graph.nodes.count + place), in: around[key].map(id),
          dynamicScope: key.scope.map(\.schema),
          keywords: keywords(of: key, replacing: id)))
    }
    return unfolded
  }
}

extension SchemaNode {
  /// The same schema once more, within a dynamic scope.
  fileprivate func standing(
    as id: SchemaID, in parent: SchemaID?, dynamicScope: [SchemaID], keywords: Keywords
  ) -> SchemaNode {
    var node = SchemaNode(
      id: id, document: document, pointer: pointer, location: location, parent: parent, resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords)
    node.dynamicScope = dynamicScope
    return node
  }
}

extension Keywords {
  /// Replaces every schema that is applied to an instance or a part of it; definitions stay.
  mutating func replaceApplied(_ replace: (SchemaID) -> SchemaID) {
    for field in Self.singleFields { self[keyPath: field] = self[keyPath: field].map(replace) }
    for field in Self.listFields { self[keyPath: field] = self[keyPath: field].map(replace) }
    for field in Self.namedFields {
      for index in self[keyPath: field].indices {
        self[keyPath: field][index].schema = replace(self[keyPath: field][index].schema)
      }
    }
  }

  // A new applicator must be listed here: a test compares the lists with the tables of the dialects.
  static let singleFields: [any WritableKeyPath<Keywords, SchemaID?> & Sendable] = [
    \.ref, \.dynamicRef, \.contentSchema, \.items, \.contains, \.unevaluatedItems, \.additionalProperties,
    \.propertyNames, \.unevaluatedProperties, \.not, \.if, \.then, \.else,
  ]
  static let listFields: [any WritableKeyPath<Keywords, [SchemaID]> & Sendable] = [
    \.prefixItems, \.allOf, \.anyOf, \.oneOf,
  ]
  static let namedFields: [any WritableKeyPath<Keywords, [Keywords.Member]> & Sendable] = [
    \.properties, \.patternProperties, \.dependentSchemas,
  ]
}
