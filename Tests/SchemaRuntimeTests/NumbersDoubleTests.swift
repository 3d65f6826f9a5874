import Testing

@testable import SchemaRuntime

/// Reading doubles: each text gives the nearest double, exact to the last bit.
@Suite struct NumbersDoubleTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: Double?

    init(_ name: String, _ text: String, _ expected: Double?) {
      testDescription = name
      self.text = text
      self.expected = expected
    }
  }

  @Test(arguments: plain + edges + ties + hard + long)
  func readsTheNearestDouble(_ row: Row) {
    let actual = withNumber(row.text) { NumberText.double($0) }
    #expect(actual?.bitPattern == row.expected?.bitPattern, "\(row.text.prefix(60)): \(String(describing: actual))")
    let negated = withNumber("-" + row.text) { NumberText.double($0) }
    #expect(negated?.bitPattern == row.expected.map { (-$0).bitPattern })
  }

  static let plain: [Row] = [
    Row("zero", "0", 0),
    Row("zero with a fraction", "0.000", 0),
    Row("zero with a large exponent", "0e999999999999999999999", 0),
    Row("zero with many digits", "0.0000000000000000000000000000000000", 0),
    Row("one", "1", 1),
    Row("a fraction", "0.5", 0.5),
    Row("seven digits, read one by one", "1234567", 1_234_567),
    Row("eight digits, read at once", "12345678", 12_345_678),
    Row("seventeen digits", "12345678901234567", 12_345_678_901_234_568),
    Row("an exponent with a plus sign", "1.5E+3", 1500),
    Row("an exponent with a minus sign", "1.5e-3", 0.0015),
    Row("an exponent with zeros before it", "1e0000000000000000000000000002", 100),
    Row("the integer below 2⁵³", "9007199254740991", 9_007_199_254_740_991),
    Row("the largest power of ten that is exact", "1e22", 1e22),
    Row("the first power of ten that is not", "1e23", 1e23),
    Row("many zeros, made up for by the exponent", "0." + String(repeating: "0", count: 400) + "1e401", 1),
    Row("many zeros before the point", "1" + String(repeating: "0", count: 400) + "e-400", 1),
  ]

  static let edges: [Row] = [
    Row("the largest double", "1.7976931348623157e308", .greatestFiniteMagnitude),
    Row("just below the middle between it and 2¹⁰²⁴", "1.7976931348623158079e308", .greatestFiniteMagnitude),
    Row("that middle", middleAboveLargest, nil),
    Row("one less than that middle", middleAboveLargest.dropLast(2) + "91", .greatestFiniteMagnitude),
    Row("one unit of the sixteenth digit more", "1.797693134862316e308", nil),
    Row("the first power of ten that is too large", "1e309", nil),
    Row("an exponent beyond every word", "1e99999999999999999999999", nil),
    Row("the smallest normal double", "2.2250738585072014e-308", .leastNormalMagnitude),
    Row("the largest subnormal", "2.225073858507201e-308", Double.leastNormalMagnitude.nextDown),
    Row("between the two, nearer to the subnormal", "2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
    Row("between the two, nearer to the normal double", "2.2250738585072012e-308", .leastNormalMagnitude),
    Row("the smallest subnormal", "5e-324", .leastNonzeroMagnitude),
    Row("its digits", "4.9406564584124654417656879286822137e-324", .leastNonzeroMagnitude),
    Row("just above half of it", "2.4703282292062328e-324", .leastNonzeroMagnitude),
    Row("just below half of it", "2.4703282292062327e-324", 0),
    Row("half of it to the last digit", digitsOfSubnormals(halves: 1), 0),
    Row("half of it and one digit more", digitsOfSubnormals(halves: 1, followedBy: "1"), .leastNonzeroMagnitude),
    Row("one and a half of it, which goes to the even two", digitsOfSubnormals(halves: 3), 2 * .leastNonzeroMagnitude),
    Row("a little less than that", "7.4109846876186981e-324", .leastNonzeroMagnitude),
    Row("a power of ten below every double", "1e-400", 0),
    Row("an exponent below every word", "1e-99999999999999999999999", 0),
  ]

  static let ties: [Row] = [
    Row("2⁵³ + 1, half way, goes down to even", "9007199254740993", 9_007_199_254_740_992),
    Row("2⁵³ + 3, half way, goes up to even", "9007199254740995", 9_007_199_254_740_996),
    Row("2⁵³ + 1 and a bit in the twentieth digit", "9007199254740993.0001", 9_007_199_254_740_994),
    Row(
      "2⁵³ + 1 and a bit in the fiftieth digit", "9007199254740993." + String(repeating: "0", count: 40) + "1",
      9_007_199_254_740_994),
    Row("2⁵³ + 1 and zeros", "9007199254740993." + String(repeating: "0", count: 40), 9_007_199_254_740_992),
    Row("1 + 2⁻⁵³, goes down to even", oneAndHalfStep, 1),
    Row("1 + 2⁻⁵³ and one digit more", oneAndHalfStep + "1", 1 + .ulpOfOne),
    Row(
      "1 + 2⁻⁵³ and a digit after eight hundred", oneAndHalfStep + String(repeating: "0", count: 800) + "1",
      1 + .ulpOfOne),
    Row("1 + 3 × 2⁻⁵³, goes up to even", "1.00000000000000033306690738754696212708950042724609375", 1 + 2 * .ulpOfOne),
    Row("a tie with a positive exponent", "900719925474099300e-2", 9_007_199_254_740_992),
    Row("a tie at 2⁵⁴ + 2", "18014398509481986", 18_014_398_509_481_984),
  ]

  /// The numbers of at most nineteen digits that lie nearest to the middle of two doubles, as Vern Paxson looked for them
  /// in "A program for testing IEEE decimal-binary conversion" (1991): for each power of ten, the continued fraction of
  /// its quotient by a power of two gives the integers that come nearest to an odd multiple of half a step. The bits are
  /// those of exact rational arithmetic.
  static let hard: [Row] = [
    Row("2^-71.8 of a step from the middle", "7120190517612959703e120", Double(bitPattern: 0x5CC3_220D_CD58_99FD)),
    Row("2^-70.3 of a step from the middle", "7015330170006592562e-73", Double(bitPattern: 0x34B1_3398_1825_7F0F)),
    Row("2^-70.1 of a step from the middle", "4353664664195879664e200", Double(bitPattern: 0x6D53_BBB4_BF05_F087)),
    Row("2^-69.3 of a step from the middle", "7555784487484408317e227", Double(bitPattern: 0x72FB_AA1D_BF61_4551)),
    Row("2^-69.3 of a step from the middle", "7322325862592278999e74", Double(bitPattern: 0x5336_775B_6CAA_5AE0)),
    Row("2^-69.3 of a step from the middle", "6014546754280072926e209", Double(bitPattern: 0x6F39_6397_B067_32A4)),
    Row("2^-69.2 of a step from the middle", "3719775110460399306e158", Double(bitPattern: 0x6497_7FE1_4F40_159B)),
    Row("2^-69.2 of a step from the middle", "9299437776150998265e157", Double(bitPattern: 0x6477_7FE1_4F40_159B)),
    Row("2^-67.9 of a step from the middle", "8643988913946659879e115", Double(bitPattern: 0x5BBE_71EC_1ED0_A4F9)),
    Row("2^-67.6 of a step from the middle", "5529436763613147623e138", Double(bitPattern: 0x6079_C677_BE6F_236E)),
    Row("2^-67.6 of a step from the middle", "6341159422819025272e79", Double(bitPattern: 0x543D_AFF0_048F_3EC7)),
    Row("2^-67.5 of a step from the middle", "8531063483820583261e195", Double(bitPattern: 0x6C59_5755_486A_CA21)),
    Row("2^-67.3 of a step from the middle", "4499054460863230815e282", Double(bitPattern: 0x7E5A_DF51_FA05_5E03)),
    Row("2^-67.3 of a step from the middle", "7198487137381169304e283", Double(bitPattern: 0x7E9A_DF51_FA05_5E03)),
    Row("2^-67.0 of a step from the middle", "8680479060971008717e164", Double(bitPattern: 0x65EA_2629_B0FC_7B61)),
    Row("2^-66.7 of a step from the middle", "8878043563217116004e-65", Double(bitPattern: 0x3660_3816_8B71_E2C9)),
    Row("2^-66.6 of a step from the middle", "6496515517405105799e233", Double(bitPattern: 0x7436_AF29_DA84_C277)),
    Row("2^-66.6 of a step from the middle", "8818450791606492727e162", Double(bitPattern: 0x6581_005C_42DB_E66E)),
    Row("2^-66.6 of a step from the middle", "9789510569809118153e108", Double(bitPattern: 0x5A4C_EC72_F961_CFC5)),
    Row("2^-66.6 of a step from the middle", "4645835384460091665e186", Double(bitPattern: 0x6A6D_A2C4_2FCE_2BC5)),
    Row("2^-66.6 of a step from the middle", "7433336615136146664e187", Double(bitPattern: 0x6AAD_A2C4_2FCE_2BC5)),
    Row("2^-66.4 of a step from the middle", "9464705006104218967e36", Double(bitPattern: 0x4B58_B43B_7D72_BAE1)),
    Row("2^-66.3 of a step from the middle", "8091380584855667499e140", Double(bitPattern: 0x60ED_7788_BF97_8092)),
  ]

  /// Texts of hundreds of digits.
  static let long: [Row] = [
    Row("eight hundred ones", String(repeating: "1", count: 800) + "e-500", 1.1111111111111112e299),
    Row("a third to a thousand digits", "0." + String(repeating: "3", count: 1000), 1.0 / 3),
    Row("two thirds to a thousand digits", "0." + String(repeating: "6", count: 1000), 2.0 / 3),
    Row("nines that round up to one", "0." + String(repeating: "9", count: 1000), 1),
    Row("a hundred thousand digits", String(repeating: "7", count: 100_000) + "e-100000", 0.7777777777777778),
  ]

  static let oneAndHalfStep = "1.00000000000000011102230246251565404236316680908203125"

  /// 2¹⁰²⁴ - 2⁹⁷⁰, the middle between the largest double and the next that there would be.
  static let middleAboveLargest = """
    1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070\
    9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447\
    5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904\
    174497792
    """

  /// `halves` × 2⁻¹⁰⁷⁵, all of its digits, and `more` after them: 2⁻¹⁰⁷⁵ = 5¹⁰⁷⁵ × 10⁻¹⁰⁷⁵.
  static func digitsOfSubnormals(halves: Int, followedBy more: String = "") -> String {
    var digits = [halves]
    for _ in 0..<1075 {
      var carry = 0
      for index in digits.indices.reversed() {
        let product = digits[index] * 5 + carry
        digits[index] = product % 10
        carry = product / 10
      }
      if carry > 0 { digits.insert(carry, at: 0) }
    }
    return "\(digits[0])." + digits.dropFirst().map(String.init).joined() + more + "e\(digits.count - 1 - 1075)"
  }
}

