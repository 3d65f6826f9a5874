import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Small values that satisfy conjunctions, each checked by the evaluator.
extension Prover {
  private static let exampleLimit = 12

  /// Returns some values of a conjunction, the simplest first. An empty result proves nothing.
  mutating func examples(of conjunction: Conjunction) -> [JSONValue] {
    if conjunction.kinds.isEmpty || effort != .examples { return [] }
    if let known = knownExamples[conjunction] { return known }
    guard openExamples.count < 24, canFindExamples, openExamples.insert(conjunction).inserted else { return [] }
    defer { openExamples.remove(conjunction) }
    budget.chargeExamples(1)
    let facts = facts(conjunction)
    var found: [JSONValue] = []
    func add(_ values: [JSONValue], _ prover: Prover) {
      for value in values where found.count < Self.exampleLimit && !found.contains(value) {
        if prover.admits(conjunction, value) { found.append(value) }
      }
    }
    if let values = finiteValues(facts) {
      add(values, self)
    } else {
      add(hints(facts), self)
      let choices = Array(facts.choices.prefix(1))
      if choices.isEmpty {
        add(plainExamples(conjunction, facts), self)
      } else {
        let parts = choices.flatMap { $0.parts(of: conjunction).prefix(8) }.map { examples(of: $0) }
        // The first value of each branch before the second of any.
        for index in 0..<3 { for part in parts where index < part.count { add([part[index]], self) } }
        if found.isEmpty { add(plainExamples(conjunction, facts), self) }
      }
    }
    // A search that recursion cut short may find more elsewhere.
    if !found.isEmpty || openExamples.count == 1 && canFindExamples { knownExamples[conjunction] = found }
    return found
  }

  /// Whether examples are wanted, and there are steps left to build them.
  private var canFindExamples: Bool { effort == .examples && budget.examples > 0 }

  /// Returns the schemas' own defaults and examples.
  private func hints(_ facts: Facts) -> [JSONValue] {
    facts.nodes.flatMap { ref in
      let keywords = node(ref).keywords
      return (keywords.default.map { [$0] } ?? []) + keywords.examples.prefix(2)
    }
  }

  private mutating func plainExamples(_ conjunction: Conjunction, _ facts: Facts) -> [JSONValue] {
    var groups: [[JSONValue]] = []
    if facts.kinds.contains(.string) { groups.append(strings(facts)) }
    if !facts.kinds.isDisjoint(with: .number) { groups.append(numbers(facts)) }
    if facts.kinds.contains(.object) {
      let objects = [object(conjunction, leavingOut: nil)].compactMap { $0 }
      groups.append(objects + fullObjects(conjunction, facts))
    }
    if facts.kinds.contains(.array) {
      groups.append(
        arrays(conjunction, counts: [facts.demands.lengths.least(.items), facts.demands.lengths.least(.items) &+ 1]))
    }
    if facts.kinds.contains(.boolean) { groups.append([.bool(true), .bool(false)]) }
    if facts.kinds.contains(.null) { groups.append([.null]) }
    // The first value of each type before the second of any.
    var found: [JSONValue] = []
    for index in 0..<(groups.map(\.count).max() ?? 0) {
      for group in groups where index < group.count { found.append(group[index]) }
    }
    return found
  }

  // MARK: - Scalars

