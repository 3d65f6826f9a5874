import JSONSchema
import SchemaRuntime

extension Prover {
  /// The maximum number of examples of a gap.
  static let candidateLimit = 4

  /// Returns a gap at a keyword of `right`, with found values that `left` admits and `right` rejects.
  mutating func gap(
    _ subject: Gap.Subject, _ right: Ref, _ keyword: String?, _ left: Conjunction, _ facts: Facts,
    given: String? = nil, demanded: String? = nil, name: String? = nil, leftKeywords: [String] = [],
    trying candidates: [JSONValue] = []
  ) -> Gap {
    guard effort != .verdict else { return undecided(right, keyword, left) }
    let location = leftLocation(
      left, facts, leftKeywords.isEmpty ? keyword.map { [$0] } ?? [] : leftKeywords, beside: right, isNew: given == nil)
    return Gap(
      subject: subject, given: given, demanded: demanded, name: name, left: location,
      right: Gap.Location(ref: right, keyword: keyword),
      candidates: separators(left, right, trying: candidates))
  }

  /// Returns a gap for a claim without a proof.
  func undecided(_ right: Ref, _ keyword: String?, _ left: Conjunction) -> Gap {
    Gap(
      subject: .keyword(keyword ?? "schema"), left: left.schemas.first.map { Gap.Location(ref: $0) },
      right: Gap.Location(ref: right, keyword: keyword), isUndecided: true)
  }

  /// Returns a gap for an unknown keyword.
  func unknown(_ keyword: String, _ right: Ref, _ left: Conjunction) -> Gap {
    var gap = undecided(right, node(right).unknown[keyword] == nil ? nil : keyword, left)
    gap.subject = .unknown(keyword)
    return gap
  }

  /// Returns values that satisfy `left` and not `right`.
  mutating func separators(_ left: Conjunction, _ right: Ref, trying candidates: [JSONValue]) -> [JSONValue] {
    guard effort == .examples else { return [] }
    var found: [JSONValue] = []
    for value in candidates + examples(of: left) where found.count < Self.candidateLimit && !found.contains(value) {
      if admits(left, value), refuses(right, value) { found.append(value) }
    }
    return found
  }

  /// Returns the location of the first of some keywords on the left side, or else of its first schema.
  ///
  /// - Parameters:
  ///   - right: The schema on the other side. A keyword at the same location is preferred.
  ///   - isNew: Whether the other side has something new, so that a keyword elsewhere says nothing about it.
  func leftLocation(
    _ left: Conjunction, _ facts: Facts, _ keywords: [String], beside right: Ref, isNew: Bool
  ) -> Gap.Location? {
    let pointer = sides[right.side].graph[right.schema].pointer
    func isBeside(_ ref: Ref) -> Bool { sides[ref.side].graph[ref.schema].pointer == pointer }
    for keyword in keywords {
      let refs = facts.nodes.filter { node($0).keywords.written[keyword] != nil }
      if let ref = refs.first(where: isBeside) { return Gap.Location(ref: ref, keyword: keyword) }
      guard let ref = refs.first else { continue }
      guard isNew, !pointer.tokens.isEmpty else { return Gap.Location(ref: ref, keyword: keyword) }
      let graph = sides[ref.side].graph
      let document = graph[ref.schema].document
      let beside = graph.nodes.first { $0.document == document && $0.pointer == pointer }
      return beside.map { Gap.Location(ref: Ref(side: ref.side, schema: $0.id)) }
        ?? Gap.Location(ref: ref, keyword: keyword)
    }
    return left.schemas.first.map { Gap.Location(ref: $0) }
  }

  /// Returns the gaps of inner values as gaps of the outer values. `hold` wraps an inner value in an outer one.
  mutating func outward(
    _ gaps: [Gap], _ step: Gap.Step, _ left: Conjunction, _ right: Ref, _ hold: (inout Prover, JSONValue) -> JSONValue?
  ) -> [Gap] {
    gaps.map { gap in
      var gap = gap
      gap.path.insert(step, at: 0)
      let values = gap.candidates.compactMap { hold(&self, $0) }
      gap.candidates = values.filter { admits(left, $0) && refuses(right, $0) }
      return gap
    }
  }
}
