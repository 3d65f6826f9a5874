import SchemaRuntime

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

  /// What a dynamic scope has decided for an anchor: the schema of the outermost resource that has it.
  private struct Binding: Hashable, Comparable {
    let anchor: Int
    let schema: SchemaID

    static func < (a: Binding, b: Binding) -> Bool { (a.anchor, a.schema) < (b.anchor, b.schema) }
  }

  /// A schema within a scope, of which only what the schema can ask for is kept.
  private struct Key: Hashable {
    let schema: SchemaID
    /// The place of the scope in ``scopes``.
    let scope: Int
  }

  /// A resource entered from a scope, by a schema that asks for a set of anchors.
  private struct Entrance: Hashable {
    let resource: SchemaID
    let scope: Int
    let asked: Int
  }

  /// Lists, each kept once and called by its place: many schemas ask for the same anchors in the same scope. The first
  /// is empty.
  private struct Pool<Element: Hashable> {
    private(set) var lists: [[Element]] = [[]]
    private var places: [[Element]: Int] = [[]: 0]

    mutating func place(of list: [Element]) -> Int {
      if let known = places[list] { return known }
      places[list] = lists.count
      lists.append(list)
      return lists.count - 1
    }
  }

  private let graph: SchemaGraph
  private var references: [SchemaID: (anchor: Int, initial: SchemaID)] = [:]
  /// The schemas with each dynamic anchor, by the number of the anchor.
  private let candidates: [[SchemaID]]
  /// The dynamic anchors of each resource.
  private var anchors: [SchemaID: [Int: SchemaID]] = [:]
  /// Sets of anchors, in their order.
  private var sets = Pool<Int>()
  /// Bindings, in the order of their anchors.
  private var scopes = Pool<Binding>()
  /// For each schema the place in ``sets`` of the anchors for which it, or one to which it leads, asks.
  private var asked: [Int]
  private var entrances: [Entrance: Int] = [:]

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
    scopes.findAsked()
    return scopes.unfolded(limit: limit)
  }

  private init(_ graph: SchemaGraph, _ references: [Reference], _ candidates: [String: [SchemaID]]) {
    self.graph = graph
    asked = Array(repeating: 0, count: graph.nodes.count)
    let names = Set(references.map(\.anchor)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    self.candidates = names.map { candidates[$0] ?? [] }
    for reference in references {
      if let anchor = places[reference.anchor] { self.references[reference.schema] = (anchor, reference.initial) }
    }
    for (anchor, schemas) in self.candidates.enumerated() {
      for schema in schemas { anchors[graph[schema].resource, default: [:]][anchor] = schema }
    }
  }

  // MARK: - What can be asked

  /// Finds what each schema asks for: schemas that lead to one another ask for the same, others for what those ask to
  /// which they lead.
  private mutating func findAsked() {
    // Anchors stand between the references to them and their schemas, so that there are no more ways than text.
    let count = graph.nodes.count
    let targets =
      graph.nodes.map { node in
        applied(by: node).map(\.index) + (references[node.id].map { [count + $0.anchor] } ?? [])
      } + candidates.map { $0.map(\.index) }
    var asked = Array(repeating: 0, count: targets.count)
    for component in StrongComponents(targets).lists {
      // Those of the component itself are still empty.
      let inner = Set(component.flatMap { targets[$0].map { asked[$0] } }).subtracting([0])
      let own = Set(component.compactMap { $0 < count ? references[graph.nodes[$0].id]?.anchor : nil })
      let set =
        if own.isEmpty, inner.count <= 1 {
          inner.first ?? 0
        } else {
          sets.place(of: inner.reduce(into: own) { $0.formUnion(sets.lists[$1]) }.sorted())
        }
      for place in component { asked[place] = set }
    }
    self.asked = Array(asked.prefix(count))
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
  private mutating func entering(_ schema: SchemaID, from scope: Int) -> Key {
    let entrance = Entrance(resource: graph[schema].resource, scope: scope, asked: asked[schema.index])
    if entrance.asked == 0 { return Key(schema: schema, scope: 0) }
    if let known = entrances[entrance] { return Key(schema: schema, scope: known) }
    let resource = anchors[entrance.resource] ?? [:]
    let inside = sets.lists[entrance.asked].compactMap { anchor in
      (schemaBound(to: anchor, in: scope) ?? resource[anchor]).map { Binding(anchor: anchor, schema: $0) }
    }
    let place = scopes.place(of: inside)
    entrances[entrance] = place
    return Key(schema: schema, scope: place)
  }

  /// The schema that a scope has chosen for an anchor.
  private func schemaBound(to anchor: Int, in scope: Int) -> SchemaID? {
    let bindings = scopes.lists[scope]
    var range = bindings.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      if bindings[middle].anchor == anchor { return bindings[middle].schema }
      range = bindings[middle].anchor < anchor ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The keywords of a schema within a scope, with `replace` for what they apply.
  private mutating func keywords(of key: Key, replacing replace: (Key) -> SchemaID) -> Keywords {
    var keywords = graph[key.schema].keywords
    if let reference = references[key.schema] {
      keywords.dynamicRef = schemaBound(to: reference.anchor, in: key.scope) ?? reference.initial
    }
    keywords.replaceApplied { replace(entering($0, from: key.scope)) }
    return keywords
  }

  private mutating func unfolded(limit: Int) -> SchemaGraph? {
    let graph = graph
    // 1. Every schema is where somebody may begin: in the scope of its own resource. From there, all others.
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
    // 2. Numbers for them: scope by scope, in the order of the graph.
    let lists = scopes.lists
    var ranks = lists.map { _ in 0 }
    for (rank, scope) in lists.indices.sorted(by: { lists[$0].lexicographicallyPrecedes(lists[$1]) }).enumerated() {
      ranks[scope] = rank
    }
    func precedes(_ a: Key, _ b: Key) -> Bool { (ranks[a.scope], a.schema) < (ranks[b.scope], b.schema) }
    let order = further.sorted(by: precedes)
    var ids: [Key: SchemaID] = [:]
    for (place, key) in order.enumerated() { ids[key] = SchemaID(index: graph.nodes.count + place) }
    // 3. Nodes, each with its own edges.
    func id(of key: Key) -> SchemaID { ids[key] ?? key.schema }
    var unfolded = graph
    for key in own where key.scope != 0 {
      unfolded.nodes[key.schema.index] = graph[key.schema].with(keywords(of: key, replacing: id))
    }
    for (place, key) in order.enumerated() {
      unfolded.nodes.append(
        graph[key.schema].standing(
          as: SchemaID(index: graph.nodes.count + place), in: around[key]?.min(by: precedes).map(id),
          dynamicScope: lists[key.scope].map(\.schema),
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
    SchemaNode(
      id: id, document: document, pointer: pointer, place: place, parent: parent, resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords, dynamicScope: dynamicScope)
  }
}
