/// What was probably meant: the nearest of the known spellings.
package enum Spelling {
  /// The candidate with the fewest edits from `word`, at most `limit` of them; of equals the first one. A
  /// candidate no longer than the number of edits would be a different word, not a spelling of this one.
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

  /// The insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
  /// counted in Unicode scalars (optimal string alignment); nil when they are more than `limit`.
  package static func editDistance(_ first: String, _ second: String, limit: Int) -> Int? {
    let first = Array(first.unicodeScalars)
    let second = Array(second.unicodeScalars)
    guard abs(first.count - second.count) <= limit else { return nil }
    // Three rows of the table of distances between prefixes; the one before last serves swaps.
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
