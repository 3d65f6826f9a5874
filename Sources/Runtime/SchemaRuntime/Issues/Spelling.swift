/// Spelling suggestions: the nearest of the known words.
package enum Spelling {
  /// Returns the first of the candidates with the fewest edits from `word`, if these are at most `limit`. Candidates
  /// no longer than the number of edits are ignored: they would be different words.
  package static func nearest(to word: String, among candidates: some Sequence<String>, limit: Int = 2) -> String? {
    var best: String?
    var limit = limit
    let length = word.unicodeScalars.count
    for candidate in candidates {
      let candidateLength = candidate.unicodeScalars.count
      guard abs(candidateLength - length) <= limit,
        let distance = editDistance(word, candidate, limit: limit), distance < candidateLength
      else { continue }
      if distance < limit || best == nil { best = candidate }
      limit = distance
      if distance == 0 { break }
    }
    return best
  }

  /// Returns the number of insertions, deletions, replacements and transpositions that turn one word into the other,
  /// counted in Unicode scalars (optimal string alignment); nil if it exceeds `limit`.
  package static func editDistance(_ first: String, _ second: String, limit: Int) -> Int? {
    let first = Array(first.unicodeScalars)
    let second = Array(second.unicodeScalars)
    guard abs(first.count - second.count) <= limit else { return nil }
    // Three rows of the table of prefix distances; the oldest is for transpositions.
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      current.reserveCapacity(second.count + 1)
      for column in second.indices {
        let replacement = last[column] + (first[row] == second[column] ? 0 : 1)
        var distance = min(replacement, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      if current.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
