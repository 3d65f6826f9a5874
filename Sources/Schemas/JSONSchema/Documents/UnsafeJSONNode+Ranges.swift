package import SchemaRuntime

extension UnsafeJSONNode {
  /// Returns the byte range of the value, or of a member's name, with quotation marks. The node must be of `text`.
  package func range(in text: [UInt8]) -> Range<Int> { offset..<end(in: text) }

  /// Returns the offset after the last byte of the value.
  private func end(in text: [UInt8]) -> Int {
    // Descend to the last scalar or empty container; only closing brackets follow it.
    var node = self
    var depth = 0
    while node.isArray || node.isObject {
      depth += 1
      var last: UnsafeJSONNode?
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

  /// Returns the offset after the next `count` closing brackets, which only whitespace separates.
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
