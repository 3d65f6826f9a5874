import Testing

@testable import SchemaRuntime

/// Order and equality of numbers, based on their texts.
@Suite struct NumbersComparingTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let left: String
    let right: String
    let expected: Int

    init(_ name: String, _ left: String, _ right: String, _ expected: Int) {
      testDescription = name
      self.left = left
      self.right = right
      self.expected = expected
    }
  }

  @Test(arguments: rows)
  func comparesTexts(_ row: Row) {
    #expect(compare(row.left, row.right) == row.expected)
    #expect(compare(row.right, row.left) == -row.expected)
    #expect(compare("-" + row.left, "-" + row.right) == (row.left.hasPrefix("-") ? 0 : -row.expected))
    let areEqual = withNumber(row.left) { left in withNumber(row.right) { NumberText.equal(left, $0) } }
    #expect(areEqual == (row.expected == 0))
    if areEqual { #expect(hash(row.left) == hash(row.right)) }
  }

  static let rows: [Row] = [
    Row("equal integers", "12", "12", 0),
    Row("one and one with a fraction of zero", "1", "1.0", 0),
    Row("one and ten tenths", "1", "10e-1", 0),
    Row("one and one with an exponent of zero", "1", "1e0", 0),
    Row("one and a thousand zeros made up for", "1", "0." + String(repeating: "0", count: 999) + "1E+1000", 0),
    Row("zero and zero with an exponent", "0", "0e999", 0),
    Row("zero and zero with an exponent beyond every word", "0.00", "0e-99999999999999999999", 0),
    Row("a hundred and its exponent", "100", "1e2", 0),
    Row("integers of one length", "123", "124", -1),
    Row("integers of two lengths", "99", "100", -1),
    Row("a fraction that continues", "1.5", "1.50001", -1),
    Row("less than one and one", "0.999999999999999999999999999", "1", -1),
    Row("leading zeros of the fraction", "0.001", "0.0009", 1),
    Row("exponents decide", "9e5", "1e6", -1),
    Row("2⁵³ and 2⁵³ + 1, one double", "9007199254740992", "9007199254740993", -1),
    Row("beyond Int64", "9223372036854775807", "9223372036854775808", -1),
    Row(
      "a difference in the fortieth digit", String(repeating: "1", count: 40), String(repeating: "1", count: 39) + "2",
      -1),
    Row("twenty digits and a fraction", "12345678901234567890", "12345678901234567890.1", -1),
    Row("a chunk of digits that ends in zeros", "1234567890123456780", "1234567890123456780.00000000001", -1),
    Row("a shorter chunk", "12345678901234567891", "123456789012345678915", -1),
    Row("huge exponents", "1e999999999", "1e999999998", 1),
    Row("exponents beyond every word", "1e99999999999999999999999", "1e99999999999999999999998", 1),
    Row(
      "the same number with exponents beyond every word", "10e99999999999999999999998", "1e99999999999999999999999", 0),
    Row("the same with zeros before the exponent", "10e099999999999999999999998", "0.1e100000000000000000000000", 0),
    Row("negative exponents beyond every word", "1e-99999999999999999999999", "1e-99999999999999999999998", -1),
    Row("an exponent at the limit of the representation", "1e1152921504606846975", "0.1e1152921504606846976", 0),
    Row("exponents on both sides of that edge", "1e1152921504606846974", "1e1152921504606846977", -1),
    Row("a large and a small exponent", "1e99999999999999999999999", "1e-99999999999999999999999", 1),
    Row(
      "digits that differ with exponents beyond every word", "1.5e30000000000000000000", "1.25e30000000000000000000", 1),
  ]

  @Test("signs are compared first")
  func comparesSigns() {
    #expect(compare("-1", "1") == -1)
    #expect(compare("-0", "0") == 0)
    #expect(compare("-0.0", "1e-400") == -1)
    #expect(compare("-1e400", "-1e401") == 1)
    #expect(hash("-1") != hash("1"))
    #expect(hash("-0") == hash("0e999"))
  }

  @Test("random pairs compare like the integers of which they are a millionth")
  func comparesRandomPairs() {
    var generator = SeededGenerator(seed: 5)
    var failures: [String] = []
    for _ in 0..<20_000 {
      let (left, leftValue) = randomDecimal(&generator)
      let (right, rightValue) = randomDecimal(&generator)
      let expected = (leftValue > rightValue ? 1 : 0) - (leftValue < rightValue ? 1 : 0)
      if compare(left, right) != expected { failures.append("\(left) \(right)") }
      if expected == 0, hash(left) != hash(right) { failures.append("hash \(left) \(right)") }
    }
    #expect(failures == [])
  }

  @Test("numbers that fit in words give the same results as with an exponent of zero, which takes the slow path")
  func bothWaysAgree() {
    var generator = SeededGenerator(seed: 9)
    var failures: [String] = []
    for _ in 0..<20_000 {
      let texts = (0..<2).map { _ in
        var digits = String(generator.next() % 1_000_000_000_000_000_000)
        digits = String(digits.prefix(Int.random(in: 1...18, using: &generator)))
        let index = Int.random(in: 1...digits.count, using: &generator)
        if index < digits.count { digits = digits.prefix(index) + "." + digits.dropFirst(index) }
        return Bool.random(using: &generator) ? digits : "-" + digits
      }
      let (left, right) = (texts[0], texts[1])
      if compare(left, right) != compare(left + "e0", right) { failures.append("\(left) \(right)") }
      let divisor = right.drop { $0 == "-" }
      let (short, long) = withNumber(String(divisor)) { divisor in
        (
          withNumber(left) { NumberText.isMultiple($0, of: divisor) },
          withNumber(left + "e0") { NumberText.isMultiple($0, of: divisor) }
        )
      }
      if short != long { failures.append("\(left) of \(divisor)") }
    }
    #expect(failures == [])
  }

  /// A text of few digits, so that equal pairs are not rare, and a million times its value.
  private func randomDecimal(_ generator: inout SeededGenerator) -> (text: String, millionths: Int) {
    let fractionDigits = Int.random(in: 0...3, using: &generator)
    let exponent = Int.random(in: -3...6, using: &generator)
    let digits = Int.random(in: -200...200, using: &generator) * generator.element(of: [1, 10, 100])
    var text = String(digits.magnitude)
    if fractionDigits > 0 {
      if text.count <= fractionDigits { text = String(repeating: "0", count: fractionDigits + 1 - text.count) + text }
      text = text.dropLast(fractionDigits) + "." + text.suffix(fractionDigits)
    }
    if exponent != 0 { text += "e\(exponent)" }
    var millionths = digits
    for _ in 0..<6 + exponent - fractionDigits { millionths *= 10 }
    return (digits < 0 ? "-" + text : text, millionths)
  }

  private func compare(_ left: String, _ right: String) -> Int {
    withNumber(left) { left in withNumber(right) { NumberText.compare(left, $0) } }
  }

  private func hash(_ text: String) -> Int {
    var hasher = Hasher()
    withNumber(text) { NumberText.hash($0, into: &hasher) }
    return hasher.finalize()
  }
}

