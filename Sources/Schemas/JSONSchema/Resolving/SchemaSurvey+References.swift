import SchemaAnalysis
import SchemaRuntime

/// The second stage of resolving: finds the target of every reference.
extension SchemaSurvey {
  /// Gives every reference its target, or reports why it has none.
  ///
  /// A reference may load a document, or turn a value that is under no keyword into a schema; both may contain
  /// references. Unresolved references are retried while something new is found, so that their order does not matter.
  /// Built-in meta-schemas are loaded last.
  mutating func connect() {
    var asked: Set<String> = []
    var waiting: [(schema: Int, reference: Int)] = []
    var next = 0
    var known = 0
    repeat {
      known = schemas.count
      let again = waiting
      waiting = []
      for entry in again { follow(entry.schema, entry.reference) }
      while next < schemas.count {
        for reference in schemas[next].references.indices { follow(next, reference) }
        next += 1
      }
    } while !waiting.isEmpty && (schemas.count > known || addMetaSchemas() || startFromFiles())
    for entry in waiting {
      schemas[entry.schema].references[entry.reference].startsFromFile = false
      report(entry.schema, entry.reference)
    }
    warnOfFiles()
    reportSharedIdentifiers()
    warnOfStubs()

    func follow(_ schema: Int, _ reference: Int) {
      if takeTarget(of: reference, in: schema) { return }
      guard let uri = uri(of: reference, in: schema) else { return }
      if !uri.isFragment {
        let key = resourceURI(of: uri, in: schema, fromFile: schemas[schema].references[reference].startsFromFile)
        // Unavailable documents are compared by URI, and need no stub.
        if resourceIndexes[key] == nil, !options.allowsUnavailableDocuments, registry.isStub(key) {
          schemas[schema].references[reference].stub = key
          return
        }
        if resourceIndexes[key] == nil, asked.insert(key).inserted, let document = registry.document(at: key) {
          add(document, asked: key, from: schemas[schema].dialect)
        }
      }
      let kind = schemas[schema].references[reference].kind
      do throws(ResolveError.Unresolvable.Reason) {
        let fromFile = schemas[schema].references[reference].startsFromFile
        let target = try target(of: kind, uri, in: schema, fromFile: fromFile, suggesting: false)
        schemas[schema].references[reference].target = target
        if uri.isFragment, kind == .ref {
          resources[schemas[schema].resource].fragments.set(schemas[schema].references[reference].text, target)
        }
      } catch {
        waiting.append((schema, reference))
      }
    }

    /// Adds the built-in documents that references need; returns whether there were any.
    func addMetaSchemas() -> Bool {
      for entry in waiting {
        guard let uri = uri(of: entry.reference, in: entry.schema), !uri.isFragment else { continue }
        let key = resourceURI(of: uri, in: entry.schema, fromFile: false)
        if resourceIndexes[key] == nil, let document = MetaSchema.document(at: key) { add(document) }
      }
      return schemas.count > known
    }

    /// Resolves relative references against the file's location if the base URI leads to no document; returns whether
    /// there are new ones. Files often have an identifier that does not match the location of their neighbors.
    func startFromFiles() -> Bool {
      var isNew = false
      for entry in waiting where !schemas[entry.schema].references[entry.reference].startsFromFile {
        // An identifier inside a file deliberately sets the base of references.
        let isOfFile = resources[schemas[entry.schema].resource].rootPointer.tokens.isEmpty
        guard isOfFile, let uri = uri(of: entry.reference, in: entry.schema), !uri.isAbsolute, !uri.isFragment,
          uri.authority == nil, !uri.path.hasPrefix("/"),
          resourceIndexes[resourceURI(of: uri, in: entry.schema, fromFile: false)] == nil
        else { continue }
        schemas[entry.schema].references[entry.reference].startsFromFile = true
        isNew = true
      }
      return isNew
    }
  }

  /// Gives a reference the target of another one with the same text in the same resource; returns whether there is one.
  private mutating func takeTarget(of reference: Int, in schema: Int) -> Bool {
    guard schemas[schema].references[reference].kind == .ref,
      let target = resources[schemas[schema].resource].fragments[schemas[schema].references[reference].text]
    else { return false }
    schemas[schema].references[reference].target = target
    return true
  }

  /// Warns of the first reference of each document that its base URI leads nowhere.
  private mutating func warnOfFiles() {
    var warned: Set<Int> = []
    for (index, schema) in schemas.enumerated() where !warned.contains(schema.location.document) {
      guard let reference = schema.references.first(where: { $0.startsFromFile }),
        let uri = URIReference(reference.text)
      else { continue }
      warned.insert(schema.location.document)
      let wanted = resourceURI(of: uri, in: index, fromFile: false)
      let found = resourceURI(of: uri, in: index, fromFile: true)
      findings.add(
        .foundFromFile(reference: reference.text, uri: wanted, found: found), at: reference.location,
        severity: .warning)
    }
  }

  /// Warns of each stub at the first reference to it.
  private mutating func warnOfStubs() {
    var warned: Set<String> = []
    for schema in schemas {
      for reference in schema.references {
        guard let uri = reference.stub, warned.insert(uri).inserted else { continue }
        findings.add(.stub(uri: uri), at: reference.location, severity: .warning)
      }
    }
  }

