/// Percent encoding (RFC 3986, section 2.1).
enum URIText {
  enum Part {
    case path, fragment
  }

  /// Percent-encodes every byte that may not occur in the component, or that Markdown and HTML would interpret.
  static func encoded(_ text: String, for part: Part) -> String {
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if isPlain(scalar) || part == .path && scalar == "/" {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "$", "@", "+": true
    default: false
    }
  }
}
