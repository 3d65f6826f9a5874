import JSONSchema
import SchemaRuntime

// Schemas that are a choice between others.
extension ShapeClassifier {
  /// Returns the shape of a schema that consists of one choice.
  mutating func choice(_ facts: Facts, _ schema: SchemaID) -> Shape? {
    guard facts.properties.count < 2, facts.patternProperties.isEmpty else { return nil }
    if let additional = facts.additional, graph[additional].boolean == nil { return nil }
    for branch in facts.conditional where self.facts(of: branch).types == [.object] { return nil }
    var groups: [[SchemaID]] = []
    for branches in facts.choices {
      let isTransparent = branches.allSatisfy { graph[$0].boolean == nil && self.facts(of: $0).isTransparent }
      if !isTransparent { groups.append(branches) }
    }
    guard groups.count == 1, var branches = groups.first else { return nil }
    if let tag = facts.properties.first {
      guard let tagged = self.branches(branches, by: tag, facts, schema) else { return nil }
      branches = tagged
    }
    var (hasNull, others) = partition(branches)
    guard let first = others.first else { return .null }
    let shape: Shape
    if others.count == 1 {
      if resolved(first) == first { soleBranches[first] = schema }
      shape = .reference(first)
    } else if let (listed, listsNull) = enumeration(choosing: others) {
      shape = listed
      hasNull = hasNull || listsNull
    } else if let union = union(others, facts, schema) {
      shape = union
    } else {
      return nil
    }
    return hasNull && facts.types.contains(.null) ? .nullable(shape) : shape
  }

  mutating func partition(_ branches: [SchemaID]) -> (hasNull: Bool, others: [SchemaID]) {
    var others: [SchemaID] = []
    var hasNull = false
    for branch in branches {
      let isNull = facts(of: branch).types == [.null]
      if isNull, graph[branch].boolean == nil { hasNull = true }
      if !isNull, graph[branch].boolean != false { others.append(branch) }
    }
    return (hasNull, others)
  }

  /// Returns the branches of a choice with a tag next to it that adds no other constraint; nil for other choices. A
  /// branch that leaves the requirement of the tag to the enclosing schema is merged with it.
  private mutating func branches(
    _ branches: [SchemaID], by tag: Keywords.Member, _ facts: Facts, _ schema: SchemaID
  ) -> [SchemaID]? {
    guard facts.additional == nil, !graph[schema].keywords.vendor.patch, !graph[schema].keywords.vendor.localOnly else {
      return nil
    }
    let flat = flattened(branches)
    let all = flat.map { self.facts(of: $0) }
    guard case .tag(let name, _, _)? = UnionAnalysis(all, graph: graph, around: facts).byTag,
      name.isSpelled(like: tag.name)
    else { return nil }
    if zip(flat, all).allSatisfy({ $1.requires(name) && $1.types == [.object] }) { return branches }
    var keywords = Keywords()
    keywords.type = [.object]
    keywords.properties = [tag]
    keywords.required = [name]
    let demand = graph.add(keywords, at: [Self.folder, name], below: schema)
    return flat.map { branch in
      var keywords = Keywords()
      keywords.allOf = [demand, branch]
      let joined = graph.add(keywords, at: [Self.folder, name, String(branch.index)], below: schema)
      origins[joined] = branch
      return joined
    }
  }

  /// A branch without its name.
  private struct Candidate {
    var schemas: [SchemaID]
    var facts: Facts
    /// The shape and name for one of several types of a schema.
    var part: (shape: Shape, label: String)?
  }

