/// A pattern for paths: `*` and `?` match within a segment, `**` as a segment matches any number of folders.
///
///     Glob("**/*.schema.json").matches("users/user-info.schema.json")   // true
package struct Glob: Hashable, Sendable {
  package let text: String
  private let segments: [[Unicode.Scalar]]

  package init(_ text: String) {
    self.text = text
    segments = text.split(separator: "/").map { Array($0.unicodeScalars) }
  }

  /// Whether a relative path with `/` between its segments matches completely.
  package func matches(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map { Array($0.unicodeScalars) }
    return Self.matches(
      segments.count, parts.count, isWildcard: { segments[$0] == ["*", "*"] },
      fits: { Self.matches(segments[$0], parts[$1]) })
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
