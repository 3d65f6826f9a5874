import SchemaRuntime

/// A value of a command, with the text of the command, which it borrows.
struct BowtieValue {
  let node: UnsafeJSONNode
  let text: UnsafeBufferPointer<UInt8>

  /// A member of an object.
  subscript(name: String) -> BowtieValue? {
    node.member(name).map { BowtieValue(node: $0, text: text) }
  }

  /// The elements of an array; nil for other values.
  var elements: [BowtieValue]? {
    node.isArray ? node.elements.map { BowtieValue(node: $0, text: text) } : nil
  }

  /// The members of an object; nil for other values.
  var members: [(name: String, value: BowtieValue)]? {
    node.isObject ? node.members.map { ($0.name.string, BowtieValue(node: $0.value, text: text)) } : nil
  }

  var string: String? { node.isString ? node.string : nil }

  /// The text of the value, with details that a parsed value would lose, such as duplicate names.
  var bytes: UnsafeBufferPointer<UInt8> { text.extracting(node.offset..<end) }

  /// ``bytes``, for a message.
  var source: String { String(decoding: bytes, as: UTF8.self) }

  var typeName: String { node.type.rawValue }

  func complaint(_ message: String) -> BowtieAnswer {
    .complaint(column: SourcePosition(offset: node.offset, in: text).column, message: message)
  }

  /// The offset after the value.
  private var end: Int {
    guard node.isArray || node.isObject else { return node.contentOffset + node.text.count + (node.isString ? 1 : 0) }
    var start = node.offset + 1
    for last in node.elements.suffix(1) + node.members.suffix(1).map(\.value) {
      start = BowtieValue(node: last, text: text).end
    }
    // Only whitespace can precede the bracket.
    let bracket = text[start...].firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") }
    return bracket.map { $0 + 1 } ?? text.count
  }
}
