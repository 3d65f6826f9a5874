import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// Payloads for the pages: samples for schemas without examples, and payloads that violate one keyword, each with the
/// output of `codegen validate`.
struct PayloadBook {
  private let graph: SchemaGraph
  private let evaluator: Evaluator?
  private let indexes: Compiler.Indices
  private let source: SampledPayloads?
  /// The program indexes of each document's schemas.
  private let schemas: [Int: Set<Program.SchemaID>]

  /// The number of payloads in a section.
  private static let violationLimit = 24
  /// The number of lines of a payload above which only those around the error are shown.
  private static let lineLimit = 40
  private static let linesAround = 8
  /// The file name of the payload in the output of `codegen validate`.
  private static let file = "payload.json"

  init(graph: SchemaGraph, compiled: Compiler.Output?, source: SampledPayloads?) {
    self.graph = graph
    evaluator = compiled.map { Evaluator($0.program, maximumIssueCount: 8) }
    indexes = compiled?.indices ?? Compiler.Indices()
    self.source = source
    schemas = indexes.pairs.reduce(into: [:]) { schemas, entry in
      schemas[graph[entry.schema].document, default: []].insert(entry.index)
    }
  }

  // MARK: - Valid payloads

  /// Returns a valid sampled payload; nil if none was found.
  func sample(of schema: SchemaID) -> JSONValue? {
    guard graph[schema].boolean == nil, let index = indexes[schema] else { return nil }
    return source?.sample(of: index)
  }

  /// Returns a value, redacted.
  func redacted(_ value: JSONValue, _ schema: SchemaID) -> JSONValue {
    if graph[schema].keywords.vendor.sensitive { return .redacted }
    guard let evaluator, evaluator.program.hasSensitive, let index = indexes[schema] else { return value }
    return evaluator.redacted(Array(value.text().utf8), schema: index) ?? value
  }

  // MARK: - Payloads that violate a keyword

  /// Returns the payloads in a section, and the anchor of one for each keyword by its absolute location.
  func violations(
    of schema: SchemaID, examples: [JSONValue], at section: Anchor?
  ) -> (shown: [DocumentationPage.Violation], anchors: [String: Anchor]) {
    guard let evaluator, let source, graph[schema].boolean == nil, let index = indexes[schema] else { return ([], [:]) }
    var shown: [DocumentationPage.Violation] = []
    var anchors: [String: Anchor] = [:]
    var weight = 0
    // Constraints of another document appear on its page.
    let own = schemas[graph[schema].document] ?? []
    let misses = source.nearMisses(of: index, breaking: own, from: Array(examples.prefix(4)))
    for miss in Self.selected(misses) {
      let tokens = JSONTokens(miss.value)
      guard let issues = try? evaluator.issues(in: tokens.utf8, schema: index),
        let issue = issues.first(where: { $0.absoluteKeywordLocation == miss.absoluteKeywordLocation })
      else { continue }
      // Errors inside a sensitive value are not shown.
      guard issue.instanceLocation == miss.instanceLocation, let position = issue.position else { continue }
      let anchor = Anchor(errorAt: miss.instanceLocation.tokens, keyword: miss.keyword, of: section)
      guard !shown.contains(where: { $0.anchor == anchor }) else { continue }
      let safe = redacted(miss.value, schema)
      let lines = ValidationResult.invalid(issues).textOutput(in: PayloadOrigin(file: Self.file))
      let (payload, line) = excerpt(of: safe, tokens, miss.value, around: position.line)
      let violation = DocumentationPage.Violation(
        anchor: anchor, keyword: miss.keyword, message: Self.message(issue),
        location: Self.words(miss.instanceLocation),
        payload: payload.shortened, line: line, errors: lines)
      weight += PageWeight.of(violation)
      if weight > PageBuilder.payloadWeight { break }
      shown.append(violation)
      anchors[miss.absoluteKeywordLocation] = anchors[miss.absoluteKeywordLocation] ?? anchor
    }
    return (shown, anchors)
  }

