/// Matches a pattern by following all states of its NFA in parallel, for patterns whose automaton would be too large.
///
/// The time is at most the length of the text times the number of states. With more than ``stepsPerByte`` states, the
/// steps are limited (``PatternOptions/stepBudget``). A long count of one set is one state with a queue of the offsets at
/// which it was entered: all counts advance together, so only the oldest can be full and only the oldest can be done.
/// `\p{L}{1,1000}` is three states, not a thousand.
struct PatternSimulation: Sendable {
  private let nfa: PatternNFA
  private let classes: ScalarClasses
  /// The number of each counting state among those; -1 for all other states.
  private let counterOfState: [Int32]
  private let counterCount: Int
  /// The maximum number of steps, in addition to ``stepsPerByte``; unlimited for few states.
  let stepBudget: Int

  /// The steps for each byte of a text that do not count towards the limit.
  private static let stepsPerByte = 64

  init(_ nfa: PatternNFA, _ classes: ScalarClasses, stepBudget: Int) {
    self.stepBudget = nfa.states.count > Self.stepsPerByte ? stepBudget : .max
    self.nfa = nfa
    self.classes = classes
    var count: Int32 = 0
    counterOfState = nfa.states.map { state in
      guard case .counted = state else { return -1 }
      count += 1
      return count - 1
    }
    counterCount = Int(count)
  }

  func matchCountingSteps(_ utf8: UnsafeBufferPointer<UInt8>) -> (outcome: PatternOutcome, steps: Int) {
    let (free, overflow) = stepBudget.addingReportingOverflow(Self.stepsPerByte * utf8.count)
    let limit = overflow ? .max : free
    var current = PatternClosure(nfa.states)
    var next = PatternClosure(nfa.states)
    var counters = [EntryQueue](repeating: EntryQueue(), count: counterCount)
    var position = 0
    var context = PatternContext(isStart: true, next: Self.next(in: utf8, at: 0))
    enter(&current, context, &counters)
    while !current.hasMatch {
      if current.members.isEmpty, nfa.isAnchored { break }
      let (scalar, end) = ScalarReading.scalar(in: utf8, at: position)
      if scalar == ScalarReading.invalid { break }
      context = PatternContext(
        previousIsWord: context.next == .word, next: Self.next(in: utf8, at: end))
      position = end
      next.removeAll()
      step(from: current, to: &next, classes.scalarClass(of: scalar), context, &counters)
      swap(&current, &next)
      if current.steps + next.steps > limit { return (.exhausted, current.steps + next.steps) }
    }
    return (current.hasMatch ? .match : .noMatch, current.steps + next.steps)
  }

  /// The category of the character at `offset`, which is all that assertions need.
  private static func next(in utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> PatternContext.Next {
    guard offset < utf8.count else { return .end }
    return ScalarReading.isWord(utf8[offset]) ? .word : .other
  }

  private func enter(
    _ closure: inout PatternClosure, _ context: PatternContext, _ counters: inout [EntryQueue]
  ) {
    closure.add(nfa.start, context) { enterCount($0, &counters) }
  }

  private func enterCount(_ state: Int32, _ counters: inout [EntryQueue]) {
    guard case .counted(_, _, let maximum, _) = nfa.states[Int(state)] else { return }
    counters[Int(counterOfState[Int(state)])].enter(isUnbounded: maximum == .max)
  }

  private func step(
    from current: PatternClosure, to next: inout PatternClosure, _ scalarClass: Int, _ context: PatternContext,
    _ counters: inout [EntryQueue]
  ) {
    // Continuing counts come first: new entries must find their queues in order.
    for member in current.members {
      guard case .counted(let set, _, let maximum, _) = nfa.states[Int(member)] else { continue }
      let counter = Int(counterOfState[Int(member)])
      if classes.contains(set: set, scalarClass: scalarClass) {
        counters[counter].advance(maximum: maximum)
      } else {
        counters[counter].removeAll()
      }
      if counters[counter].oldest != nil { next.keep(member) }
    }
    for member in current.members {
      switch nfa.states[Int(member)] {
      case .set(let set, let target):
        if classes.contains(set: set, scalarClass: scalarClass) {
          next.add(target, context) { enterCount($0, &counters) }
        }
      case .counted(_, let minimum, _, let target):
        let counter = Int(counterOfState[Int(member)])
        if let oldest = counters[counter].oldest, oldest >= minimum {
          next.add(target, context) { enterCount($0, &counters) }
        }
      case .split, .assertion, .jump, .match: break
      }
    }
    if !nfa.isAnchored { enter(&next, context, &counters) }
  }
}

/// The counts of one counting state, oldest first. They differ in when they began and advance together.
///
/// Counts that began at consecutive scalars share one entry, so that a thousand consecutive starts take no more memory
/// than one.
private struct EntryQueue {
  /// The number of scalars counted so far by the state; a count is the difference from its value at entry.
  private var clock = 0
  private var entries: [ClosedRange<Int>] = []
  private var head = 0

  /// The largest count; nil if there is none.
  var oldest: Int? { head < entries.count ? clock - entries[head].lowerBound : nil }

  /// Begins a count. Without a maximum, only the oldest matters, because it permits everything that a newer one does.
  mutating func enter(isUnbounded: Bool) {
    guard head < entries.count else {
      entries.append(clock...clock)
      return
    }
    let last = entries[entries.count - 1]
    if isUnbounded || last.upperBound == clock { return }
    if last.upperBound == clock - 1 {
      entries[entries.count - 1] = last.lowerBound...clock
    } else {
      entries.append(clock...clock)
    }
  }

  /// Counts one scalar, and drops the count that passes `maximum`.
  mutating func advance(maximum: Int) {
    clock += 1
    if let oldest, oldest > maximum {
      let first = entries[head]
      if first.count > 1 { entries[head] = first.lowerBound + 1...first.upperBound } else { head += 1 }
    }
    if head > 64, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    head = 0
  }
}
