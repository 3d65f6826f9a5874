/// A long line of Swift that is searched and split only outside its string literals.
struct SwiftLine {
  private let bytes: [UInt8]
  /// Whether each of `bytes` belongs to a literal; quotation marks do.
  private let isLiteral: [Bool]

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
    var isLiteral = Array(repeating: false, count: bytes.count)
    var isInside = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      let isMark = byte == UInt8(ascii: "\"") && !isEscaped
      isLiteral[offset] = isInside || isMark
      if isMark { isInside.toggle() }
      isEscaped = isInside && byte == UInt8(ascii: "\\") && !isEscaped
    }
    self.isLiteral = isLiteral
  }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  func wrapped(_ width: Int) -> [String] {
    guard bytes.count > width, text.count > width else { return [text] }
    if starts(with: "  ") { return indented(self[2...], width) }
    if starts(with: "case "), let colon = first(": ") {
      return [self[...colon].text] + indented(self[(colon + 2)...], width)
    }
    let body = ends(with: " }") ? first(" { ") : nil
    let equals = starts(with: "if ") || starts(with: "guard ") ? nil : first(" = ")
    if body == nil, equals == nil, let or = first(" || ") {
      return [self[..<or].text] + self[(or + 1)...].operands(width - 2).map { "  " + $0 }
    }
    if let equals, body.map({ equals < $0 }) ?? true {
      return [self[..<equals].text + " ="] + indented(self[(equals + 3)...], width)
    }
    if let body {
      let inside = self[(body + 3)..<(bytes.count - 2)]
      return SwiftLine(self[..<body].text + " {").wrapped(width) + indented(inside, width) + ["}"]
    }
    if let open = first("("), open + 1 < bytes.count, bytes[open + 1] != UInt8(ascii: ")") {
      // What follows the call stays with its closing parenthesis.
      if let close = last(")"), close > open, close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: ".") {
        return [self[...open].text] + indented(self[(open + 1)..<close], width) + [self[close...].text]
      }
      return [self[...open].text] + indented(self[(open + 1)...], width)
    }
    return [text]
  }

  /// The conditions of a guard: what commas separate outside literals and parentheses.
  var conditions: [String] {
    var parts: [String] = []
    var start = 0
    var depth = 0
    for offset in bytes.indices where !isLiteral[offset] {
      switch bytes[offset] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(self[start..<offset].text)
        start = offset + 2
      default: break
      }
    }
    return parts + [self[start...].text]
  }

  private func indented(_ rest: SwiftLine, _ width: Int) -> [String] { rest.wrapped(width - 2).map { "  " + $0 } }

  /// Splits `|| a || b` into one line per operand.
  private func operands(_ width: Int) -> [String] {
    guard let next = first(" || ", from: 3) else { return [text] }
    return [self[..<next].text] + self[(next + 1)...].operands(width)
  }

  private subscript(_ range: some RangeExpression<Int>) -> SwiftLine { SwiftLine(bytes[range]) }

  private func starts(with part: String) -> Bool { matches(part, at: 0) }

  private func ends(with part: String) -> Bool { matches(part, at: bytes.count - part.utf8.count) }

  /// Returns the offset of the first occurrence of `part` outside literals.
  private func first(_ part: String, from start: Int = 0) -> Int? {
    (start..<max(start, bytes.count)).first { !isLiteral[$0] && matches(part, at: $0) }
  }

  private func last(_ part: String) -> Int? { bytes.indices.last { !isLiteral[$0] && matches(part, at: $0) } }

  private func matches(_ part: String, at offset: Int) -> Bool {
    let count = part.utf8.count
    guard offset >= 0, offset + count <= bytes.count else { return false }
    return bytes[offset..<(offset + count)].elementsEqual(part.utf8)
  }
}
