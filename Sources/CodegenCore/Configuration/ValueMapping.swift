/// What `formats.types` maps to Swift types besides the formats of strings: formats of numbers, as the OpenAPI Initiative
/// registers them, and two keywords.
///
/// No format of numbers is checked, because JSON Schema defines none: the Swift type is the limit.
package enum ValueMapping: String, Hashable, Sendable, CaseIterable {
  case int8, int16, int32, int64, uint8, uint16, uint32, uint64
  case float, double, decimal
  /// Numbers with a `multipleOf` that is a decimal fraction, such as prices in hundredths.
  case multipleOf
  /// Strings with `contentEncoding: base64`.
  case base64

  /// The Swift types that may be named.
  package var swiftTypes: [String] {
    switch self {
    case .int8: ["Int8", "Int16", "Int32", "Int64", "Int", "JSONNumber"]
    case .int16: ["Int16", "Int32", "Int64", "Int", "JSONNumber"]
    case .int32: ["Int32", "Int64", "Int", "JSONNumber"]
    case .int64: ["Int64", "Int", "JSONNumber"]
    case .uint8: ["UInt8", "UInt16", "UInt32", "UInt64", "Int16", "Int32", "Int64", "Int", "JSONNumber"]
    case .uint16: ["UInt16", "UInt32", "UInt64", "Int32", "Int64", "Int", "JSONNumber"]
    case .uint32: ["UInt32", "UInt64", "Int64", "Int", "JSONNumber"]
    case .uint64: ["UInt64", "Int", "JSONNumber"]
    case .float: ["Float", "Double", "Decimal", "JSONNumber"]
    case .double: ["Double", "Decimal", "JSONNumber"]
    case .decimal, .multipleOf: ["Decimal", "Double", "JSONNumber"]
    case .base64: ["Base64Bytes", "Data", "String"]
    }
  }

  /// All of them.
  package static let swiftTypes = allCases.flatMap(\.swiftTypes).reduce(into: [String]()) { types, type in
    if !types.contains(type) { types.append(type) }
  }
}

extension Configuration.Formats {
  /// The entries of ``types`` that are not formats of strings.
  package var valueTypes: [ValueMapping: String] {
    Dictionary(uniqueKeysWithValues: types.compactMap { name, type in ValueMapping(rawValue: name).map { ($0, type) } })
  }

  /// The types that generated code mentions because of ``types``.
  var mentionedTypes: Set<String> { Set(types.values.flatMap { $0 == "Decimal" ? [$0, "ExactNumber"] : [$0] }) }
}
