import CodegenCore
import JSONSchema
import SchemaAnalysis
@_spi(Generated) import SchemaRuntime
import SchemaStreaming
import SchemaValidation

extension KeywordCoverage {
  /// Reports how the keywords of `graph` are used.
  init(
    of graph: SchemaGraph, plan: TypePlan, compiled: Compiler.Output, options: Compiler.Options,
    definitions: Configuration.Definitions
  ) {
    let survey = CoverageSurvey(graph: graph, plan: plan, compiled: compiled, options: options)
    entries = graph.writtenNodes.flatMap { node in
      // Copies of a schema in the graph share its text.
      node.dynamicScope.isEmpty ? survey.entries(of: node) : []
    }
    types = TypeFigures(of: graph, plan: plan, definitions: definitions)
    let written = Dictionary(compiled.indices.pairs.map { ($1, $0) }, uniquingKeysWith: min)
    held = HeldValues.all(compiled.program, graph.roots.compactMap { compiled.indices[$0] }).compactMap { held in
      written[held.keyword.schema].map {
        Held(schema: $0, keyword: held.keyword.keyword, isOfElements: held.isOfElements)
      }
    }
  }
}

/// Collects from planner and compiler how they used each keyword.
private struct CoverageSurvey {
  let graph: SchemaGraph
  let options: Compiler.Options
  /// The keywords that decide types, by schema.
  let types: [Set<String>]
  /// The keywords that are steps of the program, by schema; nil for a schema that the program does not reach.
  let steps: [Set<String>?]
  /// The copies of schemas in the graph, by the location of their text.
  let copies: [Location: [SchemaID]]

  struct Location: Hashable {
    var document: Int
    var pointer: JSONPointer
  }

  init(graph: SchemaGraph, plan: TypePlan, compiled: Compiler.Output, options: Compiler.Options) {
    self.graph = graph
    self.options = options
    types = TypeCoverage(plan, in: graph).keywords
    var steps: [Set<String>?] = Array(repeating: nil, count: graph.nodes.count)
    let program = compiled.program
    for (schema, id) in compiled.indices.pairs {
      let names = program.steps[program.schemas[id.index].steps].compactMap { step in
        step.keyword < 0 ? nil : program.keywords[Int(step.keyword)]
      }
      steps[schema.index] = Set(names)
    }
    self.steps = steps
    var copies: [Location: [SchemaID]] = [:]
    for node in graph.writtenNodes where !node.dynamicScope.isEmpty {
      copies[Location(document: node.document, pointer: node.pointer), default: []].append(node.id)
    }
    self.copies = copies
  }

  func entries(of node: SchemaNode) -> [KeywordCoverage.Entry] {
    let same = [node.id] + (copies[Location(document: node.document, pointer: node.pointer)] ?? [])
    return node.keywords.written.keys.map { keyword in
      var uses: Set<KeywordCoverage.Use> = []
      for schema in same {
        if types[schema.index].contains(keyword) { uses.insert(.type) }
        if let steps = steps[schema.index], isCheck(keyword, node, steps) { uses.insert(.check) }
      }
      if isStructure(keyword, node) { uses.insert(.structure) }
      if isDocumentation(keyword, node) { uses.insert(.documentation) }
      let isReached = same.contains { steps[$0.index] != nil }
      return KeywordCoverage.Entry(
        schema: node.id, keyword: keyword, uses: uses.sorted(),
        reason: uses.isEmpty ? reason(keyword, node, isReached: isReached) : nil)
    }
  }

  /// Whether the steps of a schema check a keyword, under its own name or that of the keyword that it modifies.
  private func isCheck(_ keyword: String, _ node: SchemaNode, _ steps: Set<String>) -> Bool {
    if steps.contains(keyword) { return true }
    let keywords = node.keywords
    switch keyword {
    case "then", "else": return steps.contains("if") && keywords.if != nil
    case "minContains", "maxContains": return steps.contains("contains")
    case "maximum", "minimum":
      // Until draft-04: a sibling Boolean makes the limit exclusive.
      return steps.contains(keyword == "maximum" ? "exclusiveMaximum" : "exclusiveMinimum")
        && node.dialect.draft <= .draft4 && isKnown(keyword, node)
    case "dependencies": return steps.contains("dependentRequired") || steps.contains("dependentSchemas")
    case "contentMediaType", "contentSchema":
      let isJSON = keywords.contentMediaType.flatMap(ContentMediaType.init(keyword:)) != nil
      return isJSON && (steps.contains("contentEncoding") || steps.contains("contentMediaType"))
    case "x-sensitive": return keywords.vendor.sensitive
    // The list or choice has become one that also admits others.
    case "x-open": return keywords.vendor.open && !(keywords.anyOf + keywords.oneOf).isEmpty
    case "required" where node.dialect.draft == .draft3:
      return node.parent.map { self.steps[$0.index]?.contains("properties") ?? false } ?? false
    case "x-localOnly":
      return keywords.vendor.localOnly && node.parent.map { self.steps[$0.index]?.contains(keyword) ?? false } ?? false
    default: return false
    }
  }

