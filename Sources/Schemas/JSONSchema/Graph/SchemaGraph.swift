public import SchemaRuntime

/// All schemas of a bundle, numbered, with every reference as an edge. Read by the compiler, the planner and the lint
/// rules.
///
/// Created by ``SchemaResolver``; immutable afterwards. A reference without a target is an error in resolving, so
/// that every ``SchemaID`` in a graph identifies a node.
public struct SchemaGraph: Sendable {
  /// The documents in the given order; documents found through references come last.
  public internal(set) var documents: [SchemaDocument]
  /// All schemas and subschemas: documents in order, each one's schemas in document order, then the copies of schemas
  /// that dynamic scopes change (``SchemaNode/dynamicScope``), then those that views change (``SchemaNode/twin``).
  public internal(set) var nodes: [SchemaNode]

  public subscript(id: SchemaID) -> SchemaNode { nodes[id.index] }

  /// The root schema of each document, in the order of ``documents``.
  public internal(set) var roots: [SchemaID]

  /// Transforms the keywords of a schema.
  mutating func change(_ schema: SchemaID, _ change: (inout Keywords) -> Void) {
    var keywords = self[schema].keywords
    change(&keywords)
    nodes[schema.index] = self[schema].with(keywords)
  }
  /// The indices of documents that replace unavailable ones (``SchemaResolver/Options``).
  package internal(set) var standIns: [Int] = []
  /// The index of the first schema that no document has; nil if documents have all.
  var addedStart: Int?
  /// The indices of the copies for views.
  var twinRange = 0..<0
  /// The copy of each schema that a view changes.
  var twins: [SchemaView: [SchemaID: SchemaID]] = [:]
  /// The schemas with their own URI, by URI.
  var resources = Lookup<ExactName, SchemaID>()

  /// Whether a text describes operations of an API, even if these are not read.
  package internal(set) var describesAPI = false
  /// The operations of API descriptions, where these are read.
  package internal(set) var operations: [APIOperation<SchemaID>] = []
  /// What AsyncAPI descriptions send and receive: the method is `send` or `receive`, the body has the messages.
  package internal(set) var channels: [APIOperation<SchemaID>] = []
  /// The API descriptions among the given texts, in their order.
  package internal(set) var descriptions: [APIDescription] = []

  /// The empty graph.
  package static let empty = SchemaGraph(documents: [], nodes: [], roots: [])
}

/// One schema: an object of keywords, or `true` or `false`. A class, so that passing it around copies no keywords.
public final class SchemaNode: Sendable {
  public let id: SchemaID
  /// The index of its document in ``SchemaGraph/documents``.
  public let document: Int
  /// Its JSON Pointer in the document.
  public let pointer: JSONPointer
  /// Its absolute location: the base URI of its resource, and the pointer from the resource's root.
  public let absoluteLocation: SchemaLocation
  /// The enclosing schema; nil for the root of a document, and for a copy whose enclosing schema has no copy.
  public let parent: SchemaID?
  /// The root of its resource: the nearest schema, itself or enclosing, with its own URI.
  public let resource: SchemaID
  public let dialect: Dialect
  /// The verdict of a Boolean schema; nil for an object.
  public let boolean: Bool?
  /// The keywords of an object schema; empty for a Boolean one.
  public let keywords: Keywords
  /// The schemas that are evaluated on the same value, whether it must satisfy them or not. Asked of every schema again
  /// and again; most apply none.
  package let appliedInPlace: [SchemaID]
  /// The direct subschemas in the order of the text, under any keyword; empty for a copy.
  public let subschemas: [Subschema]
  /// For a copy of a schema whose references a dynamic scope redirects: the schemas that the scope chose, one per
  /// dynamic anchor. Empty for all others.
  public let dynamicScope: [SchemaID]
  /// A mistake because of which every value is undecided. The schema then has only annotations and definitions.
  public let defect: Defect?
  /// For a copy of a schema without the members that a view lacks, its original; nil for all others.
  public let twin: SchemaTwin?

