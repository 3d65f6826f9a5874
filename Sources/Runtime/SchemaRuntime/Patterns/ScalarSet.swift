/// A set of code points: the characters that one atom of a pattern matches, such as `[a-z_]`, `.` or `\p{L}`.
///
/// Created by ``PatternParser``, read by ``ScalarClasses`` and the backtracking matcher. The universe is U+0000 to
/// U+10FFFF including surrogates, because `[^a]` in ECMA-262 contains them; well-formed UTF-8 does not. `[a-c_]` is the
/// ranges 5F…5F and 61…63.
package struct ScalarSet: Hashable, Sendable {
  /// Sorted, disjoint, never adjacent.
  package private(set) var ranges: [ScalarRange]

  package static let last: UInt32 = 0x10_ffff

  /// The set of all code points in `ranges`, which may overlap and be in any order.
  package init(_ ranges: [ScalarRange] = []) {
    self.ranges = []
    let isAscending = zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
    for range in isAscending ? ranges : ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end = self.ranges.last, range.lowerBound <= end.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1].upperBound = max(end.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// The set of `ranges`, which must be ascending and not adjacent.
  init(ascending ranges: [ScalarRange]) {
    self.ranges = ranges
  }

  /// The set of one code point.
  init(_ scalar: UInt32) {
    ranges = [ScalarRange(scalar, scalar)]
  }

  var complement: ScalarSet {
    var gaps: [ScalarRange] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(ScalarRange(next, range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(ScalarRange(next, Self.last)) }
    return ScalarSet(ascending: gaps)
  }

  /// Hashes only a few properties: a pattern may refer to a property with hundreds of ranges thousands of times.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ranges.count)
    hasher.combine(ranges.first?.lowerBound)
    hasher.combine(ranges.last?.upperBound)
  }

  package func contains(_ scalar: UInt32) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= scalar }
    return index < ranges.count && ranges[index].lowerBound <= scalar
  }
}

extension ScalarSet {
  static let all = ScalarSet([.init(0, last)])
  /// `\d` (ECMA-262, CharacterClassEscape).
  static let digits = ScalarSet([.init(0x30, 0x39)])
  /// `\w`, and the word characters of `\b`.
  package static let wordCharacters = ScalarSet([
    .init(0x30, 0x39), .init(0x41, 0x5a), .init(0x5f, 0x5f), .init(0x61, 0x7a),
  ])
  /// `\s`: WhiteSpace and LineTerminator of ECMA-262: TAB, LF, VT, FF, CR, LS, PS, BOM and category Zs.
  static let whitespace = ScalarSet([
    .init(0x09, 0x0d), .init(0x20, 0x20), .init(0xa0, 0xa0), .init(0x1680, 0x1680), .init(0x2000, 0x200a),
    .init(0x2028, 0x2029), .init(0x202f, 0x202f), .init(0x205f, 0x205f),
    .init(0x3000, 0x3000), .init(0xfeff, 0xfeff),
  ])
  /// The characters that `.` does not match: LF, CR, LS, PS.
  static let lineTerminators = ScalarSet([.init(0x0a, 0x0a), .init(0x0d, 0x0d), .init(0x2028, 0x2029)])
}
