// JSON Schema's equality (core, section 4.2.2) between values in the text, and with constants.
extension UnsafeJSONNode {
  /// Whether the value equals a constant.
  @_spi(Generated) public func isEqual(to value: JSONValue) -> Bool {
    switch value {
    case .null: return kind == .null
    case .bool(let value): return kind == (value ? .true : .false)
    case .number(let number): return isNumber && number.withText { NumberText.compare(text, $0) == 0 }
    case .string(let string):
      var string = string
      return isString && string.withUTF8 { equals($0) }
    case .array where !CallStack.hasRoom, .object where !CallStack.hasRoom:
      return CallStack.onAnother { isEqual(to: value) }
    case .array(let elements):
      guard isArray, childCount == elements.count else { return false }
      return zip(self.elements, elements).allSatisfy { $0.isEqual(to: $1) }
    case .object(let object):
      guard isObject, childCount == object.count else { return false }
      return members.allSatisfy { member in object[member.name.string].map { member.value.isEqual(to: $0) } ?? false }
    }
  }

  /// Whether two values of the text are equal.
  package func equalsValue(_ other: UnsafeJSONNode) -> Bool {
    switch (type, other.type) {
    case (.null, .null): return true
    case (.boolean, .boolean): return kind == other.kind
    case (.integer, .integer), (.number, .number): return NumberText.compare(text, other.text) == 0
    case (.string, .string): return equalsString(other)
    case (.array, .array):
      guard CallStack.hasRoom else { return CallStack.onAnother { equalsValue(other) } }
      return elements.elementsEqual(other.elements) { $0.equalsValue($1) }
    case (.object, .object):
      guard CallStack.hasRoom else { return CallStack.onAnother { equalsValue(other) } }
      return equalsObject(other)
    default: return false
    }
  }

  /// Whether two objects are equal. Most have their members in the same order.
  private func equalsObject(_ other: UnsafeJSONNode) -> Bool {
    var theirs = other.members.makeIterator()
    for mine in members {
      guard let their = theirs.next() else { return false }
      guard mine.name.equalsString(their.name) else { return equalsObjectInOtherOrder(other) }
      if !mine.value.equalsValue(their.value) { return false }
    }
    return theirs.next() == nil
  }

  private func equalsObjectInOtherOrder(_ other: UnsafeJSONNode) -> Bool {
    let count = childCount
    guard count == other.childCount else { return false }
    if count > Self.mostCompared { return isEqual(to: JSONValue(other)) }
    return members.allSatisfy { mine in
      other.members.contains { $0.name.equalsString(mine.name) && $0.value.equalsValue(mine.value) }
    }
  }

  /// The number of values up to which each is compared with each.
  private static let mostCompared = 16

  /// The indices of the first two equal elements of an array; nil if all differ.
  ///
  /// A few elements are compared in pairs; more go through a hash table.
  @usableFromInline package func repeatedElements() -> (first: Int, second: Int)? {
    let count = childCount
    guard count > 1 else { return nil }
    guard count > Self.mostCompared else { return repeatedElementsInPairs() }
    switch RepeatedText.search(elements, count: count) {
    case .none: return nil
    case .found(let first, let second): return (position(of: first), position(of: second))
    case .undecided: return repeatedElementsByHash(count)
    }
  }

  private func position(of element: UnsafeJSONNode) -> Int { elements.prefix { $0.index < element.index }.count }

  private func repeatedElementsByHash(_ count: Int) -> (first: Int, second: Int)? {
    var indices: [HashedElement: Int] = [:]
    indices.reserveCapacity(count)
    for (index, element) in elements.enumerated() {
      let key = HashedElement(node: element)
      if let first = indices[key] { return (first, index) }
      indices[key] = index
    }
    return nil
  }

  private func repeatedElementsInPairs() -> (first: Int, second: Int)? {
    for (second, element) in elements.enumerated() {
      for (first, other) in elements.enumerated() where first < second && other.equalsValue(element) {
        return (first, second)
      }
    }
    return nil
  }
}

/// A value in the text as a dictionary key: equal values have equal hashes.
private struct HashedElement: Hashable {
  let node: UnsafeJSONNode

  static func == (a: HashedElement, b: HashedElement) -> Bool { a.node.equalsValue(b.node) }

  func hash(into hasher: inout Hasher) { hasher.combine(KeyedHash.half(node, RepeatedText.secret)) }
}

/// A hash of 128 bits, which depends on secrets of the process: equal values have equal hashes, and nobody can find
/// different ones that do.
package struct KeyedHash: Hashable, Sendable {
  let high: Int
  let low: Int

  /// The hash of a value.
  package init(_ node: UnsafeJSONNode) {
    high = Self.half(node, RepeatedText.secret)
    low = Self.half(node, ~RepeatedText.secret)
  }

  fileprivate static func half(_ node: UnsafeJSONNode, _ secret: UInt64) -> Int {
    guard CallStack.hasRoom else { return CallStack.onAnother { half(node, secret) } }
    var hasher = Hasher()
    hasher.combine(secret)
    switch node.kind {
    case .null, .false, .true: hasher.combine(node.kind)
    case .integer, .decimal, .exponential:
      hasher.combine(UnsafeJSONNode.Kind.integer)
      NumberText.hash(node.text, into: &hasher)
    case .asciiString, .string, .escapedString:
      hasher.combine(UnsafeJSONNode.Kind.string)
      node.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .array:
      hasher.combine(node.kind)
      for element in node.elements { hasher.combine(half(element, secret)) }
    case .object:
      hasher.combine(node.kind)
      // In any order.
      var sum = 0
      for (name, value) in node.members {
        var member = Hasher()
        member.combine(half(name, secret))
        member.combine(half(value, secret))
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    }
    return hasher.finalize()
  }
}

// MARK: - Hashes

extension UnsafeJSONNode {
  /// Hashes the value so that equal values have equal hashes.
  fileprivate func hashValue(into hasher: inout Hasher) {
    switch kind {
    case .integer, .decimal, .exponential: NumberText.hash(text, into: &hasher)
    case .asciiString, .string, .escapedString: withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .null, .false, .true: hasher.combine(kind)
    case .array, .object: hasher.combine(JSONValue(self))
    }
  }

  /// A hash of the value, the same as that of an equal constant.
  var valueHash: Int {
    var hasher = Hasher()
    hashValue(into: &hasher)
    return hasher.finalize()
  }
}

extension JSONValue {
  /// A hash of the constant, the same as that of an equal value in a text.
  var valueHash: Int {
    var hasher = Hasher()
    switch self {
    case .null: hasher.combine(UnsafeJSONNode.Kind.null)
    case .bool(let value): hasher.combine(value ? UnsafeJSONNode.Kind.true : .false)
    case .number(let number): number.withText { NumberText.hash($0, into: &hasher) }
    case .string(var string): string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .array, .object: hasher.combine(self)
    }
    return hasher.finalize()
  }
}
