import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

extension Builder {
  /// Builds a string.
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

  /// Returns a text that probably satisfies the demands.
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

  /// Whether a text satisfies the demands that are cheap to check. The evaluator checks all of them.
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
    // A realistic value that happens to match looks better than one built to match.
    if size == .typical, let usual = request.name.flatMap({ Words.text(named: $0, in: surroundings, &random) }),
      isAdmitted(usual, limits)
    {
      return usual
    }
    let longest = longest(limits)
    guard let found = oracle.find(limits, preferred: longest), found.isExact || random.isOne(1, of: 2) else {
      return limits.patterns.first.flatMap { draft(oracle.program.patterns[Int($0)].source, longest: longest) }
    }
    return walked(found, limits, longest)
  }

  /// Returns a text of one of the lengths that the size calls for.
  private mutating func walked(_ found: PatternWalks.Found, _ limits: StringDemands, _ longest: Int) -> String? {
    guard let (product, reach) = random.element(of: found.walks.filter { !$0.reach.lengths.isEmpty }),
      let length = length(among: reach.lengths, longest)
    else { return nil }
    return product.text(length: length, reach, isWide: limits.lengths.least(.utf8Bytes) > length) { random.below($0) }
  }

  private mutating func draft(_ pattern: String, longest: Int) -> String? {
    PatternDraft(pattern)?.text(longest: longest, limit: options.maximumLength) { random.below($0) }
  }

  /// Returns the greatest length that the size calls for.
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
        let shape = facts.otherShape.map { round.isMultiple(of: 2) ? $0 : facts.shape } ?? facts.shape
        let found = oracle.find(limits, with: [shape], preferred: min(longest, options.maximumLength))
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
      text =
        request.name.flatMap { Words.text(named: $0, in: surroundings, &random) } ?? random.element(of: Words.plain)
        ?? ""
      if !isFirst { text += "-\(random.below(1_000))" }
    case .maximal: text = Words.sentence(of: longest(limits), &random)
    }
    let least = max(
      limits.lengths.least(.scalars),
      limits.lengths.least(.utf8Bytes) - 3 * min(limits.lengths.most(.scalars), limits.lengths.least(.utf8Bytes)))
    if text.unicodeScalars.count < least { text += Words.sentence(of: least - text.unicodeScalars.count, &random) }
    // A plain letter counts as one in every measure.
    let most = Measure.measures(of: .string).map(limits.lengths.most).min() ?? .max
    if text.unicodeScalars.count > most { text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))) }
    return widened(text, limits)
  }

  /// Returns the text with the required number of bytes: lengthened, or with four-byte scalars if it must not be
  /// longer.
  private func widened(_ text: String, _ limits: StringDemands) -> String {
    var scalars = Array(text.unicodeScalars)
    var bytes = text.utf8.count
    while bytes < limits.lengths.least(.utf8Bytes), scalars.count < limits.lengths.most(.scalars) {
      scalars.append("x")
      bytes += 1
    }
    for index in scalars.indices where bytes < limits.lengths.least(.utf8Bytes) {
      bytes += 4 - UTF8.width(scalars[index])
      scalars[index] = "\u{1f600}"
    }
    return String(String.UnicodeScalarView(scalars))
  }

  // MARK: - Contents

  /// Returns the encoded text of a value that satisfies the content's schema.
  private mutating func text(of content: StringDemands.Content) -> String? {
    var bytes = Array("schema".utf8)
    if content.mediaType != nil {
      nesting += 1
      defer { nesting -= 1 }
      let conjuncts = content.schema.map { [Conjunct($0)] } ?? []
      guard let value = value(of: Conjunction(conjuncts)) else { return nil }
      bytes = value.json()
    }
    guard let encoding = content.encoding else { return String(decoding: bytes, as: UTF8.self) }
    return ContentText.encoded(bytes, as: encoding)
  }
}
