/// Writes texts after a pattern, part by part: likely matches, for patterns that no automaton shows.
///
/// Back-references repeat what their groups hold; look-around is passed over. Whoever asks lets the pattern judge.
package struct PatternDraft {
  private let parsed: ParsedPattern
  /// For each node, where its operands begin.
  private let starts: [Int]
  private let draw: (Int) -> Int
  private let longest: Int
  private let limit: Int
  /// The everyday members of sets, once they are known.
  private var everyday: [Int: [UInt32]] = [:]
  private var text: [UInt32] = []
  private var groups: [Int: [UInt32]] = [:]
  /// Nodes that may still be written out; counts within counts multiply.
  private var nodesLeft = 50_000

  /// - Parameters:
  ///   - longest: the characters up to which counts without an end go on.
  ///   - limit: the characters beyond which there is no text.
  ///   - draw: a number from 0 up to, and without, its argument.
  /// - Returns: nil where the pattern asks for more than is reasonable to write.
  package static func text(of source: String, longest: Int, limit: Int, draw: (Int) -> Int) -> String? {
    guard let parsed = try? PatternParser.parse(source, maximumDepth: PatternOptions().maximumDepth),
      !parsed.nodes.isEmpty
    else { return nil }
    return withoutActuallyEscaping(draw) { draw in
      var draft = PatternDraft(parsed: parsed, longest: longest, limit: limit, draw: draw)
      guard draft.write(parsed.nodes.count - 1) else { return nil }
      return String(String.UnicodeScalarView(draft.text.compactMap { Unicode.Scalar($0) }))
    }
  }

  private init(parsed: ParsedPattern, longest: Int, limit: Int, draw: @escaping (Int) -> Int) {
    self.limit = limit
    self.parsed = parsed
    self.longest = longest
    self.draw = draw
    starts = PatternNode.operandStarts(in: parsed.nodes)
  }

  /// Writes a node; false when there is too much of it. Groups nest no deeper than the parser lets them.
  private mutating func write(_ place: Int) -> Bool {
    nodesLeft -= 1
    guard nodesLeft > 0, text.count <= limit else { return false }
    switch parsed.nodes[place] {
    case .empty, .assertion, .look: return true
    case .set(let set, _): return write(set: set)
    case .backReference(let group, _):
      text += groups[group] ?? []
      return text.count <= limit
    case .sequence(let count, _): return operands(of: place, count).allSatisfy { write($0) }
    case .alternation(let count):
      let branches = operands(of: place, count)
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

  private func operands(of place: Int, _ count: Int) -> [Int] {
    var places: [Int] = []
    var end = place - 1
    while end >= 0, places.count < count {
      places.append(end)
      end = starts[end] - 1
    }
    return places.reversed()
  }

  private mutating func write(set number: Int) -> Bool {
    let set = parsed.sets[number]
    if everyday[number] == nil {
      let wanted = [ScalarSet.wordCharacters, ScalarSet([0x20...0x7e])].lazy
      everyday[number] = wanted.map { $0.ranges.flatMap { $0 }.filter { set.contains($0) } }.first { !$0.isEmpty } ?? []
    }
    if let found = everyday[number], !found.isEmpty {
      text.append(found[draw(found.count)])
      return true
    }
    guard !set.ranges.isEmpty else { return false }
    let range = set.ranges[draw(set.ranges.count)]
    text.append(range.lowerBound + UInt32(draw(Int(range.upperBound - range.lowerBound) + 1)))
    return true
  }
}

extension PatternNode {
  /// How many operands stand before the node.
  var operandCount: Int {
    switch self {
    case .empty, .set, .assertion, .backReference: 0
    case .sequence(let count, _), .alternation(let count): count
    case .repetition, .capture, .look: 1
    }
  }

  /// For each node, where its operands begin.
  static func operandStarts(in nodes: [PatternNode]) -> [Int] {
    var open: [Int] = []
    return nodes.enumerated().map { place, node in
      let count = Swift.min(node.operandCount, open.count)
      let start = count == 0 ? place : open[open.count - count]
      open.removeLast(count)
      open.append(start)
      return start
    }
  }
}