/// Whole ranges of doubles and texts, compared with the standard library.
@Suite struct NumbersDoubleRandomTests {
  @Test("a hundred thousand bit patterns survive a round trip through their shortest text")
  func roundTripsBitPatterns() {
    var generator = SeededGenerator(seed: 1)
    var failures: [String] = []
    var bytes: [UInt8] = []
    for _ in 0..<100_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      bytes.removeAll(keepingCapacity: true)
      NumberText.append(value, to: &bytes)
      let read = bytes.withUnsafeBufferPointer { NumberText.double($0) }
      if read?.bitPattern != value.bitPattern { failures.append(value.description) }
    }
    #expect(failures == [])
  }

  @Test("texts of one to forty digits are read like the standard library reads them")
  func agreesWithStandardLibrary() {
    var generator = SeededGenerator(seed: 2)
    var failures: [String] = []
    for _ in 0..<10_000 {
      let text = randomText(&generator)
      let expected = Double(text)
      let actual = withNumber(text) { NumberText.double($0) } ?? (text.hasPrefix("-") ? -.infinity : .infinity)
      if actual.bitPattern != expected?.bitPattern { failures.append(text) }
    }
    #expect(failures == [])
  }

  @Test("the exact midpoints between doubles round to even, and a trailing digit breaks the tie")
  func readsMiddles() {
    var generator = SeededGenerator(seed: 3)
    var failures: [String] = []
    for _ in 0..<2_000 {
      let lower =
        Double(sign: .plus, exponent: Int.random(in: -60...60, using: &generator), significand: 1)
        * (1 + Double(generator.next() >> 12) * .ulpOfOne)
      let middle = exactMiddle(above: lower)
      let even = lower.significandBitPattern & 1 == 0 ? lower : lower.nextUp
      if withNumber(middle, { NumberText.double($0) }) != even { failures.append(middle) }
      let pointed = middle.contains(".") ? middle : middle + "."
      if withNumber(pointed + "000001", { NumberText.double($0) }) != lower.nextUp { failures.append(middle + "+") }
    }
    #expect(failures == [])
  }

  @Test("the algorithms for few digits and for many agree")
  func bothWaysAgree() {
    var generator = SeededGenerator(seed: 4)
    var failures: [String] = []
    for _ in 0..<3_000 {
      let text =
        "\(generator.next() >> UInt64.random(in: 2...60, using: &generator) | 1)"
        + "e\(Int.random(in: -343...308, using: &generator))"
      let same = withNumber(text) { bytes in
        guard let decimal = DecimalDigits(bytes) else { return false }
        return NumberText.nearestDouble(decimal) == NumberText.nearestDoubleByDivision(decimal)
      }
      if !same { failures.append(text) }
    }
    #expect(failures == [])
  }

  @Test("the table of powers matches big-integer arithmetic")
  func tableIsWhatArithmeticGives() {
    for exponent in PowersOfTen.smallestExponent...PowersOfTen.largestExponent {
      let index = 2 * (exponent - PowersOfTen.smallestExponent)
      let expected = leadingBits(ofPowerOfFive: exponent)
      let actual = Array(PowersOfTen.words[index...index + 1])
      #expect(actual == expected, "10^\(exponent)")
    }
  }

  /// The two words that the table must contain, see the comment there.
  private func leadingBits(ofPowerOfFive exponent: Int) -> [UInt64] {
    var power = BigUnsigned(1)
    power.multiplyByPowerOfFive(abs(exponent))
    guard exponent < 0 else {
      power.shiftLeft(by: max(0, 128 - power.bitWidth))
      _ = power.shiftRight(by: power.bitWidth - 128)
      var low = power
      _ = power.shiftRight(by: 64)
      let high = power.word ?? 0
      // After subtracting the high word, the rest is the remainder of a division by 2⁶⁴.
      var divisor = BigUnsigned(1 << 63)
      divisor.shiftLeft(by: 1)
      low.shiftLeft(by: 63)
      divisor.shiftLeft(by: 63)
      _ = low.formRemainder(dividingBy: divisor)
      _ = low.shiftRight(by: 63)
      return [high, low.word ?? 0]
    }
    // 2^b / 5^n, one word of the quotient after the other.
    power.shiftLeft(by: power.leadingZeroBitCount)
    var rest = BigUnsigned(1)
    rest.shiftLeft(by: power.bitWidth + 63)
    let high = rest.formRemainder(dividingBy: power)
    rest.shiftLeft(by: 64)
    let low = rest.formRemainder(dividingBy: power)
    return [high, exponent >= -27 ? low + 1 : low]
  }

  private func randomText(_ generator: inout SeededGenerator) -> String {
    var text = Bool.random(using: &generator) ? "-" : ""
    for _ in 0..<Int.random(in: 1...20, using: &generator) { text += "\(generator.next() % 10)" }
    if Bool.random(using: &generator) {
      text += "."
      for _ in 0..<Int.random(in: 1...20, using: &generator) { text += "\(generator.next() % 10)" }
    }
    return text + "e\(Int.random(in: -350...310, using: &generator))"
  }

  /// All digits of the midpoint between `lower` and the next double.
  private func exactMiddle(above lower: Double) -> String {
    // lower = significand × 2^exponent, hence the midpoint is (2 × significand + 1) × 2^(exponent - 1).
    let exponent = Int(lower.exponentBitPattern) - 1076
    var digits = String(2 * (lower.significandBitPattern | 1 << 52) + 1).utf8.map { Int($0) - 48 }
    for _ in 0..<abs(exponent) {
      var carry = 0
      for index in digits.indices.reversed() {
        let product = digits[index] * (exponent < 0 ? 5 : 2) + carry
        digits[index] = product % 10
        carry = product / 10
      }
      if carry > 0 { digits.insert(carry, at: 0) }
    }
    var text = digits.map(String.init).joined()
    guard exponent < 0 else { return text }
    let decimals = -exponent
    if text.count <= decimals { text = String(repeating: "0", count: decimals - text.count + 1) + text }
    return text.dropLast(decimals) + "." + text.suffix(decimals)
  }
}