  /// Returns a union; nil if the members of the branches form one struct, because the branches cannot be distinguished
  /// or named.
  private mutating func union(_ schemas: [SchemaID], _ facts: Facts, _ schema: SchemaID) -> Shape? {
    var candidates: [Candidate] = []
    for branch in flattened(schemas) {
      candidates.append(Candidate(schemas: [branch], facts: self.facts(of: branch)))
    }
    let preferred = Discriminator(of: graph[schema])?.property
    var dispatch = UnionAnalysis(candidates.map(\.facts), graph: graph, preferred: preferred).dispatch
    switch dispatch {
    case .tag, .types: break
    case .members, .validators:
      let merged = merged(candidates)
      if merged.count == 1 { return .reference(merged[0].schemas[0]) }
      if merged.count < candidates.count {
        candidates = merged
        dispatch = UnionAnalysis(candidates.map(\.facts), graph: graph, preferred: preferred).dispatchOfMerged
      }
    }
    if case .types = dispatch {
      candidates = expanded(candidates)
      dispatch = .types(candidates.map(\.facts.types))
    }
    if case .validators = dispatch, facts.types == [.object], !isToldApart(candidates.map(\.facts)),
      candidates.allSatisfy({ $0.schemas.count == 1 && !isNamed($0.schemas[0]) })
    {
      return nil
    }
    var isUntyped = candidates.contains { $0.facts.isMeant }
    // If only objects are valid, a tag distinguishes all branches.
    if case .tag = dispatch, facts.types.isSubset(of: [.object, .null]), !facts.isMeant { isUntyped = false }
    return .union(
      UnionShape(branches: named(candidates, dispatch, in: schema), dispatch: dispatch, isUntyped: isUntyped))
  }

  /// Gives each branch a unique name.
  private mutating func named(
    _ candidates: [Candidate], _ dispatch: UnionShape.Dispatch, in union: SchemaID
  ) -> [UnionShape.Branch] {
    let labels = labels(of: candidates, dispatch, in: union)
    return zip(candidates, labels).map { candidate, label in
      for schema in candidate.schemas where resolved(schema) == schema {
        homes[schema] = Home(union: union, label: label)
      }
      var branch = UnionShape.Branch(
        schemas: candidate.schemas, shape: candidate.part?.shape ?? .reference(candidate.schemas[0]), label: label)
      branch.constant = constant(of: candidate)
      branch.hasValue = branch.constant == nil
      return branch
    }
  }

  /// Returns the only value of a branch.
  private mutating func constant(of candidate: Candidate) -> JSONValue? {
    guard candidate.part == nil, candidate.schemas.count == 1 else { return nil }
    let schema = resolved(candidate.schemas[0])
    guard !open.contains(schema), case .enumeration(let shape) = shape(of: schema) else { return nil }
    return shape.constant
  }

  /// Returns the case names of branches; `other` for a branch without requirements.
  mutating func caseLabels(
    _ branches: [SchemaID?], _ dispatch: UnionShape.Dispatch, in union: SchemaID
  ) -> [String] {
    let candidates = branches.map { branch in
      Candidate(schemas: branch.map { [$0] } ?? [], facts: facts(of: branch ?? union))
    }
    return labels(of: candidates, dispatch, in: union)
  }

