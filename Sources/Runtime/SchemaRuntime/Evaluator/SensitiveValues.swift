/// The sensitive parts of an instance: values to which a schema marked `x-sensitive` applies, and everything within
/// them.
struct SensitiveValues {
  /// The sensitive values as ranges of the index, sorted and not overlapping.
  private let ranges: [Range<Int>]
  /// The index entries of strings whose content contains something sensitive.
  private let holders: Set<Int>
  /// The schemas that were applied to each value, whether they hold or not.
  let schemas: [Int: [SchemaID]]

  init(_ found: some Sequence<Range<Int>>, holders: Set<Int> = [], schemas: [Int: [SchemaID]] = [:]) {
    var ranges: [Range<Int>] = []
    // Values are nested or disjoint, so an outer one comes first and ends last.
    for range in found.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      if let last = ranges.last, range.lowerBound < last.upperBound { continue }
      ranges.append(range)
    }
    self.ranges = ranges
    self.holders = holders
    self.schemas = schemas
  }

  var isEmpty: Bool { ranges.isEmpty && holders.isEmpty }

  /// The sensitive value that contains an index entry, or starts there.
  func range(around index: Int) -> Range<Int>? {
    let next = firstRange(endingAfter: index)
    return next < ranges.count && ranges[next].contains(index) ? ranges[next] : nil
  }

  func contains(_ node: UnsafeJSONNode) -> Bool { range(around: node.index) != nil }

  /// Whether a value is sensitive or contains something sensitive.
  func isSensitiveOrHolds(_ node: UnsafeJSONNode) -> Bool {
    let next = firstRange(endingAfter: node.index)
    if next < ranges.count, ranges[next].lowerBound < node.nextIndex { return true }
    return !holders.isEmpty && holders.contains { node.index..<node.nextIndex ~= $0 }
  }

  /// The sensitive values in a value that is not sensitive itself.
  func ranges(in node: UnsafeJSONNode) -> ArraySlice<Range<Int>> {
    ranges[firstRange(endingAfter: node.index)...].prefix { $0.lowerBound < node.nextIndex }
  }

  private func firstRange(endingAfter index: Int) -> Int {
    ranges.partitioningIndex { $0.upperBound > index }
  }
}

// MARK: - Locations

extension SensitiveValues {
  /// The part of the path from `root` to an index entry that may be shown, and the value at its end: the sensitive
  /// value around the entry, the object in which a name on the path is sensitive, or else the entry's own value.
  ///
  /// The path of a member's name is that of its object.
  func shownLocation(of target: Int, from root: UnsafeJSONNode) -> (pointer: JSONPointer, node: UnsafeJSONNode) {
    var pointer = JSONPointer()
    var node = root
    descent: while node.index != target, !contains(node) {
      for (name, value) in node.members where value.index <= target && target < value.nextIndex {
        if contains(name) { break descent }
        pointer.tokens.append(name.string)
        node = value
        continue descent
      }
      for (index, element) in node.elements.enumerated() where element.index <= target && target < element.nextIndex {
        pointer.tokens.append(String(index))
        node = element
        continue descent
      }
      break
    }
    return (pointer, node)
  }
}
