public import SchemaRuntime

/// A JSON Schema text before resolving: its name, its URI, and its content.
public struct SchemaDocument: Sendable {
  /// Which values of a text are schemas.
  public enum Extent: Hashable, Sendable {
    /// The entire text is one schema.
    case whole
    /// Each member of the object at a pointer is a schema, as in `components/schemas` of OpenAPI; no other value is.
    case members(of: JSONPointer)
    /// The value at a pointer is a schema; no other value is.
    case value(at: JSONPointer)
  }

  /// A schema in a text with other content.
  public struct Part: Hashable, Sendable {
    /// Its name in the text: the name of a member.
    public let name: String
    /// Its JSON Pointer.
    public let pointer: JSONPointer
  }

  /// The retrieval URI: the base of `$id` and of references (`file:///…` for a file).
  public let uri: String
  /// The name in diagnostics, such as `Schemas/users/user-info.schema.json`.
  public internal(set) var name: String
  /// The text with its positions; of a file in YAML, the JSON that it became, with the positions in the YAML.
  public let source: JSONDocument
  /// The complete text as a value, regardless of which parts are schemas.
  public let root: JSONValue
  public let extent: Extent
  /// The schema that the document represents in a graph; nil for a text that is one schema.
  public let part: Part?
  /// What was read although its format does not say how, in words; nil if there is nothing of the kind.
  package var looseness: String?

  public init(uri: String, name: String, source: JSONDocument, extent: Extent = .whole) {
    self.uri = uri
    self.name = name
    self.source = source
    self.extent = extent
    part = nil
    root = source.value
  }

  /// Creates a document for one schema of a text with several.
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
  /// The JSON Pointer of the schema in the text.
  public var pointer: JSONPointer { part?.pointer ?? JSONPointer() }

  /// The endings of the names of schema files, longer ones first.
  private static let endings = [".schema.json", ".schema.yaml", ".schema.yml", ".json", ".yaml", ".yml"]

  /// The name without its extension: `Schemas/users/user-info`; for a part, `Schemas/shop/Pet`.
  public var schemaName: String {
    var stem = name
    for ending in Self.endings where stem.hasSuffix(ending) {
      stem = String(stem.dropLast(ending.count))
      break
    }
    return part.map { stem + "/" + $0.name } ?? stem
  }

  /// The name, with the pointer of a part: `Schemas/shop.json#/components/schemas/Pet`.
  public var qualifiedName: String { part.map { name + "#\($0.pointer)" } ?? name }
}

extension JSONLimits {
  /// The limits for texts of our own.
  package static var widest: JSONLimits { JSONLimits(maximumDepth: hardMaximumDepth) }
}
