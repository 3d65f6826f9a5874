/// The members of an object by their index among the declared ones, for a generated decoder.
///
///     let members = json.located(names)
///     self.init(userId: members.string(0), nickName: members.optionalString(1))
///     try members.check()
///
/// A scalar that cannot be represented is reported by ``check()``, so that decoding needs no early exit for each.
@_spi(Generated) @frozen
public struct LocatedMembers: ~Copyable {
  @usableFromInline
  typealias Slots = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )
  private static let slotCount = 32

  @usableFromInline let json: UnsafeJSONNode
  @usableFromInline let names: TextTable
  /// The index entries of the values; 0 for an absent member, and -1 for null that counts as absent.
  @usableFromInline var slots: Slots
  /// The same for types with more members.
  @usableFromInline var further: UnsafeMutablePointer<Int32>?
  /// The number of names, from the first, that are members; members with other names in the table are kept as
  /// undeclared.
  @usableFromInline let memberCount: Int
  @usableFromInline var otherCount: Int
  @usableFromInline var failure: DecodingFailure?

  @inlinable @inline(__always)
  init(_ json: UnsafeJSONNode, _ names: TextTable, memberCount: Int) {
    self.json = json
    self.names = names
    slots = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    further = nil
    self.memberCount = memberCount
    otherCount = 0
    failure = nil
  }

  @inlinable
  deinit { further?.deallocate() }

  /// Finds the members.
  @usableFromInline @inline(never)
  mutating func locate() {
    let (json, names, memberCount) = (json, names, memberCount)
    if names.count > Self.slotCount {
      let places = UnsafeMutablePointer<Int32>.allocate(capacity: names.count)
      places.initialize(repeating: 0, count: names.count)
      further = places
      otherCount = Self.locate(json, names, memberCount, places)
    } else {
      otherCount = withUnsafeMutableBytes(of: &slots) { slots in
        let places = slots.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Int32.self)
        return Self.locate(json, names, memberCount, places)
      }
    }
    if otherCount < 0 {
      failure = DecodingFailure(json, "an object without two equal names")
      otherCount = 0
    }
  }

  /// Notes the entries of the declared members.
  /// - Returns: the number of the others; -1 if there are two members with one of the names, or if there is no object.
  @inline(__always)
  private static func locate(
    _ json: UnsafeJSONNode, _ names: TextTable, _ memberCount: Int, _ places: UnsafeMutablePointer<Int32>
  ) -> Int {
    guard json.isObject else { return -1 }
    let end = json.contentEnd
    var entry = json.contentStart
    var last = -1
    var others = 0
    while entry < end {
      let index = names.index(of: json[at: entry], after: last)
      if index >= 0 {
        if places[index] != 0 { return -1 }
        places[index] = Int32(truncatingIfNeeded: entry &+ 1)
        last = index
      }
      if UInt(bitPattern: index) >= UInt(bitPattern: memberCount) { others &+= 1 }
      entry = json[at: entry &+ 1].nextIndex
    }
    return others
  }

  @inline(__always)
  private func entry(_ index: Int) -> Int {
    if let further { return Int(further[index]) }
    return withUnsafeBytes(of: slots) { Int($0.loadUnaligned(fromByteOffset: index &* 4, as: Int32.self)) }
  }

  /// Whether a member is present.
  public mutating func contains(_ index: Int) -> Bool { entry(index) > 0 }

  /// A member's value.
  /// - Throws: ``DecodingFailure`` if the member is absent.
  public mutating func value(_ index: Int) throws(DecodingFailure) -> UnsafeJSONNode {
    let entry = entry(index)
    if entry <= 0 { throw DecodingFailure(json, "an object with all required members of its Swift struct") }
    return json[at: entry]
  }

  /// Moves a member to the undeclared ones unless its value has the member's type.
  public mutating func keep(_ index: Int, where isTyped: (UnsafeJSONNode) -> Bool) {
    let entry = entry(index)
    guard entry > 0, !isTyped(json[at: entry]) else { return }
    otherCount += 1
    setEntry(index, 0)
  }

  private mutating func setEntry(_ index: Int, _ entry: Int32) {
    if let further {
      further[index] = entry
    } else {
      withUnsafeMutableBytes(of: &slots) { $0.storeBytes(of: entry, toByteOffset: index &* 4, as: Int32.self) }
    }
  }

  /// Takes the members that are null, which count as absent from now on.
  ///
  /// - Parameter mask: a bit for each of the first 64 members of which null is one state with absence.
  public mutating func takeNulls(_ mask: UInt64) -> NullMembers {
    var nulls = NullMembers()
    takeNulls(mask, from: 0, &nulls)
    return nulls
  }

  /// The same for an object with more members: a mask for each 64.
  public mutating func takeNulls(_ masks: [UInt64]) -> NullMembers {
    var nulls = NullMembers()
    for (word, mask) in masks.enumerated() { takeNulls(mask, from: word * 64, &nulls) }
    return nulls
  }

  private mutating func takeNulls(_ mask: UInt64, from first: Int, _ nulls: inout NullMembers) {
    var rest = mask
    while rest != 0 {
      let index = first + rest.trailingZeroBitCount
      rest &= rest &- 1
      let entry = entry(index)
      guard entry > 0, json[at: entry].isNull else { continue }
      nulls.insert(index)
      setEntry(index, -1)
    }
  }

  /// Notes the members that were found, where other types read the rest of the object.
  public mutating func note(in read: inout ReadMembers) {
    for index in 0..<memberCount {
      let entry = entry(index)
      if entry > 0 { read.insert(entry) }
    }
  }

  /// The undeclared members.
  public mutating func others() -> JSONObject {
    var others = JSONObject()
    if otherCount > 0 {
      for (name, value) in otherMembers { others.appendRead(name.string, JSONValue(value)) }
    }
    return others
  }

  /// The undeclared members, except those whose names match patterns.
  public mutating func others(except isMatch: (UnsafeJSONNode) -> Bool) -> JSONObject {
    var others = JSONObject()
    if otherCount > 0 {
      for (name, value) in otherMembers where !isMatch(name) { others.appendRead(name.string, JSONValue(value)) }
    }
    return others
  }

  /// The undeclared members whose names match patterns, of one type.
  public mutating func others<Value: JSONDecodable>(
    _ type: Value.Type, where isMatch: (UnsafeJSONNode) -> Bool
  ) throws(DecodingFailure) -> JSONMap<Value> {
    var others = JSONMap<Value>()
    if otherCount > 0 {
      for (name, value) in otherMembers where isMatch(name) {
        others.appendRead(name.string, try Value(decoding: value))
      }
    }
    return others
  }

  /// The undeclared members, of one type.
  public mutating func others<Value: JSONDecodable>(
    _ type: Value.Type
  ) throws(DecodingFailure) -> JSONMap<Value> {
    var others = JSONMap<Value>()
    if otherCount > 0 {
      for (name, value) in otherMembers { others.appendRead(name.string, try Value(decoding: value)) }
    }
    return others
  }

  private var otherMembers: [(name: UnsafeJSONNode, value: UnsafeJSONNode)] {
    var last = -1
    return json.members.filter { member in
      let index = names.index(of: member.name, after: last)
      if index >= 0 { last = index }
      return index < 0 || index >= memberCount || entry(index) == 0
    }
  }

  /// - Throws: ``DecodingFailure`` if a scalar was absent or could not be represented.
  public func check() throws(DecodingFailure) {
    if let failure { throw failure }
  }

  /// Checks the value of a required member that the model does not store.
  public mutating func check(_ index: Int, where isValid: (UnsafeJSONNode) -> Bool) {
    let entry = entry(index)
    if entry <= 0 || !isValid(json[at: entry]) { fail(index, "the value that the schema requires") }
  }

  /// What ``check()`` does, for a type that validates by decoding: also checks the names of undeclared members and in
  /// their values.
  ///
  /// - Parameters:
  ///   - free: a bit for each member with undeclared names in its value.
  ///   - isClosed: whether no member may be undeclared.
  public mutating func checkAll(free: UInt64 = 0, isClosed: Bool = false) throws(DecodingFailure) {
    if let failure { throw failure }
    var rest = free
    while rest != 0 {
      let entry = entry(rest.trailingZeroBitCount)
      rest &= rest &- 1
      if entry > 0, !json[at: entry].hasUniqueNames {
        throw DecodingFailure(json[at: entry], "an object without two equal names")
      }
    }
    if otherCount > 0, isClosed || !hasUniqueOthers { throw DecodingFailure(json, "an object without other members") }
  }

  @inline(never)
  private var hasUniqueOthers: Bool {
    (otherCount < 2 || json.repeatedOwnName() == nil) && otherMembers.allSatisfy { $0.value.hasUniqueNames }
  }

  @inline(never)
  private mutating func fail(_ index: Int, _ type: StaticString) {
    let entry = entry(index)
    failure = failure ?? DecodingFailure(entry <= 0 ? json : json[at: entry], type)
  }
}

