import SchemaDemands
import SchemaRuntime

// Conjunctions of which all values can be listed.
extension EmptinessProof {
  /// Values after which a list is given up.
  private static let maximumValues = 100

  /// The values that satisfy a conjunction, where they are few; equal numbers once.
  mutating func finiteValues(of conjuncts: [Conjunct]) -> [JSONValue]? {
    guard nesting < 8 else { return nil }
    nesting += 1
    defer { nesting -= 1 }
    var found: Set<JSONValue> = []
    var choices = Choices()
    repeat {
      guard stepsLeft > 0 else { return nil }
      var gathering = Gathering(ground, choices)
      do throws(GatheringFailure) {
        try gathering.add(conjuncts)
        guard let values = finiteValues(of: certain(gathering)) else { return nil }
        found.formUnion(values)
        if found.count > Self.maximumValues { return nil }
      } catch {
        if error == .tooMuch { return nil }
      }
      stepsLeft -= gathering.stepCount + 1
      choices = gathering.choices
    } while choices.advance()
    stepsLeft -= found.count * 10
    return found.filter { ground.hold(conjuncts, $0) }
  }

  /// Values among which are all that satisfy demands; nil where they are many, or nobody knows.
  mutating func finiteValues(of demands: Demands) -> [JSONValue]? {
    if let constants = demands.constants {
      return constants.count > Self.maximumValues ? nil : constants
    }
    var values: [JSONValue] = []
    for kind in ValueKinds.each where demands.kinds.contains(kind) {
      switch kind {
      case .null: values.append(.null)
      case .boolean: values += [false, true]
      case .plainInteger, .pointedInteger:
        if kind == .pointedInteger, demands.kinds.contains(.plainInteger) { continue }
        guard let grid = NumberGrid(demands.number, kind: .plainInteger) else { return nil }
        if grid.isEmpty { continue }
        guard !grid.isDense, let low = grid.low, let count = grid.count, count <= Int128(Self.maximumValues) else {
          return nil
        }
        for offset in 0..<count {
          guard let number = grid.number(at: low + offset) else { return nil }
          values.append(.number(number))
        }
      case .fraction: if !isEmpty(kind, demands) { return nil }
      case .string:
        if demands.string.lengths.most(.scalars) == 0 {
          values.append("")
        } else if !isEmpty(kind, demands) {
          return nil
        }
      case .array:
        guard let arrays = arrays(of: demands.array) else { return nil }
        values += arrays
      default:
        guard let objects = objects(of: demands.object) else { return nil }
        values += objects
      }
      if values.count > Self.maximumValues { return nil }
    }
    return values
  }

  private mutating func arrays(of limits: ArrayDemands) -> [JSONValue]? {
    let most = limits.lengths.most(.items)
    guard most <= 4 else { return nil }
    var all: [[JSONValue]] = [[]]
    var longest: [[JSONValue]] = [[]]
    for place in 0..<most {
      guard let elements = finiteValues(of: limits.withoutUnevaluated.conjuncts(at: place, matching: nil)) else {
        return nil
      }
      longest = longest.flatMap { start in elements.map { start + [$0] } }
      all += longest
      if all.count > Self.maximumValues { return nil }
    }
    return all.map { .array($0) }
  }

  private mutating func objects(of limits: ObjectDemands) -> [JSONValue]? {
    guard let names = possibleNames(limits), names.count <= 8 else { return nil }
    var all = [JSONObject()]
    for name in names {
      let asked = limits.named.filter { $0.name.isIdentical(to: name) }.map(\.member)
      let isRequired = limits.required.contains(exactly: name)
      guard let values = finiteValues(of: limits.conjuncts(of: name, ground) + asked) else { return nil }
      all = all.flatMap { object in
        (isRequired ? [] : [object]) + values.map { object.with(name, $0) }
      }
      if all.count > Self.maximumValues { return nil }
    }
    return all.map { .object($0) }
  }

  /// The names that members may have, where they are few.
  mutating func possibleNames(_ limits: ObjectDemands) -> [String]? {
    var names: [String]?
    if !limits.names.isEmpty { names = finiteValues(of: limits.names)?.compactMap(\.string) }
    let isClosed = limits.rules.contains { rule in
      guard case .additional(let member, _, let patterned) = rule.reach else { return false }
      return patterned.count == 0 && !member.isNegated && ground.isNever(member.schema)
    }
    if names == nil, isClosed { names = limits.declared }
    return names?.filter { !limits.forbidden.contains(exactly: $0) && ground.hold(limits.names, .string($0)) }
  }

  /// Whether a member is asked for that none of the possible names can have.
  mutating func lacksName(_ limits: ObjectDemands, for unnamed: ObjectDemands.Unnamed) -> Bool {
    guard let names = possibleNames(limits) else { return false }
    return names.allSatisfy { name in
      if let besides = unnamed.besides, ground.covers(name, besides, Instruction.Run(start: 0, count: 0)) {
        return true
      }
      if let pattern = unnamed.pattern, !ground.matches(pattern, name) { return true }
      if unnamed.otherPatterns.contains(where: { ground.program.patterns[Int($0)].isLinear && ground.matches($0, name) }
      ) {
        return true
      }
      if let condition = unnamed.name, !ground.hold([condition], .string(name)) { return true }
      guard let member = unnamed.member else { return false }
      return isEmpty(Conjunction(limits.conjuncts(of: name, ground) + [member]))
    }
  }

  /// Whether an array whose elements all differ would have more of them than there are values.
  mutating func lacksValues(_ limits: ArrayDemands) -> Bool {
    guard limits.isUnique else { return false }
    let everywhere = limits.rules.compactMap { rule in if case .rest(let item, 0) = rule.reach { item } else { nil } }
    for contains in limits.contains where contains.min > 1 {
      if let values = finiteValues(of: everywhere + [contains.item]), values.count < contains.min { return true }
    }
    let least = limits.lengths.least(.items)
    guard least > 1 else { return false }
    // What has a place of its own, and what all others have in common.
    let places =
      limits.rules.map { rule in
        switch rule.reach {
        case .first(let items): items.count
        case .rest(_, let from): from
        case .unevaluated: 0
        }
      }.max() ?? 0
    guard places < least else { return false }
    let rest = limits.withoutUnevaluated.conjuncts(at: places, matching: nil)
    guard !rest.isEmpty, let values = finiteValues(of: rest) else { return false }
    return values.count < least - places
  }
}
