import SchemaRuntime

/// The third stage of resolving: numbers the schemas and parses their keywords.
struct GraphBuilder {
  let survey: SchemaSurvey
  /// The indexes of the survey's schemas in the order of the graph.
  private let order: [Int]
  /// The graph's identifiers of the survey's schemas.
  private let ids: [SchemaID]
  /// The location prefix of each resource's schemas.
  private let bases: [String]
  /// The documents of the graph: one for each schema of a text with several.
  private let documents: [SchemaDocument]
  /// The document indexes of the survey's schemas.
  private let documentIndexes: [Int]

  init(survey: SchemaSurvey) {
    self.survey = survey
    order = survey.schemas.indices.sorted { survey.schemas[$0].location < survey.schemas[$1].location }
    var ids = Array(repeating: SchemaID(index: 0), count: survey.schemas.count)
    for (index, schema) in order.enumerated() { ids[schema] = SchemaID(index: index) }
    self.ids = ids
    bases = survey.resources.map { "\($0.uri)#" }
    (documents, documentIndexes) = Self.documents(of: survey, order)
  }

  private static func documents(of survey: SchemaSurvey, _ order: [Int]) -> ([SchemaDocument], documentIndexes: [Int]) {
    var documents: [SchemaDocument] = []
    var documentIndexes = Array(repeating: 0, count: survey.schemas.count)
    var next = order[...]
    for (index, document) in survey.documents.enumerated() {
      let host = survey.hosts[index]
      // A file of a description may be no schema, but contain some.
      let isSchema = host == nil || survey.schemaIndexes[NodeLocation(document: index, entry: 0)] != nil
      if document.extent == .whole, isSchema { documents.append(document) }
      while let schema = next.first, survey.schemas[schema].location.document == index {
        next.removeFirst()
        // A schema comes after its parent.
        if let parent = survey.schemas[schema].parent {
          documentIndexes[schema] = documentIndexes[parent]
        } else {
          if let part = host?.parts[survey.schemas[schema].location] {
            documents.append(SchemaDocument(part, of: document))
          }
          documentIndexes[schema] = documents.count - 1
        }
      }
    }
    return (documents, documentIndexes)
  }

  /// Builds the graph. With errors among the findings, it may have gaps and is not usable.
  ///
  /// Dynamic references have the target that they have without a dynamic scope.
  func graph(findings: inout Findings) -> SchemaGraph {
    var graph = SchemaGraph(documents: documents, nodes: [], roots: [])
    graph.nodes.reserveCapacity(order.count)
    guard let dialect = survey.schemas.first?.dialect else { return graph }
    var reader = KeywordReader(isStrict: survey.options.isStrict, dialect) { id(at: $0) }
    swap(&reader.findings, &findings)
    var places = Array(repeating: 0, count: survey.schemas.count)
    let isLenient = survey.documents.map { survey.options.reading($0).isLenient }
    for index in order {
      let schema = survey.schemas[index]
      if schema.parent == nil { graph.roots.append(ids[index]) }
      reader.keywords.written = written(schema, in: graph, &places)
      reader.keywords.required = survey.requiredMembers(of: index)
      for reference in schema.references {
        connect(reference, &reader.keywords)
        if reference.stub != nil { leaveOut(reference, of: schema, &reader.keywords) }
      }
      if schema.boolean == nil {
        let document = schema.location.document
        survey.documents[document].source.withRoot { root in
          reader.read(schema, root[at: schema.location.entry], isLenient: isLenient[document])
        }
      }
      graph.nodes.append(node(schema, ids[index], document: documentIndexes[index], reader.takeKeywords()))
    }
    swap(&reader.findings, &findings)
    graph.resources = survey.resourceIndexes.compactMapValues { id(at: survey.resources[$0].root) }
    return graph
  }

  /// Returns the location of a schema.
  func location(of id: SchemaID) -> NodeLocation { survey.schemas[order[id.index]].location }

  /// Returns the location of a schema in a graph with copies.
  func location(of id: SchemaID, in graph: SchemaGraph) -> NodeLocation { location(of: original(of: id, in: graph)) }

  /// Returns the original of a copied schema in a graph with copies; the schema itself if it is not a copy.
  func original(of id: SchemaID, in graph: SchemaGraph) -> SchemaID {
    if order.indices.contains(id.index) { return id }
    let twin = graph[id]
    let first = graph.nodes.first { $0.document == twin.document && $0.pointer == twin.pointer }
    return first?.id ?? graph.roots[twin.document]
  }

