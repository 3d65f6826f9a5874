/// The reason and the position at which a text is not acceptable JSON (RFC 8259).
///
/// No part of an invalid text is returned.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The text contains only whitespace.
    case emptyText
    /// The text begins with U+FEFF, which RFC 8259 section 8.1 forbids senders to add.
    case byteOrderMark
    /// The text ends where `expected` is required.
    case unexpectedEnd(expected: Expectation)
    /// A byte that is not allowed at this position.
    case unexpectedByte(UInt8, expected: Expectation)
    /// Something other than whitespace after the value.
    case contentAfterValue(UInt8)
    /// A control character below U+0020 that is not written as an escape.
    case controlCharacterInString(UInt8)
    /// A reverse solidus not followed by one of `"\/bfnrtu`.
    case invalidEscape(UInt8)
    /// `\u` not followed by four hexadecimal digits.
    case invalidUnicodeEscape
    /// An escaped surrogate without its other half.
    case loneSurrogate
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Arrays and objects nested deeper than ``JSONLimits/maximumDepth``.
    case tooDeep(limit: Int)
    /// More bytes than ``JSONLimits/maximumByteCount``.
    case tooLong(limit: Int)
    /// A text in another format, such as YAML, that is not well-formed or cannot be converted to JSON. `message` states
    /// what was expected and what was found.
    case notConvertible(message: String)
  }

  /// The alternatives at the position of an error.
  public enum Expectation: String, Hashable, Sendable {
    case value = "a value"
    case memberName = "a member name in double quotes"
    case memberNameOrEnd = "a member name in double quotes or '}'"
    case valueOrEnd = "a value or ']'"
    case colon = "':'"
    case commaOrObjectEnd = "',' or '}'"
    case commaOrArrayEnd = "',' or ']'"
    case digit = "a digit"
    case literal = "'true', 'false' or 'null'"
    case stringEnd = "the closing '\"' of a string"
  }

  /// The kind of the error.
  public let kind: Kind
  /// The position in the text.
  public let position: SourcePosition

  package init(kind: Kind, position: SourcePosition) {
    self.kind = kind
    self.position = position
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// `line:column: message`, without a file name.
  public var description: String { "\(position.line):\(position.column): \(message)" }

  /// Only the message, on one line.
  public var message: String {
    switch kind {
    case .emptyText: "expected a JSON value, found an empty text"
    case .byteOrderMark: "expected a JSON value, found a byte order mark; remove it"
    case .unexpectedEnd(let expected): "expected \(expected.rawValue), found the end of the text"
    case .unexpectedByte(let byte, let expected): "expected \(expected.rawValue), found \(Self.name(of: byte))"
    case .contentAfterValue(let byte): "expected the end of the text, found \(Self.name(of: byte)) after the value"
    case .controlCharacterInString(let byte):
      "expected control characters in strings to be escaped, found \(Self.name(of: byte))"
    case .invalidEscape(let byte):
      "expected '\"', '\\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\\' in a string, found \(Self.name(of: byte)); "
        + "write '\\\\' for a backslash"
    case .invalidUnicodeEscape: "expected four hexadecimal digits after '\\u'"
    case .loneSurrogate: "expected escaped surrogates in pairs, high before low, found an unpaired one"
    case .invalidUTF8: "expected UTF-8, found invalid bytes"
    case .tooDeep(let limit): "expected at most \(limit) levels of nested arrays and objects, found more"
    case .tooLong(let limit): "expected at most \(limit) bytes, found more"
    case .notConvertible(let message): message
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7e where byte != 0x27: "'\(Character(Unicode.Scalar(byte)))'"
    case 0x27: "a single quote"
    default: "byte 0x" + String(hexadecimal: byte, width: 2)
    }
  }
}

/// A position in a UTF-8 text.
public struct SourcePosition: Hashable, Sendable {
  /// The number of bytes before the position.
  public let offset: Int
  /// The number of line feeds before the position, plus one.
  public let line: Int
  /// The number of Unicode scalars between the start of the line and the position, plus one.
  public let column: Int

  /// Creates a position that is already known.
  package init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position `offset` bytes into `text`; offsets past the end mean the end.
  package init(offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    let offset = Swift.max(0, Swift.min(offset, text.count))
    var line = 1
    var column = 1
    for byte in text[..<offset] {
      if byte == 0x0a {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position in a larger text, in which this text begins a line after so many lines and bytes.
  func moved(byLines lines: Int, bytes: Int) -> SourcePosition {
    SourcePosition(offset: offset + bytes, line: line + lines, column: column)
  }

  /// The position in a larger text, in which this text begins at a position.
  package func moved(to start: SourcePosition) -> SourcePosition {
    SourcePosition(
      offset: start.offset + offset, line: start.line + line - 1,
      column: line == 1 ? start.column + column - 1 : column)
  }

  /// The position after some text, as ``init(offset:in:)`` would find it, in loops that become vector instructions.
  package func advanced(over text: UnsafeBufferPointer<UInt8>) -> SourcePosition {
    var lines = 0
    for byte in text { lines &+= byte == 0x0a ? 1 : 0 }
    let lastLine = lines == 0 ? text[...] : text[((text.lastIndex(of: 0x0a) ?? -1) + 1)...]
    var columns = 0
    for byte in lastLine { columns &+= byte & 0xc0 != 0x80 ? 1 : 0 }
    return SourcePosition(
      offset: offset + text.count, line: line + lines, column: (lines == 0 ? column : 1) + columns)
  }
}

extension SourcePosition? {
  /// The position at the beginning of a message: `line:column: `; empty for a value in memory.
  var prefix: String { map { "\($0.line):\($0.column): " } ?? "" }
}

/// The limits of a reader.
@frozen
public struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting of arrays and objects (default: 512, at most 1,024).
  ///
  /// No depth needs more than half a megabyte of stack, which is all that threads have on some systems: for deeper
  /// values, the work continues on another stack.
  public var maximumDepth: Int
  /// The maximum size of a JSON text in bytes (default and upper limit: 268,435,455).
  public var maximumByteCount: Int

  /// The upper limit of ``maximumDepth``.
  public static let hardMaximumDepth = 1_024

  /// The size of the longest text that the structural index can describe: its fields have 28 bits.
  public static let hardMaximumByteCount = (1 << 28) - 1

  /// Creates limits.
  @inlinable
  public init(maximumDepth: Int = 512, maximumByteCount: Int = (1 << 28) - 1) {
    self.maximumDepth = maximumDepth
    self.maximumByteCount = maximumByteCount
  }
}
