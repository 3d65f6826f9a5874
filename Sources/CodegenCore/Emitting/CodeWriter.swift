/// Gathers lines of Swift with their indentation.
struct CodeWriter {
  private(set) var lines: [String] = []
  private var level = 0

  /// Adds lines as they are, each indented to the current level.
  mutating func add(_ lines: String...) { add(lines) }

  mutating func add(_ lines: [String]) {
    let indentation = String(repeating: "  ", count: level)
    self.lines += lines.map { $0.isEmpty ? "" : indentation + $0 }
  }

  /// Adds `head {`, the body one level deeper, and `}`.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    add(head + " {")
    level += 1
    body(&self)
    level -= 1
    add("}")
  }

  var text: String { lines.joined(separator: "\n") }
}
