/// The difference between two texts in the format of `diff -u`, for `--check`.
package struct UnifiedDiff {
  /// A line with its line feed, so that a missing final one is a difference; compared as bytes.
  private typealias Line = ArraySlice<UInt8>

  /// A line of a hunk: kept, removed or inserted.
  private typealias Edit = (mark: Character, line: Line)

  /// Lines of context around a change.
  static let context = 3
  /// The number of edits above which all lines between the first and the last difference are replaced.
  static let maximumDistance = 1_000

  /// Returns the lines of the diff, with at most `limit` lines of hunks; none for equal texts. A missing file has no
  /// text.
  package static func lines(old: [UInt8]?, new: [UInt8]?, name: String, limit: Int = 200) -> [String] {
    guard old != new else { return [] }
    let header = [
      old == nil ? "--- /dev/null" : "--- a/\(name)", new == nil ? "+++ /dev/null" : "+++ b/\(name)",
    ]
    let body = hunks(of: edits(from: split(old ?? []), to: split(new ?? [])))
    guard body.count > limit else { return header + body }
    return header + body.prefix(limit) + ["... \(body.count - limit) more lines"]
  }

  private static func split(_ text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }
}

extension UnifiedDiff {
  /// Changes with their context; changes whose contexts touch share a hunk.
  private static func hunks(of edits: [Edit]) -> [String] {
    var lines: [String] = []
    var position = (old: 1, new: 1)
    var done = 0
    while let first = edits[done...].firstIndex(where: { $0.mark != " " }) {
      let start = max(done, first - context)
      advance(&position, over: edits[done..<start])
      var end = first + 1
      while let next = edits[end...].firstIndex(where: { $0.mark != " " }), next - end <= 2 * context { end = next + 1 }
      end = min(end + context, edits.count)
      let before = position
      advance(&position, over: edits[start..<end])
      let old = range(before.old, count: position.old - before.old)
      let new = range(before.new, count: position.new - before.new)
      lines += ["@@ -\(old) +\(new) @@"] + edits[start..<end].flatMap(marked)
      done = end
    }
    return lines
  }

  private static func advance(_ position: inout (old: Int, new: Int), over edits: ArraySlice<Edit>) {
    position.old += edits.count { $0.mark != "+" }
    position.new += edits.count { $0.mark != "-" }
  }

  /// Returns a range in POSIX format: an empty one begins before its first line, and a count of one is omitted.
  private static func range(_ start: Int, count: Int) -> String {
    switch count {
    case 0: "\(start - 1),0"
    case 1: "\(start)"
    default: "\(start),\(count)"
    }
  }

  private static func marked(_ edit: Edit) -> [String] {
    let isEnded = edit.line.last == UInt8(ascii: "\n")
    let text = "\(edit.mark)" + String(decoding: isEnded ? edit.line.dropLast() : edit.line, as: UTF8.self)
    return isEnded ? [text] : [text, "\\ No newline at end of file"]
  }

  private static func edits(from old: [Line], to new: [Line]) -> [Edit] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let middle = fewestEdits(from: Array(old[head..<(old.count - tail)]), to: Array(new[head..<(new.count - tail)]))
    return old.prefix(head).map { (" ", $0) } + middle + old.suffix(tail).map { (" ", $0) }
  }

  /// The maximum number of lines that the edits cover on a diagonal `old - new`, and the state before the last edit.
  private final class State {
    let old, new: Int
    let previous: State?

    init(old: Int, diagonal: Int, previous: State?) { (self.old, new, self.previous) = (old, old - diagonal, previous) }
  }

  /// Finds the shortest edit script (Myers 1986), or replaces all lines if it exceeds the maximum.
  private static func fewestEdits(from old: [Line], to new: [Line]) -> [Edit] {
    var states: [Int: State] = [:]
    for distance in 0...min(maximumDistance, old.count + new.count) {
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let (left, right) = (states[diagonal - 1], states[diagonal + 1])
        let inserts = (left?.old ?? -1) < (right?.old ?? -1)
        var count = inserts ? right?.old ?? 0 : left.map { $0.old + 1 } ?? 0
        while count < old.count, count - diagonal < new.count, old[count] == new[count - diagonal] { count += 1 }
        let state = State(old: count, diagonal: diagonal, previous: inserts ? right : left)
        states[diagonal] = state
        if state.old >= old.count, state.new >= new.count { return edits(to: state, old, new) }
      }
    }
    return old.map { ("-", $0) } + new.map { ("+", $0) }
  }

  private static func edits(to last: State, _ old: [Line], _ new: [Line]) -> [Edit] {
    var (edits, state) = ([Edit](), Optional(last))
    while let current = state {
      let previous = current.previous
      let inserts = previous.map { $0.old - $0.new > current.old - current.new } ?? true
      let start = (previous?.old ?? 0) + (inserts ? 0 : 1)
      edits += old[start..<current.old].reversed().map { (" ", $0) }
      if let previous { edits.append(inserts ? ("+", new[previous.new]) : ("-", old[previous.old])) }
      state = previous
    }
    return edits.reversed()
  }
}
