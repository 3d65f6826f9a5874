/// An integer of any size, with the few operations needed for exact conversion and divisibility of decimals.
///
/// Created from the digits of a text by the slow paths of ``NumberText``. `words` has 64 bits each, least significant
/// first; the last is never zero, so zero has no words.
struct BigUnsigned {
  private var words: [UInt64]

  init(_ value: UInt64) {
    words = value == 0 ? [] : [value]
  }

  /// The integer formed by the first digits of `decimal`.
  init(_ decimal: DecimalDigits, digitCount: Int) {
    words = []
    words.reserveCapacity(digitCount / 19 + 2)
    var chunks = decimal.chunks(limit: digitCount)
    while let chunk = chunks.next() {
      multiply(by: Self.powerOfTen(chunk.count), adding: chunk.value)
    }
  }

  var isZero: Bool { words.isEmpty }

  /// The number of bits up to the highest set bit; 0 for zero.
  var bitWidth: Int { words.count * 64 - leadingZeroBitCount }

  /// The number of unused bits in the highest word.
  var leadingZeroBitCount: Int { words.last?.leadingZeroBitCount ?? 0 }

  /// The value, if it fits one word.
  var word: UInt64? { words.count > 1 ? nil : words.first ?? 0 }

  /// The 128 leading bits of a number other than zero, with the highest one set.
  var leadingWords: (high: UInt64, low: UInt64) {
    let words = Array(words.suffix(3).reversed()) + [0, 0]
    let bits = UInt64(leadingZeroBitCount)
    // A shift by 64 bits gives zero.
    return (words[0] << bits | words[1] >> (64 - bits), words[1] << bits | words[2] >> (64 - bits))
  }

  /// Returns -1, 0 or 1 if this integer is less than, equal to or greater than `other`.
  func compare(_ other: BigUnsigned) -> Int {
    if words.count != other.words.count { return words.count < other.words.count ? -1 : 1 }
    for (word, otherWord) in zip(words.reversed(), other.words.reversed()) where word != otherWord {
      return word < otherWord ? -1 : 1
    }
    return 0
  }
}

// MARK: - Multiplication

extension BigUnsigned {
  /// Multiplies by one word and adds another.
  mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for index in words.indices {
      var (high, low) = words[index].multipliedFullWidth(by: factor)
      let (sum, overflows) = low.addingReportingOverflow(carry)
      low = sum
      if overflows { high += 1 }
      words[index] = low
      carry = high
    }
    if carry != 0 { words.append(carry) }
    removeLeadingZeros()
  }

  /// Multiplies by 5^`exponent`.
  mutating func multiplyByPowerOfFive(_ exponent: Int) {
    // 5²⁷ is the largest power that fits in a word.
    for _ in 0..<exponent / 27 { multiply(by: 7_450_580_596_923_828_125) }
    var rest: UInt64 = 1
    for _ in 0..<exponent % 27 { rest *= 5 }
    multiply(by: rest)
  }

  /// Multiplies by 10^`exponent`.
  mutating func multiplyByPowerOfTen(_ exponent: Int) {
    multiplyByPowerOfFive(exponent)
    shiftLeft(by: exponent)
  }

  /// 10^`exponent` for 0 to 19, the powers that fit in a word.
  static func powerOfTen(_ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }
}

// MARK: - Addition and shifts

extension BigUnsigned {
  /// Adds `addend` × 2^`shift`; the shift must be less than 64 bits.
  mutating func add(_ addend: UInt64, shiftedLeftBy shift: Int) {
    let parts = [addend << UInt64(shift), shift == 0 ? 0 : addend >> UInt64(64 - shift)]
    var carries = false
    var index = 0
    while index < 2 || carries {
      if index == words.count { words.append(0) }
      let (sum, overflows) = words[index].addingReportingOverflow(index < 2 ? parts[index] : 0)
      let (total, overflowsAgain) = sum.addingReportingOverflow(carries ? 1 : 0)
      words[index] = total
      carries = overflows || overflowsAgain
      index += 1
    }
    removeLeadingZeros()
  }

