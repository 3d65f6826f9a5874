import SchemaRuntime
import TestSupport
import Testing

@testable import SchemaAnalysis

@Suite struct PatternProductTests {
  private static func product(_ required: [String], _ forbidden: [String] = []) throws -> PatternProduct {
    var library = PatternLibrary()
    let products = library.products(required: required, forbidden: forbidden)?.products ?? []
    return try #require(products.count == 1 ? products[0] : nil)
  }

  @Test(
    "a finite language is enumerated, an infinite or larger one is not",
    arguments: [
      (["^(ab|ac)$"], ["ab", "ac"]), (["^(ab|ac)$", "c$"], ["ac"]), (["^$"], [""]), (["^a{0,2}$"], ["", "a", "aa"]),
      (["^[ab]{2}$"], ["aa", "ab", "ba", "bb"]), (["^\\u{1f600}?$"], ["", "\u{1f600}"]), (["^a$", "^b$"], []),
      (["^(a|[é-ë])$"], ["a", "é", "ê", "ë"]), (["^a*$"], nil), (["a"], nil), (["^[0-9]{2}$"], nil),
      (["^(?=.*b)[abc]{2}$"], ["ab", "ba", "bb", "bc", "cb"]),
    ] as [([String], [String]?)])
  func language(_ patterns: [String], _ expected: [String]?) throws {
    var product = try Self.product(patterns)
    #expect(product.language(atMost: 8)?.sorted() == expected)
  }

  @Test(
    "lengths are counted in scalars and in bytes",
    arguments: [
      ("^(ab|c)$", 1...2, 1...2), ("^é{2,4}$", 2...4, 4...8), ("^[a\\u{1f600}]{3}$", 3...3, 3...12),
      ("^a+$", 1...Int.max, 1...Int.max), ("", 0...Int.max, 0...Int.max), ("^(a|bé)?$", 0...2, 0...3),
    ])
  func lengths(_ pattern: String, _ scalars: ClosedRange<Int>, _ bytes: ClosedRange<Int>) throws {
    var product = try Self.product([pattern])
    #expect(product.lengths(.scalars) == scalars)
    #expect(product.lengths(.bytes) == bytes)
  }

  @Test("an empty language has no lengths")
  func noLengths() throws {
    var product = try Self.product(["^a$"], ["a"])
    #expect(product.lengths(.scalars) == nil)
    #expect(product.isComplete)
  }

  @Test(
    "texts within limits of both measures are found exactly if there are any",
    arguments: [
      ("^é{3}$", 0...Int.max, 0...5, false), ("^é{3}$", 0...Int.max, 6...6, true), ("^[aé]{3}$", 3...3, 5...5, true),
      ("^[aé]{3}$", 3...3, 7...Int.max, false), ("^(ab)*$", 3...3, 0...Int.max, false),
      ("^(ab)*$", 1_001...1_002, 0...Int.max, true), ("^a{2,3}$", 4...Int.max, 0...Int.max, false),
    ])
  func limits(_ pattern: String, _ scalars: ClosedRange<Int>, _ bytes: ClosedRange<Int>, _ isFound: Bool) throws {
    var product = try Self.product([pattern])
    var limits = PatternProduct.Limits()
    limits.scalars = scalars
    limits.bytes = bytes
    switch product.find(limits) {
    case .none: #expect(!isFound)
    case .some(let texts):
      #expect(isFound)
      for text in texts {
        #expect(try Pattern(pattern).matches(text))
        #expect(scalars ~= text.unicodeScalars.count && bytes ~= text.utf8.count)
      }
    case .undecided: Issue.record("undecided")
    }
  }

  @Test("excluded texts are not found, and can exhaust a finite language")
  func excluded() throws {
    var product = try Self.product(["^(ab|ac|b)$"])
    #expect(product.find(PatternProduct.Limits(), excluding: Set(["ab", "b"].map { ExactName($0) })) == .some(["ac"]))
    #expect(product.find(PatternProduct.Limits(), excluding: Set(["ab", "ac", "b"].map { ExactName($0) })) == .none)
    var infinite = try Self.product(["^[ab]*$"])
    let short = Set(["", "a", "b", "aa", "ab", "ba", "bb"].map { ExactName($0) })
    let answer = infinite.find(PatternProduct.Limits(), excluding: short)
    guard case .some(let texts) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(texts.allSatisfy { !short.contains(ExactName($0)) })
  }

