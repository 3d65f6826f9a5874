import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Constraints under conditions or through other schemas.
extension LimitWords {
  /// Returns the constraints of keywords that apply other schemas to the same value.
  func conditions(_ keywords: Keywords, _ scope: Scope) -> [Phrase] {
    let depth = scope.depth
    var found: [Phrase] = []
    for dependency in keywords.dependentRequired where !dependency.required.isEmpty {
      let names = Phrase.list(dependency.required.map { "\(code: $0)" }, last: "and")
      found.append("\(code: dependency.name) only together with \(names)")
    }
    for member in keywords.dependentSchemas {
      found.append("if \(code: member.name) is present, then \(demand(member.schema, depth: depth + 1))")
    }
    found += branches(keywords, scope)
    if !isTold(keywords.anyOf, by: scope.choice) {
      found += alternatives(keywords.anyOf, "at least one of", depth: depth)
    }
    if !isTold(keywords.oneOf, by: scope.choice) {
      found += alternatives(keywords.oneOf, "exactly one of", depth: depth)
    } else if scope.omissions.contains(.alternatives), keywords.oneOf.count > 1 {
      found.append("a value matches exactly one of the alternatives")
    }
    if let schema = keywords.not { found.append(exclusion(schema, depth: depth)) }
    return found
  }

  /// Whether the alternatives are those named by the type's description.
  private func isTold(_ branches: [SchemaID], by choice: TypeWords.Choice?) -> Bool {
    guard let choice else { return false }
    return choice.branches.contains { branches.contains($0) } || choice.branches.isEmpty
  }

  private func branches(_ keywords: Keywords, _ scope: Scope) -> [Phrase] {
    guard let condition = keywords.if, keywords.then != nil || keywords.else != nil else { return [] }
    let depth = scope.depth
    let words = self.condition(condition, required: scope.required, depth: depth + 1)
    var found: [Phrase] = []
    if let then = keywords.then { found.append("if \(words), then \(demand(then, depth: depth + 1))") }
    if let otherwise = keywords.else {
      let demand = demand(otherwise, depth: depth + 1)
      found.append(keywords.then == nil ? "unless \(words), \(demand)" : "otherwise, \(demand)")
    }
    return found
  }

  private func alternatives(_ branches: [SchemaID], _ number: String, depth: Int) -> [Phrase] {
    guard !branches.isEmpty else { return [] }
    let names = branches.map { nameAlone(required: $0) }
    if !names.contains(nil) {
      return ["\(number) \(Phrase.list(names.compactMap { $0 }.map { "\(code: $0)" }, last: "and")) is present"]
    }
    let demands = branches.prefix(Phrase.longestList + 1).map { demand($0, depth: depth + 1) }
    return ["\(number): \(Phrase.brief(demands, of: branches.count).joined(by: "; "))"]
  }

  /// Returns the member of a schema that only requires one member.
  private func nameAlone(required schema: SchemaID) -> String? {
    let written = graph[schema].keywords.written.keys
    let required = graph[schema].keywords.required
    return written.allSatisfy { ["required", "title", "description", "$comment"].contains($0) } && required.count == 1
      ? required[0] : nil
  }

  private func exclusion(_ schema: SchemaID, depth: Int) -> Phrase {
    let keywords = graph[schema].keywords
    let names = Set(keywords.written.keys).subtracting(["title", "description", "$comment"])
    if names == ["enum"], let values = keywords.enumeration {
      return "none of \(Phrase.brief(values.map { "\(code: Self.text($0))" }).joined(by: ", "))"
    }
    if names == ["const"], let value = keywords.const { return "not \(code: Self.text(value))" }
    if names == ["type"] { return "not \(types.phrase(for: schema))" }
    return "not allowed: \(condition(schema, required: [], depth: depth + 1))"
  }

  // MARK: - Clauses

  /// The wording of a schema's clauses: as a requirement or as a condition.
  enum Mood: Hashable {
    case demand
    /// With the members that are required anyway.
    case condition(required: Set<String>)
  }

  /// The question that clauses answer.
  struct ClauseQuestion: Hashable {
    var schema: SchemaID
    var mood: Mood
    var depth: Int
    var isMember: Bool
  }

