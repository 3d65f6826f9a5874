import SchemaRuntime

/// The first stage of resolving: finds every schema of every document, and what it can be called.
///
/// Nothing is connected yet, so that cycles and forward references are ordinary. ``connect()``
/// follows; it may bring in further documents, and values that only a reference makes a schema.
struct SchemaSurvey {
  /// A schema that was found.
  struct Schema {
    let place: Place
    let pointer: JSONPointer
    /// The place in ``schemas`` of the schema around it.
    let parent: Int?
    let dialect: Dialect
    /// The place in ``resources`` of its resource.
    let resource: Int
    let boolean: Bool?
    /// Whether `$ref` makes the dialect ignore everything else.
    var isReferenceAlone = false
    /// Where its subschemas are, in the order of the text.
    var subschemas: [(path: [String], place: Place)] = []
    var references: [Reference] = []
  }

  /// A reference from one schema to another.
  struct Reference {
    let kind: KeywordRule.Reference
    let text: String
    /// The keyword's value.
    let place: Place
    var target: Target?
  }

  /// Where a reference leads.
  struct Target {
    /// The place in ``schemas``.
    let schema: Int
    /// The name by which a dynamic scope may replace it.
    var dynamicAnchor: String?
  }

  /// A schema with a URI of its own, and what in it has a name.
  struct Resource {
    let uri: URIReference
    let root: Place
    let rootPointer: JSONPointer
    var anchors: [String: Anchor] = [:]
  }

  struct Anchor {
    let place: Place
    var isDynamic: Bool
  }

  /// A document that holds schemas among other things.
  struct Host {
    /// The resource that is the document.
    let resource: Int
    let dialect: Dialect
    /// The names of its schemas.
    var parts: [Place: SchemaDocument.Part] = [:]
  }

  /// What reports of references suggest: sorted once, since many may be wrong in one document.
  struct Suggestions {
    var uris: [String]?
    /// The anchors of resources, by the places of these.
    var anchors: [Int: [String]] = [:]
  }

  /// The name under which `$recursiveAnchor` is kept among the anchors; no `$dynamicAnchor` can have it.
  static let recursiveAnchor = ""

  let options: SchemaResolver.Options
  let registry: DocumentRegistry
  private(set) var documents: [SchemaDocument] = []
  var schemas: [Schema] = []
  private(set) var resources: [Resource] = []
  /// What documents hold schemas among other things, by the place of the document.
  private(set) var hosts: [Int: Host] = [:]
  private(set) var schemaPlaces: [Place: Int] = [:]
  /// Places in ``resources`` by URI without fragment; the URI by which a document was retrieved counts too.
  private(set) var resourcePlaces: [String: Int] = [:]
  /// The documents that hold no schema at their roots, and what they hold; a reference may lead to a value inside.
  private(set) var foreign: [Int: DocumentContent] = [:]
  var containers = ContainerTables()
  var suggestions = Suggestions()
  var findings: Findings

  init(options: SchemaResolver.Options, registry: DocumentRegistry) {
    self.options = options
    self.registry = registry
    findings = Findings(limit: options.maximumFindings)
  }
}

// MARK: - Documents

extension SchemaSurvey {
  /// Finds the schemas of a document that was asked for by a URI, unless it is known by another one.
  mutating func add(_ document: SchemaDocument, asked alias: String) {
    let uri = URIReference(document.uri)?.withoutFragment.description ?? document.uri
    if resourcePlaces[uri] == nil { add(document) }
    if resourcePlaces[alias] == nil { resourcePlaces[alias] = resourcePlaces[uri] }
  }