  @Test("a truncated graph proves nothing")
  func cutShort() throws {
    var library = PatternLibrary(maximumStates: 4)
    let products = library.products(required: ["^a{9}$"], forbidden: [])
    var product = try #require(products?.products.first)
    #expect(product.find(PatternProduct.Limits()) == .undecided)
    #expect(product.language(atMost: 9) == nil)
    #expect(product.lengths(.bytes) == nil)
    #expect(!product.isComplete)
  }

  // MARK: - Against all short texts

  /// All texts of up to four characters.
  private static let texts: [String] = (0..<4).reduce(into: [""]) { texts, _ in
    texts = Array(Set(texts + texts.flatMap { text in ["a", "b", "é"].map { text + $0 } })).sorted()
  }

  private static func pattern(_ random: inout SeededRandom, _ depth: Int = 0) -> String {
    let atoms = ["a", "b", "é", "[ab]", "[^a]", "."]
    guard depth < 3 else { return (atoms.randomElement(using: &random) ?? "a") }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return pattern(&random, depth + 1) + pattern(&random, depth + 1)
    case 1: return "(?:" + pattern(&random, depth + 1) + "|" + pattern(&random, depth + 1) + ")"
    case 2:
      return "(?:" + pattern(&random, depth + 1) + ")"
        + (["*", "?", "+", "{2}", "{0,2}"].randomElement(using: &random) ?? "a")
    default: return (atoms.randomElement(using: &random) ?? "a")
    }
  }

  private static func look(_ random: inout SeededRandom) -> String {
    let looks = ["", "", "", "(?=" + pattern(&random, 1) + ")", "(?!" + pattern(&random, 1) + ")"]
    return (looks.randomElement(using: &random) ?? "a") + pattern(&random)
  }

  @Test("products agree with the engines on all short texts")
  func agreesWithEngines() throws {
    var random = SeededRandom(seed: 20)
    for _ in 0..<400 {
      let required = (0..<Int.random(in: 0...2, using: &random)).map { _ in "^" + Self.look(&random) + "$" }
      let forbidden = (0..<Int.random(in: 0...2, using: &random)).map { _ in "^" + Self.look(&random) }
      let least = Int.random(in: 0...2, using: &random)
      let range = least...Int.random(in: least...4, using: &random)
      let engines = try (required.map { try Pattern($0) }, forbidden.map { try Pattern($0) })
      func isWanted(_ text: String) throws -> Bool {
        try engines.0.allSatisfy { try $0.matches(text) } && !engines.1.contains { try $0.matches(text) }
      }
      let comment: Comment = "\(required) without \(forbidden) of \(range)"
      let wanted = try Self.texts.filter { range ~= $0.unicodeScalars.count }.filter(isWanted)
      var library = PatternLibrary()
      let products = library.products(required: required, forbidden: forbidden)
      let found = try #require(products)
      #expect(found.isExact, comment)
      var limits = PatternProduct.Limits()
      limits.scalars = range
      var answers: [PatternProduct.Answer] = []
      for var product in found.products {
        let answer = product.find(limits)
        if case .some(let texts) = answer {
          for text in texts {
            #expect(try isWanted(text) && range ~= text.unicodeScalars.count, "\(comment): '\(text)'")
          }
        }
        answers.append(answer)
        if let language = product.language(atMost: 40) {
          #expect(try language.allSatisfy(isWanted), comment)
          #expect(Set(language.map { ExactName($0) }).count == language.count, comment)
        }
      }
      #expect(!answers.contains(.undecided), comment)
      if found.isCovering, !wanted.isEmpty { #expect(answers.contains { $0 != .none }, comment) }
      let languages = found.products.map { product in
        var product = product
        return product.language(atMost: 200)
      }
      if found.isCovering, !languages.contains(nil) {
        let all = Set(languages.flatMap { $0 ?? [] }.map { ExactName($0) })
        for text in try Self.texts.filter(isWanted) { #expect(all.contains(ExactName(text)), "\(comment): '\(text)'") }
      }
    }
  }
}
