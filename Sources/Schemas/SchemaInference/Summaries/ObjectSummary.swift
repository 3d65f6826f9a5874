import SchemaRuntime

/// Summarizes objects of one kind.
struct ObjectSummary: Sendable {
  /// A member; members are in the order in which they were first seen.
  struct Member: Sendable {
    var name: [UInt8]
    /// The number of objects that have the member.
    var count: Int
    var value: ValueSummary

    var text: String { String(decoding: name, as: UTF8.self) }
  }

  private(set) var count = 0
  var members: [Member] = []
  private var indices: [[UInt8]: Int] = [:]
  private(set) var names = NameSummary()
  /// The summary of all values once there are more names than ``InferenceOptions/maximumNames``. Then ``members`` is
  /// empty.
  private(set) var others: [ValueSummary] = []

  mutating func observe(_ node: UnsafeJSONNode, _ options: InferenceOptions, depth: Int) {
    count += 1
    for (name, value) in node.members {
      let name = name.withUTF8 { Array($0) }
      if others.isEmpty, let index = index(of: name, options) {
        members[index].count += 1
        members[index].value.observe(value, options, depth: depth + 1)
      } else {
        names.observe(name)
        others[0].observe(value, options, depth: depth + 1)
      }
    }
  }

  mutating func merge(_ other: ObjectSummary, _ options: InferenceOptions) {
    count += other.count
    for member in other.members {
      if others.isEmpty, let index = index(of: member.name, options) {
        members[index].count += member.count
        members[index].value.merge(member.value, options)
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

  /// Returns the index of the member with a name, added if necessary; nil if there would be too many members.
  private mutating func index(of name: [UInt8], _ options: InferenceOptions) -> Int? {
    if let index = indices[name] { return index }
    guard members.count < options.maximumNames else {
      forgetNames(options)
      return nil
    }
    names.observe(name)
    indices[name] = members.count
    members.append(Member(name: name, count: 0, value: ValueSummary()))
    return members.count - 1
  }

  private mutating func forgetNames(_ options: InferenceOptions) {
    others = [joinedValues(options)]
    members = []
    indices = [:]
  }

  /// Returns the merged summary of the values of all members.
  func joinedValues(_ options: InferenceOptions) -> ValueSummary {
    var joined = others.first ?? ValueSummary()
    for member in members { joined.merge(member.value, options) }
    return joined
  }

  func member(_ name: [UInt8]) -> Member? { indices[name].map { members[$0] } }

  /// The names that all objects have.
  var alwaysPresent: Set<[UInt8]> { Set(members.lazy.filter { $0.count == count }.map(\.name)) }
}
