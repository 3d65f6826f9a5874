import JSONSchema
import SchemaRuntime
import SchemaValidation

// What is demanded of strings: lengths, bytes, patterns, formats, contents.
extension Prover {
  mutating func checkStrings(_ check: Check) -> [Gap] {
    let keywords = check.keywords
    let left = check.left.restricted(to: .string)
    let facts = check.facts
    var found: [Gap] = []
    let rows: [(keyword: String, limit: Int?, given: Int?, holds: Bool)] = [
      (
        "maxLength", keywords.maxLength, facts.maxLength == .max ? nil : facts.maxLength,
        keywords.maxLength.map { facts.maxLength <= $0 || facts.maxBytes <= $0 } ?? true
      ),
      (
        "minLength", keywords.minLength, facts.minLength == 0 ? nil : facts.minLength,
        keywords.minLength.map { facts.minLength >= $0 || (facts.minBytes &+ 3) / 4 >= $0 } ?? true
      ),
      (
        "x-maxUTF8Bytes", keywords.vendor.maxUTF8Bytes, facts.maxBytes == .max ? nil : facts.maxBytes,
        keywords.vendor.maxUTF8Bytes.map { facts.maxBytes <= $0 || facts.maxLength <= $0 / 4 } ?? true
      ),
      (
        "x-minUTF8Bytes", keywords.vendor.minUTF8Bytes, facts.minBytes == 0 ? nil : facts.minBytes,
        keywords.vendor.minUTF8Bytes.map { facts.minBytes >= $0 || facts.minLength >= $0 } ?? true
      ),
    ]
    for (keyword, limit, given, holds) in rows where !holds {
      guard let limit else { continue }
      let wanted: StringSearch.Refusal? =
        switch keyword {
        case "maxLength": .longer(than: limit)
        case "minLength": .shorter(than: limit)
        default: nil
        }
      let answer = wanted.map { patterns.search(accepted(by: facts), refusal: $0) } ?? .undecided
      if case .none = answer { continue }
      found.append(
        gap(
          .keyword(keyword), check.right, keyword, left, facts, given: given.map(String.init),
          demanded: String(limit), trying: answer.values + texts(beyond: limit, keyword)))
    }
    if let pattern = keywords.pattern, !facts.patterns.contains(where: { Name($0) == Name(pattern) }) {
      let answer = patterns.search(accepted(by: facts), refusal: .pattern(pattern))
      if case .none = answer {
      } else {
        found.append(
          gap(
            .keyword("pattern"), check.right, "pattern", left, facts, given: facts.patterns.first, demanded: pattern,
            trying: answer.values + ["", "a", "A", "0", "-", " ", "é"]))
      }
    }
    if let format = check.node.format, !facts.formats.contains(where: { Self.implies($0, format) }) {
      found.append(
        gap(
          .keyword("format"), check.right, "format", left, facts, given: facts.formats.map(\.keyword).sorted().first,
          demanded: format.keyword, trying: ["", "a", "-", "1", "A b", "é"]))
    }
    found += checkContent(check, left)
    return found
  }

  /// What the patterns and lengths of the left side say of strings, for a search.
  func accepted(by facts: Facts) -> StringSearch.Acceptance {
    StringSearch.Acceptance(patterns: facts.patterns, minLength: facts.minLength, maxLength: facts.maxLength)
  }

  private func texts(beyond limit: Int, _ keyword: String) -> [JSONValue] {
    guard limit < 5_000 else { return [] }
    let counts =
      switch keyword {
      case "maxLength", "x-maxUTF8Bytes": [limit + 1, limit + 2]
      default: [limit - 1, limit - 2, 0].filter { $0 >= 0 }
      }
    let wide = counts.map { JSONValue.string(String(repeating: "é", count: max(1, ($0 + 1) / 2))) }
    return counts.map { .string(String(repeating: "a", count: $0)) } + wide
  }

  /// Formats that are parts of others by their own standards.
  private static func implies(_ given: Format, _ demanded: Format) -> Bool {
    switch (given, demanded) {
    case _ where given == demanded: true
    case (.uri, .uriReference), (.uri, .iri), (.uri, .iriReference), (.iri, .iriReference),
      (.uriReference, .iriReference):
      true
    case (.email, .idnEmail): true
    default: false
    }
  }

  private mutating func checkContent(_ check: Check, _ left: Conjunction) -> [Gap] {
    let keywords = check.keywords
    guard sides[check.right.side].options.assertsContent,
      keywords.contentEncoding != nil || keywords.contentMediaType != nil
    else { return [] }
    let isSame = check.facts.nodes.contains { ref in
      let own = node(ref).keywords
      return sides[ref.side].options.assertsContent && own.contentEncoding == keywords.contentEncoding
        && own.contentMediaType == keywords.contentMediaType && own.contentSchema == nil
        && keywords.contentSchema == nil
    }
    if isSame { return [] }
    let keyword = keywords.contentEncoding == nil ? "contentMediaType" : "contentEncoding"
    return [
      gap(
        .keyword(keyword), check.right, keyword, left, check.facts,
        demanded: keywords.contentEncoding ?? keywords.contentMediaType, trying: ["", "{", "%", "{}"])
    ]
  }
}
