public import SchemaRuntime

/// One JSON Schema text before resolving: what it is called, where it came from, and its content.
public struct SchemaDocument: Sendable {
  /// What of a text is schemas.
  public enum Extent: Hashable, Sendable {
    /// The text is one schema.
    case whole
    /// Each member of the object at a pointer is one, as in `components/schemas` of OpenAPI; the rest of the text is none.
    case members(of: JSONPointer)
    /// The value at a pointer is one, the rest of the text is none.
    case value(at: JSONPointer)
  }

  /// A schema within a text that holds others, or other things, as well.
  public struct Part: Hashable, Sendable {
    /// What the text calls it: the name of a member.
    public let name: String
    /// Where it is.
    public let pointer: JSONPointer
  }

  /// The URI by which it was retrieved: the base of `$id` and of references (`file:///…` for a file).
  public let uri: String
  /// What diagnostics call it, such as `Schemas/users/user-info.schema.json`.
  public let name: String
  /// The text with its positions.
  public let source: JSONDocument
  /// The same as a value: all of the text, whatever of it is schemas.
  public let root: JSONValue
  public let extent: Extent
  /// The schema of the text for which the document stands in a graph; nil for a text that is one schema.
  public let part: Part?

  public init(uri: String, name: String, source: JSONDocument, extent: Extent = .whole) {
    self.uri = uri
    self.name = name
    self.source = source
    self.extent = extent
    part = nil
    root = source.value
  }

  /// One schema of a text that holds several.
  init(_ part: Part, of document: SchemaDocument) {
    uri = document.uri
    name = document.name
    source = document.source
    extent = document.extent
    self.part = part
    root = document.root
  }
}

extension SchemaDocument {
  /// Where the schema begins in the text.
  public var pointer: JSONPointer { part?.pointer ?? JSONPointer() }

  /// The name without what says that it is a schema: `Schemas/users/user-info`; of a part `Schemas/shop/Pet`.
  public var schemaName: String {
    var stem = name
    for ending in [".schema.json", ".json"] where stem.hasSuffix(ending) {
      stem = String(stem.dropLast(ending.count))
      break
    }
    return part.map { stem + "/" + $0.name } ?? stem
  }

  /// The name with the place of a part: `Schemas/shop.json#/components/schemas/Pet`.
  public var place: String { part.map { name + "#\($0.pointer)" } ?? name }
}
