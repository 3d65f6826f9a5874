import SchemaRuntime

/// A walk over several automata at once, breadth first, for the shortest texts that all of some accept and none of
/// others does.
///
/// The automata read bytes and mean something for well-formed UTF-8 alone, which the walk keeps to (RFC 3629, section 4).
struct ProductSearch {
  let accepting: [PatternAutomaton]
  let rejecting: [PatternAutomaton]
  /// Bounds of the number of Unicode scalars.
  var minLength = 0
  var maxLength = Int.max

  init(accepting: [PatternAutomaton], rejecting: [PatternAutomaton]) {
    self.accepting = accepting
    self.rejecting = rejecting
  }

  /// States that are looked at before the search gives up, and texts that it gives.
  private static let stateLimit = 12_000
  private static let textLimit = 3

  private struct State: Hashable {
    var places: [Int32]
    /// What may follow within a scalar.
    var tail: Tail
    /// Scalars so far, up to the count from which it makes no difference.
    var count: Int
  }

  /// The bytes that must come before a scalar ends.
  private enum Tail: UInt8, Hashable {
    case none, one, two, three
    /// After E0, ED, F0 and F4 the next byte is bounded further.
    case e0, ed, f0, f4

    /// What follows after a byte; nil when the byte is not well-formed here.
    func after(_ byte: UInt8) -> Tail? {
      switch self {
      case .none:
        switch byte {
        case 0x00...0x7f: return Tail.none
        case 0xc2...0xdf: return .one
        case 0xe0: return .e0
        case 0xed: return .ed
        case 0xe1...0xef: return .two
        case 0xf0: return .f0
        case 0xf1...0xf3: return .three
        case 0xf4: return .f4
        default: return nil
        }
      case .one: return 0x80...0xbf ~= byte ? Tail.none : nil
      case .two: return 0x80...0xbf ~= byte ? .one : nil
      case .three: return 0x80...0xbf ~= byte ? .two : nil
      case .e0: return 0xa0...0xbf ~= byte ? .one : nil
      case .ed: return 0x80...0x9f ~= byte ? .one : nil
      case .f0: return 0x90...0xbf ~= byte ? .two : nil
      case .f4: return 0x80...0x8f ~= byte ? .two : nil
      }
    }
  }

  /// Bytes in the order in which texts please people.
  private static let order: [UInt8] = {
    let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    let others =
      Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + [0x2d, 0x20]
    let first = letters + others
    return first + (UInt8(0x21)...0x7e).filter { !first.contains($0) }
      + (UInt8.min...UInt8.max).filter { $0 < 0x20 || $0 > 0x7e }
  }()

  func run(excluding excluded: Set<ExactName>) -> StringSearch.Answer {
    let automata = accepting + rejecting
    let bytes = distinctBytes(automata)
    let cap = max(minLength, maxLength == .max ? 0 : maxLength + 1)
    let start = State(places: automata.map { Int32(clamping: $0.start) }, tail: .none, count: 0)
    var parents: [(state: State, parent: Int, byte: UInt8)] = [(start, -1, 0)]
    var seen: Set<State> = [start]
    var texts: [String] = []
    var hasHidden = false
    var next = 0
    while next < parents.count {
      let state = parents[next].state
      if isWanted(state) {
        let text = text(to: next, parents)
        // A state stands for many texts; which of them are excluded is not known.
        if excluded.contains(ExactName(text)) { hasHidden = true } else { texts.append(text) }
        if texts.count == Self.textLimit { return .some(texts) }
      }
      for byte in bytes {
        guard let tail = state.tail.after(byte) else { continue }
        let isNewScalar = state.tail == .none
        let count = isNewScalar ? min(state.count + 1, cap + 1) : state.count
        if count > maxLength { continue }
        let places = zip(automata, state.places).map { Int32(clamping: $0.next(Int($1), byte)) }
        if isHopeless(places) { continue }
        let following = State(places: places, tail: tail, count: cap == 0 ? 0 : min(count, cap))
        if seen.insert(following).inserted { parents.append((following, next, byte)) }
      }
      next += 1
      if parents.count > Self.stateLimit { return texts.isEmpty ? .undecided : .some(texts) }
    }
    return texts.isEmpty ? (hasHidden ? .undecided : .none) : .some(texts)
  }

  private func isWanted(_ state: State) -> Bool {
    guard state.tail == .none, state.count >= minLength else { return false }
    return accepting.indices.allSatisfy { accepting[$0].accepts(Int(state.places[$0])) }
      && rejecting.indices.allSatisfy { !rejecting[$0].accepts(Int(state.places[accepting.count + $0])) }
  }

  /// Whether no text that goes on from here can be wanted.
  private func isHopeless(_ places: [Int32]) -> Bool {
    accepting.indices.contains { Int(places[$0]) == accepting[$0].deadState }
      || rejecting.indices.contains { Int(places[accepting.count + $0]) == rejecting[$0].matchedState }
  }

  /// One byte of each group that neither an automaton nor UTF-8 tells apart.
  private func distinctBytes(_ automata: [PatternAutomaton]) -> [UInt8] {
    var seen: Set<[Int]> = []
    return Self.order.filter { byte in
      let tails = [Tail.none, .one, .e0, .ed, .f0, .f4].map { Int($0.after(byte)?.rawValue ?? 255) }
      return seen.insert(automata.map { $0.column(of: byte) } + tails).inserted
    }
  }

  private func text(to place: Int, _ parents: [(state: State, parent: Int, byte: UInt8)]) -> String {
    var bytes: [UInt8] = []
    var place = place
    while place > 0 {
      bytes.append(parents[place].byte)
      place = parents[place].parent
    }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }
}
