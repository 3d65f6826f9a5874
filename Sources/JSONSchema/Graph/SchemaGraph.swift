public import SchemaRuntime

/// Every schema of a bundle, numbered, with every reference an edge: what the compiler, the planner and
/// the lint rules read.
///
/// Made by ``SchemaResolver``; immutable afterwards. A reference to a schema that is not there is an
/// error of resolving, so that every ``SchemaID`` in a graph stands for a node.
public struct SchemaGraph: Sendable {
  /// The documents in the order in which they were given; a document that only a reference brought in comes after.
  public internal(set) var documents: [SchemaDocument]
  /// All schemas and subschemas: documents in order, each one's schemas in document order. Schemas that a dynamic
  /// scope changes come once more at the end (``SchemaNode/dynamicScope``).
  public internal(set) var nodes: [SchemaNode]

  public subscript(id: SchemaID) -> SchemaNode { nodes[id.index] }

  /// The root schema of each document, in the order of ``documents``.
  public internal(set) var roots: [SchemaID]

  /// Changes the keywords of a schema.
  mutating func change(_ schema: SchemaID, _ change: (inout Keywords) -> Void) {
    var keywords = self[schema].keywords
    change(&keywords)
    nodes[schema.index] = self[schema].with(keywords)
  }
  /// Documents that stand in for others, which are not available (``SchemaResolver/Options``).
  package internal(set) var standIns: [Int] = []
  /// The schemas with a URI of their own, by it.
  var resources: [String: SchemaID] = [:]

  /// The graph of no documents.
  package static let empty = SchemaGraph(documents: [], nodes: [], roots: [])
}

/// One schema: an object of keywords, or `true` or `false`. A class, so that passing it around
/// copies no keywords.
public final class SchemaNode: Sendable {
  public let id: SchemaID
  /// The place of its document in ``SchemaGraph/documents``.
  public let document: Int
  /// Its place in the document.
  public let pointer: JSONPointer
  /// Its absolute location: the base URI of its resource, and the pointer from the resource's root.
  public let place: SchemaLocation
  /// The schema around it; nil for the root of a document, and for a schema that stands in the graph once more
  /// although the one around it does not.
  public let parent: SchemaID?
  /// The root of its resource: the nearest schema around it, or itself, that has a URI of its own.
  public let resource: SchemaID
  public let dialect: Dialect
  /// The verdict of a Boolean schema; nil for an object.
  public let boolean: Bool?
  /// The keywords of an object schema; empty for a Boolean one.
  public let keywords: Keywords
  /// The schemas directly inside it, in the order of the text, whatever their keyword; none for a schema that stands
  /// in the graph once more.
  public let subschemas: [Subschema]
  /// For a schema that stands in the graph once more, because a dynamic scope leads its references elsewhere: the
  /// schemas that the scope chose, one for each dynamic anchor. Empty for all others.
  public let dynamicScope: [SchemaID]

  init(
    id: SchemaID, document: Int, pointer: JSONPointer, place: SchemaLocation, parent: SchemaID?, resource: SchemaID,
    dialect: Dialect, boolean: Bool?, keywords: Keywords, subschemas: [Subschema] = [], dynamicScope: [SchemaID] = []
  ) {
    self.id = id
    self.document = document
    self.pointer = pointer
    self.place = place
    self.parent = parent
    self.resource = resource
    self.dialect = dialect
    self.boolean = boolean
    self.keywords = keywords
    self.subschemas = subschemas
    self.dynamicScope = dynamicScope
  }

  /// The same schema with other keywords.
  func with(_ keywords: Keywords) -> SchemaNode {
    SchemaNode(
      id: id, document: document, pointer: pointer, place: place, parent: parent, resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords, subschemas: subschemas, dynamicScope: dynamicScope)
  }

  /// The same schema at another absolute location.
  func with(_ place: SchemaLocation) -> SchemaNode {
    SchemaNode(
      id: id, document: document, pointer: pointer, place: place, parent: parent, resource: resource,
      dialect: dialect, boolean: boolean, keywords: keywords, subschemas: subschemas, dynamicScope: dynamicScope)
  }

  /// Its absolute location as text (`https://example.com/user.json#/properties/id`; for a resource's root,
  /// `https://example.com/user.json#`).
  public var location: String { place.text }

  /// A schema directly inside another.
  public struct Subschema: Hashable, Sendable {
    /// The way there: the keyword as written, and a name or index where it holds several schemas
    /// (`["properties", "nickName"]`, `["not"]`).
    public let path: [String]
    public let schema: SchemaID
  }
}
