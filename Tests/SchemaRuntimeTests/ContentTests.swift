import Testing

@_spi(Generated) @testable import SchemaRuntime

/// Texts in all encodings, and the bytes that they encode.
@Suite struct ContentTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let encoding: ContentEncoding
    let text: [UInt8]
    /// The decoded bytes; nil for an invalid text.
    let expected: [UInt8]?

    /// In both texts `<hh>` represents one byte.
    init(_ encoding: ContentEncoding, _ name: String, _ text: String, _ expected: String?) {
      testDescription = "\(encoding.rawValue): \(name)"
      self.encoding = encoding
      self.text = bytes(text)
      self.expected = expected.map { bytes($0) }
    }
  }

  @Test(
    "a text decodes to these bytes, or to none",
    arguments: identities + quotedPrintable + base16And32 + base64 + vectors)
  func decodes(_ row: Row) {
    row.text.withUnsafeBufferPointer { text in
      #expect(row.encoding.decode(text) == row.expected)
      #expect(row.encoding.isValid(text) == (row.expected != nil))
    }
  }

  private static let longLine = String(repeating: "x", count: 998)

  static let identities: [Row] = [
    Row(.sevenBit, "nothing", "", ""),
    Row(
      .sevenBit, "ASCII, the end of a line in the middle and at the end", "a<0d><0a>b<7f><0d><0a>",
      "a<0d><0a>b<7f><0d><0a>"),
    Row(.sevenBit, "a line of 998 characters", longLine + "<0d><0a>" + longLine, longLine + "<0d><0a>" + longLine),
    Row(.sevenBit, "a line of 999 characters", longLine + "y", nil),
    Row(.sevenBit, "a byte with the high bit", "caf<c3><a9>", nil),
    Row(.sevenBit, "a NUL", "a<00>", nil),
    Row(.sevenBit, "a line feed alone", "a<0a>b", nil),
    Row(.sevenBit, "a carriage return alone", "a<0d>", nil),
    Row(.sevenBit, "the end of a line, turned round", "a<0a><0d>", nil),
    Row(.eightBit, "bytes with the high bit", "caf<c3><a9><ff>", "caf<c3><a9><ff>"),
    Row(.eightBit, "a NUL", "<00>", nil),
    Row(.eightBit, "a line feed alone", "<0a>", nil),
    Row(.eightBit, "a line of 999 characters", longLine + "y", nil),
    Row(.binary, "any bytes", "<00><0a><ff>" + longLine + "yz", "<00><0a><ff>" + longLine + "yz"),
  ]

  private static let fullLine = String(repeating: "x", count: 75)

  static let quotedPrintable: [Row] = [
    Row(.quotedPrintable, "nothing", "", ""),
    Row(.quotedPrintable, "characters that need no encoding", "a~!<>", "a~!<>"),
    Row(.quotedPrintable, "the sign itself and a byte outside of ASCII", "1+1=3D2 caf=C3=A9", "1+1=2 caf<c3><a9>"),
    Row(.quotedPrintable, "any byte may be written in digits", "=00=41=FF", "<00>A<ff>"),
    Row(.quotedPrintable, "a line break stays one", "a<0d><0a><0d><0a>b", "a<0d><0a><0d><0a>b"),
    Row(.quotedPrintable, "a soft line break is nothing", "a=<0d><0a>b", "ab"),
    Row(.quotedPrintable, "spaces before a soft line break stay", "a =<0d><0a> b", "a  b"),
    Row(.quotedPrintable, "blanks within a line", "a<09>b c", "a<09>b c"),
    Row(.quotedPrintable, "blanks that a transport added go", "a <09><0d><0a>b= <0d><0a>c ", "a<0d><0a>bc"),
    Row(.quotedPrintable, "a blank at the end of a line, in digits", "a=20<0d><0a>", "a <0d><0a>"),
    Row(.quotedPrintable, "a line of 76 characters with its sign", fullLine + "=<0d><0a>y", fullLine + "y"),
    Row(.quotedPrintable, "a line of 77 characters with its sign", fullLine + "x=<0d><0a>y", nil),
    Row(.quotedPrintable, "a last line of 76 characters", fullLine + "x", fullLine + "x"),
    Row(.quotedPrintable, "a last line of 77 characters", fullLine + "xx", nil),
    Row(.quotedPrintable, "digits in lower case", "=c3=a9", nil),
    Row(.quotedPrintable, "a digit too few, at the end", "=4", nil),
    Row(.quotedPrintable, "a digit too few, at the end of a line", "=4<0d><0a>1", nil),
    Row(.quotedPrintable, "what is no digit", "=4G", nil),
    Row(.quotedPrintable, "a sign at the end", "a=", nil),
    Row(.quotedPrintable, "a sign before a sign", "a==<0d><0a>", nil),
    Row(.quotedPrintable, "a soft line break and nothing after it", "a=<0d><0a>", "a"),
    Row(.quotedPrintable, "a line feed alone", "a<0a>b", nil),
    Row(.quotedPrintable, "a carriage return alone", "a<0d>b", nil),
    Row(.quotedPrintable, "a byte outside of ASCII as it is", "caf<c3><a9>", nil),
    Row(.quotedPrintable, "a control character", "<07>", nil),
  ]

  static let base16And32: [Row] = [
    Row(.base16, "digits of both cases", "00fFAb9C", "<00><ff><ab><9c>"),
    Row(.base16, "half a byte", "abc", nil),
    Row(.base16, "a letter after F", "0G", nil),
    Row(.base16, "the characters beside the alphabet", "@0", nil),
    Row(.base16, "padding, which it has not", "0=", nil),
    Row(.base16, "padding alone", "==", nil),
    Row(.base32, "letters of both cases", "mzXW6===", "foo"),
    Row(.base32, "no padding", "MZXW6", nil),
    Row(.base32, "padding that is short", "MZXW6==", nil),
    Row(.base32, "padding of a whole group", "MZXW6YTB========", nil),
    Row(.base32, "padding alone", "========", nil),
    Row(.base32, "a number of characters that no bytes give", "M=======", nil),
    Row(.base32, "another number of characters that no bytes give", "MZXW6Y==", nil),
    Row(.base32, "a digit of no value", "MZXW6YT1", nil),
    Row(.base32, "bits that belong to no byte", "MZ======", nil),
    Row(.base32, "padding in the middle", "MY======MY======", nil),
    Row(.base32hex, "letters of both cases", "cpNMU===", "foo"),
    Row(.base32hex, "a letter after V", "CPNMUOJW", nil),
  ]

  static let base64: [Row] = [
    Row(.base64, "all bits of the two last characters of the alphabet", "+/+/", "<fb><ff><bf>"),
    Row(.base64, "the alphabet for URLs", "-_-_", nil),
    Row(.base64, "a character outside of the alphabet", "eyJmb28iOi%iYmFyIn0K", nil),
    Row(.base64, "a line break", "Zm9v<0d><0a>YmFy", nil),
    Row(.base64, "a space at the end", "Zm9v ", nil),
    Row(.base64, "no padding", "Zg", nil),
    Row(.base64, "padding that is short", "Zg=", nil),
    Row(.base64, "padding that is long", "Zm9v====", nil),
    Row(.base64, "three signs of padding", "Z===", nil),
    Row(.base64, "padding alone", "====", nil),
    Row(.base64, "padding in the middle", "Zg==Zg==", nil),
    Row(.base64, "bits that belong to no byte", "Zh==", nil),
    Row(.base64, "more bits that belong to no byte", "Zm9=", nil),
    Row(.base64, "a byte outside of ASCII", "Zm9<ff>", nil),
    Row(.base64url, "all bits of the two last characters of the alphabet", "-_-_", "<fb><ff><bf>"),
    Row(.base64url, "the ordinary alphabet", "+/+/", nil),
    Row(.base64url, "one byte with padding", "Zg==", "f"),
    Row(.base64url, "one byte without padding", "Zg", "f"),
    Row(.base64url, "two bytes without padding", "Zm8", "fo"),
    Row(.base64url, "padding that is short", "Zg=", nil),
    Row(.base64url, "one character", "Z", nil),
    Row(.base64url, "bits that belong to no byte", "Zh", nil),
  ]

  /// The test vectors of RFC 4648, section 10.
  static let vectors: [Row] = texts.flatMap { plain, texts in
    zip([ContentEncoding.base16, .base32, .base32hex, .base64], texts).map { encoding, text in
      Row(encoding, "the vector '\(plain)'", text, plain)
    }
  }

  private static let texts: [(plain: String, texts: [String])] = [
    ("", ["", "", "", ""]),
    ("f", ["66", "MY======", "CO======", "Zg=="]),
    ("fo", ["666F", "MZXQ====", "CPNG====", "Zm8="]),
    ("foo", ["666F6F", "MZXW6===", "CPNMU===", "Zm9v"]),
    ("foob", ["666F6F62", "MZXW6YQ=", "CPNMUOG=", "Zm9vYg=="]),
    ("fooba", ["666F6F6261", "MZXW6YTB", "CPNMUOJ1", "Zm9vYmE="]),
    ("foobar", ["666F6F626172", "MZXW6YTBOI======", "CPNMUOJ1E8======", "Zm9vYmFy"]),
  ]

  @Test("every byte is read back from its text", arguments: [ContentEncoding.base16, .base64, .quotedPrintable])
  func everyByte(encoding: ContentEncoding) {
    for byte in UInt8.min...UInt8.max {
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
      let text =
        switch encoding {
        case .base16: digits
        case .quotedPrintable: "=" + digits
        default: "\(alphabet[Int(byte >> 2)])\(alphabet[Int(byte & 3) << 4])=="
        }
      #expect(Array(text.utf8).withUnsafeBufferPointer { encoding.decode($0) } == [byte])
    }
  }

  @Test("encoding names are those of the RFCs, ignoring case")
  func names() {
    for encoding in ContentEncoding.allCases {
      #expect(ContentEncoding(keyword: encoding.rawValue) == encoding)
      #expect(ContentEncoding(keyword: encoding.rawValue.uppercased()) == encoding)
    }
    #expect(ContentEncoding(keyword: "Hex") == .base16)
    for name in ["", "base 64", "base64 ", "gzip", "utf-8", "\u{212A}ase64", "base64\u{301}"] {
      #expect(ContentEncoding(keyword: name) == nil)
    }
  }
}

