// MARK: - Arrays

extension VerdictRun {
  mutating func array(_ array: UnsafePointer<Tables.Array>, _ node: JSONNode) -> Bool {
    let array = array.pointee
    let end = node.contentEnd
    var index = node.contentStart
    var count = 0
    while index < end {
      if count >= array.maximum { return false }
      let element = node[at: index]
      if count < array.prefixCount, !check(layout.pointee.lists[Int(array.firstPrefix) &+ count], element) {
        return false
      }
      if array.items >= 0, count >= array.from {
        if dropsElements, array.isLossy {
          if !holds(array.items, element) { dropped.append(element.index) }
        } else if !check(array.items, element) {
          return false
        }
      }
      index = element.nextIndex
      count &+= 1
    }
    return count >= array.minimum
  }

  mutating func contains(_ step: Tables.Step, _ node: JSONNode) -> Bool {
    var count = 0
    for element in node.elements where holds(step.schema, element) { count += 1 }
    return count >= step.first && (step.second < 0 || count <= step.second)
  }
}

// MARK: - Objects

extension VerdictRun {
  /// Checks the members, and that their names differ, if no pass before this one has.
  mutating func object(_ object: UnsafePointer<Tables.Object>, _ node: JSONNode) -> Bool {
    let owns = node.index >= namesChecked
    if owns {
      guard checkNames(before: node.index, node) else { return false }
      namesChecked = node.index &+ 1
    }
    var members = Members(node)
    let isValid = check(&members, object, node, owns)
    // Members that have rows, each of its own, and one without have different names.
    if owns, !isValid || members.uncertainCount > 1, !hasRepeatedName, node.repeatedOwnName() != nil {
      hasRepeatedName = true
    }
    return isValid && !hasRepeatedName
  }

  /// What is known of the members so far.
  private struct Members {
    var index: Int
    var count = 0
    /// The bits of the rows that have been met.
    var seen: UInt64 = 0
    /// Members whose names may be equal to others.
    var uncertainCount = 0

    init(_ node: JSONNode) { index = node.contentStart }
  }

  @inline(__always)
  private mutating func check(
    _ members: inout Members, _ object: UnsafePointer<Tables.Object>, _ node: JSONNode, _ owns: Bool
  ) -> Bool {
    let end = node.contentEnd
    var expected: Int32 = 0
    while members.index < end {
      let name = node[at: members.index]
      let value = node[at: members.index &+ 1]
      members.index = value.nextIndex
      members.count &+= 1
      let place = row(name, object, expected)
      if place >= 0 {
        expected = place &+ 1
        let row = rows + Int(object.pointee.firstRow &+ place)
        let bit = row.pointee.bit
        if members.seen & bit != 0 {
          // The same name again.
          if owns { hasRepeatedName = true }
          if owns { return false }
        }
        members.seen |= bit
        if bit == 0 { members.uncertainCount &+= 1 }
        let schema = row.pointee.schema
        if schema >= 0 {
          guard check(schema, value) else { return false }
        }
        if object.pointee.asksRowsAlone { continue }
        guard checkOthers(name, value, object, hasRow: schema != Tables.Row.undeclared) else { return false }
      } else {
        members.uncertainCount &+= 1
        if object.pointee.asksRowsAlone { continue }
        guard checkOthers(name, value, object, hasRow: false) else { return false }
      }
    }
    return members.seen & object.pointee.required == object.pointee.required
      && members.count >= object.pointee.minimum && members.count <= object.pointee.maximum
  }

  /// What is asked of a member beside its row.
  private mutating func checkOthers(
    _ name: JSONNode, _ value: JSONNode, _ object: UnsafePointer<Tables.Object>, hasRow: Bool
  ) -> Bool {
    var isCovered = hasRow
    for place in 0..<Int(object.pointee.patternCount) {
      let pattern = layout.pointee.patternRows + (Int(object.pointee.firstPattern) + place)
      let isMatch =
        pattern.pointee.automaton != 0
        ? matches(pattern.pointee.automaton, name)
        : tables.program.matches(pattern.pointee.pattern, name) != .noMatch
      guard isMatch else { continue }
      isCovered = true
      if pattern.pointee.schema >= 0, !check(pattern.pointee.schema, value) { return false }
    }
    if !isCovered, object.pointee.additional >= 0, !check(object.pointee.additional, value) { return false }
    // A name is a string like any other in the index.
    return object.pointee.names < 0 || check(object.pointee.names, name)
  }
}

