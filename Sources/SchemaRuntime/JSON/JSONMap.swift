internal import CJSONScan

/// A JSON object whose values are any JSON.
public typealias JSONObject = JSONMap<JSONValue>

/// The members of a JSON object in order, found by name.
///
/// Names are compared scalar by scalar: names that differ only in Unicode normalization form are different names,
/// although Swift's `==` on strings considers them equal.
public struct JSONMap<Value: Sendable>: Sendable {
  /// A name and its value.
  public struct Member: Sendable {
    public var name: String
    public var value: Value

    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The members in order.
  public private(set) var members: [Member] = []
  /// Indices by name, once there are too many members for a linear search.
  private var indices: [ExactName: Int]?
  private static var searchLimit: Int { 12 }

  public init() {}

  /// An object of these members. If names are equal, the last value is kept, at the first one's index.
  public init(_ members: some Sequence<(String, Value)>) {
    for (name, value) in members { self[name] = value }
  }

  /// An object of members with distinct names.
  init(distinct members: [Member]) {
    self.members = members
    if members.count > Self.searchLimit { indexNames() }
  }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  /// The names in order.
  public var names: [String] { members.map(\.name) }

  /// The value of the member called `name`. Setting nil removes the member.
  public subscript(name: String) -> Value? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (nil, let value?): append(name, value)
      case (let index?, nil):
        members.remove(at: index)
        indices = nil
        if members.count > Self.searchLimit { indexNames() }
      case (nil, nil): break
      }
    }
  }

  /// Adds a member whose name must be new.
  public mutating func append(_ name: String, _ value: Value) {
    indices?[ExactName(name)] = members.count
    members.append(Member(name: name, value: value))
    if indices == nil, members.count > Self.searchLimit { indexNames() }
  }

  public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  private mutating func indexNames() {
    var indices: [ExactName: Int] = [:]
    indices.reserveCapacity(members.count)
    for (index, member) in members.enumerated() { indices[ExactName(member.name)] = index }
    self.indices = indices
  }

  private func index(of name: String) -> Int? {
    if let indices { return indices[ExactName(name)] }
    return members.withUnsafeBufferPointer { buffer in
      buffer.indices.first { buffer[$0].name.isIdentical(to: name) }
    }
  }
}

extension JSONMap: Equatable where Value: Equatable {
  /// Whether both have the same members, in any order.
  public static func == (a: JSONMap, b: JSONMap) -> Bool {
    a.count == b.count && a.members.allSatisfy { member in b[member.name] == member.value }
  }
}

extension JSONMap: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    // Order does not count, so the members' hashes are added.
    var sum = 0
    for member in members {
      var one = Hasher()
      one.combine(ExactName(member.name))
      one.combine(member.value)
      sum &+= one.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONMap: Sequence {
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONMap: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

/// A string compared and hashed by its bytes.
package struct ExactName: Hashable, Comparable, Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (a: ExactName, b: ExactName) -> Bool { a.string.isIdentical(to: b.string) }

  package static func < (a: ExactName, b: ExactName) -> Bool {
    a.string.unicodeScalars.lexicographicallyPrecedes(b.string.unicodeScalars)
  }

  package func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both strings have the same Unicode scalars; `==` also considers canonical equivalents equal.
  package func isIdentical(to other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return json_scan_equal(left, right, count) != 0
      }
    }
    // Only a bridged string has no UTF-8 storage.
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
