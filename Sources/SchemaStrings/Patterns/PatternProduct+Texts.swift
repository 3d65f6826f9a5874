package import SchemaRuntime

extension PatternProduct {
  /// What the length of a text counts.
  package enum Measure: Hashable, Sendable {
    case scalars, bytes
  }

  /// From which states steps of which cost lead to the end of a text.
  package struct Reach: Sendable {
    fileprivate let table: [Bool]
    fileprivate let measure: Measure
    /// The lengths within the range that texts have, ascending.
    package let lengths: [Int]
    /// Whether there are none at all where ``lengths`` is empty.
    package let isComplete: Bool
    /// Whether ``lengths`` are all of the range.
    package let isExhaustive: Bool
  }

  /// Texts that are longer are not written.
  private static let maximumLength = 5_000
  /// States times lengths that are looked at.
  private static let maximumTable = 1_500_000

  private func costs(_ measure: Measure) -> [Int] { letters.map { measure == .bytes ? $0.width : 1 } }

  /// The lengths of texts within a range; beyond the shortest ones only up to `preferred`.
  ///
  /// - Parameter goesOn: looks as far as it takes to see that lengths have no end.
  package func reach(
    _ range: ClosedRange<Int>, _ measure: Measure = .scalars, preferred: Int, goesOn: Bool = false
  ) -> Reach {
    let costs = costs(measure)
    let highestCost = costs.max() ?? 1
    // Where texts of some length are, one is less than a round through all states longer than the least.
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
    // Once no state leads to an end by the costs of one letter, none does by more.
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
    // By pointers: this is all the time that long texts take.
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

  /// A text of one of the lengths of `reach`.
  ///
  /// - Parameter draw: a number from 0 up to, and without, its argument.
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

  /// Mostly the most everyday letter.
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

  /// Gives out texts of the lengths of `reach`, the shortest first and each once, until `visit` returns false.
  ///
  /// - Parameter breadth: how many scalars of each letter are written.
  /// - Returns: whether there were no more.
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

  /// All texts whose scalars are within a range in number, where there are at most so many; nil where there are more, and
  /// where the graph is cut short.
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

  /// The least and the greatest length of a text, `Int.max` where there is no greatest; nil where there is no text, and
  /// where the graph is cut short.
  package mutating func lengths(_ measure: Measure) -> ClosedRange<Int>? {
    explore()
    // Whether a state still leads to an end by more letters than there are states: then it leads to a circle.
    let shown = reach(0...Int.max, measure, preferred: 0, goesOn: true)
    guard shown.isComplete, let least = shown.lengths.first, let greatest = shown.lengths.last else { return nil }
    return least...(shown.isExhaustive ? greatest : Int.max)
  }
}

extension PatternProduct.Letter {
  /// Some of the scalars, the everyday ones first.
  fileprivate func scalars(atMost count: Int) -> [Unicode.Scalar] {
    if count <= scalars.count { return Array(scalars.prefix(count)) }
    let known = Set(scalars)
    let others = ranges.lazy.joined().lazy.compactMap { Unicode.Scalar($0) }.filter { !known.contains($0) }
    return scalars + others.prefix(count - scalars.count)
  }
}

// MARK: - A question

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
    /// The graph or the lengths are cut short.
    case undecided
  }

  /// Looks for a few texts within limits that are none of `excluded`.
  package mutating func find(_ limits: Limits, excluding excluded: Set<ExactName> = []) -> Answer {
    let count = 3
    var answer = Answer.undecided
    // The first texts are near the start more often than not.
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
      // Without limits any measure will do.
      if range == all, measure == .bytes || limits.bytes != all { continue }
      // Where the shortest are excluded, all that there are, or those that come after them.
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
