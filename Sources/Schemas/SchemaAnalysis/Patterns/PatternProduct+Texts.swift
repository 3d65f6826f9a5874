package import SchemaRuntime

extension PatternProduct {
  /// The unit of a text's length.
  package enum Measure: Hashable, Sendable {
    case scalars, bytes
  }

  /// The states from which steps of given cost lead to the end of a text.
  package struct Reach: Sendable {
    fileprivate let table: [Bool]
    fileprivate let measure: Measure
    /// The lengths of texts within the range, ascending.
    package let lengths: [Int]
    /// Whether an empty ``lengths`` means that there are no texts.
    package let isComplete: Bool
    /// Whether ``lengths`` are all lengths in the range.
    package let isExhaustive: Bool
  }

  /// The maximum length of a text.
  private static let maximumLength = 5_000
  /// The maximum number of states times lengths.
  private static let maximumTable = 1_500_000

  private func costs(_ measure: Measure) -> [Int] { letters.map { measure == .bytes ? $0.width : 1 } }

  /// The lengths of texts within a range; beyond the shortest ones only up to `preferred`.
  ///
  /// - Parameter goesOn: whether to search long enough to detect that lengths are unlimited.
  package func reach(
    _ range: ClosedRange<Int>, _ measure: Measure = .scalars, preferred: Int, goesOn: Bool = false
  ) -> Reach {
    let costs = costs(measure)
    let highestCost = costs.max() ?? 1
    // If any text has at least the minimum length, one is less than a round through all states longer.
    let (enough, isTooLarge) = range.lowerBound.addingReportingOverflow((stateCount + 1) * highestCost)
    let wanted = min(range.upperBound, isTooLarge ? range.upperBound : max(enough, preferred))
    let limit = min(wanted, Self.maximumTable / max(stateCount, 1))
    guard stateCount > 0, limit >= range.lowerBound else {
      return Reach(
        table: [], measure: measure, lengths: [], isComplete: isComplete && stateCount == 0, isExhaustive: false)
    }
    var table = accepting
    var lengths: [Int] = range.lowerBound == 0 && accepting[0] ? [0] : []
    var length = 0
    // If no state leads to an end by the costs of one letter, none does by more.
    var barrenCount = 0
    while length < limit, barrenCount < highestCost, goesOn || length < preferred || lengths.isEmpty {
      length += 1
      let row = row(length, table, costs)
      barrenCount = row.contains(true) ? 0 : barrenCount + 1
      table += row
      if length >= range.lowerBound, row[0] { lengths.append(length) }
    }
    let isExhaustive = barrenCount >= highestCost || length == range.upperBound
    return Reach(
      table: table, measure: measure, lengths: lengths,
      isComplete: isComplete && (isExhaustive || length >= enough && !isTooLarge),
      isExhaustive: isComplete && isExhaustive)
  }

  private func row(_ length: Int, _ table: [Bool], _ costs: [Int]) -> [Bool] {
    let letterCount = letters.count
    // With pointers, because long texts spend all their time here.
    return table.withUnsafeBufferPointer { table in
      targets.withUnsafeBufferPointer { targets in
        costs.withUnsafeBufferPointer { costs in
          (0..<stateCount).map { state in
            let start = state &* letterCount
            guard start < targets.count else { return false }
            for letter in 0..<letterCount {
              let target = Int(targets[start &+ letter])
              if target >= 0, costs[letter] <= length, table[(length &- costs[letter]) &* stateCount &+ target] {
                return true
              }
            }
            return false
          }
        }
      }
    }
  }

  private func leads(_ left: Int, _ state: Int, _ reach: Reach) -> Bool {
    left >= 0 && reach.table[left * stateCount + state]
  }

  // MARK: - Some text

  /// Writes a text with one of the lengths of `reach`.
  ///
  /// - Parameter draw: returns a number from 0 up to but not including its argument.
  package func text(length: Int, _ reach: Reach, isWide: Bool = false, draw: (Int) -> Int) -> String {
    let costs = costs(reach.measure)
    var text = String.UnicodeScalarView()
    var state = 0
    var left = length
    while left > 0 {
      let found = steps(from: state).filter { leads(left - costs[$0.letter], $0.target, reach) }
      guard let step = choose(found, isWide, draw) else { break }
      text.append(scalar(of: letters[step.letter], isWide, draw))
      state = step.target
      left -= costs[step.letter]
    }
    return String(text)
  }

  /// Usually chooses the most common letter.
  private func choose(
    _ found: [(letter: Int, target: Int)], _ isWide: Bool, _ draw: (Int) -> Int
  ) -> (letter: Int, target: Int)? {
    guard !found.isEmpty else { return nil }
    if isWide { return found.max { letters[$0.letter].width < letters[$1.letter].width } }
    let best = found.map { letters[$0.letter].rank }.min() ?? 0
    let highestRank = draw(8) < 7 || best == 2 ? best : 1
    let everyday = found.filter { letters[$0.letter].rank <= highestRank }
    return everyday[draw(everyday.count)]
  }

  private func scalar(of letter: Letter, _ isWide: Bool, _ draw: (Int) -> Int) -> Unicode.Scalar {
    let words = letter.scalars.filter(\.isWordCharacter)
    let ascii = words.isEmpty ? letter.scalars.filter { $0.isASCII && $0.value >= 0x20 } : words
    let scalars = isWide ? letter.scalars.suffix(1) : ascii.isEmpty ? letter.scalars[...] : ascii[...]
    return scalars.isEmpty ? " " : scalars[scalars.startIndex + draw(scalars.count)]
  }