  /// Finds the schemas of a document.
  ///
  /// - Parameter isGiven: whether the document was given as a schema; otherwise a reference asked for it, which may
  ///   lead to a value inside.
  mutating func add(_ document: SchemaDocument, isGiven: Bool = false) {
    let index = documents.count
    let root = Place(document: index, entry: 0)
    documents.append(document)
    checkNames(of: index)
    guard let uri = URIReference(document.uri)?.withoutFragment else {
      findings.add(.documentURI(document.uri), at: root)
      return
    }
    let resource = resources.count
    resources.append(Resource(uri: uri, root: root, rootPointer: JSONPointer()))
    register(resource, as: uri.description, at: root)
    if document.extent != .whole {
      addParts(of: document, index, resource)
      return
    }
    let content = self.content(of: document.root)
    if content.isObject {
      foreign[index] = content
      if isGiven { return report(content, of: document, JSONPointer(), at: root) }
    }
    visit(
      Start(
        place: root, pointer: JSONPointer(), parent: nil, dialect: options.defaultDialect, resource: resource,
        keyword: nil))
  }

  /// What a value holds; whatever has a `$schema` that leads to a dialect is a schema.
  private func content(of value: JSONValue) -> DocumentContent {
    guard options.requiresSchemas else { return .schema }
    let content = DocumentContent(of: value, dialects: Dialect.all + options.dialects)
    guard content != .schema, let uri = value["$schema"]?.string else { return content }
    do throws(ResolveError.DialectReason) {
      return try registry.dialect(named: uri) == nil ? content : .schema
    } catch {
      // A schema of a dialect that cannot be used, which is reported.
      return .schema
    }
  }

  /// Whether schemas of a document of other things are some; reports when none of them looks like one, because the
  /// pointer is not where they are.
  private mutating func areSchemas(
    _ parts: [(SchemaDocument.Part, entry: Int)], of document: SchemaDocument, _ index: Int
  ) -> Bool {
    let contents = parts.map { content(of: document.root[$0.0.pointer] ?? .null) }
    guard let first = contents.first, contents.allSatisfy(\.isObject) else { return true }
    report(first, of: document, parts[0].0.pointer, at: Place(document: index, entry: parts[0].entry))
    return false
  }

  /// Reports a value that should be a schema and is none.
  private mutating func report(
    _ content: DocumentContent, of document: SchemaDocument, _ pointer: JSONPointer, at place: Place
  ) {
    let inside = DocumentContent.schemaContainers(in: document.root).map { "#\($0)" }
    findings.add(.noSchema(at: "#\(pointer)", actual: content, inside: inside), at: place)
  }

  /// Finds the schemas of a document that holds other things as well.
  private mutating func addParts(of document: SchemaDocument, _ index: Int, _ resource: Int) {
    document.source.withRoot { root in
      do throws(HostDocument.Failure) {
        let host = try HostDocument(root, registry: registry, options: options)
        hosts[index] = Host(resource: resource, dialect: host.dialect)
        let parts = try host.schemas(of: root, in: document.extent)
        guard areSchemas(parts, of: document, index) else { return }
        for (part, entry) in parts {
          visitPart(part, at: Place(document: index, entry: entry))
        }
      } catch {
        findings.add(error.kind, at: Place(document: index, entry: error.entry))
      }
    }
  }

  /// Finds the schemas within one that stands alone in a document of other things.
  mutating func visitPart(_ part: SchemaDocument.Part, at place: Place) {
    guard let host = hosts[place.document] else { return }
    hosts[place.document]?.parts[place] = part
    visit(
      Start(
        place: place, pointer: part.pointer, parent: nil, dialect: host.dialect, resource: host.resource, keyword: nil))
  }

  /// Reports equal names: which of two members a reader takes is anyone's guess (RFC 8259, section 4).
  private mutating func checkNames(of document: Int) {
    documents[document].source.withRoot { root in
      guard root.firstRepeatedName() != nil else { return }
      for entry in root.index..<root.nextIndex where root[at: entry].isObject {
        var seen: Set<[UInt8]> = []
        for (name, _) in root[at: entry].members where !seen.insert(Array(name.string.utf8)).inserted {
          findings.add(.repeatedMember(name: name.string), at: Place(document: document, entry: name.index))
        }
      }
    }
  }

  private mutating func register(_ resource: Int, as uri: String, at place: Place) {
    guard let first = resourcePlaces[uri] else {
      resourcePlaces[uri] = resource
      return
    }
    let firstRoot = resources[first].root
    guard firstRoot != resources[resource].root else { return }
    let location = documents[firstRoot.document].location(ofEntry: firstRoot.entry)
    findings.add(.repeatedIdentifier(uri: uri, first: location), at: place)
  }
}