  private func numbers(_ facts: Facts) -> [JSONValue] {
    let demands = facts.demands.numbers
    let bounds = [demands.lower, demands.upper].compactMap { $0?.number }
    let low = demands.lower?.number.double
    var found: [Double] = [0, 1, 2, 0.5, -1, 1.5, 100]
    for near in bounds.compactMap(\.double) where abs(near) < 1e15 {
      for step in [0, 1, -1, 0.5, -0.5] { found.append(near + step) }
      found += [near.rounded(.up), near.rounded(.down)]
    }
    if let low, let high = demands.upper?.number.double { found.append((low + high) / 2) }
    for divisor in demands.multiples {
      guard let step = divisor.double, step > 1e-9, step < 1e12, abs(low ?? 0) < 1e12 else { continue }
      let start = ((low ?? 0) / step).rounded(.up)
      for count in 0..<4 { found.append((start + Double(count)) * step) }
    }
    var texts = bounds + demands.multiples
    // In draft-04, this is not an integer.
    if facts.kinds.contains(.pointedInteger) {
      texts += found.prefix(2).compactMap { JSONNumber("\(Int($0)).0") }
    }
    let numbers = found.compactMap { JSONNumber($0) } + texts
    return numbers.filter { facts.kinds.contains(ValueKinds(of: .number($0))) }.map { .number($0) }
  }

  private mutating func strings(_ facts: Facts) -> [JSONValue] {
    var texts = ["", "a", "text", "0", "é"]
    for length in [
      facts.demands.lengths.least(.scalars), facts.demands.lengths.least(.scalars) &+ 1,
      facts.demands.lengths.most(.scalars),
    ] where 0..<2_000 ~= length {
      texts.append(String(repeating: "a", count: length))
    }
    for length in [facts.demands.lengths.least(.utf8Bytes), facts.demands.lengths.most(.utf8Bytes)] where length < 2_000
    {
      texts.append(String(repeating: "a", count: length))
    }
    for format in Format.allCases where facts.formats.contains(format) {
      texts.insert(contentsOf: format.facts.examples, at: 0)
    }
    var found: [JSONValue] = []
    if !facts.demands.patterns.isEmpty { found += patterns.search(accepted(by: facts), refusal: .nothing).values }
    return found + texts.map { .string($0) }
  }

  // MARK: - Arrays

  /// Returns arrays of a conjunction with the given numbers of elements, all different if requested.
  mutating func arrays(_ conjunction: Conjunction, counts: [Int], areDifferent: Bool = false) -> [JSONValue] {
    guard canFindExamples else { return [] }
    let facts = facts(conjunction)
    let isUnique = facts.demands.isUnique || areDifferent
    return counts.filter { 0...1_001 ~= $0 && $0 <= facts.demands.lengths.most(.items) }.compactMap { count in
      var elements: [JSONValue] = []
      for index in 0..<count {
        let known = examples(of: element(at: index, facts))
        let fresh = isUnique ? known.first { !elements.contains($0) } ?? number(index) : known.first
        guard let value = fresh ?? known.first else { return nil }
        elements.append(value)
      }
      return .array(withContained(elements, facts))
    }
  }

  private func number(_ index: Int) -> JSONValue { .number(JSONNumber(index + 1_000)) }

  /// Returns the elements with those that `contains` demands.
  private mutating func withContained(_ elements: [JSONValue], _ facts: Facts) -> [JSONValue] {
    var elements = elements
    for ref in facts.nodes {
      let keywords = node(ref).keywords
      guard let item = keywords.contains else { continue }
      let contained = Conjunction([Ref(side: ref.side, schema: item)])
      let least = min(keywords.minContains ?? 1, 100)
      var missing = least - elements.count { admits(contained, $0) }
      var index = 0
      while missing > 0 {
        let target = min(index, elements.count)
        let known = examples(of: contained.adding(element(at: target, facts).schemas))
        guard let value = known.first(where: { !facts.demands.isUnique || !elements.contains($0) }) ?? known.first
        else {
          break
        }
        if target < elements.count { elements[target] = value } else { elements.append(value) }
        index += 1
        missing -= 1
      }
    }
    return elements
  }