  private mutating func labels(
    of candidates: [Candidate], _ dispatch: UnionShape.Dispatch, in union: SchemaID
  ) -> [String] {
    let names = candidates.map { candidate in
      candidate.part == nil
        ? candidate.schemas.first.flatMap { referenceName(of: origins[$0] ?? $0) ?? baseName(of: origins[$0] ?? $0) }
        : nil
    }
    // One reference beside other branches is only compared with what the union itself is called.
    let isOne = names.count { $0 != nil } == 1
    let short = BranchLabels.withoutArguments(names)
    let unionName = isOne ? ownName(of: union) : name(of: union)
    var distinct = BranchLabels.distinctParts(
      of: short, in: short == names ? unionName : BranchLabels.withoutArguments([unionName])[0] ?? "")
    // Nothing but the kind is left of `ValueDef`.
    if distinct.contains("Value") { distinct = BranchLabels.distinctParts(of: names, in: unionName) }
    let titles = candidates.map { candidate in
      candidate.part == nil
        ? candidate.schemas.first.flatMap { title(of: origins[$0] ?? $0) } : nil
    }
    let distinctTitles = BranchLabels.distinctParts(of: titles, in: name(of: union), keepsCommon: true)
    var uses: [ExactName: Int] = [:]
    for candidate in candidates {
      for name in Set((candidate.facts.required + candidate.facts.properties.map(\.name)).map { ExactName($0) }) {
        uses[name, default: 0] += 1
      }
    }
    let shared = Set(uses.filter { $0.value > 1 }.keys)
    let kinds = candidates.flatMap { Array($0.facts.kinds) }
    var taken: Set<String> = []
    var labels: [String] = []
    for (index, candidate) in candidates.enumerated() {
      var words = ["other"]
      if let part = candidate.part {
        words = [part.label]
      } else if let schema = candidate.schemas.first.map({ origins[$0] ?? $0 }) {
        let only = candidate.facts.values.flatMap { _ in constant(of: candidate) }
        words = self.labels(
          of: schema, distinctTitles[index], distinct[index], dispatch, index, candidate.facts, only, shared: shared,
          isOnlyOfKind: candidate.facts.kinds.allSatisfy { kind in kinds.count { $0 == kind } == 1 })
      }
      let label = words.first { !taken.contains(SwiftNames.enumerationCase($0)) } ?? "option-\(index + 1)"
      taken.insert(SwiftNames.enumerationCase(label))
      labels.append(label)
    }
    let isNamed = candidates.contains { $0.schemas.contains { graph[resolved($0)].keywords.vendor.swift.name != nil } }
    if isNamed { return labels }
    if labels.contains(JSONType.array.rawValue) {
      labels = BranchLabels.withPlurals(labels, candidates.map { scalarPayload(of: $0) })
    }
    if case .tag(let member, let values, _) = dispatch {
      let tags: [String?] = zip(candidates, values).map { isSensitive(member, $0.facts) ? nil : $1?.first?.string }
      labels = BranchLabels.withoutWords(beyond: tags, labels)
    }
    return BranchLabels.withoutCommonWords(of: name(of: union), labels)
  }

  /// Returns the Swift type of a branch; nil if it is neither a scalar nor a list of scalars.
  private mutating func scalarPayload(of candidate: Candidate) -> Payload? {
    guard let schema = candidate.schemas.first, isOfScalars(candidate.facts.kinds, candidate.facts) else { return nil }
    return candidate.part.map { payload(of: $0.shape, schema) } ?? payload(of: schema)
  }

  /// Replaces branches that are choices by their branches.
  mutating func flattened(_ schemas: [SchemaID]) -> [SchemaID] {
    var result: [SchemaID] = []
    var seen: Set<SchemaID> = []
    var pending = Array(schemas.reversed())
    while let schema = pending.popLast() {
      let keywords = graph[schema].keywords
      let inner = keywords.anyOf.isEmpty ? keywords.oneOf : keywords.anyOf
      let isPlain =
        keywords.title == nil && !keywords.isOpenEnumeration && keywords.vendor.swift.isEmpty
        && keywords.references.isEmpty
        && keywords.allOf.isEmpty && (keywords.anyOf.isEmpty || keywords.oneOf.isEmpty)
      let facts = facts(of: schema)
      if isPlain, !inner.isEmpty, !facts.declaresMembers, facts.conditional.isEmpty, facts.values == nil,
        !partition(inner).hasNull, seen.insert(schema).inserted
      {
        pending += inner.filter { graph[$0].boolean != false }.reversed()
      } else {
        result.append(schema)
      }
    }
    return result
  }

  /// Replaces branches that only list types by one branch per type.
  private mutating func expanded(_ candidates: [Candidate]) -> [Candidate] {
    var result: [Candidate] = []
    for candidate in candidates {
      guard candidate.schemas.count == 1, graph[candidate.schemas[0]].keywords.references.isEmpty,
        candidate.facts.values == nil, !candidate.facts.isMeant,
        case .union(let union) = payloadShape(of: candidate.schemas[0]), case .types(let types) = union.dispatch,
        union.branches.allSatisfy({ $0.schemas.isEmpty && !$0.shape.needsName })
      else {
        result.append(candidate)
        continue
      }
      for (branch, types) in zip(union.branches, types) {
        var part = candidate
        part.facts.types = types
        part.part = (branch.shape, branch.label)
        result.append(part)
      }
    }
    return result
  }

