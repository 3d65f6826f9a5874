/// The positions of a JSON text's values and member names in the text that it was converted from, such as YAML.
package struct SourceMap: Hashable, Sendable {
  /// A value or name: its offset in the JSON text, and its position in the original.
  private struct Entry: Hashable {
    var offset: UInt32
    var sourceOffset: UInt32
    var line: UInt32
    var column: UInt32
  }

  /// In the order of the JSON text.
  private var entries: [Entry] = []

  package init() {}

  /// Adds a value or a name after those that precede it in the JSON text.
  package mutating func add(offset: Int, position: SourcePosition) {
    entries.append(
      Entry(
        offset: UInt32(truncatingIfNeeded: offset), sourceOffset: UInt32(truncatingIfNeeded: position.offset),
        line: UInt32(truncatingIfNeeded: position.line), column: UInt32(truncatingIfNeeded: position.column)))
  }

  /// The position of the value or name at an offset of the JSON text, or of the last one that begins before it.
  package func position(at offset: Int) -> SourcePosition {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(entries[middle].offset) <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return SourcePosition(offset: 0, line: 1, column: 1) }
    let entry = entries[low - 1]
    return SourcePosition(offset: Int(entry.sourceOffset), line: Int(entry.line), column: Int(entry.column))
  }
}