  mutating func shiftLeft(by shift: Int) {
    guard !isZero, shift > 0 else { return }
    let bits = UInt64(shift % 64)
    if bits > 0 {
      var carry: UInt64 = 0
      for index in words.indices {
        let word = words[index]
        words[index] = word << bits | carry
        carry = word >> (64 - bits)
      }
      if carry != 0 { words.append(carry) }
    }
    words.insert(contentsOf: repeatElement(0, count: shift / 64), at: 0)
  }

  /// Shifts to the right and returns whether any set bit was shifted out.
  mutating func shiftRight(by shift: Int) -> Bool {
    let wholeWords = min(shift / 64, words.count)
    var losesBits = words[..<wholeWords].contains { $0 != 0 }
    words.removeFirst(wholeWords)
    let bits = UInt64(shift % 64)
    if bits > 0, let lowest = words.first {
      losesBits = losesBits || lowest << (64 - bits) != 0
      var carry: UInt64 = 0
      for index in words.indices.reversed() {
        let word = words[index]
        words[index] = word >> bits | carry
        carry = word << (64 - bits)
      }
    }
    removeLeadingZeros()
    return losesBits
  }

  private mutating func removeLeadingZeros() {
    while words.last == 0 { words.removeLast() }
  }
}

// MARK: - Division

extension BigUnsigned {
  /// Divides by one word, without the remainder.
  mutating func divide(by divisor: UInt64) {
    var remainder: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], remainder) = divisor.dividingFullWidth((remainder, words[index]))
    }
    removeLeadingZeros()
  }

  /// Replaces the number with the remainder and returns the quotient, which must fit in one word: the number must be
  /// less than `divisor` × 2⁶⁴. The highest bit of the divisor's highest word must be set.
  ///
  /// One round of long division according to Donald Knuth (The Art of Computer Programming, volume 2, section 4.3.1,
  /// algorithm D): dividing the two highest words by the divisor's highest gives a quotient that is at most two too
  /// large.
  mutating func formRemainder(dividingBy divisor: BigUnsigned) -> UInt64 {
    let size = divisor.words.count
    guard let leading = divisor.words.last, words.count >= size else { return 0 }
    if words.count == size { words.append(0) }
    var quotient = UInt64.max
    if words[size] < leading {
      quotient = leading.dividingFullWidth((words[size], words[size - 1])).quotient
    }
    var isNegative = subtract(divisor, times: quotient)
    while isNegative {
      quotient -= 1
      isNegative = !addInPlace(divisor)
    }
    removeLeadingZeros()
    return quotient
  }

  /// Subtracts `factor` × `other`, which has one word less, and returns whether the difference wrapped around.
  private mutating func subtract(_ other: BigUnsigned, times factor: UInt64) -> Bool {
    var carry: UInt64 = 0
    for index in words.indices {
      let word = index < other.words.count ? other.words[index] : 0
      let (high, low) = word.multipliedFullWidth(by: factor)
      let (subtrahend, overflows) = low.addingReportingOverflow(carry)
      let (difference, borrows) = words[index].subtractingReportingOverflow(subtrahend)
      words[index] = difference
      carry = high + (overflows ? 1 : 0) + (borrows ? 1 : 0)
    }
    return carry != 0
  }

  /// Adds `other`, which has one word less, and returns whether the sum wrapped around.
  private mutating func addInPlace(_ other: BigUnsigned) -> Bool {
    var carries = false
    for index in words.indices {
      let word = index < other.words.count ? other.words[index] : 0
      let (sum, overflows) = words[index].addingReportingOverflow(word)
      let (total, overflowsAgain) = sum.addingReportingOverflow(carries ? 1 : 0)
      words[index] = total
      carries = overflows || overflowsAgain
    }
    return carries
  }
}
