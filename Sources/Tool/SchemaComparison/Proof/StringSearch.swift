import SchemaAnalysis
import SchemaRuntime

/// Searches for strings that some patterns and lengths admit, and that another demand rejects. Caches the results.
struct StringSearch {
  /// The demands that the strings satisfy. Patterns without an automaton are ignored, so that more strings qualify.
  struct Acceptance: Hashable {
    var patterns: [String]
    var lengths = LengthDemands()
  }

  /// The demand that the strings do not satisfy.
  enum Refusal: Hashable {
    case nothing
    case pattern(String)
    case length(Measure, LengthLimit)
  }

  /// Found strings are only candidates: patterns without an automaton have yet to be checked.
  typealias Answer = PatternProduct.Answer

  private var library = PatternLibrary()
  private var compiled: [ExactName: Pattern?] = [:]
  private var answers: [Question: Answer] = [:]

  private struct Question: Hashable {
    var acceptance: Acceptance
    var refusal: Refusal
    var others: [ExactName]
    var excluded: [ExactName]
  }

  /// Whether a pattern matches in a text; nil if undecided.
  mutating func matches(_ source: String, _ text: String) -> Bool? {
    let pattern = compiled[ExactName(source)] ?? (try? Pattern(source))
    compiled[ExactName(source)] = .some(pattern)
    return pattern.flatMap { try? $0.matches(text) }
  }

  /// Searches for strings that `acceptance` admits and `refusal` rejects, that match none of `others`, and are not in
  /// `excluded`.
  mutating func search(
    _ acceptance: Acceptance, refusal: Refusal, others: [String] = [], excluding excluded: [ExactName] = []
  ) -> Answer {
    let question = Question(
      acceptance: acceptance, refusal: refusal, others: others.map { ExactName($0) }, excluded: excluded)
    if let known = answers[question] { return known }
    let answer = answer(question)
    answers[question] = answer
    return answer
  }

  private mutating func answer(_ question: Question) -> Answer {
    var acceptance = question.acceptance
    var forbidden = question.others.map(\.string)
    switch question.refusal {
    case .nothing: break
    case .pattern(let source): forbidden.append(source)
    case .length(let measure, let limit):
      guard let opposite = limit.opposite else { return .none }
      acceptance.lengths.add(measure, opposite)
    }
    let lengths = acceptance.lengths
    if lengths.contradiction(of: .string) != nil { return .none }
    var limits = PatternProduct.Limits()
    limits.scalars = lengths.least(.scalars)...lengths.most(.scalars)
    limits.bytes = lengths.least(.utf8Bytes)...lengths.most(.utf8Bytes)
    let required = acceptance.patterns.filter { library.parts(of: $0) != nil }
    guard let found = library.products(required: required, forbidden: forbidden) else { return .undecided }
    var texts: [String] = []
    var isDecided = found.isCovering
    let excluded = Set(question.excluded)
    for var product in found.products {
      switch product.find(limits, excluding: excluded) {
      case .none: break
      case .some(let more): texts += more
      case .undecided: isDecided = false
      }
    }
    return texts.isEmpty ? (isDecided ? .none : .undecided) : .some(Array(texts.prefix(3)))
  }
}

extension PatternProduct.Answer {
  var values: [JSONValue] {
    if case .some(let texts) = self { texts.map { .string($0) } } else { [] }
  }
}