  private func demand(_ schema: SchemaID, depth: Int) -> Phrase {
    clauses(schema, .demand, depth: depth).joined(by: " and ")
  }

  func condition(_ schema: SchemaID, required: Set<String>, depth: Int) -> Phrase {
    clauses(schema, .condition(required: required), depth: depth).joined(by: " and ")
  }

  /// Returns a schema's clauses; at least one.
  private func clauses(_ schema: SchemaID, _ mood: Mood, depth: Int, isMember: Bool = false) -> [Phrase] {
    let question = ClauseQuestion(schema: schema, mood: mood, depth: depth, isMember: isMember)
    return knownClauses.answer(to: question) { newClauses(schema, mood, depth: depth, isMember: isMember) }
  }

  private func newClauses(_ schema: SchemaID, _ mood: Mood, depth: Int, isMember: Bool) -> [Phrase] {
    if let verdict = graph[schema].boolean { return verdict ? ["anything"] : ["nothing is valid"] }
    guard depth < Self.depthLimit else { return [pointer(to: schema)] }
    let resolved = types.resolve(schema)
    if resolved.isLink {
      let type = types.phrase(for: schema)
      return [isMember ? type : "it is \(type)"] + limits(of: schema, depth: depth + 1)
    }
    let parts = graph.conjunction(of: resolved.end)
    var clauses = typeClause(resolved.end, isMember: isMember) + required(parts, mood)
    var named: Set<String> = []
    for part in parts {
      for member in graph[part].keywords.properties where named.insert(member.name).inserted {
        // The limits describe forbidden members.
        guard graph[member.schema].boolean == nil else { continue }
        clauses.append(clause(on: member, parts, mood, depth: depth))
      }
    }
    var scope = scope(of: resolved.end, parts, depth: depth + 1)
    // The alternatives are described as conditions, with all their constraints.
    scope.choice = nil
    for part in resolved.path + parts { clauses += limits(ofOne: part, scope) }
    return clauses.isEmpty ? ["anything"] : clauses
  }

  private func required(_ parts: [SchemaID], _ mood: Mood) -> [Phrase] {
    var names: [String] = []
    var known: Set<String> = []
    for name in parts.flatMap({ graph[$0].keywords.required }) where known.insert(name).inserted { names.append(name) }
    if mood == .demand { return required(names) }
    // A clause about a member's value implies that it is present.
    let implied = Set(
      parts.flatMap { graph[$0].keywords.properties }.filter { graph[$0.schema].boolean == nil }.map(\.name))
    names.removeAll { implied.contains($0) }
    guard !names.isEmpty else { return [] }
    return ["\(Phrase.list(names.map { "\(code: $0)" }, last: "and")) \(names.count == 1 ? "is" : "are") present"]
  }

  private func clause(on member: Keywords.Member, _ parts: [SchemaID], _ mood: Mood, depth: Int) -> Phrase {
    let keywords = graph[member.schema].keywords
    var absent: Phrase = ""
    if case .condition(let required) = mood, !required.contains(member.name),
      !parts.contains(where: { graph[$0].keywords.required.contains(member.name) })
    {
      absent = " or absent"
    }
    if let value = keywords.const { return "\(code: member.name) is \(code: Self.text(value))\(absent)" }
    if let values = keywords.enumeration, !values.isEmpty {
      let list = Phrase.list(values.map { "\(code: Self.text($0))" }, last: "or")
      return "\(code: member.name) is \(list)\(absent)"
    }
    let inner: Mood = if case .demand = mood { .demand } else { .condition(required: []) }
    let words = clauses(member.schema, inner, depth: depth + 1, isMember: true).joined(by: ", ")
    return "\(code: member.name): \(words)\(absent)"
  }

  private func typeClause(_ schema: SchemaID, isMember: Bool) -> [Phrase] {
    let facts = types.site.facts(of: schema)
    guard facts.types.count < JSONType.allCases.count, isMember || facts.types != [.object] else { return [] }
    let type = types.phraseWithoutChoice(for: schema)
    return [isMember ? type : "it is \(type)"]
  }
}