  /// Returns the shape of a branch; any value if it is already being classified.
  private mutating func payloadShape(of schema: SchemaID) -> Shape {
    if case .named(schema) = payload(of: schema) {
      return open.contains(schema) ? .any(fallback: nil) : shape(of: schema)
    }
    return .any(fallback: nil)
  }

  /// Merges branches with the same Swift type. Integers are among the numbers of another branch.
  private mutating func merged(_ candidates: [Candidate]) -> [Candidate] {
    var payloads: [Payload] = []
    for candidate in candidates { payloads.append(payload(of: candidate.schemas[0])) }
    let (integer, number) = (Payload.scalar("Int"), Payload.scalar("Double"))
    let hasNumbers = payloads.contains(number)
    var groups: [Candidate] = []
    var indexes: [Payload: Int] = [:]
    /// Whether a group has only integers so far.
    var isOfIntegers: [Bool] = []
    for (candidate, own) in zip(candidates, payloads) {
      let payload = hasNumbers && own == integer ? number : own
      if let index = indexes[payload] {
        // The first schema has the type.
        let position = own == number && isOfIntegers[index] ? 0 : groups[index].schemas.count
        isOfIntegers[index] = isOfIntegers[index] && own == integer
        groups[index].schemas.insert(contentsOf: candidate.schemas, at: position)
        groups[index].facts.types.formUnion(candidate.facts.types)
        groups[index].facts.isMeant = groups[index].facts.isMeant || candidate.facts.isMeant
      } else {
        indexes[payload] = groups.count
        isOfIntegers.append(own == integer)
        groups.append(candidate)
      }
    }
    return groups
  }

  /// Whether each branch requires a member that no other requires.
  func isToldApart(_ branches: [Facts]) -> Bool {
    var counts: [ExactName: Int] = [:]
    for name in branches.lazy.flatMap(\.required) { counts[ExactName(name), default: 0] += 1 }
    return branches.allSatisfy { branch in branch.required.contains { counts[ExactName($0)] == 1 } }
  }

  /// Whether the schema specifies a name for a branch.
  private func isNamed(_ schema: SchemaID) -> Bool {
    let keywords = graph[schema].keywords
    return keywords.title != nil || plainReference(keywords) != nil || keywords.vendor.swift.name != nil
  }

  /// Returns the possible names of a branch, best first.
  ///
  /// - Parameter shared: the members of several branches, which tell none of them apart.
  private mutating func labels(
    of schema: SchemaID, _ title: String?, _ reference: String?, _ dispatch: UnionShape.Dispatch, _ index: Int,
    _ facts: Facts, _ constant: JSONValue?, shared: Set<ExactName>, isOnlyOfKind: Bool
  ) -> [String] {
    var words: [String] = []
    let target = graph[resolved(schema)]
    if let name = graph[schema].keywords.vendor.swift.name ?? target.keywords.vendor.swift.name { words.append(name) }
    if target.keywords.isBase { words.append("base") }
    if let title { words.append(title) }
    if let title = self.title(of: schema) { words.append(title) }
    if let reference { words.append(reference) }
    if let name = referenceName(of: schema) ?? baseName(of: schema) { words.append(name) }
    if case .tag(let member, let values, _) = dispatch {
      if !isSensitive(member, facts) { words.append(values[index]?.first?.string ?? "other") }
    }
    if case .members(let names) = dispatch { words.append(names[index]) }
    let named = facts.values.flatMap { $0.count == 1 ? $0.first(where: \.isName) : nil }
    if let only = constant ?? named, !isSensitive(schema), !isSensitive(target.id) {
      words.append(SwiftNames.enumerationCase(for: only))
      // Beside an object with a member of that name.
      if let text = only.string { words.append(text + "-string") }
    }
    // Beside scalars, an object with several members is not one of them.
    if let mark = graph.mark(of: target.id, sensitive: sensitive), !shared.contains(ExactName(mark)),
      !isOnlyOfKind || facts.properties.count < 2 || !facts.requires(mark)
    {
      words.append(mark)
    }
    if let title = target.keywords.title, Self.isName(title) { words.append(title) }
    let types = facts.kinds
    let kind = types.count == 1 ? types.map(\.rawValue) : []
    let content = contentWords(facts, types, isSensitive: isSensitive(schema) || isSensitive(target.id), shared)
    if case .tag = dispatch { return words + kind + content }
    return words + (isOnlyOfKind ? kind + content : content + kind)
  }

