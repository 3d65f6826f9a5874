import SchemaDemands
import SchemaRuntime

/// All texts that match some patterns and do not match others, as a graph: its states are what the patterns' automata
/// are in together.
struct PatternWalk: Sendable {
  /// Scalars that no pattern tells apart.
  private struct Letter: Sendable {
    /// Some of them, those of everyday texts first.
    var scalars: [Unicode.Scalar]
    /// How everyday: 0 for letters and digits, 1 for other printable ASCII, 2 for the rest.
    var rank: Int
  }

  private static let maximumStates = 2_500
  /// States times lengths that are looked at.
  private static let maximumTable = 1_500_000

  private var letters: [Letter] = []
  /// `targets[state * letters.count + letter]`; -1 leads nowhere.
  private var targets: [Int32] = []
  private var accepting: [Bool] = []
  /// Whether the graph shows all texts, so that a length that has none in it has none.
  private(set) var isComplete = true

  init(required: [PatternGraph], forbidden: [PatternGraph]) {
    let graphs = required + forbidden
    let classes = addLetters(of: graphs)
    var numbers: [[Int32]: Int32] = [:]
    var states: [[Int32]] = []
    func isDead(_ state: [Int32]) -> Bool {
      for (place, graph) in graphs.enumerated() {
        if place < required.count ? graph.isDead(state[place]) : graph.isMatched(state[place]) { return true }
      }
      return false
    }
    func number(_ state: [Int32]) -> Int32 {
      if let known = numbers[state] { return known }
      if isDead(state) { return -1 }
      guard states.count < Self.maximumStates else {
        isComplete = false
        return -1
      }
      numbers[state] = Int32(states.count)
      states.append(state)
      accepting.append(
        graphs.enumerated().allSatisfy { $1.accepts(state[$0]) == ($0 < required.count) })
      return Int32(states.count - 1)
    }
    _ = number(graphs.map(\.start))
    var place = 0
    while place < states.count {
      for letter in letters.indices {
        var next = states[place]
        for (graph, automaton) in graphs.enumerated() {
          next[graph] = automaton.next(next[graph], classes[letter][graph])
        }
        targets.append(number(next))
      }
      place += 1
    }
  }

  private var stateCount: Int { accepting.count }

  // MARK: - Letters

  private static let everyday: [Unicode.Scalar] =
    (0x61...0x7a).compactMap(Unicode.Scalar.init) + (0x30...0x39).compactMap(Unicode.Scalar.init)
    + (0x41...0x5a).compactMap(Unicode.Scalar.init)
  private static let printable: [Unicode.Scalar] = (0x20...0x7e).compactMap(Unicode.Scalar.init)
  private static let others: [Unicode.Scalar] = [
    "\u{e9}", "\u{fc}", "\u{f1}", "\u{3b1}", "\u{436}", "\u{4e2d}", "\u{65e5}", "\u{1f600}",
  ]

  /// Finds the letters.
  /// - Returns: for each, its class in each graph.
  private mutating func addLetters(of graphs: [PatternGraph]) -> [[Int]] {
    var numbers: [[Int]: Int] = [:]
    var classes: [[Int]] = []
    func add(_ scalar: Unicode.Scalar) {
      let key = graphs.map { $0.scalarClass(of: scalar.value) }
      if let known = numbers[key] {
        if letters[known].scalars.count < 96 { letters[known].scalars.append(scalar) }
        return
      }
      let rank = !scalar.isASCII || scalar.value < 0x20 || scalar.value == 0x7f ? 2 : scalar.isWordCharacter ? 0 : 1
      numbers[key] = letters.count
      letters.append(Letter(scalars: [scalar], rank: rank))
      classes.append(key)
    }
    for scalar in Self.everyday { add(scalar) }
    for scalar in Self.printable where !scalar.isWordCharacter { add(scalar) }
    for scalar in Self.others { add(scalar) }
    var boundaries: Set<UInt32> = [0x80]
    for graph in graphs { boundaries.formUnion(graph.boundaries) }
    for boundary in boundaries.sorted() {
      // A run that begins among the surrogates, which no text holds, goes on behind them.
      if let scalar = Unicode.Scalar(0xd800...0xdfff ~= boundary ? 0xe000 : boundary) { add(scalar) }
    }
    return classes
  }
}

