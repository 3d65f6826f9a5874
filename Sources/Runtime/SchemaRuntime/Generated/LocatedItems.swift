/// The items of an array, one after another, for a generated decoder of a tuple.
///
///     var items = json.locatedItems()
///     self.init(x: try Double(decoding: items.next()), rest: try items.rest(String.self))
@_spi(Generated) public struct LocatedItems {
  private let json: UnsafeJSONNode
  private var entry: Int

  fileprivate init(_ json: UnsafeJSONNode) {
    self.json = json
    entry = json.isArray ? json.contentStart : 0
  }

  /// Whether there are no more items.
  public var isAtEnd: Bool { !json.isArray || entry >= json.contentEnd }

  /// The next item.
  /// - Throws: ``DecodingFailure`` if there is none.
  public mutating func next() throws(DecodingFailure) -> UnsafeJSONNode {
    if isAtEnd { throw DecodingFailure(json, "an array with all required items of its Swift struct") }
    let item = json[at: entry]
    entry = item.nextIndex
    return item
  }

  /// The items that are left, of one type.
  public mutating func rest<Item: JSONDecodable>(_ type: Item.Type) throws(DecodingFailure) -> [Item] {
    var items: [Item] = []
    while !isAtEnd { items.append(try Item(decoding: next())) }
    return items
  }
}

@_spi(Generated) extension UnsafeJSONNode {
  /// The items of an array; none for any other value.
  public func locatedItems() -> LocatedItems { LocatedItems(self) }
}
