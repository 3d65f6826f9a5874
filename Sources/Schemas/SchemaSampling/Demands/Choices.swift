/// The choices made at the branching points of schemas, one sequence of choices after another.
///
/// Gathering calls ``choose(_:)`` at every branching point. When the sequence leads nowhere, ``advance()`` moves to the
/// next one like an odometer: the last choice changes first. An alternative that a contradiction rules out is never
/// explored further.
struct Choices: Sendable {
  private var taken: [(order: [Int], turn: Int)] = []
  private var position = 0

  /// Returns the alternative to take here. Calls `order` when this branching point is reached for the first time.
  mutating func choose(_ order: () -> [Int]) -> Int {
    if position == taken.count {
      let order = order()
      if order.isEmpty { return 0 }
      taken.append((order, 0))
    }
    defer { position += 1 }
    return taken[position].order[taken[position].turn]
  }

  /// Starts the next sequence. Returns false if there is none.
  mutating func advance() -> Bool {
    taken.removeSubrange(position...)
    position = 0
    while let last = taken.popLast() {
      guard last.turn + 1 < last.order.count else { continue }
      taken.append((last.order, last.turn + 1))
      return true
    }
    return false
  }

  /// Whether there was a choice to make.
  var hasBeenAsked: Bool { position > 0 }
}
