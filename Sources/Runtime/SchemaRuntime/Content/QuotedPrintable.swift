/// The encoding `quoted-printable`, according to the grammar of RFC 2045, section 6.7.
///
/// An encoded line has at most 76 characters, including a trailing `=`. White space at the end of a line is not part of
/// it: senders must not write it, and receivers discard what a transport may have added.
enum QuotedPrintable {
  private static let maximumLineLength = 76

  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool { read(text) { _ in } }

  /// The bytes that `text` encodes, with CRLF as line breaks; nil if it is not in this encoding.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    return read(text) { bytes.append($0) } ? bytes : nil
  }

  /// Passes every decoded byte of `text` to `write`, line by line. Returns false at the first error.
  private static func read(_ text: UnsafeBufferPointer<UInt8>, _ write: (UInt8) -> Void) -> Bool {
    var start = 0
    while true {
      var end = start
      while end < text.count, !text.has("\r\n", at: end) { end += 1 }
      let isLast = end == text.count
      var content = UnsafeBufferPointer(rebasing: text[start..<end])
      while let last = content.last, isBlank(last) { content = UnsafeBufferPointer(rebasing: content.dropLast()) }
      guard content.count <= maximumLineLength else { return false }
      let isSoft = content.last == UInt8(ascii: "=")
      if isSoft { content = UnsafeBufferPointer(rebasing: content.dropLast()) }
      guard readLine(content, write) else { return false }
      // A soft line break is `=` and CRLF, so it cannot end the text.
      if isLast { return !isSoft }
      if !isSoft {
        write(0x0d)
        write(0x0a)
      }
      start = end + 2
    }
  }

  private static func readLine(_ line: UnsafeBufferPointer<UInt8>, _ write: (UInt8) -> Void) -> Bool {
    var index = 0
    while index < line.count {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: "="):
        guard index + 2 < line.count, let high = digit(line[index + 1]), let low = digit(line[index + 2])
        else { return false }
        write(high << 4 | low)
        index += 3
      case 0x21...0x7e, 0x20, 0x09:
        write(byte)
        index += 1
      default: return false
      }
    }
    return true
  }

  /// A hexadecimal digit, only in uppercase: lowercase is illegal (rule 1).
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    default: nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