  /// Returns an array of a conjunction with a given element.
  mutating func array(_ conjunction: Conjunction, setting index: Int, to value: JSONValue) -> JSONValue? {
    guard canFindExamples else { return nil }
    let facts = facts(conjunction)
    guard
      case .array(var elements)? = arrays(conjunction, counts: [max(facts.demands.lengths.least(.items), index + 1)])
        .first
    else {
      return nil
    }
    if index < elements.count { elements[index] = value }
    if admits(conjunction, .array(elements)) { return .array(elements) }
    return examples(of: conjunction).lazy.compactMap(\.array).compactMap { known -> JSONValue? in
      guard index <= known.count else { return nil }
      var known = known
      if index < known.count { known[index] = value } else { known.append(value) }
      return .array(known)
    }.first { admits(conjunction, $0) }
  }

  // MARK: - Objects

  /// Returns an object of a conjunction with only the required members.
  mutating func object(_ conjunction: Conjunction, leavingOut name: String?) -> JSONValue? {
    guard canFindExamples else { return nil }
    let facts = facts(conjunction)
    return object(conjunction, facts, [:], leavingOut: name.map { ExactName($0) })
  }

  /// Returns an object of a conjunction with a given member.
  mutating func object(_ conjunction: Conjunction, setting name: String, to value: JSONValue) -> JSONValue? {
    guard canFindExamples else { return nil }
    let facts = facts(conjunction.having([ExactName(name)]))
    let first = object(conjunction, facts, [ExactName(name): value], leavingOut: nil)
    if let first, admits(conjunction, first) { return first }
    // Branches may have further demands.
    for known in examples(of: conjunction).compactMap(\.object) {
      var changed = known
      changed[name] = value
      if admits(conjunction, .object(changed)) { return .object(changed) }
    }
    return first
  }

  private mutating func object(
    _ conjunction: Conjunction, _ facts: Facts, _ given: [ExactName: JSONValue], leavingOut: ExactName?
  ) -> JSONValue? {
    var object = JSONObject()
    for name in facts.required.union(given.keys).sorted() where name != leavingOut {
      if let value = given[name] ?? examples(of: member(.one(name.string), facts)).first {
        object[name.string] = value
      } else {
        return nil
      }
    }
    return filled(object, facts, to: facts.demands.lengths.least(.members), leavingOut: leavingOut)
  }

  /// Returns an object of a conjunction with at least `count` members.
  mutating func object(_ conjunction: Conjunction, ofAtLeast count: Int) -> JSONValue? {
    guard canFindExamples else { return nil }
    let facts = facts(conjunction)
    guard let object = object(conjunction, facts, [:], leavingOut: nil)?.object else { return nil }
    return filled(object, facts, to: count, leavingOut: nil)
  }

  private mutating func filled(_ object: JSONObject, _ facts: Facts, to count: Int, leavingOut: ExactName?)
    -> JSONValue?
  {
    var object = object
    guard count <= 600 else { return nil }
    var names: [String] = []
    for ref in facts.nodes { names += node(ref).keywords.properties.map(\.name) }
    names += (0..<max(0, count)).map { "member\($0)" }
    budget.chargeExamples(names.count / 64)
    for name in names where object.count < count && ExactName(name) != leavingOut && object[name] == nil {
      let child = member(.one(name), facts)
      if let value = examples(of: child).first { object[name] = value }
    }
    return .object(object)
  }

  /// Returns an object with all declared members, and one with an undeclared member.
  private mutating func fullObjects(_ conjunction: Conjunction, _ facts: Facts) -> [JSONValue] {
    var names: [ExactName] = []
    for ref in facts.nodes { names += node(ref).keywords.properties.map { ExactName($0.name) } }
    guard let least = object(conjunction, facts, [:], leavingOut: nil)?.object else { return [] }
    var full = least
    for name in names.prefix(40) where full[name.string] == nil && full.count < facts.demands.lengths.most(.members) {
      if let value = examples(of: member(.one(name.string), facts)).first { full[name.string] = value }
    }
    var found: [JSONValue] = [.object(full)]
    var other = least
    other["other"] = .bool(true)
    found.append(.object(other))
    return found
  }
}
