/// A deterministic automaton over bytes, before layout.
///
/// Built from a minimal ``ScalarAutomaton``; serialized by ``PatternAutomaton``. Between two scalars it is in a state
/// of that automaton. If the first bytes of a scalar do not determine the transition, there are intermediate states; if
/// they do, the remaining continuation bytes change nothing. So `^[^@ ]+@[^@ ]+$` needs no intermediate states.
struct ByteAutomaton {
  /// The column of the table for each byte.
  private(set) var columnOfByte = [Int](repeating: 0, count: 256)
  /// Targets by state: `columns[column][state]`.
  private(set) var columns: [[Int32]] = []
  private(set) var stateCount: Int
  private(set) var start: Int32
  /// States from this one on accept the end of the input, as does state 1, which is never left.
  private(set) var firstAccepting: Int32

  /// Returns nil if the table would certainly, or very likely, have more than `maximumByteCount` bytes.
  init?(_ automaton: ScalarAutomaton, _ classes: ScalarClasses, maximumByteCount: Int) {
    guard var rows = ByteRows(automaton, classes, maximumByteCount: maximumByteCount) else { return nil }
    rows.fillContinuations()
    // Dead, matched, the non-accepting states, then the accepting ones.
    let rowCount = rows.targets.count / rows.symbolCount
    let ordinary = (2..<max(rowCount, 2)).map {
      (row: $0, accepts: $0 < automaton.stateCount && automaton.accepting[$0])
    }
    let order = [0, 1] + ordinary.filter { !$0.accepts }.map(\.row) + ordinary.filter(\.accepts).map(\.row)
    var numbers = [Int32](repeating: 0, count: rowCount)
    for (number, row) in order.enumerated() { numbers[row] = Int32(number) }
    stateCount = rowCount
    start = numbers[Int(automaton.start)]
    firstAccepting = Int32(rowCount - ordinary.count(where: \.accepts))

    var known = Lookup<[Int32], Int>()
    var columnOfSymbol: [Int] = []
    for symbol in 0..<rows.symbolCount {
      let column = order.map { numbers[Int(rows.targets[$0 * rows.symbolCount + symbol])] }
      let number = known.value(of: column, or: columns.count)
      if number == columns.count { columns.append(column) }
      columnOfSymbol.append(number)
    }
    for byte in 0..<256 { columnOfByte[byte] = columnOfSymbol[rows.symbolOfByte[byte]] }
  }
}

/// The rows of a ``ByteAutomaton`` while intermediate states are being found.
///
/// A symbol is a set of bytes that no row distinguishes: a class of ASCII, a child of the trie's root, or continuation
/// bytes with the same effect in all of its nodes.
private struct ByteRows {
  private(set) var targets: [Int32] = []
  private(set) var symbolCount = 0
  private(set) var symbolOfByte = [Int](repeating: 0, count: 256)
  private let automaton: ScalarAutomaton
  private let trie: ScalarTrie
  private var asciiClasses: [Int] = []
  private var leadChildren: [ScalarTrie.Child] = []
  /// One continuation byte, minus 80, of each continuation symbol.
  private var continuations: [Int] = []
  private var intermediateStates = Lookup<IntermediateState, Int32>()
  /// Rows of intermediate states, which follow those of the automaton.
  private var intermediateRows: [IntermediateState] = []
  /// Whether each state can be entered before the last byte of a scalar.
  private var isEnteredEarly: [Bool]

  private struct IntermediateState: Hashable {
    /// Indexed by continuation symbol.
    var targets: [Int32]
  }

  init?(_ automaton: ScalarAutomaton, _ classes: ScalarClasses, maximumByteCount: Int) {
    self.automaton = automaton
    trie = ScalarTrie(classes)
    isEnteredEarly = [Bool](repeating: false, count: automaton.stateCount)
    makeSymbols(classes)
    for state in 0..<automaton.stateCount {
      for scalarClass in asciiClasses { targets.append(target(state, scalarClass)) }
      for child in leadChildren { targets.append(target(state, child, isLast: false)) }
      targets.append(contentsOf: repeatElement(ScalarAutomaton.dead, count: continuations.count))
      // Two bytes per target; most symbols will need a separate column, and half of them certainly do.
      if (automaton.stateCount + intermediateRows.count) * continuations.count > maximumByteCount { return nil }
    }
    for row in intermediateRows {
      targets.append(contentsOf: repeatElement(ScalarAutomaton.dead, count: asciiClasses.count + leadChildren.count))
      targets.append(contentsOf: row.targets)
    }
  }

  private mutating func makeSymbols(_ classes: ScalarClasses) {
    var symbols = Lookup<ScalarTrie.Child, Int>()
    for byte in 0..<128 {
      let scalarClass = classes.scalarClass(of: UInt32(byte))
      let symbol = symbols.value(of: .scalarClass(scalarClass), or: asciiClasses.count)
      if symbol == asciiClasses.count { asciiClasses.append(scalarClass) }
      symbolOfByte[byte] = symbol
    }
    symbols = Lookup()
    for (index, child) in trie.leads.enumerated() {
      let symbol = symbols.value(of: child, or: leadChildren.count)
      if symbol == leadChildren.count { leadChildren.append(child) }
      symbolOfByte[0xc0 + index] = asciiClasses.count + symbol
    }
    var columns = Lookup<[ScalarTrie.Child], Int>()
    for index in 0..<64 {
      let column = trie.nodes.map { $0.children[index] }
      let symbol = columns.value(of: column, or: continuations.count)
      if symbol == continuations.count { continuations.append(index) }
      symbolOfByte[0x80 + index] = asciiClasses.count + leadChildren.count + symbol
    }
    symbolCount = asciiClasses.count + leadChildren.count + continuations.count
  }

  private func target(_ state: Int, _ scalarClass: Int) -> Int32 {
    automaton.transitions[state * automaton.classCount + scalarClass]
  }

  /// The target of `state` to the extent that the trie determines it; `isLast` is whether the scalar ends with the byte
  /// just read.
  private mutating func target(_ state: Int, _ child: ScalarTrie.Child, isLast: Bool) -> Int32 {
    switch child {
    case .scalarClass(let scalarClass):
      let target = target(state, scalarClass)
      if !isLast { isEnteredEarly[Int(target)] = true }
      return target
    case .node(let number):
      let node = trie.nodes[number]
      if let target = commonTarget(state, number) {
        isEnteredEarly[Int(target)] = true
        return target
      }
      var row = IntermediateState(targets: [])
      for index in continuations {
        row.targets.append(target(state, node.children[index], isLast: node.isLast))
      }
      let new = Int32(automaton.stateCount + intermediateRows.count)
      let state = intermediateStates.value(of: row, or: new)
      if state == new { intermediateRows.append(row) }
      return state
    }
  }

  /// The only state to which all scalars below node `number` lead, if there is one.
  private func commonTarget(_ state: Int, _ number: Int) -> Int32? {
    let targets = trie.classesBelow[number].lazy.map { target(state, $0) }
    guard let first = targets.first, targets.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Determines the effect of continuation bytes between two scalars: none, if their scalar has already been processed.
  /// If they cannot occur, they are treated like a lead byte, which often saves a column.
  mutating func fillContinuations() {
    let firstContinuation = asciiClasses.count + leadChildren.count
    for state in 0..<automaton.stateCount {
      let row = state * symbolCount
      let value = isEnteredEarly[state] ? Int32(state) : targets[row + asciiClasses.count]
      for symbol in firstContinuation..<symbolCount { targets[row + symbol] = value }
    }
  }
}
