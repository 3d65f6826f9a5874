import JSONSchema
import SchemaRuntime

/// What schemas that apply to one value say together: of every limit the tightest.
struct JoinedFacts {
  let nodes: [SchemaNode]
  /// Values that `enum` and `const` list, by the schema with the fewest; nil where none does.
  private(set) var values: [JSONValue]?
  private(set) var minLength: Int?
  private(set) var maxLength: Int?
  private(set) var minBytes: Int?
  private(set) var maxBytes: Int?
  private(set) var minItems: Int?
  private(set) var maxItems: Int?
  private(set) var minProperties: Int?
  private(set) var maxProperties: Int?
  private(set) var lower: Bound?
  private(set) var upper: Bound?

  /// An end of the numbers that are admitted.
  struct Bound: Hashable {
    var limit: JSONNumber
    var isExclusive: Bool
    /// The keyword that says so.
    var keyword: String
  }

  /// The declared members of schemas that have many, by name.
  private var properties: [SchemaID: [ExactName: [SchemaID]]] = [:]

  init(_ nodes: [SchemaNode], graph: SchemaGraph) {
    self.nodes = nodes
    for node in nodes where node.keywords.properties.count > 32 {
      properties[node.id] = Dictionary(grouping: node.keywords.properties) { ExactName($0.name) }
        .mapValues { $0.map(\.schema) }
    }
    for keywords in nodes.map(\.keywords) {
      for listed in [keywords.enumeration, keywords.const.map { [$0] }] {
        if let listed, listed.count < values?.count ?? .max { values = listed }
      }
      Self.raise(&minLength, keywords.minLength)
      Self.lower(&maxLength, keywords.maxLength)
      Self.raise(&minBytes, keywords.vendor.minUTF8Bytes)
      Self.lower(&maxBytes, keywords.vendor.maxUTF8Bytes)
      Self.raise(&minItems, keywords.minItems)
      Self.lower(&maxItems, keywords.maxItems)
      Self.raise(&minProperties, keywords.minProperties)
      Self.lower(&maxProperties, keywords.maxProperties)
      tighten(keywords)
    }
  }

  private static func raise(_ limit: inout Int?, _ other: Int?) {
    if let other { limit = max(limit ?? other, other) }
  }

  private static func lower(_ limit: inout Int?, _ other: Int?) {
    if let other { limit = min(limit ?? other, other) }
  }

  private mutating func tighten(_ keywords: Keywords) {
    let lowers = [(keywords.minimum, false, "minimum"), (keywords.exclusiveMinimum, true, "exclusiveMinimum")]
    for (limit, isExclusive, keyword) in lowers {
      guard let limit else { continue }
      let bound = Bound(limit: limit, isExclusive: isExclusive, keyword: keyword)
      guard let known = lower else {
        lower = bound
        continue
      }
      if limit > known.limit || limit == known.limit && isExclusive { lower = bound }
    }
    let uppers = [(keywords.maximum, false, "maximum"), (keywords.exclusiveMaximum, true, "exclusiveMaximum")]
    for (limit, isExclusive, keyword) in uppers {
      guard let limit else { continue }
      let bound = Bound(limit: limit, isExclusive: isExclusive, keyword: keyword)
      guard let known = upper else {
        upper = bound
        continue
      }
      if limit < known.limit || limit == known.limit && isExclusive { upper = bound }
    }
  }
}

// MARK: - Scalars

extension JoinedFacts {
  /// Why no number of a kind satisfies the limits; nil where one may.
  func numberRefusal(isInteger: Bool) -> String? {
    guard let lower, let upper else { return nil }
    let words = "a number would be \(lower.words(.lower)) and \(upper.words(.upper))"
    if lower.limit > upper.limit { return words }
    if lower.limit == upper.limit {
      if lower.isExclusive || upper.isExclusive { return words }
      return lower.limit.isInteger == isInteger ? nil : words
    }
    return isInteger ? integerRefusal(lower, upper) : nil
  }

  private func integerRefusal(_ lower: Bound, _ upper: Bound) -> String? {
    guard let least = lower.firstInteger, let most = upper.lastInteger else { return nil }
    if least > most { return "an integer would be \(lower.words(.lower)) and \(upper.words(.upper))" }
    // A multiple of a whole number lies between only where division says so.
    for node in nodes {
      guard let divisor = node.keywords.multipleOf?.int, 1...Int.max / 4 ~= divisor, least > Int.min / 2 else {
        continue
      }
      let remainder = ((least % divisor) + divisor) % divisor
      let (first, isTooLarge) = least.addingReportingOverflow(remainder == 0 ? 0 : divisor - remainder)
      if !isTooLarge, first > most { return "no multiple of \(divisor) lies from \(least) to \(most)" }
    }
    return nil
  }

