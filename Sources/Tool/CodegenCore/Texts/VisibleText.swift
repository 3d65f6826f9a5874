import SchemaRuntime

/// Makes schema text safe to display: without invisible characters and characters that change how adjacent text is
/// displayed.
package enum VisibleText {
  /// Returns the text with LF line ends; controls and bidirectional marks are escaped.
  package static func of(_ text: String) -> String {
    guard hasHidden(text) else { return text }
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{2028}", "\u{2029}": result += "\n"
      case "\t": result += " "
      case _ where isHidden(scalar): result += "U+" + String(hexadecimal: scalar.value, width: 4, uppercase: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text on one line; line ends are escaped as well.
  package static func line(_ text: String) -> String {
    of(text).replacing(scalar: "\n", with: "U+000A")
  }

  /// Whether a text has a scalar that is hidden.
  package static func hasHidden(_ text: String) -> Bool {
    // Most texts are printable ASCII.
    !text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } && text.unicodeScalars.contains { isHidden($0) }
  }

  /// Whether a scalar is a control character, a line separator, or a mark that reorders text. Joiners are allowed.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension String {
  /// Returns the text, or its first characters and an ellipsis if it is longer than a page shows.
  package func shortened(to count: Int) -> String {
    guard utf8.count > count, let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex) else {
      return self
    }
    return end == endIndex ? self : String(unicodeScalars[..<end]) + "…"
  }

  /// Replaces every occurrence of `scalar`, even as part of a larger character: a search by character misses it when
  /// it is followed by a combining mark.
  package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
    guard unicodeScalars.contains(scalar) else { return self }
    var result = ""
    for other in unicodeScalars {
      if other == scalar { result += replacement } else { result.unicodeScalars.append(other) }
    }
    return result
  }
}
