/// The difference between two texts as `diff -u` prints it, for `--check`.
struct UnifiedDiff {
  /// A line with its line feed, so that a missing last one is a difference; compared as bytes.
  private typealias Line = ArraySlice<UInt8>

  private enum Edit {
    case keep(Line), remove(Line), insert(Line)

    var isChange: Bool { if case .keep = self { false } else { true } }
  }

  /// Lines of context around a change.
  static let context = 3
  /// Limits above which all lines between the first and last difference are replaced, because memory grows with the square
  /// of the number of edits: these lines, and those of them that occur in one text alone.
  static let maximum = (lines: 10_000, unmatched: 2_000)

  /// The lines of the diff; none for equal texts. A missing file has no text.
  ///
  /// - Parameter limit: the maximum number of lines of hunks; a note counts the others.
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
    while let first = edits[done...].firstIndex(where: \.isChange) {
      let start = max(done, first - context)
      advance(&position, over: edits[done..<start])
      var end = first + 1
      while let next = edits[end...].firstIndex(where: \.isChange), next - end <= 2 * context { end = next + 1 }
      end = min(end + context, edits.count)
      lines += hunk(edits[start..<end], at: position)
      advance(&position, over: edits[start..<end])
      done = end
    }
    return lines
  }

  private static func advance(_ position: inout (old: Int, new: Int), over edits: ArraySlice<Edit>) {
    for edit in edits {
      switch edit {
      case .keep: position = (position.old + 1, position.new + 1)
      case .remove: position.old += 1
      case .insert: position.new += 1
      }
    }
  }

  private static func hunk(_ edits: ArraySlice<Edit>, at position: (old: Int, new: Int)) -> [String] {
    var end = position
    advance(&end, over: edits)
    let old = range(position.old, count: end.old - position.old)
    let new = range(position.new, count: end.new - position.new)
    return ["@@ -\(old) +\(new) @@"]
      + edits.flatMap { edit in
        switch edit {
        case .keep(let line): marked(" ", line)
        case .remove(let line): marked("-", line)
        case .insert(let line): marked("+", line)
        }
      }
  }

  /// A range as POSIX writes it: an empty one begins before its first line, and a count of one is left out.
  private static func range(_ start: Int, count: Int) -> String {
    switch count {
    case 0: "\(start - 1),0"
    case 1: "\(start)"
    default: "\(start),\(count)"
    }
  }

  private static func marked(_ mark: String, _ line: Line) -> [String] {
    let isEnded = line.last == UInt8(ascii: "\n")
    let text = mark + String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self)
    return isEnded ? [text] : [text, "\\ No newline at end of file"]
  }
}

extension UnifiedDiff {
  /// The edits between two texts: the fewest, unless the parts that differ are long.
  private static func edits(from old: [Line], to new: [Line]) -> [Edit] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (removed, inserted) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    var edits = old.prefix(head).map { Edit.keep($0) }
    if removed.count + inserted.count > maximum.lines
      || Set(removed).symmetricDifference(inserted).count > maximum.unmatched
    {
      edits += removed.map { .remove($0) } + inserted.map { .insert($0) }
    } else {
      let difference = inserted.difference(from: removed)
      let removals = Set(difference.removals.map(\.offset)), insertions = Set(difference.insertions.map(\.offset))
      var (index, newIndex) = (0, 0)
      while index < removed.count || newIndex < inserted.count {
        if removals.contains(index) {
          edits.append(.remove(old[head + index]))
          index += 1
        } else if insertions.contains(newIndex) {
          edits.append(.insert(new[head + newIndex]))
          newIndex += 1
        } else {
          edits.append(.keep(old[head + index]))
          (index, newIndex) = (index + 1, newIndex + 1)
        }
      }
    }
    return edits + old.suffix(tail).map { .keep($0) }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
