import SchemaAnalysis
import SchemaRuntime

/// The first stage of resolving: finds every schema of every document, and its names.
///
/// It resolves no references, so that cycles and forward references need no special treatment. ``connect()`` follows;
/// it may load further documents, and turn values into schemas that only references identify.
struct SchemaSurvey {
  /// A schema in a document.
  struct Schema {
    let location: NodeLocation
    let pointer: JSONPointer
    /// The index in ``schemas`` of its parent.
    let parent: Int?
    let dialect: Dialect
    /// The index in ``resources`` of its resource.
    let resource: Int
    let boolean: Bool?
    /// Whether the dialect ignores everything next to `$ref`.
    var isReferenceAlone = false
    /// Whether it is nothing but the value of its `type`, as in draft-03.
    var isTypeAlone = false
    /// Its subschemas, in the order of the text.
    var subschemas: [Subschema] = []
    var references: [Reference] = []
  }

  struct Subschema {
    /// The path from the schema.
    let path: [String]
    let location: NodeLocation
  }

  /// A reference from one schema to another.
  struct Reference {
    let kind: KeywordRule.Reference
    let text: String
    /// The location of the keyword's value.
    let location: NodeLocation
    /// Whether it is resolved against the file's location, because it leads nowhere from the base URI.
    var startsFromFile = false
    /// The URI of the document, if it is replaced by a stub.
    var stub: String?
    var target: Target?
  }

  /// The target of a reference.
  struct Target {
    /// The index in ``schemas``.
    let schema: Int
    /// The anchor by which a dynamic scope may redirect it.
    var dynamicAnchor: String?
    /// Whether it counts only where no dynamic scope has the anchor, because the reference itself leads nowhere.
    var isStandIn = false
  }

  /// A schema with its own URI, and its anchors.
  struct Resource {
    var uri: URIReference
    let root: NodeLocation
    let rootPointer: JSONPointer
    var anchors: [String: Anchor] = [:]
    /// The targets of the `$ref`s in it that are fragments, by text: many are equal.
    var fragments = Lookup<ExactName, Target>()
  }

  /// Documents that have one identifier.
  struct SharedIdentifier {
    /// The identifiers of all except the first.
    var locations: [NodeLocation] = []
    let first: SourceLocation
    /// Whether a reference leads there.
    var isUsed = false
  }

  struct Anchor {
    let location: NodeLocation
    /// Whether it is a target of `$ref`, and of `$dynamicRef`. Until v1, every anchor was one of `$ref`.
    var isStatic = true
    var isDynamic: Bool
  }

  /// A document with schemas and other content.
  struct Host {
    /// The resource of the document itself.
    let resource: Int
    let dialect: Dialect
    /// Its schemas.
    var parts: [NodeLocation: SchemaDocument.Part] = [:]
    /// The names of its schemas.
    var names: Set<String> = []
  }

  /// Candidates for suggestions, sorted once, because a document may have many broken references.
  struct Suggestions {
    var uris: [String]?
    /// Sorted anchors, by resource index.
    var anchors: [Int: [String]] = [:]
  }

  /// The indexes of schemas by location: an array for each document, because most lookups are of members that are schemas.
  struct SchemaIndexes {
    private var indexes: [[Int]] = []

    subscript(location: NodeLocation) -> Int? {
      get {
        guard location.document < indexes.count, location.entry < indexes[location.document].count else { return nil }
        let index = indexes[location.document][location.entry]
        return index < 0 ? nil : index
      }
      set {
        while indexes.count <= location.document { indexes.append([]) }
        let missing = location.entry + 1 - indexes[location.document].count
        if missing > 0 { indexes[location.document] += repeatElement(-1, count: missing) }
        indexes[location.document][location.entry] = newValue ?? -1
      }
    }
  }

  /// The key of `$recursiveAnchor` among the anchors; no `$dynamicAnchor` can have it.
  static let recursiveAnchor = ""