extension Unicode.Scalar {
  fileprivate var isWordCharacter: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}

// MARK: - Texts

extension PatternWalk {
  /// From which states how many steps lead to a text.
  struct Reach: Sendable {
    fileprivate let table: [Bool]
    fileprivate let stateCount: Int
    /// The lengths within the limits that texts have, ascending.
    let lengths: [Int]
    /// Whether there are none at all where ``lengths`` is empty.
    let isComplete: Bool
  }

  /// The lengths of texts from `min` to `max` scalars; beyond the shortest ones only up to `preferred`.
  func reach(min: Int, max: Int, preferred: Int) -> Reach {
    guard stateCount > 0, min <= max else {
      return Reach(table: [], stateCount: stateCount, lengths: [], isComplete: isComplete)
    }
    // Where texts of some length are, one is less than a round through all states longer than the least.
    let (enough, isTooLarge) = min.addingReportingOverflow(stateCount)
    let room = Self.maximumTable / stateCount
    let wanted = Swift.min(max, isTooLarge ? max : Swift.max(enough, preferred))
    let limit = Swift.min(wanted, room)
    guard limit >= min else { return Reach(table: [], stateCount: stateCount, lengths: [], isComplete: false) }
    var table = accepting
    table.reserveCapacity(stateCount * (limit + 1))
    var lengths: [Int] = min == 0 && accepting[0] ? [0] : []
    var length = 1
    while length <= limit {
      let row = table.count - stateCount
      // By pointers: this is all the time that long texts take.
      let leads = table.withUnsafeBufferPointer { table in
        targets.withUnsafeBufferPointer { targets in
          (0..<stateCount).map { state in
            var place = state &* letters.count
            let end = place &+ letters.count
            while place < end {
              if targets[place] >= 0, table[row &+ Int(targets[place])] { return true }
              place &+= 1
            }
            return false
          }
        }
      }
      table += leads
      if length >= min, table[table.count - stateCount] { lengths.append(length) }
      if length >= preferred, !lengths.isEmpty { break }
      length += 1
    }
    return Reach(table: table, stateCount: stateCount, lengths: lengths, isComplete: isComplete && limit == wanted)
  }

  /// A text of one of the lengths of `reach`.
  func text(length: Int, _ reach: Reach, isWide: Bool = false, _ random: inout SampleRandom) -> String {
    var text = String.UnicodeScalarView()
    var state = 0
    for left in stride(from: length - 1, through: 0, by: -1) {
      var found: [Int] = []
      for letter in letters.indices {
        let target = Int(targets[state * letters.count + letter])
        if target >= 0, reach.table[left * stateCount + target] { found.append(letter) }
      }
      guard let letter = choose(found, isWide, &random) else { break }
      text.append(scalar(of: letter, isWide, &random))
      state = Int(targets[state * letters.count + letter])
    }
    return String(text)
  }

  /// Mostly the most everyday letter.
  private func choose(_ found: [Int], _ isWide: Bool, _ random: inout SampleRandom) -> Int? {
    if isWide { return found.max { width(of: $0) < width(of: $1) } }
    let best = found.map { letters[$0].rank }.min() ?? 0
    let everyday =
      random.isOne(7, of: 8)
      ? found.filter { letters[$0].rank == best }
      : found.filter {
        letters[$0].rank < 2 || best == 2
      }
    return random.element(of: everyday.isEmpty ? found : everyday)
  }

  private func width(of letter: Int) -> Int { letters[letter].scalars.map { UTF8.width($0) }.max() ?? 0 }

  private func scalar(of letter: Int, _ isWide: Bool, _ random: inout SampleRandom) -> Unicode.Scalar {
    let scalars = letters[letter].scalars
    if isWide { return scalars.max { UTF8.width($0) < UTF8.width($1) } ?? " " }
    let everyday = scalars.filter { $0.isASCII && $0.isWordCharacter }
    let ascii = everyday.isEmpty ? scalars.filter { $0.isASCII && $0.value >= 0x20 } : everyday
    return random.element(of: ascii.isEmpty ? scalars : ascii) ?? " "
  }
}