  private mutating func report(_ schema: Int, _ index: Int) {
    guard let uri = uri(of: index, in: schema) else { return }
    let reference = schemas[schema].references[index]
    // Suggestions take time.
    let suggests = unresolved.count < max(options.maximumFindings, 1)
    do throws(ResolveError.Unresolvable.Reason) {
      _ = try target(of: reference.kind, uri, in: schema, fromFile: false, suggesting: suggests)
    } catch {
      let whole = uri.resolved(against: resources[schemas[schema].resource].uri)
      let fact = ResolveError.Unresolvable(
        keyword: reference.kind.rawValue, reference: reference.text, uri: whole.description, reason: error)
      unresolved.append((schema, reference.location, fact))
    }
  }

  /// Parses a reference as written; nil if it is malformed, which the keyword reader reports.
  private func uri(of reference: Int, in schema: Int) -> URIReference? {
    let reference = schemas[schema].references[reference]
    // 2019-09 core, section 8.2.4.2.1: `$recursiveRef` allows only `#`.
    guard reference.kind != .recursiveRef || reference.text == "#" else { return nil }
    if reference.kind == .dynamicRef, schemas[schema].dialect.draft >= .v1 {
      return KeywordRule.AnchorName.dynamic(in: reference.text).flatMap { URIReference("#" + $0) }
    }
    if schemas[schema].dialect.draft >= .v1, !Format.iriReference.isValid(reference.text) { return nil }
    return URIReference(reference.text)
  }

  /// Returns the URI, without fragment, of the resource that a reference points to.
  private func resourceURI(of uri: URIReference, in schema: Int, fromFile: Bool) -> String {
    let schema = schemas[schema]
    let file = fromFile ? URIReference(documents[schema.location.document].uri)?.withoutFragment : nil
    return uri.withoutFragment.resolved(against: file ?? resources[schema.resource].uri).description
  }

  /// Returns the resource that a reference points to; for a bare fragment, that of its schema.
  private mutating func resource(
    of uri: URIReference, in schema: Int, fromFile: Bool, suggesting: Bool
  ) throws(ResolveError.Unresolvable.Reason) -> Int {
    if uri.isFragment { return schemas[schema].resource }
    let key = resourceURI(of: uri, in: schema, fromFile: fromFile)
    if let resource = resourceIndexes[key] {
      sharedIdentifiers[key]?.isUsed = true
      return resource
    }
    throw .noDocument(nearest: suggesting ? nearest(to: key, among: knownURIs()) : nil)
  }

  /// Returns the target of a reference: the root of a resource, a value by pointer, or an anchor.
  private mutating func target(
    of kind: KeywordRule.Reference, _ uri: URIReference, in origin: Int, fromFile: Bool, suggesting: Bool
  ) throws(ResolveError.Unresolvable.Reason) -> Target {
    let resource = try self.resource(of: uri, in: origin, fromFile: fromFile, suggesting: suggesting)
    let root = resources[resource].root
    let anchors = resources[resource].anchors
    if kind == .dynamicRef, schemas[origin].dialect.draft >= .v1 {
      return try dynamicTarget(uri.fragment ?? "", from: resource, suggesting: suggesting)
    }
    if resources[resource].rootPointer.tokens.isEmpty, let content = foreign[root.document],
      kind == .recursiveRef || (uri.fragment ?? "").isEmpty
    {
      throw .noSchemaAtRoot(actual: content)
    }
    if kind == .recursiveRef {
      let isRecursive = anchors[Self.recursiveAnchor] != nil
      return Target(schema: try schema(at: root), dynamicAnchor: isRecursive ? Self.recursiveAnchor : nil)
    }
    guard let text = URIReference.percentDecoded(uri.fragment ?? "") else { throw .malformedEncoding }
    if text.isEmpty {
      visitRoot(of: root.document)
      return Target(schema: try schema(at: root))
    }
    if text.hasPrefix("/") {
      guard let pointer = JSONPointer(text) else { throw .malformedPointer }
      return Target(schema: try schema(at: pointer, in: resource, suggesting: suggesting))
    }
    guard let anchor = anchors[text], anchor.isStatic || kind != .ref else {
      throw .noAnchor(name: text, nearest: suggesting ? nearest(to: text, among: knownAnchors(of: resource)) : nil)
    }
    return Target(
      schema: try schema(at: anchor.location), dynamicAnchor: kind == .dynamicRef && anchor.isDynamic ? text : nil)
  }

  /// Returns the target of a `$dynamicRef` of v1, which names an anchor and no resource: that of the own resource, which is
  /// in every scope, or another one as a stand-in.
  private mutating func dynamicTarget(
    _ name: String, from resource: Int, suggesting: Bool
  ) throws(ResolveError.Unresolvable.Reason) -> Target {
    func anchor(_ resource: Resource) -> Anchor? {
      resource.anchors[name].flatMap { $0.isDynamic ? $0 : nil }
    }
    if let own = anchor(resources[resource]) {
      return Target(schema: try schema(at: own.location), dynamicAnchor: name)
    }
    guard let first = resources.compactMap(anchor).min(by: { $0.location < $1.location }) else {
      let names = Set(resources.flatMap { $0.anchors.filter(\.value.isDynamic).keys }).sorted()
      throw .noAnchor(name: name, nearest: suggesting ? nearest(to: name, among: names) : nil)
    }
    return Target(schema: try schema(at: first.location), dynamicAnchor: name, isStandIn: true)
  }

