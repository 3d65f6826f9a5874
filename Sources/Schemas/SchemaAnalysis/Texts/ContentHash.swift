/// A hash of 128 bits over a sequence of texts, to tell whether files have changed. It is no protection against someone
/// who wants two contents to have the same hash.
package struct ContentHash: Hashable, Sendable {
  private var high: UInt64 = 0x9e37_79b9_7f4a_7c15
  private var low: UInt64 = 0xd1b5_4a32_d192_ed03

  package init() {}

  /// Adds a text. Sequences of different texts differ even if all texts together are equal.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset &+ 16 <= bytes.count {
      add(
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
      offset &+= 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset...])) }
    add(rest.0, rest.1)
    add(UInt64(truncatingIfNeeded: bytes.count), 0)
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  package mutating func add(_ other: ContentHash) { add(other.high, other.low) }

  /// Adds two words, on which both halves then depend.
  private mutating func add(_ first: UInt64, _ second: UInt64) {
    let a = (first ^ high).multipliedFullWidth(by: second ^ 0xe703_7ed1_a0b4_28db)
    let b = (second ^ low).multipliedFullWidth(by: first ^ 0x8ebc_6af0_9c88_c6e3)
    high = a.high ^ a.low &+ b.low
    low = b.high ^ b.low &+ (high &<< 23 | high &>> 41)
  }

  /// Its digits.
  package var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
