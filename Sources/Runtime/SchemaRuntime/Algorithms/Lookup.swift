/// Values by key, in the order in which they were added: a dictionary that costs little to begin with.
///
/// The first `Dictionary` or `Set` with keys of a type lets Swift search the conformances of all libraries for that of the
/// keys to `Hashable`, which takes longer than to compile a small schema. Here, the compiler knows the conformance.
@usableFromInline package struct Lookup<Key, Value> {
  /// The most keys that are compared one by one.
  @usableFromInline static var longestSearch: Int { 12 }

  @usableFromInline package private(set) var keys: [Key] = []
  @usableFromInline package private(set) var values: [Value] = []
  /// The indices of many keys, each plus one and in the first free of a power of two of slots, from that of its hash on.
  /// A free slot has 0.
  @usableFromInline var slots: [Int32] = []

  @inlinable package init() {}

  @inlinable package var count: Int { keys.count }
  @inlinable package var isEmpty: Bool { keys.isEmpty }

  /// Returns values in place of these, without those that are nil.
  @inlinable
  package func compactMapValues<Other>(_ transform: (Value) -> Other?) -> Lookup<Key, Other> where Key: Hashable {
    var others = Lookup<Key, Other>()
    for (index, key) in keys.enumerated() {
      if let other = transform(values[index]) { others.set(key, other) }
    }
    return others
  }
}

extension Lookup where Key: Hashable {
  @inlinable package subscript(key: Key) -> Value? { place(of: key).index.map { values[$0] } }

  /// Makes room for this many keys, so that each is hashed once.
  @inlinable
  package mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
    if count > Self.longestSearch { makeSlots(for: count) }
  }

  /// Sets the value of a key, which is added if it is new.
  @inlinable
  package mutating func set(_ key: Key, _ value: Value) {
    let place = place(of: key)
    if let index = place.index {
      values[index] = value
    } else {
      add(key, value, at: place.slot)
    }
  }

  /// Returns the value of a key, which is added with a new one if it is not there.
  @inlinable
  package mutating func value(of key: Key, or new: @autoclosure () -> Value) -> Value {
    let place = place(of: key)
    if let index = place.index { return values[index] }
    let value = new()
    add(key, value, at: place.slot)
    return value
  }

  /// The index of a key, if it is there, and its slot, if keys have slots.
  @inlinable
  func place(of key: Key) -> (index: Int?, slot: Int) {
    if slots.isEmpty { return (keys.firstIndex { $0 == key }, 0) }
    let slot = slot(of: key)
    return (slots[slot] > 0 ? Int(slots[slot]) - 1 : nil, slot)
  }

  @inlinable
  mutating func add(_ key: Key, _ value: Value, at slot: Int) {
    keys.append(key)
    values.append(value)
    if keys.count * 2 <= slots.count {
      slots[slot] = Int32(truncatingIfNeeded: keys.count)
    } else if keys.count > Self.longestSearch {
      makeSlots(for: keys.count)
    }
  }

  @inlinable
  mutating func makeSlots(for count: Int) {
    var size = 64
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for (index, key) in keys.enumerated() { slots[slot(of: key)] = Int32(truncatingIfNeeded: index + 1) }
  }

  /// The slot of a key, or the free one where it would be.
  @inlinable
  func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = key.hashValue & mask
    while slots[slot] > 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }
}

extension Lookup: Sendable where Key: Sendable, Value: Sendable {}
