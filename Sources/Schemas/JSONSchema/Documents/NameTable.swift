import SchemaRuntime

/// Values by name. Few are searched one by one, and all other tables have the same type of keys, because the first use of
/// each type takes the time of a small schema.
struct NameTable<Value> {
  private static var longestSearch: Int { 16 }

  /// The values while there are few.
  private var few: [(name: String, value: Value)] = []
  /// The values once there are many.
  private var many: [ExactName: Value] = [:]

  /// The names, sorted.
  var names: [String] { (few.map(\.name) + many.keys.map(\.string)).sorted() }

  subscript(name: String) -> Value? {
    get { many.isEmpty ? place(of: name).map { few[$0].value } : many[ExactName(name)] }
    set {
      guard many.isEmpty else { return many[ExactName(name)] = newValue }
      if let place = place(of: name) {
        few.remove(at: place)
        if let newValue { few.insert((name, newValue), at: place) }
      } else if let newValue {
        few.append((name, newValue))
        if few.count > Self.longestSearch {
          for row in few { many[ExactName(row.name)] = row.value }
          few = []
        }
      }
    }
  }

  private func place(of name: String) -> Int? { few.firstIndex { $0.name.isIdentical(to: name) } }

  /// Returns a table with other values.
  func mapValues<Other>(_ transform: (Value) -> Other?) -> NameTable<Other> {
    var table = NameTable<Other>()
    table.few = few.compactMap { row in transform(row.value).map { (row.name, $0) } }
    table.many = many.compactMapValues(transform)
    return table
  }
}

extension NameTable: Sendable where Value: Sendable {}
