internal import CJSONScan

/// Writes compact JSON into one growing buffer.
///
/// Every value is written with a trailing comma, which the end of its container, or ``finish()``, removes, so there is
/// no state for pending commas.
///
/// A write reserves space once and then stores through a cursor into a private buffer; ``finish()`` copies the bytes
/// once. ``text(estimate:_:)`` begins on the stack.
@frozen
public struct JSONWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  /// The address of the next byte.
  @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
  @usableFromInline var limit: UnsafeMutablePointer<UInt8>
  /// Whether the writer owns the buffer, which otherwise belongs to its creator.
  @usableFromInline var ownsBuffer: Bool
  /// Why the value has no JSON form, if so.
  @usableFromInline var failure: JSONWriteError?

  @_spi(Generated) @inlinable
  public init(reservingCapacity capacity: Int = 256) {
    let capacity = Swift.max(capacity, 64)
    start = .allocate(capacity: capacity)
    cursor = start
    limit = start + capacity
    ownsBuffer = true
  }

  /// Creates a writer that starts in memory owned by the caller, and allocates a buffer when that is full.
  @inlinable
  init(borrowing memory: UnsafeMutableBufferPointer<UInt8>) {
    let address = memory.baseAddress
    ownsBuffer = address == nil
    start = address ?? .allocate(capacity: 64)
    cursor = start
    limit = start + (address == nil ? 64 : memory.count)
  }

  @inlinable
  deinit {
    if ownsBuffer { start.deallocate() }
  }

  /// The bytes written.
  /// - Throws: ``JSONWriteError`` if a value has no JSON form.
  @_spi(Generated) @inlinable
  public consuming func finish() throws(JSONWriteError) -> [UInt8] {
    try end()
    return written
  }

  /// The output of `body`, in an array. A text of at most `estimate` bytes is written on the stack.
  /// - Throws: ``JSONWriteError`` if a value has no JSON form.
  @inlinable
  package static func text(
    estimate: Int = 512, _ body: (inout JSONWriter) -> Void
  ) throws(JSONWriteError) -> [UInt8] {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(estimate, 64)) {
      memory throws(JSONWriteError) in
      var writer = JSONWriter(borrowing: memory)
      body(&writer)
      try writer.end()
      return writer.written
    }
  }

  @inlinable
  var written: [UInt8] { Array(UnsafeBufferPointer(start: start, count: cursor - start)) }

  /// Removes the last comma.
  @inlinable
  mutating func end() throws(JSONWriteError) {
    if let failure { throw failure }
    if cursor > start, cursor[-1] == UInt8(ascii: ",") { cursor -= 1 }
  }
}

/// The reason that a value in memory has no JSON form.
public enum JSONWriteError: Error, Hashable, Sendable {
  /// JSON has no NaN and no infinities (RFC 8259, section 6).
  ///
  /// The error does not contain the number, which may be sensitive.
  case notFinite
  /// RFC 3339 has no dates outside the years 0 to 9999.
  case yearOutOfRange
  /// An item of an array is absent, and a later one is present.
  case absentItem(String)
  /// The value of a union's case has additional members, which belong to the enclosing struct.
  case membersOfBranch(String)
  /// The value of a union's case has a tag that leads to another case.
  case tagOfOtherCase(String)
}

extension JSONWriteError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite: "expected a finite number, found NaN or an infinity, which JSON cannot write"
    case .yearOutOfRange: "a date is outside the years 0 to 9999, so that RFC 3339 cannot write it"
    case .absentItem(let name): "the item '\(name)' is nil although a later one is present; set it too"
    case .membersOfBranch(let name):
      "the value of case '\(name)' has undeclared members, which belong in the struct around the union; move them there"
    case .tagOfOtherCase(let name):
      "the value's \(name) belongs to another case of the union; set it to a value of this case"
    }
  }
}

// MARK: - Capacity

extension JSONWriter {
  /// Reserves space for `count` more bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ count: Int) {
    if limit - cursor < count { grow(by: count) }
  }

  /// Moves to a buffer that is several times as large, so that a text is copied about once, however long it becomes.
  @usableFromInline @inline(never)
  mutating func grow(by count: Int) {
    let written = cursor - start
    let capacity = Swift.max((limit - start) * (written < 1 << 16 ? 8 : 2), written + count + 512)
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    buffer.initialize(from: start, count: written)
    if ownsBuffer { start.deallocate() }
    start = buffer
    cursor = buffer + written
    limit = buffer + capacity
    ownsBuffer = true
  }

  /// Writes bytes that need no escapes.
  @inlinable @inline(__always)
  mutating func raw(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    reserve(count)
    cursor.initialize(from: text.utf8Start, count: count)
    cursor += count
  }

  /// Writes two bytes, for which there must be space.
  @inlinable @inline(__always)
  mutating func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
    cursor[0] = UInt8(ascii: first)
    cursor[1] = UInt8(ascii: second)
    cursor += 2
  }
}

// MARK: - Structure

extension JSONWriter {
  /// Begins an object.
  @inlinable @inline(__always)
  public mutating func beginObject() { raw("{") }

  /// Begins an array.
  @inlinable @inline(__always)
  public mutating func beginArray() { raw("[") }

  /// Ends an object.
  @inlinable @inline(__always)
  public mutating func endObject() { end("}") }

  /// Ends an array.
  @inlinable @inline(__always)
  public mutating func endArray() { end("]") }

