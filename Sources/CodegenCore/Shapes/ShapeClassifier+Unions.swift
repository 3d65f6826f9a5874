import JSONSchema
import SchemaRuntime

// Schemas that are a choice between others.
extension ShapeClassifier {
  /// Returns the shape of a schema that says nothing beside one choice.
  mutating func choice(_ facts: Facts, _ schema: SchemaID) -> Shape? {
    guard facts.properties.isEmpty, facts.patternProperties.isEmpty else { return nil }
    if let additional = facts.additional, graph[additional].boolean == nil { return nil }
    for branch in facts.conditional where self.facts(of: branch).types == [.object] { return nil }
    var groups: [[SchemaID]] = []
    for branches in facts.choices {
      let isTransparent = branches.allSatisfy { graph[$0].boolean == nil && self.facts(of: $0).isTransparent }
      if !isTransparent { groups.append(branches) }
    }
    guard groups.count == 1, let branches = groups.first else { return nil }
    let (hasNull, others) = partition(branches)
    guard let first = others.first else { return .null }
    let shape: Shape
    if others.count == 1 {
      if resolved(first) == first { soleBranches[first] = schema }
      shape = .reference(first)
    } else if let listed = enumeration(choosing: others) {
      shape = listed
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

  /// Returns a union; nil if the members of the branches are those of one struct, because nothing tells them apart and
  /// nothing names them.
  private mutating func union(_ schemas: [SchemaID], _ facts: Facts, _ schema: SchemaID) -> Shape? {
    var groups = flattened(schemas).map { [$0] }
    var all = groups.map { self.facts(of: $0[0]) }
    let preferred = Discriminator(of: graph[schema])?.property
    var analysis = UnionAnalysis(all, graph: graph, preferred: preferred)
    var dispatch = analysis.dispatch
    var expanded: [Shape?] = groups.map { _ in nil }
    switch dispatch {
    case .tag: break
    case .types: expand(&groups, &all, &expanded, &dispatch)
    case .members, .validators:
      let merged = merged(groups.map { $0[0] })
      if merged.count < groups.count {
        groups = merged
        if groups.count == 1 { return .reference(groups[0][0]) }
        all = groups.map { group in
          var facts = self.facts(of: group[0])
          for other in group.dropFirst() { facts.types.formUnion(self.facts(of: other).types) }
          return facts
        }
        analysis = UnionAnalysis(all, graph: graph, preferred: preferred)
        dispatch = groups.contains { $0.count > 1 } ? analysis.dispatchOfMerged : analysis.dispatch
      }
      if case .types = dispatch { expand(&groups, &all, &expanded, &dispatch) }
    }
    if case .validators = dispatch, facts.types == [.object], !isToldApart(all),
      groups.allSatisfy({ $0.count == 1 && !isNamed($0[0]) })
    {
      return nil
    }
    let union = schema
    let names = groups.indices.map { expanded[$0] == nil ? referenceName(of: groups[$0][0]) : nil }
    let distinct = Self.distinctParts(of: names, in: name(of: schema))
    var branches: [UnionShape.Branch] = []
    var taken: Set<String> = []
    for (index, group) in groups.enumerated() {
      var words: [String] = []
      if let schema = group.first, expanded[index] == nil {
        words = labels(of: schema, distinct[index], dispatch, index, all[index])
      }
      if expanded[index] != nil { words = all[index].types.map(\.rawValue) }
      if words.isEmpty || words.allSatisfy({ taken.contains(SwiftNames.enumerationCase($0)) }) {
        words.append("option-\(index + 1)")
      }
      let label = words.first { !taken.contains(SwiftNames.enumerationCase($0)) } ?? words[0]
      taken.insert(SwiftNames.enumerationCase(label))
      let shape = expanded[index] ?? group.first.map { .reference($0) } ?? .any(fallback: nil)
      branches.append(UnionShape.Branch(schemas: group, shape: shape, label: label))
      for schema in group where resolved(schema) == schema { homes[schema] = Home(union: union, label: label) }
    }
    return .union(UnionShape(branches: branches, dispatch: dispatch))
  }

  /// Replaces branches that are choices themselves by their branches.
  private mutating func flattened(_ schemas: [SchemaID]) -> [SchemaID] {
    var result: [SchemaID] = []
    var seen: Set<SchemaID> = []
    var pending = Array(schemas.reversed())
    while let schema = pending.popLast() {
      let keywords = graph[schema].keywords
      let inner = keywords.anyOf.isEmpty ? keywords.oneOf : keywords.anyOf
      let isPlain =
        keywords.title == nil && keywords.vendor.swift.isEmpty && keywords.references.isEmpty
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

  /// Replaces branches that are only a list of types by one branch for each type.
  private mutating func expand(
    _ groups: inout [[SchemaID]], _ all: inout [Facts], _ expanded: inout [Shape?],
    _ dispatch: inout UnionShape.Dispatch
  ) {
    var newGroups: [[SchemaID]] = []
    var newFacts: [Facts] = []
    var newShapes: [Shape?] = []
    for (group, facts) in zip(groups, all) {
      guard group.count == 1, graph[group[0]].keywords.references.isEmpty, facts.values == nil, !facts.isMeant,
        case .union(let union) = payloadShape(of: group[0]), case .types = union.dispatch,
        union.branches.allSatisfy({ $0.schemas.isEmpty && !$0.shape.needsName })
      else {
        newGroups.append(group)
        newFacts.append(facts)
        newShapes.append(nil)
        continue
      }
      guard case .types(let types) = union.dispatch else { continue }
      for (branch, types) in zip(union.branches, types) {
        var part = facts
        part.types = types
        newGroups.append(group)
        newFacts.append(part)
        newShapes.append(branch.shape)
      }
    }
    guard newGroups.count > groups.count else {
      expanded = groups.map { _ in nil }
      return
    }
    groups = newGroups
    all = newFacts
    expanded = newShapes
    dispatch = .types(all.map(\.types))
  }

  /// Returns the shape of a branch; any value if it is being classified.
  private mutating func payloadShape(of schema: SchemaID) -> Shape {
    if case .named(schema) = payload(of: schema) {
      return open.contains(schema) ? .any(fallback: nil) : shape(of: schema)
    }
    return .any(fallback: nil)
  }

  /// Puts branches with the same Swift type together.
  private mutating func merged(_ schemas: [SchemaID]) -> [[SchemaID]] {
    var groups: [[SchemaID]] = []
    var indexes: [Payload: Int] = [:]
    for schema in schemas {
      let payload = payload(of: schema)
      if let index = indexes[payload] {
        groups[index].append(schema)
      } else {
        indexes[payload] = groups.count
        groups.append([schema])
      }
    }
    return groups
  }

  /// Whether each branch requires a member that no other requires.
  private func isToldApart(_ branches: [Facts]) -> Bool {
    branches.enumerated().allSatisfy { index, branch in
      branch.required.contains { name in
        branches.enumerated().allSatisfy { $0.offset == index || !$0.element.requires(name) }
      }
    }
  }

  /// Whether the schema gives a branch a name.
  private func isNamed(_ schema: SchemaID) -> Bool {
    let keywords = graph[schema].keywords
    return keywords.title != nil || plainReference(keywords) != nil || keywords.vendor.swift.name != nil
  }

  /// Returns the words that may name a branch, the best first.
  private mutating func labels(
    of schema: SchemaID, _ reference: String?, _ dispatch: UnionShape.Dispatch, _ index: Int, _ facts: Facts
  ) -> [String] {
    var words: [String] = []
    let target = graph[resolved(schema)]
    if let name = target.keywords.vendor.swift.name { words.append(name) }
    if let title = graph[schema].keywords.title, Self.isName(title) { words.append(title) }
    if let reference { words.append(reference) }
    if let name = referenceName(of: schema) { words.append(name) }
    if case .tag(_, let values) = dispatch { words.append(values[index]?.first?.string ?? "other") }
    if case .members(let names) = dispatch { words.append(names[index]) }
    if let mark = graph.mark(of: target.id) { words.append(mark) }
    if let title = target.keywords.title, Self.isName(title) { words.append(title) }
    var types = facts.types
    if types.contains(.number) { types.remove(.integer) }
    types.remove(.null)
    if types.count == 1, let type = types.first { words.append(type.rawValue) }
    return words + contentWords(facts, types)
  }

  /// Returns words for what a branch has that others of its type lack.
  private mutating func contentWords(_ facts: Facts, _ types: Set<JSONType>) -> [String] {
    var words: [String] = []
    if let values = facts.values {
      words += values.count == 1 ? [SwiftNames.enumerationCase(for: values[0])] : ["known"]
    }
    if let format = facts.format { words.append(format) }
    if types == [.array], let items = facts.items {
      var word = referenceName(of: items) ?? graph[items].keywords.title.flatMap { Self.isName($0) ? $0 : nil }
      if word == nil {
        let kinds = self.facts(of: items).types.subtracting([.null])
        let isNumber = kinds.contains(.number)
        word =
          (isNumber ? kinds.subtracting([.integer]) : kinds).count == 1
          ? (isNumber ? "number" : kinds.first?.rawValue) : nil
      }
      if let word { words.append(NameWords.plural(word)) }
    }
    words += facts.required.prefix(3) + facts.properties.prefix(3).map(\.name)
    if (2...3).contains(types.count) {
      words.append(JSONType.allCases.filter { types.contains($0) }.map(\.rawValue).joined(separator: "-or-"))
    }
    if types.count > 3 { words += ["other", "any"] }
    return words
  }

  /// Returns the name of the schema to which a branch refers.
  private func referenceName(of schema: SchemaID) -> String? {
    let target = graph[resolved(schema)]
    if target.id == schema { return nil }
    if graph.isRoot(target.id) { return FileStem.of(graph.documents[target.document]) }
    guard let last = target.pointer.tokens.last, Int(last) == nil else { return nil }
    return last
  }

  /// Returns the name of a union's schema.
  private func name(of schema: SchemaID) -> String {
    if graph.isRoot(schema) { return FileStem.of(graph.documents[graph[schema].document]) }
    return graph[schema].pointer.tokens.last ?? ""
  }

  /// Returns names without the words that all of them begin or end with, and without those of the union: in a union
  /// `Attachment`, `ImageAttachment` and `FileAttachment` are `Image` and `File`.
  private static func distinctParts(of names: [String?], in union: String) -> [String?] {
    let known = names.compactMap { $0 }
    guard known.count == names.count, names.count > 1 else { return names }
    let whole = NameWords.withHumps(union).map { $0.lowercased() }
    let words = known.map { name in
      let words = NameWords.withHumps(name)
      return words.count > whole.count && words.suffix(whole.count).map { $0.lowercased() } == whole
        ? words.dropLast(whole.count) : words
    }
    let shortest = words.map(\.count).min() ?? 0
    var start = 0
    while start < shortest - 1, Set(words.map { $0[start].lowercased() }).count == 1 { start += 1 }
    var end = 0
    while start + end < shortest - 1, Set(words.map { $0[$0.count - 1 - end].lowercased() }).count == 1 { end += 1 }
    let parts = words.map { $0[start..<($0.count - end)].joined(separator: "-") }
    let isClear = parts.allSatisfy { $0.unicodeScalars.first?.properties.isXIDStart ?? false }
    return isClear && Set(parts).count == parts.count ? parts : names
  }

  /// Whether a title is short enough for a name.
  static func isName(_ title: String) -> Bool {
    title.count <= 40 && title.split(separator: " ").count <= 5 && title.contains { $0.isLetter }
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
}
