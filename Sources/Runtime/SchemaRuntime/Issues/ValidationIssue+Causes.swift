// Issues with those that caused them.
extension [ValidationIssue] {
  /// The issues for a reader: of alternatives that all fail, only what is likely to help. What the schema says of several
  /// keywords at once (`x-errorMessage`) is there once.
  public var withClosestCauses: [ValidationIssue] {
    var list: [ValidationIssue] = []
    for issue in flatMap({ $0.reasons() }) {
      let isSaid = issue.ownMessage != nil && issue.ownMessage == list.last?.ownMessage
      if isSaid, issue.instanceLocation == list.last?.instanceLocation { continue }
      list.append(issue)
    }
    return list.withoutMisspelled
  }

  /// The issues without missing members that are there under a misspelled name, which another issue tells.
  private var withoutMisspelled: [ValidationIssue] {
    var misspelled: Set<JSONPointer> = []
    for issue in self {
      guard case .undeclared(_, _, let nearest?) = issue.kind else { continue }
      misspelled.insert(JSONPointer(issue.instanceLocation.tokens.dropLast()).appending(nearest))
    }
    if misspelled.isEmpty { return self }
    return compactMap { issue in
      guard case .required(let missing) = issue.kind, issue.ownMessage == nil else { return issue }
      let left = missing.filter { !misspelled.contains(issue.instanceLocation.appending($0)) }
      var told = issue
      told.kind = .required(missing: left)
      return left.isEmpty ? nil : left.count == missing.count ? issue : told
    }
  }

  /// All issues, each followed by its causes. Without recursion, because alternatives are nested as deeply as schema and
  /// payload.
  package var withAllCauses: [ValidationIssue] {
    var list: [ValidationIssue] = []
    var pending = Array(reversed())
    while let issue = pending.popLast() {
      list.append(issue)
      pending += issue.causes.reversed()
    }
    return list
  }
}

extension ValidationIssue {
  /// The choices inside one another that are explained; the innermost one stands for those in it.
  private static let deepestExplained = 32

  /// The issues that tell a reader what to change.
  ///
  /// The alternatives of a choice come in order, the closest first. If they fail alike, they are told together: by the
  /// types and values that they admit, the tags that they name, or the members that they require. If only one is for values
  /// of this type or with this tag, its issues are told alone; else those of the closest, after the choice itself.
  fileprivate func reasons(depth: Int = 0) -> [ValidationIssue] {
    if causes.isEmpty || depth > Self.deepestExplained || ownMessage != nil { return [self] }
    switch kind {
    case .anyOf, .oneOf: break
    case .sensitive: return [self] + (branches.first ?? []).flatMap { $0.reasons(depth: depth + 1) }
    case .never, .type, .enumeration, .const, .multipleOf, .bound, .length, .text, .patternExhausted, .contentSchema,
      .uniqueItems, .contains, .required, .dependentRequired,
      .localOnly, .not, .excluded, .excludedMember, .onlyOne, .uniqueNames, .schemaNesting, .contentNesting,
      .unusableSchema, .tooMuchToHold,
      .internalInconsistency, .truncated, .alternatives, .anyPattern, .anyRequired, .closest, .undeclared:
      return [self] + causes.flatMap { $0.reasons(depth: depth + 1) }
    }
    let branches = branches.map { $0.flatMap { $0.reasons(depth: depth + 1) } }
    if let kind = alternatives(inOrderOfSchema(branches)) { return [with(kind, at: self)] }
    var fitting = branches.filter { !$0.contains { isAboutKind($0) } }
    if let (merged, others) = byTag(fitting) {
      if let merged { return [merged] }
      fitting = others
    }
    if let names = requiredNames(inOrderOfSchema(fitting)) { return [with(.anyRequired(missing: names), at: self)] }
    if let kind = patterns(inOrderOfSchema(fitting)) { return [with(kind, at: self)] }
    if fitting.count == 1 { return fitting[0] }
    guard let closest = fitting.first ?? branches.first, !closest.isEmpty else { return [self] }
    return [with(.closest(name: name(ofBranch: closest), index: index(ofBranch: closest)), at: self)] + closest
  }

  /// Returns the name of the definition that a branch refers to; nil if it refers to none.
  private func name(ofBranch issues: [ValidationIssue]) -> String? {
    let depth = keywordLocation.tokens.count
    // An issue in the definition itself, not in one to which that refers.
    let own = issues.first { issue in
      let tokens = issue.keywordLocation.tokens.dropFirst(depth + 1)
      return tokens.first == "$ref" && !tokens.dropFirst().contains("$ref")
    }
    return own.flatMap { JSONPointer(fragmentOf: $0.absoluteKeywordLocation)?.definitionName }
  }

  /// The issues of each branch, the closest first.
  private var branches: [[ValidationIssue]] {
    let depth = keywordLocation.tokens.count
    var branches: [(token: String?, issues: [ValidationIssue])] = []
    for cause in causes {
      let token = cause.keywordLocation.tokens.dropFirst(depth).first
      if branches.last?.token == token, !branches.isEmpty {
        branches[branches.count - 1].issues.append(cause)
      } else {
        branches.append((token, [cause]))
      }
    }
    return branches.map(\.issues)
  }

  private func inOrderOfSchema(_ branches: [[ValidationIssue]]) -> [[ValidationIssue]] {
    branches.sorted { index(ofBranch: $0) < index(ofBranch: $1) }
  }

  private func index(ofBranch issues: [ValidationIssue]) -> Int {
    issues.first?.keywordLocation.tokens.dropFirst(keywordLocation.tokens.count).first.flatMap { Int($0) } ?? 0
  }

