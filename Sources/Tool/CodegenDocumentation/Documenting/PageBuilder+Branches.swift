import CodegenCore
import JSONSchema
import SchemaRuntime

// Members that only branches declare: of `oneOf`, `anyOf`, `then`, `else` and `dependentSchemas`.
extension PageBuilder {
  /// A member that only branches declare.
  struct BranchMember {
    var name: String
    /// The schemas of its value, at least one.
    var declarations: [SchemaID] = []
    /// When the declarations apply: `only with …`; nil if one always does.
    var condition: Phrase?
    /// Whether all branches of a choice require it.
    var isRequired = false
  }

  /// When a branch applies.
  private enum Occasion: Hashable {
    /// A member has one of these values.
    case tag(String, [JSONValue])
    /// `if …`, `with …`
    case words(Phrase)
    /// `unless …`
    case exception(Phrase)
    case unknown
  }

  private static let mostBranches = 2_000
  private static let mostOccasions = 3
  private static let mostTagValues = 8

  /// Returns the members of an object that only its branches declare, in the order of the branches.
  func branchMembers(of schema: SchemaID, _ facts: Facts) -> [BranchMember] {
    guard !facts.choices.isEmpty || !facts.conditional.isEmpty else { return [] }
    var shape = site.shape(of: schema)
    if case .nullable(let inner) = shape { shape = inner }
    guard case .object = shape, facts.additional.map({ graph[$0].boolean == false }) != true else { return [] }
    let declared = Set(facts.properties.map { ExactName($0.name) })
    var survey = BranchSurvey(declared: declared, own: Set(graph.conjunction(of: schema)))
    for part in graph.conjunction(of: schema) {
      for (branch, occasion) in branches(of: part, facts) { visit(branch, occasion, &survey) }
    }
    let isCut = survey.stepCount >= Self.mostBranches
    return survey.members.enumerated().map { index, member in
      certain(member, facts) ?? conditional(member, isCut ? [.unknown] : survey.occasions[index])
    }
  }

  private struct BranchSurvey {
    /// The members that are always declared.
    let declared: Set<ExactName>
    /// The schemas that always apply.
    let own: Set<SchemaID>
    /// The number of schemas visited, each once for every branch that applies it.
    var stepCount = 0
    var members: [BranchMember] = []
    /// When each of them is declared.
    var occasions: [[Occasion]] = []
    private var indexes: [ExactName: Int] = [:]

    init(declared: Set<ExactName>, own: Set<SchemaID>) {
      self.declared = declared
      self.own = own
    }

    mutating func add(_ property: Keywords.Member, _ occasion: Occasion) {
      let name = ExactName(property.name)
      guard !declared.contains(name) else { return }
      let index = indexes[name] ?? members.count
      if index == members.count {
        indexes[name] = index
        members.append(BranchMember(name: property.name))
        occasions.append([])
      }
      if !members[index].declarations.contains(property.schema) {
        members[index].declarations.append(property.schema)
      }
      if !occasions[index].contains(occasion) { occasions[index].append(occasion) }
    }
  }

  /// Returns the branches of one schema, with the occasions on which they apply.
  private func branches(of schema: SchemaID, _ outer: Facts) -> [(schema: SchemaID, Occasion)] {
    let keywords = graph[schema].keywords
    var branches = (keywords.oneOf + keywords.anyOf).map { ($0, occasion(of: $0, outer)) }
    if let condition = keywords.if {
      let words = limits.condition(condition, required: Set(outer.required), depth: 1)
      if let then = keywords.then { branches.append((then, .words("if \(words)"))) }
      if let otherwise = keywords.else { branches.append((otherwise, .exception("unless \(words)"))) }
    }
    branches += keywords.dependentSchemas.map { ($0.schema, .words("with \(code: $0.name)")) }
    return branches
  }

  /// Returns the occasion on which an alternative applies: the values of a required member, or the only member that it
  /// requires.
  private func occasion(of branch: SchemaID, _ outer: Facts) -> Occasion {
    let facts = site.facts(of: branch)
    for property in facts.properties where facts.requires(property.name) || outer.requires(property.name) {
      let values = graph.constant(of: property.schema).map { [$0] } ?? graph[property.schema].keywords.enumeration
      if let values, 1...Self.mostTagValues ~= values.count { return .tag(property.name, values) }
    }
    let required = facts.required.filter { !outer.requires($0) }
    return required.count == 1 ? .words("with \(code: required[0])") : .unknown
  }

