import SchemaDemands
import SchemaRuntime
import SchemaStrings

extension Builder {
  /// A string.
  mutating func string(_ demands: Demands, _ request: Request) -> JSONValue? {
    let limits = demands.string
    guard limits.lengths.contradiction(of: .string) == nil, limits.lengths.least(.scalars) <= options.maximumLength,
      limits.lengths.least(.utf8Bytes) <= options.maximumLength * 4
    else {
      return nil
    }
    for _ in 0..<12 {
      guard let text = draft(limits, demands, request) else { return nil }
      if isAdmitted(text, limits), !demands.excluded.contains(.string(text)) { return .string(text) }
    }
    return nil
  }

  /// A text that is likely to be of use.
  private mutating func draft(_ limits: StringDemands, _ demands: Demands, _ request: Request) -> String? {
    if let content = limits.contents.first { return self.text(of: content) }
    if let format = limits.otherFormats.first, random.isOne(3, of: 4) {
      let text = random.element(of: format.facts.counterexamples) ?? ""
      if isAdmitted(text, limits) { return text }
    }
    if let format = limits.formats.first, let text = formatted(format, limits) { return text }
    if !limits.patterns.isEmpty || !limits.otherPatterns.isEmpty { return matching(limits, request) }
    return plain(limits, request, isFirst: demands.excluded.isEmpty)
  }

  /// Whether a text keeps the limits that are cheap to look at; the evaluator looks at all of them.
  private func isAdmitted(_ text: String, _ limits: StringDemands) -> Bool {
    text.unicodeScalars.count <= options.maximumLength && limits.lengths.admit(.string(text))
      && limits.formats.allSatisfy { $0.isValid(text) } && !limits.otherFormats.contains { $0.isValid(text) }
      && limits.patterns.allSatisfy { matches($0, text) } && !limits.otherPatterns.contains { matches($0, text) }
  }

  private func matches(_ pattern: Int32, _ text: String) -> Bool {
    (try? oracle.program.patterns[Int(pattern)].matches(text)) ?? false
  }

  // MARK: - Patterns

  private mutating func matching(_ limits: StringDemands, _ request: Request) -> String? {
    // A usual value that happens to match looks better than any that is made to match.
    if size == .typical, let usual = request.name.flatMap({ Words.text(named: $0, &random) }), isAdmitted(usual, limits)
    {
      return usual
    }
    let longest = longest(limits)
    guard let found = oracle.find(limits, preferred: longest), found.isExact || random.isOne(1, of: 2) else {
      return limits.patterns.first.flatMap { draft(oracle.program.patterns[Int($0)].source, longest: longest) }
    }
    return walked(found, limits, longest)
  }

  /// A text of one of the lengths that the size asks for.
  private mutating func walked(_ found: PatternWalks.Found, _ limits: StringDemands, _ longest: Int) -> String? {
    guard let (product, reach) = random.element(of: found.walks.filter { !$0.reach.lengths.isEmpty }),
      let length = length(among: reach.lengths, longest)
    else { return nil }
    return product.text(length: length, reach, isWide: limits.lengths.least(.utf8Bytes) > length) { random.below($0) }
  }

  private mutating func draft(_ pattern: String, longest: Int) -> String? {
    PatternDraft(pattern)?.text(longest: longest, limit: options.maximumLength) { random.below($0) }
  }

  /// The longest text that the size asks for.
  private func longest(_ limits: StringDemands) -> Int {
    let usual =
      switch size {
      case .minimal, .typical: limits.lengths.least(.scalars) + 12
      case .maximal: limits.lengths.most(.scalars) == .max ? 64 : 256
      }
    return min(limits.lengths.most(.scalars), max(usual, limits.lengths.least(.scalars)), options.maximumLength)
  }

  private mutating func length(among lengths: [Int], _ longest: Int) -> Int? {
    switch size {
    case .minimal: return random.isOne(3, of: 4) ? lengths.first : random.element(of: Array(lengths.prefix(8)))
    case .typical: return random.element(of: Array(lengths.prefix(8)))
    case .maximal: return lengths.last { $0 <= longest } ?? lengths.first
    }
  }

  // MARK: - Formats

  private mutating func formatted(_ format: Format, _ limits: StringDemands) -> String? {
    let facts = format.facts
    guard limits.lengths.least(.scalars) <= facts.lengths.upperBound,
      limits.lengths.most(.scalars) >= facts.lengths.lowerBound
    else { return nil }
    for round in 0..<12 {
      let text: String?
      switch size == .minimal ? 11 - round : round {
      case 0..<2 where size == .typical || limits.lengths.most(.scalars) == .max:
        text = format.ordinaryText { random.below($0) }
      case 6...: text = random.element(of: facts.shortExamples)
      default:
        let longest =
          size == .maximal && limits.lengths.most(.scalars) < .max
          ? max(128, limits.lengths.least(.scalars)) : limits.lengths.least(.scalars)
        let found = oracle.find(limits, shape: facts.shape, preferred: min(longest, options.maximumLength))
        text = found.flatMap { walked($0, limits, longest) }
      }
      if let text, isAdmitted(text, limits) { return text }
    }
    return nil
  }

  // MARK: - Plain texts

  private mutating func plain(_ limits: StringDemands, _ request: Request, isFirst: Bool) -> String {
    var text: String
    switch size {
    case .minimal: text = isFirst ? "" : random.element(of: Words.plain) ?? ""
    case .typical:
      text = request.name.flatMap { Words.text(named: $0, &random) } ?? random.element(of: Words.plain) ?? ""
      if !isFirst { text += "-\(random.below(1_000))" }
    case .maximal: text = Words.sentence(of: longest(limits), &random)
    }
    let least = max(
      limits.lengths.least(.scalars),
      limits.lengths.least(.utf8Bytes) - 3 * min(limits.lengths.most(.scalars), limits.lengths.least(.utf8Bytes)))
    if text.unicodeScalars.count < least { text += Words.sentence(of: least - text.unicodeScalars.count, &random) }
    // A plain letter is one of whatever is counted.
    let most = Measure.measures(of: .string).map(limits.lengths.most).min() ?? .max
    if text.unicodeScalars.count > most { text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))) }
    return widened(text, limits)
  }

  /// The text, with as many bytes as are demanded: longer, or with scalars of four bytes where it must not be.
  private func widened(_ text: String, _ limits: StringDemands) -> String {
    var scalars = Array(text.unicodeScalars)
    var bytes = text.utf8.count
    while bytes < limits.lengths.least(.utf8Bytes), scalars.count < limits.lengths.most(.scalars) {
      scalars.append("x")
      bytes += 1
    }
    for place in scalars.indices where bytes < limits.lengths.least(.utf8Bytes) {
      bytes += 4 - UTF8.width(scalars[place])
      scalars[place] = "\u{1f600}"
    }
    return String(String.UnicodeScalarView(scalars))
  }

  // MARK: - Contents

  /// The text of a value of the content's schema, encoded.
  private mutating func text(of content: StringDemands.Content) -> String? {
    var bytes = Array("schema".utf8)
    if content.mediaType != nil {
      nesting += 1
      defer { nesting -= 1 }
      let conjuncts = content.schema < 0 ? [] : [Conjunct(content.schema)]
      guard let value = value(of: Conjunction(conjuncts)) else { return nil }
      bytes = value.json()
    }
    guard let encoding = content.encoding else { return String(decoding: bytes, as: UTF8.self) }
    return ContentText.encoded(bytes, as: encoding)
  }
}
