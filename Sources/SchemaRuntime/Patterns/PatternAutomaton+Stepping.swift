// The automaton one byte at a time, for whoever asks what a pattern admits rather than whether a text matches.
extension PatternAutomaton {
  /// A state, as the table writes it.
  package typealias State = Int

  /// The state before the first byte.
  package var start: State { base[0] == Self.narrow ? Int(base[4]) : wideState(at: 4) }

  /// The state in which nothing that follows can match.
  package var deadState: State { base[0] == Self.narrow ? Int(Self.zero) : Self.wideZero }

  /// The state that has matched, whatever follows.
  package var matchedState: State { base[0] == Self.narrow ? Self.narrowMatched : Self.wideMatched }

  /// Whether a text may end in a state.
  package func accepts(_ state: State) -> Bool {
    state == matchedState || state >= (base[0] == Self.narrow ? Int(base[6]) : wideState(at: 6))
  }

  /// The state after a byte; dead and matched states stay.
  package func next(_ state: State, _ byte: UInt8) -> State {
    if state == deadState || state == matchedState { return state }
    if base[0] == Self.narrow { return narrowTarget(byte, state, Int(base[2] &- Self.zero)) }
    let columns = base + Self.headerByteCount
    let columnByteCount = 2 &* Int(base[1] &- Self.zero)
    let groupByteCount = 512 &* (Int(base[3] &- Self.zero) &+ (base[2] == Self.zero ? 0 : 1))
    let origin =
      Self.headerByteCount &+ 512 &- Int(Self.zero) &* (groupByteCount &+ columnByteCount) &- 2 &* Self.wideZero
    let column = columns + 2 &* Int(byte)
    let offset = origin &+ Int(column[0]) &* groupByteCount &+ Int(column[1]) &* columnByteCount
    return Int(
      UInt16(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset &+ 2 &* state, as: UInt16.self)))
  }

  /// What tells bytes apart: those of one column lead from every state to the same.
  package func column(of byte: UInt8) -> Int {
    if base[0] == Self.narrow { return Int(base[Self.headerByteCount + Int(byte)]) }
    let place = Self.headerByteCount + 2 * Int(byte)
    return Int(base[place]) | Int(base[place + 1]) << 8
  }
}
