import Testing

@testable import SchemaRuntime

/// UTF-8 according to the Unicode Standard, table 3-7.
@Suite struct JSONTextTests {
  @Test(
    "well-formed sequences are read",
    arguments: [
      ("the first and the last of two bytes", "<c2><80><df><bf>"),
      ("the first and the last of three bytes below the surrogates", "<e0><a0><80><ed><9f><bf>"),
      ("the first and the last of three bytes above the surrogates", "<ee><80><80><ef><bf><bf>"),
      ("the first and the last of four bytes", "<f0><90><80><80><f4><8f><bf><bf>"),
      ("four bytes in the middle of the range", "<f1><80><80><80><f3><bf><bf><bf>"),
    ])
  func reads(_ name: String, _ text: String) throws {
    let content = bytes(text)
    #expect(try JSONValue(parsing: [0x22] + content + [0x22]).string == String(decoding: content, as: UTF8.self))
  }

  @Test(
    "ill-formed sequences are refused at their first byte",
    arguments: [
      ("a continuation byte alone", "<80>"),
      ("the last continuation byte alone", "<bf>"),
      ("an overlong solidus in two bytes", "<c0><af>"),
      ("an overlong solidus in three bytes", "<e0><80><af>"),
      ("an overlong solidus in four bytes", "<f0><80><80><af>"),
      ("the greatest overlong of two bytes", "<c1><bf>"),
      ("the greatest overlong of three bytes", "<e0><9f><bf>"),
      ("the greatest overlong of four bytes", "<f0><8f><bf><bf>"),
      ("the first surrogate", "<ed><a0><80>"),
      ("the last surrogate", "<ed><bf><bf>"),
      ("a pair of surrogates, as CESU-8 writes it", "<ed><a0><bd><ed><b8><80>"),
      ("the first above U+10FFFF", "<f4><90><80><80>"),
      ("a lead byte of more than U+10FFFF", "<f5><80><80><80>"),
      ("five bytes", "<f8><88><80><80><80>"),
      ("six bytes", "<fc><84><80><80><80><80>"),
      ("a byte that is never used", "<fe>"),
      ("the other byte that is never used", "<ff>"),
      ("two bytes, truncated", "<c3>"),
      ("three bytes, truncated after one", "<e3>"),
      ("three bytes, truncated after two", "<e3><81>"),
      ("four bytes, truncated after one", "<f0>"),
      ("four bytes, truncated after two", "<f0><9f>"),
      ("four bytes, truncated after three", "<f0><9f><98>"),
      ("two bytes and a letter", "<c3>a"),
      ("three bytes and a letter", "<e3><81>a"),
      ("four bytes and a letter", "<f0><9f><98>a"),
    ])
  func refuses(_ name: String, _ text: String) {
    for prefix in ["", "abc", "é", "日本語", "0123456789abcdef"] {
      for suffix in ["", "z", "é", "0123456789abcdef"] {
        let content = Array(prefix.utf8) + bytes(text) + Array(suffix.utf8)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22] + content + [0x22]) }
        #expect(error?.kind == .invalidUTF8)
        #expect(error?.position.offset == 1 + prefix.utf8.count, "\(prefix) \(suffix)")
      }
    }
  }

  @Test("every pair of bytes, and every beginning of a longer sequence, has the standard library's verdict")
  func agreesWithStandardLibrary() {
    for lead in UInt8(0x80)...0xff {
      for second in UInt8(0x20)...0xff where second != 0x22 && second != 0x5c {
        for content in [[lead, second], [lead, second, 0x80], [lead, second, 0x80, 0x80]] {
          let isWellFormed = String(validating: content, as: UTF8.self) != nil
          let isAccepted = (try? JSONValue(parsing: [0x22] + content + [0x22])) != nil
          if isAccepted != isWellFormed { Issue.record("accepted \(isAccepted): \(content)") }
        }
      }
    }
  }

  @Test("every Unicode scalar can be read unescaped and escaped, and is written back")
  func readsEveryScalar() throws {
    // One string per plane, because a million texts would take too long.
    for plane in UInt32(0)...16 {
      var content = String.UnicodeScalarView()
      for value in (plane << 16)...(plane << 16 | 0xffff) where value % 7 == 0 || value & 0xff < 3 {
        if let scalar = Unicode.Scalar(value) { content.append(scalar) }
      }
      let string = String(content)
      let escaped = string.utf16.map { "\\u" + String(UInt32($0) + 0x1_0000, radix: 16).dropFirst() }.joined()
      let fromEscapes = try JSONValue(parsing: "\"\(escaped)\"")
      #expect(fromEscapes == .string(string))
      #expect(try JSONValue(parsing: fromEscapes.json()) == .string(string))
    }
  }
}
