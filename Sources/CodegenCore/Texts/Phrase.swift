/// Words for people with code and links in between, before they are HTML or Markdown.
///
/// Made by ``TypeWords``, ``LimitWords`` and ``ConditionWords``, read by the contexts of the templates:
/// `"array of \(link: "Scene", to: address)"`.
struct Phrase: Hashable {
  /// A stretch of one kind.
  enum Run: Hashable {
    case text(String)
    case code(String)
    case link(String, SiteAddress)
  }

  /// The runs in order; neighbours are never both text.
  private(set) var runs: [Run] = []

  var isEmpty: Bool { runs.isEmpty }

  mutating func append(_ run: Run) {
    switch (runs.last, run) {
    case (_, .text("")): break
    case (.text(let last)?, .text(let next)): runs[runs.count - 1] = .text(last + next)
    default: runs.append(run)
    }
  }

  mutating func append(_ other: Phrase) { for run in other.runs { append(run) } }

  static func + (a: Phrase, b: Phrase) -> Phrase {
    var joined = a
    joined.append(b)
    return joined
  }

  /// The words without marks, for titles and tests: code in grave accents.
  var plain: String {
    runs.map { run in
      switch run {
      case .text(let text), .link(let text, _): text
      case .code(let code): "`" + code + "`"
      }
    }.joined()
  }
}

// MARK: - Literals

extension Phrase: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { append(.text(text)) }
  init(stringInterpolation: Interpolation) { self = stringInterpolation.phrase }

  /// `"if \(code: "mode") is \(phrase)"`.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var phrase = Phrase()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { phrase.append(.text(text)) }
    mutating func appendInterpolation(_ text: String) { phrase.append(.text(VisibleText.of(text))) }
    mutating func appendInterpolation(_ number: Int) { phrase.append(.text(String(number))) }
    mutating func appendInterpolation(_ other: Phrase) { phrase.append(other) }
    mutating func appendInterpolation(code: String) { phrase.append(.code(VisibleText.line(code))) }
    mutating func appendInterpolation(link text: String, to address: SiteAddress) {
      phrase.append(.link(VisibleText.line(text), address))
    }
  }
}

// MARK: - Lists and sentences

extension Phrase {
  /// `a, b or c`.
  static func list(_ phrases: [Phrase], last word: String) -> Phrase {
    let phrases = brief(phrases)
    guard let last = phrases.last, phrases.count > 1 else { return phrases.first ?? Phrase() }
    return "\(phrases.dropLast().joined(by: ", ")) \(word) \(last)"
  }

  /// As many of a list's phrases as a sentence holds, and in words how many more there are.
  ///
  /// - Parameter count: how many phrases there are, where not all are given.
  static func brief(_ phrases: [Phrase], of count: Int? = nil) -> [Phrase] {
    let count = count ?? phrases.count
    guard count > longestList else { return phrases }
    return phrases.prefix(longestList) + ["\(count - longestList) more"]
  }

  static let longestList = 100

  /// The phrase with a capital first letter and a full stop.
  var sentence: Phrase {
    var sentence = Phrase()
    for (place, run) in runs.enumerated() {
      if place == 0, case .text(let text) = run {
        sentence.append(.text(text.prefix(1).uppercased() + text.dropFirst()))
      } else {
        sentence.append(run)
      }
    }
    if case .text(let text)? = runs.last, text.hasSuffix(".") { return sentence }
    return sentence + "."
  }
}

extension Sequence<Phrase> {
  func joined(by separator: Phrase) -> Phrase {
    var joined = Phrase()
    for (place, phrase) in enumerated() {
      if place > 0 { joined.append(separator) }
      joined.append(phrase)
    }
    return joined
  }
}
