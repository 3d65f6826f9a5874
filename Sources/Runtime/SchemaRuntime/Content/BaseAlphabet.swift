/// An encoding of RFC 4648: characters that represent a few bits each, and `=` as padding of the last group.
///
/// Texts must be canonical, so that equal bytes have only one text: unused bits of the last character must be zero
/// (section 3.5, which permits decoders to require that).
package struct BaseAlphabet {
  /// The number of bits per character: 4, 5 or 6.
  let bits: Int
  /// Whether a text without padding is accepted.
  var isPaddingOptional = false
  /// The bits that a character represents; nil for a character outside the alphabet.
  let value: (UInt8) -> UInt8?

  /// The number of characters in the smallest group that forms whole bytes.
  private var groupLength: Int { bits == 4 ? 2 : bits == 5 ? 8 : 4 }

  /// The characters before the padding; nil if the text is not in this encoding.
  func digits(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var count = text.count
    while count > 0, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    let isUnpadded = isPaddingOptional && count == text.count
    // The padding completes one group, and fewer bits than one character are left over from the whole bytes.
    guard isUnpadded || text.count.isMultiple(of: groupLength) && text.count - count < groupLength else { return nil }
    let spare = count * bits % 8
    guard spare < bits else { return nil }
    let digits = UnsafeBufferPointer(rebasing: text[..<count])
    guard digits.allSatisfy({ value($0) != nil }) else { return nil }
    if spare > 0, let last = digits.last.flatMap(value), last & (1 << UInt8(spare) - 1) != 0 { return nil }
    return digits
  }

  /// The bytes that `text` encodes; nil if it is not in this encoding.
  func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let digits = digits(of: text) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * bits / 8)
    var pending: UInt32 = 0
    var pendingBits = 0
    for digit in digits {
      pending = pending << UInt32(bits) | UInt32(value(digit) ?? 0)
      pendingBits += bits
      if pendingBits >= 8 {
        pendingBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(pendingBits)))
        pending &= 1 << UInt32(pendingBits) - 1
      }
    }
    return bytes
  }
}

// MARK: - Encoding

extension BaseAlphabet {
  /// The number of characters that encode `count` bytes in base64, with padding.
  static func base64Count(_ count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes bytes in base64, with padding, and returns the end of the text.
  static func writeBase64(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var target = target
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
      for place in 0..<4 {
        let bits = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * place)) & 63
        target[place] = place <= count ? base64Character(bits) : UInt8(ascii: "=")
      }
      target += 4
      index += count
    }
    return target
  }

  private static func base64Character(_ bits: UInt8) -> UInt8 {
    switch bits {
    case 0..<26: bits + 0x41
    case 26..<52: bits - 26 + 0x61
    case 52..<62: bits - 52 + 0x30
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}

// MARK: - The alphabets (RFC 4648, tables 1 to 5)

extension BaseAlphabet {
  package static func base16(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  static func base32(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5a: byte - 0x41
    case 0x61...0x7a: byte - 0x61
    case 0x32...0x37: byte - 0x32 + 26
    default: nil
    }
  }

  static func base32hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x56: byte - 0x41 + 10
    case 0x61...0x76: byte - 0x61 + 10
    default: nil
    }
  }

  static func base64(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: letterOrDigit(byte)
    }
  }

  static func base64url(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: letterOrDigit(byte)
    }
  }

  private static func letterOrDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5a: byte - 0x41
    case 0x61...0x7a: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    default: nil
    }
  }
}
