internal import CJSONScan

/// A JSON object whose values are any JSON.
public typealias JSONObject = JSONMap<JSONValue>

/// The members of a JSON object in order, found by name: a collection of `(key, value)`.
///
///     var ages: JSONMap = ["Ada": 36, "Alan": 41]
///     ages["Grace", default: 0] += 85
///     for (name, age) in ages { print(name, age) }             // Ada, Alan, Grace
///     ages.removeValue(forKey: "Alan")
///
/// It has the interface of `Dictionary`, but preserves the order of members. Equality ignores the order.
///
/// Names are compared scalar by scalar: names that differ only in Unicode normalization form are different names,
/// although Swift's `==` on strings considers them equal.
public struct JSONMap<Value: Sendable>: Sendable {
  // Two initializers are disfavored, so that the type checker needs no more time for literals of pairs.

  /// A member: its name and its value.
  public typealias Element = (key: String, value: Value)

  /// The members in order.
  @usableFromInline var members: [Element] = []
  /// Indices by name, if there are too many members for a linear search. Unsafe: it synchronizes itself.
  @usableFromInline nonisolated(unsafe) var indices: NameIndex?
  @usableFromInline static var searchLimit: Int { 12 }

  /// Creates an empty map.
  @inlinable
  public init() {}

  /// An object of these members. If names are equal, the last value is kept, at the first one's index.
  public init(_ members: some Sequence<(String, Value)>) {
    for (name, value) in members { self[name] = value }
  }

  /// An object of these members. If names are equal, the last value is kept, at the first one's index.
  @_disfavoredOverload
  public init(_ members: some Sequence<(key: String, value: Value)>) {
    for (name, value) in members { self[name] = value }
  }

  /// An object of the dictionary's members, sorted by the Unicode scalars of their names.
  @_disfavoredOverload
  public init(_ dictionary: [String: Value]) {
    self.init(distinct: dictionary.sorted { ExactName($0.key) < ExactName($1.key) })
  }

  /// An object of members with distinct names.
  @inlinable
  init(distinct members: [Element]) {
    self.members = members
    if members.count > Self.searchLimit { indices = NameIndex.empty }
  }

  /// The names in order.
  public var keys: [String] { members.map { $0.key } }
  /// The values in order.
  public var values: [Value] { members.map { $0.value } }

  /// The value of the member called `name`. Setting nil removes the member.
  public subscript(name: String) -> Value? {
    @_specialize(where Value == JSONValue)
    get { index(forKey: name).map { members[$0].value } }
    set {
      switch (index(forKey: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (nil, let value?): append(name, value)
      case (let index?, nil): remove(at: index)
      case (nil, nil): break
      }
    }
    _modify {
      let index = index(forKey: name)
      // The value is moved out, so that changing it in place does not copy it.
      var value = index.map { take(at: $0) }
      defer { put(value, name, at: index) }
      yield &value
    }
  }

  /// The value of the member called `name`, or `defaultValue` if there is none. A change in place adds the member.
  public subscript(name: String, default defaultValue: @autoclosure () -> Value) -> Value {
    get { self[name] ?? defaultValue() }
    _modify {
      let index = index(forKey: name)
      var value = index.map { take(at: $0) } ?? defaultValue()
      defer { put(value, name, at: index) }
      yield &value
    }
  }

  /// The index of the member called `name`.
  // Other modules cannot specialize it.
  @_specialize(where Value == JSONValue)
  public func index(forKey name: String) -> Int? {
    if let indices { return indices[name, or: { members.map(\.key) }] }
    return members.withUnsafeBufferPointer { buffer in
      buffer.indices.first { buffer[$0].key.isIdentical(to: name) }
    }
  }
}

// MARK: - Changing

extension JSONMap {
  /// Adds a member whose name must be new.
  public mutating func append(_ name: String, _ value: Value) {
    members.append((name, value))
    guard members.count > Self.searchLimit else { return }
    if indices == nil || !isKnownUniquelyReferenced(&indices) {
      indices = NameIndex.empty
    } else {
      indices?.append(name, at: members.count - 1)
    }
  }

  /// Adds a member whose name must be new, before any is looked up.
  @inlinable
  mutating func appendRead(_ name: String, _ value: Value) {
    members.append((name, value))
    if members.count == Self.searchLimit + 1 { indices = NameIndex.empty }
  }

  /// Reserves memory for this many members.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Sets the value of the member called `name`, and returns the former one.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
    guard let index = index(forKey: name) else {
      append(name, value)
      return nil
    }
    let former = members[index].value
    members[index].value = value
    return former
  }

