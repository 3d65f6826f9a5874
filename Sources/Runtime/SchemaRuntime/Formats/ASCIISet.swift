/// A set of ASCII characters, one bit each. No byte of a longer UTF-8 sequence is ever in it.
struct ASCIISet {
  private let low: UInt64
  private let high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  init(_ characters: StaticString) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    characters.withUTF8Buffer { utf8 in
      for byte in utf8 {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
    self.init(low: low, high: high)
  }

  func union(_ other: ASCIISet) -> ASCIISet { ASCIISet(low: low | other.low, high: high | other.high) }

  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 128 && word >> UInt64(byte & 63) & 1 == 1
  }

  static let digits = ASCIISet("0123456789")
  static let hexDigits = ASCIISet("0123456789ABCDEFabcdef")
  static let letters = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  static let lettersAndDigits = letters.union(digits)
}
