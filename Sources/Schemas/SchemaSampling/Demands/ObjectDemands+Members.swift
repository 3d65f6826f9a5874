import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

extension ObjectDemands {
  /// The names that rules declare, in order.
  var declared: [String] {
    let lists = rules.compactMap { if case .named(let named) = $0.reach { named.members } else { nil } }
    // The members of one schema are distinct.
    if lists.count == 1 { return lists[0].map(\.name) }
    return Array(NameList(lists.joined().map(\.name)))
  }

  /// Hides the members that these rules name.
  mutating func hideMembers(of range: PartialRangeFrom<Int>) {
    for case .named(let named) in rules[range].map(\.reach) {
      for member in named.members { hidden.append(member.name) }
    }
  }

  var patterns: [Int32] {
    rules.flatMap { rule -> [Int32] in
      guard case .patterned(let rows) = rule.reach else { return [] }
      return rows.map(\.pattern)
    }
  }

  /// Returns the names with all names that they require; nil if one of those is forbidden.
  func closure(of names: [String]) -> NameList? {
    var closure = NameList(names)
    var index = 0
    while !dependencies.isEmpty, index < closure.count {
      for dependency in dependencies where dependency.name.isIdentical(to: closure[index]) {
        for name in dependency.required { closure.append(name) }
      }
      index += 1
    }
    return closure.contains { forbidden.contains(exactly: $0) } ? nil : closure
  }

  /// Returns the conjuncts that the rules apply to a member.
  func conjuncts(of name: String, _ oracle: ProgramOracle) -> [Conjunct] {
    var conjuncts: [Conjunct] = []
    for (index, rule) in rules.enumerated() {
      switch rule.reach {
      case .named(let named): if let member = named[name] { conjuncts.append(member) }
      case .patterned(let rows): conjuncts += rows.filter { oracle.matches($0.pattern, name) }.map(\.member)
      case .additional(let member, let named, let patterned):
        if !oracle.covers(name, named, patterned) { conjuncts.append(member) }
      case .unevaluated(let member, let start):
        if !isEvaluated(name, by: rules[start..<index], oracle) { conjuncts.append(member) }
      }
    }
    return conjuncts
  }

  private func isEvaluated(_ name: String, by rules: ArraySlice<Rule>, _ oracle: ProgramOracle) -> Bool {
    rules.contains { rule in
      guard rule.evaluates else { return false }
      return switch rule.reach {
      case .named(let named): named[name] != nil
      case .patterned(let rows): rows.contains { oracle.matches($0.pattern, name) }
      case .additional(_, let named, let patterned): !oracle.covers(name, named, patterned)
      // It leaves nothing unevaluated.
      case .unevaluated: true
      }
    }
  }

  /// Whether the schemas describe members of other names and do not reject them.
  func describesOthers(_ oracle: ProgramOracle) -> Bool {
    !refusesOthers(oracle)
      && rules.contains { rule in
        switch rule.reach {
        case .additional(let member, _, _), .unevaluated(let member, _):
          !member.isNegated && !oracle.steps(of: member.schema).isEmpty
        case .named, .patterned: false
        }
      }
  }

  func refusesOthers(_ oracle: ProgramOracle) -> Bool {
    rules.contains { rule in
      switch rule.reach {
      case .additional(let member, _, _), .unevaluated(let member, _):
        !member.isNegated && oracle.isNever(member.schema)
      case .named, .patterned: false
      }
    }
  }
}

extension ProgramOracle {
  /// Whether a name matches a pattern. A match that exceeds its budget counts as one, as in the evaluator.
  func matches(_ pattern: Int32, _ name: String) -> Bool {
    (try? program.patterns[Int(pattern)].matches(name)) ?? true
  }

  /// Whether a name is listed in one run or matches a pattern of the other.
  func covers(_ name: String, _ named: Instruction.Run, _ patterned: Instruction.Run) -> Bool {
    program.rows(of: named).contains { program.names[Int($0.name)].isIdentical(to: name) }
      || program.rows(of: patterned).contains { matches($0.name, name) }
  }
}
