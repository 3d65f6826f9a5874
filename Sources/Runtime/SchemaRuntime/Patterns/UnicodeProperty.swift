/// A `\p{…}` property of code points, as listed in ECMA-262 (2023, tables 66 to 68).
///
/// Looked up while parsing, in ``UnicodeData``, so that a pattern has the same meaning on every toolchain.
enum UnicodeProperty {
  /// The code points that have the property `name`, or whose property `name` has the given `value`; nil if ECMA-262
  /// does not list it. Names are case-sensitive.
  static func scalars(name: String, value: String?) -> ScalarSet? {
    guard let value else { return scalars(category: name) ?? scalars(binary: name) }
    return switch name {
    case "General_Category", "gc": scalars(category: value)
    case "Script", "sc": scalars(record: value, in: UnicodeData.scripts)
    case "Script_Extensions", "scx":
      scalars(record: value, in: UnicodeData.scriptExtensions) ?? scalars(record: value, in: UnicodeData.scripts)
    default: nil
    }
  }

  private static func scalars(binary name: String) -> ScalarSet? {
    switch name {
    case "Any": .all
    case "ASCII": ScalarSet([ScalarRange(0, 0x7f)])
    case "Assigned": scalars(category: "Cn")?.complement
    default: scalars(record: name, in: UnicodeData.binaryProperties)
    }
  }

  private static func scalars(category name: String) -> ScalarSet? {
    var record = UnicodeDataReader(record: name, in: UnicodeData.generalCategories)
    guard let categories = record?.nextNumber() else { return nil }
    var ranges: [ScalarRange] = []
    UnicodeDataReader(UnicodeData.generalCategoryRuns).forEachRun { range, category in
      guard categories &>> UInt32(category) & 1 == 1 else { return }
      if let last = ranges.last, last.upperBound &+ 1 == range.lowerBound {
        ranges[ranges.count - 1].upperBound = range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ScalarSet(ascending: ranges)
  }

  private static func scalars(record name: String, in table: StaticString) -> ScalarSet? {
    UnicodeDataReader(record: name, in: table).map { ScalarSet(ascending: $0.ranges()) }
  }
}

extension ScalarSet {
  /// The characters that may start a group name (ECMA-262, IdentifierStartChar), apart from `$` and `_`.
  static let identifierStarts = UnicodeProperty.scalars(name: "ID_Start", value: nil) ?? ScalarSet()
  /// The characters that may follow in it, apart from the joiners.
  static let identifierParts = UnicodeProperty.scalars(name: "ID_Continue", value: nil) ?? ScalarSet()
}
