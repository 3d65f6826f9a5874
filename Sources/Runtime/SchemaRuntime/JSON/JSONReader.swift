internal import CJSONScan

/// Reads JSON texts one after another with one reusable index.
///
/// A reader owns the memory of the structural index, so that reading allocates nothing after the first few texts. It is
/// not safe for concurrent use; give each task its own. A new reader takes over the memory of one that is gone, if that
/// read only small texts.
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
  var scratch: UnsafeMutablePointer<UInt8>?
  var scratchCapacity = 0
  /// The buffer for the structural offsets that ``StructuralPass`` finds. In the pool of what readers leave to others,
  /// a ``Legacy`` follows.
  let offsets: UnsafeMutablePointer<UInt32>

  /// The index's memory in the pool.
  private struct Legacy {
    var entries: UnsafeMutablePointer<UInt64>
    var capacity: Int

    /// Its offset after the structural offsets.
    static var offset: Int { (StructuralPass.offsetCapacity * MemoryLayout<UInt32>.stride + 15) & ~15 }
    /// The entries of the largest index that the pool keeps: 64 KB.
    static var maximumCapacity: Int { 8192 }
  }

  /// Creates a reader, which keeps its memory from text to text.
  public init(limits: JSONLimits = JSONLimits()) {
    self.limits = limits
    if let memory = json_pool_take() {
      let legacy = memory.load(fromByteOffset: Legacy.offset, as: Legacy.self)
      (entries, capacity) = (legacy.entries, legacy.capacity)
      offsets = memory.assumingMemoryBound(to: UInt32.self)
      return
    }
    capacity = Self.initialCapacity
    entries = Self.resized(nil, to: capacity)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Legacy.offset + MemoryLayout<Legacy>.size, alignment: MemoryLayout<UInt64>.alignment)
    offsets = memory.bindMemory(to: UInt32.self, capacity: StructuralPass.offsetCapacity)
  }

  deinit {
    scratch?.deallocate()
    let memory = UnsafeMutableRawPointer(offsets)
    memory.storeBytes(of: Legacy(entries: entries, capacity: capacity), toByteOffset: Legacy.offset, as: Legacy.self)
    if capacity <= Legacy.maximumCapacity, json_pool_give(memory) != 0 { return }
    json_entries_free(entries)
    memory.deallocate()
  }

  private static var initialCapacity: Int { 256 }

  /// Returns memory of an index with room for `capacity` entries.
  package static func resized(
    _ entries: UnsafeMutablePointer<UInt64>?, to capacity: Int
  ) -> UnsafeMutablePointer<UInt64> {
    guard let entries = json_entries_resize(entries, capacity) else {
      preconditionFailure("there is no memory for an index of \(capacity) entries")
    }
    return entries
  }

  /// Returns the first entries of the index, which the caller frees (`json_entries_free`). Large memory is given away
  /// instead of copied.
  mutating func takeEntries(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    if capacity <= Legacy.maximumCapacity {
      let copy = Self.resized(nil, to: count)
      copy.update(from: entries, count: count)
      return copy
    }
    defer {
      capacity = Self.initialCapacity
      entries = Self.resized(nil, to: capacity)
    }
    return Self.resized(entries, to: count)
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
    let memory: UnsafeMutablePointer<UInt8>
    if let scratch, count < scratchCapacity {
      memory = scratch
    } else {
      scratch?.deallocate()
      scratchCapacity = (count + 1) * 2
      memory = .allocate(capacity: scratchCapacity)
      scratch = memory
    }
    memory.update(from: text, count: count)
    memory[count] = 0
    return UnsafePointer(memory)
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
