/// The known characters around a position, for deciding assertions there.
struct PatternContext {
  var isStart = false
  var previousIsWord = false
  var next: Next

  enum Next {
    /// Not read yet: `$`, `\b` and `\B` must wait.
    case unknown
    case word
    case other
    case end
  }

  /// Whether `assertion` holds; nil if that depends on the next character.
  func holds(_ assertion: PatternAssertion) -> Bool? {
    switch assertion {
    case .start: isStart
    case .end: next == .unknown ? nil : next == .end
    case .boundary: next == .unknown ? nil : (next == .word) != previousIsWord
    case .notBoundary: next == .unknown ? nil : (next == .word) == previousIsWord
    }
  }
}

/// The states reachable from some states of a ``PatternNFA`` by edges that consume nothing.
///
/// Scratch memory of the subset construction and of the simulation. ``members`` are the states that consume something
/// and those that wait for an assertion to be decided.
struct PatternClosure {
  let states: [PatternNFA.State]
  private(set) var members: [Int32] = []
  private(set) var hasMatch = false
  private(set) var hasPending = false
  /// The total number of states visited: an upper bound of the work done.
  private(set) var steps = 0
  /// For each state, the last round that reached it.
  private var reached: [UInt32]
  private var round: UInt32 = 1
  private var stack: [Int32] = []

  init(_ states: [PatternNFA.State]) {
    self.states = states
    reached = [UInt32](repeating: 0, count: states.count)
  }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    hasMatch = false
    hasPending = false
    round &+= 1
    if round == 0 {
      for index in reached.indices { reached[index] = 0 }
      round = 1
    }
  }

  /// Adds `state` as a member without following its edges, for a count that continues.
  mutating func keep(_ state: Int32) {
    reached[Int(state)] = round
    members.append(state)
    steps += 1
  }

  /// Follows the edges from `state`. Calls `visitCounted` for every entry into a counting state.
  @inline(__always)
  mutating func add(_ state: Int32, _ context: PatternContext, visitCounted: (Int32) -> Void = { _ in }) {
    stack.append(state)
    while let index = stack.popLast() {
      steps += 1
      let isNew = reached[Int(index)] != round
      if isNew { reached[Int(index)] = round }
      switch states[Int(index)] {
      case .set: if isNew { members.append(index) }
      case .counted:
        visitCounted(index)
        if isNew { members.append(index) }
      case .jump(let next): if isNew { stack.append(next) }
      case .split(let first, let second):
        if isNew {
          stack.append(second)
          stack.append(first)
        }
      case .assertion(let assertion, let next):
        guard isNew else { continue }
        switch context.holds(assertion) {
        case true?: stack.append(next)
        case false?: break
        case nil:
          members.append(index)
          hasPending = true
        }
      case .match: hasMatch = true
      }
    }
  }
}
