import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

// The demands of a step that holds.
extension Gathering {
  /// A flat switch over the groups of instructions.
  mutating func demand(_ instruction: Instruction, _ scope: RuleScope) throws(GatheringFailure) {
    switch instruction {
    case .anyType(.never): throw .contradiction
    case .anyType(.type(let types)): try keep(ValueKinds(types))
    case .anyType(.enumeration(let run)): try demand(constants: oracle.program.values(of: run))
    case .anyType(.const(let index)): try demand(constants: [oracle.program.values[Int(index)]])
    case .number(.multipleOf(let index)):
      demands.mentioned.formUnion(.number)
      demands.number.multiples.append(oracle.program.numbers[Int(index)])
    case .number(.bound(let limit, let index)):
      demands.mentioned.formUnion(.number)
      demands.number.add(limit, oracle.program.numbers[Int(index)])
    case .length(let measure, let limit):
      demands.mentioned.formUnion(ValueKinds(measure.type))
      demands.add(measure, limit)
    case .text(let test): demand(test)
    case .array(let keyword): demand(keyword, scope)
    case .object(let keyword): try demand(keyword, scope)
    case .inPlace(let applicator): try demand(applicator)
    // For callers that know the keyword.
    case .anyType(.annotation): break
    // Neither values nor counterexamples are known.
    case .anyType(.unusable): throw .tooMuch
    }
  }

  private mutating func demand(_ applicator: Instruction.InPlaceApplicator) throws(GatheringFailure) {
    switch applicator {
    case .ref(let target): try apply(target)
    case .allOf(let run): for row in oracle.program.rows(of: run) { try apply(row.schema) }
    case .anyOf(let run):
      let rows = oracle.program.rows(of: run)
      guard !rows.isEmpty else { throw .contradiction }
      let chosen = choose(of: rows)
      try apply(rows[chosen].schema)
      guard takesAllBranches else { return }
      for (index, row) in rows.enumerated() where index != chosen { try apply(row.schema) }
    case .oneOf(let run):
      let rows = oracle.program.rows(of: run)
      guard !rows.isEmpty else { throw .contradiction }
      let chosen = choose(of: rows)
      try apply(rows[chosen].schema)
      guard excludesOthers else { return }
      for (index, row) in rows.enumerated() where index != chosen { try refuse(row.schema) }
    case .not(let negated): try refuse(negated)
    case .conditional(let condition, let then, let otherwise):
      let isImpossible = otherwise.map { oracle.target(of: $0) == oracle.target(of: condition) } ?? false
      if isImpossible || choose(2) == 0 {
        try apply(condition)
        if let then { try apply(then) }
      } else {
        try refuse(condition)
        if let otherwise { try apply(otherwise) }
      }
    case .dependentSchemas(let run):
      demands.mentioned.formUnion(.object)
      for (name, schema) in oracle.program.members(of: run) {
        if demands.object.forbidden.contains(exactly: name) { continue }
        // Other kinds satisfy the keyword anyway. They are covered by the case of an object without the member.
        if choose(2) == 1 {
          try keep(.object)
          try require(name)
          try apply(schema)
        } else {
          try forbid(name)
        }
      }
    }
  }

  private mutating func demand(constants: [JSONValue]) throws(GatheringFailure) {
    if let known = demands.constants {
      let both = Set(constants)
      demands.constants = known.filter { both.contains($0) }
    } else {
      demands.constants = oracle.tellsIntegersApart ? spellings(of: constants) : constants
    }
    if demands.constants?.isEmpty ?? false { throw .contradiction }
  }

  private mutating func spellings(of constants: [JSONValue]) -> [JSONValue] {
    constants.flatMap { constant in
      if let spellings = constant.integerSpellings(atMost: Self.maximumSpellings) { return spellings }
      demands.lacksSpellings = true
      return [constant]
    }
  }

  /// Adds the values of an annotation that lists values.
  mutating func suggest(_ value: JSONValue, by keyword: String?) {
    guard evaluates, demands.suggestions.count < 20 else { return }
    switch keyword {
    case "examples": demands.suggestions += value.array?.prefix(10) ?? []
    case "default": demands.suggestions.append(value)
    default: break
    }
  }

  private mutating func demand(_ keyword: Instruction.ArrayKeyword, _ scope: RuleScope) {
    demands.mentioned.formUnion(.array)
    switch keyword {
    case .uniqueItems: demands.array.isUnique = true
    case .prefixItems(let run):
      let items = oracle.program.rows(of: run).map { Conjunct($0.schema) }
      demands.array.rules.append(ArrayDemands.Rule(reach: .first(items), evaluates: evaluates))
    case .items(let items, let from):
      demands.array.rules.append(ArrayDemands.Rule(reach: .rest(Conjunct(items), from: from), evaluates: evaluates))
    case .contains(let item, let min, let max, let isEvaluating):
      demands.array.contains.append(
        ArrayDemands.Contains(
          item: Conjunct(item), min: min, max: max < 0 ? .max : max, evaluates: isEvaluating && evaluates))
    case .unevaluatedItems(let items):
      let reach = ArrayDemands.Rule.Reach.unevaluated(
        Conjunct(items), since: scope, containsEnd: demands.array.contains.count)
      demands.array.rules.append(ArrayDemands.Rule(reach: reach, evaluates: evaluates))
    }
  }

  private mutating func demand(_ keyword: Instruction.ObjectKeyword, _ scope: RuleScope) throws(GatheringFailure) {
    demands.mentioned.formUnion(.object)
    let program = oracle.program
    func add(_ reach: ObjectDemands.Rule.Reach) {
      demands.object.rules.append(ObjectDemands.Rule(reach: reach, evaluates: evaluates))
    }
    switch keyword {
    case .required(let run):
      stepCount += Int(run.count) / 100
      for name in program.names(of: run) { try require(name) }
    case .localOnly(let run): for name in program.names(of: run) { try forbid(name) }
    case .dependentRequired(let run): demands.object.dependencies += program.dependencies(of: run)
    case .applied(.propertyNames, let names): demands.object.names.append(Conjunct(names))
    case .properties(let run):
      stepCount += Int(run.count) / 100
      add(.named(NamedConjuncts(program.members(of: run).map { ($0.name, Conjunct($0.schema)) })))
    case .patternProperties(let run):
      add(.patterned(program.rows(of: run).map { ($0.name, Conjunct($0.schema)) }))
    case .additionalProperties(let schema, let named, let patterned):
      add(.additional(Conjunct(schema), named: named, patterned: patterned))
    case .unevaluatedProperties(let schema): add(.unevaluated(Conjunct(schema), since: scope.members))
    }
  }
}