  /// Removes the member called `name`, and returns its value.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? {
    index(forKey: name).map { remove(at: $0).value }
  }

  /// Removes and returns the member at `index`.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    defer { self = JSONMap(distinct: members) }
    return members.remove(at: index)
  }

  /// Removes all members.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    members.removeAll(keepingCapacity: keepingCapacity)
    indices = nil
  }

  /// Removes the members that `shouldBeRemoved` selects.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    self = try filter { try !shouldBeRemoved($0) }
  }

  /// Adds members; new names go to the end. `combine` decides between the present value and the new one.
  public mutating func merge(
    _ others: some Sequence<(key: String, value: Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (name, value) in others { self[name] = try self[name].map { try combine($0, value) } ?? value }
  }

  /// The object with further members; new names go to the end. `combine` decides between the present value and the new
  /// one.
  public func merging(
    _ others: some Sequence<(key: String, value: Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> JSONMap {
    var result = self
    try result.merge(others, uniquingKeysWith: combine)
    return result
  }

  /// Moves a value out, until ``put(_:_:at:)`` is called with the same name and index.
  private mutating func take(at index: Int) -> Value {
    members.swapAt(index, members.count - 1)
    return members.removeLast().value
  }

  /// Stores the value of a member that ``take(at:)`` has moved out, or that is new if there is no index.
  private mutating func put(_ value: Value?, _ name: String, at index: Int?) {
    switch (index, value) {
    case (let index?, let value?):
      members.append((name, value))
      members.swapAt(index, members.count - 1)
    case (nil, let value?): append(name, value)
    case (let index?, nil):
      // The last member is where the removed one was.
      if index < members.count {
        let last = members.remove(at: index)
        members.append(last)
      }
      self = JSONMap(distinct: members)
    case (nil, nil): break
    }
  }
}

// MARK: - Transforming

extension JSONMap {
  /// An object with the same names and transformed values.
  public func mapValues<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> JSONMap<Other> {
    var result: [JSONMap<Other>.Element] = []
    result.reserveCapacity(count)
    for (name, value) in members { result.append((name, try transform(value))) }
    return JSONMap<Other>(distinct: result)
  }

  /// An object with the transformed values that are not nil.
  public func compactMapValues<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other?
  ) throws(Failure) -> JSONMap<Other> {
    var result: [JSONMap<Other>.Element] = []
    for (name, value) in members { if let value = try transform(value) { result.append((name, value)) } }
    return JSONMap<Other>(distinct: result)
  }

  /// The object of the members that `isIncluded` selects.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONMap {
    JSONMap(distinct: try members.filter(isIncluded))
  }
}

extension JSONMap: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { members.count }

  /// The member at an index.
  @inlinable public subscript(index: Int) -> Element { members[index] }

  @inlinable public func makeIterator() -> IndexingIterator<[Element]> { members.makeIterator() }

  @inlinable @_spi(Generated)
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try members.withContiguousStorageIfAvailable(body)
  }
}

extension Dictionary where Key == String, Value: Sendable {
  /// The members of an object. Of names that Swift's `==` considers equal, the last one is kept.
  public init(_ object: JSONMap<Value>) {
    self.init(minimumCapacity: object.count)
    for (name, value) in object { self[name] = value }
  }
}

extension JSONMap: Equatable where Value: Equatable {
  /// Whether both have the same members, in any order.
  public static func == (a: JSONMap, b: JSONMap) -> Bool {
    a.count == b.count && a.members.allSatisfy { name, value in b[name] == value }
  }
}

extension JSONMap: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    // Order does not count, so the members' hashes are added.
    var sum = 0
    for (name, value) in members {
      var one = Hasher()
      one.combine(ExactName(name))
      one.combine(value)
      sum &+= one.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONMap: ExpressibleByDictionaryLiteral {
  /// Creates a map of members in order.
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

/// A string compared and hashed by its bytes.
@usableFromInline package struct ExactName: Hashable, Comparable, Sendable {
  @usableFromInline package let string: String

  @inlinable package init(_ string: String) { self.string = string }

  @usableFromInline package static func == (a: ExactName, b: ExactName) -> Bool { a.string.isIdentical(to: b.string) }

  @usableFromInline package static func < (a: ExactName, b: ExactName) -> Bool {
    a.string.unicodeScalars.lexicographicallyPrecedes(b.string.unicodeScalars)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Lookup where Key == ExactName {
  @inlinable package subscript(name: String) -> Value? { self[ExactName(name)] }
  @inlinable package mutating func set(_ name: String, _ value: Value) { set(ExactName(name), value) }
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
