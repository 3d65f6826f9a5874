public import CollaborationModels
import SchemaRuntime

/// The body of a write to the service, which requires `application/x-www-form-urlencoded` and rejects JSON with 415.
extension UserInfoREST {
  /// The maximum number of bytes of a request.
  public static var maximumFormBytes: Int { 4096 }

  /// Returns the attributes as `nickname=Ana+B&gender=2`, declared ones first.
  /// - Throws: 205 without attributes, 901 if the body is longer than ``maximumFormBytes``.
  public func form() throws(UserInfoError) -> String {
    let form = try pairs().joined(separator: "&")
    guard form.utf8.count <= Self.maximumFormBytes else {
      throw .dataLengthExceeded(.request, limit: Self.maximumFormBytes, actual: form.utf8.count)
    }
    return form
  }

  /// Returns the attributes as bodies that are not too long, as few as possible in their order.
  /// - Throws: 205 without attributes, 901 if one attribute alone is too long.
  package func forms() throws(UserInfoError) -> [String] {
    var forms: [String] = []
    for pair in try pairs() {
      guard pair.utf8.count <= Self.maximumFormBytes else {
        throw .dataLengthExceeded(.request, limit: Self.maximumFormBytes, actual: pair.utf8.count)
      }
      if let last = forms.last, last.utf8.count + 1 + pair.utf8.count <= Self.maximumFormBytes {
        forms[forms.count - 1] += "&" + pair
      } else {
        forms.append(pair)
      }
    }
    return forms
  }

  private func pairs() throws(UserInfoError) -> [String] {
    var pairs: [String] = []
    for name in UserAttributeName.allCases {
      if let value = self[name] { pairs.append("\(name.rawValue)=\(Self.escaped(value))") }
    }
    for (name, value) in additionalMembers { pairs.append("\(Self.escaped(name))=\(Self.escaped(value))") }
    guard !pairs.isEmpty else { throw .illegalArgument(.noAttributes) }
    return pairs
  }

  /// Reads a body in the format of ``form()``. Of equal names the last one counts, as in a form.
  /// - Throws: 205 if the text is not such a form or not UTF-8, 901 if it is longer than ``maximumFormBytes``.
  public init(form: String) throws(UserInfoError) {
    self.init()
    guard form.utf8.count <= Self.maximumFormBytes else {
      throw .dataLengthExceeded(.request, limit: Self.maximumFormBytes, actual: form.utf8.count)
    }
    for pair in form.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap(Self.unescaped), !name.isEmpty,
        let value = Self.unescaped(parts.dropFirst().first ?? "".utf8[...])
      else { throw .illegalArgument(.invalid("expected 'name=value' in percent-encoding, found '\(Substring(pair))'")) }
      if let attribute = UserAttributeName(rawValue: name) {
        self[attribute] = value
      } else {
        additionalMembers[name] = value
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        bytes.append(byte)
      case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(value(ofDigit:)),
          let low = rest.popFirst().flatMap(value(ofDigit:))
        else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(wellFormedUTF8: bytes)
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
