import SchemaRuntime

extension KeywordReader {
  /// Warns of needless escapes in the patterns of a schema.
  mutating func checkPatterns(_ node: JSONNode) {
    if let source = keywords.pattern, let value = node.member("pattern") { check(source, "pattern", at: value) }
    guard !keywords.patternProperties.isEmpty, let members = node.member("patternProperties") else { return }
    for (name, _) in members.members { check(name.string, "patternProperties", at: name) }
  }

  private mutating func check(_ source: String, _ keyword: String, at node: JSONNode) {
    let characters = Pattern.needlessEscapes(in: source).map { String($0) }
    if characters.isEmpty { return }
    report(.needlessEscapes(keyword: keyword, characters: characters), at: node, severity: .warning)
  }
}
