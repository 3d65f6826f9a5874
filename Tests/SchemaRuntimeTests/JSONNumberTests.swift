import Testing

@testable import SchemaRuntime

/// Numbers that preserve their text.
@Suite struct JSONNumberTests {
  @Test(
    "a number keeps its text and converts if Swift has the value",
    arguments: [
      Row("0", int: 0, double: 0), Row("-0", int: 0, double: -0.0), Row("1.0", int: 1, double: 1),
      Row("10e-1", int: 1, double: 1), Row("1.5", int: nil, double: 1.5), Row("-2.50", int: nil, double: -2.5),
      Row("9223372036854775807", int: .max, double: 0x1p63), Row("9223372036854775808", int: nil, double: 0x1p63),
      Row("-9223372036854775808", int: .min, double: -0x1p63), Row("-9223372036854775809", int: nil, double: -0x1p63),
      Row("1e18", int: 1_000_000_000_000_000_000, double: 1e18), Row("1e19", int: nil, double: 1e19),
      Row("1e308", int: nil, double: 1e308), Row("1e309", int: nil, double: nil), Row("-1e309", int: nil, double: nil),
      Row("1e-400", int: nil, double: 0),
      Row("123456789012345678901234567890", int: nil, double: 1.2345678901234568e29),
      Row("0.1", int: nil, double: 0.1), Row("100000000000000000000e-18", int: 100, double: 100),
    ])
  func converts(_ row: Row) throws {
    let number = try #require(JSONNumber(row.text))
    #expect(number.text == row.text)
    #expect(number.description == row.text)
    #expect(number.int == row.int)
    #expect(number.int64 == row.int.map { Int64($0) })
    #expect(number.double?.bitPattern == row.double?.bitPattern)
    #expect(try JSONValue(parsing: row.text).text() == row.text)
    #expect(try JSONValue(parsing: " [\(row.text)]").array?.first?.number?.text == row.text)
  }

  @Test(
    "a text outside the grammar is not a number",
    arguments: [
      "", " ", "1 ", " 1", "+1", "01", "1.", ".1", "1e", "0x1", "NaN", "Infinity", "true", "\"1\"", "[1]", "1,2", "1\n",
      "١",
    ])
  func refuses(_ text: String) { #expect(JSONNumber(text) == nil) }

  @Test("Swift numbers have their shortest text")
  func fromSwift() {
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    #expect(JSONNumber(UInt64.max).uint64 == .max)
    #expect(JSONNumber(UInt64.max).int64 == nil)
    #expect(JSONNumber(Int8.min).text == "-128")
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(-0.0)?.text == "-0")
    #expect(JSONNumber(1e21)?.double == 1e21)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    #expect((12 as JSONNumber).text == "12")
  }

  @Test("numbers are ordered mathematically, and equal ones have the same hash")
  func compares() throws {
    let texts = ["-1e99", "-2", "-1.5", "0", "1e-400", "0.1", "1", "1.0000000000000000000001", "2", "1e99", "1e400"]
    let numbers = texts.compactMap { JSONNumber($0) }
    #expect(numbers.shuffled().sorted().map(\.text) == texts)
    let ones = ["1", "1.0", "1e0", "10E-1", "0.1e1", "1.000e+00"].compactMap { JSONNumber($0) }
    #expect(Set(ones).count == 1)
    #expect(Set(["0", "-0", "0.0", "0e5", "-0e-5"].compactMap { JSONNumber($0) }).count == 1)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let int: Int?
    let double: Double?

    init(_ text: String, int: Int?, double: Double?) {
      self.text = text
      self.int = int
      self.double = double
    }

    var testDescription: String { text }
  }
}
