/// A value of the field `Content-Type` (RFC 9110, section 8.3.1).
struct MediaType {
  /// Type and subtype in lowercase, such as `application/json`.
  let name: String
  /// The parameter `charset` in lowercase.
  private(set) var charset: String?

  /// Returns nil for text that is not a media type.
  init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    guard let type = Self.token(&bytes), bytes.popFirst() == UInt8(ascii: "/"), let subtype = Self.token(&bytes) else {
      return nil
    }
    name = "\(type)/\(subtype)"
    while true {
      Self.skipBlanks(&bytes)
      if bytes.isEmpty { return }
      guard bytes.popFirst() == UInt8(ascii: ";") else { return nil }
      Self.skipBlanks(&bytes)
      // A semicolon may stand alone.
      if bytes.isEmpty || bytes.first == UInt8(ascii: ";") { continue }
      guard let parameter = Self.token(&bytes), bytes.popFirst() == UInt8(ascii: "="),
        let value = Self.token(&bytes) ?? Self.quoted(&bytes)
      else { return nil }
      // Of several, none can be trusted.
      if parameter == "charset" { charset = charset == nil || charset == value ? value : "" }
    }
  }

  /// Takes a token and returns it in lowercase; nil if there is none.
  private static func token(_ bytes: inout ArraySlice<UInt8>) -> String? {
    let token = bytes.prefix { tokenCharacters.contains($0) }
    if token.isEmpty { return nil }
    bytes = bytes.dropFirst(token.count)
    return String(decoding: token, as: UTF8.self).lowercasingASCII
  }

  /// Takes a quoted string and returns its content in lowercase; nil if there is none.
  private static func quoted(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    bytes = bytes.dropFirst()
    var content: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self).lowercasingASCII
      case UInt8(ascii: "\\"):
        guard let escaped = bytes.popFirst() else { return nil }
        content.append(escaped)
      default: content.append(byte)
      }
    }
    return nil
  }

  private static func skipBlanks(_ bytes: inout ArraySlice<UInt8>) {
    bytes = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private static let tokenCharacters = ASCIISet.lettersAndDigits.union(ASCIISet("!#$%&'*+-.^_`|~"))
}