  @inlinable @inline(__always)
  mutating func end(_ bracket: Unicode.Scalar) {
    reserve(2)
    if cursor > start, cursor[-1] == UInt8(ascii: ",") { cursor -= 1 }
    pair(bracket, ",")
  }

  /// Writes a member's name and colon verbatim: `key` is `"name":` with quotation marks, escaped.
  @_spi(Generated) @inlinable @inline(__always)
  public mutating func rawKey(_ key: StaticString) { raw(key) }

  /// Writes a member's name and colon.
  public mutating func key(_ name: String) {
    string(name, before: ":")
  }
}

// MARK: - Scalars

extension JSONWriter {
  /// Writes null for a value that has no JSON form; ``finish()`` throws the error.
  public mutating func refuse(_ error: JSONWriteError) {
    failure = failure ?? error
    writeNull()
  }

  /// Writes `null`.
  @inlinable @inline(__always)
  public mutating func writeNull() { raw("null,") }

  /// Writes a Boolean value.
  @inlinable @inline(__always)
  public mutating func write(_ value: Bool) {
    if value { raw("true,") } else { raw("false,") }
  }

  /// Writes an integer.
  public mutating func write(_ value: Int) { write(Int64(value)) }

  @usableFromInline package mutating func write(_ value: Int64) {
    reserve(NumberText.longestInteger + 1)
    cursor = NumberText.write(value, to: cursor)
    cursor.pointee = UInt8(ascii: ",")
    cursor += 1
  }

  @usableFromInline package mutating func write(_ value: UInt64) {
    reserve(NumberText.longestInteger + 1)
    cursor = NumberText.writeDigits(value, to: cursor)
    cursor.pointee = UInt8(ascii: ",")
    cursor += 1
  }

  /// Writes the shortest decimal that reads back as `value`. If `value` is not finite, ``finish()`` throws.
  public mutating func write(_ value: Double) {
    guard value.isFinite else {
      return refuse(.notFinite)
    }
    reserve(NumberText.roomForDouble + 1)
    cursor = NumberText.write(value, to: cursor)
    cursor.pointee = UInt8(ascii: ",")
    cursor += 1
  }

  /// Writes the shortest decimal that reads back as `value`. If `value` is not finite, ``finish()`` throws.
  @usableFromInline package mutating func write(_ value: Float) {
    guard value.isFinite else {
      return refuse(.notFinite)
    }
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    text.withUTF8 { number($0) }
  }

  /// Writes a number as it is written in its text.
  public mutating func write(_ value: JSONNumber) {
    value.withText { number($0) }
  }

  /// Writes a number's text, which must be in RFC 8259's grammar.
  package mutating func write(number text: String) {
    var text = text
    text.withUTF8 { number($0) }
  }

  private mutating func number(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 1)
    guard let address = text.baseAddress else { return }
    cursor.initialize(from: address, count: text.count)
    cursor[text.count] = UInt8(ascii: ",")
    cursor += text.count + 1
  }

  /// Writes a string.
  public mutating func write(_ value: String) { string(value, before: ",") }

  /// Writes a string, with only the escapes that RFC 8259 section 7 requires, and the byte after it.
  @inline(__always)
  private mutating func string(_ value: String, before next: Unicode.Scalar) {
    // Reading the storage in place avoids the retain and release of a copy, which `withUTF8` requires.
    let isWritten: Void? = value.utf8.withContiguousStorageIfAvailable { string($0, before: next) }
    if isWritten != nil { return }
    var copy = value
    copy.withUTF8 { string($0, before: next) }
  }

  @inline(__always)
  private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, before next: Unicode.Scalar) {
    reserve(utf8.count + 3)
    cursor.pointee = UInt8(ascii: "\"")
    cursor += 1
    if let source = utf8.baseAddress {
      let end = source + utf8.count
      let stop = json_scan_copy_plain(source, end, cursor)
      cursor += stop - source
      if stop != end { escape(from: stop, to: end) }
    }
    pair("\"", next)
  }

  /// Writes the rest of a string's content, whose first byte must be escaped, and leaves space for two bytes.
  @inline(never)
  private mutating func escape(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    var source = start
    while source < end {
      // An escape stores eight bytes.
      reserve(end - source + 8)
      cursor += json_scan_write_escape(source.pointee, cursor)
      source += 1
      let stop = json_scan_copy_plain(source, end, cursor)
      cursor += stop - source
      source = stop
    }
    reserve(2)
  }
}

// MARK: - Any value

extension JSONWriter {
  /// Writes a value.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .array where !CallStack.hasRoom, .object where !CallStack.hasRoom: CallStack.onAnother { write(value) }
    case .array(let elements):
      beginArray()
      // Reading the storage directly avoids the retain and release of an iterator's copies.
      elements.withUnsafeBufferPointer { buffer in
        for index in buffer.indices { write(buffer[index]) }
      }
      endArray()
    case .object(let object):
      write(object)
    }
  }

  package mutating func write(_ object: JSONObject) {
    beginObject()
    writeMembers(of: object)
    endObject()
  }

  /// Writes the members without the braces, for an object with further members.
  @_spi(Generated) public mutating func writeMembers(of object: JSONObject) {
    object.members.withUnsafeBufferPointer { buffer in
      for index in buffer.indices {
        key(buffer[index].key)
        write(buffer[index].value)
      }
    }
  }
}
