/// Matches patterns with look-around and back-references by backtracking, with an explicit stack and a step limit.
///
/// Tests also use it as an independent implementation, because it shares only the parser with the automata. The order
/// of alternatives, the reset of groups and the rule against empty iterations are those of ECMA-262 (RepeatMatcher,
/// section 22.2.2.3.1).
struct PatternBacktracker: Sendable {
  private let program: BacktrackingProgram
  let stepBudget: Int

  init(_ program: BacktrackingProgram, stepBudget: Int) {
    self.program = program
    self.stepBudget = stepBudget
  }

  func matchCountingSteps(_ utf8: UnsafeBufferPointer<UInt8>) -> (outcome: PatternOutcome, steps: Int) {
    var attempt = Attempt(program: program, utf8: utf8, stepBudget: stepBudget)
    let outcome = attempt.search()
    return (outcome, attempt.steps)
  }
}

/// One search in one text.
private struct Attempt {
  private let program: BacktrackingProgram
  private let utf8: UnsafeBufferPointer<UInt8>
  private let stepBudget: Int
  private(set) var steps = 0
  private var registers: [Int]
  private var stack: [Entry] = []
  private var state: Int32 = 0
  private var offset = 0

  /// The alternatives to try if the current path fails.
  private enum Entry {
    /// Continue with another state and offset.
    case resume(state: Int32, offset: Int)
    /// Give back one scalar of a greedy run, down to `limit`.
    case shorten(state: Int32, offset: Int, limit: Int)
    /// Take one more scalar of a lazy run, at most `left` times.
    case lengthen(state: Int32, offset: Int, left: Int)
    /// Start another iteration of a lazy loop.
    case turn(state: Int32, offset: Int)
    /// Restore a register, and continue failing.
    case restore(register: Int, value: Int)
    /// A look-around failed, so that a negated one holds.
    case look(state: Int32, offset: Int)
  }

  private enum Progress {
    case going
    case failed
    case matched
    case exhausted
  }

  init(program: BacktrackingProgram, utf8: UnsafeBufferPointer<UInt8>, stepBudget: Int) {
    self.program = program
    self.utf8 = utf8
    self.stepBudget = stepBudget
    registers = [Int](repeating: -1, count: program.registerCount)
  }

  mutating func search() -> PatternOutcome {
    var start = 0
    // A failed search has restored all registers.
    while true {
      state = program.start
      offset = start
      var progress = Progress.going
      while progress == .going {
        steps += 1
        progress = steps > stepBudget || stack.count > stepBudget ? .exhausted : step()
        if progress == .failed { progress = backtrack() }
      }
      if progress == .matched { return .match }
      if progress == .exhausted { return .exhausted }
      let (scalar, next) = ScalarReading.scalar(in: utf8, at: start)
      if program.isAnchored || scalar == ScalarReading.invalid { return .noMatch }
      start = next
    }
  }

  private mutating func step() -> Progress {
    switch program.states[Int(state)] {
    case .set(let set, let isBackward, let next):
      guard consume(set, isBackward) else { return .failed }
      state = next
    case .run(let run, let next): return start(run, next)
    case .assertion(let assertion, let next):
      guard holds(assertion) else { return .failed }
      state = next
    case .jump(let next): state = next
    case .split(let first, let second):
      stack.append(.resume(state: second, offset: offset))
      state = first
    case .save(let register, let next):
      set(register, to: offset)
      state = next
    case .loopStart(let loop, let next):
      set(loop.register, to: 0)
      state = next
    case .loopCheck(let loop, let body, let exit): check(loop, body, exit)
    case .loopEnd(let loop, let next):
      // An iteration beyond the minimum that consumes nothing cannot lead to new results.
      if registers[loop.register] > loop.count.minimum, registers[loop.register + 1] == offset { return .failed }
      state = next
    case .lookStart(let look, let body, _):
      registers[look.register] = stack.count
      stack.append(.look(state: state, offset: offset))
      state = body
    case .lookEnd(let look, let start): return end(look, start)
    case .backReference(let group, let isBackward, let next):
      guard consume(group: group, isBackward) else { return .failed }
      state = next
    case .match: return .matched
    }
    return .going
  }

  /// Takes the most recent alternative not yet tried.
  private mutating func backtrack() -> Progress {
    while let entry = stack.popLast() {
      steps += 1
      if steps > stepBudget { return .exhausted }
      switch entry {
      case .restore(let register, let value): registers[register] = value
      case .resume(let state, let offset):
        self.state = state
        self.offset = offset
        return .going
      case .shorten(let state, let offset, let limit):
        guard case .run(let run, let next) = program.states[Int(state)] else { continue }
        self.offset = run.isBackward ? scalar(at: offset).next : ScalarReading.scalar(in: utf8, before: offset).start
        if self.offset != limit { stack.append(.shorten(state: state, offset: self.offset, limit: limit)) }
        self.state = next
        return .going
      case .lengthen(let state, let offset, let left):
        guard case .run(let run, let next) = program.states[Int(state)] else { continue }
        self.offset = offset
        guard consume(run.set, run.isBackward) else { continue }
        if left > 1 { stack.append(.lengthen(state: state, offset: self.offset, left: left - 1)) }
        self.state = next
        return .going
      case .turn(let state, let offset):
        guard case .loopCheck(let loop, let body, _) = program.states[Int(state)] else { continue }
        self.offset = offset
        enter(loop, body)
        return .going
      case .look(let state, let offset):
        guard case .lookStart(let look, _, let exit) = program.states[Int(state)], look.isNegated else { continue }
        self.state = exit
        self.offset = offset
        return .going
      }
    }
    return .failed
  }
}

