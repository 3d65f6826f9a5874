import SchemaAnalysis
import SchemaRuntime

extension Builder {
  /// Builds an object.
  mutating func object(_ demands: Demands, _ request: Request) -> JSONValue? {
    let limits = demands.object
    guard limits.lengths.least(.members) <= limits.lengths.most(.members), limits.lengths.least(.members) < valuesLeft,
      let required = limits.closure(of: limits.required + limits.named.map(\.name)),
      required.count <= limits.lengths.most(.members)
    else { return nil }
    var members = JSONObject()
    let declared = limits.declared
    stepsLeft -= declared.count
    let outer = surroundings
    surroundings = outer.entering(request.name, members: declared, &random)
    defer { surroundings = outer }
    for unnamed in limits.unnamed { guard add(unnamed, limits, declared, to: &members) else { return nil } }
    for name in declared where required.contains(exactly: name) && members[name] == nil {
      guard add(name, limits, to: &members) else { return nil }
    }
    for name in required where members[name] == nil { guard add(name, limits, to: &members) else { return nil } }
    addOptional(limits, declared, to: &members)
    addUnnamed(limits, declared, to: &members)
    guard limits.lengths.least(.members)...limits.lengths.most(.members) ~= members.count else { return nil }
    return .object(ordered(members, declared))
  }

  /// Returns the members in the order in which the schema declares them.
  private func ordered(_ members: JSONObject, _ declared: [String]) -> JSONObject {
    var result = JSONObject()
    for name in declared { if let value = members[name] { result[name] = value } }
    result.merge(members) { first, _ in first }
    return result
  }

  // MARK: - Members

  private mutating func add(_ name: String, _ limits: ObjectDemands, to members: inout JSONObject) -> Bool {
    guard isName(name, limits) else { return false }
    let asked = limits.named.filter { $0.name.isIdentical(to: name) }.map(\.member)
    let conjunction = Conjunction(limits.conjuncts(of: name, oracle) + asked)
    guard let value = value(of: conjunction, Request(name: name)) else { return false }
    members[name] = value
    return true
  }

  /// Whether a member may have this name.
  private func isName(_ name: String, _ limits: ObjectDemands) -> Bool {
    !limits.forbidden.contains(exactly: name) && oracle.hold(limits.names, .string(name))
  }

  /// Adds optional members, and those that the minimum count requires.
  private mutating func addOptional(_ limits: ObjectDemands, _ declared: [String], to members: inout JSONObject) {
    let names = declared.filter { name in
      members[name] == nil && !limits.forbidden.contains(exactly: name) && !limits.hidden.contains(exactly: name)
    }
    let share = isFull ? 8 : 5
    for name in size == .minimal ? names : random.shuffled(names) {
      let isNeeded = members.count < limits.lengths.least(.members)
      guard isNeeded || !isSparse && random.isOne(share, of: 8) else { continue }
      guard let more = limits.closure(of: [name])?.filter({ members[$0] == nil }),
        members.count + more.count <= limits.lengths.most(.members)
      else { continue }
      var extended = members
      // The names that it requires come first: without them the member must be absent.
      if more.reversed().allSatisfy({ add($0, limits, to: &extended) }) { members = extended }
    }
  }

  /// Adds members whose names the schema does not specify: if it describes such members, or if there are too few.
  private mutating func addUnnamed(_ limits: ObjectDemands, _ declared: [String], to members: inout JSONObject) {
    for rule in limits.rules {
      guard case .patterned(let rows) = rule.reach else { continue }
      for row in rows {
        let isNeeded = members.count < limits.lengths.least(.members)
        guard isNeeded || !isSparse && !oracle.isNever(row.member.schema), members.count < limits.lengths.most(.members)
        else {
          continue
        }
        if isNeeded || random.isOne(isFull ? 2 : 1, of: 2) {
          _ = add(ObjectDemands.Unnamed(pattern: row.pattern), limits, declared, to: &members)
        }
      }
    }
    var extra = limits.describesOthers(oracle) && !isSparse ? (size == .maximal ? 3 : 1 + random.below(2)) : 0
    if size == .minimal || members.count > 2 { extra = min(extra, 1) }
    var failures = 0
    while failures < 8, members.count < limits.lengths.most(.members),
      members.count < limits.lengths.least(.members) || extra > 0
    {
      extra -= 1
      // Where other names are rejected, only names that match a pattern are possible.
      let pattern = limits.refusesOthers(oracle) ? random.element(of: limits.patterns) : nil
      if !add(ObjectDemands.Unnamed(pattern: pattern), limits, declared, to: &members) { failures += 1 }
    }
  }

  /// Adds a member with a made-up name.
  private mutating func add(
    _ unnamed: ObjectDemands.Unnamed, _ limits: ObjectDemands, _ declared: [String], to members: inout JSONObject
  ) -> Bool {
    for _ in 0..<6 {
      guard let name = name(unnamed, limits, declared, excluding: members) else { return false }
      guard members[name] == nil, isName(name, limits) else { continue }
      let conjuncts = limits.conjuncts(of: name, oracle) + (unnamed.member.map { [$0] } ?? [])
      if let value = value(of: Conjunction(conjuncts), Request(name: name)) {
        members[name] = value
        return true
      }
    }
    return false
  }

  private mutating func name(
    _ unnamed: ObjectDemands.Unnamed, _ limits: ObjectDemands, _ declared: [String], excluding members: JSONObject
  ) -> String? {
    var request = Request(kinds: .string)
    request.pattern = unnamed.pattern
    request.otherPatterns = unnamed.otherPatterns
    var taken = members.keys + limits.forbidden
    if unnamed.pattern == nil {
      taken.append(contentsOf: declared)
      // The name of an additional member must match no pattern. Where only patterns admit names, it must match one.
      if unnamed.name == nil, !limits.refusesOthers(oracle) { request.otherPatterns += limits.patterns }
    }
    if let excluding = unnamed.excluding { taken += oracle.program.members(of: excluding).map(\.name) }
    request.excluded = taken.map { .string($0) }
    let names = limits.names + (unnamed.name.map { [$0] } ?? [])
    if names.isEmpty, request.pattern == nil, request.otherPatterns.isEmpty {
      let word = random.element(of: Words.plain) ?? "name"
      return taken.contains(exactly: word) ? "\(word)\(1 + random.below(1_000_000))" : word
    }
    nesting += 1
    defer { nesting -= 1 }
    return value(of: Conjunction(names), request)?.string
  }
}
