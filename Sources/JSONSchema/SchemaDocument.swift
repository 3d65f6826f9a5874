public import SchemaRuntime

/// One JSON Schema text before resolving: what it is called, where it came from, and its content.
public struct SchemaDocument: Sendable {
  /// The URI by which it was retrieved: the base of `$id` and of references (`file:///…` for a file).
  public let uri: String
  /// What diagnostics call it, such as `Schemas/users/user-info.schema.json`.
  public let name: String
  /// The text with its positions.
  public let source: JSONDocument
  /// The same as a value.
  public let root: JSONValue

  public init(uri: String, name: String, source: JSONDocument) {
    self.uri = uri
    self.name = name
    self.source = source
    root = source.value
  }
}
