internal import CJSONScan

/// Finds the end of a value in a text that arrives in pieces, without checking it.
struct ValueScan: Sendable {
  private enum Kind { case string, container, scalar }

  private let kind: Kind
  private var depth = 0
  private var isInString = false
  private var isAfterEscape = false

  /// Whether a number or literal ends only with the text, so that the reader sees what follows it.
  private let endsWithText: Bool

  /// - Parameters:
  ///   - byte: the first byte of the value.
  ///   - isRoot: whether nothing is around it.
  init(_ byte: UInt8, isRoot: Bool) {
    endsWithText = isRoot
    switch byte {
    case UInt8(ascii: "\""): kind = .string
    case UInt8(ascii: "["), UInt8(ascii: "{"): kind = .container
    default: kind = .scalar
    }
  }

  var isScalar: Bool { kind == .scalar }
  var isContainer: Bool { kind == .container }

  /// Scans from an offset, where the last call ended, and returns the offset after the value; nil if it does not end.
  ///
  /// A control character in a string ends the value after it: no reader accepts either.
  mutating func end(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    if isScalar {
      if endsWithText { offset = bytes.count }
      while offset < bytes.count {
        switch base[offset] {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: return offset
        default: offset += 1
        }
      }
      return nil
    }
    let limit = base + bytes.count
    var cursor = base + offset
    defer { offset = base.distance(to: cursor) }
    while cursor < limit {
      if isInString {
        if isAfterEscape {
          isAfterEscape = false
          cursor += 1
          continue
        }
        var isOther: UInt32 = 0
        cursor = json_scan_string(cursor, limit, &isOther)
        if cursor == limit { return nil }
        let byte = cursor.pointee
        cursor += 1
        if byte == UInt8(ascii: "\\") {
          isAfterEscape = true
        } else if byte < 0x20 {
          return base.distance(to: cursor)
        } else {
          isInString = false
          if depth == 0 { return base.distance(to: cursor) }
        }
        continue
      }
      let byte = cursor.pointee
      cursor += 1
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth &+= 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth &-= 1
        if depth == 0 { return base.distance(to: cursor) }
      default: break
      }
    }
    return nil
  }
}
