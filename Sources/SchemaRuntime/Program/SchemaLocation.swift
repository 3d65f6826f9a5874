/// The absolute location of a schema, such as `https://example.com/user.json#/properties/id`, in two parts.
///
/// Kept apart until somebody asks for the text: thousands of schemas below one long name would hold it thousands of
/// times.
public struct SchemaLocation: Hashable, Sendable {
  /// The URI of the schema's resource and `#`.
  public var base: String
  /// The way from the root of the resource.
  public var pointer: JSONPointer

  public init(base: String, pointer: JSONPointer = JSONPointer()) {
    self.base = base
    self.pointer = pointer
  }

  /// The location as a URI.
  public var text: String { base + pointer.uriFragment }
}
