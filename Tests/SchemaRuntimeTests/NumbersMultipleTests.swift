import TestSupport
import Testing

@testable import SchemaRuntime

/// `multipleOf`: exact for decimals of any size.
@Suite struct NumbersMultipleTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let dividend: String
    let divisor: String
    let expected: Bool

    init(_ name: String, _ dividend: String, _ divisor: String, _ expected: Bool) {
      testDescription = name
      self.dividend = dividend
      self.divisor = divisor
      self.expected = expected
    }
  }

  @Test(arguments: rows)
  func findsMultiples(_ row: Row) {
    #expect(isMultiple(row.dividend, row.divisor) == row.expected)
    #expect(isMultiple("-" + row.dividend, row.divisor) == row.expected)
  }

  static let rows: [Row] = [
    Row("an integer", "12", "3", true),
    Row("an integer that is not a multiple", "13", "3", false),
    Row("zero", "0", "3", true),
    Row("zero with an exponent", "0e5", "0.1", true),
    Row("itself", "0.1", "0.1", true),
    Row("a divisor that is larger", "3", "12", false),
    Row("an integer with a fraction of zero", "12.0", "3", true),
    Row("a fraction of an integer", "0.5", "1", false),
    Row("cents", "19.99", "0.01", true),
    Row("a tenth of a cent", "19.999", "0.01", false),
    Row("what doubles get wrong", "0.3", "0.1", true),
    Row("4.02 of 0.01", "4.02", "0.01", true),
    Row("0.0075 of 0.0001", "0.0075", "0.0001", true),
    Row("0.00751 of 0.0001", "0.00751", "0.0001", false),
    Row("35 of 1.5", "35", "1.5", false),
    Row("4.5 of 1.5", "4.5", "1.5", true),
    Row("a power of ten of a decimal with other factors", "1e308", "0.123456789", false),
    Row("a power of ten of a half", "1e308", "0.5", true),
    Row("a power of ten of a small decimal", "1e308", "1e-8", true),
    Row("a power of ten of a large power of two", "1e19", "9223372036854775808", false),
    Row("a larger power of ten of a large power of two", "1e63", "9223372036854775808", true),
    Row("a power of ten one below it", "1e62", "9223372036854775808", false),
    Row("a million zeros of three", "1e1000000", "3", false),
    Row("three million zeros of three", "3e1000000", "3", true),
    Row("an exponent beyond every word of seven", "7e99999999999999999999999", "7", true),
    Row("an exponent beyond every word of another", "8e99999999999999999999999", "7", false),
    Row("exponents beyond every word", "6e99999999999999999999999", "3e99999999999999999999999", true),
    Row("the same number, written in two ways", "60e99999999999999999999998", "6e99999999999999999999999", true),
    Row("a divisor that is ten times larger", "3e99999999999999999999999", "3e100000000000000000000000", false),
    Row("more digits of the divisor, a smaller power", "5e99999999999999999999999", "25e99999999999999999999998", true),
    Row("a divisor with a huge exponent", "1", "1e999999999", false),
    Row("a divisor with a huge negative exponent", "1", "1e-999999999", true),
    Row("a dividend with a huge negative exponent", "1e-999999999", "1", false),
    Row("twenty digits of seven", "77777777777777777777", "7", true),
    Row("a thousand sevens of seven", String(repeating: "7", count: 1000), "7", true),
    Row("a thousand sevens and an eight of seven", String(repeating: "7", count: 1000) + "8", "7", false),
    Row("forty ones of twenty ones", String(repeating: "1", count: 40), String(repeating: "1", count: 20), true),
    Row("forty-one ones of twenty ones", String(repeating: "1", count: 41), String(repeating: "1", count: 20), false),
    Row(
      "a thousand ones of a hundred ones", String(repeating: "1", count: 1000), String(repeating: "1", count: 100), true
    ),
    Row("a huge power of ten of a big power of two", "1e200", "1267650600228229401496703205376", true),
    Row("too small a power of ten of a big power of two", "1e99", "1267650600228229401496703205376", false),
    Row("the largest nineteen digits of themselves", "9999999999999999999", "9999999999999999999", true),
    Row("a divisor of the largest word", "18446744073709551615e20", "18446744073709551615", true),
    Row("a divisor just above the largest word", "36893488147419103234", "18446744073709551617", true),
  ]

  @Test("only zero is a multiple of zero")
  func findsMultiplesOfZero() {
    #expect(isMultiple("0", "0"))
    #expect(!isMultiple("1", "0"))
    #expect(!isMultiple("1.5", "0e5"))
    #expect(withNumber("0") { NumberText.isMultiple($0, ofInt64: 0) })
    #expect(!withNumber("1") { NumberText.isMultiple($0, ofInt64: 0) })
  }

  @Test(
    "multiples of an integer are found without its text",
    arguments: [
      ("12", 3, true), ("13", 3, false), ("12.0", 3, true), ("1.5e1", 5, true), ("1.5", 1, false), ("0.0", 7, true),
      ("9223372036854775807", Int64.max, true), ("18446744073709551614", Int64.max, true), ("3e100", 3, true),
    ] as [(String, Int64, Bool)])
  func findsMultiplesOfIntegers(_ text: String, _ divisor: Int64, _ expected: Bool) {
    #expect(withNumber(text) { NumberText.isMultiple($0, ofInt64: divisor) } == expected)
  }

  @Test("random products are multiples, and their successors are not")
  func findsRandomMultiples() {
    var generator = SeededGenerator(seed: 6)
    var failures: [String] = []
    for _ in 0..<3_000 {
      let divisor = digits(Int.random(in: 1...60, using: &generator), &generator)
      let factor = digits(Int.random(in: 1...60, using: &generator), &generator)
      var product = multiply(divisor, factor)
      let decimals = Int.random(in: 0...30, using: &generator)
      let suffix = decimals == 0 ? "" : "e-\(decimals)"
      let divisorText = divisor.map(String.init).joined() + suffix
      if !isMultiple(product.map(String.init).joined() + suffix, divisorText) {
        failures.append("\(divisorText) \(factor)")
      }
      // Neither number ends in nine, so that there is no carry. A divisor of one divides everything.
      product[product.count - 1] += 1
      guard divisor != [1], product.last != 10 else { continue }
      if isMultiple(product.map(String.init).joined() + suffix, divisorText) { failures.append("\(divisorText) + 1") }
    }
    #expect(failures == [])
  }

  @Test("neither a long text nor a large exponent takes long")
  func isLinear() {
    let long = String(repeating: "7", count: 200_000)
    let elapsed = ProcessorTime.measure {
      #expect(isMultiple(long, "7"))
      #expect(isMultiple("3e1000000", "3"))
      #expect(!isMultiple("1e9223372036854775807", "0.123456789123456789123456789"))
      #expect(withNumber(long + "e-1") { NumberText.isInteger($0) } == false)
      #expect(withNumber(long + ".0") { left in withNumber(long) { NumberText.compare(left, $0) } } == 0)
    }
    #expect(elapsed < .seconds(20))
  }

  private func isMultiple(_ dividend: String, _ divisor: String) -> Bool {
    withNumber(dividend) { dividend in withNumber(divisor) { NumberText.isMultiple(dividend, of: $0) } }
  }

  /// `count` digits, the first of which is not zero.
  private func digits(_ count: Int, _ generator: inout SeededGenerator) -> [Int] {
    (0..<count).map { Int.random(in: $0 == 0 ? 1...9 : 0...9, using: &generator) }
  }

  /// Long multiplication, as on paper.
  private func multiply(_ left: [Int], _ right: [Int]) -> [Int] {
    var product = [Int](repeating: 0, count: left.count + right.count)
    for (i, x) in left.reversed().enumerated() {
      for (j, y) in right.reversed().enumerated() { product[i + j] += x * y }
    }
    for index in 0..<product.count - 1 {
      product[index + 1] += product[index] / 10
      product[index] %= 10
    }
    while product.count > 1, product.last == 0 { product.removeLast() }
    return product.reversed()
  }
}
