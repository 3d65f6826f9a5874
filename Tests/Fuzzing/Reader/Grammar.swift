/// Whether bytes are a JSON text (RFC 8259), implemented directly from the grammar without regard to speed.
struct Grammar {
  let bytes: [UInt8]
  /// The maximum nesting of arrays and objects.
  let depth: Int

  var isText: Bool {
    // Section 8.1: UTF-8, without a byte order mark.
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.starts(with: [0xef, 0xbb, 0xbf]) else { return false }
    var cursor = Cursor(rest: bytes[...])
    return isText(&cursor)
  }

  private struct Cursor {
    var rest: ArraySlice<UInt8>

    mutating func takes(_ byte: Character) -> Bool {
      guard rest.first == byte.asciiValue else { return false }
      rest.removeFirst()
      return true
    }

    mutating func takes(_ word: String) -> Bool {
      guard rest.starts(with: word.utf8) else { return false }
      rest.removeFirst(word.utf8.count)
      return true
    }

    mutating func skipSpace() {
      rest = rest.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    }

    mutating func takesDigits() -> Bool {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest.removeFirst(digits.count)
      return !digits.isEmpty
    }
  }

  /// What comes next.
  private enum State { case value, valueOrEnd, nameOrEnd, name, afterValue }

  private func isText(_ cursor: inout Cursor) -> Bool {
    var open: [Character] = []
    var state = State.value
    while true {
      cursor.skipSpace()
      switch state {
      case .afterValue:
        guard let container = open.last else { return cursor.rest.isEmpty }
        if cursor.takes(",") {
          state = container == "{" ? .name : .value
        } else {
          guard cursor.takes(container == "{" ? "}" as Character : "]") else { return false }
          open.removeLast()
        }
      case .nameOrEnd where cursor.takes("}" as Character), .valueOrEnd where cursor.takes("]" as Character):
        open.removeLast()
        state = .afterValue
      case .nameOrEnd, .name:
        guard isString(&cursor) else { return false }
        cursor.skipSpace()
        guard cursor.takes(":" as Character) else { return false }
        state = .value
      case .value, .valueOrEnd:
        let container = cursor.rest.first
        if container == 0x7b || container == 0x5b {
          cursor.rest.removeFirst()
          open.append(container == 0x7b ? "{" : "[")
          guard open.count <= depth else { return false }
          state = container == 0x7b ? .nameOrEnd : .valueOrEnd
        } else {
          guard isScalar(&cursor) else { return false }
          state = .afterValue
        }
      }
    }
  }

  private func isScalar(_ cursor: inout Cursor) -> Bool {
    if cursor.rest.first == 0x22 { return isString(&cursor) }
    if cursor.takes("true") || cursor.takes("false") || cursor.takes("null") { return true }
    _ = cursor.takes("-" as Character)
    if !cursor.takes("0" as Character), !cursor.takesDigits() { return false }
    if cursor.takes("." as Character), !cursor.takesDigits() { return false }
    if cursor.takes("e" as Character) || cursor.takes("E" as Character) {
      if !cursor.takes("+" as Character) { _ = cursor.takes("-" as Character) }
      return cursor.takesDigits()
    }
    return true
  }

  private func isString(_ cursor: inout Cursor) -> Bool {
    guard cursor.takes("\"" as Character) else { return false }
    while let byte = cursor.rest.popFirst() {
      if byte == 0x22 { return true }
      if byte < 0x20 { return false }
      if byte == 0x5c, !isEscape(&cursor) { return false }
    }
    return false
  }

  /// Reads what follows a backslash. Surrogates must be in pairs, as in this library.
  private func isEscape(_ cursor: inout Cursor) -> Bool {
    guard let letter = cursor.rest.popFirst() else { return false }
    guard letter == UInt8(ascii: "u") else { return Array("\"\\/bfnrt".utf8).contains(letter) }
    guard let unit = hexadecimal(&cursor) else { return false }
    guard (0xd800..<0xe000).contains(unit) else { return true }
    guard unit < 0xdc00, cursor.takes("\\u"), let low = hexadecimal(&cursor) else { return false }
    return (0xdc00..<0xe000).contains(low)
  }

  private func hexadecimal(_ cursor: inout Cursor) -> Int? {
    let digits = cursor.rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    cursor.rest.removeFirst(4)
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
