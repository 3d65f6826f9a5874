import CodegenCore
import JSONSchema
import SchemaRuntime

extension PageBuilder {
  /// Returns the members of an object, those that it inherits from other schemas, its own first, and then those that
  /// only branches declare.
  func members(of schema: SchemaID, _ facts: Facts) -> [DocumentationPage.Member] {
    let parts = graph.conjunction(of: schema)
    let isLocal = graph[schema].keywords.vendor.localOnly
    // The constraints of all joined schemas apply to a member.
    var declared: [String: [SchemaID]] = [:]
    for property in parts.flatMap({ graph[$0].keywords.properties }) {
      declared[property.name, default: []].append(property.schema)
    }
    let shown = facts.properties.filter { graph[$0.schema].boolean != false }.prefix(Self.tableLimit)
    let own = shown.map { property in
      let all = declared[property.name] ?? [property.schema]
      let keywords = all.map { graph[$0].keywords }
      var limits: [Phrase] = []
      for limit in all.flatMap({ self.limits.limits(of: $0) }) + example(of: all) where !limits.contains(limit) {
        limits.append(limit)
      }
      let isMarked = keywords.contains { $0.vendor.localOnly } && !isLocal
      let isRequired = facts.requires(property.name)
      return DocumentationPage.Member(
        name: property.name, anchor: anchor(of: property.name, property.schema, in: schema),
        section: site.address(of: property.schema),
        swiftName: swiftName(of: property.name, in: schema),
        presence: isMarked ? .localOnly : isRequired ? .required : .optional, badges: badges(keywords),
        type: types.phrase(for: property.schema), limits: limits,
        description: description(of: all), origin: origin(of: property.schema, in: schema))
    }
    let chosen = branchMembers(of: schema, facts).prefix(Self.tableLimit - own.count)
    return own + chosen.map { member($0, in: schema) }
  }

  /// Returns the row of a member that only branches declare: what all its declarations say.
  private func member(_ member: BranchMember, in schema: SchemaID) -> DocumentationPage.Member {
    let all = member.declarations
    let keywords = all.map { graph[$0].keywords }
    var kinds: [Phrase] = []
    for kind in all.map({ types.phrase(for: $0) }) where !kinds.contains(kind) { kinds.append(kind) }
    let limits = all.map { self.limits.limits(of: $0) + example(of: [$0]) }
    let common = limits[0].filter { limit in limits.allSatisfy { $0.contains(limit) } }
    let isLocal = keywords.contains { $0.vendor.localOnly } && !graph[schema].keywords.vendor.localOnly
    return DocumentationPage.Member(
      name: member.name, anchor: anchor(of: member.name, all[0], in: schema),
      swiftName: swiftName(of: member.name, in: schema),
      presence: isLocal ? .localOnly : member.isRequired ? .required : .optional, badges: badges(keywords),
      type: Phrase.list(kinds, last: "or"), limits: common, description: description(of: all),
      origin: all.count == 1 ? origin(of: all[0], in: schema) : nil, condition: member.condition)
  }

  func badges(_ keywords: [Keywords]) -> [DocumentationPage.Badge] {
    var badges: [DocumentationPage.Badge] = []
    if keywords.contains(where: \.deprecated) { badges.append(.deprecated) }
    if keywords.contains(where: \.readOnly) { badges.append(.readOnly) }
    if keywords.contains(where: \.writeOnly) { badges.append(.writeOnly) }
    if keywords.contains(where: \.vendor.sensitive) { badges.append(.sensitive) }
    return badges
  }

  /// Returns the anchor of the row of a member; nil if a section has it.
  func anchor(of name: String, _ member: SchemaID, in schema: SchemaID) -> Anchor? {
    let scope = graph.copyWords(of: schema)
    guard graph[member].parent == schema else {
      return Anchor(member: name, of: graph[schema].pointer.tokens, scope: scope)
    }
    let pointer = graph[member].pointer.tokens
    return site.address(of: member) == nil ? Anchor(pointer: pointer, scope: scope) : nil
  }

  private func swiftName(of member: String, in schema: SchemaID) -> String? {
    for type in site.types(of: schema) {
      guard case .structure(let plan) = type.kind else { continue }
      return plan.members.first { $0.wireName == member }.map(\.name).flatMap { $0 == member ? nil : $0 }
    }
    return nil
  }

  /// Returns the nearest page or section around the schema that declares a member, if it is another.
  private func origin(of member: SchemaID, in schema: SchemaID) -> Phrase? {
    var next = graph[member].parent
    while let around = next, around != schema, around != graph[schema].twin?.origin {
      if let address = site.address(of: around) { return "\(link: site.title(of: around), to: address)" }
      next = graph[around].parent
    }
    return nil
  }

  /// Returns the member's description, then those of its elements.
  func description(of schemas: [SchemaID]) -> RichText {
    let own = schemas.lazy.compactMap { graph[$0].keywords.description }.first
    // What has a page says the rest there.
    let others = own == nil ? schemas.first { words(about: $0) != nil } : nil
    let foreign = others.map { text(words(about: $0)) } ?? RichText()
    let isLink = others.map { types.resolve($0).isLink } ?? false
    let ofElements = schemas.first.map { elementDescriptions(of: $0) } ?? RichText()
    return text(own) + (isLink ? RichText(foreign.summary) : foreign) + ofElements
  }

  /// Returns what a schema says of itself, or else its target, its only branch besides null, or the only schema that it
  /// extends.
  func words(about schema: SchemaID) -> String? {
    var next = schema
    var seen: Set<SchemaID> = []
    while seen.insert(next).inserted {
      let keywords = graph[next].keywords
      if let description = keywords.description { return description }
      if let target = keywords.ref ?? keywords.dynamicRef {
        next = target
      } else if keywords.oneOf.count + keywords.anyOf.count > 0 {
        let branches = (keywords.oneOf + keywords.anyOf).filter { site.facts(of: $0).types != [.null] }
        guard branches.count == 1 else { return nil }
        next = branches[0]
      } else if keywords.allOf.count == 1 {
        next = keywords.allOf[0]
      } else {
        return nil
      }
    }
    return nil
  }

  /// Returns the descriptions of elements without a page or section.
  func elementDescriptions(of schema: SchemaID, isOwn: Bool = false) -> RichText {
    let resolved = types.resolve(schema, isOwn: isOwn)
    guard !resolved.isLink else { return RichText() }
    let facts = site.facts(of: resolved.end)
    let elements: [(String, SchemaID?)] = [
      ("Each item", facts.items), ("Each value", facts.properties.isEmpty ? facts.additional : nil),
    ]
    return elements.reduce(into: RichText()) { all, entry in
      let (noun, element) = entry
      guard let element, !types.resolve(element).isLink, let own = graph[element].keywords.description else { return }
      all = all + text(own).prefixed(by: "\(noun): ")
    }
  }

  /// Returns an example of a member that is neither object nor array; those appear in the page's own examples.
  func example(of schemas: [SchemaID]) -> [Phrase] {
    let given = schemas.flatMap { examples.shown($0, in: graph) }
    guard let example = given.first(where: { $0.array == nil && $0.object == nil }) else { return [] }
    return ["for example \(code: LimitWords.text(example))"]
  }
}
