import Foundation

/// Base64url without padding (RFC 4648, section 5; RFC 7515, section 2).
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// Returns the bytes of a text; nil unless it is the one spelling that `encode` writes. Others have the letters of the
  /// standard alphabet, or bits behind the last byte.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    padded += String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: padded).map({ Array($0) }), encode(bytes) == text else { return nil }
    return bytes
  }
}
