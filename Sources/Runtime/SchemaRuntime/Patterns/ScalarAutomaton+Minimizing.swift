extension ScalarAutomaton {
  /// Merges equivalent states (Hopcroft's algorithm) and renumbers the remaining ones.
  ///
  /// Dead stays 0 and matched stays 1, even if they were reached as ordinary states: `^[^]*$` starts matched.
  mutating func minimize() {
    var partition = StatePartition(self)
    partition.refine()
    rebuild(partition.blockOfState)
  }

  private mutating func rebuild(_ blockOfState: [Int32]) {
    // The number of each block, once it has a representative.
    var numbers = [Int32](repeating: -1, count: stateCount)
    var representatives: [Int] = []
    for state in [Int(Self.dead), Int(Self.matched)] + (0..<stateCount) where numbers[Int(blockOfState[state])] < 0 {
      numbers[Int(blockOfState[state])] = Int32(representatives.count)
      representatives.append(state)
    }
    let number = { (state: Int32) in numbers[Int(blockOfState[Int(state)])] }
    start = number(start)
    transitions = representatives.flatMap { state in
      transitions[state * classCount..<(state + 1) * classCount].map(number)
    }
    accepting = representatives.map { accepting[$0] }
  }
}

/// A partition of states into blocks, each a range of one permutation of the states.
private struct StatePartition {
  private let classCount: Int
  /// For each class, the states ordered by target, and the start of each target's states.
  private var sources: [[Int32]] = []
  private var sourceStarts: [[Int32]] = []
  private var order: [Int32]
  private var indexInOrder: [Int32]
  private(set) var blockOfState: [Int32]
  private var blocks: [(start: Int, end: Int, marked: Int)] = []
  /// Blocks and classes that are still to be used for splitting.
  private var pending: [(block: Int, scalarClass: Int)] = []

  init(_ automaton: ScalarAutomaton) {
    let count = automaton.stateCount
    classCount = automaton.classCount
    let accepting = (0..<count).filter { automaton.accepting[$0] }
    let others = (0..<count).filter { !automaton.accepting[$0] }
    order = (others + accepting).map(Int32.init)
    indexInOrder = [Int32](repeating: 0, count: count)
    blockOfState = [Int32](repeating: 0, count: count)
    for (index, state) in order.enumerated() {
      indexInOrder[Int(state)] = Int32(index)
      blockOfState[Int(state)] = index < others.count ? 0 : 1
    }
    // Both blocks exist: dead does not accept and matched does.
    blocks = [(0, others.count, 0), (others.count, count, 0)]
    for scalarClass in 0..<classCount {
      collectSources(automaton, scalarClass)
      pending.append((accepting.count < others.count ? 1 : 0, scalarClass))
    }
  }

  private mutating func collectSources(_ automaton: ScalarAutomaton, _ scalarClass: Int) {
    let count = automaton.stateCount
    var starts = [Int32](repeating: 0, count: count + 1)
    for state in 0..<count { starts[Int(automaton.transitions[state * classCount + scalarClass]) + 1] += 1 }
    for state in 0..<count { starts[state + 1] += starts[state] }
    var next = starts
    var sorted = [Int32](repeating: 0, count: count)
    for state in 0..<count {
      let target = Int(automaton.transitions[state * classCount + scalarClass])
      sorted[Int(next[target])] = Int32(state)
      next[target] += 1
    }
    sources.append(sorted)
    sourceStarts.append(starts)
  }

  mutating func refine() {
    var isPending = [Bool](repeating: false, count: order.count * classCount)
    for (block, scalarClass) in pending { isPending[block * classCount + scalarClass] = true }
    var touched: [Int] = []
    while let (block, scalarClass) = pending.popLast() {
      isPending[block * classCount + scalarClass] = false
      // Marking permutes states inside their blocks, including this one, so its members are copied first.
      let members = order[blocks[block].start..<blocks[block].end].map(Int.init)
      for target in members {
        for index in sourceStarts[scalarClass][target]..<sourceStarts[scalarClass][target + 1] {
          mark(sources[scalarClass][Int(index)], &touched)
        }
      }
      for block in touched {
        guard let new = split(block) else { continue }
        for other in 0..<classCount {
          let smaller = blocks[new].end - blocks[new].start < blocks[block].end - blocks[block].start ? new : block
          let next = isPending[block * classCount + other] ? new : smaller
          if !isPending[next * classCount + other] { pending.append((next, other)) }
          isPending[next * classCount + other] = true
        }
      }
      touched.removeAll(keepingCapacity: true)
    }
  }

  /// Moves `state` to the marked front of its block.
  private mutating func mark(_ state: Int32, _ touched: inout [Int]) {
    let block = Int(blockOfState[Int(state)])
    let front = blocks[block].start + blocks[block].marked
    let old = Int(indexInOrder[Int(state)])
    // Each state has one target per class, so it is marked at most once per round.
    if blocks[block].marked == 0 { touched.append(block) }
    let displaced = order[front]
    order[front] = state
    order[old] = displaced
    indexInOrder[Int(state)] = Int32(front)
    indexInOrder[Int(displaced)] = Int32(old)
    blocks[block].marked += 1
  }

  /// Splits off the marked states as a new block, unless all or none are marked; returns its number.
  private mutating func split(_ block: Int) -> Int? {
    let (start, end, marked) = blocks[block]
    blocks[block].marked = 0
    guard marked < end - start else { return nil }
    let new = blocks.count
    blocks.append((start, start + marked, 0))
    blocks[block].start = start + marked
    for index in start..<start + marked { blockOfState[Int(order[index])] = Int32(new) }
    return new
  }
}
