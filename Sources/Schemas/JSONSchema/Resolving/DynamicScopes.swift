import SchemaAnalysis
import SchemaRuntime

/// The fourth stage of resolving: determines the target of every `$dynamicRef` and `$recursiveRef`.
///
/// The target depends on the resources that were entered on the way to the reference, outermost first (2020-12 core,
/// section 8.2.3.2; 2019-09 core, section 8.2.4.2). A path through schemas is a path through the graph, so the target
/// does not depend on the instance. If a schema is reached in several dynamic scopes, and a reference can distinguish
/// them, the graph contains one copy of the schema per scope. Later stages see no dynamic references.
struct DynamicScopes {
  /// A reference that a dynamic scope may redirect, before it is decided.
  struct Reference {
    var schema: SchemaID
    /// The name of the anchor; empty for `$recursiveRef`.
    var anchor: String
    /// The target if no resource in the scope has the anchor; nil if there is none, and every value is undecided.
    var initial: SchemaID?
  }

  /// The schema that a dynamic scope has chosen for an anchor: that of the outermost resource with the anchor.
  private struct Binding: Hashable, Comparable {
    let anchor: Int
    let schema: SchemaID

    static func < (a: Binding, b: Binding) -> Bool { (a.anchor, a.schema) < (b.anchor, b.schema) }
  }

  /// A schema in a scope, reduced to the anchors that the schema can look up.
  private struct Key: Hashable {
    let schema: SchemaID
    /// The index of the scope in ``scopes``.
    let scope: Int
  }

  /// A resource entered from a scope, by a schema that looks up a set of anchors.
  private struct ResourceEntry: Hashable {
    let resource: SchemaID
    let scope: Int
    let lookups: Int
  }

  /// Unique lists, identified by index: many schemas look up the same anchors in the same scope. The first is empty.
  private struct Pool<Element: Hashable> {
    private(set) var lists: [[Element]] = [[]]
    private var indexes: [[Element]: Int] = [[]: 0]

    mutating func index(of list: [Element]) -> Int {
      if let known = indexes[list] { return known }
      indexes[list] = lists.count
      lists.append(list)
      return lists.count - 1
    }
  }

  private let graph: SchemaGraph
  private var references: [SchemaID: (anchor: Int, initial: SchemaID?)] = [:]
  private let names: [String]
  /// The schemas with each dynamic anchor, by anchor index.
  private let candidates: [[SchemaID]]
  /// The dynamic anchors of each resource.
  private var anchors: [SchemaID: [Int: SchemaID]] = [:]
  /// Sorted sets of anchors.
  private var sets = Pool<Int>()
  /// Bindings, sorted by anchor.
  private var scopes = Pool<Binding>()
  /// For each schema, the index in ``sets`` of the anchors that it, or a schema that it reaches, looks up.
  private var lookups: [Int]
  private var resourceEntries: [ResourceEntry: Int] = [:]

  /// Returns the graph without undecided references; nil if it would need more than `limit` copies.
  ///
  /// - Parameter candidates: the schemas with each dynamic anchor.
  static func settled(
    _ graph: SchemaGraph, _ references: [Reference], candidates: [String: [SchemaID]], limit: Int
  ) -> SchemaGraph? {
    // An anchor that only one schema has always resolves to that schema.
    let open = references.filter { $0.initial == nil || candidates[$0.anchor, default: []].count > 1 }
    if open.isEmpty { return graph }
    var scopes = DynamicScopes(graph, open, candidates)
    scopes.findLookups()
    return scopes.unfolded(limit: limit)
  }

  private init(_ graph: SchemaGraph, _ references: [Reference], _ candidates: [String: [SchemaID]]) {
    self.graph = graph
    lookups = Array(repeating: 0, count: graph.nodes.count)
    let names = Set(references.map(\.anchor)).sorted()
    self.names = names
    let anchorIndexes = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    self.candidates = names.map { candidates[$0] ?? [] }
    for reference in references {
      if let anchor = anchorIndexes[reference.anchor] {
        self.references[reference.schema] = (anchor, reference.initial)
      }
    }
    for (anchor, schemas) in self.candidates.enumerated() {
      for schema in schemas { anchors[graph[schema].resource, default: [:]][anchor] = schema }
    }
  }

  // MARK: - Anchor lookups

  /// Finds the anchors that each schema looks up: its own and those of all schemas that it reaches. Schemas of one
  /// cycle share the same set.
  private mutating func findLookups() {
    // Anchors are nodes between references and schemas, so that the number of edges is linear in the size of the
    // text.
    let count = graph.nodes.count
    let targets =
      graph.nodes.map { node in
        applied(by: node).map(\.index) + (references[node.id].map { [count + $0.anchor] } ?? [])
      } + candidates.map { $0.map(\.index) }
    var lookups = Array(repeating: 0, count: targets.count)
    for component in StrongComponents(targets).lists {
      // The sets of the component itself are still empty.
      let inner = Set(component.flatMap { targets[$0].map { lookups[$0] } }).subtracting([0])
      let own = Set(component.compactMap { $0 < count ? references[graph.nodes[$0].id]?.anchor : nil })
      let set =
        if own.isEmpty, inner.count <= 1 {
          inner.first ?? 0
        } else {
          sets.index(of: inner.reduce(into: own) { $0.formUnion(sets.lists[$1]) }.sorted())
        }
      for node in component { lookups[node] = set }
    }
    self.lookups = Array(lookups.prefix(count))
  }

