import SchemaRuntime

extension KeywordReader {
  /// Warns about needless escapes in the patterns of a schema, and ignores invalid patterns if the file is lenient.
  mutating func checkPatterns(_ node: JSONNode) {
    if let source = keywords.pattern, let value = node.member("pattern"), !isUsable(source, "pattern", at: value) {
      keywords.pattern = nil
      keywords.written["pattern"] = nil
    }
    guard !keywords.patternProperties.isEmpty, let members = node.member("patternProperties") else { return }
    var unusable: Set<String> = []
    for (name, _) in members.members where !isUsable(name.string, "patternProperties", at: name) {
      unusable.insert(name.string)
    }
    guard !unusable.isEmpty else { return }
    keywords.patternProperties.removeAll { unusable.contains($0.name) }
    // The members to which these would apply are unknown.
    keywords.additionalProperties = nil
    keywords.unevaluatedProperties = nil
  }

  /// Whether a pattern can be used. Without lenience, the compiler rejects an invalid one.
  private mutating func isUsable(_ source: String, _ keyword: String, at node: JSONNode) -> Bool {
    if isLenient {
      do throws(PatternError) {
        _ = try Pattern(source)
      } catch {
        let consequence: Findings.Consequence =
          keyword == "pattern" ? .leftOutLeniently : .leftOutWithAdditionalProperties
        report(
          .invalidPattern(keyword: keyword, source: source, reason: error.description), at: node, severity: .warning,
          consequence: consequence)
        return false
      }
    }
    let characters = Pattern.needlessEscapes(in: source).map { String($0) }
    if !characters.isEmpty {
      report(.needlessEscapes(keyword: keyword, characters: characters), at: node, severity: .warning)
    }
    return true
  }
}
