/// Text for readers, with code and links, before it is rendered as HTML or Markdown.
///
/// Built by ``TypeWords``, ``LimitWords`` and ``ConditionWords``, read by the template contexts: `"array of \(link:
/// "Scene", to: address)"`.
package struct Phrase: Hashable {
  /// A run of one kind.
  package enum Run: Hashable {
    case text(String)
    case code(String)
    case link(String, SiteAddress)
    case url(String, WebAddress)
  }

  /// The runs in order; no two adjacent runs are text.
  package private(set) var runs: [Run] = []

  package init() {}

  package var isEmpty: Bool { runs.isEmpty }

  package mutating func append(_ run: Run) {
    switch (runs.last, run) {
    case (_, .text("")): break
    case (.text(let last)?, .text(let next)): runs[runs.count - 1] = .text(last + next)
    default: runs.append(run)
    }
  }

  package mutating func append(_ other: Phrase) { for run in other.runs { append(run) } }

  package static func + (a: Phrase, b: Phrase) -> Phrase {
    var joined = a
    joined.append(b)
    return joined
  }

  /// The phrase as plain text, for titles and tests; code is in backticks.
  package var plain: String {
    runs.map { run in
      switch run {
      case .text(let text), .link(let text, _), .url(let text, _): text
      case .code(let code): "`" + code + "`"
      }
    }.joined()
  }

  /// The phrase as plain text without backticks.
  package var unmarked: String {
    runs.map { run in
      switch run {
      case .text(let text), .link(let text, _), .url(let text, _), .code(let text): text
      }
    }.joined()
  }
}

// MARK: - Literals

extension Phrase: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { append(.text(text)) }
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.phrase }

  /// `"if \(code: "mode") is \(phrase)"`.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var phrase = Phrase()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) { phrase.append(.text(text)) }
    package mutating func appendInterpolation(_ text: String) { phrase.append(.text(VisibleText.of(text))) }
    package mutating func appendInterpolation(_ number: Int) { phrase.append(.text(String(number))) }
    package mutating func appendInterpolation(_ other: Phrase) { phrase.append(other) }
    package mutating func appendInterpolation(code: String) { phrase.append(.code(VisibleText.line(code))) }
    package mutating func appendInterpolation(link text: String, to address: SiteAddress) {
      phrase.append(.link(VisibleText.line(text), address))
    }
  }
}

// MARK: - Lists and sentences

extension Phrase {
  /// `a, b or c`.
  package static func list(_ phrases: [Phrase], last word: String) -> Phrase {
    let phrases = brief(phrases)
    guard let last = phrases.last, phrases.count > 1 else { return phrases.first ?? Phrase() }
    return "\(phrases.dropLast().joined(by: ", ")) \(word) \(last)"
  }

  /// Lists as many phrases as fit in a sentence, followed by the number of omitted ones.
  ///
  /// - Parameter count: the total number of phrases, if not all are given.
  package static func brief(_ phrases: [Phrase], of count: Int? = nil) -> [Phrase] {
    let count = count ?? phrases.count
    guard count > longestList else { return phrases }
    return phrases.prefix(longestList) + ["\(count - longestList) more"]
  }

  package static let longestList = 100

  /// The phrase with its first letter capitalized and a full stop at the end.
  package var sentence: Phrase {
    var sentence = Phrase()
    for (index, run) in runs.enumerated() {
      if index == 0, case .text(let text) = run {
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
  package func joined(by separator: Phrase) -> Phrase {
    var joined = Phrase()
    for (index, phrase) in enumerated() {
      if index > 0 { joined.append(separator) }
      joined.append(phrase)
    }
    return joined
  }
}
