import SchemaRuntime

/// A stretch of an example's text, with what it is for colouring.
struct CodeToken: Hashable {
  /// What a stretch is, called as the classes of the stylesheet are.
  enum Kind: String {
    case plain, name, string, number, literal, keyword, type, comment
  }

  var text: String
  var kind: Kind

  /// Tokens line by line, line feeds left out.
  static func lines(of tokens: [CodeToken]) -> [[CodeToken]] {
    var lines: [[CodeToken]] = [[]]
    for token in tokens {
      for (place, part) in token.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if place > 0 { lines.append([]) }
        if !part.isEmpty { lines[lines.count - 1].append(CodeToken(text: String(part), kind: token.kind)) }
      }
    }
    return lines
  }
}

/// Lays out JSON for reading: two spaces a level, and on one line what is short and holds no containers.
struct JSONTokens: Hashable {
  private(set) var tokens: [CodeToken] = []
  private static let lineLength = 72

  init(_ value: JSONValue) { append(value, level: 0, column: 0) }

  /// Lines that are laid out already.
  init(lines: [[CodeToken]]) {
    tokens = Array(lines.joined(separator: [CodeToken(text: "\n", kind: .plain)]))
  }

  /// The text without its colours.
  var text: String { tokens.map(\.text).joined() }

  /// The tokens line by line.
  var lines: [[CodeToken]] { CodeToken.lines(of: tokens) }

  private mutating func append(_ value: JSONValue, level: Int, column: Int) {
    switch value {
    case .null, .bool: tokens.append(CodeToken(text: value.text(), kind: .literal))
    case .number(let number): tokens.append(CodeToken(text: number.text, kind: .number))
    case .string: tokens.append(CodeToken(text: Self.plain(value), kind: .string))
    case .array(let elements):
      let inline = isShort(value, elements, column: column)
      container("[", "]", elements, isInline: inline, padding: "", level: level) { tokens, element in
        tokens.append(element, level: level + 1, column: (level + 1) * 2)
      }
    case .object(let object):
      let inline = level > 0 && isShort(value, object.members.map(\.value), column: column)
      container("{", "}", object.members, isInline: inline, padding: " ", level: level) { tokens, member in
        let name = Self.plain(.string(member.name))
        tokens.tokens.append(CodeToken(text: name, kind: .name))
        tokens.tokens.append(CodeToken(text: ": ", kind: .plain))
        tokens.append(member.value, level: level + 1, column: (level + 1) * 2 + name.count + 2)
      }
    }
  }

  private mutating func container<Element>(
    _ open: String, _ close: String, _ elements: [Element], isInline: Bool, padding: String, level: Int,
    _ body: (inout JSONTokens, Element) -> Void
  ) {
    func lineBreak(_ level: Int) -> String { "\n" + String(repeating: "  ", count: level) }
    if elements.isEmpty { return tokens.append(CodeToken(text: open + close, kind: .plain)) }
    tokens.append(CodeToken(text: open + (isInline ? padding : lineBreak(level + 1)), kind: .plain))
    for (place, element) in elements.enumerated() {
      if place > 0 { tokens.append(CodeToken(text: isInline ? ", " : "," + lineBreak(level + 1), kind: .plain)) }
      body(&self, element)
    }
    tokens.append(CodeToken(text: (isInline ? padding : lineBreak(level)) + close, kind: .plain))
  }

  private func isShort(_ value: JSONValue, _ elements: [JSONValue], column: Int) -> Bool {
    let isFlat = elements.allSatisfy { $0.array.map(\.isEmpty) ?? $0.object.map(\.isEmpty) ?? true }
    return isFlat && column + value.text().count + 2 * elements.count <= Self.lineLength
  }

  /// A string as JSON, with escapes for what would be unseen.
  private static func plain(_ value: JSONValue) -> String {
    var result = ""
    for scalar in value.text().unicodeScalars {
      guard VisibleText.isHidden(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
