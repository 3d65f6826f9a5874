import SchemaRuntime

/// The offsets at which the lines of a text start, for the positions of many findings in one file.
struct LineTable {
  private let text: [UInt8]
  private var starts = [0]

  init(_ text: [UInt8]) {
    self.text = text
    for (offset, byte) in text.enumerated() where byte == 0x0a { starts.append(offset + 1) }
  }

  /// Returns the same position as ``JSONDocument/position(at:)``.
  func position(at offset: Int) -> SourcePosition {
    let offset = max(0, min(offset, text.count))
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let column = text[starts[low]..<offset].reduce(1) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    return SourcePosition(offset: offset, line: low + 1, column: column)
  }
}
