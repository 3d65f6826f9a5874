import SchemaRuntime

/// Where an editor's cursor is in a text that may be incomplete.
struct CursorContext {
  /// The names and indexes of the values around the cursor; for a member's value, its name is the last.
  private(set) var path: [String] = []
  /// Whether a member's name is expected.
  private(set) var isName = false
  /// The word or string at the cursor, to be replaced.
  private(set) var range: Range<Int>
  /// Whether a colon follows.
  private(set) var hasColon = false

  /// Reads JSON up to the cursor.
  init(json text: EditorText, at cursor: Int) {
    struct Frame {
      var isObject: Bool
      var name: String?
      var index = 0
      var expectsName: Bool
    }
    let bytes = text.bytes
    var frames: [Frame] = []
    var offset = 0
    range = cursor..<cursor
    scan: while offset < cursor {
      switch bytes[offset] {
      case UInt8(ascii: "{"): frames.append(Frame(isObject: true, expectsName: true))
      case UInt8(ascii: "["): frames.append(Frame(isObject: false, expectsName: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
      case UInt8(ascii: ","):
        guard let last = frames.indices.last else { break }
        frames[last].index += 1
        frames[last].expectsName = frames[last].isObject
      case UInt8(ascii: ":"): if let last = frames.indices.last { frames[last].expectsName = false }
      case UInt8(ascii: "\""):
        let end = text.endOfString(at: offset, limit: text.lineEnd(text.line(at: offset)))
        let isClosed = end > offset + 1 && bytes[end - 1] == UInt8(ascii: "\"")
        if cursor < end || cursor == end && !isClosed {
          range = offset..<(isClosed ? end : cursor)
          break scan
        }
        if let last = frames.indices.last, frames[last].expectsName {
          frames[last].name = (try? JSONValue(parsing: bytes[offset..<end]))?.string
        }
        offset = end
        continue
      case let byte
      where byte >= 0x80 || "-+.".utf8.contains(byte) || 0x30...0x39 ~= byte || 0x61...0x7a ~= byte | 0x20:
        var end = offset
        while end < bytes.count, !"{}[],: \t\r\n\"".utf8.contains(bytes[end]) { end += 1 }
        if cursor <= end {
          range = offset..<end
          break scan
        }
        offset = end
        continue
      default: break
      }
      offset += 1
    }
    isName = frames.last?.expectsName ?? false
    path = frames.enumerated().compactMap { depth, frame in
      if depth == frames.count - 1, frame.expectsName { return nil }
      return frame.isObject ? frame.name ?? "" : String(frame.index)
    }
    hasColon = bytes[range.upperBound...].first { $0 > 0x20 } == UInt8(ascii: ":")
  }

  /// Reads YAML in block style up to the cursor.
  init(yaml text: EditorText, at cursor: Int) {
    var frames: [(indent: Int, token: String, count: Int)] = []
    range = cursor..<cursor
    let last = text.line(at: cursor)
    for line in 0...last {
      let end = line == last ? cursor : text.lineEnd(line)
      var offset = text.lineStarts[line]
      func skipSpaces() { while offset < end, text.bytes[offset] == 0x20 { offset += 1 } }
      skipSpaces()
      if offset < end, text.bytes[offset] == UInt8(ascii: "#") || text.bytes[offset...].starts(with: "---".utf8) {
        continue
      }
      if offset == end, line != last { continue }
      var indent = offset - text.lineStarts[line]
      while offset < end, text.bytes[offset] == UInt8(ascii: "-"),
        offset + 1 >= end || text.bytes[offset + 1] == 0x20
      {
        while let top = frames.last,
          top.indent > indent
            || top.indent == indent && Int(top.token) == nil
              && frames.dropLast().last.map({ $0.indent }) ?? -1 >= indent
        { frames.removeLast() }
        if let top = frames.last, top.indent == indent, let index = Int(top.token) {
          frames[frames.count - 1].token = String(index + 1)
        } else {
          frames.append((indent, "0", 0))
        }
        offset += 1
        skipSpaces()
        indent = offset - text.lineStarts[line]
      }
      while let top = frames.last, top.indent >= indent, Int(top.token) == nil || top.indent > indent {
        frames.removeLast()
      }
      let rest = text.bytes[offset..<end]
      let colon = rest.indices.first {
        rest[$0] == UInt8(ascii: ":") && ($0 + 1 >= end || rest[$0 + 1] == 0x20)
      }
      if let colon {
        let name = String(decoding: rest[..<colon], as: UTF8.self).trimming { "\"' ".contains($0) }
        frames.append((indent, name, 0))
        offset = colon + 1
        skipSpaces()
      }
      if line == last {
        isName = colon == nil && frames.last.map { Int($0.token) == nil || $0.indent < indent } ?? true
        let wordEnd = text.lineEnd(line)
        range = offset..<max(cursor, colon == nil ? cursor : wordEnd)
        hasColon = isName && text.bytes[cursor..<wordEnd].contains(UInt8(ascii: ":"))
      }
    }
    path = frames.map(\.token)
  }
}

extension String {
  fileprivate func trimming(_ isSpace: (Character) -> Bool) -> String {
    String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
