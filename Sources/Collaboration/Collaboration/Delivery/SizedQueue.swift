/// A queue whose elements have sizes, for what is kept up to a number of bytes.
package struct SizedQueue<Element: Hashable & Sendable>: Hashable, Sendable {
  private struct Entry: Hashable {
    var element: Element
    var size: Int
  }

  private var entries = Queue<Entry>()
  /// The sum of the sizes.
  package private(set) var size = 0

  package init() {}

  package var count: Int { entries.count }
  package var first: Element? { entries.first?.element }

  /// The elements, oldest first.
  package var elements: some Sequence<Element> { entries.elements.lazy.map(\.element) }

  package mutating func append(_ element: Element, size: Int) {
    entries.append(Entry(element: element, size: size))
    self.size += size
  }

  package mutating func removeFirst() {
    if let first = entries.removeFirst() { size -= first.size }
  }

  /// Removes the oldest elements until the rest is within the limits. The newest one always stays.
  package mutating func trim(count: Int, size: Int) {
    while self.count > 1, self.count > count || self.size > size { removeFirst() }
  }
}
