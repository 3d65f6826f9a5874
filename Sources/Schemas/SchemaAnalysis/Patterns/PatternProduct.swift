/// The texts that match some patterns and do not match others, as a graph. Its states combine the states of the
/// patterns' automata, its letters are classes of scalars that no pattern distinguishes.
///
/// It is explored breadth-first, as needed. An incomplete graph only contains some of the texts: if it contains none,
/// check ``isComplete``.
package struct PatternProduct: Sendable {
  /// Scalars that no pattern distinguishes, all of the same width in UTF-8.
  struct Letter: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    /// Some of the scalars, common ones first.
    var scalars: [Unicode.Scalar]
    /// How common they are: 0 for letters and digits, 1 for other printable ASCII, 2 for the rest.
    var rank: Int
    var width: Int
    /// The letter's class in each graph.
    var classes: [Int]
  }

  private let required: [PatternGraph]
  private let forbidden: [PatternGraph]
  private let maximumStates: Int
  private(set) var letters: [Letter] = []
  private var numbers: [[Int32]: Int32] = [:]
  private var states: [[Int32]] = []
  /// `targets[state * letters.count + letter]` for explored states; -1 means no transition.
  private(set) var targets: [Int32] = []
  private(set) var accepting: [Bool] = []
  private var acceptingCount = 0
  private var exploredCount = 0
  private var isCut = false

  package init(required: [PatternGraph], forbidden: [PatternGraph], maximumStates: Int) {
    self.required = required
    self.forbidden = forbidden
    self.maximumStates = maximumStates
    addLetters(of: required + forbidden)
    _ = number((required + forbidden).map(\.start))
  }

  /// Whether the graph contains all texts.
  package var isComplete: Bool { !isCut && exploredCount == states.count }

  var stateCount: Int { accepting.count }

  /// Explores until `wanted` accepting states, or all states, are known.
  package mutating func explore(untilAccepting wanted: Int = .max) {
    let graphs = required + forbidden
    let classes = letters.map(\.classes)
    while exploredCount < states.count, acceptingCount < wanted {
      let state = states[exploredCount]
      for letter in letters.indices {
        var next = state
        for index in graphs.indices { next[index] = graphs[index].next(next[index], classes[letter][index]) }
        targets.append(number(next))
      }
      exploredCount += 1
    }
  }

  private mutating func number(_ state: [Int32]) -> Int32 {
    if let known = numbers[state] { return known }
    let ofForbidden = state[required.count...]
    if zip(required, state).contains(where: { $0.isDead($1) }) { return -1 }
    if zip(forbidden, ofForbidden).contains(where: { $0.isMatched($1) }) { return -1 }
    guard states.count < maximumStates else {
      isCut = true
      return -1
    }
    numbers[state] = Int32(states.count)
    states.append(state)
    let accepts =
      zip(required, state).allSatisfy { $0.accepts($1) } && !zip(forbidden, ofForbidden).contains { $0.accepts($1) }
    accepting.append(accepts)
    acceptingCount += accepts ? 1 : 0
    return Int32(states.count - 1)
  }

  /// The transitions of a state; none if it is not explored.
  func steps(from state: Int) -> [(letter: Int, target: Int)] {
    guard (state + 1) * letters.count <= targets.count else { return [] }
    return letters.indices.compactMap { letter in
      let target = Int(targets[state * letters.count + letter])
      return target < 0 ? nil : (letter, target)
    }
  }
}

// MARK: - Letters

extension PatternProduct {
  private static let everyday: [Unicode.Scalar] = [0x61...0x7a, 0x30...0x39, 0x41...0x5a].flatMap { range in
    range.compactMap { Unicode.Scalar(UInt8($0)) }
  }
  private static let others: [Unicode.Scalar] = [
    "\u{e9}", "\u{fc}", "\u{f1}", "\u{3b1}", "\u{436}", "\u{4e2d}", "\u{65e5}", "\u{1f600}",
  ]

  private mutating func addLetters(of graphs: [PatternGraph]) {
    var numbers: [[Int]: Int] = [:]
    func number(_ scalar: Unicode.Scalar) -> Int {
      let classes = graphs.map { $0.scalarClass(of: scalar.value) }
      let width = UTF8.width(scalar)
      if let known = numbers[classes + [width]] { return known }
      let rank = !(0x20...0x7e ~= scalar.value) ? 2 : scalar.isWordCharacter ? 0 : 1
      numbers[classes + [width]] = letters.count
      letters.append(Letter(scalars: [], rank: rank, width: width, classes: classes))
      return letters.count - 1
    }
    func add(_ scalar: Unicode.Scalar) {
      let letter = number(scalar)
      if letters[letter].scalars.count < 96 { letters[letter].scalars.append(scalar) }
    }
    for scalar in Self.everyday { add(scalar) }
    for value in UInt8(0x20)...0x7e where !Unicode.Scalar(value).isWordCharacter { add(Unicode.Scalar(value)) }
    for scalar in Self.others { add(scalar) }
    // Where the width in UTF-8 changes, and around the surrogates, which texts cannot contain.
    var boundaries: Set<UInt32> = [0, 0x80, 0x800, 0xd800, 0xe000, 0x1_0000]
    for graph in graphs { boundaries.formUnion(graph.boundaries) }
    let starts = boundaries.sorted()
    for (index, start) in starts.enumerated() {
      guard let scalar = Unicode.Scalar(start) else { continue }
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : 0x10_ffff
      letters[number(scalar)].ranges.append(start...end)
      if start > 0x7f, !Self.others.contains(scalar) { add(scalar) }
    }
    for letter in letters.indices where letters[letter].scalars.isEmpty {
      letters[letter].scalars = letters[letter].ranges.prefix(96).compactMap { Unicode.Scalar($0.lowerBound) }
    }
  }
}

extension Unicode.Scalar {
  var isWordCharacter: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}
