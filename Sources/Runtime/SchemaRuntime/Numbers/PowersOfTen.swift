/// The 128 leading bits of the powers of ten from 10⁻³⁴² to 10³²⁴: reading doubles uses the lower ones, writing
/// those from 10⁻²⁹² on.
///
/// Entry `q` is 10^q = 5^q × 2^q without its power of two: the integer c with 2¹²⁷ ≤ c < 2¹²⁸ that represents 5^q shifted
/// left or right until its highest bit is bit 127. Bits that do not fit are truncated, except for -27 ≤ q < 0, where the
/// last bit is rounded up, so that the product with a multiple of 5^-q is exact. (Daniel Lemire, "Number parsing at a
/// gigabyte per second", Software: Practice and Experience 51(8), 2021, sections 5 and 6.)
enum PowersOfTen {
  /// The decimal exponent of the first entry.
  static let smallestExponent = -342
  /// The decimal exponent of the last entry.
  static let largestExponent = 324

  /// The high and the low word of each entry, one after the other: computed once, in a fraction of a millisecond.
  static let words: [UInt64] = {
    var words: [UInt64] = []
    // Dividing by 5 and truncating n times gives the same as dividing by 5ⁿ and truncating. 5³⁴² takes 795 bits, so the
    // last quotient still has more than 128.
    var reciprocal = BigUnsigned(1)
    reciprocal.shiftLeft(by: 1_023)
    for exponent in (smallestExponent..<0).reversed() {
      reciprocal.divide(by: 5)
      let (high, low) = reciprocal.leadingWords
      words += [exponent >= -27 ? low + 1 : low, high]
    }
    words.reverse()
    var power = BigUnsigned(1)
    for _ in 0...largestExponent {
      let (high, low) = power.leadingWords
      words += [high, low]
      power.multiply(by: 5)
    }
    return words
  }()
}
