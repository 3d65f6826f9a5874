/// The ways taken at the places where schemas leave a choice, one sequence of ways after another.
///
/// Gathering asks ``choose(_:)`` at every such place. When the sequence leads nowhere, ``advance()`` goes
/// to the next one, as an odometer does: the last place turns first, and what a place leaves out is never gone through.
struct Choices: Sendable {
  private var taken: [(order: [Int], turn: Int)] = []
  private var position = 0

  /// The way to take here; `order` is asked for when the place is met for the first time.
  mutating func choose(_ order: () -> [Int]) -> Int {
    if position == taken.count {
      let order = order()
      if order.isEmpty { return 0 }
      taken.append((order, 0))
    }
    defer { position += 1 }
    return taken[position].order[taken[position].turn]
  }

  /// Begins the next sequence; false when there is none.
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

  /// Whether there was a choice.
  var hasBeenAsked: Bool { position > 0 }
}
