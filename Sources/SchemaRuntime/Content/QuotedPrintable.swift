/// The encoding `quoted-printable`, after the grammar of RFC 2045, section 6.7.
///
/// An encoded line has at most 76 characters, a `=` at its end included. White space at the end of a line is not part
/// of it: the grammar has senders leave it out, and receivers drop what a transport may have added.
enum QuotedPrintable {
  private static let maximumLineLength = 76

  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool { read(text) { _ in } }

  /// The bytes that `text` stands for, line breaks as CRLF; nil when it is not of this encoding.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    return read(text) { bytes.append($0) } ? bytes : nil
  }

  /// Hands every byte that `text` stands for to `write`, line by line; false at the first mistake.
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
      // A soft line break is `=` and CRLF: nothing that ends the text.
      if isLast { return !isSoft }
      if !isSoft {
        write(0x0d)
        write(0x0a)
      }
      start = end + 2
    }
  }

  private static func readLine(_ line: UnsafeBufferPointer<UInt8>, _ write: (UInt8) -> Void) -> Bool {
    var place = 0
    while place < line.count {
      let byte = line[place]
      switch byte {
      case UInt8(ascii: "="):
        guard place + 2 < line.count, let high = digit(line[place + 1]), let low = digit(line[place + 2])
        else { return false }
        write(high << 4 | low)
        place += 3
      case 0x21...0x7e, 0x20, 0x09:
        write(byte)
        place += 1
      default: return false
      }
    }
    return true
  }

  /// A hexadecimal digit, in upper case alone: the others are illegal (rule 1).
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    default: nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
