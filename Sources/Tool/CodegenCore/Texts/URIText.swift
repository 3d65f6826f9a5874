import SchemaRuntime

/// Percent encoding (RFC 3986, section 2.1).
package enum URIText {
  package enum Part {
    case path, fragment
  }

  /// Percent-encodes every byte that may not occur in the component, or that Markdown and HTML would interpret.
  package static func encoded(_ text: String, for part: Part) -> String {
    text.percentEncoded { isPlain(Unicode.Scalar($0)) || part == .path && $0 == UInt8(ascii: "/") }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "$", "@", "+": true
    default: false
    }
  }
}
