import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

// The demands of a step that fails: the value has a kind that the keyword applies to, and violates it.
extension Gathering {
  /// A flat switch over the groups of instructions.
  mutating func violate(_ instruction: Instruction) throws(GatheringFailure) {
    switch instruction {
    case .anyType(.never): break
    case .anyType(.type(let types)): try keep(ValueKinds.all.subtracting(ValueKinds(types)))
    case .anyType(.enumeration(let run)): demands.excluded += oracle.program.values(of: run)
    case .anyType(.const(let index)): demands.excluded.append(oracle.program.values[Int(index)])
    case .number(.multipleOf(let index)):
      try keep(.number)
      demands.number.nonMultiples.append(oracle.program.numbers[Int(index)])
    case .number(.bound(let limit, let index)):
      try keep(.number)
      demands.number.add(limit.opposite, oracle.program.numbers[Int(index)])
    case .length(let measure, let limit):
      try keep(ValueKinds(measure.type))
      // No length is below 0, and no value in memory exceeds the largest limit.
      guard let opposite = limit.opposite else { throw .contradiction }
      demands.add(measure, opposite)
    case .text(let test):
      try keep(.string)
      violate(test)
    case .array(let keyword):
      try keep(.array)
      try violate(keyword)
    case .object(let keyword):
      try keep(.object)
      try violate(keyword)
    case .inPlace(let applicator): try violate(applicator)
    case .anyType(.annotation): throw .contradiction
    case .anyType(.unusable): throw .tooMuch
    }
  }

  private mutating func violate(_ keyword: Instruction.ArrayKeyword) throws(GatheringFailure) {
    func demandSome(_ item: Conjunct, from: Int, isExact: Bool) throws(GatheringFailure) {
      demands.add(.items, .atLeast(try more(than: from)))
      demands.array.somewhere.append((item, from, isExact))
    }
    switch keyword {
    case .uniqueItems:
      demands.add(.items, .atLeast(2))
      demands.array.repeats = true
    case .prefixItems(let run):
      let rows = oracle.program.rows(of: run)
      guard !rows.isEmpty else { throw .contradiction }
      let index = choose(rows.count)
      try demandSome(Conjunct(rows[index].schema, isNegated: true), from: index, isExact: true)
    case .items(let items, let from): try demandSome(Conjunct(items, isNegated: true), from: from, isExact: false)
    case .unevaluatedItems(let items): try demandSome(Conjunct(items, isNegated: true), from: 0, isExact: false)
    case .contains(let item, let min, let max, _):
      let isTooFew = max < 0 || min > 0 && choose(2) == 0
      if isTooFew, min < 1 { throw .contradiction }
      let limits = isTooFew ? (min: 0, max: min - 1) : (min: try more(than: max), max: Int.max)
      demands.array.contains.append(
        ArrayDemands.Contains(item: Conjunct(item), min: limits.min, max: limits.max, evaluates: false))
    }
  }

  private mutating func violate(_ keyword: Instruction.ObjectKeyword) throws(GatheringFailure) {
    let program = oracle.program
    switch keyword {
    case .required(let run): try forbid(try one(of: program.names(of: run)))
    case .localOnly(let run): try require(try one(of: program.names(of: run)))
    case .dependentRequired(let run):
      let row = try one(of: program.dependencies(of: run).filter { !$0.required.isEmpty })
      try require(row.name)
      try forbid(try one(of: row.required))
    case .properties(let run):
      let member = try one(of: program.members(of: run))
      try require(member.name)
      demands.object.named.append((member.name, Conjunct(member.schema, isNegated: true)))
    case .patternProperties(let run):
      let row = try one(of: program.rows(of: run))
      demands.object.unnamed.append(
        ObjectDemands.Unnamed(member: Conjunct(row.schema, isNegated: true), pattern: row.name))
    case .additionalProperties(let schema, let named, let patterned):
      demands.object.unnamed.append(
        ObjectDemands.Unnamed(
          member: Conjunct(schema, isNegated: true), excluding: named,
          otherPatterns: program.rows(of: patterned).map(\.name)))
    case .unevaluatedProperties(let schema):
      demands.object.unnamed.append(ObjectDemands.Unnamed(member: Conjunct(schema, isNegated: true)))
    case .applied(.propertyNames, let names):
      demands.object.unnamed.append(ObjectDemands.Unnamed(name: Conjunct(names, isNegated: true)))
    }
    if !demands.object.unnamed.isEmpty { demands.add(.members, .atLeast(1)) }
  }

  private mutating func violate(_ applicator: Instruction.InPlaceApplicator) throws(GatheringFailure) {
    let program = oracle.program
    switch applicator {
    case .ref(let target): try refuse(target)
    case .allOf(let run): try refuse(try one(of: program.rows(of: run)).schema)
    case .anyOf(let run): for row in program.rows(of: run) { try refuse(row.schema) }
    case .oneOf(let run): try violateOneOf(program.rows(of: run))
    case .not(let negated): try apply(negated)
    case .conditional(let condition, let then, let otherwise):
      let ways = [(true, then), (false, otherwise)].compactMap { holds, branch in branch.map { (holds, $0) } }
      let (holds, branch) = try one(of: ways)
      if holds { try apply(condition) } else { try refuse(condition) }
      try refuse(branch)
    case .dependentSchemas(let run):
      try keep(.object)
      let member = try one(of: program.members(of: run))
      try require(member.name)
      try refuse(member.schema)
    }
  }

  /// Makes no branch valid, or two.
  private mutating func violateOneOf(_ rows: [Program.Row]) throws(GatheringFailure) {
    // Without branches, none holds.
    if rows.isEmpty { return }
    let first = choose(rows.count)
    guard first > 0 else {
      for row in rows { try refuse(row.schema) }
      return
    }
    let second = first + choose(rows.count - first)
    try apply(rows[first - 1].schema)
    try apply(rows[second].schema)
  }

  private mutating func one<Element>(of elements: [Element]) throws(GatheringFailure) -> Element {
    if elements.isEmpty { throw .contradiction }
    return elements[elements.count == 1 ? 0 : choose(elements.count)]
  }

  private func more(than count: Int) throws(GatheringFailure) -> Int {
    // No value in memory exceeds the largest limit.
    if count == .max { throw .contradiction }
    return count + 1
  }
}
