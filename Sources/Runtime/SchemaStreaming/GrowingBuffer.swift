internal import CJSONScan
import SchemaRuntime

/// Memory that grows at its end: an array whose parts can be kept, by its ``storage``, without a copy when it grows.
///
/// What a keeper of the storage reads must have been written before, and not be written again.
struct GrowingBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// The memory itself.
  final class Storage: @unchecked Sendable {
    private var words: UnsafeMutablePointer<UInt64>
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    init(capacity: Int) {
      (words, base, self.capacity) = Self.resized(nil, capacity)
    }

    /// Moves the memory, if necessary. No one else may have it.
    func grow(to capacity: Int) { (words, base, self.capacity) = Self.resized(words, capacity) }

    private static func resized(
      _ words: UnsafeMutablePointer<UInt64>?, _ capacity: Int
    ) -> (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<Element>, Int) {
      let resized = JSONReader.resized(words, to: (capacity * MemoryLayout<Element>.stride + 7) / 8)
      return (resized, UnsafeMutableRawPointer(resized).assumingMemoryBound(to: Element.self), capacity)
    }

    deinit { json_entries_free(words) }
  }

  private final class Owner {}

  private(set) var storage = Storage(capacity: 64)
  private(set) var count = 0
  /// Shared by copies of the buffer, the first of which to write gets memory of its own.
  private var owner = Owner()

  var base: UnsafeMutablePointer<Element> { storage.base }

  subscript(index: Int) -> Element { storage.base[index] }

  /// Returns a copy of the first elements.
  func prefix(_ count: Int) -> [Element] {
    Array(UnsafeBufferPointer(start: storage.base, count: min(count, self.count)))
  }

  /// Makes the memory its own, with room for at least so many elements. Must be called before elements are written.
  mutating func makeRoom(for capacity: Int) {
    let isOwn = isKnownUniquelyReferenced(&owner)
    if isOwn, capacity <= storage.capacity { return }
    let larger = capacity > storage.capacity ? max(capacity, 4 * storage.capacity) : storage.capacity
    if isOwn, isKnownUniquelyReferenced(&storage) {
      storage.grow(to: larger)
      return
    }
    let copy = Storage(capacity: larger)
    copy.base.update(from: storage.base, count: count)
    storage = copy
    if !isOwn { owner = Owner() }
  }

  /// Appends elements, for which there is room.
  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    if let first = elements.baseAddress { (storage.base + count).update(from: first, count: elements.count) }
    count += elements.count
  }

  /// Appends an element, for which there is room.
  mutating func append(_ element: Element) {
    storage.base[count] = element
    count += 1
  }

  /// Removes the first elements. Memory that is shared with others is copied, so that theirs does not change.
  mutating func removeFirst(_ removed: Int) {
    let isOwn = isKnownUniquelyReferenced(&owner) && isKnownUniquelyReferenced(&storage)
    let old = storage
    if !isOwn { (storage, owner) = (Storage(capacity: old.capacity), Owner()) }
    storage.base.update(from: old.base + removed, count: count - removed)
    count -= removed
  }

  /// Takes note of elements that have been written, for which there was room.
  mutating func setCount(_ count: Int) { self.count = count }
}
