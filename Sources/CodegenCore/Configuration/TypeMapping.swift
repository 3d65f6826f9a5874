import JSONSchema
import SchemaRuntime
import SchemaStrings

/// The schemas whose values an entry under `types` is about: those of a kind, or of a kind with a format.
package struct SchemaKind: Hashable, Sendable {
  /// A type of JSON Schema whose Swift type can be chosen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case string, integer, number
  }

  package var kind: Kind
  /// The format, or the keyword of ``base64`` or ``multipleOf``; nil for all schemas of the kind that no other entry is
  /// about.
  package var format: String?

  package init(_ kind: Kind, _ format: String? = nil) {
    self.kind = kind
    self.format = format
  }

  package static func string(_ format: String) -> Self { Self(.string, format) }
  package static func integer(_ format: String) -> Self { Self(.integer, format) }
  package static func number(_ format: String) -> Self { Self(.number, format) }

  /// Reads `number` or `number:decimal`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])), parts.last?.isEmpty == false else { return nil }
    self.init(kind, parts.count == 2 ? String(parts[1]) : nil)
  }

  /// Keywords that stand in the place of a format: strings with `contentEncoding: base64`, and numbers whose
  /// `multipleOf` is a decimal fraction, such as prices in hundredths.
  package static let base64 = SchemaKind(.string, "base64")
  package static let multipleOf = SchemaKind(.number, "multipleOf")

  /// The types of Swift, Foundation and the runtime that hold the values, besides String, Int and Double where they
  /// are usual. A valid value that the type does not have is refused by decoders.
  package var swiftTypes: [String] {
    switch kind {
    case .string:
      if self == Self.base64 { return ["Base64Bytes", "Data", "String"] }
      return ["String"] + (format.flatMap { Format(keyword: $0)?.facts.swiftTypes } ?? [])
    case .integer: return format.flatMap { Self.ofNumbers[$0] } ?? Self.integers
    case .number: return format.flatMap { Self.ofNumbers[$0] } ?? Self.decimals
    }
  }

  private static let integers = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Decimal", "JSONNumber",
  ]
  private static let decimals = ["Double", "Float", "Decimal", "JSONNumber"]

  /// The types that hold all numbers of a format, as the OpenAPI Initiative registers them. JSON Schema defines no
  /// format of numbers, so none is checked: the Swift type is the limit.
  private static let ofNumbers: [String: [String]] = [
    "int8": ["Int8", "Int16", "Int32", "Int64", "Int", "JSONNumber"],
    "int16": ["Int16", "Int32", "Int64", "Int", "JSONNumber"],
    "int32": ["Int32", "Int64", "Int", "JSONNumber"],
    "int64": ["Int64", "Int", "JSONNumber"],
    "uint8": ["UInt8", "UInt16", "UInt32", "UInt64", "Int16", "Int32", "Int64", "Int", "JSONNumber"],
    "uint16": ["UInt16", "UInt32", "UInt64", "Int32", "Int64", "Int", "JSONNumber"],
    "uint32": ["UInt32", "UInt64", "Int64", "Int", "JSONNumber"],
    "uint64": ["UInt64", "Int", "JSONNumber"],
    "float": ["Float", "Double", "Decimal", "JSONNumber"],
    "double": ["Double", "Decimal", "JSONNumber"],
    "decimal": ["Decimal", "Double", "JSONNumber"],
    "multipleOf": ["Decimal", "Double", "JSONNumber"],
  ]

  /// All types that ``swiftTypes`` of any kind has.
  static let allSwiftTypes: Set<String> = Set(
    integers + decimals + ["String", "Base64Bytes", "Data"] + FormatFacts.swiftTypes)
}

extension SchemaKind: CustomStringConvertible {
  /// `number:decimal`
  package var description: String { format.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
}

/// The Swift type that an entry under `types` names.
package struct MappedType: Hashable, Sendable {
  package var type: String
  /// The module to import; nil for a type of Swift, Foundation, the runtime, or the generated code's own module.
  package var module: String?

  package init(_ type: String, module: String? = nil) {
    self.type = type
    self.module = module
  }

  /// Whether the generator knows the type, and so which values it holds.
  var isKnown: Bool { SchemaKind.allSwiftTypes.contains(type) && (module == nil || module == "Foundation") }
}

extension MappedType: ExpressibleByStringLiteral {
  package init(stringLiteral type: String) { self.init(type) }
}

extension Configuration {
  /// Reads the entries of a value that satisfies the schema.
  static func types(valid value: JSONValue?) -> [SchemaKind: MappedType] {
    var types: [SchemaKind: MappedType] = [:]
    for member in value?.object ?? JSONObject() {
      guard let kind = SchemaKind(member.key) else { continue }
      types[kind] = mappedType(valid: member.value)
    }
    return types
  }

  static func mappedType(valid value: JSONValue) -> MappedType? {
    let type = value.string ?? value["type"]?.string
    return type.map { MappedType($0, module: value["import"]?.string) }
  }

  /// The names of types that generated code mentions because of ``types``.
  var mentionedTypes: Set<String> {
    Set(types.values.flatMap { $0.type == "Decimal" ? [$0.type, "ExactNumber"] : [$0.type] })
      .union(dependencies.map(\.module))
  }
}
