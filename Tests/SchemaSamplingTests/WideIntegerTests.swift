import TestSupport
import Testing

@testable import SchemaSampling

/// ``WideInteger`` is compared with the standard library's `Int128`.
@Suite struct WideIntegerTests {
  /// Numbers of all lengths, negative ones too.
  private static func number(_ random: inout some RandomNumberGenerator) -> Int128 {
    let length = Int.random(in: 0...126, using: &random)
    let magnitude = Int128.random(in: 0...(Int128(1) << Int128(length)), using: &random)
    return Bool.random(using: &random) ? magnitude : -magnitude
  }

  private static func wide(_ value: Int128) throws -> WideInteger {
    let unit = WideInteger(1 << 31)
    var result = WideInteger(0)
    for part in [124, 93, 62, 31, 0] {
      let digit = Int((value.magnitude >> UInt128(part)) & ((1 << 31) - 1))
      result = try #require(result.multiplied(by: unit)?.adding(WideInteger(digit)))
    }
    return value < 0 ? -result : result
  }

  @Test("sums, differences, products, quotients, order and text are those of Int128, with nil on overflow")
  func isInt128() throws {
    var random = SeededRandom(seed: 16)
    for _ in 0..<20_000 {
      let (a, b) = (Self.number(&random), Self.number(&random))
      let (x, y) = (try Self.wide(a), try Self.wide(b))
      #expect(x.description == a.description)
      #expect((x < y) == (a < b) && (x == y) == (a == b))
      #expect((-x).description == (-a).description)
      #expect(x.int == Int(exactly: a))
      let sum = a.addingReportingOverflow(b)
      #expect(x.adding(y)?.description == (sum.overflow ? nil : sum.partialValue.description))
      let difference = a.subtractingReportingOverflow(b)
      #expect(x.subtracting(y)?.description == (difference.overflow ? nil : difference.partialValue.description))
      let product = a.multipliedReportingOverflow(by: b)
      #expect(x.multiplied(by: y)?.description == (product.overflow ? nil : product.partialValue.description))
      let division = x.quotientAndRemainder(dividingBy: y)
      #expect(division?.quotient.description == (b == 0 ? nil : (a / b).description))
      #expect(division?.remainder.description == (b == 0 ? nil : (a % b).description))
    }
  }

  @Test(
    "a quotient is rounded down",
    arguments: [(7, 2, 3), (-7, 2, -4), (-8, 2, -4), (0, 5, 0), (-1, 1_000, -1)])
  func rounds(value: Int, divisor: Int, expected: Int) {
    #expect(WideInteger(value).floored(by: WideInteger(divisor)) == WideInteger(expected))
  }

  @Test("a divisor that is not positive gives no quotient", arguments: [0, -2])
  func refuses(divisor: Int) {
    #expect(WideInteger(7).floored(by: WideInteger(divisor)) == nil)
    #expect(WideInteger.leastCommonMultiple(WideInteger(7), WideInteger(divisor)) == nil)
  }

  @Test("the least common multiple of 12 and 18 is 36")
  func commonMultiple() {
    #expect(WideInteger.leastCommonMultiple(WideInteger(12), WideInteger(18)) == WideInteger(36))
  }
}