  /// The references without a target.
  var unresolvedReferences: [(schema: SchemaID, location: NodeLocation, fact: ResolveError.Unresolvable)] {
    survey.unresolved.map { (ids[$0.schema], $0.location, $0.fact) }
  }

  func id(at location: NodeLocation) -> SchemaID? { survey.schemaIndexes[location].map { ids[$0] } }

  private func node(
    _ schema: SchemaSurvey.Schema, _ id: SchemaID, document: Int, _ keywords: consuming Keywords
  ) -> SchemaNode {
    var subschemas: [SchemaNode.Subschema] = []
    subschemas.reserveCapacity(schema.subschemas.count)
    for part in schema.subschemas {
      if let id = self.id(at: part.location) { subschemas.append(SchemaNode.Subschema(path: part.path, schema: id)) }
    }
    let resource = survey.resources[schema.resource]
    let depth = resource.rootPointer.tokens.count
    let pointer = depth == 0 ? schema.pointer : JSONPointer(Array(schema.pointer.tokens.dropFirst(depth)))
    return SchemaNode(
      id: id, document: document, pointer: schema.pointer,
      absoluteLocation: SchemaLocation(base: bases[schema.resource], pointer: pointer),
      parent: schema.parent.map { ids[$0] }, resource: self.id(at: resource.root) ?? root(around: schema) ?? id,
      dialect: schema.dialect,
      boolean: schema.boolean, keywords: keywords, subschemas: subschemas)
  }

  /// Returns the outermost schema around one: the root of its document.
  private func root(around schema: SchemaSurvey.Schema) -> SchemaID? {
    guard var parent = schema.parent else { return nil }
    while let next = survey.schemas[parent].parent { parent = next }
    return ids[parent]
  }

  /// Returns the object as written, taken from the enclosing schema's, so that no text is parsed twice.
  ///
  /// - Parameter places: for each schema, where its next subschema probably is among the members of a keyword.
  private func written(_ schema: SchemaSurvey.Schema, in graph: SchemaGraph, _ places: inout [Int]) -> JSONObject {
    if let parent = schema.parent {
      let path = schema.pointer.tokens.dropFirst(survey.schemas[parent].pointer.tokens.count)
      let value = path.first.flatMap { graph[ids[parent]].keywords.written[$0] }
      if path.count == 2, let name = path.last, let members = value?.object {
        let guess = places[parent]
        let isThere = guess < members.count && members[guess].key.isIdentical(to: name)
        if let place = isThere ? guess : members.firstIndex(where: { $0.key.isIdentical(to: name) }) {
          places[parent] = place + 1
          if let written = members[place].value.object { return written }
        }
      } else if let written = value?.value(along: path.dropFirst())?.object {
        return written
      }
    }
    // The root of a document, a Boolean, or a schema inside an ignored keyword.
    return survey.documents[schema.location.document].root[schema.pointer]?.object ?? JSONObject()
  }

  private func connect(_ reference: SchemaSurvey.Reference, _ keywords: inout Keywords) {
    guard let target = reference.target else { return }
    switch reference.kind {
    case .ref: keywords.ref = ids[target.schema]
    case .dynamicRef, .recursiveRef: keywords.dynamicRef = ids[target.schema]
    }
  }

  /// Omits a reference that adds nothing.
  private func leaveOut(
    _ reference: SchemaSurvey.Reference, of schema: SchemaSurvey.Schema, _ keywords: inout Keywords
  ) {
    keywords.written[reference.kind.rawValue] = nil
    guard schema.isReferenceAlone else { return }
    for name in keywords.written.keys where schema.dialect.keyword(named: name)?.matters ?? false {
      if schema.dialect.keyword(named: name)?.standsBesideReference != true { keywords.written[name] = nil }
    }
  }

  /// Returns the references that a dynamic scope may redirect: those whose initial target has a dynamic anchor.
  func dynamicReferences() -> [DynamicScopes.Reference] {
    order.flatMap { index in
      survey.schemas[index].references.compactMap { reference in
        guard reference.kind != .ref, let target = reference.target, let anchor = target.dynamicAnchor else {
          return nil
        }
        return DynamicScopes.Reference(
          schema: ids[index], anchor: anchor, initial: target.isStandIn ? nil : ids[target.schema])
      }
    }
  }

  /// Returns the schemas with each dynamic anchor, in the order of the graph.
  func dynamicCandidates() -> [String: [SchemaID]] {
    var candidates: [String: [SchemaID]] = [:]
    for resource in survey.resources {
      for (name, anchor) in resource.anchors where anchor.isDynamic {
        if let id = id(at: anchor.location) { candidates[name, default: []].append(id) }
      }
    }
    return candidates.mapValues { $0.sorted() }
  }
}
