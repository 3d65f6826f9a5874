/// A pattern with look-around or back-references, as states that are tried one after another.
///
/// Built from ``ParsedPattern``; run by ``PatternBacktracker``. The registers contain, in this order: start and end of
/// each group, count and last start of each loop, and the stack height at the start of each look-around.
struct BacktrackingProgram: Sendable {
  enum State: Hashable, Sendable {
    case set(Int, isBackward: Bool, next: Int32)
    /// A repeated set, which needs one stack entry for any length.
    case run(Run, next: Int32)
    case assertion(PatternAssertion, next: Int32)
    case jump(Int32)
    /// The first is tried before the second.
    case split(Int32, Int32)
    /// Sets a register to the current offset.
    case save(register: Int, next: Int32)
    case loopStart(Loop, next: Int32)
    case loopCheck(Loop, body: Int32, exit: Int32)
    case loopEnd(Loop, check: Int32)
    case lookStart(Look, body: Int32, exit: Int32)
    case lookEnd(Look, exit: Int32)
    case backReference(group: Int, isBackward: Bool, next: Int32)
    case match
  }

  struct Run: Hashable, Sendable {
    var set: Int
    var minimum: Int
    var maximum: Int
    var isLazy: Bool
    var isBackward: Bool
  }

  struct Loop: Hashable, Sendable {
    /// The register of the count; the next register is that of the last start.
    var register: Int
    var count: PatternNode.Repetition
  }

  struct Look: Hashable, Sendable {
    var register: Int
    var isNegated: Bool
  }

  private(set) var states: [State] = []
  private(set) var start: Int32 = 0
  private(set) var registerCount: Int
  let sets: [ScalarSet]
  let isAnchored: Bool

  private struct Fragment {
    var start: Int32
    var end: Int32
  }

  init(_ pattern: ParsedPattern) {
    sets = pattern.sets
    isAnchored = pattern.isAnchored
    registerCount = 2 * (pattern.groupCount + 1)
    var stack: [Fragment] = []
    for node in pattern.nodes {
      switch node {
      case .empty: stack.append(add(.jump(-1)))
      case .set(let set, let isBackward): stack.append(add(.set(set, isBackward: isBackward, next: -1)))
      case .assertion(let assertion): stack.append(add(.assertion(assertion, next: -1)))
      case .backReference(let group, let isBackward):
        stack.append(add(.backReference(group: group, isBackward: isBackward, next: -1)))
      case .sequence(let count, let isBackward): join(&stack, count, isBackward: isBackward)
      case .alternation(let count): choose(&stack, count)
      case .repetition(let count): stack.append(makeLoop(stack.removeLast(), count))
      case .capture(let group, let isBackward):
        stack.append(makeCapture(stack.removeLast(), group, isBackward: isBackward))
      case .look(let isNegated): stack.append(makeLook(stack.removeLast(), isNegated: isNegated))
      }
    }
    let whole = stack.last ?? add(.jump(-1))
    states.append(.match)
    link(whole.end, to: Int32(states.count - 1))
    start = whole.start
  }
}

// MARK: - Parts

extension BacktrackingProgram {
  private mutating func add(_ state: State) -> Fragment {
    states.append(state)
    let index = Int32(states.count - 1)
    return Fragment(start: index, end: index)
  }

  /// Sets the target of the open edge of `state`.
  private mutating func link(_ state: Int32, to target: Int32) {
    let linked: State =
      switch states[Int(state)] {
      case .set(let set, let isBackward, _): .set(set, isBackward: isBackward, next: target)
      case .run(let run, _): .run(run, next: target)
      case .assertion(let assertion, _): .assertion(assertion, next: target)
      case .save(let register, _): .save(register: register, next: target)
      case .loopCheck(let loop, let body, _): .loopCheck(loop, body: body, exit: target)
      case .lookStart(let look, let body, _): .lookStart(look, body: body, exit: target)
      case .backReference(let group, let isBackward, _):
        .backReference(group: group, isBackward: isBackward, next: target)
      case .jump: .jump(target)
      case .split, .loopStart, .loopEnd, .lookEnd, .match: states[Int(state)]
      }
    states[Int(state)] = linked
  }

  /// Concatenates the last `count` parts, right to left in a look-behind.
  private mutating func join(_ stack: inout [Fragment], _ count: Int, isBackward: Bool) {
    var parts = Array(stack.suffix(count))
    stack.removeLast(count)
    if isBackward { parts.reverse() }
    for (part, next) in zip(parts, parts.dropFirst()) { link(part.end, to: next.start) }
    if let first = parts.first, let last = parts.last {
      stack.append(Fragment(start: first.start, end: last.end))
    }
  }

  private mutating func choose(_ stack: inout [Fragment], _ count: Int) {
    let parts = Array(stack.suffix(count))
    stack.removeLast(count)
    guard let last = parts.last else { return }
    let exit = add(.jump(-1)).end
    var start = last.start
    for part in parts { link(part.end, to: exit) }
    for part in parts.dropLast().reversed() { start = add(.split(part.start, start)).start }
    stack.append(Fragment(start: start, end: exit))
  }

  private mutating func makeLoop(_ body: Fragment, _ count: PatternNode.Repetition) -> Fragment {
    if body.start == body.end, case .set(let set, let isBackward, _) = states[Int(body.start)] {
      let run = Run(
        set: set, minimum: count.minimum, maximum: count.maximum, isLazy: count.isLazy, isBackward: isBackward)
      states[Int(body.start)] = .run(run, next: -1)
      return body
    }
    let loop = Loop(register: registerCount, count: count)
    registerCount += 2
    let check = add(.loopCheck(loop, body: body.start, exit: -1)).start
    link(body.end, to: add(.loopEnd(loop, check: check)).start)
    return Fragment(start: add(.loopStart(loop, next: check)).start, end: check)
  }

  /// Saves both ends of a group. A look-behind reaches them in the opposite order.
  private mutating func makeCapture(_ body: Fragment, _ group: Int, isBackward: Bool) -> Fragment {
    let first = add(.save(register: 2 * group + (isBackward ? 1 : 0), next: body.start)).start
    let last = add(.save(register: 2 * group + (isBackward ? 0 : 1), next: -1)).start
    link(body.end, to: last)
    return Fragment(start: first, end: last)
  }

  private mutating func makeLook(_ body: Fragment, isNegated: Bool) -> Fragment {
    let look = Look(register: registerCount, isNegated: isNegated)
    registerCount += 1
    let start = add(.lookStart(look, body: body.start, exit: -1)).start
    // If a look-around is reached again inside another's body, it has already ended, so one register is enough.
    link(body.end, to: add(.lookEnd(look, exit: start)).start)
    return Fragment(start: start, end: start)
  }
}