  let options: SchemaResolver.Options
  let registry: DocumentRegistry
  private(set) var documents: [SchemaDocument] = []
  var schemas: [Schema] = []
  var resources: [Resource] = []
  /// Host documents, by document index.
  var hosts: [Int: Host] = [:]
  /// Indexes in ``schemas`` by location.
  private(set) var schemaIndexes = SchemaIndexes()
  /// Indexes in ``resources`` by URI without fragment, including the retrieval URIs of documents.
  private(set) var resourceIndexes = Lookup<ExactName, Int>()
  /// Documents whose roots are not schemas, and their content; a reference may point to a value inside.
  private(set) var foreign: [Int: DocumentContent] = [:]
  /// By URI without fragment.
  var sharedIdentifiers: [String: SharedIdentifier] = [:]
  /// The operations that have been read as callbacks, which may lead back to one another.
  var callbacks: Set<NodeLocation> = []
  let lineTables = LineTables()
  /// All operations, also those that are not selected.
  var allOperations: [(path: String, id: String?, tags: [String])] = []
  /// The selected operations.
  var described: [APIOperation<NodeLocation>] = []
  var channels: [APIOperation<NodeLocation>] = []
  var descriptions: [APIDescription] = []
  /// Whether also plain values, and content of all media types, are schemas.
  var isComparing = false
  /// The schemas that operations have.
  var operationSchemas: Set<NodeLocation> = []
  /// The only schemas that descriptions have outside of their operations; nil for all.
  let kept: Set<NodeLocation>?
  var containers = ContainerTables()
  var suggestions = Suggestions()
  /// The references without a target.
  var unresolved: [(schema: Int, location: NodeLocation, fact: ResolveError.Unresolvable)] = []
  /// The URIs of dialects whose meta-schemas are replaced by stubs.
  private var stubDialects: Set<String> = []
  var findings: Findings

  init(options: SchemaResolver.Options, registry: DocumentRegistry, kept: Set<NodeLocation>? = nil) {
    self.kept = kept
    self.options = options
    self.registry = registry
    findings = Findings(limit: options.maximumFindings)
  }
}

// MARK: - Documents

extension SchemaSurvey {
  /// Adds a document that was looked up by URI, unless it is known under another one.
  ///
  /// - Parameter dialect: the dialect of the schema that refers to it. Files of an OpenAPI description do not repeat
  ///   its version.
  mutating func add(_ document: SchemaDocument, asked alias: String, from dialect: Dialect) {
    let uri = URIReference(document.uri)?.withoutFragment.description ?? document.uri
    if resourceIndexes[uri] == nil { add(document, dialect: dialect.isOfHost ? dialect : nil) }
    if resourceIndexes[alias] == nil, let resource = resourceIndexes[uri] { resourceIndexes.set(alias, resource) }
  }

  /// Finds the schemas of a document.
  ///
  /// - Parameter isGiven: whether the document was given as a schema; otherwise it was loaded for a reference, which
  ///   may point to a value inside.
  /// - Parameter dialect: its dialect unless it declares another; nil for the default one.
  mutating func add(_ document: SchemaDocument, isGiven: Bool = false, dialect: Dialect? = nil) {
    let index = documents.count
    let root = NodeLocation(document: index, entry: 0)
    documents.append(document)
    checkNames(of: index)
    if let words = document.looseness { findings.add(.looseText(words), at: root, severity: .warning) }
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
    // That of `$schema` already, so that no tables of another dialect are built.
    let named = document.root["$schema"]?.string.flatMap { Dialect.named($0, or: options.dialects) }
    visit(
      Start(
        location: root, pointer: JSONPointer(), parent: nil,
        dialect: options.reading(document).adapted(dialect ?? named ?? options.defaultDialect), resource: resource,
        keyword: nil))
  }

  /// Returns the content of a value; anything with a `$schema` that leads to a dialect is a schema.
  private func content(of value: JSONValue) -> DocumentContent {
    guard options.requiresSchemas else { return .schema }
    let content = DocumentContent(of: value, dialects: options.dialects)
    guard content != .schema, let uri = value["$schema"]?.string else { return content }
    do throws(ResolveError.DialectReason) {
      return try registry.dialect(named: uri) == nil ? content : .schema
    } catch {
      // A schema of an unusable dialect, which is reported elsewhere.
      return .schema
    }
  }

  /// Whether the parts of a host document are schemas; reports an error if none of them looks like one, because the
  /// pointer is wrong.
  private mutating func areSchemas(
    _ parts: [(SchemaDocument.Part, entry: Int)], of document: SchemaDocument, _ index: Int
  ) -> Bool {
    let contents = parts.map { content(of: document.root[$0.0.pointer] ?? .null) }
    guard let first = contents.first, contents.allSatisfy(\.isObject) else { return true }
    report(first, of: document, parts[0].0.pointer, at: NodeLocation(document: index, entry: parts[0].entry))
    return false
  }

