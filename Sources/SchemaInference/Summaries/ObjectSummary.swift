import SchemaRuntime

/// What was seen of objects that are taken for one kind.
struct ObjectSummary: Sendable {
  /// A member, in the order in which names came.
  struct Member: Sendable {
    var name: [UInt8]
    /// In how many objects it was.
    var count: Int
    var value: ValueSummary

    var text: String { String(decoding: name, as: UTF8.self) }
  }

  private(set) var count = 0
  var members: [Member] = []
  private var places: [[UInt8]: Int] = [:]
  private(set) var names = NameSummary()
  /// All values together, once there are more names than are kept; then there are no ``members``.
  private(set) var others: [ValueSummary] = []

  mutating func observe(_ node: JSONNode, _ options: InferenceOptions, depth: Int) {
    count += 1
    for (name, value) in node.members {
      let name = name.withUTF8 { Array($0) }
      if others.isEmpty, let place = place(of: name, options) {
        members[place].count += 1
        members[place].value.observe(value, options, depth: depth + 1)
      } else {
        names.observe(name)
        others[0].observe(value, options, depth: depth + 1)
      }
    }
  }

  mutating func merge(_ other: ObjectSummary, _ options: InferenceOptions) {
    count += other.count
    for member in other.members {
      if others.isEmpty, let place = place(of: member.name, options) {
        members[place].count += member.count
        members[place].value.merge(member.value, options)
      } else {
        names.observe(member.name)
        others[0].merge(member.value, options)
      }
    }
    names.merge(other.names)
    if let theirs = other.others.first {
      if others.isEmpty { forgetNames(options) }
      others[0].merge(theirs, options)
    }
  }

  /// The place of a name's member, which is new if need be; nil when there would be too many.
  private mutating func place(of name: [UInt8], _ options: InferenceOptions) -> Int? {
    if let place = places[name] { return place }
    guard members.count < options.maximumNames else {
      forgetNames(options)
      return nil
    }
    names.observe(name)
    places[name] = members.count
    members.append(Member(name: name, count: 0, value: ValueSummary()))
    return members.count - 1
  }

  private mutating func forgetNames(_ options: InferenceOptions) {
    others = [joinedValues(options)]
    members = []
    places = [:]
  }

  /// What the values of all members have in common.
  func joinedValues(_ options: InferenceOptions) -> ValueSummary {
    var joined = others.first ?? ValueSummary()
    for member in members { joined.merge(member.value, options) }
    return joined
  }

  func member(_ name: [UInt8]) -> Member? { places[name].map { members[$0] } }

  /// The names of the members that all objects have.
  var alwaysPresent: Set<[UInt8]> { Set(members.lazy.filter { $0.count == count }.map(\.name)) }
}
