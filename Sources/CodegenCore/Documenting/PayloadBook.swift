import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// Payloads for the pages: those that are made for schemas that give no examples, and those that break one keyword,
/// each with the very words that `codegen validate` says about it.
struct PayloadBook {
  private let graph: SchemaGraph
  private let evaluator: Evaluator?
  private let indexes: [SchemaID: Int]
  private let source: SampledPayloads?
  /// The places in the program of each document's schemas.
  private let schemas: [Int: Set<Int32>]

  /// As many payloads as a section shows; more would be read by nobody.
  private static let violationLimit = 24
  /// The lines of a payload above which only those around the error are shown.
  private static let lineLimit = 40
  private static let linesAround = 8
  /// What `codegen validate` would be given.
  private static let file = "payload.json"

  init(graph: SchemaGraph, compiled: Compiler.Output?, source: SampledPayloads?) {
    self.graph = graph
    evaluator = compiled.map { Evaluator($0.program, maximumIssueCount: 8) }
    indexes = compiled?.indexes ?? [:]
    self.source = source
    schemas = indexes.reduce(into: [:]) { schemas, entry in
      if let index = Int32(exactly: entry.value) { schemas[graph[entry.key].document, default: []].insert(index) }
    }
  }

  // MARK: - Valid payloads

  /// A made payload that is valid; nil where none was found.
  func sample(of schema: SchemaID) -> JSONValue? {
    guard graph[schema].boolean == nil, let index = indexes[schema] else { return nil }
    return source?.sample(of: index)
  }

  /// A value without what is sensitive.
  func redacted(_ value: JSONValue, _ schema: SchemaID) -> JSONValue {
    if graph[schema].keywords.vendor.sensitive { return .redacted }
    guard let evaluator, let index = indexes[schema] else { return value }
    return evaluator.redacted(Array(value.text().utf8), schema: index) ?? value
  }

  // MARK: - Payloads that break a keyword

  /// The payloads that a section shows, and the place of one for each keyword by its absolute location.
  func violations(
    of schema: SchemaID, examples: [JSONValue], at section: Anchor?
  ) -> (shown: [DocumentationPage.Violation], anchors: [String: Anchor]) {
    guard let evaluator, let source, graph[schema].boolean == nil, let index = indexes[schema] else { return ([], [:]) }
    var shown: [DocumentationPage.Violation] = []
    var anchors: [String: Anchor] = [:]
    // What another document asks is told on its page.
    let own = schemas[graph[schema].document] ?? []
    let misses = source.nearMisses(of: index, breaking: own, from: Array(examples.prefix(4)))
    for miss in Self.selected(misses) {
      let tokens = JSONTokens(miss.value)
      guard let issues = try? evaluator.issues(in: Array(tokens.text.utf8), schema: index),
        let issue = issues.first(where: { $0.absoluteKeywordLocation == miss.absoluteKeywordLocation })
      else { continue }
      // Inside a sensitive value nothing is told to be wrong.
      guard issue.instanceLocation == miss.instanceLocation else { continue }
      let anchor = Anchor(errorAt: miss.instanceLocation.tokens, keyword: miss.keyword, of: section)
      guard !shown.contains(where: { $0.anchor == anchor }) else { continue }
      anchors[miss.absoluteKeywordLocation] = anchors[miss.absoluteKeywordLocation] ?? anchor
      let safe = redacted(miss.value, schema)
      let lines = ValidationResult.invalid(issues).textOutput(in: PayloadOrigin(file: Self.file))
      let (payload, line) = excerpt(JSONTokens(safe), around: issue.position.line, isWhole: safe == miss.value)
      shown.append(
        DocumentationPage.Violation(
          anchor: anchor, keyword: miss.keyword, place: Self.words(miss.instanceLocation), payload: payload, line: line,
          errors: lines))
    }
    return (shown, anchors)
  }

  /// As many as a section shows, in their order: the wrong type, of which everybody thinks, makes room for others.
  private static func selected(_ misses: [SchemaSampler.NearMiss]) -> [SchemaSampler.NearMiss] {
    guard misses.count > violationLimit else { return misses }
    let others = misses.indices.filter { misses[$0].keyword != "type" }
    let types = misses.indices.filter { misses[$0].keyword == "type" }
    return (others + types).prefix(violationLimit).sorted().map { misses[$0] }
  }

  /// A payload, or its lines around the one of the error, and where that line is then.
  private func excerpt(_ tokens: JSONTokens, around line: Int, isWhole: Bool) -> (JSONTokens, line: Int?) {
    let lines = tokens.lines
    guard lines.indices.contains(line - 1), isWhole else { return (tokens, nil) }
    if lines.count <= Self.lineLimit { return (tokens, line) }
    let first = max(0, line - 1 - Self.linesAround)
    let last = min(lines.count, line + Self.linesAround)
    let gap = [CodeToken(text: "…", kind: .comment)]
    let kept = (first > 0 ? [gap] : []) + lines[first..<last] + (last < lines.count ? [gap] : [])
    return (JSONTokens(lines: kept), line - first + (first > 0 ? 1 : 0))
  }

  /// A place in a payload as people write it: `items[0].name`.
  private static func words(_ pointer: JSONPointer) -> String {
    var words = ""
    for token in pointer.tokens {
      if JSONPointer.arrayIndex(token) != nil {
        words += "[\(token)]"
      } else {
        words += (words.isEmpty ? "" : ".") + token
      }
    }
    return VisibleText.line(words)
  }
}
