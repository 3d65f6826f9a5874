import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaValidation

// Demands on strings: patterns, formats, contents.
extension Prover {
  mutating func checkStrings(_ check: Check) -> [Gap] {
    let keywords = check.keywords
    let left = check.left.restricted(to: .string)
    let facts = check.facts
    var found = checkLengths(check, left, of: .string)
    if let pattern = keywords.pattern, !facts.demands.patterns.contains(where: { ExactName($0) == ExactName(pattern) })
    {
      let answer = patterns.search(accepted(by: facts), refusal: .pattern(pattern))
      if case .none = answer {
      } else {
        found.append(
          gap(
            .keyword("pattern"), check.right, "pattern", left, facts, given: facts.demands.patterns.first,
            demanded: pattern,
            trying: answer.values + ["", "a", "A", "0", "-", " ", "é"]))
      }
    }
    if let format = check.node.format,
      !facts.formats.contains(where: { $0 == format || $0.facts.wider.contains(format) })
    {
      found.append(
        gap(
          .keyword("format"), check.right, "format", left, facts, given: facts.formats.map(\.keyword).sorted().first,
          demanded: format.keyword, trying: ["", "a", "-", "1", "A b", "é"]))
    }
    found += checkContent(check, left)
    return found
  }

  /// Returns the patterns, also those of formats, and lengths of the left side, for a search.
  func accepted(by facts: Facts) -> StringSearch.Acceptance {
    StringSearch.Acceptance(
      patterns: facts.demands.patterns + facts.formats.compactMap(\.facts.envelope).sorted(),
      lengths: facts.demands.lengths)
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