  // MARK: - All texts

  /// Calls `visit` with texts with the lengths of `reach`, the shortest first and each once, until it returns false.
  ///
  /// - Parameter breadth: how many scalars of each letter to write.
  /// - Returns: whether all texts have been visited.
  @discardableResult
  private func forEachText(_ reach: Reach, breadth: Int, _ visit: (String) -> Bool) -> Bool {
    let costs = costs(reach.measure)
    typealias Choice = (scalar: Unicode.Scalar, state: Int, left: Int)
    func choices(_ state: Int, _ left: Int) -> [Choice] {
      steps(from: state).reversed().flatMap { step -> [Choice] in
        let rest = left - costs[step.letter]
        guard leads(rest, step.target, reach) else { return [] }
        return letters[step.letter].scalars(atMost: breadth).reversed().map { ($0, step.target, rest) }
      }
    }
    for length in reach.lengths {
      var text: [Unicode.Scalar] = []
      var open = [(depth: 0, choice: (scalar: Unicode.Scalar(0), state: 0, left: length) as Choice)]
      while let (depth, choice) = open.popLast() {
        text.removeLast(text.count - max(0, depth - 1))
        if depth > 0 { text.append(choice.scalar) }
        if choice.left > 0 {
          open += choices(choice.state, choice.left).map { (depth + 1, $0) }
        } else if !visit(String(String.UnicodeScalarView(text))) {
          return false
        }
      }
    }
    return reach.isExhaustive
  }

  /// All texts whose number of scalars is within a range, if there are at most `count`; nil if there are more, or if
  /// the graph is incomplete.
  package mutating func language(atMost count: Int, scalars range: ClosedRange<Int> = 0...Int.max) -> [String]? {
    guard let lengths = lengths(.scalars) else { return isComplete ? [] : nil }
    let greatest = min(lengths.upperBound, range.upperBound)
    if greatest > 1_000 { return nil }
    if range.lowerBound > greatest { return [] }
    var texts: [String] = []
    let isAll = forEachText(reach(range.lowerBound...greatest, preferred: greatest), breadth: count + 1) { text in
      texts.append(text)
      return texts.count <= count
    }
    return isAll ? texts : nil
  }

  /// The minimum and maximum length of a text, `Int.max` if there is no maximum; nil if there is no text, or if the
  /// graph is incomplete.
  package mutating func lengths(_ measure: Measure) -> ClosedRange<Int>? {
    explore()
    // If more letters than there are states can lead to an end, there is a cycle.
    let shown = reach(0...Int.max, measure, preferred: 0, goesOn: true)
    guard shown.isComplete, let least = shown.lengths.first, let greatest = shown.lengths.last else { return nil }
    return least...(shown.isExhaustive ? greatest : Int.max)
  }
}

extension PatternProduct.Letter {
  /// Some of the scalars, common ones first.
  fileprivate func scalars(atMost count: Int) -> [Unicode.Scalar] {
    if count <= scalars.count { return Array(scalars.prefix(count)) }
    let known = Set(scalars)
    let others = ranges.lazy.joined().lazy.compactMap { Unicode.Scalar($0) }.filter { !known.contains($0) }
    return scalars + others.prefix(count - scalars.count)
  }
}

// MARK: - Search

extension PatternProduct {
  /// The limits of the length of a text.
  package struct Limits: Hashable, Sendable {
    package var scalars = 0...Int.max
    package var bytes = 0...Int.max

    package init() {}
  }

  package enum Answer: Hashable, Sendable {
    /// There is no such text.
    case none
    case some([String])
    /// The graph or the lengths are incomplete.
    case undecided
  }

  /// Searches for a few texts within limits that are not in `excluded`.
  package mutating func find(_ limits: Limits, excluding excluded: Set<ExactName> = []) -> Answer {
    let count = 3
    var answer = Answer.undecided
    // The first texts are usually near the start.
    for wanted in [count, .max] where !isComplete || wanted == count {
      explore(untilAccepting: wanted)
      answer = find(limits, excluding: excluded, count)
      if answer != .undecided { return answer }
    }
    return answer
  }

  private func find(_ limits: Limits, excluding excluded: Set<ExactName>, _ count: Int) -> Answer {
    let all = 0...Int.max
    for (range, measure) in [(limits.scalars, Measure.scalars), (limits.bytes, .bytes)] {
      // Without limits, one measure is enough.
      if range == all, measure == .bytes || limits.bytes != all { continue }
      // If the shortest texts are excluded, search further.
      for goesOn in excluded.isEmpty ? [false] : [false, true] {
        let shown = reach(range, measure, preferred: range.lowerBound &+ 8, goesOn: goesOn)
        if shown.lengths.first ?? 0 > Self.maximumLength { break }
        var texts: [String] = []
        var visits = 1_000 + excluded.count
        let isAll = forEachText(shown, breadth: excluded.count + 1) { text in
          visits -= 1
          let isWithin = limits.scalars ~= text.unicodeScalars.count && limits.bytes ~= text.utf8.count
          if isWithin, !excluded.contains(ExactName(text)) { texts.append(text) }
          return texts.count < count && visits > 0
        }
        if !texts.isEmpty { return .some(texts) }
        if isAll || shown.lengths.isEmpty && shown.isComplete { return .none }
      }
    }
    return .undecided
  }
}