// MARK: - Scalars

@_spi(Generated) extension LocatedMembers {
  public mutating func string(_ index: Int) -> String {
    let entry = entry(index)
    if entry > 0, json[at: entry].isString { return json[at: entry].string }
    fail(index, "String")
    return ""
  }

  public mutating func optionalString(_ index: Int) -> String? { contains(index) ? string(index) : nil }

  public mutating func bool(_ index: Int) -> Bool {
    let entry = entry(index)
    if entry > 0, json[at: entry].isBoolean { return json[at: entry].kind == .true }
    fail(index, "Bool")
    return false
  }

  public mutating func optionalBool(_ index: Int) -> Bool? { contains(index) ? bool(index) : nil }

  public mutating func int(_ index: Int) -> Int {
    let entry = entry(index)
    if entry > 0, let value = json[at: entry].int { return value }
    fail(index, "Int")
    return 0
  }

  public mutating func optionalInt(_ index: Int) -> Int? { contains(index) ? int(index) : nil }

  public mutating func double(_ index: Int) -> Double {
    let entry = entry(index)
    if entry > 0, let value = json[at: entry].double { return value }
    fail(index, "Double")
    return 0
  }

  public mutating func optionalDouble(_ index: Int) -> Double? { contains(index) ? double(index) : nil }
}

