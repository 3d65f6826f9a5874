import JSONSchema
import SchemaRuntime

/// The byte ranges of an object's member, or an array's element, in a text: what edits need to know.
struct MemberRanges {
  /// The name with its quotation marks; empty for an element.
  var name: Range<Int>
  var value: Range<Int>
  /// The end of the previous neighbor and the start of the next; nil at the ends of the container.
  private var previousEnd: Int?
  private var nextStart: Int?
  /// The range between the container's brackets.
  private(set) var content: Range<Int>

  /// Finds the member or element at a pointer; the first of equal names. Nil for the root and for missing values.
  init?(_ pointer: JSONPointer, in document: JSONDocument) {
    guard let parent = pointer.parent, let token = pointer.tokens.last else { return nil }
    let found = document.withRoot { root in
      root.descendant(at: parent).flatMap { container in
        Self(container, document.text) { index, name in
          name.map { $0.isIdentical(to: token) } ?? (JSONPointer.arrayIndex(token) == index)
        }
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// Finds the member whose name starts at an offset.
  init?(nameAt offset: Int, in document: JSONDocument) {
    let found = document.withRoot { root -> MemberRanges? in
      var node = root
      while true {
        var inner: UnsafeJSONNode?
        for (name, value) in node.members {
          if name.offset == offset {
            return Self(node, document.text) { _, _ in
              false
            } before: {
              $0.offset == offset
            }
          }
          if value.range(in: document.text).contains(offset) { inner = value }
        }
        for element in node.elements where element.range(in: document.text).contains(offset) { inner = element }
        guard let next = inner else { return nil }
        node = next
      }
    }
    guard let found else { return nil }
    self = found
  }

  private init?(
    _ container: UnsafeJSONNode, _ text: [UInt8], _ isWanted: (Int, String?) -> Bool,
    before isNamed: (UnsafeJSONNode) -> Bool = { _ in false }
  ) {
    var previous: UnsafeJSONNode?
    var found: (name: UnsafeJSONNode?, value: UnsafeJSONNode)?
    var next: UnsafeJSONNode?
    var index = 0
    // Ranges are computed for only three of possibly thousands.
    func visit(_ name: UnsafeJSONNode?, _ value: UnsafeJSONNode) {
      if found != nil {
        next = next ?? name ?? value
      } else if isWanted(index, name?.string) || name.map(isNamed) ?? false {
        found = (name, value)
      } else {
        previous = value
      }
      index += 1
    }
    for (name, value) in container.members where next == nil { visit(name, value) }
    for element in container.elements where next == nil { visit(nil, element) }
    guard let found else { return nil }
    value = found.value.range(in: text)
    name = found.name?.range(in: text) ?? value.lowerBound..<value.lowerBound
    previousEnd = previous?.range(in: text).upperBound
    nextStart = next?.offset
    let whole = container.range(in: text)
    content = whole.lowerBound + 1..<max(whole.lowerBound + 1, whole.upperBound - 1)
  }

  /// The range to delete to remove the member and keep the layout of the rest.
  var removal: Range<Int> {
    if let nextStart { return name.lowerBound..<nextStart }
    if let previousEnd { return previousEnd..<value.upperBound }
    return content
  }
}
