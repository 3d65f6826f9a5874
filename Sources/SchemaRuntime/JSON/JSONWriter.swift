internal import CJSONScan

/// Writes compact JSON into one growing buffer.
///
/// Every value is written with a comma after it, which the end of its container, or ``finish()``,
/// takes back: no state says whether a comma is due.
@frozen
public struct JSONWriter: ~Copyable {
  @usableFromInline var bytes: [UInt8]
  /// The first number that JSON cannot say: NaN or an infinity.
  @usableFromInline var unwritable: Double?

  @inlinable
  public init(reservingCapacity capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
    unwritable = nil
  }

  /// The bytes written.
  /// - Throws: ``JSONWriteError`` when a number was NaN or infinite.
  @inlinable
  public consuming func finish() throws(JSONWriteError) -> [UInt8] {
    if let unwritable { throw .notFinite(unwritable) }
    if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
    return bytes
  }
}

/// Why a value in memory has no JSON form.
public enum JSONWriteError: Error, Hashable, Sendable {
  /// JSON has no NaN and no infinities (RFC 8259, section 6).
  case notFinite(Double)
}

extension JSONWriteError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let value): "expected a finite number, found \(value), which JSON cannot write"
    }
  }
}

// MARK: - Structure

extension JSONWriter {
  @inlinable @inline(__always)
  public mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  @inlinable @inline(__always)
  public mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }

  @inlinable @inline(__always)
  public mutating func endObject() { end(UInt8(ascii: "}")) }

  @inlinable @inline(__always)
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  @inlinable @inline(__always)
  mutating func end(_ bracket: UInt8) {
    let last = bytes.count &- 1
    if last >= 0, bytes[last] == UInt8(ascii: ",") {
      bytes[last] = bracket
    } else {
      bytes.append(bracket)
    }
    bytes.append(UInt8(ascii: ","))
  }

  /// Writes a member's name and its colon as they are: `key` is `"name":` with quotation marks, escaped.
  @inlinable @inline(__always)
  public mutating func rawKey(_ key: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  /// Writes a member's name and its colon.
  @inlinable
  public mutating func key(_ name: String) {
    write(name)
    bytes[bytes.count &- 1] = UInt8(ascii: ":")
  }
}

// MARK: - Scalars

extension JSONWriter {
  @inlinable @inline(__always)
  public mutating func writeNull() { literal("null,") }

  @inlinable @inline(__always)
  public mutating func write(_ value: Bool) { literal(value ? "true," : "false,") }

  @inlinable @inline(__always)
  mutating func literal(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  public mutating func write(_ value: Int) {
    NumberText.append(Int64(value), to: &bytes)
    bytes.append(UInt8(ascii: ","))
  }

  /// Writes the shortest decimal that reads back as `value`; a value that is not finite fails at ``finish()``.
  @inlinable
  public mutating func write(_ value: Double) {
    if value.isFinite {
      NumberText.append(value, to: &bytes)
      bytes.append(UInt8(ascii: ","))
    } else {
      unwritable = unwritable ?? value
      writeNull()
    }
  }

  @inlinable
  public mutating func write(_ value: JSONNumber) {
    bytes.append(contentsOf: value.text.utf8)
    bytes.append(UInt8(ascii: ","))
  }

  @inlinable
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      bytes.append(UInt8(ascii: "\""))
      appendEscaping(utf8)
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ","))
  }

  /// Appends string content, escaping what RFC 8259 section 7 asks for and nothing else.
  @usableFromInline
  mutating func appendEscaping(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard var place = utf8.baseAddress else { return }
    let end = place + utf8.count
    var nonASCII: UInt32 = 0
    while true {
      let stop = json_scan_string(place, end, &nonASCII)
      bytes.append(contentsOf: UnsafeBufferPointer(start: place, count: place.distance(to: stop)))
      if stop == end { return }
      appendEscape(stop.pointee)
      place = stop + 1
    }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: [0x75, 0x30, 0x30])
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 15)])
    }
  }

  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let object):
      write(object)
    }
  }

  public mutating func write(_ object: JSONObject) {
    beginObject()
    writeMembers(of: object)
    endObject()
  }

  /// Writes the members without the braces, for an object that has others as well.
  public mutating func writeMembers(of object: JSONObject) {
    for member in object {
      key(member.name)
      write(member.value)
    }
  }
}
