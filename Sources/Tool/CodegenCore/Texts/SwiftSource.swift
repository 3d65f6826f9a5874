import JSONSchema
@_spi(Generated) import SchemaRuntime

/// Swift source for generated files.
///
/// It is built only from literals in this tool's source, into which other Swift source and integers are interpolated.
/// Text from schemas becomes Swift through one function per context: ``SwiftText`` for literals and comments,
/// ``SwiftNames`` for names, `SwiftType` for types. Emitters and templates accept nothing else, so that no text is
/// left unescaped.
package struct SwiftSource: Hashable, Sendable {
  /// The source as text.
  package let text: String

  /// - Parameter text: Swift source that a function of this file has produced.
  fileprivate init(made text: String) { self.text = text }

  /// Creates the source of a type that its grammar has parsed.
  init(_ type: SwiftType) { self.init(made: type.description) }

  /// Creates the source of a number.
  init(_ number: some FixedWidthInteger) { self.init(made: String(number)) }

  // Byte by byte: `String` equates spellings that payloads tell apart, and checks of both must stay.
  package static func == (a: SwiftSource, b: SwiftSource) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }

  static func hexadecimal(_ number: UInt64) -> SwiftSource { SwiftSource(made: "0x" + String(number, radix: 16)) }

  /// Returns the source of a finite number.
  static func decimal(_ number: Double) -> SwiftSource { number.isFinite ? SwiftSource(made: "\(number)") : ".nan" }

  static func + (a: SwiftSource, b: SwiftSource) -> SwiftSource { SwiftSource(made: a.text + b.text) }

  static func += (a: inout SwiftSource, b: SwiftSource) { a = a + b }

  var isEmpty: Bool { text.isEmpty }

  /// The characters of a line.
  package var count: Int { text.count }

  /// Whether the source contains `part`, even within a literal.
  func contains(_ part: StaticString) -> Bool { text.contains(part.description) }

  func hasPrefix(_ part: StaticString) -> Bool { text.hasPrefix(part.description) }
}

// MARK: - Literals in this tool's source

extension SwiftSource: ExpressibleByStringInterpolation {
  package init(stringLiteral text: StaticString) { self.init(made: text.description) }
  package init(stringInterpolation: Interpolation) { self.init(made: stringInterpolation.text) }

  /// `"case \(name): \(number)"`, built from Swift source and integers only.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    package mutating func appendInterpolation(_ source: SwiftSource) { text += source.text }
    package mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += String(number) }
  }
}

extension Sequence<SwiftSource> {
  func joined(separator: StaticString) -> SwiftSource {
    SwiftSource(made: map(\.text).joined(separator: separator.description))
  }
}

extension SwiftSource {
  /// Indents the lines of a block.
  static func indentation(level: Int) -> SwiftSource { SwiftSource(made: String(repeating: "  ", count: level)) }

  /// Returns the text between two texts, as one condition; nil if the line has others, or declares something.
  func condition(after head: SwiftSource, before tail: SwiftSource) -> SwiftSource? {
    guard text.hasPrefix(head.text), text.hasSuffix(tail.text) else { return nil }
    let inner = text.dropFirst(head.text.count).dropLast(tail.text.count)
    let parts = SwiftLine(String(inner)).conditions
    guard parts.count == 1 || !parts.contains(where: { $0.contains("||") || $0.hasPrefix("let ") }) else { return nil }
    return SwiftSource(made: parts.joined(separator: " && "))
  }

  /// Returns the source with another beginning; nil if it begins differently.
  func replacing(_ start: SwiftSource, with other: SwiftSource) -> SwiftSource? {
    text.hasPrefix(start.text) ? SwiftSource(made: other.text + text.dropFirst(start.text.count)) : nil
  }

  /// Splits the line into lines of at most `width` characters, where possible outside literals and comments.
  func wrapped(_ width: Int) -> [SwiftSource] {
    // A character has at least one byte.
    guard text.utf8.count > width, text.count > width, !text.hasPrefix("//") else { return [self] }
    return SwiftLine(text).wrapped(width).map { SwiftSource(made: $0) }
  }

  /// Returns a value as one line of ASCII JSON, for a raw literal with the ``delimiter(for:)`` of all its lines.
  static func json(_ value: JSONValue) -> SwiftSource { SwiftSource(made: ascii(value.text())) }

