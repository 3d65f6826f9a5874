/// What in an instance is sensitive: the values to which a schema marked `x-sensitive` applies, and all within them.
struct SensitiveValues {
  /// The sensitive values as ranges of the index, in its order; none overlap.
  private let ranges: [Range<Int>]
  /// Strings whose content holds something sensitive, by their places in the index.
  private let holders: Set<Int>
  /// The schemas that were applied to each value, whether they hold or not.
  let schemas: [Int: [Int]]

  init(_ found: some Sequence<Range<Int>>, holders: Set<Int> = [], schemas: [Int: [Int]] = [:]) {
    var ranges: [Range<Int>] = []
    // Values lie inside one another or apart, so that an outer one comes first and ends last.
    for range in found.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      if let last = ranges.last, range.lowerBound < last.upperBound { continue }
      ranges.append(range)
    }
    self.ranges = ranges
    self.holders = holders
    self.schemas = schemas
  }

  var isEmpty: Bool { ranges.isEmpty && holders.isEmpty }

  /// The sensitive value that an entry of the index is part of; its own range where it is one itself.
  func range(around index: Int) -> Range<Int>? {
    let next = firstRange(endingAfter: index)
    return next < ranges.count && ranges[next].contains(index) ? ranges[next] : nil
  }

  func contains(_ node: JSONNode) -> Bool { range(around: node.index) != nil }

  /// Whether a value is sensitive or holds something that is.
  func isSensitiveOrHolds(_ node: JSONNode) -> Bool {
    let next = firstRange(endingAfter: node.index)
    if next < ranges.count, ranges[next].lowerBound < node.nextIndex { return true }
    return !holders.isEmpty && holders.contains { node.index..<node.nextIndex ~= $0 }
  }

  /// The sensitive values in a value that is not sensitive itself.
  func ranges(in node: JSONNode) -> ArraySlice<Range<Int>> {
    ranges[firstRange(endingAfter: node.index)...].prefix { $0.lowerBound < node.nextIndex }
  }

  private func firstRange(endingAfter index: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Locations

extension SensitiveValues {
  /// The way from `root` to an entry of the index as far as it may be shown, and the value to which it then leads: the
  /// sensitive value around the entry, the object in which a name on the way is sensitive, or else the entry's own.
  ///
  /// A member's name leads to its object.
  func shownLocation(of target: Int, from root: JSONNode) -> (pointer: JSONPointer, node: JSONNode) {
    var pointer = JSONPointer()
    var node = root
    descent: while node.index != target, !contains(node) {
      for (name, value) in node.members where value.index <= target && target < value.nextIndex {
        if contains(name) { break descent }
        pointer.tokens.append(name.string)
        node = value
        continue descent
      }
      for (place, element) in node.elements.enumerated() where element.index <= target && target < element.nextIndex {
        pointer.tokens.append(String(place))
        node = element
        continue descent
      }
      break
    }
    return (pointer, node)
  }
}
