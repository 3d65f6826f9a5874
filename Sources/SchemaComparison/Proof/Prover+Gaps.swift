import JSONSchema
import SchemaRuntime

extension Prover {
  /// The most examples that one gap carries.
  static let candidateLimit = 4

  /// A gap at a keyword of `right`, with values that `left` admits and `right` does not, where some are at hand.
  mutating func gap(
    _ subject: Gap.Subject, _ right: Ref, _ keyword: String?, _ left: Conjunction, _ facts: Facts,
    given: String? = nil, demanded: String? = nil, name: String? = nil, leftKeywords: [String] = [],
    trying candidates: [JSONValue] = []
  ) -> Gap {
    guard effort != .verdict else { return undecided(right, keyword, left) }
    let place = leftPlace(left, facts, leftKeywords.isEmpty ? keyword.map { [$0] } ?? [] : leftKeywords)
    return Gap(
      subject: subject, given: given, demanded: demanded, name: name, left: place,
      right: Gap.Place(ref: right, keyword: keyword),
      candidates: separators(left, right, trying: candidates))
  }

  /// A gap that says no more than that a proof was not found.
  func undecided(_ right: Ref, _ keyword: String?, _ left: Conjunction) -> Gap {
    Gap(
      subject: .keyword(keyword ?? "schema"), left: left.schemas.first.map { Gap.Place(ref: $0) },
      right: Gap.Place(ref: right, keyword: keyword), isUndecided: true)
  }

  /// A gap that says that a keyword is not known.
  func unknown(_ keyword: String, _ right: Ref, _ left: Conjunction) -> Gap {
    var gap = undecided(right, node(right).unknown[keyword] == nil ? nil : keyword, left)
    gap.subject = .unknown(keyword)
    return gap
  }

  /// Values that satisfy `left` and not `right`.
  mutating func separators(_ left: Conjunction, _ right: Ref, trying candidates: [JSONValue]) -> [JSONValue] {
    guard effort == .examples else { return [] }
    var found: [JSONValue] = []
    for value in candidates + examples(of: left) where found.count < Self.candidateLimit && !found.contains(value) {
      if admits(left, value), refuses(right, value) { found.append(value) }
    }
    return found
  }

  /// Where the left side says something about one of some keywords, or else where it begins.
  func leftPlace(_ left: Conjunction, _ facts: Facts, _ keywords: [String]) -> Gap.Place? {
    for keyword in keywords {
      if let ref = facts.nodes.first(where: { node($0).keywords.written[keyword] != nil }) {
        return Gap.Place(ref: ref, keyword: keyword)
      }
    }
    return left.schemas.first.map { Gap.Place(ref: $0) }
  }

  /// The gaps of values inside, as gaps of the values that hold them: `hold` puts a value in its place.
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