  /// Finds the members of a branch, and of what it applies.
  private func visit(_ branch: SchemaID, _ occasion: Occasion, _ survey: inout BranchSurvey) {
    var pending: [(schema: SchemaID, occasion: Occasion)] = [(branch, occasion)]
    var seen = survey.own
    while let next = pending.popLast() {
      guard survey.stepCount < Self.mostBranches, seen.insert(next.schema).inserted else { continue }
      survey.stepCount += 1
      let keywords = graph[next.schema].keywords
      for property in keywords.properties where graph[property.schema].boolean != false {
        survey.add(property, next.occasion)
      }
      let conjuncts = keywords.conjuncts
      pending += keywords.describing.reversed().map { ($0, conjuncts.contains($0) ? next.occasion : .unknown) }
    }
  }

  /// Returns a member that every branch of a choice declares; nil if there is no such choice.
  private func certain(_ member: BranchMember, _ facts: Facts) -> BranchMember? {
    for branches in facts.choices {
      let facts = branches.filter { graph[$0].boolean != false }.map { site.facts(of: $0) }
      let declarations = facts.compactMap { $0.property(member.name) }
      let admitted = declarations.filter { graph[$0].boolean != false }
      guard declarations.count == facts.count, !admitted.isEmpty else { continue }
      var member = member
      member.declarations = admitted
      member.isRequired = facts.allSatisfy { $0.requires(member.name) }
      if admitted.count == declarations.count { return member }
      return nil
    }
    return nil
  }

  /// Returns a member with the words for the occasions on which it is declared.
  private func conditional(_ member: BranchMember, _ occasions: [Occasion]) -> BranchMember {
    var member = member
    var parts: [Phrase] = []
    var exceptions: [Phrase] = []
    var values: [(member: String, values: [JSONValue])] = []
    for occasion in occasions {
      switch occasion {
      case .tag(let name, let listed):
        if let index = values.firstIndex(where: { $0.member == name }) {
          values[index].values += listed.filter { !values[index].values.contains($0) }
        } else {
          values.append((name, listed))
        }
      // A member that is only required says nothing of itself.
      case .words(let words) where words != "with \(code: member.name)": parts.append(words)
      case .exception(let words): exceptions.append(words)
      case .words, .unknown:
        member.condition = "in some forms"
        return member
      }
    }
    let tags = values.map { name, values -> Phrase in
      let list = Phrase.list(values.map { "\(code: LimitWords.text($0))" }, last: "or")
      return "with \(code: name) = \(list)"
    }
    let all = tags + parts + exceptions
    let list = Phrase.list(all, last: "or")
    let isLong = all.count > Self.mostOccasions || values.contains { $0.values.count > Self.mostTagValues }
    member.condition = isLong ? "in some forms" : all.count == exceptions.count ? list : "only \(list)"
    return member
  }

  // MARK: - Tuples

  /// Returns the rows of an array with a schema for each of its first items.
  func items(_ tuple: TupleShape, of schema: SchemaID) -> [DocumentationPage.Item] {
    var plan: TuplePlan?
    for type in site.types(of: schema) { if case .tuple(let found) = type.kind { plan = found } }
    var rows = tuple.items.prefix(Self.tableLimit).enumerated().map { index, item -> DocumentationPage.Item in
      let name = plan.flatMap { index < $0.items.count ? $0.items[index].name : nil } ?? SwiftNames.member(item.label)
      return row("\(index)", name, item.schema, in: schema, isRequired: item.isRequired)
    }
    switch tuple.rest {
    case .none: break
    case .kept:
      rows.append(
        DocumentationPage.Item(
          index: "\(tuple.items.count)…", name: "rest", isRequired: false, badges: [], type: "any value", limits: [],
          description: RichText()))
    case .typed(let rest): rows.append(row("\(tuple.items.count)…", "rest", rest, in: schema, isRequired: false))
    }
    return rows
  }

  private func row(
    _ index: String, _ name: String, _ item: SchemaID, in schema: SchemaID, isRequired: Bool
  ) -> DocumentationPage.Item {
    DocumentationPage.Item(
      index: index, name: name, anchor: anchor(of: name, item, in: schema),
      isRequired: isRequired, badges: badges([graph[item].keywords]), type: types.phrase(for: item),
      limits: limits.limits(of: item) + example(of: [item]), description: description(of: [item]))
  }
}
