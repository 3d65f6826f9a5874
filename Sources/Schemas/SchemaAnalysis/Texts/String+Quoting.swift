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

extension [UInt8] {
  /// A JSON text with the characters of strings that ``Swift/String/onOneLine`` escapes written as `\uXXXX`: the same
  /// value, which cannot disguise itself where the text is shown.
  package var withoutHiddenCharacters: [UInt8] {
    guard contains(where: { $0 >= 0x7f }) else { return self }
    var text = ""
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7f, scalar.disturbsLines {
        for unit in String(scalar).utf16 {
          text += "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return Array(text.utf8)
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