  /// Returns the schemas that a schema reaches directly: all except its definitions.
  private func applied(by node: SchemaNode) -> [SchemaID] {
    var keywords = node.keywords
    var targets: [SchemaID] = []
    keywords.replaceApplied {
      targets.append($0)
      return $0
    }
    return targets
  }

  // MARK: - Copying

  /// Returns the scope after entering a schema's resource, reduced to what the schema can look up.
  private mutating func entering(_ schema: SchemaID, from scope: Int) -> Key {
    let resourceEntry = ResourceEntry(resource: graph[schema].resource, scope: scope, lookups: lookups[schema.index])
    if resourceEntry.lookups == 0 { return Key(schema: schema, scope: 0) }
    if let known = resourceEntries[resourceEntry] { return Key(schema: schema, scope: known) }
    let resource = anchors[resourceEntry.resource] ?? [:]
    let inside = sets.lists[resourceEntry.lookups].compactMap { anchor in
      (schemaBound(to: anchor, in: scope) ?? resource[anchor]).map { Binding(anchor: anchor, schema: $0) }
    }
    let index = scopes.index(of: inside)
    resourceEntries[resourceEntry] = index
    return Key(schema: schema, scope: index)
  }

  /// Returns the schema that a scope has chosen for an anchor.
  private func schemaBound(to anchor: Int, in scope: Int) -> SchemaID? {
    let bindings = scopes.lists[scope]
    var range = bindings.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      if bindings[middle].anchor == anchor { return bindings[middle].schema }
      range = bindings[middle].anchor < anchor ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Returns the keywords of a schema in a scope, with the schemas that they apply replaced by `replace`.
  private mutating func keywords(of key: Key, replacing replace: (Key) -> SchemaID) -> Keywords {
    var keywords = graph[key.schema].keywords
    if let reference = references[key.schema] {
      keywords.dynamicRef =
        schemaBound(to: reference.anchor, in: key.scope) ?? reference.initial ?? keywords.dynamicRef
    }
    keywords.replaceApplied { replace(entering($0, from: key.scope)) }
    return keywords
  }

  /// Returns the defect of a schema whose reference leads nowhere in a scope.
  private func defect(of key: Key) -> SchemaNode.Defect? {
    guard let reference = references[key.schema], reference.initial == nil,
      schemaBound(to: reference.anchor, in: key.scope) == nil
    else { return nil }
    let name = names[reference.anchor].quoted
    return SchemaNode.Defect(keyword: "$dynamicRef", reason: "no schema that leads here has the dynamic anchor \(name)")
  }

  private mutating func unfolded(limit: Int) -> SchemaGraph? {
    let graph = graph
    // 1. Evaluation may start at any schema, in the scope of its resource. All other keys are reached from there.
    let own = graph.nodes.map { entering($0.id, from: 0) }
    var pending = own.filter { $0.scope != 0 }
    var further: Set<Key> = []
    var around: [Key: [Key]] = [:]
    while let key = pending.popLast() {
      _ = keywords(of: key) { target in
        guard target != own[target.schema.index] else { return target.schema }
        if further.insert(target).inserted { pending.append(target) }
        if graph[target.schema].parent == key.schema { around[target, default: []].append(key) }
        return target.schema
      }
      if further.count > limit { return nil }
    }
    // 2. Assign indexes: scope by scope, in the order of the graph.
    let lists = scopes.lists
    var ranks = lists.map { _ in 0 }
    for (rank, scope) in lists.indices.sorted(by: { lists[$0].lexicographicallyPrecedes(lists[$1]) }).enumerated() {
      ranks[scope] = rank
    }
    func precedes(_ a: Key, _ b: Key) -> Bool { (ranks[a.scope], a.schema) < (ranks[b.scope], b.schema) }
    let order = further.sorted(by: precedes)
    var ids: [Key: SchemaID] = [:]
    for (index, key) in order.enumerated() { ids[key] = SchemaID(index: graph.nodes.count + index) }
    // 3. Create nodes, each with its own edges.
    func id(of key: Key) -> SchemaID { ids[key] ?? key.schema }
    var unfolded = graph
    for key in own {
      if key.scope != 0 {
        unfolded.nodes[key.schema.index] = graph[key.schema].with(keywords(of: key, replacing: id))
      }
      if let defect = defect(of: key) {
        unfolded.nodes[key.schema.index] = unfolded.nodes[key.schema.index].with(defect)
      }
    }
    for (index, key) in order.enumerated() {
      let node = graph[key.schema].standing(
        as: SchemaID(index: graph.nodes.count + index), in: around[key]?.min(by: precedes).map(id),
        dynamicScope: lists[key.scope].map(\.schema), keywords: keywords(of: key, replacing: id))
      unfolded.nodes.append(defect(of: key).map(node.with) ?? node)
    }
    return unfolded
  }
}

extension SchemaNode {
  /// Returns a copy of a schema in a dynamic scope.
  fileprivate func standing(
    as id: SchemaID, in parent: SchemaID?, dynamicScope: [SchemaID], keywords: Keywords
  ) -> SchemaNode {
    SchemaNode(
      id: id, document: document, pointer: pointer, absoluteLocation: absoluteLocation, parent: parent,
      resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords, dynamicScope: dynamicScope,
      defect: defect)
  }
}
