/// A pattern without look-around and back-references, as states connected by edges (Thompson's construction).
///
/// Built from ``ParsedPattern``; read by the subset construction and by ``PatternSimulation``. States consume whole
/// code points. Counts are expanded: `a{2,4}` is `a a (a (a)?)?`. With `countsSets`, a long count of one set is a
/// single state, ``State/counted(set:minimum:maximum:next:)``.
struct PatternNFA: Sendable {
  enum State: Hashable, Sendable {
    /// Consumes one code point of the set.
    case set(Int, next: Int32)
    /// Consumes `minimum` to `maximum` code points of the set; `maximum` is `Int.max` if unlimited.
    case counted(set: Int, minimum: Int, maximum: Int, next: Int32)
    case split(Int32, Int32)
    case assertion(PatternAssertion, next: Int32)
    case jump(Int32)
    case match
  }

  private(set) var states: [State] = []
  private(set) var start: Int32 = 0
  /// Whether a match can only begin at the start of the input.
  let isAnchored: Bool

  /// A part under construction: states from `low` on, entered at `start`, left by the open edge of `end`.
  private struct Fragment {
    var low: Int
    var start: Int32
    var end: Int32
  }

  /// Counts of one set shorter than this are expanded even with `countsSets`.
  private static let shortestCounted = 4

  init(_ pattern: ParsedPattern, countsSets: Bool, maximumStateCount: Int) throws(PatternError) {
    isAnchored = pattern.isAnchored
    var stack: [Fragment] = []
    var repeatedSet: Int?
    for node in pattern.nodes {
      let operandSet = repeatedSet
      repeatedSet = nil
      switch node {
      case .empty: stack.append(add(.jump(-1)))
      case .set(let set, _):
        stack.append(add(.set(set, next: -1)))
        repeatedSet = set
      case .assertion(let assertion): stack.append(add(.assertion(assertion, next: -1)))
      case .sequence(let count, _): join(&stack, count)
      case .alternation(let count): choose(&stack, count)
      case .repetition(let count):
        let body = stack.removeLast()
        if let set = operandSet, countsSets, Self.isLong(count) {
          stack.append(makeCounted(body, set, count))
        } else {
          stack.append(try makeRepetition(body, count, maximumStateCount))
        }
      case .capture: repeatedSet = operandSet
      // ``ParsedPattern/needsBacktracking`` excludes patterns with these; here they match nothing.
      case .look, .backReference: stack.append(add(.jump(-1)))
      }
      if states.count >= maximumStateCount { throw PatternError(.tooLarge(limit: maximumStateCount), at: 0) }
    }
    let whole = stack.last ?? add(.jump(-1))
    states.append(.match)
    link(whole.end, to: Int32(states.count - 1))
    start = whole.start
  }

  private static func isLong(_ count: PatternNode.Repetition) -> Bool {
    (count.maximum == .max ? count.minimum : count.maximum) >= shortestCounted
  }
}

// MARK: - Parts

extension PatternNFA {
  private mutating func add(_ state: State) -> Fragment {
    states.append(state)
    let index = Int32(states.count - 1)
    return Fragment(low: Int(index), start: index, end: index)
  }

  /// Sets the target of the open edge of `state`.
  private mutating func link(_ state: Int32, to target: Int32) {
    switch states[Int(state)] {
    case .set(let set, _): states[Int(state)] = .set(set, next: target)
    case .counted(let set, let minimum, let maximum, _):
      states[Int(state)] = .counted(set: set, minimum: minimum, maximum: maximum, next: target)
    case .assertion(let assertion, _): states[Int(state)] = .assertion(assertion, next: target)
    case .jump, .split, .match: states[Int(state)] = .jump(target)
    }
  }

  private mutating func join(_ stack: inout [Fragment], _ count: Int) {
    let parts = Array(stack.suffix(count))
    stack.removeLast(count)
    for (part, next) in zip(parts, parts.dropFirst()) { link(part.end, to: next.start) }
    if let first = parts.first, let last = parts.last {
      stack.append(Fragment(low: first.low, start: first.start, end: last.end))
    }
  }

  private mutating func choose(_ stack: inout [Fragment], _ count: Int) {
    let parts = Array(stack.suffix(count))
    stack.removeLast(count)
    guard let first = parts.first, let last = parts.last else { return }
    let exit = add(.jump(-1)).end
    var start = last.start
    for part in parts { link(part.end, to: exit) }
    for part in parts.dropLast().reversed() { start = add(.split(part.start, start)).start }
    stack.append(Fragment(low: first.low, start: start, end: exit))
  }

  /// Replaces `body`, the state of one set, with a counting state.
  private mutating func makeCounted(_ body: Fragment, _ set: Int, _ count: PatternNode.Repetition) -> Fragment {
    states[body.low] = .counted(set: set, minimum: max(1, count.minimum), maximum: count.maximum, next: -1)
    guard count.minimum == 0 else { return body }
    let exit = add(.jump(-1)).end
    link(body.end, to: exit)
    return Fragment(low: body.low, start: add(.split(body.start, exit)).start, end: exit)
  }

  private mutating func makeRepetition(
    _ body: Fragment, _ count: PatternNode.Repetition, _ maximumStateCount: Int
  ) throws(PatternError) -> Fragment {
    if count.maximum == 0 {
      states.removeLast(states.count - body.low)
      return add(.jump(-1))
    }
    let isUnbounded = count.maximum == .max
    let copyCount = isUnbounded ? max(1, count.minimum) : count.maximum
    let size = states.count - body.low
    guard copyCount <= (maximumStateCount - states.count) / size + 1 else {
      throw PatternError(.tooLarge(limit: maximumStateCount), at: count.offset)
    }
    var copies = [body]
    let template = states[body.low...]
    for _ in 1..<copyCount {
      let shift = Int32(states.count - body.low)
      states.append(contentsOf: template.lazy.map { Self.shifted($0, by: shift) })
      copies.append(
        Fragment(low: body.low + Int(shift), start: body.start + shift, end: body.end + shift))
    }
    let exit = add(.jump(-1)).end
    var next = exit
    for (number, copy) in copies.enumerated().reversed() {
      let isLast = number == copies.count - 1
      if isUnbounded, isLast {
        let loop = add(.split(copy.start, exit)).start
        link(copy.end, to: loop)
        next = count.minimum == 0 ? loop : copy.start
      } else {
        link(copy.end, to: next)
        next = number >= count.minimum ? add(.split(copy.start, exit)).start : copy.start
      }
    }
    return Fragment(low: body.low, start: next, end: exit)
  }

  private static func shifted(_ state: State, by shift: Int32) -> State {
    switch state {
    case .set(let set, let next): .set(set, next: next < 0 ? next : next + shift)
    case .counted(let set, let minimum, let maximum, let next):
      .counted(set: set, minimum: minimum, maximum: maximum, next: next < 0 ? next : next + shift)
    case .split(let first, let second): .split(first + shift, second + shift)
    case .assertion(let assertion, let next): .assertion(assertion, next: next < 0 ? next : next + shift)
    case .jump(let next): .jump(next < 0 ? next : next + shift)
    case .match: .match
    }
  }
}
