/// Bytes that JSON represents as a base64 string (RFC 4648, section 4): `"contentEncoding": "base64"`.
///
///     Base64Bytes([0x68, 0x69]).base64        // "aGk="
///     Base64Bytes(base64: "aGk=")?.bytes      // [0x68, 0x69]
///
/// The text must be canonical, so that equal bytes have only one text, and decoding and encoding are lossless: the
/// padding is required, unused bits are zero, and there are no other characters, such as line breaks.
public struct Base64Bytes: Hashable, Sendable {
  /// The decoded bytes.
  public var bytes: [UInt8]

  /// Creates an empty value.
  public init() { bytes = [] }

  /// Creates a value of these bytes.
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Returns nil if the text is not canonical base64.
  public init?(base64 text: String) {
    var text = text
    guard let bytes = text.withUTF8({ ContentEncoding.base64.decode($0) }) else { return nil }
    self.bytes = bytes
  }

  /// The bytes in base64, with padding.
  public var base64: String {
    bytes.withUnsafeBufferPointer { bytes in
      String(unsafeUninitializedCapacity: BaseAlphabet.base64Count(bytes.count)) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return BaseAlphabet.writeBase64(bytes, to: start) - start
      }
    }
  }
}

// MARK: - A collection of bytes

extension Base64Bytes: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { bytes.startIndex }
  public var endIndex: Int { bytes.endIndex }

  public subscript(index: Int) -> UInt8 {
    get { bytes[index] }
    set { bytes[index] = newValue }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<UInt8>) {
    bytes.replaceSubrange(range, with: newElements)
  }

  @_spi(Generated) public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try bytes.withContiguousStorageIfAvailable(body)
  }
}

extension Base64Bytes: ExpressibleByArrayLiteral {
  public init(arrayLiteral bytes: UInt8...) { self.bytes = bytes }
}

extension Base64Bytes: CustomStringConvertible {
  /// The bytes in base64.
  public var description: String { base64 }
}

// MARK: - JSON

extension Base64Bytes: Codable {
  /// Decodes a string. Throws `DecodingError.dataCorrupted` if it is not base64.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("a text in base64 such as 'aGk='") { Base64Bytes(base64: $0) }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try base64.encode(to: encoder) }
}

extension JSONWriter {
  /// Writes bytes as a string in base64 (RFC 4648, section 4), with padding.
  package mutating func write(base64 bytes: UnsafeBufferPointer<UInt8>) {
    reserve(BaseAlphabet.base64Count(bytes.count) + 3)
    cursor.pointee = UInt8(ascii: "\"")
    cursor = BaseAlphabet.writeBase64(bytes, to: cursor + 1)
    pair("\"", ",")
  }
}
