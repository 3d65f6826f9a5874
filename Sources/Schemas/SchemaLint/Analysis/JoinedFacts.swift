import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The combined demands of schemas that apply to one value, and why they admit nothing.
struct JoinedFacts {
  let nodes: [SchemaNode]
  let demands: KeywordDemands
  /// The declared members of schemas with many members, by name.
  private var properties: [SchemaID: [ExactName: [SchemaID]]] = [:]

  init(_ nodes: [SchemaNode], graph: SchemaGraph) {
    self.nodes = nodes
    demands = KeywordDemands(of: nodes.map(\.id), in: graph)
    for node in nodes where node.keywords.properties.count > 32 {
      properties[node.id] = Dictionary(grouping: node.keywords.properties) { ExactName($0.name) }
        .mapValues { $0.map(\.schema) }
    }
  }
}

// MARK: - Scalars

extension JoinedFacts {
  /// Returns why no number of a kind satisfies the limits; nil if one may.
  func numberRejection(isInteger: Bool) -> String? {
    let numbers = demands.numbers
    guard let lower = numbers.lower, let upper = numbers.upper else { return nil }
    let words = "a number would be \(lower.words) and \(upper.words)"
    if numbers.isEmpty { return words }
    if lower.number == upper.number { return lower.number.isInteger == isInteger ? nil : words }
    guard isInteger, let (least, most) = numbers.integers else { return nil }
    if least > most { return "an integer would be \(lower.words) and \(upper.words)" }
    // A multiple of an integer has to lie between the bounds.
    for divisor in numbers.multiples.compactMap(\.int) where 1...Int.max / 4 ~= divisor && least > Int.min / 2 {
      let remainder = ((least % divisor) + divisor) % divisor
      let (first, isTooLarge) = least.addingReportingOverflow(remainder == 0 ? 0 : divisor - remainder)
      if !isTooLarge, first > most { return "no multiple of \(divisor) lies from \(least) to \(most)" }
    }
    return nil
  }

  /// Returns why no string satisfies the limits; nil if one may.
  func stringRejection(_ patterns: [String: PatternInsight?]) -> String? {
    if let contradiction = demands.contradiction(of: .string) { return contradiction }
    return demands.patterns.first { patterns[$0]??.neverMatches ?? false }
      .map { "the pattern \($0.quoted) matches no string" }
  }
}

// MARK: - Objects

extension JoinedFacts {
  /// Returns the schemas that one of the schemas applies to a member.
  func schemas(of name: String, in node: SchemaNode, _ patterns: MemberPatterns) -> [SchemaID] {
    let keywords = node.keywords
    var schemas =
      properties[node.id].map { $0[ExactName(name)] ?? [] }
      ?? keywords.properties.filter { $0.name.isIdentical(to: name) }.map(\.schema)
    var mayMatch = !schemas.isEmpty
    for member in keywords.patternProperties {
      switch patterns.match(name, member.name) {
      case .match:
        schemas.append(member.schema)
        mayMatch = true
      case .noMatch: break
      // Undecided: it may match the member.
      case .exhausted: mayMatch = true
      }
    }
    if !mayMatch, let additional = keywords.additionalProperties { schemas.append(additional) }
    return schemas
  }
}
