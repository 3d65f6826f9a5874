import GuardedMemory
import Testing

@testable import SchemaRuntime

/// Reads never pass the end of a text: each text is followed directly by unreadable memory.
@Suite struct JSONGuardedReadingTests {
  /// A table: texts whose last byte is inside every kind of token.
  private static let texts = [
    richText, "1", "-", "-1.5", "1e9", "12345678", "123456789012345678", "true", "tru", "false", "nul", "\"", "\"a",
    "\"a\"", "\"\\", "\"\\u", "\"\\u00e", "\"\\ud83d", "\"\\ud83d\\", "\"\\ud83d\\u", "\"\\ud83d\\ude0", "\"é", "\"日",
    "\"😀", "[", "[1", "[1,", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "[]", "{}", "[tru]", "[-]", "[1.]", "[1e]",
    "[\"]", "[\"\\]", "[\"\\u12]", "{\"}", "{\"a\"}", "{\"a\":}", "{\"a\":tr}", " ", "\n", "",
  ]

  @Test("no read goes past the end of a text, a prefix of it, or a suffix of it")
  func staysInside() throws {
    let memory = try #require(GuardedBytes(capacity: richText.utf8.count))
    for text in Self.texts.map({ Array($0.utf8) }) {
      for length in 0...text.count {
        read(text.prefix(length), in: memory)
        read(text.suffix(length), in: memory)
      }
    }
  }

  @Test(
    "no read goes past the end of ill-formed UTF-8", arguments: [0x80, 0xc2, 0xe0, 0xe1, 0xed, 0xf0, 0xf1, 0xf4, 0xff])
  func staysInsideIllFormed(_ lead: UInt8) throws {
    let memory = try #require(GuardedBytes(capacity: 64))
    for continuations in 0...3 {
      let scalar = [lead] + [UInt8](repeating: 0xa0, count: continuations)
      for start in ["\"", "[\"", "\"0123456789abcdef", ""] {
        for end in ["", "\"", "\"]", "]"] { read(Array(start.utf8) + scalar + Array(end.utf8), in: memory) }
      }
    }
  }

  @Test("a text with one byte changed is read to the end or refused")
  func survivesChanges() throws {
    let original = Array(richText.utf8)
    let memory = try #require(GuardedBytes(capacity: original.count))
    let changes: [UInt8] = [
      0x00, 0x0a, 0x22, 0x2c, 0x2d, 0x30, 0x39, 0x5b, 0x5c, 0x5d, 0x65, 0x75, 0x7b, 0x7d, 0x80, 0xe2, 0xff,
    ]
    for index in original.indices {
      for byte in changes {
        var text = original
        text[index] = byte
        read(text, in: memory)
      }
    }
  }

  /// Reads a text in guarded memory; an accepted one must survive being written and read again.
  private func read(_ text: some Collection<UInt8>, in memory: GuardedBytes) {
    let value: JSONValue? = memory.withText(text) { text in
      var reader = JSONReader()
      guard let root = try? reader.read(text) else { return nil }
      _ = root.touchEverything()
      _ = root.firstRepeatedName()
      return JSONValue(root)
    }
    guard let value else { return }
    #expect((try? JSONValue(parsing: value.json())) == value)
  }
}
