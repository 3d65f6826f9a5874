import JSONSchema
import SchemaRuntime

/// The patterns of names under `patternProperties`, each compiled once.
struct MemberPatterns {
  private let patterns: [String: Pattern]

  init(_ graph: SchemaGraph) {
    var patterns: [String: Pattern] = [:]
    for member in graph.nodes.lazy.flatMap(\.keywords.patternProperties) where patterns[member.name] == nil {
      patterns[member.name] = try? Pattern(member.name)
    }
    self.patterns = patterns
  }

  /// Whether a pattern matches a name; undecided for an invalid one.
  func match(_ name: String, _ pattern: String) -> PatternOutcome {
    var name = name
    return patterns[pattern].map { pattern in name.withUTF8 { pattern.match($0) } } ?? .exhausted
  }
}