  /// Reports a value that should be a schema but is not.
  private mutating func report(
    _ content: DocumentContent, of document: SchemaDocument, _ pointer: JSONPointer, at location: NodeLocation
  ) {
    let inside = DocumentContent.schemaContainers(in: document.root).map { "#\($0)" }
    let declared = content.isObject ? document.root["$schema"]?.string : nil
    findings.add(.noSchema(at: "#\(pointer)", actual: content, declared: declared, inside: inside), at: location)
  }

  /// Finds the schemas of a document with other content.
  private mutating func addParts(of document: SchemaDocument, _ index: Int, _ resource: Int) {
    document.source.withRoot { root in
      do throws(HostDocument.Failure) {
        let host = try HostDocument(root, registry: registry, options: options)
        hosts[index] = Host(
          resource: resource, dialect: options.reading(document).adapted(host.dialect, isOfHost: host.isOfKnownFormat))
        var selection = host.isAPI ? options.reading(document).operations : nil
        if host.isAPI, document.isInline { selection = selection ?? OperationSelection() }
        let parts = try host.schemas(of: root, in: document.extent, isOptional: selection != nil)
        guard areSchemas(parts, of: document, index) else { return }
        for (part, entry) in parts {
          let location = NodeLocation(document: index, entry: entry)
          if selection?.isWhole ?? true || kept?.contains(location) ?? true { visitPart(part, at: location) }
        }
        if host.isOfKnownFormat { addDescription(of: index) }
        if host.isAsyncAPI { addChannels(of: index) }
        if let selection { addOperations(of: index, selection) }
      } catch {
        findings.add(error.kind, at: NodeLocation(document: index, entry: error.entry))
      }
    }
  }

  /// Adds a document that an API description references, with the locations of its schemas; returns its index.
  mutating func addHost(_ document: SchemaDocument, _ dialect: Dialect, asked alias: String) -> Int {
    let index = documents.count
    documents.append(document)
    checkNames(of: index)
    let root = NodeLocation(document: index, entry: 0)
    let uri = URIReference(document.uri)?.withoutFragment ?? URIReference("")
    resources.append(Resource(uri: uri ?? resources[0].uri, root: root, rootPointer: JSONPointer()))
    register(resources.count - 1, as: alias, at: root)
    if resourceIndexes[document.uri] == nil { resourceIndexes.set(document.uri, resources.count - 1) }
    hosts[index] = Host(resource: resources.count - 1, dialect: dialect)
    return index
  }

  /// Makes the root of a document a schema, because an API description references it, unless it is one already.
  mutating func visitRoot(of document: Int) {
    let root = NodeLocation(document: document, entry: 0)
    guard schemaIndexes[root] == nil, let host = hosts[document], documents[document].extent == .whole else { return }
    visit(
      Start(
        location: root, pointer: JSONPointer(), parent: nil, dialect: host.dialect, resource: host.resource,
        keyword: nil))
  }

  /// Finds the schemas inside a part of a host document.
  mutating func visitPart(_ part: SchemaDocument.Part, at location: NodeLocation) {
    guard let host = hosts[location.document] else { return }
    hosts[location.document]?.parts[location] = part
    hosts[location.document]?.names.insert(part.name)
    visit(
      Start(
        location: location, pointer: part.pointer, parent: nil, dialect: host.dialect, resource: host.resource,
        keyword: nil))
  }

  /// Reports duplicate names: parsers disagree about which member counts (RFC 8259, section 4).
  private mutating func checkNames(of document: Int) {
    documents[document].source.withRoot { root in
      guard root.firstRepeatedName() != nil else { return }
      for entry in root.index..<root.nextIndex where root[at: entry].isObject {
        var seen: Set<[UInt8]> = []
        for (name, _) in root[at: entry].members where !seen.insert(Array(name.string.utf8)).inserted {
          findings.add(.repeatedMember(name: name.string), at: NodeLocation(document: document, entry: name.index))
        }
      }
    }
  }

