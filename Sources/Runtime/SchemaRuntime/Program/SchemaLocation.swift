/// The absolute location of a schema, such as `https://example.com/user.json#/properties/id`, in two parts.
///
/// The text is composed on demand: thousands of schemas below one long URI would otherwise store it thousands of times.
public struct SchemaLocation: Hashable, Sendable {
  /// The URI of the schema's resource and `#`.
  package var base: String
  /// The path from the root of the resource.
  package var pointer: JSONPointer

  package init(base: String, pointer: JSONPointer = JSONPointer()) {
    self.base = base
    self.pointer = pointer
  }

  /// The location as a URI.
  public var text: String { base + pointer.uriFragment }
}