  /// Whether the values of a schema, or of one made from it, name nothing.
  private func isSensitive(_ schema: SchemaID) -> Bool {
    sensitive.contains(schema) || graph[schema].keywords.vendor.sensitive
  }

  /// Whether the values of a tag name nothing.
  private func isSensitive(_ tag: String, _ facts: Facts) -> Bool {
    facts.properties.contains { $0.name == tag && isSensitive($0.schema) }
  }

  /// Returns names based on what distinguishes a branch from others of its type.
  private mutating func contentWords(
    _ facts: Facts, _ types: Set<JSONType>, isSensitive: Bool, _ shared: Set<ExactName>
  ) -> [String] {
    var words: [String] = []
    if let values = facts.values, !isSensitive {
      words += values.count == 1 ? [SwiftNames.enumerationCase(for: values[0])] : ["known"]
    }
    if let format = facts.format { words.append(format) }
    if types == [.array], let items = facts.items {
      let title = graph[items].keywords.title.flatMap { Self.isName($0) ? $0 : nil }
      let kinds = self.facts(of: items).kinds
      if let word = referenceName(of: items) ?? title ?? (kinds.count == 1 ? kinds.first?.rawValue : nil) {
        words.append(NameWords.plural(word))
      }
    }
    for isShared in [false, true] {
      for names in [Array(facts.required), facts.properties.map(\.name)] {
        words += names.filter { shared.contains(ExactName($0)) == isShared }.prefix(3)
      }
    }
    if (2...3).contains(types.count) {
      words.append(JSONType.allCases.filter { types.contains($0) }.map(\.rawValue).joined(separator: "-or-"))
    }
    if types.count > 3 { words += ["other", "any"] }
    return words
  }

  /// Returns the name of the schema that a branch references.
  func referenceName(of schema: SchemaID) -> String? {
    let target = graph[resolved(schema)]
    if target.id == schema { return nil }
    if graph.isRoot(target.id) { return FileStem.of(graph.documents[target.document]) }
    guard let last = target.pointer.tokens.last, Int(last) == nil else { return nil }
    if target.pointer.isOfHashedDefinition { return nil }
    // No type has the name `Vector<Vector<number>>` of a list.
    if last.contains("<"), target.keywords.type == [.array], target.keywords.prefixItems.isEmpty { return nil }
    return target.spelling(of: last)
  }

  /// Returns the title of a branch; nil if it is no name, or a machine's version of its base's.
  private func title(of branch: SchemaID) -> String? {
    graph[branch].keywords.title.flatMap { Self.isName($0) && baseName(of: branch) == nil ? $0 : nil }
  }

  /// Returns the name of the definition that a branch extends, if its title is that name with a word more or less:
  /// `ResponseAudioWsDelta` extends `ResponseAudioDeltaEvent`.
  private func baseName(of branch: SchemaID) -> String? {
    let keywords = graph[branch].keywords
    let bases = keywords.allOf.compactMap { referenceName(of: $0) }
    guard let title = keywords.title, NameWords.of(title) == [title], bases.count == 1 else { return nil }
    let titleWords = NameWords.withHumps(title).map { $0.lowercased() }
    let words = NameWords.withHumps(bases[0]).map { $0.lowercased() }
    guard titleWords.count > 2, words.first == titleWords.first else { return nil }
    let known = Set(words)
    return titleWords.count { !known.contains($0) } == 1 && Set(titleWords).count >= known.count - 1 ? bases[0] : nil
  }

