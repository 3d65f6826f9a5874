import SchemaRuntime

extension JSONNode {
  /// The bytes of the value, or of a member's name, quotation marks included. The node must be of `text`.
  func range(in text: [UInt8]) -> Range<Int> { offset..<end(in: text) }

  /// The place after the last byte of the value.
  private func end(in text: [UInt8]) -> Int {
    // Down to the last value that holds none: brackets close from there.
    var node = self
    var depth = 0
    while node.isArray || node.isObject {
      depth += 1
      var last: JSONNode?
      for element in node.elements { last = element }
      for member in node.members { last = member.value }
      guard let inner = last else {
        return Self.skip(depth, from: node.offset + 1, in: text)
      }
      node = inner
    }
    let end = node.contentOffset + node.text.count + (node.isString ? 1 : 0)
    return Self.skip(depth, from: end, in: text)
  }

  /// The place after the next `count` brackets that close; between them is only whitespace.
  private static func skip(_ count: Int, from start: Int, in text: [UInt8]) -> Int {
    var end = start
    var left = count
    while left > 0, end < text.count {
      if text[end] == UInt8(ascii: "]") || text[end] == UInt8(ascii: "}") { left -= 1 }
      end += 1
    }
    return end
  }
}