// MARK: - Schemas

extension SchemaSurvey {
  /// A value that stands where a schema is expected, and what it inherits from around it.
  struct Start {
    let place: Place
    let pointer: JSONPointer
    let parent: Int?
    let dialect: Dialect
    let resource: Int
    /// The keyword that holds it; nil at the root of a document.
    let keyword: String?
  }

  /// Finds the schema at a place and all those inside it, in the order of the text.
  mutating func visit(_ start: Start) {
    documents[start.place.document].source.withRoot { root in
      // A stack of our own: input decides the depth.
      var stack = [start]
      while let next = stack.popLast() {
        guard schemaPlaces[next.place] == nil else { continue }
        stack += inspect(next, root[at: next.place.entry]).reversed()
      }
    }
  }

  /// Notes one schema and gives the values inside it that are schemas.
  private mutating func inspect(_ start: Start, _ node: JSONNode) -> [Start] {
    guard node.isObject else {
      if let boolean = node.bool, start.dialect.allowsBooleanSchema(under: start.keyword) {
        _ = note(start, dialect: start.dialect, resource: start.resource, boolean: boolean)
      } else {
        findings.add(.notASchema(actual: node.type), at: start.place)
      }
      return []
    }
    let dialect = dialect(of: node, start)
    let isAlone = dialect.ignoresSiblingsOfReference && node.member("$ref") != nil
    let resource = isAlone ? start.resource : self.resource(of: node, start, dialect)
    let index = note(start, dialect: dialect, resource: resource, boolean: nil)
    schemas[index].isReferenceAlone = isAlone
    var inside: [Start] = []
    for (name, value) in node.members {
      let keyword = name.string
      guard let rule = dialect.keyword(named: keyword), !isAlone || rule.standsBesideReference else { continue }
      noteName(rule, value, schema: index)
      inside += subschemas(of: rule, value, schema: index)
    }
    return inside
  }

  private mutating func note(_ start: Start, dialect: Dialect, resource: Int, boolean: Bool?) -> Int {
    schemaPlaces[start.place] = schemas.count
    schemas.append(
      Schema(
        place: start.place, pointer: start.pointer, parent: start.parent, dialect: dialect, resource: resource,
        boolean: boolean))
    return schemas.count - 1
  }

  /// The dialect that `$schema` chooses, where a resource begins; otherwise the one around.
  private mutating func dialect(of node: JSONNode, _ start: Start) -> Dialect {
    let mayBeginResource = start.parent == nil || node.member("$id") != nil || node.member("id") != nil
    guard mayBeginResource, let value = node.member("$schema"), value.isString else { return start.dialect }
    let uri = value.string
    let kind: ResolveError.Kind
    do throws(ResolveError.DialectReason) {
      if let dialect = try registry.dialect(named: uri) {
        // What gives a schema its URI is the chosen dialect's to say.
        let beginsResource = start.parent == nil || node.member(dialect.identifierKeyword)?.isString ?? false
        return beginsResource ? dialect : start.dialect
      }
      let nearest = Spelling.nearest(to: uri, among: registry.dialectURIs, limit: 8)
      kind = .unknownDialect(actual: uri, nearest: nearest)
    } catch {
      kind = .unusableDialect(actual: uri, reason: error)
    }
    findings.add(kind, at: Place(document: start.place.document, entry: value.index))
    return start.dialect
  }

  /// The values of a keyword that are schemas.
  private mutating func subschemas(of rule: KeywordRule, _ value: JSONNode, schema: Int) -> [Start] {
    let around = schemas[schema]
    var starts: [Start] = []
    for (path, node) in rule.subschemas(in: value) {
      let path = [rule.name] + path
      let place = Place(document: around.place.document, entry: node.index)
      schemas[schema].subschemas.append((path, place))
      starts.append(
        Start(
          place: place, pointer: JSONPointer(around.pointer.tokens + path), parent: schema, dialect: around.dialect,
          resource: around.resource, keyword: rule.name))
    }
    return starts
  }
}

