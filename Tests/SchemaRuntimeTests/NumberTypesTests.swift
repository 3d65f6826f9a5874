import Foundation
import SchemaRuntimeFoundation
import Testing

@testable import SchemaRuntime

/// The Swift types to which formats of numbers and `contentEncoding` can be mapped.
@Suite struct NumberTypesTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let read: @Sendable (String) -> String?
    let text: String
    /// The text that the value is written as; nil if the type does not have the value.
    let expected: String?

    init<Value: JSONDecodable & JSONWritable>(_ type: Value.Type, _ text: String, _ expected: String?) {
      testDescription = "\(type): \(text.prefix(60))"
      self.text = text
      self.expected = expected
      read = { text in
        Array(text.utf8).withUnsafeBufferPointer { bytes in
          var reader = JSONReader()
          guard let root = try? reader.read(bytes), let value = try? Value(decoding: root) else { return nil }
          return try? String(decoding: JSONWriter.text { value.write(to: &$0) }, as: UTF8.self)
        }
      }
    }
  }

  @Test("a value is read and written, or refused", arguments: integers + floats + decimals + bytes)
  func row(_ row: Row) { #expect(row.read(row.text) == row.expected) }

  static let integers: [Row] = [
    Row(Int8.self, "-128", "-128"), Row(Int8.self, "128", nil), Row(Int8.self, "1.27e2", "127"),
    Row(Int16.self, "-32768", "-32768"), Row(Int16.self, "32768", nil), Row(Int16.self, "1.5", nil),
    Row(Int32.self, "2147483647", "2147483647"), Row(Int32.self, "2147483648", nil), Row(Int32.self, "1e400", nil),
    Row(Int64.self, "-9223372036854775808", "-9223372036854775808"), Row(Int64.self, "9223372036854775808", nil),
    Row(Int64.self, "9007199254740993", "9007199254740993"), Row(Int64.self, "1.0", "1"),
    Row(Int64.self, "1e3", "1000"), Row(Int64.self, "-0.0", "0"), Row(Int64.self, "0.5", nil),
    Row(Int64.self, #""1""#, nil), Row(Int64.self, "null", nil), Row(Int64.self, "[]", nil),
    Row(UInt8.self, "255", "255"), Row(UInt8.self, "256", nil), Row(UInt8.self, "-1", nil),
    Row(UInt16.self, "65535", "65535"), Row(UInt16.self, "65536", nil),
    Row(UInt32.self, "4294967295", "4294967295"), Row(UInt32.self, "4294967296", nil),
    Row(UInt64.self, "18446744073709551615", "18446744073709551615"), Row(UInt64.self, "18446744073709551616", nil),
    Row(UInt64.self, "-0", "0"), Row(UInt64.self, "1.8446744073709551615e19", "18446744073709551615"),
    Row(UInt64.self, "true", nil),
  ]

  static let floats: [Row] = [
    Row(Float.self, "0.1", "0.1"), Row(Float.self, "100", "100"), Row(Float.self, "-0.0", "-0"),
    Row(Float.self, "1e-45", "1e-45"), Row(Float.self, "1e-50", "0"),
    Row(Float.self, "3.4028235e38", "3.4028235e+38"), Row(Float.self, "3.4028236e38", nil),
    Row(Float.self, "-1e39", nil), Row(Float.self, "1e400", nil), Row(Float.self, #""1""#, nil),
    // In the middle between two floats, and a little beside, where the nearest double is in the middle.
    Row(Float.self, "16777217", "16777216"), Row(Float.self, "16777217.000000000000000001", "1.6777218e+07"),
    Row(Float.self, "16777216.999999999999999999", "16777216"), Row(Float.self, "16777219", "1.677722e+07"),
    Row(Float.self, "-16777217.000000000000000001", "-1.6777218e+07"),
    Row(Float.self, "340282356779733661637539395458142568447.9", "3.4028235e+38"),
    Row(Float.self, "340282356779733661637539395458142568448", nil),
  ]

  private static let zeros = String(repeating: "0", count: 126)

  static let decimals: [Row] = [
    Row(Decimal.self, "0.1", "0.1"), Row(Decimal.self, "1.0", "1"), Row(Decimal.self, "-12.50", "-12.5"),
    Row(Decimal.self, "0", "0"), Row(Decimal.self, "-0.000", "0"), Row(Decimal.self, "0e999", "0"),
    Row(Decimal.self, "1e3", "1000"), Row(Decimal.self, "25e-3", "0.025"),
    Row(Decimal.self, "12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    Row(Decimal.self, "340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    Row(Decimal.self, "340282366920938463463374607431768211456", nil),
    Row(Decimal.self, "0.340282366920938463463374607431768211456", nil),
    Row(Decimal.self, "1234567890123456789012345678901234567890.1", nil),
    Row(Decimal.self, "1e127", "10" + zeros), Row(Decimal.self, "1e128", nil),
    Row(Decimal.self, "-123e127", "-1230" + zeros), Row(Decimal.self, "1230e126", "1230" + zeros),
    Row(Decimal.self, "1e400", nil), Row(Decimal.self, "1e-127", "0." + zeros + "1"),
    Row(Decimal.self, "1e-128", "0.0" + zeros + "1"), Row(Decimal.self, "1e-129", nil),
    Row(Decimal.self, "1e-99999999999999999999", nil), Row(Decimal.self, "1e99999999999999999999", nil),
    Row(Decimal.self, #""1""#, nil), Row(Decimal.self, "null", nil),
  ]

  static let bytes: [Row] = [
    Row(Base64Bytes.self, #""""#, #""""#), Row(Base64Bytes.self, #""YQ==""#, #""YQ==""#),
    Row(Base64Bytes.self, #""YWI=""#, #""YWI=""#), Row(Base64Bytes.self, #""YWJj""#, #""YWJj""#),
    Row(Base64Bytes.self, #""+/+/""#, #""+/+/""#), Row(Base64Bytes.self, #""\u0059Q==""#, #""YQ==""#),
    Row(Base64Bytes.self, #""YQ""#, nil), Row(Base64Bytes.self, #""YR==""#, nil),
    Row(Base64Bytes.self, #""Y Q==""#, nil), Row(Base64Bytes.self, #""-_-_""#, nil),
    Row(Base64Bytes.self, "1", nil), Row(Base64Bytes.self, "[1]", nil),
    Row(Data.self, #""YWI=""#, #""YWI=""#), Row(Data.self, #""""#, #""""#), Row(Data.self, #""YQ""#, nil),
    Row(Data.self, "[97]", nil),
  ]

  @Test("random decimals keep their digits")
  func randomDecimals() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let digits = String(
        (0..<Int.random(in: 1...38, using: &generator)).map { _ in
          "0123456789".randomElement(using: &generator) ?? "0"
        }
      ).drop { $0 == "0" }
      let text =
        (Bool.random(using: &generator) ? "-" : "") + (digits.isEmpty ? "0" : String(digits))
        + "e\(Int.random(in: -120...85, using: &generator))"
      let written = try #require(Row(Decimal.self, text, nil).read(text), "\(text)")
      #expect(JSONNumber(written) == JSONNumber(text))
      #expect(Decimal(string: text) == Decimal(string: written))
    }
  }

  @Test("random floats are read as the nearest and come back")
  func randomFloats() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<20_000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      guard value.isFinite else { continue }
      let written = try #require(Row(Float.self, "\(value)", nil).read("\(value)"))
      #expect(Float(written)?.bitPattern == value.bitPattern)
      // All digits of a double, which the standard library rounds once as well.
      let text = "\(Double(bitPattern: generator.next() & 0x47FF_FFFF_FFFF_FFFF | 0x3000_0000_0000_0000))"
      let expected = Float(text).flatMap { $0.isFinite ? $0 : nil }
      #expect(withNumber(text) { NumberText.float($0) } == expected, "\(text)")
    }
  }

  @Test("bytes are a collection that prints as base64")
  func collection() throws {
    var bytes: Base64Bytes = [1, 2]
    bytes.append(255)
    bytes[0] = 0
    #expect(bytes.bytes == [0, 2, 255])
    #expect("\(bytes)" == "AAL/")
    #expect(Base64Bytes(base64: "AAL/") == bytes)
    #expect(Base64Bytes(base64: "AAL") == nil)
    let coded = try JSONEncoder().encode([bytes])
    #expect(try JSONDecoder().decode([Base64Bytes].self, from: coded) == [bytes])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Base64Bytes].self, from: Data(#"["A"]"#.utf8)) }
  }
}
