import SchemaRuntime

/// The children of containers by name or index. Each container is walked once, because many references go into the
/// same few objects, some of them large.
struct ContainerTables {
  private enum Table {
    case members([[UInt8]: Int])
    case elements([Int])
  }

  private var tables: [NodeLocation: Table] = [:]

  /// Returns the entry of the child that a reference token names; nil if there is none.
  mutating func child(of node: UnsafeJSONNode, at location: NodeLocation, named token: String) -> Int? {
    guard node.isArray || node.isObject else { return nil }
    let table = tables[location] ?? Self.table(of: node)
    tables[location] = table
    switch table {
    case .members(let entries): return entries[Array(token.utf8)]
    case .elements(let entries):
      return JSONPointer.arrayIndex(token).flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }
  }

  private static func table(of node: UnsafeJSONNode) -> Table {
    if node.isArray { return .elements(node.elements.map(\.index)) }
    let members = node.members.map { (Array($0.name.string.utf8), $0.value.index) }
    // Of duplicate names, which are reported separately, the last counts, as in `JSONValue`.
    return .members(Dictionary(members) { $1 })
  }
}
