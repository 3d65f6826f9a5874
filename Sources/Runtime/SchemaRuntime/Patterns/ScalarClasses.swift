/// Numbered classes of code points that no set of a pattern distinguishes: the alphabet of its automata.
///
/// Created once per pattern; read by the subset construction, the byte automaton and the simulation. For `[a-z]\d`
/// there are three classes: 0 is everything else, 1 the letters, 2 the digits.
package struct ScalarClasses: Sendable {
  /// The first code point of each run of one class, ascending, starting with 0.
  package private(set) var starts: [UInt32] = [0]
  /// The class of each run.
  private(set) var classes: [Int32] = [0]
  private(set) var count = 1
  /// Whether each class consists of word characters; only meaningful if the pattern has word boundaries.
  private(set) var isWord: [Bool] = [false]
  /// For each set, one bit per class.
  private var members: [UInt64] = []
  private var wordsPerSet = 1
  private var asciiClasses: [Int32] = []

  /// The classes of `pattern`; nil if they and its sets form a table of more than a million words, or if the sets have
  /// more than sixteen million runs in total.
  init?(of pattern: ParsedPattern) {
    var sets = pattern.sets
    if pattern.usesBoundaries { sets.append(.wordCharacters) }
    splitRuns(at: sets)
    var runCount = 0
    for set in sets {
      runCount += runs(in: set).reduce(0) { $0 + $1.count }
      if runCount > 1 << 24 { return nil }
    }
    var renamed: [Int32] = []
    for set in sets { refine(by: set, &renamed) }
    joinRuns()
    wordsPerSet = (count + 63) / 64
    guard wordsPerSet * sets.count <= 1 << 20 else { return nil }
    members = [UInt64](repeating: 0, count: wordsPerSet * sets.count)
    for (number, set) in sets.enumerated() {
      for run in runs(in: set).joined() {
        let scalarClass = Int(classes[run])
        members[number * wordsPerSet + scalarClass / 64] |= 1 << UInt64(scalarClass % 64)
      }
    }
    isWord = (0..<count).map { pattern.usesBoundaries && contains(set: sets.count - 1, scalarClass: $0) }
    asciiClasses = (0..<128).map { classes[run(of: $0)] }
  }

  @inline(__always)
  func contains(set: Int, scalarClass: Int) -> Bool {
    members[set &* wordsPerSet &+ scalarClass &>> 6] & (1 << UInt64(truncatingIfNeeded: scalarClass & 63)) != 0
  }

  @inline(__always)
  package func scalarClass(of scalar: UInt32) -> Int {
    scalar < 128 ? Int(asciiClasses[Int(scalar)]) : Int(classes[run(of: scalar)])
  }

  /// The common class of all code points in `range`, if there is one.
  func commonClass(of range: ScalarRange) -> Int? {
    let first = run(of: range.lowerBound)
    return first + 1 == starts.count || starts[first + 1] > range.upperBound ? Int(classes[first]) : nil
  }

  /// The last run that starts at or before `scalar`.
  private func run(of scalar: UInt32) -> Int { starts.partitioningIndex { $0 > scalar } - 1 }
}

// MARK: - Partition

extension ScalarClasses {
  private mutating func splitRuns(at sets: [ScalarSet]) {
    var boundaries: [UInt32] = [0]
    for range in sets.lazy.flatMap(\.ranges) {
      boundaries.append(range.lowerBound)
      if range.upperBound < ScalarSet.last { boundaries.append(range.upperBound + 1) }
    }
    boundaries.sort()
    starts = []
    for boundary in boundaries where boundary != starts.last { starts.append(boundary) }
    classes = [Int32](repeating: 0, count: starts.count)
  }

  /// Splits the classes of the runs of `set` off as new classes. `renamed` is scratch memory.
  private mutating func refine(by set: ScalarSet, _ renamed: inout [Int32]) {
    if count > 2 * starts.count { renumber() }
    renamed.append(contentsOf: repeatElement(-1, count: max(0, count - renamed.count)))
    var olds: [Int] = []
    for run in runs(in: set).joined() {
      let old = Int(classes[run])
      if renamed[old] < 0 {
        renamed[old] = Int32(count)
        count += 1
        olds.append(old)
      }
      classes[run] = renamed[old]
    }
    for old in olds { renamed[old] = -1 }
  }

  /// Renumbers classes in order of their first run, and removes empty ones.
  private mutating func renumber() {
    var numbers = [Int32](repeating: -1, count: count)
    count = 0
    for run in classes.indices {
      let old = Int(classes[run])
      if numbers[old] < 0 {
        numbers[old] = Int32(count)
        count += 1
      }
      classes[run] = numbers[old]
    }
  }

  private mutating func joinRuns() {
    renumber()
    var joined = 0
    for run in classes.indices where run == 0 || classes[run] != classes[joined - 1] {
      starts[joined] = starts[run]
      classes[joined] = classes[run]
      joined += 1
    }
    starts.removeLast(starts.count - joined)
    classes.removeLast(classes.count - joined)
  }

  /// The runs that form `set`, after ``splitRuns(at:)`` has processed it.
  private func runs(in set: ScalarSet) -> [Range<Int>] {
    set.ranges.map { range in
      run(of: range.lowerBound)..<(range.upperBound == ScalarSet.last ? starts.count : run(of: range.upperBound + 1))
    }
  }
}
