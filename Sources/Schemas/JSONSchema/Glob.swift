/// A pattern for paths: `*` and `?` match within a segment, `**` as a segment matches any number of folders,
/// and `{a,b}` one of several words.
///
///     Glob("**/*.schema.json").matches("users/user-info.schema.json")   // true
package struct Glob: Hashable, Sendable {
  package let text: String
  /// The segments of each pattern after expanding the alternatives in braces.
  private let alternatives: [[[Unicode.Scalar]]]

  package init(_ text: String) {
    self.text = text
    alternatives = Self.expanded(text).map { $0.split(separator: "/").map { Array($0.unicodeScalars) } }
  }

  /// Returns the patterns without braces that a pattern is short for; the pattern itself if its braces are unbalanced,
  /// or if there would be more than a hundred.
  private static func expanded(_ text: String) -> [String] {
    var patterns = [""]
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let words = rest[rest.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      let before = rest[..<open]
      patterns = patterns.flatMap { pattern in words.map { pattern + before + $0 } }
      if patterns.count > 100 { return [text] }
      rest = rest[rest.index(after: close)...]
    }
    return patterns.map { $0 + rest }
  }

  /// Whether a relative path with `/` between its segments matches completely.
  package func matches(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map { Array($0.unicodeScalars) }
    return alternatives.contains { segments in
      Self.matches(
        segments.count, parts.count, isWildcard: { segments[$0] == ["*", "*"] },
        fits: { Self.matches(segments[$0], parts[$1]) })
    }
  }

  private static func matches(_ pattern: [Unicode.Scalar], _ word: [Unicode.Scalar]) -> Bool {
    matches(
      pattern.count, word.count, isWildcard: { pattern[$0] == "*" },
      fits: { pattern[$0] == "?" || pattern[$0] == word[$1] })
  }

  /// Matches the pieces of a pattern against the code units of a text; a wildcard matches any number of units. Only
  /// the last wildcard is ever retried, which limits the work to pieces × units steps.
  private static func matches(
    _ pieces: Int, _ units: Int, isWildcard: (Int) -> Bool, fits: (Int, Int) -> Bool
  ) -> Bool {
    var piece = 0
    var unit = 0
    var retry: (piece: Int, unit: Int)?
    while unit < units {
      if piece < pieces, isWildcard(piece) {
        piece += 1
        retry = (piece, unit)
      } else if piece < pieces, fits(piece, unit) {
        piece += 1
        unit += 1
      } else if let last = retry {
        piece = last.piece
        unit = last.unit + 1
        retry = (piece, unit)
      } else {
        return false
      }
    }
    return (piece..<pieces).allSatisfy(isWildcard)
  }
}
