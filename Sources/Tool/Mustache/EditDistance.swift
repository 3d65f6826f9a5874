/// The candidate with the smallest edit distance to `name`, if that is at most two.
///
/// Ties are resolved by the order of the candidates' text, so the result does not depend on the order of a dictionary's
/// keys.
func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let target = Array(name.unicodeScalars)
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    guard let distance = editDistance(target, Array(candidate.unicodeScalars), limit: best?.distance ?? 2) else {
      continue
    }
    if let current = best, (current.distance, current.name) <= (distance, candidate) {
      continue
    }
    best = (candidate, distance)
  }
  return best?.name
}

/// The number of insertions, deletions and replacements between two texts, or nil if it exceeds the limit.
///
/// Only the cells of the table within `limit` of its diagonal can matter, so long texts take linear time.
private func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar], limit: Int) -> Int? {
  guard abs(first.count - second.count) <= limit else {
    return nil
  }
  let unreachable = limit + 1
  var previous = Array(repeating: unreachable, count: second.count + 1)
  for column in 0...min(limit, second.count) {
    previous[column] = column
  }
  var current = previous
  for row in stride(from: 1, through: first.count, by: 1) {
    let low = max(1, row - limit)
    let high = min(second.count, row + limit)
    current[low - 1] = low == 1 ? min(row, unreachable) : unreachable
    for column in stride(from: low, through: high, by: 1) {
      let replaced = previous[column - 1] + (first[row - 1] == second[column - 1] ? 0 : 1)
      current[column] = min(replaced, previous[column] + 1, current[column - 1] + 1, unreachable)
    }
    if high < second.count {
      current[high + 1] = unreachable
    }
    swap(&previous, &current)
  }
  return previous[second.count] <= limit ? previous[second.count] : nil
}