// MARK: - Values of any kind

@_spi(Generated) extension LocatedMembers {
  public mutating func jsonValue(_ index: Int) -> JSONValue {
    let entry = entry(index)
    if entry > 0 { return JSONValue(json[at: entry]) }
    fail(index, "JSONValue")
    return .null
  }

  public mutating func optionalJSONValue(_ index: Int) -> JSONValue? {
    let entry = entry(index)
    return entry > 0 ? JSONValue(json[at: entry]) : Optional.none
  }
}

// MARK: - Arrays of scalars

@_spi(Generated) extension LocatedMembers {
  public mutating func strings(_ index: Int) -> [String] {
    array(index) { (node) throws(DecodingFailure) in try [String](decoding: node) }
  }
  public mutating func ints(_ index: Int) -> [Int] {
    array(index) { (node) throws(DecodingFailure) in try [Int](decoding: node) }
  }
  public mutating func doubles(_ index: Int) -> [Double] {
    array(index) { (node) throws(DecodingFailure) in try [Double](decoding: node) }
  }
  public mutating func optionalStrings(_ index: Int) -> [String]? { contains(index) ? strings(index) : nil }
  public mutating func optionalInts(_ index: Int) -> [Int]? { contains(index) ? ints(index) : nil }
  public mutating func optionalDoubles(_ index: Int) -> [Double]? { contains(index) ? doubles(index) : nil }

  @inline(__always)
  private mutating func array<Element>(
    _ index: Int, _ decode: (UnsafeJSONNode) throws(DecodingFailure) -> [Element]
  ) -> [Element] {
    let entry = entry(index)
    guard entry > 0 else {
      fail(index, "Array")
      return []
    }
    do {
      return try decode(json[at: entry])
    } catch {
      failure = failure ?? error
      return []
    }
  }
}

// Inlined, so that the members are located where they are needed, and not copied there.
@_spi(Generated) extension UnsafeJSONNode {
  /// The members of an object by their index among the declared ones; for any other value, none.
  @inlinable @inline(__always)
  public func located(_ names: TextTable) -> LocatedMembers { located(names, first: names.count) }

  /// The members of an object by their index among the declared ones, which are the first `count` names of a table that
  /// validators share.
  @inlinable @inline(__always)
  public func located(_ names: TextTable, first count: Int) -> LocatedMembers {
    var members = LocatedMembers(self, names, memberCount: count)
    members.locate()
    return members
  }
}