  private func isKnown(_ keyword: String, _ node: SchemaNode) -> Bool {
    node.dialect.keyword(named: keyword) != nil && !isBesideReference(keyword, node)
  }

  /// Whether an old draft ignores the keyword because of a sibling `$ref`.
  private func isBesideReference(_ keyword: String, _ node: SchemaNode) -> Bool {
    node.dialect.ignoresSiblingsOfReference && node.keywords.ref != nil && keyword != "$ref"
  }

  private func isStructure(_ keyword: String, _ node: SchemaNode) -> Bool {
    guard let rule = node.dialect.keyword(named: keyword) else { return false }
    switch keyword {
    // Definitions are found at every location.
    case "definitions", "$defs", "$schema", "$id", "id", "$vocabulary", "$anchor", "$dynamicAnchor": return true
    case "$recursiveAnchor": return rule.matters
    default: return false
    }
  }

  private func isDocumentation(_ keyword: String, _ node: SchemaNode) -> Bool {
    guard let rule = node.dialect.keyword(named: keyword) else {
      // Extensions are the responsibility of other tools.
      return keyword.hasPrefix("x-")
    }
    let value = node.keywords.written[keyword]
    if rule.vocabulary == .metaData || ["$comment", "x-errorMessage"].contains(keyword) { return true }
    // A keyword without effect.
    if value == .bool(false), KeywordCoverage.flags.contains(keyword) { return true }
    if KeywordCoverage.lists.contains(keyword), value?.array?.isEmpty ?? value?.object?.isEmpty ?? false { return true }
    switch keyword {
    // Keywords that no validator could check count as documentation.
    case "format": return node.keywords.format.map { Format(keyword: $0) == nil && nearest(to: $0) == nil } ?? false
    case "contentEncoding": return node.keywords.contentEncoding.map { ContentEncoding(keyword: $0) == nil } ?? false
    case "contentMediaType":
      return node.keywords.contentMediaType.map { ContentMediaType(keyword: $0) == nil } ?? false
    default: return false
    }
  }

  private func nearest(to format: String) -> String? {
    Spelling.nearest(to: format, among: Format.allCases.map(\.keyword))
  }

  /// Returns why a keyword has no use; nil if there is no particular reason.
  private func reason(_ keyword: String, _ node: SchemaNode, isReached: Bool) -> String? {
    guard let rule = node.dialect.keyword(named: keyword) else {
      return "\(node.dialect.name) has no such keyword"
    }
    if isBesideReference(keyword, node) { return "\(node.dialect.name) ignores keywords next to '$ref'" }
    let keywords = node.keywords
    switch keyword {
    case "format":
      if let format = keywords.format, let nearest = nearest(to: format), nearest != format {
        return "there is no format '\(format)'; did you mean '\(nearest)'?"
      }
      if isReached { return "'formats.assert' in the configuration does not list this format; add it to check it" }
    case "contentEncoding", "contentMediaType", "contentSchema":
      if isReached, !options.assertsContent { return "'content.assert' is not set" }
      if keyword == "contentSchema" { return "there is no 'contentMediaType' of JSON next to it" }
    case "then", "else": if keywords.if == nil { return "there is no 'if' next to it" }
    case "if": if keywords.then == nil, keywords.else == nil { return "there is neither 'then' nor 'else' next to it" }
    case "minContains", "maxContains": if keywords.contains == nil { return "there is no 'contains' next to it" }
    case "additionalItems": if keywords.prefixItems.isEmpty { return "there is no array of 'items' next to it" }
    default: break
    }
    if !isReached { return "nothing references its schema" }
    return rule.vocabulary == .swift ? "this schema has no Swift type that '\(keyword)' could change" : nil
  }
}

extension KeywordCoverage {
  /// Boolean keywords that default to false.
  fileprivate static let flags: Set<String> = [
    "uniqueItems", "exclusiveMaximum", "exclusiveMinimum", "x-localOnly", "x-patch", "x-open", "x-lossy",
    "x-sensitive",
    "$recursiveAnchor",
  ]

  /// Keywords that have no effect when their list is empty.
  fileprivate static let lists: Set<String> = [
    "required", "properties", "patternProperties", "dependencies", "dependentRequired", "dependentSchemas",
    "x-enum-varnames", "x-swift",
  ]
}
