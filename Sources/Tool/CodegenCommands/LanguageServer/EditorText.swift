import SchemaRuntime

/// A text with its lines: offsets are bytes of UTF-8, positions are those of editors, in UTF-16.
struct EditorText: Equatable {
  private(set) var bytes: [UInt8]
  /// The offsets at which lines start.
  private(set) var lineStarts: [Int] = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    findLines()
  }

  private mutating func findLines() {
    lineStarts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for (offset, byte) in bytes.enumerated() where byte == 0x0a { lineStarts.append(offset + 1) }
    }
  }

  /// Replaces a range, or everything if there is none (`TextDocumentContentChangeEvent`).
  mutating func apply(_ change: JSONValue) {
    let text = Array((change["text"]?.string ?? "").utf8)
    if let range = change["range"].flatMap(range) {
      bytes.replaceSubrange(range, with: text)
    } else {
      bytes = text
    }
    findLines()
  }

  // MARK: - Positions

  /// The offset of a position; the end of the line if the line is shorter.
  func offset(_ position: JSONValue) -> Int? {
    guard let line = position["line"]?.int, let character = position["character"]?.int else { return nil }
    guard line >= 0 else { return 0 }
    guard line < lineStarts.count else { return bytes.count }
    var (offset, units) = (lineStarts[line], 0)
    let end = lineEnd(line)
    while offset < end {
      let count = Self.units(at: bytes[offset])
      if units + count > character, bytes[offset] & 0xc0 != 0x80 { break }
      units += count
      offset += 1
    }
    return offset
  }

  func range(_ range: JSONValue) -> Range<Int>? {
    guard let start = range["start"].flatMap(offset), let end = range["end"].flatMap(offset) else { return nil }
    return start..<max(start, end)
  }

  func position(at offset: Int) -> JSONValue {
    let offset = max(0, min(offset, bytes.count))
    let line = self.line(at: offset)
    let units = bytes[lineStarts[line]..<offset].reduce(0) { $0 + Self.units(at: $1) }
    return ["line": .number(JSONNumber(line)), "character": .number(JSONNumber(units))]
  }

  func range(_ range: Range<Int>) -> JSONValue {
    ["start": position(at: range.lowerBound), "end": position(at: range.upperBound)]
  }

  /// The line of an offset, counted from zero.
  func line(at offset: Int) -> Int { lineStarts.partitioningIndex { $0 > offset } - 1 }

  /// The offset of a line and column in messages, both counted from one, the column in Unicode scalars.
  func offset(line: Int, column: Int) -> Int {
    guard line >= 1 else { return 0 }
    guard line <= lineStarts.count else { return bytes.count }
    var (offset, rest) = (lineStarts[line - 1], column - 1)
    let end = lineEnd(line - 1)
    while offset < end, rest > 0 || bytes[offset] & 0xc0 == 0x80 {
      if bytes[offset] & 0xc0 != 0x80 { rest -= 1 }
      offset += 1
    }
    return offset
  }

  /// The offset of the end of a line, without its line break.
  func lineEnd(_ line: Int) -> Int {
    guard line + 1 < lineStarts.count else { return bytes.count }
    let end = lineStarts[line + 1] - 1
    return end > lineStarts[line] && bytes[end - 1] == 0x0d ? end - 1 : end
  }

  /// The number of UTF-16 code units that a character's first byte stands for; none for the other bytes.
  private static func units(at byte: UInt8) -> Int { byte & 0xc0 == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1 }

  // MARK: - Tokens

  /// The range of the word, string or bracket at an offset, to underline.
  func token(at start: Int, isYAML: Bool) -> Range<Int> {
    guard start < bytes.count else { return max(0, bytes.count - 1)..<bytes.count }
    let end = lineEnd(line(at: start))
    guard start < end else { return start..<min(start + 1, bytes.count) }
    let first = bytes[start]
    if first == UInt8(ascii: "\"") || isYAML && first == UInt8(ascii: "'") {
      return start..<endOfString(at: start, limit: end)
    }
    if "{}[],:".utf8.contains(first) { return start..<start + 1 }
    var next = start
    while next < end {
      let byte = bytes[next]
      let follows = next + 1 < end ? bytes[next + 1] : 0x20
      if isYAML ? byte == UInt8(ascii: ":") && follows == 0x20 : ",]}: \t".utf8.contains(byte) { break }
      if isYAML, byte == 0x20, follows == UInt8(ascii: "#") { break }
      next += 1
    }
    while next > start + 1, bytes[next - 1] == 0x20 { next -= 1 }
    return start..<max(next, start + 1)
  }

  /// The offset after the string that starts at an offset.
  func endOfString(at start: Int, limit: Int) -> Int {
    let quote = bytes[start]
    var next = start + 1
    while next < limit {
      if bytes[next] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        next += 2
      } else if bytes[next] == quote {
        return next + 1
      } else {
        next += 1
      }
    }
    return limit
  }
}
