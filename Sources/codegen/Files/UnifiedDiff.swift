/// The difference between two texts as `diff -u` prints it, for `--check`.
struct UnifiedDiff {
  /// A line with its line feed, so that a missing last one is a difference; compared as bytes.
  private typealias Line = ArraySlice<UInt8>

  /// A line of a hunk: kept, removed or inserted.
  private typealias Edit = (mark: Character, line: Line)

  /// Lines of context around a change.
  static let context = 3
  /// Limits above which all lines between the first and last difference are replaced, because memory grows with the square
  /// of the number of edits: these lines, and those of them that occur in one text alone.
  static let maximum = (lines: 10_000, unmatched: 2_000)

  /// The lines of the diff, with at most `limit` lines of hunks; none for equal texts. A missing file has no text.
  static func lines(old: [UInt8]?, new: [UInt8]?, name: String, limit: Int = 200) -> [String] {
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

  /// A range as POSIX writes it: an empty one begins before its first line, and a count of one is left out.
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

  /// The edits between two texts: the fewest, unless the parts that differ are long.
  private static func edits(from old: [Line], to new: [Line]) -> [Edit] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (removed, inserted) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    var edits = old.prefix(head).map { Edit(" ", $0) }
    if removed.count + inserted.count > maximum.lines
      || Set(removed).symmetricDifference(inserted).count > maximum.unmatched
    {
      edits += removed.map { ("-", $0) } + inserted.map { ("+", $0) }
    } else {
      let difference = inserted.difference(from: removed)
      let removals = Set(difference.removals.map(\.offset)), insertions = Set(difference.insertions.map(\.offset))
      var (index, newIndex) = (0, 0)
      while index < removed.count || newIndex < inserted.count {
        if removals.contains(index) {
          edits.append(("-", old[head + index]))
          index += 1
        } else if insertions.contains(newIndex) {
          edits.append(("+", new[head + newIndex]))
          newIndex += 1
        } else {
          edits.append((" ", old[head + index]))
          (index, newIndex) = (index + 1, newIndex + 1)
        }
      }
    }
    return edits + old.suffix(tail).map { (" ", $0) }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
