// MARK: - ipv4 and ipv6

extension Format {
  /// `ipv4`: RFC 2673, section 3.2, `dotted-quad`: four numbers up to 255 in decimal, without leading zeros.
  @usableFromInline
  static func isIPv4(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count <= 15 else { return false }
    var index = 0
    for octet in 0..<4 {
      let start = index
      var value = 0
      while let byte = utf8.byte(at: index), byte &- UInt8(ascii: "0") <= 9 {
        value = value * 10 + Int(byte &- UInt8(ascii: "0"))
        index += 1
      }
      guard 1...3 ~= index - start, value <= 255, utf8[start] != UInt8(ascii: "0") || index == start + 1 else {
        return false
      }
      if octet < 3 {
        guard utf8.byte(at: index) == UInt8(ascii: ".") else { return false }
        index += 1
      }
    }
    return index == utf8.count
  }

  /// `ipv6`: RFC 4291, section 2.2: eight groups of up to four hexadecimal digits; `::` replaces one or more, and an
  /// IPv4 address may replace the last two. No zone and no prefix length.
  @usableFromInline
  static func isIPv6(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    var groupCount = 0
    var hasGap = utf8.has("::", at: 0)
    var index = hasGap ? 2 : 0
    while index < utf8.count {
      let end = utf8.end(of: .hexDigits, from: index)
      if utf8.byte(at: end) == UInt8(ascii: ".") {
        guard isIPv4(utf8.slice(index)) else { return false }
        groupCount += 2
        break
      }
      guard 1...4 ~= end - index else { return false }
      groupCount += 1
      if end == utf8.count { break }
      guard utf8[end] == colon, end + 1 < utf8.count else { return false }
      index = end + 1
      if utf8[index] == colon {
        if hasGap { return false }
        hasGap = true
        index += 1
      }
    }
    return hasGap ? groupCount <= 7 : groupCount == 8
  }
}
