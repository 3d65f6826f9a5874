extension String {
  /// The text in single quotes, for messages.
  package var quoted: String { "'\(onOneLine)'" }

  /// The text with control characters, line breaks and marks that reorder text written as `\u{…}`, so that input can
  /// neither break a message's line nor disguise it.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.disturbsLines) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.disturbsLines {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var disturbsLines: Bool {
    guard value < 0x20 || value >= 0x7f else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
