/// Reads JSON texts one after another with one reusable index.
///
/// A reader owns the memory of the structural index, so that reading allocates nothing after the first few texts. It is
/// not safe for concurrent use; give each task its own.
///
/// The index has one 64-bit entry per value and per member name, in document order:
///
///     bits  0…3    the kind (``UnsafeJSONNode/Kind``)
///     bits  4…31   a scalar: length of its text in bytes; a container: index of the entry after its last
///     bits 32…63   offset of its text in bytes; for a string, of the byte after the quotation mark
///
/// `{"a":[1,"x"]}` gives: object end 5 at 0 · string 1 at 2 · array end 5 at 5 · integer 1 at 6 · string 1 at 9. While
/// a container is open, its length field contains the index of the enclosing container's entry, so that the stack of
/// open containers needs no additional memory.
public struct JSONReader: ~Copyable {
  /// The limits beyond which the reader rejects a text.
  public var limits: JSONLimits
  var entries: UnsafeMutablePointer<UInt64>
  var capacity: Int
  /// A copy of the last text with a sentinel byte, for texts that do not end in a bracket.
  var scratch: UnsafeMutablePointer<UInt8>
  var scratchCapacity: Int
  /// The buffer for the structural offsets that ``StructuralPass`` finds.
  let offsets: UnsafeMutablePointer<UInt32>

  /// Creates a reader, which keeps its memory from text to text.
  public init(limits: JSONLimits = JSONLimits()) {
    self.limits = limits
    capacity = 256
    entries = .allocate(capacity: capacity)
    scratchCapacity = 64
    scratch = .allocate(capacity: scratchCapacity)
    offsets = .allocate(capacity: StructuralPass.offsetCapacity)
  }

  deinit {
    offsets.deallocate()
    entries.deallocate()
    scratch.deallocate()
  }

  /// Indexes `text` and returns its root.
  ///
  /// The root, and every node reached from it, borrows `text` and this reader's index: they are valid as long as `text`
  /// is and until the reader reads again. ``withRoot(of:_:)`` guarantees that.
  /// - Throws: the first position at which `text` is not strict JSON or exceeds a limit.
  public mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> UnsafeJSONNode {
    let limit = Swift.max(0, Swift.min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount))
    guard text.count <= limit else { throw Self.error(.tooLong(limit: limit), at: limit, in: text) }
    var end = text.count
    while end > 0, Self.isWhitespace(text[end - 1]) { end -= 1 }
    guard end > 0, let base = text.baseAddress else { throw Self.error(.emptyText, at: 0, in: text) }
    let last = text[end - 1]
    var bytes = base
    // A closing bracket stops every scan except that of strings, so no scan runs past the end.
    if last != UInt8(ascii: "}"), last != UInt8(ascii: "]") { bytes = copyWithSentinel(base, end) }
    do {
      try index(bytes, end)
    } catch {
      throw Self.error(error.kind, at: error.offset, in: text)
    }
    return UnsafeJSONNode(bytes: bytes, entries: UnsafePointer(entries), index: 0)
  }

  private mutating func copyWithSentinel(_ text: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<UInt8> {
    if count + 1 > scratchCapacity {
      scratch.deallocate()
      scratchCapacity = (count + 1) * 2
      scratch = .allocate(capacity: scratchCapacity)
    }
    scratch.update(from: text, count: count)
    scratch[count] = 0
    return UnsafePointer(scratch)
  }

  /// Indexes `text` and calls `body` with its root, which must not escape the call.
  package mutating func withRoot<Result, Failure: Error>(
    of text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeJSONNode) throws(Failure) -> Result
  ) throws(JSONReadError<Failure>) -> Result {
    let root: UnsafeJSONNode
    do { root = try read(text) } catch { throw .syntax(error) }
    do { return try body(root) } catch { throw .body(error) }
  }

  static func error(_ kind: JSONSyntaxError.Kind, at offset: Int, in text: UnsafeBufferPointer<UInt8>)
    -> JSONSyntaxError
  {
    JSONSyntaxError(kind: kind, position: SourcePosition(offset: offset, in: text))
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }
}

/// The reason that a reader's call ended early: the text was invalid, or the caller's code threw.
package enum JSONReadError<Failure: Error>: Error {
  case syntax(JSONSyntaxError)
  case body(Failure)
}
