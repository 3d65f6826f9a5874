package import SchemaRuntime

/// The offsets at which the lines of a text start, for the positions of many values in one file.
package struct LineTable {
  private let text: [UInt8]
  /// The positions in the original of a text that was converted from another format.
  private let sourceMap: SourceMap?
  private var starts = [0]
  /// The number of continuation bytes of UTF-8 before every block of the text, so that long lines take no longer.
  private var continuationCounts: [Int] = []
  private static let blockSize = 1_024

  package init(_ document: JSONDocument) {
    text = document.text
    sourceMap = document.sourceMap
    if sourceMap != nil { return }
    var continuationCount = 0
    for (offset, byte) in text.enumerated() {
      if offset % Self.blockSize == 0 { continuationCounts.append(continuationCount) }
      if byte == 0x0a { starts.append(offset + 1) }
      if byte & 0xc0 == 0x80 { continuationCount += 1 }
    }
  }

  /// Returns the same position as ``JSONDocument/position(at:)``.
  package func position(at offset: Int) -> SourcePosition {
    if let sourceMap { return sourceMap.position(at: offset) }
    let offset = max(0, min(offset, text.count))
    let line = starts.partitioningIndex { $0 > offset }
    let column = 1 + scalarCount(before: offset) - scalarCount(before: starts[line - 1])
    return SourcePosition(offset: offset, line: line, column: column)
  }

  private func scalarCount(before offset: Int) -> Int {
    let block = min(offset / Self.blockSize, continuationCounts.count - 1)
    guard block >= 0 else { return 0 }
    let rest = text[block * Self.blockSize..<offset].count { $0 & 0xc0 == 0x80 }
    return offset - continuationCounts[block] - rest
  }
}
