/// Frames of the WebSocket protocol (RFC 6455, section 5).
enum Frame {
  enum Opcode: UInt8 {
    case continuation = 0
    case text, binary
    case close = 8
    case ping, pong
  }

  /// Returns a frame of a server: complete and without a mask.
  static func bytes(_ opcode: Opcode, _ content: [UInt8]) -> [UInt8] {
    var frame = [0x80 | opcode.rawValue]
    frame.reserveCapacity(content.count + 10)
    switch content.count {
    case ..<126: frame.append(UInt8(content.count))
    case ..<65_536: frame += [126, UInt8(content.count >> 8), UInt8(content.count & 255)]
    default: frame += [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
    }
    return frame + content
  }

  /// Returns a close frame, whose reason may have 123 bytes.
  static func closing(_ closure: Closure) -> [UInt8] {
    bytes(.close, [UInt8(closure.code >> 8), UInt8(closure.code & 255)] + closure.reason.utf8.prefix(123))
  }

  /// Why a socket is closed (RFC 6455, section 7.4).
  struct Closure: Error, Hashable, Sendable {
    var code: Int
    var reason: String

    init(_ code: Int, _ reason: String) { (self.code, self.reason) = (code, reason) }

    static func violation(_ reason: String) -> Closure { Closure(1002, reason) }
  }
}

/// Reads the frames of a client.
struct FrameReader {
  enum Event: Hashable {
    /// A complete text message, valid UTF-8.
    case message([UInt8])
    case ping([UInt8])
    /// The client closes the socket; nil without a code.
    case close(Int?)
  }

  private struct Header {
    var opcode: Frame.Opcode
    var isFinal: Bool
    var mask: (UInt8, UInt8, UInt8, UInt8)
    /// How many bytes of the content have not arrived.
    var rest: Int
    /// How many have.
    var count = 0
  }

  private let maximumMessage: Int
  private var header: Header?
  /// The content of a control frame.
  private var control: [UInt8] = []
  private var message: [UInt8] = []
  private var isInMessage = false

  init(maximumMessage: Int) { self.maximumMessage = maximumMessage }

  /// Returns the next event, and removes what it was read from; nil if more has to arrive.
  mutating func next(_ input: inout ArraySlice<UInt8>) throws(Frame.Closure) -> Event? {
    while true {
      if header == nil { header = try readHeader(&input) }
      guard var current = header else { return nil }
      take(&current, &input)
      header = current
      guard current.rest == 0 else { return nil }
      header = nil
      if let event = try finish(current) { return event }
    }
  }

  private mutating func take(_ header: inout Header, _ input: inout ArraySlice<UInt8>) {
    let count = min(header.rest, input.count)
    guard count > 0 else { return }
    let mask = [header.mask.0, header.mask.1, header.mask.2, header.mask.3]
    let offset = header.count
    let content = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for (index, byte) in input.prefix(count).enumerated() { buffer[index] = byte ^ mask[(offset + index) & 3] }
      initialized = count
    }
    if header.opcode.rawValue >= Frame.Opcode.close.rawValue { control += content } else { message += content }
    header.count += count
    header.rest -= count
    input = input.dropFirst(count)
  }

  private mutating func readHeader(_ input: inout ArraySlice<UInt8>) throws(Frame.Closure) -> Header? {
    guard input.count >= 2 else { return nil }
    let (first, second) = (input[input.startIndex], input[input.startIndex + 1])
    guard first & 0x70 == 0, let opcode = Frame.Opcode(rawValue: first & 15) else {
      throw .violation("expected a frame without reserved bits and opcodes")
    }
    guard second & 0x80 != 0 else { throw .violation("expected a masked frame") }
    let isFinal = first & 0x80 != 0
    let short = Int(second & 0x7f)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    if opcode.rawValue >= Frame.Opcode.close.rawValue, !isFinal || extra > 0 {
      throw .violation("expected a control frame of at most 125 bytes")
    }
    guard input.count >= 2 + extra + 4 else { return nil }
    let bytes = input.dropFirst(2)
    let length = extra == 0 ? UInt64(short) : bytes.prefix(extra).reduce(0) { $0 << 8 | UInt64($1) }
    guard extra == 0 || length > (extra == 2 ? 125 : 65_535), length < 1 << 63 else {
      throw .violation("expected the length in its shortest form")
    }
    try check(opcode, isFinal, length)
    let start = bytes.startIndex + extra
    input = input.dropFirst(2 + extra + 4)
    return Header(
      opcode: opcode, isFinal: isFinal, mask: (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]),
      rest: Int(length))
  }

  private mutating func check(_ opcode: Frame.Opcode, _ isFinal: Bool, _ length: UInt64) throws(Frame.Closure) {
    switch opcode {
    case .binary: throw Frame.Closure(1003, "expected text, found a binary message")
    case .text:
      guard !isInMessage else { throw .violation("expected the rest of a message") }
      isInMessage = true
    case .continuation:
      guard isInMessage else { throw .violation("expected the beginning of a message") }
    case .close, .ping, .pong: return
    }
    guard length <= UInt64(maximumMessage - message.count) else {
      throw Frame.Closure(1009, "expected a message of at most \(maximumMessage) bytes")
    }
  }

  /// Returns what a complete frame means; nil for a fragment and for a pong.
  private mutating func finish(_ header: Header) throws(Frame.Closure) -> Event? {
    let content = control
    control = []
    switch header.opcode {
    case .text, .binary, .continuation:
      guard header.isFinal else { return nil }
      let text = message
      (message, isInMessage) = ([], false)
      guard Self.isText(text) else { throw Frame.Closure(1007, "expected UTF-8") }
      return .message(text)
    case .ping: return .ping(content)
    case .pong: return nil
    case .close:
      guard !content.isEmpty else { return .close(nil) }
      guard content.count >= 2 else { throw .violation("expected a code of two bytes") }
      let code = Int(content[0]) << 8 | Int(content[1])
      guard [1000...1003, 1007...1014, 3000...4999].contains(where: { $0.contains(code) }) else {
        throw .violation("expected a code that clients may send")
      }
      guard Self.isText(Array(content.dropFirst(2))) else { throw Frame.Closure(1007, "expected UTF-8") }
      return .close(code)
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}
