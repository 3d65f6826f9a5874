internal import CJSONScan

extension UnsafeJSONNode.Kind {
  /// Reads the number at an offset, and moves the offset after it. Returns the number's kind; nil if a digit is missing,
  /// at the offset where it would be.
  ///
  /// The byte at `end`, or one before it, must not be a digit. What may follow a number is not checked.
  @inline(__always)
  package static func ofNumber(_ bytes: UnsafePointer<UInt8>, at offset: inout Int, end: Int) -> Self? {
    var kind = Self.integer
    if bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
    if bytes[offset] == UInt8(ascii: "0") {
      offset &+= 1
    } else {
      guard skipDigits(bytes, &offset, end) else { return nil }
    }
    if bytes[offset] == UInt8(ascii: ".") {
      kind = .decimal
      offset &+= 1
      guard skipDigits(bytes, &offset, end) else { return nil }
    }
    if bytes[offset] | 0x20 == UInt8(ascii: "e") {
      kind = .exponential
      offset &+= 1
      if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
      guard skipDigits(bytes, &offset, end) else { return nil }
    }
    return kind
  }

  /// Skips at least one digit. Numbers have ever different lengths, so that a loop over their digits would end where no
  /// branch predictor expects it.
  @inline(__always)
  private static func skipDigits(_ bytes: UnsafePointer<UInt8>, _ offset: inout Int, _ end: Int) -> Bool {
    let start = offset
    offset = bytes.distance(to: json_scan_digits(bytes + start, bytes + end))
    return offset > start
  }
}
