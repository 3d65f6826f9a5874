/// Transitive closures.
@usableFromInline package enum Closure {
  /// Returns some elements and all their successors in depth-first preorder, without duplicates; at most `limit`.
  @inlinable package static func of<Element: Hashable>(
    _ start: [Element], limit: Int = .max, next: (Element) -> [Element]
  ) -> [Element] {
    var found: [Element] = []
    var seen: Set<Element> = []
    var pending = Array(start.reversed())
    while let element = pending.popLast(), found.count < limit {
      guard seen.insert(element).inserted else { continue }
      found.append(element)
      pending += next(element).reversed()
    }
    return found
  }

  /// Returns the same elements in postorder: successors first, except in cycles.
  @inlinable package static func partsFirst<Element: Hashable>(_ start: [Element], next: (Element) -> [Element])
    -> [Element]
  {
    var found: [Element] = []
    var seen: Set<Element> = []
    var pending = start.reversed().map { (element: $0, isOpened: false) }
    while let (element, isOpened) = pending.popLast() {
      if isOpened {
        found.append(element)
      } else if seen.insert(element).inserted {
        pending.append((element, true))
        pending += next(element).reversed().map { ($0, false) }
      }
    }
    return found
  }
}
