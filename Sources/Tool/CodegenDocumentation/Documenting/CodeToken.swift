import CodegenCore
import SchemaRuntime

/// A run of an example's text, with its kind for syntax highlighting.
struct CodeToken: Hashable {
  /// The kind of a run, named like the stylesheet's class.
  enum Kind: String {
    case plain, name, string, number, literal, keyword, type, comment
  }

  var text: String
  var kind: Kind

  /// The number of lines and bytes of code on a page; what exceeds them is cut.
  private static let lineLimit = 200
  private static let byteLimit = 12_000

  /// Returns the first tokens, and an ellipsis if there are more than a page shows.
  static func shortened(_ tokens: [CodeToken]) -> [CodeToken] {
    var (lines, bytes) = (1, 0)
    for (index, token) in tokens.enumerated() {
      lines += token.text.utf8.count { $0 == UInt8(ascii: "\n") }
      bytes += token.text.utf8.count
      guard lines > lineLimit || bytes > byteLimit else { continue }
      let isLong = token.text.utf8.count > byteLimit
      let start = isLong ? [CodeToken(text: String(token.text.prefix(1_000)), kind: token.kind)] : []
      return tokens[..<index] + start + [CodeToken(text: isLong ? "…" : "\n…", kind: .comment)]
    }
    return tokens
  }

  /// Splits tokens into lines without line feeds.
  static func lines(of tokens: [CodeToken]) -> [[CodeToken]] {
    var lines: [[CodeToken]] = []
    var line: [CodeToken] = []
    for token in tokens {
      var rest = token.text[...]
      while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
        if end > rest.startIndex { line.append(CodeToken(text: String(rest[..<end]), kind: token.kind)) }
        lines.append(line)
        line = []
        rest = rest[rest.utf8.index(after: end)...]
      }
      if !rest.isEmpty { line.append(CodeToken(text: String(rest), kind: token.kind)) }
    }
    lines.append(line)
    return lines
  }
}

/// Formats JSON for reading: two spaces per level, with short values without containers on one line.
struct JSONTokens: Hashable {
  private(set) var tokens: [CodeToken] = []
  /// Whether tokens were left out at the end.
  private(set) var isShortened = false
  private static let lineLength = 72

  init(_ value: JSONValue) { append(value, level: 0, column: 0) }

  /// The first tokens, and an ellipsis if there are more than a page shows.
  var shortened: JSONTokens {
    var short = self
    short.tokens = CodeToken.shortened(tokens)
    short.isShortened = short.tokens.count < tokens.count
    return short
  }

  /// Creates tokens from formatted lines.
  init(lines: [[CodeToken]]) {
    tokens = Array(lines.joined(separator: [CodeToken(text: "\n", kind: .plain)]))
  }

  /// The text without highlighting.
  var text: String { tokens.map(\.text).joined() }

  /// The same as bytes.
  var utf8: [UInt8] { tokens.reduce(into: []) { $0 += $1.text.utf8 } }

  /// The number of ``lines``.
  var lineCount: Int {
    tokens.reduce(1) { count, token in count + token.text.utf8.count { $0 == UInt8(ascii: "\n") } }
  }

  /// The tokens line by line.
  var lines: [[CodeToken]] { CodeToken.lines(of: tokens) }

  private mutating func append(_ value: JSONValue, level: Int, column: Int) {
    switch value {
    case .null, .bool: tokens.append(CodeToken(text: value.text(), kind: .literal))
    case .number(let number): tokens.append(CodeToken(text: number.text, kind: .number))
    case .string: tokens.append(CodeToken(text: Self.plain(value), kind: .string))
    case .array(let elements):
      let inline = isShort(value, elements.count, column) { elements.allSatisfy(Self.isEmpty) }
      container("[", "]", elements, isInline: inline, padding: "", level: level) { tokens, element in
        tokens.append(element, level: level + 1, column: (level + 1) * 2)
      }
    case .object(let object):
      let inline = level > 0 && isShort(value, object.count, column) { object.allSatisfy { Self.isEmpty($0.value) } }
      container("{", "}", object, isInline: inline, padding: " ", level: level) { tokens, member in
        let name = Self.plain(.string(member.key))
        tokens.tokens.append(CodeToken(text: name, kind: .name))
        tokens.tokens.append(CodeToken(text: ": ", kind: .plain))
        tokens.append(member.value, level: level + 1, column: (level + 1) * 2 + Self.width(name) + 2)
      }
    }
  }

  private mutating func container<Elements: Collection>(
    _ open: String, _ close: String, _ elements: Elements, isInline: Bool, padding: String, level: Int,
    _ body: (inout JSONTokens, Elements.Element) -> Void
  ) {
    if elements.isEmpty { return tokens.append(CodeToken(text: open + close, kind: .plain)) }
    tokens.append(CodeToken(text: open + (isInline ? padding : Self.lineBreak(level + 1)), kind: .plain))
    let separator = CodeToken(text: isInline ? ", " : "," + Self.lineBreak(level + 1), kind: .plain)
    for (index, element) in elements.enumerated() {
      if index > 0 { tokens.append(separator) }
      body(&self, element)
    }
    tokens.append(CodeToken(text: (isInline ? padding : Self.lineBreak(level)) + close, kind: .plain))
  }

  private static func lineBreak(_ level: Int) -> String { "\n" + String(repeating: "  ", count: level) }

  private func isShort(_ value: JSONValue, _ count: Int, _ column: Int, isFlat: () -> Bool) -> Bool {
    // With brackets and commas, the text has more than two characters for each element.
    guard column + 4 * count <= Self.lineLength, isFlat() else { return false }
    return column + Self.width(value.text()) + 2 * count <= Self.lineLength
  }

  /// Whether a value is not a container with content.
  private static func isEmpty(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    case .null, .bool, .number, .string: true
    }
  }

  /// The number of characters of a text without line ends.
  private static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  /// Returns a string as JSON, with invisible characters escaped.
  private static func plain(_ value: JSONValue) -> String {
    // Most strings have no escapes.
    if let text = value.string, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      return "\"" + text + "\""
    }
    let text = value.text()
    guard VisibleText.hasHidden(text) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      guard VisibleText.isHidden(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        result += "\\u" + String(hexadecimal: unit, width: 4)
      }
    }
    return result
  }
}
