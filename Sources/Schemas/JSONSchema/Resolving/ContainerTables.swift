import SchemaRuntime

/// The children of containers by name or index. Each large container is walked once, because many references go into
/// the same few objects.
struct ContainerTables {
  private enum Table {
    case members(Lookup<ExactName, Int>)
    case elements([Int])
  }

  /// The most members that are compared one by one.
  private static let longestSearch = 32
  private var tables = Lookup<NodeLocation, Table>()

  /// Returns the entry of the child that a reference token names; nil if there is none.
  mutating func child(of node: UnsafeJSONNode, at location: NodeLocation, named token: String) -> Int? {
    guard node.isArray || node.isObject else { return nil }
    let known = tables[location]
    if known == nil, node.isObject, let found = Self.search(node, for: token) { return found }
    let table = known ?? Self.table(of: node)
    if known == nil { tables.set(location, table) }
    switch table {
    case .members(let entries): return entries[token]
    case .elements(let entries):
      return JSONPointer.arrayIndex(token).flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }
  }

  /// Returns the entry of the last member with a name; nil if there are too many members to compare each.
  private static func search(_ node: UnsafeJSONNode, for name: String) -> Int?? {
    var name = name
    return name.withUTF8 { name in
      var entry: Int?
      for (index, member) in node.members.enumerated() {
        if index == longestSearch { return Int??.none }
        if member.name.equals(name) { entry = member.value.index }
      }
      return .some(entry)
    }
  }

  private static func table(of node: UnsafeJSONNode) -> Table {
    if node.isArray { return .elements(node.elements.map(\.index)) }
    var members = Lookup<ExactName, Int>()
    // Of duplicate names, which are reported separately, the last counts, as in `JSONValue`.
    for (name, value) in node.members { members.set(name.string, value.index) }
    return .members(members)
  }
}
