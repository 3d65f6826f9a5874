/// The difference between two texts as `diff -u` prints it: what `--check` shows of a stale file.
struct UnifiedDiff {
  /// A line with its line feed, so that a missing last one is a difference; compared as bytes.
  private typealias Line = ArraySlice<UInt8>

  /// One line of the way from the old text to the new one.
  private enum Edit {
    case keep(Line), remove(Line), insert(Line)

    var isChange: Bool { if case .keep = self { false } else { true } }
  }

  /// Lines of context around a change.
  static let context = 3
  /// Edits up to which the shortest way is looked for; past them the middle is replaced as a whole.
  static let maximumDistance = 1_000

  /// The lines of the diff; none for equal texts. A text that is nil is a file that is not there.
  ///
  /// - Parameter limit: lines of hunks after which a note says how many more there are.
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

// MARK: - Hunks

extension UnifiedDiff {
  /// Changes with their context; changes whose contexts touch share a hunk.
  private static func hunks(of edits: [Edit]) -> [String] {
    var lines: [String] = []
    var position = (old: 1, new: 1)
    var place = 0
    while let first = edits[place...].firstIndex(where: \.isChange) {
      let start = max(place, first - context)
      advance(&position, over: edits[place..<start])
      var end = first + 1
      while let next = edits[end...].firstIndex(where: \.isChange), next - end <= 2 * context { end = next + 1 }
      end = min(end + context, edits.count)
      lines += hunk(edits[start..<end], at: position)
      advance(&position, over: edits[start..<end])
      place = end
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

// MARK: - The shortest way

extension UnifiedDiff {
  private static func edits(from old: [Line], to new: [Line]) -> [Edit] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let rest = (old: old.dropFirst(head), new: new.dropFirst(head))
    let tail = zip(rest.old.reversed(), rest.new.reversed()).prefix { $0 == $1 }.count
    let middle = shortest(from: Array(rest.old.dropLast(tail)), to: Array(rest.new.dropLast(tail)))
    return old.prefix(head).map { .keep($0) } + middle + old.suffix(tail).map { .keep($0) }
  }

  /// The shortest way after Myers (1986): for each number of edits, how far each diagonal `old - new` gets.
  private static func shortest(from old: [Line], to new: [Line]) -> [Edit] {
    let wholesale = old.map { Edit.remove($0) } + new.map { Edit.insert($0) }
    if old.isEmpty || new.isEmpty { return wholesale }
    let offset = maximumDistance + 1
    var reach = Array(repeating: 0, count: 2 * offset + 1)
    var history: [[Int]] = []
    for distance in 0...min(maximumDistance, old.count + new.count) {
      history.append(reach)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let inserts = isInsertion(diagonal, distance, reach, offset)
        var x = inserts ? reach[offset + diagonal + 1] : reach[offset + diagonal - 1] + 1
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        reach[offset + diagonal] = x
        if x >= old.count, x - diagonal >= new.count { return way(old, new, history, offset) }
      }
    }
    return wholesale
  }

  /// Whether the best way onto a diagonal comes from above, by an insertion, and not from the left.
  private static func isInsertion(_ diagonal: Int, _ distance: Int, _ reach: [Int], _ offset: Int) -> Bool {
    diagonal == -distance || diagonal != distance && reach[offset + diagonal - 1] < reach[offset + diagonal + 1]
  }

  /// Walks the history back from the end of both texts.
  private static func way(_ old: [Line], _ new: [Line], _ history: [[Int]], _ offset: Int) -> [Edit] {
    var reversed: [Edit] = []
    var (x, y) = (old.count, new.count)
    for (distance, reach) in history.enumerated().reversed() {
      let diagonal = x - y
      let inserts = isInsertion(diagonal, distance, reach, offset)
      let from = diagonal + (inserts ? 1 : -1)
      let start = distance == 0 ? (x: 0, y: 0) : (x: reach[offset + from], y: reach[offset + from] - from)
      let corner = distance == 0 ? start : inserts ? (x: start.x, y: start.y + 1) : (x: start.x + 1, y: start.y)
      while x > corner.x, y > corner.y {
        x -= 1
        y -= 1
        reversed.append(.keep(old[x]))
      }
      if distance > 0 { reversed.append(inserts ? .insert(new[start.y]) : .remove(old[start.x])) }
      (x, y) = start
    }
    return reversed.reversed()
  }
}
