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

  /// Adds lines one level deeper.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  var source: SwiftSource { lines.joined(separator: "\n") }
}
