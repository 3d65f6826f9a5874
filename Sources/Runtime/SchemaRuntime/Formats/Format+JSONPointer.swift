// MARK: - json-pointer and relative-json-pointer

extension Format {
  /// `json-pointer`: RFC 6901, section 3: empty, or tokens that each begin with a slash; a tilde is followed by 0 or 1.
  @usableFromInline
  static func isJSONPointer(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count > 0 else { return true }
    guard utf8[0] == UInt8(ascii: "/") else { return false }
    for index in 1..<utf8.count where utf8[index] == UInt8(ascii: "~") {
      guard let next = utf8.byte(at: index + 1), next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else {
        return false
      }
    }
    return true
  }

  /// `relative-json-pointer`: draft-bhutton-relative-json-pointer-00, section 3: a number of levels up, an optional
  /// index adjustment such as `+1`, and then `#` or a JSON Pointer. The grammar omits the adjustment before `#`, but
  /// the draft's examples have it; it is accepted.
  @usableFromInline
  static func isRelativeJSONPointer(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var index = endOfInteger(utf8, from: 0) else { return false }
    if let sign = utf8.byte(at: index), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      guard let end = endOfInteger(utf8, from: index + 1) else { return false }
      index = end
    }
    if utf8.byte(at: index) == UInt8(ascii: "#") { return utf8.count == index + 1 }
    return isJSONPointer(utf8.slice(index))
  }

  /// The end of an integer without leading zeros.
  private static func endOfInteger(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let end = utf8.end(of: .digits, from: start)
    guard end > start, utf8[start] != UInt8(ascii: "0") || end == start + 1 else { return nil }
    return end
  }
}
