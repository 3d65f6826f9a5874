import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Types, values, numbers and strings.
extension Prover {
  /// Returns all values of a conjunction; nil if they are too many to list.
  mutating func finiteValues(_ facts: Facts) -> [JSONValue]? {
    if let values = facts.demands.values {
      guard sides.contains(where: \.tellsIntegersApart) else { return values }
      let spellings = values.map { $0.integerSpellings(atMost: 64) }
      return spellings.contains(nil) ? nil : spellings.flatMap { $0 ?? [] }
    }
    var listed: [JSONValue] = []
    if facts.kinds.contains(.null) { listed.append(.null) }
    if facts.kinds.contains(.boolean) { listed += [.bool(false), .bool(true)] }
    let rest = facts.kinds.subtracting([.null, .boolean])
    if rest.isEmpty { return listed }
    guard rest.isSubset(of: .integer), let range = integers(facts), range.count <= 40 else { return nil }
    for number in range {
      listed.append(.number(JSONNumber(number)))
      if rest.contains(.pointedInteger), let point = JSONNumber("\(number).0") { listed.append(.number(point)) }
    }
    return listed
  }

  /// Returns the integers within the bounds; nil if there are more than 1,000, or if a bound is missing or beyond 64
  /// bits.
  func integers(_ facts: Facts) -> ClosedRange<Int>? {
    guard let (low, high) = facts.demands.numbers.integers else { return nil }
    let (distance, overflow) = high.subtractingReportingOverflow(low)
    guard 0..<1_000 ~= distance, !overflow else { return nil }
    return low...high
  }

  func enumerationGaps(_ left: Conjunction, _ right: Ref, _ facts: Facts, _ refused: [JSONValue]) -> [Gap] {
    let node = node(right)
    let keyword = ["enum", "const"].first { node.keywords.written[$0] != nil }
    var seen: Set<JSONValue> = []
    let distinct = refused.filter { seen.insert($0).inserted }
    return [
      Gap(
        subject: node.boolean == false ? .never : .keyword("enum"), given: Self.words(distinct),
        demanded: node.keywords.enumeration.map { Self.words($0) },
        left: leftLocation(left, facts, ["enum", "const", "type"], beside: right, isNew: false),
        right: Gap.Location(ref: right, keyword: keyword),
        candidates: Array(refused.prefix(Self.candidateLimit)))
    ]
  }

  static func words(_ values: [JSONValue]) -> String {
    values.prefix(8).map { $0.text() }.joined(separator: ", ") + (values.count > 8 ? ", …" : "")
  }

  // MARK: - Types and values

  mutating func checkValues(_ check: Check) -> [Gap] {
    var found: [Gap] = []
    if let demanded = check.node.types.map({ ValueKinds($0) }) {
      let missing = check.facts.kinds.subtracting(demanded)
      if !missing.isEmpty, !isEmpty(check.left.restricted(to: missing)) {
        let examples = examples(of: check.left.restricted(to: missing))
        found.append(
          gap(
            .keyword("type"), check.right, "type", check.left, check.facts, given: check.facts.kinds.words,
            demanded: demanded.words, trying: examples))
      }
    }
    // Short lists of values were already checked one by one.
    for (keyword, values) in [("enum", check.keywords.enumeration), ("const", check.keywords.const.map { [$0] })] {
      guard let values else { continue }
      found.append(
        gap(
          .keyword(keyword), check.right, keyword, check.left, check.facts, demanded: Self.words(values),
          leftKeywords: ["enum", "const", "type"]))
    }
    return found
  }

  // MARK: - Numbers

  mutating func checkNumbers(_ check: Check) -> [Gap] {
    let keywords = check.keywords
    var found: [Gap] = []
    let numbers = check.facts.demands.numbers
    let integersOnly = check.facts.kinds.isDisjoint(with: .fraction)
    for (limit, number) in keywords.bounds.all where !numbers.imply(limit, number, integersOnly: integersOnly) {
      let ends: [NumberLimit] = limit.isUpper ? [.maximum, .exclusiveMaximum] : [.minimum, .exclusiveMinimum]
      found.append(
        gap(
          .keyword(ends[0].keyword), check.right, limit.keyword, check.left, check.facts,
          given: numbers.bound(at: limit).map { Self.words($0) }, demanded: Self.words(NumberBound(limit, number)),
          leftKeywords: ends.map(\.keyword), trying: self.numbers(near: number, check.facts)))
    }
    if let divisor = keywords.multipleOf, !isMultiple(check.facts, of: divisor) {
      found.append(
        gap(
          .keyword("multipleOf"), check.right, "multipleOf", check.left, check.facts,
          given: check.facts.demands.numbers.multiples.first.map(\.text), demanded: divisor.text,
          trying: multiples(check.facts, separating: divisor)))
    }
    return found
  }

