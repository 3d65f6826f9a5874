/// What leads from one to the next.
package enum Closure {
  /// Some elements and all that follow from them, each once, and right behind what it follows from; at most `limit`.
  package static func of<Element: Hashable>(
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

  /// The same, each behind all that follows from it, as far as that does not lead back to it.
  package static func partsFirst<Element: Hashable>(_ start: [Element], next: (Element) -> [Element]) -> [Element] {
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
