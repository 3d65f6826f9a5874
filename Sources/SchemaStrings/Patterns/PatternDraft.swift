import SchemaRuntime

/// Writes texts after a pattern, part by part: likely matches, for patterns that no automaton shows.
///
/// Back-references repeat what their groups hold; look-around is ignored. Match the text against the pattern before use.
package struct PatternDraft: Sendable {
  fileprivate let parsed: ParsedPattern
  /// For each node, where its operands begin.
  fileprivate let starts: [Int]
  /// The everyday members of each set.
  fileprivate let everyday: [[UInt32]]

  /// - Returns: nil for a text that is no pattern.
  package init?(_ source: String) {
    guard let parsed = try? PatternParser.parse(source, maximumDepth: PatternOptions().maximumDepth),
      !parsed.nodes.isEmpty
    else { return nil }
    self.parsed = parsed
    starts = parsed.operandStarts
    let wanted = [ScalarSet.wordCharacters, ScalarSet([0x20...0x7e])].map { $0.ranges.flatMap { $0 } }
    everyday = parsed.sets.map { set in
      wanted.lazy.map { $0.filter { set.contains($0) } }.first { !$0.isEmpty } ?? []
    }
  }

  /// - Parameters:
  ///   - longest: the characters up to which counts without an end go on.
  ///   - limit: the characters beyond which there is no text.
  ///   - draw: a number from 0 up to, and without, its argument.
  /// - Returns: nil where the pattern asks for more than is reasonable to write.
  package func text(longest: Int, limit: Int, draw: (Int) -> Int) -> String? {
    withoutActuallyEscaping(draw) { draw in
      var writing = Writing(draft: self, longest: longest, limit: limit, draw: draw)
      guard writing.write(parsed.nodes.count - 1) else { return nil }
      return String(String.UnicodeScalarView(writing.text.compactMap { Unicode.Scalar($0) }))
    }
  }
}

/// One text after a draft.
private struct Writing {
  let draft: PatternDraft
  let longest: Int
  let limit: Int
  let draw: (Int) -> Int
  var text: [UInt32] = []
  private var groups: [Int: [UInt32]] = [:]
  /// Nodes that may still be written out; counts within counts multiply.
  private var nodesLeft = 50_000

  init(draft: PatternDraft, longest: Int, limit: Int, draw: @escaping (Int) -> Int) {
    self.draft = draft
    self.longest = longest
    self.limit = limit
    self.draw = draw
  }

  /// Writes a node; false when there is too much of it. Groups nest no deeper than the parser lets them.
  mutating func write(_ place: Int) -> Bool {
    nodesLeft -= 1
    guard nodesLeft > 0, text.count <= limit else { return false }
    switch draft.parsed.nodes[place] {
    case .empty, .assertion, .look: return true
    case .set(let set, _): return write(set: set)
    case .backReference(let group, _):
      text += groups[group] ?? []
      return text.count <= limit
    case .sequence: return draft.parsed.operands(of: place, draft.starts).allSatisfy { write($0) }
    case .alternation:
      let branches = draft.parsed.operands(of: place, draft.starts)
      return branches.isEmpty || write(branches[draw(branches.count)])
    case .repetition(let count):
      var turns = count.minimum
      if text.count < longest { turns += draw(Swift.min(count.maximum - count.minimum, longest - text.count, 6) + 1) }
      for _ in 0..<turns { guard write(place - 1) else { return false } }
      return true
    case .capture(let group, _):
      let start = text.count
      guard write(place - 1) else { return false }
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
    text.append(range.lowerBound + UInt32(draw(Int(range.upperBound - range.lowerBound) + 1)))
    return true
  }
}
