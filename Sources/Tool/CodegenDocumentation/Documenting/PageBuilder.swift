import CodegenCore
import JSONSchema
import SchemaAnalysis
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
  let texts: SchemaTexts
  private let descriptions = Known<String, RichText>()

  var graph: SchemaGraph { site.graph }

  /// - Parameter former: the page as it was written before, if it is the same.
  func page(at index: Int, former: FormerPages.Page? = nil) -> DocumentationPage {
    let page = site.pages[index]
    let keywords = graph[page.root].keywords
    let declaration = site.types(of: page.root).first
    return DocumentationPage(
      index: index, title: page.title, name: page.name, summary: text(keywords.description).summary,
      identifier: keywords.written["$id"]?.string ?? keywords.written["id"]?.string, source: page.source,
      badges: badges(of: page.root), sections: former == nil ? page.sections.map { section(for: $0) } : [],
      former: former,
      usage: DocumentationPage.Usage(
        typeName: declaration?.name.qualified ?? "JSONValue", isWritten: !keywords.vendor.localOnly),
      usedBy: references.uses(ofDocument: graph[page.root].document, in: site),
      uses: references.pages(usedByDocument: graph[page.root].document, in: site),
      schemaText: former == nil ? texts.text(of: page.root) : nil)
  }

  /// Reads a description.
  func text(_ description: String?) -> RichText {
    guard let description else { return RichText() }
    return descriptions.answer(to: description) { CommonMarkReader.text(description) }
  }

  // MARK: - Sections

  private func section(for schema: SchemaID) -> DocumentationPage.Section {
    let keywords = graph[schema].keywords
    let parts = graph.conjunction(of: schema)
    let facts = site.facts(of: schema)
    let content = content(of: schema, facts)
    let declarations = site.types(of: schema)
    var badges = badges(of: schema)
    if case .members = content { badges.append(isClosed(parts) ? .closed : .open) }
    var description = twinWords(of: schema) + text(keywords.description)
    if case .none = content { description = description + elementDescriptions(of: schema, isOwn: true) }
    let shownExamples = examples(of: schema, declarations.first)
    let violations = payloads.violations(
      of: schema, examples: examples.examples[schema] ?? [], at: site.address(of: schema)?.anchor)
    let mistakes = mistakes(in: schema)
    return DocumentationPage.Section(
      title: site.title(of: schema), anchor: site.address(of: schema)?.anchor, badges: badges,
      summary: text(keywords.description).summary, description: description,
      swiftName: declarations.first?.name.qualified,
      swiftKind: declarations.first.map(kind) ?? "",
      type: typeWords(of: schema, content),
      rules: limits.ownLimits(of: schema, omissions: omissions(content)) + rowsLeftOut(of: schema, content, facts)
        + leftOut((examples.examples[schema] ?? []).count, of: shownExamples.count, "examples"),
      content: content, outline: outline(of: schema, content),
      constraints: constraints(of: schema, content, violations.anchors),
      examples: shownExamples, violations: mistakes + violations.shown.filter { mistakes.isEmpty || !$0.isOfChoice })
  }

  private func badges(of schema: SchemaID) -> [DocumentationPage.Badge] {
    let keywords = graph[schema].keywords
    return (keywords.deprecated ? [.deprecated] : []) + (keywords.vendor.localOnly ? [.localOnly] : [])
  }

  /// Returns payloads that no alternative of a choice accepts, or several do.
  private func mistakes(in schema: SchemaID) -> [DocumentationPage.Violation] {
    var shape = site.shape(of: schema)
    if case .nullable(let inner) = shape { shape = inner }
    guard case .union(let union) = shape else { return [] }
    return payloads.violations(of: schema, union, at: site.address(of: schema)?.anchor) { number in
      name(ofBranch: number, union, in: schema)
    }
  }

  /// Says of which schema a twin is one, with a link to it.
  private func twinWords(of schema: SchemaID) -> RichText {
    guard let twin = graph[schema].twin, let origin = twin.origin, let address = site.address(of: origin) else {
      return RichText()
    }
    let original: Phrase = "\(link: site.title(of: origin), to: address)"
    return switch twin.view {
    case .request: RichText("\(original) as a request sends it: without the members that only the server sets.")
    case .response: RichText("\(original) as a response has it: without the members that only the client sends.")
    }
  }

  /// The size of the examples and of the invalid payloads of a section, as HTML.
  static let payloadWeight = 40_000

  /// Returns the examples in the schema, or else a sampled one; the first ones if they are large.
  private func examples(of schema: SchemaID, _ type: TypeDeclaration?) -> [DocumentationPage.Example] {
    let given = examples.examples[schema] ?? []
    let isSampled = given.isEmpty
    var shown: [DocumentationPage.Example] = []
    var weight = 0
    let isSent =
      site.isPage(schema) && !graph[schema].keywords.vendor.localOnly && graph[schema].twin?.view != .response
    for value in isSampled ? payloads.sample(of: schema).map({ [$0] }) ?? [] : given {
      let value = payloads.redacted(value, schema)
      let json = JSONTokens(value).shortened
      let example = DocumentationPage.Example(
        value: value, json: json, isSampled: isSampled,
        swift: type.flatMap { swift.tokens(for: value, of: $0) }.map(CodeToken.shortened),
        curl: isSent ? CurlExample.tokens(sending: value, json) : nil)
      weight += PageWeight.of(example)
      if !shown.isEmpty, weight > Self.payloadWeight { break }
      shown.append(example)
    }
    return shown
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
    func more(_ count: Int, _ noun: String) -> [Phrase] { leftOut(count, of: Self.tableLimit, noun) }
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

  private func leftOut(_ count: Int, of shown: Int, _ noun: String) -> [Phrase] {
    count > shown ? ["\(count - shown) more \(noun), which this page omits"] : []
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
