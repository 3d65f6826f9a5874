public import CollaborationModels
@_spi(Generated) import SchemaRuntime

/// A participant's picture: opaque bytes and their media type. It stays on the device, like all view data.
///
///     Avatar(bytes: png, contentType: "image/png", scaleType: .centerCrop)
public struct Avatar: Hashable, Sendable {
  /// The picture, encoded according to the content type.
  public let bytes: [UInt8]
  /// The media type of the bytes, such as `image/png`.
  public let contentType: String
  /// How the picture is scaled to fit its frame.
  public var scaleType: AvatarScaleType

  /// Creates an avatar; nil if the content type is invalid: it needs a type, a slash and a subtype, and may have
  /// parameters without quotes.
  public init?(bytes: [UInt8], contentType: String, scaleType: AvatarScaleType = .fitXY) {
    guard Self.isContentType(contentType) else { return nil }
    self.bytes = bytes
    self.contentType = contentType
    self.scaleType = scaleType
  }

  private static func isContentType(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    func areTokens(_ part: Substring.UTF8View.SubSequence, around separator: Unicode.Scalar) -> Bool {
      let tokens = part.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      return tokens.count == 2 && tokens.allSatisfy { !$0.isEmpty && $0.allSatisfy(isTokenByte) }
    }
    return areTokens(parts[0], around: "/") && parts.dropFirst().allSatisfy { areTokens($0, around: "=") }
  }

  /// RFC 9110, section 5.6.2, without the characters that are special in a URI.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-._~!$&'*+".utf8.contains(byte)
    }
  }
}

// MARK: - data: URIs

extension Avatar {
  /// The picture as a data URI (RFC 2397), as stored in view data.
  public var dataURI: String { "data:\(contentType);base64,\(Self.base64(bytes))" }

  /// Creates an avatar from a `data:` URI; nil for other texts.
  public init?(dataURI: String, scaleType: AvatarScaleType = .fitXY) {
    guard Self.isDataURI(dataURI), let comma = dataURI.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    var type = String(dataURI[dataURI.utf8.prefix(5).endIndex..<comma])
    guard let data = Self.percentDecoded(dataURI.utf8[dataURI.utf8.index(after: comma)...]) else { return nil }
    var bytes = data
    let marker = ";base64"
    if type.lowercased().hasSuffix(marker) {
      type.removeLast(marker.count)
      guard let decoded = data.withUnsafeBufferPointer({ ContentEncoding.base64.decode($0) }) else { return nil }
      bytes = decoded
    }
    // RFC 2397, section 2: the default for an omitted type.
    if type.isEmpty { type = "text/plain;charset=US-ASCII" }
    self.init(bytes: bytes, contentType: type, scaleType: scaleType)
  }

  /// Whether a text has the scheme `data`, ignoring case (RFC 3986, section 3.1).
  static func isDataURI(_ text: String) -> Bool {
    String(decoding: text.utf8.prefix(5), as: UTF8.self).lowercased() == "data:"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a percent-encoded text; nil if a percent sign is not followed by two digits.
  private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
