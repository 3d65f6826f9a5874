/// A position in the text of a template: line and column, both from 1, columns in Unicode scalars.
struct TemplatePosition: Hashable, Sendable {
  var line = 1
  var column = 1
}

/// Converts byte offsets, which must be in ascending order, to positions, reading each byte once.
struct PositionTracker {
  private var offset = 0
  private var position = TemplatePosition()

  mutating func position(of target: Int, in bytes: [UInt8]) -> TemplatePosition {
    while offset < target {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\n") {
        position.line += 1
        position.column = 1
      } else if byte & 0b1100_0000 != 0b1000_0000 {
        position.column += 1
      }
      offset += 1
    }
    return position
  }
}