  /// Returns the payloads that no branch of a choice accepts, or several do.
  func violations(
    of choice: SchemaID, _ shape: UnionShape, at section: Anchor?, words: (Int) -> Phrase
  ) -> [DocumentationPage.Violation] {
    guard let evaluator, let source, let index = indexes[choice] else { return [] }
    let mistakes = ChoiceMistakes(
      shape, in: graph,
      sample: { branch in
        guard let number = indexes[branch] ?? graph[branch].keywords.ref.flatMap({ indexes[$0] }),
          let value = source.sample(of: number)
        else { return nil }
        let issues = try? evaluator.issues(in: value.json(), schema: index)
        return issues?.isEmpty == true ? value : nil
      },
      common: { first, second in
        guard let first = indexes[first], let second = indexes[second] else { return nil }
        return source.sample(of: first, and: second)
      }, words: words)
    var shown: [DocumentationPage.Violation] = []
    var weight = 0
    for mistake in mistakes.all(isExclusive: !graph[choice].keywords.oneOf.isEmpty) {
      guard let found = violation(mistake.payload, of: choice, index, evaluator) else { continue }
      let (issue, excerpt, line, errors) = found
      let violation = DocumentationPage.Violation(
        anchor: Anchor(errorAt: [mistake.name], keyword: issue.keyword, of: section), keyword: issue.keyword,
        reason: mistake.words, message: Self.message(issue), location: Self.words(issue.instanceLocation),
        payload: excerpt.shortened, line: line, errors: errors)
      weight += PageWeight.of(violation)
      if weight > PageBuilder.payloadWeight { break }
      shown.append(violation)
    }
    return shown
  }

  private static let longestMessage = 200

  private static func message(_ issue: ValidationIssue) -> String {
    VisibleText.line(issue.message).shortened(to: longestMessage)
  }

  /// Returns the first issue of a payload, its text around that, the line, and what `codegen validate` prints; nil if
  /// the payload is valid or the issue is inside a sensitive value.
  private func violation(
    _ payload: JSONValue, of schema: SchemaID, _ index: Program.SchemaID, _ evaluator: Evaluator
  ) -> (issue: ValidationIssue, excerpt: JSONTokens, line: Int?, errors: [String])? {
    let tokens = JSONTokens(payload)
    guard let issues = try? evaluator.issues(in: tokens.utf8, schema: index), let issue = issues.first,
      let position = issue.position
    else { return nil }
    let safe = redacted(payload, schema)
    let (excerpt, line) = excerpt(of: safe, tokens, payload, around: position.line)
    return (issue, excerpt, line, ValidationResult.invalid(issues).textOutput(in: PayloadOrigin(file: Self.file)))
  }

  /// Selects payloads for a section, in their order; payloads with the wrong type, the obvious error, go first if
  /// there are too many.
  private static func selected(_ misses: [SchemaSampler.NearMiss]) -> [SchemaSampler.NearMiss] {
    guard misses.count > violationLimit else { return misses }
    let others = misses.indices.filter { misses[$0].keyword != "type" }
    let types = misses.indices.filter { misses[$0].keyword == "type" }
    return (others + types).prefix(violationLimit).sorted().map { misses[$0] }
  }

  /// Returns a payload without its sensitive parts, or the lines around its error, and the error's line in the result.
  ///
  /// - Parameter tokens: those of the payload as it is.
  private func excerpt(
    of safe: JSONValue, _ tokens: JSONTokens, _ payload: JSONValue, around line: Int
  ) -> (JSONTokens, line: Int?) {
    // Comparing them takes time, and most programs have nothing to hide.
    if evaluator?.program.hasSensitive != false, safe != payload { return (JSONTokens(safe), nil) }
    let count = tokens.lineCount
    guard 1...count ~= line else { return (tokens, nil) }
    if count <= Self.lineLimit { return (tokens, line) }
    let lines = tokens.lines
    let first = max(0, line - 1 - Self.linesAround)
    let last = min(lines.count, line + Self.linesAround)
    let gap = [CodeToken(text: "…", kind: .comment)]
    let kept = (first > 0 ? [gap] : []) + lines[first..<last] + (last < lines.count ? [gap] : [])
    return (JSONTokens(lines: kept), line - first + (first > 0 ? 1 : 0))
  }

  /// Returns an instance location for people: `items[0].name`.
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
