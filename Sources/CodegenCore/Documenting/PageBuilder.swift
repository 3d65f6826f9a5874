import JSONSchema
import SchemaRuntime

/// Builds the content of the page for one document.
struct PageBuilder {
  let site: SiteMap
  let types: TypeWords
  let limits: LimitWords
  let examples: ExampleCheck
  let payloads: PayloadBook
  let references: BackReferences
  let swift: SwiftExample

  var graph: SchemaGraph { site.graph }

  func page(at index: Int) -> DocumentationPage {
    let page = site.pages[index]
    let keywords = graph[page.root].keywords
    let declaration = site.types(of: page.root).first
    return DocumentationPage(
      index: index, title: page.title, name: page.name, summary: Prose.summary(keywords.description),
      identifier: keywords.written["$id"]?.string ?? keywords.written["id"]?.string, source: page.source,
      sections: page.sections.map { section(for: $0) },
      usage: DocumentationPage.Usage(
        typeName: declaration?.name.qualified ?? "JSONValue", isWritten: !keywords.vendor.localOnly),
      usedBy: references.uses(ofDocument: graph[page.root].document, in: site),
      uses: references.pages(usedByDocument: graph[page.root].document, in: site))
  }

  // MARK: - Sections

  private func section(for schema: SchemaID) -> DocumentationPage.Section {
    let keywords = graph[schema].keywords
    let parts = graph.conjunction(of: schema)
    let facts = Facts(of: schema, in: graph)
    let content = content(of: schema, facts)
    let declarations = site.types(of: schema)
    var badges: [DocumentationPage.Badge] = keywords.deprecated ? [.deprecated] : []
    if keywords.vendor.localOnly { badges.append(.localOnly) }
    if case .members = content { badges.append(isClosed(parts) ? .closed : .open) }
    var description = twinWords(of: schema) + (keywords.description.map(Prose.paragraphs) ?? [])
    if case .none = content { description += elementDescriptions(of: schema, isOwn: true) }
    let violations = payloads.violations(
      of: schema, examples: examples.examples[schema] ?? [], at: site.address(of: schema)?.anchor)
    return DocumentationPage.Section(
      title: site.title(of: schema), anchor: site.address(of: schema)?.anchor, badges: badges,
      description: description, swiftName: declarations.first?.name.qualified,
      swiftKind: declarations.first.map(kind) ?? "",
      type: typeWords(of: schema, content),
      rules: limits.ownLimits(of: schema, omissions: omissions(content)) + rowsLeftOut(of: schema, content, facts),
      content: content, constraints: constraints(of: schema, content, violations.anchors),
      examples: examples(of: schema, declarations.first), violations: violations.shown)
  }

  /// Says of which schema a twin is one, with a link to it.
  private func twinWords(of schema: SchemaID) -> [Phrase] {
    guard let twin = graph[schema].twin, let origin = twin.origin, let address = site.address(of: origin) else {
      return []
    }
    let original: Phrase = "\(link: site.title(of: origin), to: address)"
    return switch twin.view {
    case .request: ["\(original) as a request sends it: without the members that only the server sets."]
    case .response: ["\(original) as a response has it: without the members that only the client sends."]
    }
  }

  /// Returns the examples in the schema, or else a sampled one.
  private func examples(of schema: SchemaID, _ type: TypeDeclaration?) -> [DocumentationPage.Example] {
    let given = examples.examples[schema] ?? []
    let isSampled = given.isEmpty
    return (isSampled ? payloads.sample(of: schema).map { [$0] } ?? [] : given).map { value in
      let shown = payloads.redacted(value, schema)
      return DocumentationPage.Example(
        value: shown, isSampled: isSampled, swift: type.flatMap { swift.tokens(for: shown, of: $0) })
    }
  }

  private func content(of schema: SchemaID, _ facts: Facts) -> DocumentationPage.Content {
    var shape = site.shape(of: schema)
    if case .nullable(let inner) = shape { shape = inner }
    if case .enumeration(let enumeration) = shape { return values(enumeration, of: schema) }
    if case .union(let union) = shape { return .alternatives(alternatives(union, of: schema)) }
    if case .tuple(let tuple) = shape { return .items(items(tuple, of: schema)) }
    if !facts.properties.isEmpty || !branchMembers(of: schema, facts).isEmpty {
      return .members(members(of: schema, facts))
    }
    if let values = facts.values, values.count > 1 { return self.values(values, of: schema) }
    return .none
  }

  /// The number of table rows that a page shows.
  static let tableLimit = 1_000

  /// Describes how many rows a table omits.
  private func rowsLeftOut(of schema: SchemaID, _ content: DocumentationPage.Content, _ facts: Facts) -> [Phrase] {
    func more(_ count: Int, _ noun: String) -> [Phrase] {
      guard count > Self.tableLimit else { return [] }
      return ["\(count - Self.tableLimit) more \(noun), which this page omits"]
    }
    switch content {
    case .members:
      let own = facts.properties.count { graph[$0.schema].boolean != false }
      return more(own + branchMembers(of: schema, facts).count, "members")
    case .items: return more(facts.prefixItems.count, "items")
    case .values: return more(facts.values?.count ?? 0, "values")
    case .alternatives: return more((facts.oneOf.isEmpty ? facts.anyOf : facts.oneOf).count, "alternatives")
    case .none: return []
    }
  }

  private func omissions(_ content: DocumentationPage.Content) -> LimitWords.Omissions {
    switch content {
    case .members, .none: []
    case .values: [.values, .alternatives]
    case .alternatives: .alternatives
    case .items: .items
    }
  }

  /// Describes the type, unless a table does.
  private func typeWords(of schema: SchemaID, _ content: DocumentationPage.Content) -> Phrase? {
    let phrase = types.phrase(for: schema, isOwn: true)
    return switch content {
    case .members: phrase == "object" ? nil : phrase
    case .items: if case .nullable = site.shape(of: schema) { "array or null" } else { "array" }
    case .alternatives: if case .nullable = site.shape(of: schema) { phrase } else { nil }
    case .values, .none: phrase
    }
  }

  private func isClosed(_ parts: [SchemaID]) -> Bool {
    parts.contains { part in
      let keywords = graph[part].keywords
      return [keywords.additionalProperties, keywords.unevaluatedProperties]
        .contains { $0.map { graph[$0].boolean == false } ?? false }
    }
  }

  private func kind(_ type: TypeDeclaration) -> String {
    switch type.kind {
    case .structure: "struct"
    case .enumeration(let plan): plan.isOpen ? "enum that preserves unknown values" : "enum"
    case .union: "enum with associated values"
    case .tuple: "struct for an array"
    case .wrapper: "struct that wraps one value"
    }
  }
}
