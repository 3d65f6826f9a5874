import SchemaRuntime

// The schemas of requests and responses.
extension SchemaGraph {
  /// Returns the graph with a copy, for each view, of every schema that the view changes: those with members that it
  /// lacks, and those that reach one of them. Copies refer to copies. Returns nil if more than `limit` would be needed.
  ///
  /// A copy keeps no keyword that could reject a value only because members are absent, such as `not` around a copy. A
  /// branch hides no members of other branches.
  ///
  /// - Parameters:
  ///   - views: the views.
  ///   - files: the names of the files whose `readOnly` and `writeOnly` count; nil for all.
  ///   - areDistinct: whether no value satisfies two of some branches. Of others, `oneOf` becomes `anyOf`.
  package func withTwins(
    limit: Int = 100_000, views: Set<SchemaView> = Set(SchemaView.allCases), in files: Set<String>? = nil,
    areDistinct: (SchemaGraph, [SchemaID]) -> Bool
  ) -> SchemaGraph? {
    if views.isEmpty { return self }
    var graph = self
    let start = nodes.count
    graph.addedStart = addedStart ?? start
    for view in SchemaView.allCases where views.contains(view) {
      var builder = TwinBuilder(self, view, in: files)
      guard let (nodes, twins) = builder.copies(from: graph.nodes.count, limit: limit) else { return nil }
      graph.nodes += nodes
      graph.twins[view] = twins
    }
    graph.twinRange = start..<graph.nodes.count
    for node in graph.twinNodes where node.keywords.oneOf.contains(where: { graph[$0].twin != nil }) {
      if areDistinct(graph, node.keywords.oneOf) { continue }
      let isAlone = node.keywords.anyOf.isEmpty
      if !isAlone, let origin = node.twin?.origin {
        var keywords = Keywords()
        keywords.anyOf = node.keywords.oneOf
        let choice = graph.addTwin(keywords, at: ["oneOf", "any"], below: node, of: origin)
        graph.change(node.id) { $0.allOf.append(choice) }
      }
      graph.change(node.id) {
        if isAlone { $0.anyOf = $0.oneOf }
        $0.oneOf = []
        if isAlone { $0.written["anyOf"] = $0.written["oneOf"] }
        $0.written["oneOf"] = nil
      }
    }
    return graph
  }

  /// Adds a schema to the last copies.
  private mutating func addTwin(
    _ keywords: Keywords, at path: [String], below parent: SchemaNode, of origin: SchemaID
  ) -> SchemaID {
    let node = parent.adding(keywords, as: SchemaID(index: nodes.count), at: path, of: origin)
    nodes.append(node)
    twinRange = twinRange.lowerBound..<nodes.count
    return node.id
  }

  /// The API descriptions that require a member which one of the views lacks, and the first schema of each that does:
  /// no payload of a server or client satisfies it (OpenAPI 3.0.4, section 4.7.24.2).
  package var schemasRequiringViews: [String: SchemaID] {
    var found: [String: SchemaID] = [:]
    let isHidden = nodes.map { node in
      node.dialect.isOfHost
        && conjunction(of: node.id).contains { self[$0].keywords.readOnly || self[$0].keywords.writeOnly }
    }
    guard isHidden.contains(true) else { return [:] }
    for node in nodes where node.dialect.isOfHost && found[documents[node.document].name] == nil {
      let parts = conjunction(of: node.id)
      let required = Set(parts.flatMap { self[$0].keywords.required.map(ExactName.init) })
      if required.isEmpty { continue }
      for member in parts.flatMap({ self[$0].keywords.properties }) where isHidden[member.schema.index] {
        if required.contains(ExactName(member.name)) { found[documents[node.document].name] = node.id }
      }
    }
    return found
  }

  /// Returns the copy of a schema in a view; nil if the view does not change it.
  package func twin(of schema: SchemaID, in view: SchemaView) -> SchemaID? { twins[view]?[schema] }

  /// Returns the copies of some schemas, view by view.
  package func twins(of schemas: [SchemaID]) -> [SchemaID] {
    SchemaView.allCases.flatMap { view in schemas.compactMap { twin(of: $0, in: view) } }
  }
}

extension SchemaNode {
  /// Returns a copy of a schema without the members that a view lacks.
  func twin(_ twin: SchemaTwin, as id: SchemaID, in parent: SchemaID?, _ keywords: Keywords) -> SchemaNode {
    SchemaNode(
      id: id, document: document, pointer: pointer, absoluteLocation: absoluteLocation, parent: parent,
      resource: resource, dialect: dialect, boolean: boolean, keywords: keywords, dynamicScope: dynamicScope,
      defect: defect, twin: twin)
  }

  /// Returns a schema that a copy needs in addition to those of its original.
  func adding(_ keywords: Keywords, as id: SchemaID, at path: [String], of origin: SchemaID) -> SchemaNode {
    var location = absoluteLocation
    location.pointer = JSONPointer(location.pointer.tokens + path)
    return SchemaNode(
      id: id, document: document, pointer: JSONPointer(pointer.tokens + path), absoluteLocation: location,
      parent: self.id, resource: resource, dialect: dialect, boolean: nil, keywords: keywords,
      twin: twin.map { SchemaTwin(view: $0.view, origin: origin, names: $0.names, hidden: nil) })
  }
}
