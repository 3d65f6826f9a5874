import SchemaRuntime

/// Writes texts by following a pattern, part by part: likely matches, for patterns that no automaton supports.
///
/// Back-references repeat the contents of their groups; look-around is ignored. Match the text against the pattern
/// before use.
package struct PatternDraft: Sendable {
  fileprivate let parsed: ParsedPattern
  /// For each node, the index of its first operand's first node.
  fileprivate let starts: [Int]
  /// The common members of each set.
  fileprivate let everyday: [[UInt32]]

  /// - Returns: nil if the text is not a pattern.
  package init?(_ source: String) {
    guard let parsed = try? PatternParser.parse(source, maximumDepth: PatternOptions().maximumDepth),
      !parsed.nodes.isEmpty
    else { return nil }
    self.parsed = parsed
    starts = parsed.operandStarts
    let wanted = [ScalarSet.wordCharacters, ScalarSet([ScalarRange(0x20, 0x7e)])].map { set in
      set.ranges.flatMap { $0.lowerBound...$0.upperBound }
    }
    everyday = parsed.sets.map { set in
      wanted.lazy.map { $0.filter { set.contains($0) } }.first { !$0.isEmpty } ?? []
    }
  }

  /// - Parameters:
  ///   - longest: the length up to which unlimited counts continue.
  ///   - limit: the maximum length.
  ///   - draw: returns a number from 0 up to but not including its argument.
  /// - Returns: nil if the pattern requires more than is reasonable to write.
  package func text(longest: Int, limit: Int, draw: (Int) -> Int) -> String? {
    withoutActuallyEscaping(draw) { draw in
      var writing = Writing(draft: self, longest: longest, limit: limit, draw: draw)
      guard writing.write(parsed.nodes.count - 1) else { return nil }
      return String(String.UnicodeScalarView(writing.text.compactMap { Unicode.Scalar($0) }))
    }
  }
}

/// One text being written.
private struct Writing {
  let draft: PatternDraft
  let longest: Int
  let limit: Int
  let draw: (Int) -> Int
  var text: [UInt32] = []
  private var groups: [Int: [UInt32]] = [:]
  /// The number of nodes that may still be written; nested counts multiply.
  private var nodesLeft = 50_000

  init(draft: PatternDraft, longest: Int, limit: Int, draw: @escaping (Int) -> Int) {
    self.draft = draft
    self.longest = longest
    self.limit = limit
    self.draw = draw
  }

  /// Writes a node. Returns false if it is too large. The parser limits the nesting of groups.
  mutating func write(_ index: Int) -> Bool {
    nodesLeft -= 1
    guard nodesLeft > 0, text.count <= limit else { return false }
    switch draft.parsed.nodes[index] {
    case .empty, .assertion, .look: return true
    case .set(let set, _): return write(set: set)
    case .backReference(let group, _):
      text += groups[group] ?? []
      return text.count <= limit
    case .sequence: return draft.parsed.operands(of: index, draft.starts).allSatisfy { write($0) }
    case .alternation:
      let branches = draft.parsed.operands(of: index, draft.starts)
      return branches.isEmpty || write(branches[draw(branches.count)])
    case .repetition(let count):
      var turns = count.minimum
      if text.count < longest { turns += draw(Swift.min(count.maximum - count.minimum, longest - text.count, 6) + 1) }
      for _ in 0..<turns { guard write(index - 1) else { return false } }
      return true
    case .capture(let group, _):
      let start = text.count
      guard write(index - 1) else { return false }
      groups[group] = Array(text[start...])
      return true
    }
  }

  private mutating func write(set number: Int) -> Bool {
    let everyday = draft.everyday[number]
    if !everyday.isEmpty {
      text.append(everyday[draw(everyday.count)])
      return true
    }
    let ranges = draft.parsed.sets[number].ranges
    guard !ranges.isEmpty else { return false }
    let range = ranges[draw(ranges.count)]
    text.append(range.lowerBound + UInt32(draw(range.count)))
    return true
  }
}
