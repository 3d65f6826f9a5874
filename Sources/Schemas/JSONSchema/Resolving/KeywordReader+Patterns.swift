import SchemaAnalysis
import SchemaRuntime

extension KeywordReader {
  /// Translates patterns of other kinds of regular expressions, warns about needless escapes, and ignores invalid
  /// patterns if the file is lenient. Otherwise, the compiler rejects them.
  mutating func checkPatterns(_ node: UnsafeJSONNode) {
    if let source = keywords.pattern, let value = node.member("pattern") {
      let pattern = usable(source, "pattern", at: value)
      keywords.pattern = pattern
      if pattern == nil { keywords.written["pattern"] = nil }
    }
    guard !keywords.patternProperties.isEmpty, let members = node.member("patternProperties") else { return }
    var patterns = Lookup<ExactName, String>()
    for (name, _) in members.members {
      let source = name.string
      if let pattern = usable(source, "patternProperties", at: name) { patterns.set(source, pattern) }
    }
    let count = keywords.patternProperties.count
    keywords.patternProperties = keywords.patternProperties.compactMap { member in
      patterns[member.name].map { Keywords.Member(name: $0, schema: member.schema) }
    }
    if keywords.patternProperties.count == count { return }
    // The members to which these would apply are unknown.
    keywords.additionalProperties = nil
    keywords.unevaluatedProperties = nil
  }

  /// Returns a pattern as it is read; nil if it is left out.
  private mutating func usable(_ source: String, _ keyword: String, at node: UnsafeJSONNode) -> String? {
    let characters: [String]
    do throws(PatternError) {
      characters = try Pattern.check(source).map { String($0) }
    } catch {
      if let translation = PatternTranslation(source) {
        report(
          .foreignPattern(keyword: keyword, source: source, meant: translation.text), at: node, severity: .warning)
        return translation.text
      }
      guard isLenient else { return source }
      let consequence: Findings.Consequence =
        keyword == "pattern" ? .leftOutLeniently : .leftOutWithAdditionalProperties
      report(
        .invalidPattern(keyword: keyword, source: source, reason: error.description), at: node, severity: .warning,
        consequence: consequence)
      return nil
    }
    if !characters.isEmpty {
      report(.needlessEscapes(keyword: keyword, characters: characters), at: node, severity: .warning)
    }
    return source
  }
}
