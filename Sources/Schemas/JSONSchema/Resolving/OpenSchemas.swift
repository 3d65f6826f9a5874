import SchemaRuntime

/// Opens lists of strings, `enum` and choices between constants, and choices between objects that a member tells apart.
/// What a later version of a schema might add is valid too, and the schema only names what is known.
///
/// A list stays closed if something depends on it: in `if`, `not`, `contains` and `propertyNames`; as a branch next to
/// others that admit strings; for members whose values differ between the branches of a `oneOf` or `anyOf`; and
/// anywhere in the branches of a `oneOf` that neither types nor such members distinguish, because a value may satisfy
/// only one of them. An open schema thus admits all values that the closed one does. ``OpenUnions`` says which choices
/// stay closed.
struct OpenSchemas {
  var graph: SchemaGraph
  private(set) var closed: Set<SchemaID> = []

  /// Returns the graph with the lists and choices of some documents opened, and those that say so themselves (`x-open`).
  /// An open list is an `anyOf` of the list and of all strings.
  static func opened(
    _ graph: SchemaGraph, _ reading: (SchemaDocument) -> SchemaResolver.Reading
  ) -> SchemaGraph {
    let isAnyOpen =
      graph.documents.contains { reading($0).opens }
      || graph.nodes.contains { $0.keywords.vendor.open }
    guard isAnyOpen else { return graph }
    let hasOpenEnumerations = graph.documents.map { reading($0).open.contains(.enumerations) }
    let hasOpenUnions = graph.documents.map { reading($0).open.contains(.unions) }
    func isOpen(_ node: SchemaNode, _ hasOpen: [Bool]) -> Bool {
      if node.boolean != nil { return false }
      return node.keywords.written["x-open"]?.bool ?? hasOpen[node.document]
    }
    var opener = OpenSchemas(graph: graph)
    opener.closed = graph.schemasInConditions
    for node in graph.nodes {
      opener.closeTags(of: node)
      opener.closeAlternatives(of: node)
    }
    let fixed = opener.fixedUnions
    for node in graph.nodes where !opener.closed.contains(node.id) {
      if isOpen(node, hasOpenEnumerations) { opener.open(node) }
      if isOpen(node, hasOpenUnions), !fixed.contains(node.id) { opener.openUnion(node) }
    }
    return opener.graph
  }

  private init(graph: SchemaGraph) { self.graph = graph }

  // MARK: - What stays closed

  /// Closes the lists by which the branches of a choice differ.
  private mutating func closeTags(of node: SchemaNode) {
    for branches in [node.keywords.oneOf, node.keywords.anyOf] where branches.count > 1 {
      let branches = leaves(branches)
      let own = branches.map { graph.listedValues(of: $0) }
      for (index, list) in own.enumerated() where list != nil {
        let others = branches.indices.filter { $0 != index && admitsStrings(branches[$0]) }
        if !others.isEmpty { closed.formUnion(graph.conjunction(of: branches[index])) }
      }
      var lists: [ExactName: [Set<JSONValue>]] = [:]
      var schemas: [ExactName: [SchemaID]] = [:]
      for branch in branches {
        for member in graph.conjunction(of: branch).flatMap({ graph[$0].keywords.properties }) {
          guard let list = graph.listedValues(of: member.schema) else { continue }
          lists[ExactName(member.name), default: []].append(list)
          schemas[ExactName(member.name), default: []] += graph.conjunction(of: member.schema)
        }
      }
      for (name, lists) in lists where Set(lists).count > 1 { closed.formUnion(schemas[name] ?? []) }
    }
  }

  /// Closes the lists in the branches of a `oneOf`, unless each two exclude each other.
  private mutating func closeAlternatives(of node: SchemaNode) {
    let branches = node.keywords.oneOf.filter { graph[$0].boolean != false }
    guard branches.count > 1 else { return }
    if graph.areExclusive(branches) { return }
    // A choice between lists alone is one list.
    if branches.allSatisfy({ graph.listedValues(of: $0) != nil }) { return }
    closed.formUnion(Closure.of(branches) { graph[$0].keywords.applied })
  }

  /// The branches of a choice, and of the choices that these are.
  private func leaves(_ branches: [SchemaID]) -> [SchemaID] {
    Closure.of(branches) { branch in
      graph.conjunction(of: branch).flatMap { graph[$0].keywords.oneOf + graph[$0].keywords.anyOf }
    }
  }

  private func admitsStrings(_ schema: SchemaID) -> Bool {
    if graph[schema].boolean == false { return false }
    return graph.conjunction(of: schema).allSatisfy { part in
      let keywords = graph[part].keywords
      let values = keywords.enumeration ?? keywords.const.map { [$0] }
      return keywords.type?.contains(.string) ?? true && values?.contains { $0.string != nil } ?? true
    }
  }

  // MARK: - Opening

  private mutating func open(_ node: SchemaNode) {
    let keywords = node.keywords
    guard keywords.const == nil, keywords.anyOf.isEmpty || keywords.oneOf.isEmpty,
      keywords.type?.contains(.string) ?? true
    else { return }
    if let values = keywords.enumeration {
      guard keywords.anyOf.isEmpty, keywords.oneOf.isEmpty, Self.isList(values) else { return }
      open(node, values)
    } else {
      let branches = keywords.anyOf + keywords.oneOf
      let lists = branches.map { branch in
        graph[branch].keywords.conjuncts.isEmpty ? graph[branch].keywords.listedValues : nil
      }
      guard branches.count > 1, lists.allSatisfy({ $0 != nil }), Self.isList(lists.flatMap { $0 ?? [] }) else { return }
      open(node, branches: branches)
    }
  }

  /// Whether values are strings, and perhaps null.
  private static func isList(_ values: [JSONValue]) -> Bool {
    values.allSatisfy { $0.string != nil || $0.isNull } && values.contains { $0.string != nil }
  }

  /// Opens an `enum`.
  private mutating func open(_ node: SchemaNode, _ values: [JSONValue]) {
    var list = Keywords()
    list.enumeration = values
    list.vendor.enumVarnames = node.keywords.vendor.enumVarnames
    open(node, branches: [graph.add(list, at: ["anyOf", "0"], below: node.id)])
    graph.change(node.id) { $0.enumeration = nil }
    let hasNull = values.contains { $0.isNull } && node.keywords.type?.contains(.null) ?? true
    graph.change(node.id) { $0.type = hasNull ? [.string, .null] : [.string] }
  }

  /// Opens a choice between lists.
  private mutating func open(_ node: SchemaNode, branches: [SchemaID]) {
    var strings = Keywords()
    strings.type = [.string]
    let others = graph.add(strings, at: ["anyOf", String(branches.count)], below: node.id)
    let admitsNull = branches.contains { graph[$0].keywords.listedValues?.contains { $0.isNull } ?? false }
    graph.change(node.id) { keywords in
      keywords.oneOf = []
      keywords.anyOf = branches + [others]
      keywords.isOpenEnumeration = true
      keywords.type = keywords.type ?? (admitsNull ? [.string, .null] : [.string])
    }
  }
}

extension Keywords {
  /// The values that the schema itself lists.
  fileprivate var listedValues: [JSONValue]? { enumeration ?? const.map { [$0] } }
}
