import CJSONScan

/// Checks of texts in UTF-8.
package enum UTF8Text {
  /// Returns the offset of the first bytes that are not UTF-8; nil if there are none.
  package static func firstIllFormedOffset(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = text.baseAddress else { return nil }
    let found = json_scan_ill_formed_utf8(start, start + text.count)
    return found == start + text.count ? nil : found - start
  }
}

extension String {
  /// Creates a string from bytes; nil if they are not UTF-8. The standard library's own needs macOS 15.
  package init?(wellFormedUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    guard UTF8Text.firstIllFormedOffset(in: bytes) == nil else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// Creates a string from bytes; nil if they are not UTF-8.
  package init?(wellFormedUTF8 bytes: [UInt8]) {
    let string = bytes.withUnsafeBufferPointer { String(wellFormedUTF8: $0) }
    guard let string else { return nil }
    self = string
  }
}
