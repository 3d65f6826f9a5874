/// The one way from schema text into Swift source: what comes out of here cannot end a literal or a comment.
enum SwiftText {
  /// A string literal with the content `text`. A mark that would combine with what stands before it, the quotation mark
  /// or an escape, is spelled out.
  static func literal(_ text: String) -> String {
    var literal = "\""
    var follows = true
    for scalar in text.unicodeScalars {
      let combines = follows && isCombining(scalar)
      follows = true
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      default:
        if isPlain(scalar), !combines {
          literal.unicodeScalars.append(scalar)
          follows = false
        } else {
          literal += "\\u{" + String(scalar.value, radix: 16) + "}"
        }
      }
    }
    return literal + "\""
  }

  /// The text for a comment: line feeds stay, other controls and marks that change how text is shown are spelled out.
  static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.replacingLineEndings().unicodeScalars {
      if scalar == "\n" || isPlain(scalar) {
        result.unicodeScalars.append(scalar)
      } else if scalar == "\t" {
        result += " "
      } else {
        result += "U+" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// The text for the rest of a line that is a comment: ``visible(_:)`` without line feeds.
  static func lineComment(_ text: String) -> String { visible(text).replacing(scalar: "\n", with: "U+A") }

  /// `/// ` lines. Line comments have no end to break out of, and ``visible(_:)`` leaves no other line break in.
  static func comment(_ lines: [String]) -> [String] {
    lines.flatMap { visible($0).split(separator: "\n", omittingEmptySubsequences: false) }
      .map { $0.isEmpty ? "///" : "/// " + $0 }
  }

  /// The key of a member as a writer's static text: the name as JSON with its colon, in a Swift literal.
  static func key(_ name: String) -> String {
    var json = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\u{8}": json += "\\b"
      case "\u{c}": json += "\\f"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return literal(json + "\":")
  }

  /// Whether a scalar is shown, and counted as a character, with the one before it.
  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    if scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Neither a control, nor a mark that reorders or hides text, nor a line separator of Unicode.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension String {
  /// The text with CR LF and CR made LF.
  fileprivate func replacingLineEndings() -> String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" {
        result += "\n"
      } else if !(scalar == "\n" && previous == "\r") {
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