  private mutating func register(_ resource: Int, as uri: String, at location: NodeLocation) {
    guard let first = resourceIndexes[uri] else {
      resourceIndexes.set(uri, resource)
      return
    }
    let firstRoot = resources[first].root
    guard firstRoot != resources[resource].root else { return }
    let firstLocation = documents[firstRoot.document].location(ofEntry: firstRoot.entry)
    guard resources[first].rootPointer.tokens.isEmpty, resources[resource].rootPointer.tokens.isEmpty else {
      findings.add(.repeatedIdentifier(uri: uri, first: firstLocation), at: location)
      return
    }
    // Unrelated files are identified by their locations, unless a reference leads to their URI.
    sharedIdentifiers[uri, default: SharedIdentifier(first: firstLocation)].locations.append(location)
    for index in [first, resource] {
      let document = documents[resources[index].root.document]
      if let own = URIReference(document.uri)?.withoutFragment { resources[index].uri = own }
    }
  }

  /// Reports documents with one identifier: errors if a reference leads there, because either may be meant.
  mutating func reportSharedIdentifiers() {
    for (uri, shared) in sharedIdentifiers.sorted(by: { $0.key < $1.key }) {
      for location in shared.locations {
        let kind = ResolveError.Kind.repeatedIdentifier(uri: uri, first: shared.first)
        findings.add(kind, at: location, severity: shared.isUsed ? .error : .warning)
      }
    }
  }
}

// MARK: - Schemas

extension SchemaSurvey {
  /// A value that should be a schema, with the settings inherited from its parent.
  struct Start {
    let location: NodeLocation
    let pointer: JSONPointer
    let parent: Int?
    let dialect: Dialect
    let resource: Int
    /// The keyword that contains it; nil at the root of a document.
    let keyword: String?
  }

  /// Finds the schema at a location and all its subschemas, in the order of the text.
  mutating func visit(_ start: Start) {
    documents[start.location.document].source.withRoot { root in
      // An explicit stack: input determines the depth.
      var stack = [start]
      while let next = stack.popLast() {
        guard schemaIndexes[next.location] == nil else { continue }
        let first = stack.count
        inspect(next, root[at: next.location.entry], addingTo: &stack)
        stack[first...].reverse()
      }
    }
  }

  /// Records one schema and adds the values inside it that are schemas.
  private mutating func inspect(_ start: Start, _ node: UnsafeJSONNode, addingTo inside: inout [Start]) {
    guard node.isObject else {
      if let boolean = node.bool, start.dialect.allowsBooleanSchema(under: start.keyword) {
        _ = note(start, dialect: start.dialect, resource: start.resource, boolean: boolean)
      } else if let keyword = start.keyword.flatMap(start.dialect.keyword(named:)), keyword.isTypeAlone(node),
        let type = start.dialect.keyword(named: "type")
      {
        let index = note(start, dialect: start.dialect, resource: start.resource, boolean: nil)
        schemas[index].isTypeAlone = true
        addSubschemas(of: type, node, schema: index, isAlone: true, to: &inside)
      } else {
        replaceSchema(start, node)
      }
      return
    }
    let dialect = dialect(of: node, start)
    let hasReference = node.member("$ref") != nil
    let isAlone = dialect.ignoresSiblingsOfReference && hasReference
    // An identifier next to `$ref` before 2019-09 does not change the base, whatever else is next to it.
    let keepsBase = dialect.draft <= .draft7 && hasReference
    let resource = keepsBase ? start.resource : self.resource(of: node, start, dialect)
    let index = note(start, dialect: dialect, resource: resource, boolean: nil)
    schemas[index].isReferenceAlone = isAlone
    for (name, value) in node.members {
      guard let rule = dialect.keyword(name), !isAlone || rule.standsBesideReference else { continue }
      noteName(rule, value, schema: index)
      if rule.subschemas != nil { addSubschemas(of: rule, value, schema: index, to: &inside) }
    }
  }

  /// Reports a value that is not a schema. In a lenient document, it is treated as `true`, or its keyword is ignored if
  /// `true` there would reject values.
  private mutating func replaceSchema(_ start: Start, _ node: UnsafeJSONNode) {
    let kind = ResolveError.Kind.notASchema(actual: node.type, keyword: start.keyword)
    guard let keyword = start.keyword, options.reading(documents[start.location.document]).isLenient else {
      findings.add(kind, at: start.location)
      return
    }
    let isLeftOut = ["not", "if", "contains"].contains(keyword)
    findings.add(
      kind, at: start.location, severity: .warning, consequence: isLeftOut ? .leftOutLeniently : .readAsTrue)
    if !isLeftOut { _ = note(start, dialect: start.dialect, resource: start.resource, boolean: true) }
  }