extension KeywordRule {
  /// Whether the keyword counts even where the dialect ignores what stands beside `$ref`: definitions hold
  /// schemas for others, and demand nothing.
  var standsBesideReference: Bool {
    if case .reference(.ref) = value { return true }
    if case .dialect = value { return true }
    return name == "definitions"
  }
}

// MARK: - Names

extension SchemaSurvey {
  /// The resource that `$id` begins; otherwise the one around.
  private mutating func resource(of node: JSONNode, _ start: Start, _ dialect: Dialect) -> Int {
    let around = start.resource
    guard let value = node.member(dialect.identifierKeyword), value.isString,
      let identifier = URIReference(value.string)
    else { return around }
    let isOnlyAnchor = identifier.withoutFragment == URIReference("")
    if isOnlyAnchor, dialect.draft <= .draft7 { return around }
    let uri = identifier.withoutFragment.resolved(against: resources[around].uri)
    let place = Place(document: start.place.document, entry: value.index)
    if start.pointer == resources[around].rootPointer, start.parent == nil {
      // The document's own identifier takes the place of the URI by which it was retrieved.
      let renamed = Resource(uri: uri, root: start.place, rootPointer: start.pointer)
      resources[around] = renamed
      register(around, as: uri.description, at: place)
      return around
    }
    resources.append(Resource(uri: uri, root: start.place, rootPointer: start.pointer))
    register(resources.count - 1, as: uri.description, at: place)
    return resources.count - 1
  }

  /// Keeps what a keyword says about the name of its schema, or about another's.
  private mutating func noteName(_ rule: KeywordRule, _ value: JSONNode, schema: Int) {
    let place = Place(document: schemas[schema].place.document, entry: value.index)
    switch rule.value {
    case .identifier:
      // Before 2019-09 the fragment of an identifier is an anchor.
      guard schemas[schema].dialect.draft <= .draft7, value.isString,
        let fragment = URIReference(value.string)?.fragment.flatMap(URIReference.percentDecoded), !fragment.isEmpty,
        !fragment.hasPrefix("/")
      else { return }
      addAnchor(fragment, schema, at: place, isDynamic: false)
    case .anchor(let name):
      if value.isString, name.accepts(value.string) { addAnchor(value.string, schema, at: place, isDynamic: false) }
    case .dynamicAnchor(let name):
      if value.isString, name.accepts(value.string) { addAnchor(value.string, schema, at: place, isDynamic: true) }
    case .recursiveAnchor:
      guard value.bool == true, schemas[schema].place == resources[schemas[schema].resource].root else { return }
      resources[schemas[schema].resource].anchors[Self.recursiveAnchor] = Anchor(
        place: schemas[schema].place, isDynamic: true)
    case .reference(let kind):
      guard value.isString else { return }
      schemas[schema].references.append(Reference(kind: kind, text: value.string, place: place))
    case .retired, .dialect, .vocabulary, .schema, .schemas, .namedSchemas, .itemsOrTuple, .additionalItems,
      .dependencies, .type, .any, .values, .enumeration, .bound, .atLeast, .atMost, .positiveNumber, .exclusiveFlag,
      .count, .string, .flag, .names, .words, .namesByName, .swiftHints, .annotation:
      break
    }
  }

  private mutating func addAnchor(_ name: String, _ schema: Int, at place: Place, isDynamic: Bool) {
    let resource = schemas[schema].resource
    guard var first = resources[resource].anchors[name] else {
      resources[resource].anchors[name] = Anchor(place: schemas[schema].place, isDynamic: isDynamic)
      return
    }
    if first.place == schemas[schema].place {
      // `$anchor` and `$dynamicAnchor` of one schema may agree.
      first.isDynamic = first.isDynamic || isDynamic
      resources[resource].anchors[name] = first
      return
    }
    let location = documents[first.place.document].location(ofEntry: first.place.entry)
    findings.add(.repeatedAnchor(name: name, first: location), at: place)
  }
}
