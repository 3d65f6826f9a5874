/// Collects indented lines of Swift, wrapped at the formatter's line length where possible.
struct CodeWriter {
  /// The maximum line length in columns.
  static let width = 120

  private(set) var lines: [SwiftSource] = []
  private var level = 0

  /// Creates a writer whose lines will be nested `level` levels deep in another.
  init(level: Int = 0) { self.level = level }

  /// Creates a writer that starts with the given lines.
  init(lines: [SwiftSource]) { self.lines = lines }

  private var indentation: SwiftSource { .indentation(level: level) }

  /// Adds lines, each indented to the current level.
  mutating func add(_ lines: SwiftSource...) { add(lines) }

  mutating func add(_ lines: [SwiftSource]) {
    for line in lines {
      if line.isEmpty {
        self.lines.append("")
      } else {
        self.lines += line.wrapped(Self.width - 2 * level).map { indentation + $0 }
      }
    }
  }

  /// Adds `head {`, the body one level deeper, and `}`; an `else` joins the brace before it.
  mutating func block(_ head: SwiftSource, _ body: (inout CodeWriter) -> Void) {
    if head.hasPrefix("else"), lines.last == indentation + "}" {
      lines[lines.count - 1] = indentation + "} " + head + " {"
    } else {
      add(head + " {")
    }
    indented(body)
    add("}")
  }

  /// Adds `head { parameters in`, the body of the closure one level deeper, and `}`.
  mutating func block(_ head: SwiftSource, _ parameters: SwiftSource, _ body: (inout CodeWriter) -> Void) {
    add("\(head) { \(parameters) in")
    indented(body)
    add("}")
  }

  /// Whether a line is short enough.
  func fits(_ line: SwiftSource) -> Bool { line.count <= Self.width - 2 * level }

  /// Adds an expression, each part on a line of its own if it is long.
  mutating func add(_ expression: SwiftExpression, after start: SwiftSource, before end: SwiftSource = "") {
    let line = start + expression.source + end
    guard !fits(line), case .list(let head, let parts, let close) = expression else {
      add(line)
      return
    }
    let opening = start + head.map(\.source).joined(separator: "")
    if parts.count == 1, parts[0].label.isEmpty, close == ")" {
      add(parts[0].1, after: opening, before: close + end)
      return
    }
    add(opening)
    indented { writer in
      for (index, part) in parts.enumerated() {
        let comma: SwiftSource = index < parts.count - 1 || close == "]" ? "," : ""
        writer.add(part.1, after: part.label.map(\.source).joined(separator: ""), before: comma)
      }
    }
    add(close + end)
  }

  /// Adds a function, on one line if it is short.
  mutating func function(_ head: SwiftSource, _ body: (inout CodeWriter) -> Void) {
    var inner = CodeWriter(level: 0)
    body(&inner)
    let line: SwiftSource = "\(head) { \(inner.lines.first ?? "") }"
    if inner.lines.count == 1, line.count <= Self.width - 2 * level, !inner.lines[0].hasPrefix("//") {
      add(line)
    } else {
      block(head, body)
    }
  }

  /// Adds `open`, the items separated by commas, and `close`: on one line, or else as many items on a line as fit.
  mutating func list(_ open: SwiftSource, _ items: [SwiftSource], _ close: SwiftSource, endsWithComma: Bool = false) {
    let line = open + items.joined(separator: ", ") + close
    let room = Self.width - 2 * level
    if line.count <= room - 2 {
      add(line)
      return
    }
    add(open)
    var rest: SwiftSource = ""
    indented { writer in
      for (index, item) in items.enumerated() {
        let item: SwiftSource = index < items.count - 1 || endsWithComma ? item + "," : item
        if !rest.isEmpty, rest.count + item.count + 3 > room {
          writer.add(rest)
          rest = item
        } else {
          rest = rest.isEmpty ? item : rest + " " + item
        }
      }
      writer.add(rest)
    }
    add(close)
  }

  /// Adds a case of a switch, on one line if it is short.
  mutating func addCase(_ head: SwiftSource, _ body: [SwiftSource]) {
    if body.isEmpty {
      add(head + " break")
    } else if body.count == 1, head.count + body[0].count + 1 <= Self.width - 2 * level {
      add(head + " " + body[0])
    } else {
      add(head)
      add(body.map { "  " + $0 })
    }
  }

  /// Ends a function that returns whether its guards succeed: the last one becomes the returned value.
  mutating func returnLastGuard() {
    let head: SwiftSource = "guard ", tail: SwiftSource = " else { return false }"
    if lines.last == indentation + "return false" { return }
    // The result of a multi-line closure.
    let result: SwiftSource = "let hasMembers = "
    if lines.last == indentation + head + "hasMembers" + tail,
      let start = lines.lastIndex(where: { $0.replacing(indentation + result, with: "") != nil }),
      let line = lines[start].replacing(indentation + result, with: indentation + "return ")
    {
      lines.removeLast()
      lines[start] = line
      // The condition includes this one.
      if start > 0, lines[start - 1] == indentation + head + "json.isObject" + tail { lines.remove(at: start - 1) }
      return
    }
    if let last = lines.last, let condition = last.condition(after: indentation + head, before: tail) {
      lines.removeLast()
      add("return " + condition)
    } else {
      add("return true")
    }
  }

  /// Adds lines one level deeper.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  var source: SwiftSource { lines.joined(separator: "\n") }
}
