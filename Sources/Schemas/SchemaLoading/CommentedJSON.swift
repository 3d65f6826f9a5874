/// JSON with comments and trailing commas, as editors read their settings.
enum CommentedJSON {
  /// Returns the JSON in a text: comments and trailing commas become spaces, so that offsets and lines stay, and columns behind
  /// comments in ASCII. A comment without
  /// an end stays, and is not JSON.
  static func json(in text: [UInt8]) -> [UInt8] {
    var json = text
    var index = 0
    /// The comma after a value that only spaces and comments have followed so far.
    var comma: Int?
    var isAfterValue = false
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\""):
        (comma, isAfterValue) = (nil, true)
        index = end(ofStringAt: index, in: json)
      case UInt8(ascii: "/"):
        guard let end = end(ofCommentAt: index, in: json) else { return json }
        for place in index..<end where json[place] != 0x0a && json[place] != 0x0d { json[place] = 0x20 }
        index = end
      case UInt8(ascii: ","):
        (comma, isAfterValue) = (isAfterValue ? index : nil, false)
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { json[comma] = 0x20 }
        (comma, isAfterValue) = (nil, true)
        index += 1
      case 0x20, 0x09, 0x0a, 0x0d: index += 1
      case let byte:
        (comma, isAfterValue) = (nil, !"{[:".utf8.contains(byte))
        index += 1
      }
    }
    return json
  }

  private static func end(ofStringAt start: Int, in text: [UInt8]) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }

  private static func end(ofCommentAt start: Int, in text: [UInt8]) -> Int? {
    guard start + 1 < text.count else { return nil }
    if text[start + 1] == UInt8(ascii: "/") {
      return text[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.count
    }
    guard text[start + 1] == UInt8(ascii: "*") else { return nil }
    var index = start + 2
    while index + 1 < text.count {
      if text[index] == UInt8(ascii: "*"), text[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return nil
  }
}
