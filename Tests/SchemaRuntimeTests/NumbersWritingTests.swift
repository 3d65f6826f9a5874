import Testing

@testable import SchemaRuntime

/// Writing numbers as JSON.
@Suite struct NumbersWritingTests {
  @Test(
    "doubles are written as the shortest text",
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (100, "100"), (0.1, "0.1"), (-2.5, "-2.5"),
      (1e15, "1000000000000000"),
      (1e16, "1e+16"), (1e-5, "1e-05"), (0.0001, "0.0001"), (123_456.789, "123456.789"), (1e300, "1e+300"),
      (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992"),
      (-9_007_199_254_740_992, "-9007199254740992"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (.leastNonzeroMagnitude, "5e-324"), (0.1 + 0.2, "0.30000000000000004"), (4_294_967_296.5, "4294967296.5"),
    ] as [(Double, String)])
  func writesDoubles(_ value: Double, _ expected: String) {
    #expect(written { NumberText.append(value, to: &$0) } == expected)
  }

  @Test("integers are written like the standard library writes them")
  func writesIntegers() {
    var edges: [Int64] = [0, 1, -1, 9, 10, 11, 99, 100, 101, 999, 1000, .max, .min, .max - 1, .min + 1]
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      edges += [power - 1, power, power + 1, -power]
    }
    var generator = SeededGenerator(seed: 7)
    for shift in 0..<64 { edges.append(Int64(bitPattern: generator.next() >> UInt64(shift))) }
    for value in edges {
      #expect(written { NumberText.append(value, to: &$0) } == String(value))
      #expect(written { NumberText.append(UInt64(bitPattern: value), to: &$0) } == String(UInt64(bitPattern: value)))
    }
    #expect(written { NumberText.append(42 as Int, to: &$0) } == "42")
  }

  @Test("text is appended to the existing text")
  func appends() {
    let text = written {
      NumberText.append(Int64(-12), to: &$0)
      $0.append(UInt8(ascii: ","))
      NumberText.append(0.5, to: &$0)
      $0.append(UInt8(ascii: ","))
      NumberText.append(UInt64(7), to: &$0)
    }
    #expect(text == "-12,0.5,7")
  }

  private func written(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
