import SchemaRuntime

/// What is asked of strings: those that some patterns and lengths admit, and another demand refuses.
enum StringSearch {
  /// What the strings satisfy. Patterns without an automaton are left out: more strings are looked at then.
  struct Acceptance: Hashable {
    var patterns: [String]
    var minLength = 0
    var maxLength = Int.max
  }

  /// What the strings do not satisfy.
  enum Refusal: Hashable {
    case nothing
    case pattern(String)
    case longer(than: Int)
    case shorter(than: Int)
  }

  enum Answer: Hashable {
    /// There is no such string.
    case none
    /// Strings that could be such; patterns without an automaton are still to be asked.
    case some([String])
    case undecided

    var values: [JSONValue] {
      if case .some(let texts) = self { texts.map { .string($0) } } else { [] }
    }
  }
}

/// Patterns that were compiled before, and what was asked of them.
struct PatternLibrary {
  private var automata: [ExactName: PatternAutomaton?] = [:]
  private var compiled: [ExactName: Pattern?] = [:]
  private var answers: [Question: StringSearch.Answer] = [:]

  private struct Question: Hashable {
    var acceptance: StringSearch.Acceptance
    var refusal: StringSearch.Refusal
    var others: [ExactName]
    var excluded: [ExactName]
  }

  /// A pattern; nil when the text is none.
  mutating func pattern(_ source: String) -> Pattern? {
    if let known = compiled[ExactName(source)] { return known }
    let pattern = try? Pattern(source)
    compiled[ExactName(source)] = .some(pattern)
    return pattern
  }

  /// Whether a pattern matches in a text; nil when it cannot be said.
  mutating func matches(_ source: String, _ text: String) -> Bool? {
    guard let pattern = pattern(source) else { return nil }
    return try? pattern.matches(text)
  }

  /// Looks for strings that `acceptance` admits and `refusal` refuses, that match none of `others`, and are none of
  /// `excluded`.
  mutating func search(
    _ acceptance: StringSearch.Acceptance, refusal: StringSearch.Refusal, others: [String] = [],
    excluding excluded: [ExactName] = []
  ) -> StringSearch.Answer {
    let question = Question(
      acceptance: acceptance, refusal: refusal, others: others.map { ExactName($0) }, excluded: excluded)
    if let known = answers[question] { return known }
    let answer = answer(question)
    answers[question] = answer
    return answer
  }

  private mutating func answer(_ question: Question) -> StringSearch.Answer {
    var accepting: [PatternAutomaton] = []
    for source in question.acceptance.patterns {
      if let automaton = pattern(source)?.automaton { accepting.append(automaton) }
    }
    var rejecting: [PatternAutomaton] = []
    var demanded = question.others.map(\.string)
    if case .pattern(let source) = question.refusal { demanded.append(source) }
    for source in demanded {
      guard let automaton = pattern(source)?.automaton else { return .undecided }
      rejecting.append(automaton)
    }
    var search = ProductSearch(accepting: accepting, rejecting: rejecting)
    // Lengths are counted up to a limit; beyond it they are left out, and more strings are looked at.
    let limit = 300
    let acceptance = question.acceptance
    search.minLength = acceptance.minLength <= limit ? acceptance.minLength : 0
    search.maxLength = acceptance.maxLength <= limit ? acceptance.maxLength : .max
    switch question.refusal {
    case .nothing, .pattern: break
    case .longer(let length):
      guard length < limit else { return .undecided }
      search.minLength = max(search.minLength, length + 1)
    case .shorter(let length):
      guard length > 0 else { return .none }
      guard length <= limit else { return .undecided }
      search.maxLength = min(search.maxLength, length - 1)
    }
    if search.minLength > search.maxLength { return .none }
    return search.run(excluding: Set(question.excluded))
  }
}