// MARK: - Reading

extension Attempt {
  private func scalar(at offset: Int) -> (scalar: UInt32, next: Int) {
    ScalarReading.scalar(in: utf8, at: offset)
  }

  /// Advances past one scalar of `set`. Fails, without moving, if there is none.
  private mutating func consume(_ set: Int, _ isBackward: Bool) -> Bool {
    let (scalar, next) =
      isBackward ? ScalarReading.scalar(in: utf8, before: offset) : ScalarReading.scalar(in: utf8, at: offset)
    guard scalar != ScalarReading.invalid, program.sets[set].contains(scalar) else { return false }
    offset = next
    return true
  }

  /// Advances past the text that `group` matched; past nothing if it has not matched.
  private mutating func consume(group: Int, _ isBackward: Bool) -> Bool {
    let (start, end) = (registers[2 * group], registers[2 * group + 1])
    guard start >= 0, end >= start else { return true }
    let target = isBackward ? offset - (end - start) : offset
    guard target >= 0, end - start <= utf8.count - target else { return false }
    steps += end - start
    for index in 0..<end - start where utf8[start + index] != utf8[target + index] { return false }
    offset = isBackward ? target : target + (end - start)
    return true
  }

  private func holds(_ assertion: PatternAssertion) -> Bool {
    switch assertion {
    case .start: offset == 0
    case .end: offset == utf8.count
    case .boundary: isWord(at: offset - 1) != isWord(at: offset)
    case .notBoundary: isWord(at: offset - 1) == isWord(at: offset)
    }
  }

  private func isWord(at index: Int) -> Bool {
    utf8.indices.contains(index) && ScalarReading.isWord(utf8[index])
  }
}

// MARK: - Loops and look-around

extension Attempt {
  private mutating func set(_ register: Int, to value: Int) {
    stack.append(.restore(register: register, value: registers[register]))
    registers[register] = value
  }

  private mutating func start(_ run: BacktrackingProgram.Run, _ next: Int32) -> Progress {
    var taken = 0
    while taken < run.minimum {
      guard consume(run.set, run.isBackward) else {
        steps += taken
        return .failed
      }
      taken += 1
    }
    let limit = offset
    if run.isLazy {
      if taken < run.maximum { stack.append(.lengthen(state: state, offset: offset, left: run.maximum - taken)) }
    } else {
      while taken < run.maximum, consume(run.set, run.isBackward) { taken += 1 }
      if offset != limit { stack.append(.shorten(state: state, offset: offset, limit: limit)) }
    }
    steps += taken
    state = next
    return .going
  }

  private mutating func check(_ loop: BacktrackingProgram.Loop, _ body: Int32, _ exit: Int32) {
    let turns = registers[loop.register]
    if turns >= loop.count.minimum {
      if turns >= loop.count.maximum || loop.count.isLazy {
        if turns < loop.count.maximum { stack.append(.turn(state: state, offset: offset)) }
        state = exit
        return
      }
      stack.append(.resume(state: exit, offset: offset))
    }
    enter(loop, body)
  }

  private mutating func enter(_ loop: BacktrackingProgram.Loop, _ body: Int32) {
    set(loop.register, to: registers[loop.register] + 1)
    set(loop.register + 1, to: offset)
    steps += loop.count.groups.count
    for group in loop.count.groups {
      for register in [2 * group, 2 * group + 1] where registers[register] >= 0 { set(register, to: -1) }
    }
    state = body
  }

  /// Ends a look-around whose body matched: it holds or, if negated, fails. Its remaining alternatives are dropped.
  private mutating func end(_ look: BacktrackingProgram.Look, _ start: Int32) -> Progress {
    let floor = registers[look.register]
    guard floor >= 0, floor < stack.count, case .look(_, let offset) = stack[floor],
      case .lookStart(_, _, let exit) = program.states[Int(start)]
    else { return .failed }
    steps += stack.count - floor
    var kept = floor
    for index in floor + 1..<stack.count {
      guard case .restore(let register, let value) = stack[index] else { continue }
      if look.isNegated { continue }
      stack[kept] = .restore(register: register, value: value)
      kept += 1
    }
    if look.isNegated {
      for entry in stack[floor...].reversed() {
        if case .restore(let register, let value) = entry { registers[register] = value }
      }
    }
    stack.removeLast(stack.count - kept)
    if look.isNegated { return .failed }
    self.offset = offset
    state = exit
    return .going
  }
}
