// Finding names and values: by linear search in short lists, by halves in long ones.
extension Program {
  /// Whether an object has a member with the name at this index.
  ///
  /// - Parameter table: the object's members, if there are many of them and many names to look up.
  func hasMember(_ name: Int32, _ node: UnsafeJSONNode, _ table: MemberTable?) -> Bool {
    if let table {
      guard let member = withName(name, { table.members[MemberTable.hash($0)] }) else { return false }
      if isName(name, member) { return true }
    }
    for member in node.members where isName(name, member.name) { return true }
    return false
  }

  func isName(_ name: Int32, _ node: UnsafeJSONNode) -> Bool { withName(name) { node.equals($0) } }

  /// The index of the row with a name.
  func row(named name: UnsafeJSONNode, in run: Instruction.Run) -> Int? {
    guard run.count > Program.longestSearch, run.range.upperBound <= rowOrder.count else {
      return run.range.first { isName(rows[$0].name, name) }
    }
    let order = rowOrder[run.range]
    let place = name.withUTF8 { name in
      order.partitioningIndex { row in withName(rows[Int(row)].name) { Self.order($0, name) >= 0 } }
    }
    guard place < order.endIndex, isName(rows[Int(order[place])].name, name) else { return nil }
    return Int(order[place])
  }

  /// The schema of the row with a name.
  func schema(named name: UnsafeJSONNode, in run: Instruction.Run) -> SchemaID? {
    row(named: name, in: run).map { rows[$0].schema }
  }

  /// Whether members with a name are among some members, wherever they stand.
  func inclusion(in members: Members, _ name: UnsafeJSONNode) -> PatternOutcome {
    switch members {
    case .named(let own): return isName(own, name) ? .match : .noMatch
    case .matching(let pattern): return matches(pattern, name)
    case .others(let named, let patterned):
      if row(named: name, in: named) != nil { return .noMatch }
      var outcome = PatternOutcome.match
      for row in rows[patterned.range] {
        switch matches(row.name, name) {
        case .match: return .noMatch
        case .exhausted: outcome = .exhausted
        case .noMatch: break
        }
      }
      return outcome
    case .unevaluated, .reached: return .exhausted
    }
  }

  /// Whether a value is among the constants of a run.
  func contains(_ run: Range<Int>, _ node: UnsafeJSONNode) -> Bool {
    guard run.count > Program.longestSearch, run.upperBound <= valueOrder.count, let last = valueOrder[run].last else {
      return run.contains { node.isEqual(to: values[$0]) }
    }
    let isContainer = node.isArray || node.isObject
    if isContainer, !last.isContainer { return false }
    let hash = node.valueHash
    let first = valueOrder[run].partitioningIndex { !$0.isBefore(isContainer, hash) }
    let places = valueOrder[first..<run.upperBound].prefix { $0.isContainer == isContainer && $0.hash == hash }
    return places.contains { node.isEqual(to: values[$0.index]) }
  }

  /// Whether a string matches a pattern.
  @inline(never)
  func matches(_ pattern: Instruction.Constant, _ node: UnsafeJSONNode) -> PatternOutcome {
    node.withUTF8 { patterns[Int(pattern)].match($0) }
  }

  /// The issue for a pattern that exhausted its steps.
  func exhausted(_ pattern: Instruction.Constant) -> ValidationIssue.Kind {
    let pattern = patterns[Int(pattern)]
    return .patternExhausted(expected: pattern.source, limit: pattern.stepBudget)
  }

  /// The names of an object's members by hash. If several names have the same hash, the first is stored.
  struct MemberTable {
    fileprivate let members: [Int: UnsafeJSONNode]

    /// - Parameter count: the number of names to look up.
    /// - Returns: nil if a linear search is faster.
    init?(_ node: UnsafeJSONNode, asked count: Int32) {
      guard count > Program.longestSearch, node.childCount > Program.longestSearch else { return nil }
      members = Dictionary(node.members.map { ($0.name.withUTF8 { Self.hash($0) }, $0.name) }) { a, _ in a }
    }

    fileprivate static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(name))
      return hasher.finalize()
    }
  }
}
