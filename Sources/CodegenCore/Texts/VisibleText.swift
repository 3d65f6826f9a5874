/// Text of schemas without what would be unseen or would change how its neighbours are shown.
enum VisibleText {
  /// The text with line feeds as its only line ends, and with controls and marks of direction spelled out.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isHidden($0) }) else { return text }
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{2028}", "\u{2029}": result += "\n"
      case "\t": result += " "
      case _ where isHidden(scalar): result += "U+" + hexadecimal(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text in one line, line ends spelled out as well.
  static func line(_ text: String) -> String {
    of(text).replacing(scalar: "\n", with: "U+000A")
  }

  /// A control, a separator of lines, or a mark that reorders text. What joins scalars to one sign is none of them.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The text with every scalar that is `scalar` replaced, be it part of a larger character: a mark that combines with it
  /// hides it from a search for characters.
  func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
    guard unicodeScalars.contains(scalar) else { return self }
    var result = ""
    for other in unicodeScalars {
      if other == scalar { result += replacement } else { result.unicodeScalars.append(other) }
    }
    return result
  }
}
