import JSONSchema
import SchemaRuntime

/// A value within a command, with the text of the command; borrowed as its node is.
struct BowtieValue {
  let node: JSONNode
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

  /// The value's own text, byte for byte: what a copy would not keep, such as equal names, is still there.
  var bytes: UnsafeBufferPointer<UInt8> { text.extracting(node.offset..<end) }

  /// ``bytes``, for a message.
  var source: String { String(decoding: bytes, as: UTF8.self) }

  var typeName: String { node.type.rawValue }

  func complaint(_ message: String) -> BowtieAnswer {
    .complaint(column: SourcePosition(offset: node.offset, in: text).column, message: message)
  }

  /// The place after the value. The text has been read, so that its brackets and quotation marks are in order.
  private var end: Int {
    guard node.isArray || node.isObject else { return node.contentOffset + node.text.count + (node.isString ? 1 : 0) }
    var place = node.offset
    var depth = 0
    var isInString = false
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInString { depth += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { depth -= 1 }
      default: break
      }
      place += 1
      if depth == 0, !isInString { break }
    }
    return min(place, text.count)
  }
}
