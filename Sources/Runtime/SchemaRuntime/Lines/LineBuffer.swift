/// Splits bytes that arrive in chunks into lines.
///
/// Keeps only bytes that have not been consumed: at most the last chunk and the beginning of a line, of which `limit`
/// bytes plus one are kept, enough for a reader to reject it.
struct LineBuffer {
  /// A complete line: the range of its bytes, and its position in the text.
  struct Line {
    fileprivate var range: Range<Int>
    /// The line number, from 1.
    var number: Int
    /// The offset of the line in the text.
    var bytesBefore: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The index of the next line.
  private var start = 0
  /// No line ends before this index.
  private var searched = 0
  /// The number of dropped bytes of the next line.
  private var dropped = 0
  private var number = 1
  private var bytesBefore = 0
  private var hasEnded = false

  init(limit: Int) { self.limit = limit }

  /// Whether the text has ended and all its lines have been consumed.
  var isAtEnd: Bool { hasEnded && start == bytes.count }

  /// Adds a chunk of the text.
  mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
    var piece = piece[...]
    if start > 0, start == bytes.count || start >= bytes.count - start {
      // Consumed bytes are removed once they are the larger part, so that every byte is moved at most once.
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    if searched - start > limit {
      // The rest of this line is dropped.
      let rest = piece.firstIndex(of: 0x0a) ?? piece.endIndex
      dropped += rest - piece.startIndex
      piece = piece[rest...]
    }
    bytes.append(contentsOf: piece)
  }

  /// Ends the text; the remaining bytes are a line.
  mutating func end() { hasEnded = true }

  /// The next line, without its line feed; nil if it is not complete yet.
  mutating func nextLine() -> Line? {
    let end = bytes.withUnsafeBufferPointer { buffer in
      buffer[searched...].firstIndex(of: 0x0a)
    }
    guard let end else {
      if hasEnded, start < bytes.count { return take(upTo: bytes.count, next: bytes.count) }
      dropExcess()
      searched = bytes.count
      return nil
    }
    return take(upTo: end, next: end + 1)
  }

  /// The bytes of a line that ``nextLine()`` returned; valid until a chunk is added.
  func withLine<Result>(_ line: Line, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[line.range])) }
  }

  private mutating func take(upTo end: Int, next: Int) -> Line {
    let line = Line(range: start..<end, number: number, bytesBefore: bytesBefore)
    bytesBefore += next - start + dropped
    number += 1
    dropped = 0
    start = next
    searched = next
    return line
  }

  /// Keeps only as much of an incomplete line as a reader needs to reject it.
  private mutating func dropExcess() {
    let excess = bytes.count - start - limit - 1
    guard excess > 0 else { return }
    dropped += excess
    bytes.removeLast(excess)
  }
}
