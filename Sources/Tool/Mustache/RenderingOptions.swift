/// Options for rendering, for example `RenderingOptions(escape: .none, isStrict: true)`.
package struct RenderingOptions: Sendable {
  /// How interpolated text is escaped. Triple and ampersand tags are never escaped.
  package var escape: TextEscape
  /// Whether an unknown key, an unknown partial, and a list or object instead of text are errors. Otherwise each of
  /// them renders as nothing, according to the mustache specification.
  package var isStrict: Bool
  /// The maximum nesting of partials and parents.
  package var depthLimit: Int

  /// Creates options. The defaults are those of the specification.
  package init(escape: TextEscape = .html, isStrict: Bool = false, depthLimit: Int = 128) {
    self.escape = escape
    self.isStrict = isStrict
    self.depthLimit = depthLimit
  }
}

/// How interpolated text is escaped.
package enum TextEscape: Sendable {
  /// Replaces `&`, `<`, `>`, `"` and `'`, so that text is safe in HTML content and quoted attributes.
  case html
  /// Leaves text unchanged: for Swift, Markdown and other output that is not HTML.
  case none
  /// Replaces text with the result of the function.
  case custom(@Sendable (String) -> String)
}

extension TextEscape {
  /// Appends `text` to `output` in escaped form.
  package func append(_ text: String, to output: inout [UInt8]) {
    switch self {
    case .html: Self.appendHTML(text, to: &output)
    case .none: output += text.utf8
    case .custom(let escape): output += escape(text).utf8
    }
  }

  private static func appendHTML(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices where isSpecial(bytes[index]) {
        output += UnsafeBufferPointer(rebasing: bytes[start..<index])
        entity(for: bytes[index]).withUTF8Buffer { output += $0 }
        start = index + 1
      }
      output += UnsafeBufferPointer(rebasing: bytes[start...])
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }

  private static func entity(for byte: UInt8) -> StaticString {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: ""
    }
  }
}
