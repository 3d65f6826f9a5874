import Foundation
import TestSupport
import Testing

@testable import SchemaRuntime

/// Doubles as text, compared with the standard library's descriptions.
@Suite struct NumbersShortestTests {
  @Test("the first, last and one-bit significands of every binary exponent are written like the library's description")
  func binaryExponents() {
    var differences = Differences()
    for exponent in 0..<UInt64(2047) {
      let start = exponent << 52
      for offset in UInt64(0)..<4 {
        differences.check(bits: start + offset)
        differences.check(bits: start + (1 << 52) - 1 - offset)
      }
      for bit in 3..<52 { differences.check(bits: start + 1 << UInt64(bit)) }
    }
    #expect(differences.found == [])
  }

  @Test("powers of ten, their small multiples and adjacent doubles are written like the library's description")
  func powersOfTen() {
    var differences = Differences()
    for exponent in -324...308 {
      for factor in 1...12 {
        guard let value = Double("\(factor)e\(exponent)"), value.isFinite else { continue }
        differences.check(around: value, radius: 3)
      }
    }
    #expect(differences.found == [])
  }

  @Test("subnormals and integers around 2⁵³ and 10¹⁶ are written like the library's description")
  func edges() {
    var differences = Differences()
    for bits in UInt64(0)..<2000 { differences.check(bits: bits) }
    for start in [0x1p52, 0x1p53, 0x1p54, 1e15, 1e16, 1e17, 1e-4, 1e-5, 1e22, 1e23] {
      differences.check(around: start, radius: 500)
    }
    #expect(differences.found == [])
  }

  @Test("random bit patterns, fractions, short decimals and floats are written like the library's description")
  func random() {
    var differences = Differences()
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<50_000 * Effort.factor {
      let bits = generator.next()
      differences.check(bits: bits)
      differences.check(Double(bits >> 11) * 0x1p-53)
      differences.check(Double(bits >> 11) * 0.125)
      differences.check(Double(Int64(bitPattern: bits) >> 30) / 1000)
      differences.check(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    }
    #expect(differences.found == [])
  }

  @Test("logarithms of powers match exact arithmetic")
  func logarithms() {
    var power = BigUnsigned(1)
    var log = 0
    // 10ᵉ has ⌊log₂ 10ᵉ⌋ + 1 bits.
    while log <= 324 {
      #expect(ShortestDecimal.floorOfLog2(powerOfTen: log) == power.bitWidth - 1)
      // No power of ten above 1 is a power of two, so the logarithm of the inverse is one less than the negated one.
      if log > 0 { #expect(ShortestDecimal.floorOfLog2(powerOfTen: -log) == -power.bitWidth) }
      power.multiplyByPowerOfTen(1)
      log += 1
    }
  }
}

/// The first values with an incorrect text.
private struct Differences {
  private(set) var found: [String] = []
  private var bytes: [UInt8] = []

  mutating func check(bits: UInt64) { check(Double(bitPattern: bits)) }

  mutating func check(around value: Double, radius: Int64) {
    for offset in -radius...radius { check(bits: UInt64(bitPattern: Int64(bitPattern: value.bitPattern) + offset)) }
  }

  mutating func check(_ value: Double) {
    guard value.isFinite, found.count < 20 else { return }
    bytes.removeAll(keepingCapacity: true)
    NumberText.append(value, to: &bytes)
    var expected = value.description
    let isDecimalZero = expected.hasSuffix(".0") && !expected.contains("e")
    if isDecimalZero, value.magnitude <= 0x1p53 { expected.removeLast(2) }
    if !bytes.elementsEqual(expected.utf8) { found.append("\(expected): \(String(decoding: bytes, as: UTF8.self))") }
  }
}