  /// Why no string satisfies the limits; nil where one may.
  func stringRefusal(_ patterns: [String: PatternInsight?]) -> String? {
    let least = minLength ?? 0
    if let maxLength, least > maxLength {
      return "a string would have at least \(least) and at most \(maxLength) characters"
    }
    if let maxBytes {
      // Every character takes at least one byte and at most four.
      if least > maxBytes { return "\(least) characters take more than \(maxBytes) bytes" }
      if let minBytes, minBytes > maxBytes {
        return "a string would have at least \(minBytes) and at most \(maxBytes) bytes"
      }
    }
    if let maxLength, let minBytes, maxLength <= Int.max / 4, minBytes > maxLength * 4 {
      return "\(maxLength) characters take at most \(maxLength * 4) bytes"
    }
    for node in nodes {
      guard let pattern = node.keywords.pattern, let insight = patterns[pattern] ?? nil, insight.neverMatches else {
        continue
      }
      return "the pattern \(pattern.quoted) matches no string"
    }
    return nil
  }
}

extension JoinedFacts.Bound {
  enum End { case lower, upper }

  func words(_ end: End) -> String {
    switch (end, isExclusive) {
    case (.lower, false): "at least \(limit)"
    case (.lower, true): "greater than \(limit)"
    case (.upper, false): "at most \(limit)"
    case (.upper, true): "less than \(limit)"
    }
  }

  /// The least integer that is not below a lower bound; nil when it is beyond what `Int` tells exactly.
  var firstInteger: Int? {
    if let int = limit.int { return isExclusive ? int < .max ? int + 1 : nil : int }
    guard !limit.isInteger, let double = limit.double, abs(double) < 1e15 else { return nil }
    return Int(double.rounded(.up)) == Int(double.rounded(.down)) ? nil : Int(double.rounded(.up))
  }

  /// The greatest integer that is not above an upper bound.
  var lastInteger: Int? {
    if let int = limit.int { return isExclusive ? int > .min ? int - 1 : nil : int }
    guard !limit.isInteger, let double = limit.double, abs(double) < 1e15 else { return nil }
    return Int(double.rounded(.up)) == Int(double.rounded(.down)) ? nil : Int(double.rounded(.down))
  }
}

// MARK: - Objects

extension JoinedFacts {
  /// The members that an object must have, with those that these bring along; each once.
  var requiredNames: [String] {
    var names: [String] = []
    var known: Set<ExactName> = []
    func add(_ name: String) {
      if known.insert(ExactName(name)).inserted { names.append(name) }
    }
    for node in nodes { node.keywords.required.forEach(add) }
    var next = 0
    let dependent = nodes.filter { !$0.keywords.dependentRequired.isEmpty }
    while !dependent.isEmpty, next < names.count {
      for node in dependent {
        for dependency in node.keywords.dependentRequired where dependency.name.isExactly(names[next]) {
          dependency.required.forEach(add)
        }
      }
      next += 1
    }
    return names
  }

  /// The schemas that one of the schemas applies to a member.
  func schemas(
    of name: String, in node: SchemaNode, _ patterns: [String: PatternInsight?]
  ) -> [SchemaID] {
    let keywords = node.keywords
    var schemas =
      properties[node.id].map { $0[ExactName(name)] ?? [] }
      ?? keywords.properties.filter { $0.name.isExactly(name) }.map(\.schema)
    var mayMatch = !schemas.isEmpty
    for member in keywords.patternProperties {
      switch (try? Pattern(member.name))?.match(name) {
      case .match:
        schemas.append(member.schema)
        mayMatch = true
      case .noMatch: break
      // Nobody knows: it may be the one that takes the member.
      case .exhausted, nil: mayMatch = true
      }
    }
    if !mayMatch, let additional = keywords.additionalProperties { schemas.append(additional) }
    return schemas
  }
}

extension Pattern {
  /// ``match(_:)-(UnsafeBufferPointer<UInt8>)`` for a text.
  func match(_ text: String) -> PatternOutcome {
    var text = text
    return text.withUTF8 { match($0) }
  }
}
