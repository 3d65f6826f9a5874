/// Helpers for checking formats, which never read past the end.
extension UnsafeBufferPointer<UInt8> {
  /// The byte at `index`; nil at the end or after it.
  func byte(at index: Int) -> UInt8? { index < count ? self[index] : nil }

  /// Whether the bytes at `index` are the ASCII characters of `text`.
  func has(_ text: StaticString, at index: Int) -> Bool {
    guard count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where self[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// The bytes from `lower` up to `upper`, or to the end.
  func slice(_ lower: Int, _ upper: Int? = nil) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[lower..<(upper ?? count)])
  }

  /// The number formed by two ASCII digits at `index`.
  func twoDigits(at index: Int) -> Int? {
    guard count - index >= 2 else { return nil }
    let tens = self[index] &- UInt8(ascii: "0")
    let ones = self[index + 1] &- UInt8(ascii: "0")
    guard tens <= 9, ones <= 9 else { return nil }
    return Int(tens) * 10 + Int(ones)
  }

  /// The index of the first byte from `index` on that is not in `set`.
  func end(of set: ASCIISet, from index: Int) -> Int {
    var index = index
    while index < count, set.contains(self[index]) { index += 1 }
    return index
  }

  /// Whether there are `%` and two hexadecimal digits at `index`.
  func hasPercentEncoding(at index: Int) -> Bool {
    guard count - index >= 3, self[index] == UInt8(ascii: "%") else { return false }
    return ASCIISet.hexDigits.contains(self[index + 1]) && ASCIISet.hexDigits.contains(self[index + 2])
  }

  /// The Unicode scalar at `index` and its length in bytes; nil at the end or if there is none.
  func scalar(at index: Int) -> (value: UInt32, length: Int)? {
    guard index < count else { return nil }
    let first = self[index]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length > 1 else { return (UInt32(first), 1) }
    guard first >= 0xC2, count - index >= length else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(self[index + offset] & 0x3F) }
    return (value, length)
  }
}
