/// A ``ScalarAutomaton`` that is run directly, for patterns with a small automaton but complex classes.
///
/// Used if the byte table would be too large, as for `^\p{L}{1,40}$`: 42 states, but each would need some two hundred
/// more to read the bytes of a letter. Here a scalar is decoded, its class looked up, and one transition taken.
struct ScalarTable: Sendable {
  private let automaton: ScalarAutomaton
  private let classes: ScalarClasses

  /// Returns nil if the table would take more than `maximumByteCount` bytes.
  init?(_ automaton: ScalarAutomaton, _ classes: ScalarClasses, maximumByteCount: Int) {
    guard automaton.transitions.count * 4 <= maximumByteCount else { return nil }
    self.automaton = automaton
    self.classes = classes
  }

  func matchCountingSteps(_ utf8: UnsafeBufferPointer<UInt8>) -> (isMatch: Bool, steps: Int) {
    var state = automaton.start
    var offset = 0
    var steps = 0
    while offset < utf8.count, state > ScalarAutomaton.matched {
      let (scalar, next) = ScalarReading.scalar(in: utf8, at: offset)
      // Invalid bytes are in no set, so no match can continue.
      if scalar == ScalarReading.invalid { return (false, steps) }
      state = automaton.transitions[Int(state) * automaton.classCount + classes.scalarClass(of: scalar)]
      offset = next
      steps += 1
    }
    return (automaton.accepting[Int(state)], steps)
  }
}