  /// Returns the members that must be there because their schemas of draft-03 say so, or schemas to which these refer or
  /// which they extend.
  func requiredMembers(of schema: Int) -> [String] {
    guard schemas[schema].dialect.draft == .draft3 else { return [] }
    return schemas[schema].subschemas.compactMap { part in
      let isMember = part.path.count == 2 && part.path[0] == "properties"
      return isMember && isMemberRequired(by: part.location) ? part.path[1] : nil
    }
  }

  private func isMemberRequired(by location: NodeLocation) -> Bool {
    var pending = schemaIndexes[location].map { [$0] } ?? []
    var seen: Set<Int> = []
    while let next = pending.popLast() {
      let schema = schemas[next]
      guard seen.insert(next).inserted, schema.dialect.draft == .draft3 else { continue }
      let own = documents[schema.location.document].source.withRoot { root in
        root[at: schema.location.entry].member("required")?.bool ?? false
      }
      if own, !schema.isReferenceAlone { return true }
      pending += schema.references.compactMap(\.target?.schema)
      pending += schema.subschemas.compactMap { $0.path.first == "extends" ? schemaIndexes[$0.location] : nil }
    }
    return false
  }

  private mutating func knownURIs() -> [String] {
    let uris = suggestions.uris ?? resourceIndexes.keys.map(\.string).sorted()
    suggestions.uris = uris
    return uris
  }

  private mutating func knownAnchors(of resource: Int) -> [String] {
    let names =
      suggestions.anchors[resource]
      ?? resources[resource].anchors.filter(\.value.isStatic).keys.filter { $0 != Self.recursiveAnchor }.sorted()
    suggestions.anchors[resource] = names
    return names
  }

  /// Returns the nearest of the first thousand names. The limit bounds the time for a suggestion.
  private func nearest(to word: String, among names: some Sequence<String>) -> String? {
    Spelling.nearest(to: word, among: names.prefix(1_000))
  }
}

// MARK: - Locations

extension SchemaSurvey {
  private func schema(at location: NodeLocation) throws(ResolveError.Unresolvable.Reason) -> Int {
    guard let schema = schemaIndexes[location] else {
      let type = documents[location.document].source.withRoot { $0[at: location.entry].type }
      throw .notASchema(actual: type)
    }
    return schema
  }

  /// Returns the schema at a pointer from the root of a resource. A value under no keyword becomes a schema now and
  /// inherits from the nearest enclosing one.
  private mutating func schema(
    at pointer: JSONPointer, in resource: Int, suggesting: Bool
  ) throws(ResolveError.Unresolvable.Reason) -> Int {
    let root = resources[resource].root
    let found = try documents[root.document].source.withRoot { document throws(ResolveError.Unresolvable.Reason) in
      try descend(pointer, from: root, in: document, suggesting: suggesting)
    }
    if let schema = schemaIndexes[found.location] { return schema }
    guard found.type == .object || found.type == .boolean else { throw .notASchema(actual: found.type) }
    let tokens = resources[resource].rootPointer.tokens + pointer.tokens
    guard let around = found.around else {
      guard hosts[found.location.document] != nil else { throw .notASchema(actual: found.type) }
      // A value outside all schemas of a host document that is a schema only because it is referenced.
      let name = pointer.tokens.joined(separator: "-")
      visitPart(SchemaDocument.Part(name: name, pointer: JSONPointer(tokens)), at: found.location)
      return try schema(at: found.location)
    }
    visit(
      Start(
        location: found.location, pointer: JSONPointer(tokens), parent: around, dialect: schemas[around].dialect,
        resource: schemas[around].resource, keyword: nil))
    return try schema(at: found.location)
  }

  /// Returns the value at a pointer, its type, and the nearest enclosing schema.
  mutating func descend(
    _ pointer: JSONPointer, from root: NodeLocation, in document: UnsafeJSONNode, suggesting: Bool
  ) throws(ResolveError.Unresolvable.Reason) -> (location: NodeLocation, type: JSONType, around: Int?) {
    var location = root
    var around = schemaIndexes[root]
    for (depth, token) in pointer.tokens.enumerated() {
      let node = document[at: location.entry]
      guard let entry = containers.child(of: node, at: location, named: token) else {
        let deepest = JSONPointer(Array(pointer.tokens.prefix(depth)))
        let nearest = suggesting ? nearest(to: token, among: node.members.lazy.map { $0.name.string }) : nil
        throw .noValue(deepest: "#\(deepest)", missing: token, nearest: nearest)
      }
      location = NodeLocation(document: location.document, entry: entry)
      around = schemaIndexes[location] ?? around
    }
    return (location, document[at: location.entry].type, around)
  }
}
