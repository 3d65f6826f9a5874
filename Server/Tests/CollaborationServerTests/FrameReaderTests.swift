import Testing

@testable import CollaborationServer

/// Frames of clients (RFC 6455, section 5): what they mean, and the codes for violations.
@Suite struct FrameReaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var events: [FrameReader.Event] = []
    /// The code that closes the socket after the events.
    var code: Int?

    init(_ sentence: String, _ bytes: [UInt8], _ events: [FrameReader.Event] = [], code: Int? = nil) {
      (testDescription, self.bytes, self.events, self.code) = (sentence, bytes, events, code)
    }
  }

  private static func frame(
    _ opcode: RawFrame.Opcode, _ text: String, isFinal: Bool = true
  ) -> [UInt8] { RawFrame.masked(opcode, Array(text.utf8), isFinal: isFinal) }

  private static func message(_ text: String) -> FrameReader.Event { .message(Array(text.utf8)) }

  private static func closing(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
    RawFrame.masked(.close, [UInt8(code >> 8), UInt8(code & 255)] + reason)
  }

  private static let ping = [0x89, 0x82, 0, 0, 0, 0, 1, 2] as [UInt8]

  static let rows =
    [
      // RFC 6455, section 5.7.
      Row("a masked message", [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], [message("Hello")]),
      Row("an empty message", frame(.text, ""), [message("")]),
      Row("126 bytes", frame(.text, String(repeating: "a", count: 126)), [message(String(repeating: "a", count: 126))]),
      Row(
        "the longest message", frame(.text, String(repeating: "a", count: 70_000)),
        [message(String(repeating: "a", count: 70_000))]),
      Row("a message that is too long", frame(.text, String(repeating: "a", count: 70_001)), code: 1009),
      Row(
        "a message whose fragments are too long together",
        frame(.text, String(repeating: "a", count: 70_000), isFinal: false) + frame(.continuation, "a"), code: 1009),
      Row(
        "a length that does not fit", [0x81, 0xff] + [0x7f] + Array(repeating: 0xff, count: 7) + [0, 0, 0, 0],
        code: 1009),
      Row("a length of 64 bits", [0x81, 0xff] + Array(repeating: 0xff, count: 8) + [0, 0, 0, 0], code: 1002),
      Row("a short length in two bytes", [0x81, 0xfe, 0, 125, 0, 0, 0, 0], code: 1002),
      Row("a short length in eight bytes", [0x81, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], code: 1002),
      Row(
        "fragments with a ping between them",
        frame(.text, "a", isFinal: false) + ping + frame(.continuation, "b", isFinal: false)
          + frame(.continuation, "c"),
        [.ping([1, 2]), message("abc")]),
      Row(
        "a letter in two fragments",
        RawFrame.masked(.text, [0xc3], isFinal: false) + RawFrame.masked(.continuation, [0xa9]), [message("é")]),
      Row("two messages", frame(.text, "a") + frame(.text, "b"), [message("a"), message("b")]),
      Row("a pong that nobody asked for", [0x8a, 0x80, 0, 0, 0, 0] + frame(.text, "a"), [message("a")]),
      Row("no mask", [0x81, 1, 0x61], code: 1002),
      Row("no mask on a ping", [0x89, 0], code: 1002),
      Row("a reserved bit", [0xc1, 0x80, 0, 0, 0, 0], code: 1002),
      Row("a reserved opcode", [0x83, 0x80, 0, 0, 0, 0], code: 1002),
      Row("a reserved control opcode", [0x8b, 0x80, 0, 0, 0, 0], code: 1002),
      Row("a binary message", RawFrame.masked(.binary, [1]), code: 1003),
      Row("a continuation of nothing", frame(.continuation, "a"), code: 1002),
      Row("a message in a message", frame(.text, "a", isFinal: false) + frame(.text, "b"), code: 1002),
      Row("a ping in fragments", [0x09, 0x80, 0, 0, 0, 0], code: 1002),
      Row("a ping of 126 bytes", [0x89, 0xfe, 0, 126, 0, 0, 0, 0], code: 1002),
      Row("what is not UTF-8", frame(.text, "a") + RawFrame.masked(.text, [0xff]), [message("a")], code: 1007),
      Row("a surrogate", RawFrame.masked(.text, [0xed, 0xa0, 0x80]), code: 1007),
      Row("half a letter", RawFrame.masked(.text, [0xc3]), code: 1007),
      Row("a close without a code", RawFrame.masked(.close, []), [.close(nil)]),
      Row("a close with a code", closing(1000), [.close(1000)]),
      Row("a close with a code of applications", closing(4999, Array("over".utf8)), [.close(4999)]),
      Row("a close with one byte", RawFrame.masked(.close, [3]), code: 1002),
      Row("a close whose reason is not UTF-8", closing(1000, [0xff]), code: 1007),
    ]
    + [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535].map {
      Row("a close with the code \($0)", closing($0), code: 1002)
    }

  @Test("frames are read as what they mean, in one piece and byte by byte", arguments: rows)
  func reads(_ row: Row) {
    for size in [row.bytes.count, 1, 3] {
      var reader = FrameReader(maximumMessage: 70_000)
      var events: [FrameReader.Event] = []
      var code: Int?
      var (start, rest) = (0, [][...] as ArraySlice<UInt8>)
      do throws(Frame.Closure) {
        while start < row.bytes.count {
          rest += row.bytes[start..<min(start + size, row.bytes.count)]
          start += size
          while let event = try reader.next(&rest) { events.append(event) }
        }
        #expect(rest.isEmpty)
      } catch {
        code = error.code
      }
      #expect(events == row.events && code == row.code)
    }
  }

  @Test("a beginning of a frame is no event", arguments: rows)
  func waits(_ row: Row) throws {
    guard row.code == nil, row.events.count == 1, row.testDescription != "a pong that nobody asked for" else { return }
    var reader = FrameReader(maximumMessage: 70_000)
    var rest = row.bytes.dropLast()
    #expect(try reader.next(&rest) == nil)
  }

  @Test("frames of the server have the shortest length", arguments: [0, 125, 126, 65_535, 65_536])
  func writes(_ count: Int) {
    let content = [UInt8](repeating: 7, count: count)
    let bytes = Frame.bytes(.text, content)
    let header: [UInt8] =
      switch count {
      case ..<126: [0x81, UInt8(count)]
      case ..<65_536: [0x81, 126, UInt8(count >> 8), UInt8(count & 255)]
      default: [0x81, 127, 0, 0, 0, 0, 0, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)]
      }
    #expect(bytes == header + content)
  }
}
