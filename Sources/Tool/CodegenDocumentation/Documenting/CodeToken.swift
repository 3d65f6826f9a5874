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
  fileprivate static let lineLimit = 200
  fileprivate static let byteLimit = 12_000

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
}

/// Formats JSON for reading: two spaces per level, with short values without containers on one line.
struct JSONTokens: Hashable {
  private(set) var tokens: [CodeToken] = []
  /// The number of ``lines``.
  private(set) var lineCount = 1
  /// The bytes of ``text``.
  private(set) var byteCount = 0
  /// Whether tokens were left out at the end.
  private(set) var isShortened = false
  private static let lineLength = 72

  init(_ value: JSONValue) { append(value, level: 0, column: 0) }

  /// The first tokens, and an ellipsis if there are more than a page shows.
  var shortened: JSONTokens {
    if lineCount <= CodeToken.lineLimit, byteCount <= CodeToken.byteLimit { return self }
    var short = JSONTokens(CodeToken.shortened(tokens))
    short.isShortened = short.tokens.count < tokens.count
    return short
  }

  private init(_ tokens: [CodeToken]) {
    for token in tokens { add(token.text, token.kind, lineBreaks: token.text.utf8.count { $0 == UInt8(ascii: "\n") }) }
  }

  /// Creates tokens from formatted lines.
  init(lines: [[CodeToken]]) {
    self.init(Array(lines.joined(separator: [CodeToken(text: "\n", kind: .plain)])))
  }

  /// The text without highlighting.
  var text: String { tokens.map(\.text).joined() }

  /// The same as bytes.
  var utf8: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for token in tokens { bytes += token.text.utf8 }
    return bytes
  }

  private mutating func add(_ text: String, _ kind: CodeToken.Kind, lineBreaks: Int = 0) {
    tokens.append(CodeToken(text: text, kind: kind))
    lineCount += lineBreaks
    byteCount += text.utf8.count
  }

  /// The tokens line by line.
  var lines: [[CodeToken]] { lines(0..<lineCount) }

  /// The tokens of some lines.
  func lines(_ range: Range<Int>) -> [[CodeToken]] {
    var lines = Array(repeating: [CodeToken](), count: range.count)
    var line = 0
    for token in tokens {
      if line >= range.upperBound { break }
      // Line breaks are between values.
      guard token.kind == .plain || token.kind == .comment else {
        if range.contains(line) { lines[line - range.lowerBound].append(token) }
        continue
      }
      var text = token.text
      text.withUTF8 { bytes in
        for (index, part) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
          if index > 0 { line += 1 }
          if part.isEmpty || !range.contains(line) { continue }
          let text = String(decoding: part, as: UTF8.self)
          lines[line - range.lowerBound].append(CodeToken(text: text, kind: token.kind))
        }
      }
    }
    return lines
  }

  private mutating func append(_ value: JSONValue, level: Int, column: Int) {
    switch value {
    case .null, .bool: add(value.text(), .literal)
    case .number(let number): add(number.text, .number)
    case .string: add(Self.plain(value), .string)
    case .array(let elements):
      let inline = isShort(value, elements.count, column) { elements.allSatisfy(Self.isEmpty) }
      container("[", "]", elements, isInline: inline, padding: "", level: level) { tokens, element in
        tokens.append(element, level: level + 1, column: (level + 1) * 2)
      }
    case .object(let object):
      let inline = level > 0 && isShort(value, object.count, column) { object.allSatisfy { Self.isEmpty($0.value) } }
      container("{", "}", object, isInline: inline, padding: " ", level: level) { tokens, member in
        let name = Self.plain(.string(member.key))
        tokens.add(name, .name)
        tokens.add(": ", .plain)
        tokens.append(member.value, level: level + 1, column: (level + 1) * 2 + Self.width(name) + 2)
      }
    }
  }

  private mutating func container<Elements: Collection>(
    _ open: String, _ close: String, _ elements: Elements, isInline: Bool, padding: String, level: Int,
    _ body: (inout JSONTokens, Elements.Element) -> Void
  ) {
    if elements.isEmpty { return add(open + close, .plain) }
    let breaks = isInline ? 0 : 1
    add(open + (isInline ? padding : Self.lineBreak(level + 1)), .plain, lineBreaks: breaks)
    let separator = isInline ? ", " : "," + Self.lineBreak(level + 1)
    for (index, element) in elements.enumerated() {
      if index > 0 { add(separator, .plain, lineBreaks: breaks) }
      body(&self, element)
    }
    add((isInline ? padding : Self.lineBreak(level)) + close, .plain, lineBreaks: breaks)
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
    if var text = value.string {
      let quoted = text.withUTF8 { bytes -> String? in
        guard bytes.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count + 2) { quoted in
          quoted.initialize(repeating: UInt8(ascii: "\""))
          _ = quoted[1...].update(fromContentsOf: bytes)
          return bytes.count + 2
        }
      }
      if let quoted { return quoted }
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
