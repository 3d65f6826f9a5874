/// A queue whose ends change in constant time.
package struct Queue<Element: Hashable & Sendable>: Hashable, Sendable {
  private var storage: [Element?] = []
  private var head = 0

  package init() {}

  package var count: Int { storage.count - head }
  package var isEmpty: Bool { count == 0 }
  package var first: Element? { isEmpty ? nil : storage[head] }

  /// The elements, oldest first.
  package var elements: some Sequence<Element> { storage[head..<storage.count].lazy.compactMap { $0 } }

  package subscript(index: Int) -> Element? {
    get { index >= 0 && index < count ? storage[head + index] : nil }
    set { if index >= 0, index < count, newValue != nil { storage[head + index] = newValue } }
  }

  package mutating func append(_ element: Element) { storage.append(element) }

  @discardableResult
  package mutating func removeFirst() -> Element? {
    guard !isEmpty else { return nil }
    let first = storage[head]
    storage[head] = nil
    head += 1
    // Half of the storage is unused: each element is moved at most once on average.
    if head > 32, head * 2 > storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Removes the first element that satisfies a condition; immediately if it is the oldest one.
  package mutating func remove(where isWanted: (Element) -> Bool) -> Element? {
    if let first, isWanted(first) { return removeFirst() }
    guard let index = storage[head..<storage.count].firstIndex(where: { $0.map(isWanted) ?? false }) else { return nil }
    return storage.remove(at: index)
  }

  package static func == (a: Queue, b: Queue) -> Bool { a.storage[a.head...] == b.storage[b.head...] }
  package func hash(into hasher: inout Hasher) { hasher.combine(Array(storage[head...])) }
}
