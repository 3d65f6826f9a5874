import Testing

@testable import SchemaRuntime

/// Reading integers: only the value counts, not the spelling.
@Suite struct NumbersIntegerTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let signed: Int64?
    let unsigned: UInt64?
    let isInteger: Bool

    init(_ name: String, _ text: String, _ signed: Int64?, _ unsigned: UInt64?, isInteger: Bool) {
      testDescription = name
      self.text = text
      self.signed = signed
      self.unsigned = unsigned
      self.isInteger = isInteger
    }

    /// A number that both types can represent, or neither.
    init(_ name: String, _ text: String, _ value: Int64?, isInteger: Bool = true) {
      self.init(name, text, value, value.flatMap { UInt64(exactly: $0) }, isInteger: isInteger)
    }
  }

  @Test(arguments: rows)
  func readsIntegers(_ row: Row) {
    #expect(withNumber(row.text) { NumberText.int64($0) } == row.signed)
    #expect(withNumber(row.text) { NumberText.int($0) } == row.signed.map { Int($0) })
    #expect(withNumber(row.text) { NumberText.uint64($0) } == row.unsigned)
    #expect(withNumber(row.text) { NumberText.isInteger($0) } == row.isInteger)
  }

  static let rows: [Row] = [
    Row("zero", "0", 0),
    Row("negative zero", "-0", 0),
    Row("zero with a fraction", "0.0", 0),
    Row("negative zero with a fraction and an exponent", "-0.00e5", 0),
    Row("zero with a huge exponent", "0e999999999", 0),
    Row("zero with a huge negative exponent", "0e-99999999999999999999999", 0),
    Row("one digit", "7", 7),
    Row("a negative integer", "-42", -42),
    Row("eighteen digits", "123456789012345678", 123_456_789_012_345_678),
    Row("the largest Int64", "9223372036854775807", .max),
    Row("the smallest Int64", "-9223372036854775808", .min),
    Row("one more than the largest Int64", "9223372036854775808", nil, 9_223_372_036_854_775_808, isInteger: true),
    Row("one less than the smallest Int64", "-9223372036854775809", nil),
    Row("the largest UInt64", "18446744073709551615", nil, .max, isInteger: true),
    Row("one more than the largest UInt64", "18446744073709551616", nil),
    Row("ten times the largest UInt64", "184467440737095516150", nil),
    Row("the largest UInt64 with a point", "1844674407370955161.5e1", nil, .max, isInteger: true),
    Row("the smallest Int64 with an exponent", "-9223372036854775.808e3", .min),
    Row("a fraction of zero", "2.0", 2),
    Row("a fraction of many zeros", "2." + String(repeating: "0", count: 1000), 2),
    Row("a fraction that the exponent makes up for", "1.8e1", 18),
    Row("an exponent", "1805e+3", 1_805_000),
    Row("a negative exponent that takes zeros away", "4200e-2", 42),
    Row("a negative exponent that takes a digit away", "4210e-2", nil, isInteger: false),
    Row("a half", "1.5", nil, isInteger: false),
    Row("a digit far behind the point", "1." + String(repeating: "0", count: 1000) + "1", nil, isInteger: false),
    Row("the same with an exponent that reaches it", "1." + String(repeating: "0", count: 1000) + "1e1001", nil),
    Row("many zeros and an exponent that takes them away", "5" + String(repeating: "0", count: 500) + "e-500", 5),
    Row("a huge exponent", "1e999999999", nil),
    Row("an exponent beyond every word", "1e99999999999999999999999", nil),
    Row("a huge negative exponent", "1e-999999999", nil, isInteger: false),
    Row("a negative exponent beyond every word", "1e-99999999999999999999999", nil, isInteger: false),
    Row("a hundred digits", String(repeating: "9", count: 100), nil),
  ]

  @Test(
    "bytes that are not a number give nil, and never trap",
    arguments: [
      "", "-", "+", ".", "e", "-.", "1e", "1e+", "1e-", ".e1", "1x", "x1", "1.2.3", "1e1.5", "1-", "--1", " 1", "1 ",
      "\u{0}", "1e5e5", "12345678x", "1234567890123456789012x", "1.e", "-e5", "Infinity", "NaN", "0x10", "1_000", "１",
    ])
  func refusesOtherBytes(_ text: String) {
    #expect(withNumber(text) { NumberText.double($0) } == nil)
    #expect(withNumber(text) { NumberText.int64($0) } == nil)
    #expect(withNumber(text) { NumberText.uint64($0) } == nil)
    #expect(withNumber(text) { NumberText.isInteger($0) } == false)
    #expect(withNumber(text) { NumberText.compare($0, toInt64: 0) } == 0)
    #expect(withNumber(text) { NumberText.compare($0, toDouble: 1) } == -1)
    #expect(withNumber(text) { NumberText.equal($0, $0) })
    #expect(withNumber(text) { NumberText.isMultiple($0, ofInt64: 1) } == false)
    var hasher = Hasher()
    withNumber(text) { NumberText.hash($0, into: &hasher) }
  }

  @Test("random bytes never trap, and comparisons with them are consistent")
  func survivesRandomBytes() {
    var generator = SeededGenerator(seed: 8)
    let alphabet = Array("0123456789000999+-..eE x".utf8)
    for _ in 0..<20_000 {
      let left = (0..<Int.random(in: 0...30, using: &generator)).map { _ in generator.element(of: alphabet) }
      let right = (0..<Int.random(in: 0...30, using: &generator)).map { _ in generator.element(of: alphabet)
      }
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          let isNumber = NumberText.isMultiple(left, of: left) || NumberText.compare(left, toInt64: 0) == 0
          if NumberText.double(left) != nil { #expect(isNumber) }
          if NumberText.int64(left) != nil { #expect(NumberText.isInteger(left)) }
          _ = NumberText.uint64(left)
          _ = NumberText.isMultiple(left, of: right)
          #expect(NumberText.compare(left, right) == -NumberText.compare(right, left))
          if let double = NumberText.double(right), double != 0 {
            #expect(NumberText.compare(right, toDouble: double * 2) == (double < 0 ? 1 : -1))
          }
        }
      }
    }
  }

  @Test("a buffer without an address is not a number")
  func refusesNoBuffer() {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    #expect(NumberText.double(nothing) == nil)
    #expect(NumberText.int64(nothing) == nil)
    #expect(NumberText.compare(nothing, nothing) == 0)
    #expect(!NumberText.isMultiple(nothing, of: nothing))
  }
}