/// The order of a number's text and a value, as bounds need it.
@Suite struct NumbersBoundTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let bound: Double
    let expected: Int

    init(_ name: String, _ text: String, _ bound: Double, _ expected: Int) {
      testDescription = name
      self.text = text
      self.bound = bound
      self.expected = expected
    }
  }

  @Test(
    arguments: [
      ("0", 0, 0), ("-0", 0, 0), ("0.0", 0, 0), ("5", 5, 0), ("5.0", 5, 0), ("5.1", 5, 1), ("4.9", 5, -1),
      ("-5", 5, -1),
      ("1e400", Int64.max, 1), ("-1e400", Int64.min, -1), ("9223372036854775807", Int64.max, 0),
      ("9223372036854775807.5", Int64.max, 1), ("9223372036854775806.5", Int64.max, -1),
      ("-9223372036854775808", Int64.min, 0), ("-9223372036854775808.0001", Int64.min, -1), ("0.1e1", 1, 0),
      ("-0.5", 0, -1), ("0.5", 0, 1), ("1e-400", 0, 1),
    ] as [(String, Int64, Int)])
  func comparesWithIntegers(_ text: String, _ bound: Int64, _ expected: Int) {
    #expect(withNumber(text) { NumberText.compare($0, toInt64: bound) } == expected)
  }

  @Test(arguments: rows)
  func comparesWithDoubles(_ row: Row) {
    #expect(withNumber(row.text) { NumberText.compare($0, toDouble: row.bound) } == row.expected)
    #expect(withNumber("-" + row.text) { NumberText.compare($0, toDouble: -row.bound) } == -row.expected)
  }

  static let rows: [Row] = [
    Row("zero", "0", 0, 0),
    Row("a number too small for a double is more than zero", "1e-400", 0, 1),
    Row("a half", "0.5", 0.5, 0),
    Row("a tenth is less than the double nearest to it", "0.1", 0.1, -1),
    Row("three tenths are more than the double nearest to them", "0.3", 0.3, 1),
    Row(
      "all digits of the double nearest to a tenth", "0.1000000000000000055511151231257827021181583404541015625", 0.1, 0
    ),
    Row("one digit more", "0.10000000000000000555111512312578270211815834045410156251", 0.1, 1),
    Row("2⁵³ + 1 rounds to 2⁵³ and is more", "9007199254740993", 0x1p53, 1),
    Row("2⁵³ + 3 rounds to 2⁵³ + 4 and is less", "9007199254740995", 0x1p53 + 4, -1),
    Row("a power of ten that is exact", "1e22", 1e22, 0),
    Row("a power of ten that is more than its double", "1e23", 1e23, 1),
    Row("a power of ten that overflows", "1e400", .greatestFiniteMagnitude, 1),
    Row("infinity is more than every number", "1e400", .infinity, -1),
    Row("a number that rounds to the next double", "0.30000000000000004", 0.3, 1),
    Row("the smallest subnormal, rounded up", "5e-324", .leastNonzeroMagnitude, 1),
    Row(
      "the smallest subnormal to the last digit", NumbersDoubleTests.digitsOfSubnormals(halves: 2),
      .leastNonzeroMagnitude, 0),
    Row("a digit after nine hundred", "0.5" + String(repeating: "0", count: 900) + "1", 0.5, 1),
    Row("a hundred thousand nines", "0." + String(repeating: "9", count: 100_000), 1, -1),
  ]

  @Test("a NaN is greater than every number")
  func comparesWithNaN() {
    #expect(withNumber("1e999") { NumberText.compare($0, toDouble: .nan) } == -1)
  }
}