  /// Returns JSON text with all non-ASCII characters escaped.
  private static func ascii(_ json: String) -> String {
    // Fast path: nearly all texts are ASCII, and a list of values may be long.
    if json.utf8.allSatisfy({ $0 < 0x7f }) { return json }
    var result = ""
    for unit in json.utf16 {
      if unit < 0x7f, let scalar = Unicode.Scalar(unit) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u" + String(hexadecimal: unit, width: 4)
      }
    }
    return result
  }

  /// Returns enough number signs that no text can end a raw literal or start an escape in it: one more than follow any
  /// three quotation marks or backslash.
  static func delimiter(for texts: [SwiftSource]) -> SwiftSource {
    var longest = 0
    for source in texts {
      var quotes = 0
      var signs: Int?
      for byte in source.text.utf8 {
        switch byte {
        case UInt8(ascii: "#"):
          signs = signs.map { $0 + 1 }
          longest = max(longest, signs ?? 0)
          quotes = 0
        case UInt8(ascii: "\""):
          quotes += 1
          signs = quotes >= 3 ? 0 : nil
        case UInt8(ascii: "\\"): (quotes, signs) = (0, 0)
        default: (quotes, signs) = (0, nil)
        }
      }
    }
    return SwiftSource(made: String(repeating: "#", count: longest + 1))
  }

  /// Splits the content of a literal into lines of a few hundred characters without splitting escapes. The input is
  /// printable ASCII, as automata are written.
  static func rows(of automaton: PatternAutomaton) -> [SwiftSource] {
    var rows: [SwiftSource] = []
    var row = ""
    var isEscaped = false
    for scalar in automaton.literal.unicodeScalars {
      row.unicodeScalars.append(scalar)
      isEscaped = scalar == "\\" && !isEscaped
      if row.utf8.count >= 100, !isEscaped {
        rows.append(SwiftSource(made: row))
        row = ""
      }
    }
    return row.isEmpty ? rows : rows + [SwiftSource(made: row)]
  }
}

// MARK: - Names

extension SwiftNames {
  /// Returns a name as an identifier, in backticks if Swift requires them.
  package static func escaped(_ name: String) -> SwiftSource {
    SwiftSource(made: SwiftIdentifier.keywords.contains(name) ? "`\(name)`" : identifier(name))
  }

  /// Returns a name as an argument label. Only one keyword needs backticks here; the compiler warns of unnecessary
  /// ones.
  static func label(_ name: String) -> SwiftSource { name == "inout" ? "`inout`" : SwiftSource(made: identifier(name)) }

  /// Returns a name with its enclosing types: `UserCardMessage.Ext`.
  static func path(_ name: String) -> SwiftSource {
    if SwiftIdentifier.isIdentifier(name) { return SwiftSource(made: name) }
    let parts = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    return SwiftSource(made: parts.map { identifier(String($0)) }.joined(separator: "."))
  }

  /// Returns a component of a dotted name, except the first.
  static func part(_ stem: String) -> SwiftSource { SwiftSource(made: identifier("_" + stem).dropFirst().description) }

  /// Returns an identifier chosen by the planner. Other text is spelled as a member name.
  private static func identifier(_ name: String) -> String {
    SwiftIdentifier.isIdentifier(name) ? name : member(name)
  }
}

extension Configuration.AccessLevel {
  /// The access modifier of a declaration, with a trailing space; empty for `internal`.
  var prefix: SwiftSource {
    switch self {
    case .public: "public "
    case .package: "package "
    case .internal: ""
    }
  }
}

// MARK: - Text from schemas

/// Converts schema text to Swift source. The output cannot end a literal or a comment.
package enum SwiftText {
  /// Returns a string literal with the content `text`. A mark that would combine with the preceding quotation mark or
  /// escape is escaped.
  package static func literal(_ text: String) -> SwiftSource {
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
    return SwiftSource(made: literal + "\"")
  }

  /// Returns text for a comment. Line feeds are kept; other controls and marks that change how text is displayed are
  /// escaped.
  static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }) { return text }
    var result = ""
    // CR LF is one character.
    let lines = text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }
    for scalar in String(lines).unicodeScalars {
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

  /// Returns text for the rest of a comment line: ``visible(_:)`` without line feeds.
  static func lineComment(_ text: String) -> String { visible(text).replacing(scalar: "\n", with: "U+A") }

  /// Returns ``lineComment(_:)`` as Swift, for after `//`.
  static func comment(line text: String) -> SwiftSource { SwiftSource(made: lineComment(text)) }

  /// Returns a text as code in a doc comment, on one line.
  static func comment(code text: String) -> SwiftSource {
    SwiftSource(made: MarkdownText.commentCode(lineComment(text)).text)
  }

  /// Returns `/// ` lines. Line comments need no terminator, and ``visible(_:)`` removes all other line breaks.
  static func comment(_ lines: [MarkdownSource]) -> [SwiftSource] {
    lines.flatMap { visible($0.text).split(separator: "\n", omittingEmptySubsequences: false) }
      .map { SwiftSource(made: $0.isEmpty ? "///" : "/// " + $0) }
  }

  /// Returns a member's name as a writer's static text: with JSON's escapes, in a Swift literal.
  static func memberName(_ name: String) -> SwiftSource {
    // As scalars: a mark at the start of the name forms one character with the quotation mark.
    literal(String(Substring(JSONValue.string(name).text().unicodeScalars.dropFirst().dropLast())))
  }

  /// Whether a scalar combines with the one before it into one character.
  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    if scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether a scalar is not a control character, a mark that reorders or hides text, or a Unicode line separator.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
