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
  /// The program indexes of the schemas that a section describes.
  private let schemas: [SchemaID: Set<Program.SchemaID>]
  /// Those of definitions without a section, which are described wherever they are used, by document.
  private let shared: [Int: Set<Program.SchemaID>]

  /// The number of payloads in a section.
  private static let violationLimit = 24
  /// The number of lines of a payload above which only those of the wrong value and around it are shown.
  private static let lineLimit = 8
  private static let linesAround = 2
  /// The number of lines of the wrong value that are shown.
  private static let mostLines = 40
  /// The file name of the payload in the output of `codegen validate`.
  private static let file = "payload.json"

  init(site: SiteMap, graph: SchemaGraph, compiled: Compiler.Output?, source: SampledPayloads?) {
    self.graph = graph
    evaluator = compiled.map { Evaluator($0.program, maximumIssueCount: 8) }
    indexes = compiled?.indices ?? Compiler.Indices()
    self.source = source
    var schemas: [SchemaID: Set<Program.SchemaID>] = [:]
    var shared: [Int: Set<Program.SchemaID>] = [:]
    for (schema, index) in indexes.pairs {
      if let section = site.section(of: schema) {
        schemas[section, default: []].insert(index)
      } else {
        shared[graph[schema].document, default: []].insert(index)
      }
    }
    (self.schemas, self.shared) = (schemas, shared)
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
    // Other sections and pages show the errors of what they describe.
    let own = (schemas[schema] ?? []).union(shared[graph[schema].document] ?? [])
    let misses = source.nearMisses(of: index, breaking: own, from: Array(examples.prefix(4)))
    for miss in misses.prefix(Self.violationLimit) {
      let tokens = JSONTokens(miss.value)
      guard let issues = try? evaluator.issues(in: tokens.utf8, schema: index),
        let issue = issues.first(where: { $0.absoluteKeywordLocation == miss.absoluteKeywordLocation })
      else { continue }
      // Errors inside a sensitive value are not shown.
      guard issue.instanceLocation == miss.instanceLocation, let position = issue.position else { continue }
      // A new member may be the one that now shows a wrong type.
      let place = miss.keyword == "type" ? [] : miss.instanceLocation.tokens
      let anchor = Anchor(errorAt: place, keyword: miss.keyword, of: section)
      guard !shown.contains(where: { $0.anchor == anchor }) else { continue }
      let safe = redacted(miss.value, schema)
      let (payload, line) = excerpt(of: safe, tokens, miss.value, around: position.line, issue.instanceLocation)
      let (message, errors) = Self.texts(of: issue, among: issues)
      let violation = DocumentationPage.Violation(
        anchor: anchor, keyword: miss.keyword, message: message, location: Self.words(miss.instanceLocation),
        payload: payload.shortened, line: line, errors: errors)
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
      let (issue, excerpt, line, texts) = found
      let violation = DocumentationPage.Violation(
        anchor: Anchor(errorAt: [mistake.name], keyword: issue.keyword, of: section), keyword: issue.keyword,
        reason: mistake.words, message: texts.message, location: Self.words(issue.instanceLocation),
        payload: excerpt.shortened, line: line, errors: texts.errors)
      weight += PageWeight.of(violation)
      if weight > PageBuilder.payloadWeight { break }
      shown.append(violation)
    }
    return shown
  }

  private static let longestMessage = 200

  /// Returns the message of an issue, and what `codegen validate` prints for all of them.
  private static func texts(
    of issue: ValidationIssue, among issues: [ValidationIssue]
  ) -> (message: String, errors: [String]) {
    let origin = PayloadOrigin(file: file)
    let units = ValidationResult.invalid(issues).closestErrorUnits(in: origin)
    // Composing it again takes longer than finding it.
    let known = units.first {
      $0.absoluteKeywordLocation == issue.absoluteKeywordLocation && $0.instanceLocation == issue.instanceLocation
    }
    let message = VisibleText.line(known?.message ?? issue.message).shortened(to: longestMessage)
    return (message, units.map { $0.text(in: origin) })
  }

  /// Returns the first issue of a payload, its text around that, the line, and the texts; nil if the payload is valid or
  /// the issue is inside a sensitive value.
  private func violation(
    _ payload: JSONValue, of schema: SchemaID, _ index: Program.SchemaID, _ evaluator: Evaluator
  ) -> (issue: ValidationIssue, excerpt: JSONTokens, line: Int?, texts: (message: String, errors: [String]))? {
    let tokens = JSONTokens(payload)
    guard let issues = try? evaluator.issues(in: tokens.utf8, schema: index), let issue = issues.first,
      let position = issue.position
    else { return nil }
    let safe = redacted(payload, schema)
    let (excerpt, line) = excerpt(of: safe, tokens, payload, around: position.line, issue.instanceLocation)
    return (issue, excerpt, line, Self.texts(of: issue, among: issues))
  }

  /// Returns a payload without its sensitive parts, or the lines of the wrong value and around it, and its first line in
  /// the result.
  ///
  /// - Parameter tokens: those of the payload as it is.
  private func excerpt(
    of safe: JSONValue, _ tokens: JSONTokens, _ payload: JSONValue, around line: Int, _ location: JSONPointer
  ) -> (JSONTokens, line: Int?) {
    // Comparing them takes time, and most programs have nothing to hide.
    if evaluator?.program.hasSensitive != false, safe != payload { return (JSONTokens(safe), nil) }
    let count = tokens.lineCount
    guard 1...count ~= line else { return (tokens, nil) }
    if count <= Self.lineLimit { return (tokens, line) }
    let own = min(payload[location].map { JSONTokens($0).lineCount } ?? 1, Self.mostLines)
    // An ellipsis for a single line would save nothing.
    let start = line - 1 - Self.linesAround
    let end = line - 1 + own + Self.linesAround
    let first = start > 1 ? start : 0
    let last = end < count - 1 ? end : count
    let gap = [CodeToken(text: "…", kind: .comment)]
    let kept = (first > 0 ? [gap] : []) + tokens.lines(first..<last) + (last < count ? [gap] : [])
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