  static func words(_ bound: NumberBound) -> String { bound.number.text + (bound.isExclusive ? " (exclusive)" : "") }

  /// Whether all numbers are multiples of a divisor: they are integers and it divides 1, or they are multiples of one
  /// of its multiples.
  private func isMultiple(_ facts: Facts, of divisor: JSONNumber) -> Bool {
    if facts.kinds.isDisjoint(with: .fraction), Numbers.isMultiple("1", of: divisor.text) { return true }
    if facts.demands.numbers.multiples.contains(where: { Numbers.isMultiple($0.text, of: divisor.text) }) {
      return true
    }
    // Multiples of two coprime integers are multiples of their product.
    let integers = facts.demands.numbers.multiples.compactMap(\.int).filter { $0 > 0 }
    guard integers.count > 1 else { return false }
    var common = 1
    for integer in integers {
      let (product, overflow) = (common / Numbers.greatestCommonDivisor(common, integer))
        .multipliedReportingOverflow(by: integer)
      if overflow { return false }
      common = product
    }
    return Numbers.isMultiple(String(common), of: divisor.text)
  }

  /// Returns numbers around a limit.
  private func numbers(near limit: JSONNumber, _ facts: Facts) -> [JSONValue] {
    var found: [JSONNumber] = []
    if let integer = limit.int, abs(integer.clamped) < 1 << 52 {
      found += [integer, integer + 1, integer - 1].map { JSONNumber($0) }
      for divisor in facts.demands.numbers.multiples.compactMap(\.int) where divisor > 0 && divisor < 1 << 52 {
        found += [integer / divisor * divisor, (integer / divisor + 1) * divisor, (integer / divisor - 1) * divisor].map
        {
          JSONNumber($0)
        }
      }
    }
    if let near = limit.double, abs(near) < 1e15 {
      found += [
        near + 0.5, near - 0.5, near.rounded(.up), near.rounded(.down), near.rounded(.up) + 1, near.rounded(.down) - 1,
      ].compactMap { JSONNumber($0) }
    }
    found += Numbers.farther(than: limit)
    found.append(limit)
    found += [facts.demands.numbers.lower, facts.demands.numbers.upper].compactMap { $0?.number }
    return found.map { .number($0) }
  }

  /// Returns numbers, some of which are probably not multiples of a divisor.
  private func multiples(_ facts: Facts, separating divisor: JSONNumber) -> [JSONValue] {
    let base = facts.demands.numbers.multiples.compactMap(\.double).max() ?? 1
    let low = facts.demands.numbers.lower?.number.double ?? 0
    guard base > 0, abs(low) < 1e15, base < 1e12, base > 1e-9 else { return [] }
    let start = (low / base).rounded(.up)
    let steps: [Double] = [0, 1, 2, 3, 5, 7, 11]
    var numbers = steps.map { (start + $0) * base } + [low + 1, low + 3, -1, 1]
    numbers += [low, facts.demands.numbers.upper?.number.double ?? 0].flatMap { end in
      [0.5, 0.25, 0.1, 0.01].flatMap { [end + $0, end - $0] }
    }
    if let part = divisor.double.map({ $0 / 2 }), part > 1e-9, part < 1e9 { numbers += [low + part, -part] }
    return numbers.compactMap { JSONNumber($0) }.map { .number($0) }
  }
}

/// Arithmetic on the text of numbers.
enum Numbers {
  /// Whether a number is an exact multiple of another.
  static func isMultiple(_ number: String, of divisor: String) -> Bool {
    var (number, divisor) = (number, divisor)
    return number.withUTF8 { number in divisor.withUTF8 { NumberText.isMultiple(number, of: $0) } }
  }

  /// Returns numbers slightly farther from zero than an integer of any size without an exponent.
  static func farther(than number: JSONNumber) -> [JSONNumber] {
    let digits = number.text.utf8.drop { $0 == 0x2d }
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.count < 1_000 else { return [] }
    var next = Array(digits)
    var index = next.count - 1
    while index >= 0, next[index] == 0x39 {
      next[index] = 0x30
      index -= 1
    }
    if index >= 0 { next[index] += 1 } else { next.insert(0x31, at: 0) }
    let sign = number.text.hasPrefix("-") ? "-" : ""
    return [sign + String(decoding: next, as: UTF8.self), number.text + ".5"].compactMap { JSONNumber($0) }
  }

  static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

extension Int {
  /// The nearest number whose magnitude is representable.
  fileprivate var clamped: Int { Swift.max(self, -.max) }
}
