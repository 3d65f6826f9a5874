/// Normalization form C (Unicode Standard Annex 15): scalars are decomposed, reordered, and composed.
///
/// Used for labels of host names, which are short, so marks are reordered by insertion sort.
struct Normalization: Sendable {
  static let formC = Normalization(UnicodeData.decompositions)

  /// Scalars with a decomposition, ascending.
  private var composed: [UInt32] = []
  /// Their decompositions; the second is 0 if there is only one.
  private var parts: [(first: UInt32, second: UInt32)] = []
  /// The composition of two scalars.
  private var composites: [UInt64: UInt32] = [:]

  /// Reads numbers in groups of three: twice the distance to the previous scalar, plus 1 if the decomposition is also a
  /// composition; the first part; the second.
  private init(_ decompositions: StaticString) {
    var reader = UnicodeDataReader(decompositions)
    var code: UInt32 = 0
    while let step = reader.nextNumber(), let first = reader.nextNumber(), let second = reader.nextNumber() {
      code += step / 2
      composed.append(code)
      parts.append((first, second))
      if step % 2 == 1 { composites[Self.key(first, second)] = code }
    }
  }

  private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

  /// Normalizes `scalars` to form C.
  func normalize(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    // There are no combining characters below U+0300.
    if scalars.allSatisfy({ $0.value < 0x300 }) { return scalars }
    return compose(order(scalars.flatMap { decompose($0) }))
  }
}

// MARK: - Steps

extension Normalization {
  private func decompose(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let syllable = HangulSyllable(scalar) { return syllable.letters }
    var code = scalar.value
    var tail: [UInt32] = []
    // Only first parts can have decompositions.
    while let (first, second) = parts(of: code) {
      if second != 0 { tail.append(second) }
      code = first
    }
    return ([code] + tail.reversed()).compactMap(Unicode.Scalar.init)
  }

  private func parts(of code: UInt32) -> (first: UInt32, second: UInt32)? {
    let index = composed.partitioningIndex { $0 >= code }
    return index < composed.count && composed[index] == code ? parts[index] : nil
  }

  /// Sorts the marks after a base by their combining class, stably.
  private func order(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var scalars = scalars
    for end in scalars.indices {
      let combiningClass = scalars[end].combiningClass
      var index = end
      while combiningClass > 0, index > 0, scalars[index - 1].combiningClass > combiningClass {
        scalars.swapAt(index - 1, index)
        index -= 1
      }
    }
    return scalars
  }

  private func compose(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var starter: Int?
    for scalar in scalars {
      let combiningClass = scalar.combiningClass
      if let starter {
        // A scalar in between whose class is not lower blocks the composition.
        let isBlocked = result.count - 1 > starter && result[result.count - 1].combiningClass >= combiningClass
        if !isBlocked, let composite = composite(result[starter], scalar) {
          result[starter] = composite
          continue
        }
      }
      result.append(scalar)
      if combiningClass == 0 { starter = result.count - 1 }
    }
    return result
  }

  private func composite(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    HangulSyllable.composite(first, second)
      ?? composites[Self.key(first.value, second.value)].flatMap(Unicode.Scalar.init)
  }
}

/// A syllable of two or three Korean letters, which are computed, not listed (Unicode Standard, section 3.12).
private struct HangulSyllable {
  private let index: UInt32

  private static let first: UInt32 = 0xAC00
  private static let leading: UInt32 = 0x1100
  private static let vowel: UInt32 = 0x1161
  /// One before the first trailing letter: a syllable may have none.
  private static let trailing: UInt32 = 0x11A7
  private static let (leadingCount, vowelCount, trailingCount): (UInt32, UInt32, UInt32) = (19, 21, 28)

  init?(_ scalar: Unicode.Scalar) {
    index = scalar.value &- Self.first
    guard index < Self.leadingCount * Self.vowelCount * Self.trailingCount else { return nil }
  }

  var letters: [Unicode.Scalar] {
    let pair = index / Self.trailingCount
    let trailing = index % Self.trailingCount
    let codes = [Self.leading + pair / Self.vowelCount, Self.vowel + pair % Self.vowelCount]
    return (codes + (trailing > 0 ? [Self.trailing + trailing] : [])).compactMap(Unicode.Scalar.init)
  }

  /// The syllable of a leading letter and a vowel, or of such a syllable and a trailing letter.
  static func composite(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let (leading, vowel) = (first.value &- leading, second.value &- vowel)
    if leading < leadingCount, vowel < vowelCount {
      return Unicode.Scalar(Self.first + (leading * vowelCount + vowel) * trailingCount)
    }
    let trailing = second.value &- trailing
    guard let syllable = HangulSyllable(first), syllable.index % trailingCount == 0, 1..<trailingCount ~= trailing
    else {
      return nil
    }
    return Unicode.Scalar(first.value + trailing)
  }
}