  /// Returns the name of a union's schema.
  private func ownName(of schema: SchemaID) -> String {
    if graph.isRoot(schema) { return FileStem.of(graph.documents[graph[schema].document]) }
    return graph[schema].pointer.tokens.last ?? ""
  }

  /// Returns the name of a union's schema, or of one of the list or map that it is in.
  private func name(of schema: SchemaID) -> String {
    if graph.isRoot(schema) { return ownName(of: schema) }
    var tokens = graph[schema].pointer.tokens[...]
    guard ["items", "additionalProperties"].contains(tokens.last), tokens.dropLast().last != "properties" else {
      return tokens.last ?? ""
    }
    while let last = tokens.last, Int(last) != nil || graph[schema].dialect.keyword(named: last) != nil,
      tokens.dropLast().last != "properties"
    {
      tokens.removeLast()
    }
    return tokens.last.map { NameWords.singular($0) ?? $0 } ?? ""
  }

  /// Whether a title is short enough for a name, and no sentence or Markdown: "The `sorted set` type." is both.
  static func isName(_ title: String) -> Bool {
    let words = title.split(separator: " ")
    let isMarkdown = ["`", "](", "]["].contains { title.contains($0) }
    let isSentence = words.count > 2 && (title.hasSuffix(".") || ["The", "A", "An"].contains(words[0]))
    return title.count <= 40 && words.count <= 5 && !isMarkdown && !isSentence && title.contains { $0.isLetter }
  }
}

extension Shape {
  /// The type of the values of a struct.
  var partType: JSONType? {
    switch self {
    case .object: .object
    case .tuple: .array
    case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .reference, .enumeration,
      .union:
      nil
    }
  }

  /// Whether the shape is a type with a name.
  var needsName: Bool {
    switch self {
    case .enumeration, .object, .tuple, .union: true
    case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .reference: false
    }
  }

  var isNullable: Bool { if case .nullable = self { true } else { false } }

  /// Whether the shape is a list or a map, or an optional one.
  var isContainer: Bool {
    switch self {
    case .array, .map, .custom("[JSONValue]"): true
    case .nullable(let inner): inner.isContainer
    case .any, .null, .boolean, .integer, .number, .string, .custom, .reference, .enumeration, .object, .tuple, .union:
      false
    }
  }
}

extension SchemaNode {
  /// Returns the name of a definition or file with the words of its title, if that is the same name with more of them
  /// told apart: `deleted_invoiceitem` with the title "DeletedInvoiceItem" is `DeletedInvoiceItem`; or else with the names
  /// that the title spells: `phraseapp` with the title "Settings of PhraseApp" is `PhraseApp`.
  func spelling(of name: String) -> String {
    guard let title = keywords.title else { return name }
    let (words, titleWords) = (NameWords.of(name), NameWords.of(title))
    let allWords = titleWords + titleWords.flatMap(NameWords.withHumps)
    if NameWords.withHumps(title).count > NameWords.withHumps(name).count,
      titleWords.joined().lowercased() == words.joined().lowercased()
    {
      return title
    }
    let spelled = words.map { word in
      allWords.first { other in
        let isAcronym = 2..<7 ~= other.count && other == other.uppercased() && title.contains(where: \.isLowercase)
        return other.first?.isUppercase ?? false && other != word && other.lowercased() == word
          && (NameWords.isMixed(other) || isAcronym)
      } ?? word
    }
    return spelled == words ? name : spelled.joined(separator: "-")
  }
}

extension JSONPointer {
  /// Whether it leads to a definition whose key is a hash and a word that tells nothing: `/definitions/9b9c0/full`.
  var isOfHashedDefinition: Bool {
    guard tokens.count > 2, ["$defs", "definitions"].contains(tokens[tokens.count - 3]) else { return false }
    let key = tokens[tokens.count - 2]
    return key.count > 3 && key.contains(where: \.isNumber) && key.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
