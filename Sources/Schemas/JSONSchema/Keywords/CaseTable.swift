/// Values by case of an enum, in the order of the cases. So few are quicker compared than hashed, and the first use of a
/// dictionary with keys of a type takes the time of a small schema.
package struct CaseTable<Key, Value> {
  package private(set) var rows: [(key: Key, value: Value)] = []

  package init() {}

  package var isEmpty: Bool { rows.isEmpty }
}

extension CaseTable where Key: RawRepresentable, Key.RawValue == UInt8 {
  package subscript(key: Key) -> Value? {
    get {
      for row in rows where row.key.rawValue == key.rawValue { return row.value }
      return nil
    }
    set {
      let index = rows.firstIndex { $0.key.rawValue >= key.rawValue } ?? rows.endIndex
      let isPresent = index < rows.endIndex && rows[index].key.rawValue == key.rawValue
      if isPresent { rows.remove(at: index) }
      if let newValue { rows.insert((key, newValue), at: index) }
    }
  }
}

extension CaseTable: Sendable where Key: Sendable, Value: Sendable {}

extension CaseTable: Equatable where Key: Equatable, Value: Equatable {
  package static func == (a: Self, b: Self) -> Bool { a.rows.elementsEqual(b.rows, by: ==) }
}
