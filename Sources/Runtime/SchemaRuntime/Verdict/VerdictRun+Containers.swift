// MARK: - Arrays

extension VerdictRun {
  mutating func array(_ array: UnsafePointer<Tables.Array>, _ node: UnsafeJSONNode) -> Bool {
    let array = array.pointee
    let end = node.contentEnd
    var index = node.contentStart
    var count = 0
    let hasRoom = array.items.map { records[$0.index].levels <= levelsLeft } ?? false
    let plainKinds = hasRoom && array.prefixCount == 0 && array.from == 0 ? array.plainKinds : 0
    let plainScalars = plainKinds & (1 << UInt16(UnsafeJSONNode.Kind.array.rawValue) - 1)
    while index < end {
      if count >= array.maximum { return false }
      let element = node[at: index]
      if plainKinds &>> UInt16(element.kind.rawValue) & 1 != 0 {
        index = element.nextIndex
        count &+= 1
        // Most arrays contain scalars of one type.
        while index < end, plainScalars &>> UInt16(node[at: index].kind.rawValue) & 1 != 0 {
          index &+= 1
          count &+= 1
        }
        continue
      }
      if count < array.prefixCount, !check(layout.pointee.schemas[Int(array.firstPrefix) &+ count], element) {
        return false
      }
      if let items = array.items, count >= array.from {
        if dropsElements, array.isLossy {
          if !holds(items, element) { dropped.append(element.index) }
        } else if !check(items, element) {
          return false
        }
      }
      index = element.nextIndex
      count &+= 1
    }
    return count >= array.minimum && count <= array.maximum
  }

  mutating func contains(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    var count = 0
    for element in node.elements where holds(step.schema, element) { count += 1 }
    return count >= step.first && (step.second < 0 || count <= step.second)
  }
}

// MARK: - Objects

extension VerdictRun {
  /// Checks the members and, if no earlier pass has, that their names differ.
  mutating func object(_ object: UnsafePointer<Tables.Object>, _ node: UnsafeJSONNode) -> Bool {
    guard node.index >= namesChecked else {
      var uncertainCount = 0
      return check(object, node, ownsNames: false, &uncertainCount)
    }
    guard checkNames(before: node.index, node) else { return false }
    namesChecked = node.index &+ 1
    var uncertainCount = 0
    let isValid = check(object, node, ownsNames: true, &uncertainCount)
    // Members with distinct rows and one without a row have different names.
    if isValid, uncertainCount < 2 { return true }
    return !isRepeating(node) && isValid
  }

  @inline(never)
  private mutating func isRepeating(_ node: UnsafeJSONNode) -> Bool {
    if !hasRepeatedName { hasRepeatedName = node.repeatedOwnName() != nil }
    return hasRepeatedName
  }

  /// - Parameters:
  ///   - ownsNames: whether to reject equal names here.
  ///   - uncertainCount: set to the number of members whose names may be equal to others.
  @inline(__always)
  private mutating func check(
    _ object: UnsafePointer<Tables.Object>, _ node: UnsafeJSONNode, ownsNames: Bool, _ uncertainCount: inout Int
  ) -> Bool {
    let end = node.contentEnd
    let first = rows + Int(object.pointee.firstRow)
    var expected = first
    var index = node.contentStart
    var count = 0
    // The bits of the rows seen so far.
    var seen: UInt64 = 0
    while index < end {
      let name = node[at: index]
      let value = node[at: index &+ 1]
      index = value.nextIndex
      count &+= 1
      guard let row = words.row(name, object, first, expected, layout) else {
        uncertainCount &+= 1
        if object.pointee.asksMoreOfOthers, !checkOther(name, value, object, hasRow: false) { return false }
        continue
      }
      expected = row + 1
      let bit = row.pointee.bit
      if seen & bit != 0, ownsNames {
        hasRepeatedName = true
        return false
      }
      seen |= bit
      if bit == 0 { uncertainCount &+= 1 }
      if let schema = row.pointee.schema, !check(schema, value) { return false }
      let isDeclared = row.pointee.isDeclared
      if object.pointee.asksMoreOfOthers, object.pointee.patternCount > 0 || !isDeclared,
        !checkOther(name, value, object, hasRow: isDeclared)
      {
        return false
      }
    }
    let required = object.pointee.required
    return seen & required == required && count >= object.pointee.minimum && count <= object.pointee.maximum
  }

  /// Checks a member beyond its row.
  @inline(never)
  private mutating func checkOther(
    _ name: UnsafeJSONNode, _ value: UnsafeJSONNode, _ object: UnsafePointer<Tables.Object>, hasRow: Bool
  ) -> Bool {
    var isCovered = hasRow
    for index in 0..<Int(object.pointee.patternCount) {
      let pattern = layout.pointee.patternRows + (Int(object.pointee.firstPattern) + index)
      if matches(pattern.pointee.tableSlot, pattern.pointee.pattern, name) == .noMatch { continue }
      isCovered = true
      if let schema = pattern.pointee.schema, !check(schema, value) { return false }
    }
    guard !isCovered, let additional = object.pointee.additional else { return true }
    return check(additional, value)
  }
}

// MARK: - Names

extension VerdictRun {
  /// Compares the names of all objects before an index entry that have not been compared yet, because no schema was
  /// applied to the objects.
  @inline(__always)
  mutating func checkNames(before end: Int, _ node: UnsafeJSONNode) -> Bool {
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

  /// Checks a keyword of objects that has no row in the tables: names are looked up one by one.
  mutating func names(_ step: Int, _ node: UnsafeJSONNode) -> Bool {
    switch tables.program.steps[step].instruction {
    case .object(.required(let run)):
      let members = Program.MemberTable(node, asked: run.count)
      return run.range.allSatisfy { tables.hasMember(tables.program.nameLists[$0], node, members) }
    case .object(.dependentRequired(let run)):
      let members = Program.MemberTable(node, asked: run.count)
      for row in tables.program.dependencies[run.range] where tables.hasMember(row.name, node, members) {
        let names = tables.program.nameLists[row.required.range]
        guard names.allSatisfy({ tables.hasMember($0, node, members) }) else { return false }
      }
      return true
    case .object(.applied(let keyword, let schema)):
      let count = node.childCount
      for (index, member) in node.members.enumerated() where keyword.reaches(index, of: count) {
        guard check(schema, keyword.part.isName ? member.name : member.value) else { return false }
      }
      return true
    case .inPlace(.dependentSchemas(let run)):
      let members = Program.MemberTable(node, asked: run.count)
      for row in tables.program.rows[run.range] where tables.hasMember(row.name, node, members) {
        guard check(row.schema, node) else { return false }
      }
      return true
    case .anyType, .number, .length, .text, .array, .object, .inPlace: return true
    }
  }
}