  private mutating func note(_ start: Start, dialect: Dialect, resource: Int, boolean: Bool?) -> Int {
    schemaIndexes[start.location] = schemas.count
    schemas.append(
      Schema(
        location: start.location, pointer: start.pointer, parent: start.parent, dialect: dialect, resource: resource,
        boolean: boolean))
    return schemas.count - 1
  }

  /// Returns the dialect that `$schema` selects at the root of a resource; otherwise the inherited one.
  private mutating func dialect(of node: UnsafeJSONNode, _ start: Start) -> Dialect {
    let mayBeginResource = start.parent == nil || node.member("$id") != nil || node.member("id") != nil
    guard mayBeginResource, let value = node.member("$schema"), value.isString else { return start.dialect }
    let uri = value.string
    let kind: ResolveError.Kind
    do throws(ResolveError.DialectReason) {
      var named = try registry.dialect(named: uri)
      // Editors read a path to a meta-schema relative to the file.
      if named == nil, let path = URIReference(uri), let file = URIReference(documents[start.location.document].uri) {
        named = try registry.dialect(named: path.resolved(against: file).description)
      }
      if let dialect = named {
        warnOfStub(uri, dialect, at: NodeLocation(document: start.location.document, entry: value.index))
        // The selected dialect determines the identifier keyword.
        let beginsResource = start.parent == nil || node.member(dialect.identifierKeyword)?.isString ?? false
        guard beginsResource else { return start.dialect }
        return options.reading(documents[start.location.document]).adapted(dialect)
      }
      if let dialect = Dialect.meant(by: uri) {
        let location = NodeLocation(document: start.location.document, entry: value.index)
        findings.add(.dialectSpelling(actual: uri, meant: dialect.schemaURI), at: location, severity: .warning)
        return options.reading(documents[start.location.document]).adapted(dialect)
      }
      let nearest = Spelling.nearest(to: uri, among: registry.dialectURIs, limit: 8)
      kind = .unknownDialect(actual: uri, nearest: nearest)
    } catch {
      kind = .unusableDialect(actual: uri, reason: error)
    }
    let location = NodeLocation(document: start.location.document, entry: value.index)
    if options.reading(documents[start.location.document]).isLenient {
      findings.add(kind, at: location, severity: .warning, consequence: .leftOutLeniently)
    } else {
      findings.add(kind, at: location)
    }
    return start.dialect
  }

  /// Warns of the first schema in a dialect whose meta-schema is replaced by a stub.
  private mutating func warnOfStub(_ uri: String, _ dialect: Dialect, at location: NodeLocation) {
    guard dialect.uri != uri, let reference = URIReference(uri)?.withoutFragment, dialect.uri != reference.description,
      registry.isStub(reference.description), stubDialects.insert(reference.description).inserted
    else { return }
    findings.add(.stubDialect(uri: uri, replacement: dialect.name), at: location, severity: .warning)
  }

  /// Adds the values of a keyword that are schemas.
  ///
  /// - Parameter isAlone: whether the schema is nothing but the keyword's value.
  private mutating func addSubschemas(
    of rule: KeywordRule, _ value: UnsafeJSONNode, schema: Int, isAlone: Bool = false, to starts: inout [Start]
  ) {
    let (document, pointer) = (schemas[schema].location.document, schemas[schema].pointer)
    let (dialect, resource) = (schemas[schema].dialect, schemas[schema].resource)
    rule.forEachSubschema(in: value) { token, node in
      let own = isAlone ? nil : rule.name
      let path: [String] = if let own, let token { [own, token] } else if let one = own ?? token { [one] } else { [] }
      let location = NodeLocation(document: document, entry: node.index)
      schemas[schema].subschemas.append(Subschema(path: path, location: location))
      starts.append(
        Start(
          location: location, pointer: JSONPointer(pointer.tokens + path), parent: schema, dialect: dialect,
          resource: resource, keyword: rule.name))
    }
  }
}

