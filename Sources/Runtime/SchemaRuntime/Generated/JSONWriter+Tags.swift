@_spi(Generated) extension JSONWriter {
  /// Writes the value of a union's case whose type does not determine the tag. If the value has none, `tag` is written.
  ///
  /// - Parameters:
  ///   - name: the name of the discriminating member, as JSON.
  ///   - tag: a value that leads to the case, as JSON.
  ///   - others: further such values.
  public mutating func write(
    _ value: some JSONWritable, tag name: StaticString, _ tag: StaticString, or others: [StaticString] = []
  ) {
    let offset = cursor - start
    value.write(to: &self)
    // The object and its comma.
    guard failure == nil, start[offset] == UInt8(ascii: "{") else { return }
    if let written = member(name, ofObjectAt: offset) {
      if !Self.isEqual(written, tag), !others.contains(where: { Self.isEqual(written, $0) }) {
        failure = .tagOfOtherCase(String(decoding: UnsafeBufferPointer(start: name), as: UTF8.self))
      }
      return
    }
    let isEmpty = start[offset + 1] == UInt8(ascii: "}")
    let count = name.utf8CodeUnitCount + 1 + tag.utf8CodeUnitCount + (isEmpty ? 0 : 1)
    reserve(count)
    let target = start + offset + 1
    (target + count).update(from: target, count: cursor - target)
    cursor += count
    let value = target + name.utf8CodeUnitCount + 1
    target.update(from: name.utf8Start, count: name.utf8CodeUnitCount)
    value[-1] = UInt8(ascii: ":")
    value.update(from: tag.utf8Start, count: tag.utf8CodeUnitCount)
    if !isEmpty { value[tag.utf8CodeUnitCount] = UInt8(ascii: ",") }
  }

  /// Returns the text of a member's value in an object that was written; nil if the object does not have the member.
  private func member(_ name: StaticString, ofObjectAt offset: Int) -> UnsafeBufferPointer<UInt8>? {
    var index = offset + 1
    let end = cursor - start
    while index < end, start[index] == UInt8(ascii: "\"") {
      let colon = endOfValue(at: index)
      let next = endOfValue(at: colon + 1)
      if Self.isEqual(UnsafeBufferPointer(start: start + index, count: colon - index), name) {
        return UnsafeBufferPointer(start: start + colon + 1, count: next - colon - 1)
      }
      index = next + 1
    }
    return nil
  }

  /// Returns the index after a value that was written compactly.
  private func endOfValue(at index: Int) -> Int {
    let end = cursor - start
    var (index, depth) = (index, 0)
    while index < end {
      switch start[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < end, start[index] != UInt8(ascii: "\"") { index += start[index] == UInt8(ascii: "\\") ? 2 : 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return end
  }

  private static func isEqual(_ text: UnsafeBufferPointer<UInt8>, _ other: StaticString) -> Bool {
    text.elementsEqual(UnsafeBufferPointer(start: other))
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate init(start text: StaticString) { self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }
}
