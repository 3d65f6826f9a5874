import SchemaRuntime

/// Values by name. All tables have the same type of keys, because the first use of each type takes the time of a small
/// schema.
struct NameTable<Value> {
  private var values: [ExactName: Value] = [:]

  /// The names, sorted.
  var names: [String] { values.keys.map(\.string).sorted() }

  subscript(name: String) -> Value? {
    get { values.isEmpty ? nil : values[ExactName(name)] }
    set { values[ExactName(name)] = newValue }
  }

  /// Returns a table with other values.
  func mapValues<Other>(_ transform: (Value) -> Other?) -> NameTable<Other> {
    var table = NameTable<Other>()
    table.values = values.compactMapValues(transform)
    return table
  }
}

extension NameTable: Sendable where Value: Sendable {}