/// The media types whose contents are checked.
@Suite struct ContentMediaTypeTests {
  @Test(
    "these are JSON",
    arguments: [
      "application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=utf-8",
      " application/json ;", "application/schema+json", "application/vnd.api+JSON; v=1", "model/gltf+json",
    ])
  func json(keyword: String) {
    #expect(ContentMediaType(keyword: keyword) == .json)
  }

  @Test(
    "these are not checked",
    arguments: [
      "", ";", "/", "json", "application/", "/json", "text/html", "image/png", "application/jsonp", "application/+json",
      "application/json/json", "application /json", "application/schema+json+xml", "text/json", "application/json,x",
      "application/jso\u{6e}\u{301}", "appl\u{131}cation/json",
    ])
  func unchecked(keyword: String) {
    #expect(ContentMediaType(keyword: keyword) == nil)
  }

  @Test(
    "content is valid JSON or not",
    arguments: [
      (#"{"foo": "bar"}"#, true), ("1", true), (" null\n", true), ("{:}", false), ("", false), ("{}{}", false),
      ("<ef><bb><bf>{}", false), ("\"<ff>\"", false), ("[", false),
    ])
  func contents(text: String, isValid: Bool) {
    #expect(bytes(text).withUnsafeBufferPointer { ContentMediaType.json.verdict(on: $0) } == SchemaVerdict(isValid))
  }
}
