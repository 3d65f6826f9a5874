/// Memory that grows at its end: an array whose parts can be kept, by its ``storage``, without a copy when it grows.
///
/// What a keeper of the storage reads must have been written before, and not be written again.
struct GrowingBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// The memory itself.
  final class Storage: @unchecked Sendable {
    let base: UnsafeMutablePointer<Element>
    let capacity: Int

    init(capacity: Int) {
      base = .allocate(capacity: capacity)
      self.capacity = capacity
    }

    deinit { base.deallocate() }
  }

  private final class Owner {}

  private(set) var storage = Storage(capacity: 64)
  private(set) var count = 0
  /// Shared by copies of the buffer, the first of which to write gets memory of its own.
  private var owner = Owner()

  var base: UnsafeMutablePointer<Element> { storage.base }

  subscript(index: Int) -> Element { storage.base[index] }

  var last: Element? { count > 0 ? storage.base[count - 1] : nil }

  /// Returns a copy of the first elements.
  func prefix(_ count: Int) -> [Element] {
    Array(UnsafeBufferPointer(start: storage.base, count: min(count, self.count)))
  }

  /// Makes the memory its own, with room for at least so many elements. Must be called before elements are written.
  mutating func makeRoom(for capacity: Int) {
    let isOwn = isKnownUniquelyReferenced(&owner)
    if isOwn, capacity <= storage.capacity { return }
    // Copying large memory is a large part of the work of a stream.
    let larger = Storage(capacity: capacity > storage.capacity ? max(capacity, 4 * storage.capacity) : storage.capacity)
    larger.base.update(from: storage.base, count: count)
    storage = larger
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

  /// Takes note of elements that have been written, for which there was room.
  mutating func setCount(_ count: Int) { self.count = count }
}