// MARK: - Names

extension VerdictRun {
  /// The row of a name, counted from the object's first; negative when it has none.
  ///
  /// - Parameter expected: the row after that of the member before, which is nearly always the one.
  @inline(__always)
  private func row(_ name: JSONNode, _ object: UnsafePointer<Tables.Object>, _ expected: Int32) -> Int32 {
    if name.kind == .escapedString { return unescapedRow(name, object) }
    let key = key(name)
    let first = rows + Int(object.pointee.firstRow)
    if expected < object.pointee.rowCount, key.equals(first[Int(expected)].name, in: pool) { return expected }
    return otherRow(key, object, expected)
  }

  @inline(never)
  private func unescapedRow(_ name: JSONNode, _ object: UnsafePointer<Tables.Object>) -> Int32 {
    name.withUTF8 { otherRow(VerdictKey($0), object, 0) }
  }

  /// Looks at the rows after the expected one first: members that are not required are left out.
  @inline(never)
  private func otherRow(_ key: VerdictKey, _ object: UnsafePointer<Tables.Object>, _ expected: Int32) -> Int32 {
    let first = rows + Int(object.pointee.firstRow)
    let count = object.pointee.rowCount
    if object.pointee.order >= 0 { return orderedRow(key, object) }
    var place = expected
    while place < count {
      if key.equals(first[Int(place)].name, in: pool) { return place }
      place &+= 1
    }
    place = 0
    let end = Swift.min(expected, count)
    while place < end {
      if key.equals(first[Int(place)].name, in: pool) { return place }
      place &+= 1
    }
    return -1
  }

  /// Halves the rows in their order until few are left.
  private func orderedRow(_ key: VerdictKey, _ object: UnsafePointer<Tables.Object>) -> Int32 {
    let first = rows + Int(object.pointee.firstRow)
    let order = layout.pointee.lists + Int(object.pointee.order)
    var (start, end) = (0, Int(object.pointee.rowCount))
    while end &- start > 1 {
      let middle = (start &+ end) / 2
      if key.isLess(than: first[Int(order[middle])].name, in: pool) { end = middle } else { start = middle }
    }
    return start < end && key.equals(first[Int(order[start])].name, in: pool) ? order[start] : -1
  }

  /// Compares the names of all objects before a place in the index whose names have not been compared yet: those to
  /// which no schema was applied.
  @inline(__always)
  mutating func checkNames(before end: Int, _ node: JSONNode) -> Bool {
    while namesChecked < end {
      let other = node[at: namesChecked]
      namesChecked &+= 1
      if other.kind == .object, other.repeatedOwnName() != nil {
        hasRepeatedName = true
        return false
      }
    }
    return true
  }

  /// `required`, `dependentRequired` and `dependentSchemas`, where names are looked for one by one.
  mutating func names(_ place: Int, _ node: JSONNode) -> Bool {
    let program = tables.program
    switch program.steps[place].instruction {
    case .required(let run):
      let members = Program.MemberTable(node, asked: run.count)
      return run.range.allSatisfy { program.hasMember(program.nameLists[$0], node, members) }
    case .dependentRequired(let run):
      let members = Program.MemberTable(node, asked: run.count)
      for row in program.rows[run.range] where program.hasMember(row.name, node, members) {
        let names = program.nameLists[program.dependencies[Int(row.schema)].range]
        guard names.allSatisfy({ program.hasMember($0, node, members) }) else { return false }
      }
      return true
    case .dependentSchemas(let run):
      let members = Program.MemberTable(node, asked: run.count)
      for row in program.rows[run.range] where program.hasMember(row.name, node, members) {
        guard check(row.schema, node) else { return false }
      }
      return true
    default: return true
    }
  }
}