  /// A mistake because of which a schema cannot be used.
  public struct Defect: Hashable, Sendable {
    /// The keyword at fault.
    public let keyword: String
    /// The mistake, as a clause about the schema: "its references lead back to it".
    public let reason: String
  }

  init(
    id: SchemaID, document: Int, pointer: JSONPointer, absoluteLocation: SchemaLocation, parent: SchemaID?,
    resource: SchemaID,
    dialect: Dialect, boolean: Bool?, keywords: Keywords, subschemas: [Subschema] = [], dynamicScope: [SchemaID] = [],
    defect: Defect? = nil, twin: SchemaTwin? = nil
  ) {
    self.id = id
    self.document = document
    self.pointer = pointer
    self.absoluteLocation = absoluteLocation
    self.parent = parent
    self.resource = resource
    self.dialect = dialect
    self.boolean = boolean
    self.keywords = keywords
    appliedInPlace = keywords.appliedInPlace
    self.subschemas = subschemas
    self.dynamicScope = dynamicScope
    self.defect = defect
    self.twin = twin
  }

  /// Returns the schema with other keywords.
  func with(_ keywords: Keywords) -> SchemaNode {
    SchemaNode(
      id: id, document: document, pointer: pointer, absoluteLocation: absoluteLocation, parent: parent,
      resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords, subschemas: subschemas, dynamicScope: dynamicScope,
      defect: defect, twin: twin)
  }

  /// Returns the schema with a defect: with its annotations and definitions, but without anything that it demands.
  func with(_ defect: Defect) -> SchemaNode {
    var kept = Keywords()
    for member in keywords.written {
      switch dialect.keyword(named: member.key)?.effect {
      case .annotates?, .identifies?, nil: kept.written[member.key] = member.value
      case .asserts?, .applies?: break
      }
    }
    kept.defs = keywords.defs
    (kept.title, kept.description, kept.comment) = (keywords.title, keywords.description, keywords.comment)
    (kept.deprecated, kept.readOnly, kept.writeOnly) = (
      keywords.deprecated, keywords.readOnly, keywords.writeOnly
    )
    (kept.vendor.sensitive, kept.vendor.localOnly) = (keywords.vendor.sensitive, keywords.vendor.localOnly)
    return SchemaNode(
      id: id, document: document, pointer: pointer, absoluteLocation: absoluteLocation, parent: parent,
      resource: resource,
      dialect: dialect, boolean: nil, keywords: kept, subschemas: subschemas, dynamicScope: dynamicScope,
      defect: defect, twin: twin)
  }

  /// Its annotations and definitions, without anything that it demands.
  var annotations: Keywords {
    var kept = Keywords()
    (kept.title, kept.description, kept.comment) = (keywords.title, keywords.description, keywords.comment)
    (kept.default, kept.examples, kept.defs) = (keywords.default, keywords.examples, keywords.defs)
    (kept.deprecated, kept.readOnly, kept.writeOnly) = (keywords.deprecated, keywords.readOnly, keywords.writeOnly)
    kept.vendor = keywords.vendor
    kept.written = keywords.written.filter { name, _ in dialect.keyword(named: name)?.effect == .annotates }
    return kept
  }

  /// Returns the schema at another absolute location.
  func with(_ location: SchemaLocation) -> SchemaNode {
    SchemaNode(
      id: id, document: document, pointer: pointer, absoluteLocation: location, parent: parent, resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords, subschemas: subschemas, dynamicScope: dynamicScope,
      defect: defect, twin: twin)
  }

  /// Its absolute location as text (`https://example.com/user.json#/properties/id`; for a resource's root,
  /// `https://example.com/user.json#`).
  public var location: String { absoluteLocation.text }

  /// A direct subschema.
  public struct Subschema: Hashable, Sendable {
    /// The path: the keyword as written, and a name or index if it contains several schemas (`["properties",
    /// "nickName"]`, `["not"]`).
    public let path: [String]
    public let schema: SchemaID
  }
}
