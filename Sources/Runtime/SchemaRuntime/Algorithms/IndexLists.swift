/// Lists of indices, one after another in one array: the edges of a graph, without an allocation for each node.
package struct IndexLists: RandomAccessCollection, Sendable {
  /// The elements of all lists.
  package private(set) var elements: [Int] = []
  private var ends: [Int] = []

  package init() {}

  package init(_ lists: some Sequence<some Sequence<Int>>) {
    for list in lists {
      elements += list
      endList()
    }
  }

  /// Adds an element to the list that is still open.
  package mutating func append(_ element: Int) { elements.append(element) }

  /// Ends the open list; another begins.
  package mutating func endList() { ends.append(elements.count) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count }

  /// Where a list stands in ``elements``.
  package func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  package subscript(index: Int) -> ArraySlice<Int> { elements[range(of: index)] }
}