extension KeywordRule {
  /// Whether the keyword counts even where the dialect ignores siblings of `$ref`: definitions are for other schemas
  /// and assert nothing.
  var standsBesideReference: Bool {
    if case .reference(.ref) = value { return true }
    if case .dialect = value { return true }
    return name == "definitions"
  }
}

// MARK: - Names

extension SchemaSurvey {
  /// Returns the resource that `$id` starts; otherwise the enclosing one.
  private mutating func resource(of node: UnsafeJSONNode, _ start: Start, _ dialect: Dialect) -> Int {
    let around = start.resource
    guard let value = node.member(dialect.identifierKeyword), value.isString,
      let identifier = URIReference(value.string)
    else { return around }
    let isOnlyAnchor = identifier.withoutFragment == URIReference("")
    if isOnlyAnchor, dialect.draft <= .draft7 { return around }
    let uri = identifier.withoutFragment.resolved(against: resources[around].uri)
    let location = NodeLocation(document: start.location.document, entry: value.index)
    if start.pointer == resources[around].rootPointer, start.parent == nil {
      // The document's own identifier replaces its retrieval URI.
      let renamed = Resource(uri: uri, root: start.location, rootPointer: start.pointer)
      resources[around] = renamed
      register(around, as: uri.description, at: location)
      return around
    }
    resources.append(Resource(uri: uri, root: start.location, rootPointer: start.pointer))
    register(resources.count - 1, as: uri.description, at: location)
    return resources.count - 1
  }

  /// Records the names and references in a keyword's value.
  private mutating func noteName(_ rule: KeywordRule, _ value: UnsafeJSONNode, schema: Int) {
    let location = NodeLocation(document: schemas[schema].location.document, entry: value.index)
    switch rule.value {
    case .identifier:
      // Before 2019-09, the fragment of an identifier is an anchor.
      guard schemas[schema].dialect.draft <= .draft7, value.isString,
        let fragment = URIReference(value.string)?.fragment.flatMap(URIReference.percentDecoded), !fragment.isEmpty,
        !fragment.hasPrefix("/")
      else { return }
      addAnchor(fragment, schema, at: location, isDynamic: false)
    case .anchor(let name):
      if value.isString, name.accepts(value.string) { addAnchor(value.string, schema, at: location, isDynamic: false) }
    case .dynamicAnchor(let name):
      let isStatic = schemas[schema].dialect.draft < .v1
      if value.isString, name.accepts(value.string) {
        addAnchor(value.string, schema, at: location, isStatic: isStatic, isDynamic: true)
      }
    case .recursiveAnchor:
      guard value.bool == true, schemas[schema].location == resources[schemas[schema].resource].root else { return }
      resources[schemas[schema].resource].anchors[Self.recursiveAnchor] = Anchor(
        location: schemas[schema].location, isDynamic: true)
    case .reference(let kind):
      guard value.isString else { return }
      schemas[schema].references.append(Reference(kind: kind, text: value.string, location: location))
    case .retired, .dialect, .vocabulary, .schema, .schemas, .namedSchemas, .itemsOrTuple, .additionalItems,
      .dependencies, .oneOrMoreSchemas, .typeOrSchemas, .negatedType, .type, .any, .values, .enumeration, .bound,
      .atLeast, .atMost, .positiveNumber, .exclusiveFlag, .count, .string, .flag, .memberFlag, .names, .words,
      .namesByName, .swiftHints, .texts, .annotation:
      break
    }
  }

  private mutating func addAnchor(
    _ name: String, _ schema: Int, at location: NodeLocation, isStatic: Bool = true, isDynamic: Bool
  ) {
    let resource = schemas[schema].resource
    guard var first = resources[resource].anchors[name] else {
      resources[resource].anchors[name] = Anchor(
        location: schemas[schema].location, isStatic: isStatic, isDynamic: isDynamic)
      return
    }
    if first.location == schemas[schema].location {
      // `$anchor` and `$dynamicAnchor` of one schema may be equal.
      first.isStatic = first.isStatic || isStatic
      first.isDynamic = first.isDynamic || isDynamic
      resources[resource].anchors[name] = first
      return
    }
    let firstLocation = documents[first.location.document].location(ofEntry: first.location.entry)
    findings.add(.repeatedAnchor(name: name, first: firstLocation), at: location)
  }
}