  /// Whether an issue says that this value itself is of the wrong type, or not one of a list.
  private func isAboutKind(_ issue: ValidationIssue) -> Bool {
    issue.instanceLocation == instanceLocation && issue.isAboutKind
  }

  /// Whether it says that a value is of the wrong type, or not one of a list.
  var isAboutKind: Bool {
    switch kind {
    case .type, .enumeration, .const, .alternatives, .never, .undeclared: true
    case .multipleOf, .bound, .length, .text, .patternExhausted, .contentSchema, .uniqueItems, .contains, .required,
      .dependentRequired, .localOnly, .anyOf, .oneOf, .onlyOne, .not, .excluded, .excludedMember,
      .uniqueNames, .sensitive, .schemaNesting, .contentNesting, .unusableSchema, .tooMuchToHold,
      .internalInconsistency,
      .truncated, .anyPattern, .anyRequired,
      .closest:
      false
    }
  }

  /// Returns the types and values that all branches admit, if each fails only because of these.
  private func alternatives(_ branches: [[ValidationIssue]]) -> Kind? {
    var types: [JSONType] = []
    var values: [JSONValue] = []
    var known: Set<JSONValue> = []
    var actual: JSONValue?
    var found: JSONType?
    for branch in branches {
      guard branch.allSatisfy({ isAboutKind($0) }) else { return nil }
      // A list says more than the type beside it.
      let lists = branch.compactMap(\.listed)
      actual = actual ?? lists.first?.actual
      let own = lists.isEmpty ? branch.flatMap(\.types) : []
      found = found ?? branch.lazy.compactMap(\.foundType).first
      for type in own + lists.flatMap(\.types) where !types.contains(type) { types.append(type) }
      for value in lists.flatMap(\.values) where known.insert(value).inserted { values.append(value) }
    }
    if types.contains(.number) { types.removeAll { $0 == .integer } }
    if let actual { return .alternatives(types: types, values: values, actual: actual) }
    return found.map { .type(expected: types, actual: $0) }
  }

  private var listed: (types: [JSONType], values: [JSONValue], actual: JSONValue)? {
    if case .enumeration(let expected, let actual) = kind { return ([], expected, actual) }
    if case .const(let expected, let actual) = kind { return ([], [expected], actual) }
    if case .alternatives(let types, let values, let actual) = kind { return (types, values, actual) }
    return nil
  }

  private var types: [JSONType] { if case .type(let expected, _) = kind { expected } else { [] } }

  private var foundType: JSONType? { if case .type(_, let actual) = kind { actual } else { nil } }

  /// Returns what is wrong with the tag if no branch has the tag of the value, or else the branches that have it; nil if no
  /// member tells the branches apart.
  private func byTag(_ branches: [[ValidationIssue]]) -> (merged: ValidationIssue?, others: [[ValidationIssue]])? {
    guard branches.count > 1 else { return nil }
    let depth = instanceLocation.tokens.count + 1
    func tags(_ branch: [ValidationIssue]) -> [ValidationIssue] {
      branch.filter { $0.instanceLocation.tokens.count == depth && $0.listed != nil && $0.types.isEmpty }
    }
    let tagged = branches.map(tags)
    var tried: Set<JSONPointer> = []
    for location in tagged.joined().map(\.instanceLocation) where tried.insert(location).inserted {
      // A branch that forbids the member does not have the tag, either.
      let others = branches.filter { !$0.contains { $0.instanceLocation == location } }
      if others.isEmpty { return mergedTags(tagged, at: location) }
      // The closest branch would have the tag, if others have it.
      if branches[0].contains(where: { $0.instanceLocation == location }) { continue }
      return (nil, others)
    }
    return nil
  }

  private func mergedTags(
    _ tagged: [[ValidationIssue]], at location: JSONPointer
  ) -> (merged: ValidationIssue?, others: [[ValidationIssue]])? {
    let failing = tagged.map { $0.first { $0.instanceLocation == location } }
    let found = inOrderOfSchema(failing.map { $0.map { [$0] } ?? [] }).compactMap(\.first)
    var known: Set<JSONValue> = []
    let values = found.compactMap(\.listed).flatMap(\.values).filter { known.insert($0).inserted }
    guard let first = found.first, let actual = first.listed?.actual else { return nil }
    return (with(.enumeration(expected: values, actual: actual), at: first), [])
  }

  /// Returns the members of which the branches require one each, and nothing else.
  private func requiredNames(_ branches: [[ValidationIssue]]) -> [String]? {
    let names = branches.map { branch -> String? in
      guard branch.count == 1, branch[0].instanceLocation == instanceLocation,
        case .required(let missing) = branch[0].kind, missing.count == 1
      else { return nil }
      return missing[0]
    }
    let known = names.compactMap { $0 }
    return known.count > 1 && known.count == names.count && Set(known).count == known.count ? known : nil
  }

  /// Returns the patterns of which the value matches none, if each branch fails only because of one.
  private func patterns(_ branches: [[ValidationIssue]]) -> Kind? {
    var patterns: [String] = []
    var found: String?
    for branch in branches {
      guard branch.count == 1, branch[0].instanceLocation == instanceLocation,
        case .text(.pattern, let expected, let actual) = branch[0].kind
      else { return nil }
      if !patterns.contains(expected) { patterns.append(expected) }
      found = actual
    }
    guard branches.count > 1, let found else { return nil }
    return .anyPattern(patterns: patterns, actual: found)
  }

  /// Returns an issue of this choice, about the value of another one.
  private func with(_ kind: Kind, at issue: ValidationIssue) -> ValidationIssue {
    var told = self
    (told.kind, told.instanceLocation, told.position) = (kind, issue.instanceLocation, issue.position)
    told.causes = []
    return told
  }
}
