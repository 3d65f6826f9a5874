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
  /// after an opening parenthesis.
  private static func wrapped(_ line: String, _ width: Int) -> [String] {
    guard line.count > width, !line.hasPrefix("//") else { return [line] }
    if line.hasPrefix("  ") { return wrapped(String(line.dropFirst(2)), width - 2).map { "  " + $0 } }
    if line.hasPrefix("case "), let colon = colon(of: line) {
      return [String(line[...colon])] + wrapped(String(line[colon...].dropFirst(2)), width - 2).map { "  " + $0 }
    }
    let body = line.hasSuffix(" }") ? line.firstRange(of: " { ") : nil
    let equals = line.hasPrefix("if ") || line.hasPrefix("guard ") ? nil : line.firstRange(of: " = ")
    if body == nil, equals == nil, let or = line.firstRange(of: " || ") {
      let rest = String(line[or.lowerBound...].dropFirst())
      return [String(line[..<or.lowerBound])] + wrappedOperands(rest, width - 2).map { "  " + $0 }
    }
    if let equals, body.map({ equals.lowerBound < $0.lowerBound }) ?? true {
      let rest = wrapped(String(line[equals.upperBound...]), width - 2)
      return [String(line[..<equals.lowerBound]) + " ="] + rest.map { "  " + $0 }
    }
    if let body {
      let inside = String(line[body.upperBound...].dropLast(2))
      return wrapped(line[..<body.lowerBound] + " {", width) + wrapped(inside, width - 2).map { "  " + $0 } + ["}"]
    }
    if let open = line.firstIndex(of: "("), line[line.index(after: open)...].first != ")" {
      let rest = line[line.index(after: open)...]
      // What follows the call stands with its closing parenthesis.
      if let close = rest.lastIndex(of: ")"), rest[rest.index(after: close)...].first == "." {
        return [String(line[...open])] + wrapped(String(rest[..<close]), width - 2).map { "  " + $0 }
          + [String(rest[close...])]
      }
      return [String(line[...open])] + wrapped(String(rest), width - 2).map { "  " + $0 }
    }
    return [line]
  }

  /// The colon behind the patterns of a `case` that has a statement on its line; their texts may hold colons, too.
  private static func colon(of line: String) -> String.Index? {
    var isInText = false
    var isEscaped = false
    for place in line.indices {
      let character = line[place]
      if character == "\"", !isEscaped { isInText.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if character == ":", !isInText, line[place...].hasPrefix(": ") { return place }
    }
    return nil
  }

  /// `|| a || b` with each operand on a line of its own.
  private static func wrappedOperands(_ text: String, _ width: Int) -> [String] {
    let operands = String(text.dropFirst(3))
    guard let next = operands.firstRange(of: " || ") else { return [text] }
    let first = "|| " + operands[..<next.lowerBound]
    return [first] + wrappedOperands(String(operands[next.lowerBound...].dropFirst()), width)
  }
}

extension String {
  /// The place of the first occurrence of `part` outside of string literals.
  fileprivate func firstRange(of part: String) -> Range<String.Index>? {
    var isInString = false
    var index = startIndex
    while index < endIndex {
      if self[index] == "\"" { isInString.toggle() }
      if self[index] == "\\", isInString { formIndex(after: &index) }
      if !isInString, self[index...].hasPrefix(part) {
        return index..<self.index(index, offsetBy: part.count)
      }
      if index < endIndex { formIndex(after: &index) }
    }
    return nil
  }
}
