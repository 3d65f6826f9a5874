/// Gathers lines of Swift with their indentation, none longer than the formatter allows where it can be broken.
struct CodeWriter {
  /// Columns of a line.
  static let width = 120

  private(set) var lines: [String] = []
  private var level = 0

  /// A writer whose lines will stand `level` levels deep in another.
  init(level: Int = 0) { self.level = level }

  /// A writer that begins with lines as they are.
  init(lines: [String]) { self.lines = lines }

  private var indentation: String { String(repeating: "  ", count: level) }

  /// Adds lines, each indented to the current level.
  mutating func add(_ lines: String...) { add(lines) }

  mutating func add(_ lines: [String]) {
    for line in lines {
      if line.isEmpty {
        self.lines.append("")
      } else {
        self.lines += Self.wrapped(line, Self.width - 2 * level).map { indentation + $0 }
      }
    }
  }

  /// Adds `head {`, the body one level deeper, and `}`; an `else` joins the brace before it.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    if head.hasPrefix("else"), lines.last == indentation + "}" {
      lines[lines.count - 1] = indentation + "} " + head + " {"
    } else {
      add(head + " {")
    }
    indented(body)
    add("}")
  }

  /// Adds lines one level deeper.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  var text: String { lines.joined(separator: "\n") }

  /// A line broken as the formatter would: after the colon of a case, at `||`, after `=`, with a body on its own line, or
  /// after an opening parenthesis. Comments and literals stay whole.
  private static func wrapped(_ line: String, _ width: Int) -> [String] {
    // A character has at least one byte.
    guard line.utf8.count > width, line.count > width, !line.hasPrefix("//") else { return [line] }
    return SwiftLine(line).wrapped(width)
  }
}

/// A long line of Swift, which knows where its string literals are: it is searched and divided outside of them alone.
private struct SwiftLine {
  private let bytes: [UInt8]
  /// The bytes of `bytes` that belong to a literal, quotation marks included.
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
      // What follows the call stands with its closing parenthesis.
      if let close = last(")"), close > open, close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: ".") {
        return [self[...open].text] + indented(self[(open + 1)..<close], width) + [self[close...].text]
      }
      return [self[...open].text] + indented(self[(open + 1)...], width)
    }
    return [text]
  }

  private func indented(_ rest: SwiftLine, _ width: Int) -> [String] { rest.wrapped(width - 2).map { "  " + $0 } }

  /// `|| a || b` with each operand on a line of its own.
  private func operands(_ width: Int) -> [String] {
    guard let next = first(" || ", from: 3) else { return [text] }
    return [self[..<next].text] + self[(next + 1)...].operands(width)
  }

  private subscript(_ range: some RangeExpression<Int>) -> SwiftLine { SwiftLine(bytes[range]) }

  private func starts(with part: String) -> Bool { matches(part, at: 0) }

  private func ends(with part: String) -> Bool { matches(part, at: bytes.count - part.utf8.count) }

  /// The offset of the first occurrence of `part` outside of literals.
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
