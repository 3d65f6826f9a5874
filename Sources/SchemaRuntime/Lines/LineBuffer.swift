/// Bytes that come in pieces, given out as lines.
///
/// Holds what has not been given out: at most the piece that came last and the beginning of a line, of which no more
/// than `limit` bytes and one, which is enough for a reader to refuse it.
struct LineBuffer {
  /// A line that is there as a whole: where its bytes lie, and where it stands in the text.
  struct Line {
    fileprivate var range: Range<Int>
    /// From 1.
    var number: Int
    /// Bytes of the text before the line.
    var bytesBefore: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Before here no line ends.
  private var searched = 0
  /// Bytes of the next line that were left out.
  private var dropped = 0
  private var number = 1
  private var bytesBefore = 0
  private var hasEnded = false

  init(limit: Int) { self.limit = limit }

  /// Whether the text has ended and all its lines have been given out.
  var isAtEnd: Bool { hasEnded && start == bytes.count }

  /// Adds a piece of the text.
  mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
    var piece = piece[...]
    if start > 0, start == bytes.count || start >= bytes.count - start {
      // What was given out goes when it is the larger part, so that every byte is moved at most once.
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    if searched - start > limit {
      // Nothing more of this line is kept.
      let rest = piece.firstIndex(of: 0x0a) ?? piece.endIndex
      dropped += rest - piece.startIndex
      piece = piece[rest...]
    }
    bytes.append(contentsOf: piece)
  }

  /// Says that the text ends here; what is left is a line.
  mutating func end() { hasEnded = true }

  /// The next line, without its line feed; nil when its end has not come.
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

  /// The bytes of a line that ``nextLine()`` gave; valid until a piece is added.
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

  /// Keeps of a line without an end what a reader needs to refuse it.
  private mutating func dropExcess() {
    let excess = bytes.count - start - limit - 1
    guard excess > 0 else { return }
    dropped += excess
    bytes.removeLast(excess)
  }
}
