// Long lists of names and values are searched by halves: a linear search for every member or element of a payload would
// take time proportional to the size of the schema. They are sorted arrays, because the first use of a dictionary takes
// the time of a small schema.
extension Program {
  /// The longest run that is searched linearly.
  static let longestSearch = 16

  /// A value's place in the order of its run: scalars come first, and each of both by hash.
  struct ValuePlace: Sendable {
    var isContainer = false
    var hash = 0
    var index = 0
  }

  /// Orders all long runs, also those that were ordered before the program was extended.
  mutating func addTables() {
    (rowOrder, valueOrder) = ([], [])
    for step in steps {
      switch step.instruction {
      case .object(.properties(let run)), .object(.additionalProperties(_, let run, _)): orderRows(of: run)
      case .anyType(.enumeration(let run)): orderValues(of: run)
      case .anyType, .number, .length, .text, .array, .object, .inPlace: break
      }
    }
  }

  private mutating func orderRows(of run: Instruction.Run) {
    guard run.count > Self.longestSearch else { return }
    if rowOrder.isEmpty { rowOrder = rows.indices.map { Int32(truncatingIfNeeded: $0) } }
    let places = rowOrder[run.range].sorted { a, b in
      let order = withName(rows[Int(a)].name) { a in withName(rows[Int(b)].name) { Self.order(a, $0) } }
      return order < 0 || order == 0 && a < b
    }
    rowOrder.replaceSubrange(run.range, with: places)
  }

  private mutating func orderValues(of run: Instruction.Run) {
    guard run.count > Self.longestSearch else { return }
    if valueOrder.isEmpty { valueOrder = Array(repeating: ValuePlace(), count: values.count) }
    let places = run.range.map { index in
      let isContainer = values[index].type == .array || values[index].type == .object
      return ValuePlace(isContainer: isContainer, hash: values[index].valueHash, index: index)
    }
    valueOrder.replaceSubrange(run.range, with: places.sorted { $0.isBefore($1.isContainer, $1.hash) })
  }

  /// Compares names, those of equal length byte by byte: the result is below zero if the first comes first.
  static func order(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    guard a.count == b.count else { return a.count - b.count }
    for index in a.indices where a[index] != b[index] { return Int(a[index]) - Int(b[index]) }
    return 0
  }

  /// The bytes of a name.
  func withName<Result>(_ name: Instruction.Constant, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = Int(nameStarts[Int(name)])
    let end = Int(nameStarts[Int(name) + 1])
    return nameBytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }
}

extension Program.ValuePlace {
  /// Whether it comes before those of other values.
  func isBefore(_ isContainer: Bool, _ hash: Int) -> Bool {
    self.isContainer == isContainer ? self.hash < hash : isContainer
  }
}
