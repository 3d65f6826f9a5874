/// A queue whose elements have sizes, for what is kept up to a number of bytes.
struct SizedQueue<Element: Hashable & Sendable>: Hashable, Sendable {
  private struct Entry: Hashable {
    var element: Element
    var size: Int
  }

  private var entries = Queue<Entry>()
  /// The sum of the sizes.
  private(set) var size = 0

  var count: Int { entries.count }
  var first: Element? { entries.first?.element }

  /// The elements, oldest first.
  var elements: some Sequence<Element> { entries.elements.lazy.map(\.element) }

  mutating func append(_ element: Element, size: Int) {
    entries.append(Entry(element: element, size: size))
    self.size += size
  }

  mutating func removeFirst() {
    if let first = entries.removeFirst() { size -= first.size }
  }

  /// Removes the oldest elements until the rest is within the limits. The newest one always stays.
  mutating func trim(count: Int, size: Int) {
    while self.count > 1, self.count > count || self.size > size { removeFirst() }
  }
}
