@_spi(Generated) import SchemaRuntime

/// The name of a media type, as far as it matters for schemas.
package struct MediaType {
  private let essence: String

  package init(_ name: String) {
    let essence = name.prefix { $0 != ";" }
    self.essence = essence.lowercased().filter { $0 != " " }
  }

  /// Whether the content is JSON, or a sequence of JSON texts.
  package var isJSON: Bool {
    ContentMediaType(keyword: essence) != nil || essence.hasSuffix("/json") || essence == "*/*"
      || essence == "application/*"
      || ["application/jsonl", "application/x-ndjson", "application/json-seq", "text/event-stream"].contains(essence)
      || essence.hasSuffix("+json-seq")
  }

  /// Whether the content is a form, whose fields are members.
  package var isForm: Bool { essence == "application/x-www-form-urlencoded" || essence.hasPrefix("multipart/") }

  /// Whether a schema of the content has a type.
  var hasModel: Bool { isJSON || isForm }

  /// Whether the media type, perhaps a range, stands for another one, whose parameters do not matter (RFC 9110,
  /// section 12.5.1).
  package func includes(_ other: String) -> Bool {
    let other = MediaType(other).essence
    return essence == other || essence == "*/*" || essence.hasSuffix("/*") && other.hasPrefix(essence.dropLast())
  }
}
