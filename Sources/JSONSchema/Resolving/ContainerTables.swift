import SchemaRuntime

/// The children of containers by name or index, each container walked once: many references go into the
/// same few objects, and some of those are large.
struct ContainerTables {
  private enum Table {
    case members([[UInt8]: Int])
    case elements([Int])
  }

  private var tables: [Place: Table] = [:]

  /// The entry of the member or element that a reference token names; nil when there is none.
  mutating func child(of node: JSONNode, at place: Place, named token: String) -> Int? {
    guard node.isArray || node.isObject else { return nil }
    let table = tables[place] ?? Self.table(of: node)
    tables[place] = table
    switch table {
    case .members(let entries): return entries[Array(token.utf8)]
    case .elements(let entries):
      return JSONPointer.arrayIndex(token).flatMap { entries.indices.contains($0) ? entries[$0] : nil }
    }
  }

  private static func table(of node: JSONNode) -> Table {
    if node.isArray { return .elements(node.elements.map(\.index)) }
    let members = node.members.map { (Array($0.name.string.utf8), $0.value.index) }
    // Of equal names, an error of their own, the last counts, as in `JSONValue`.
    return .members(Dictionary(members) { $1 })
  }
}
