import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The schemas to which an entry under `types` applies: those of a kind, or of a kind with a format.
package struct SchemaKind: Hashable, Sendable {
  /// A JSON Schema type whose Swift type can be chosen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case string, integer, number
  }

  package var kind: Kind
  /// The format, or the keyword of ``base64`` or ``multipleOf``; nil for all schemas of the kind without a more
  /// specific entry.
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

  /// Keywords used in place of a format: strings with `contentEncoding: base64`, and numbers whose `multipleOf` is a
  /// decimal fraction, such as prices with cents.
  package static let base64 = SchemaKind(.string, "base64")
  package static let multipleOf = SchemaKind(.number, "multipleOf")

  /// The types of Swift, Foundation and the runtime that can represent the values, besides the defaults String, Int and
  /// Double. Decoders reject valid values that the type cannot represent.
  package var swiftTypes: [String] {
    switch kind {
    case .string:
      if self == Self.base64 || format == "byte" { return ["Base64Bytes", "Data", "String"] }
      return ["String"] + (format.flatMap { Format(keyword: $0)?.facts.swiftTypes } ?? [])
    case .integer: return format.flatMap { Self.ofNumbers[$0] } ?? Self.integers
    case .number: return format.flatMap { Self.ofNumbers[$0] } ?? Self.decimals
    }
  }

  /// The type that generated code declares for one of ``swiftTypes``: `Textual<Int64>` for a string that is an `Int64`.
  func declaredType(_ type: String) -> String {
    kind == .string && (Self.integers + Self.decimals).contains(type) ? "Textual<\(type)>" : type
  }

  private static let integers = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Decimal", "JSONNumber",
  ]
  private static let decimals = ["Double", "Float", "Decimal", "JSONNumber"]

  /// The types that represent all numbers of a format, as registered by the OpenAPI Initiative. JSON Schema defines no
  /// formats for numbers, so none is checked: the Swift type is the limit.
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

  /// All types in ``swiftTypes`` for any kind.
  static let allSwiftTypes: Set<String> = Set(
    integers + decimals + ["String", "Base64Bytes", "Data"] + FormatFacts.swiftTypes)
}

extension SchemaKind: CustomStringConvertible {
  /// `number:decimal`
  package var description: String { format.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
}

/// The Swift type that an entry under `types` specifies.
package struct MappedType: Hashable, Sendable {
  package var type: String
  /// The module to import; nil for a type of Swift, Foundation, the runtime, or the generated code's own module.
  package var module: String?

  package init(_ type: String, module: String? = nil) {
    self.type = type
    self.module = module
  }

  /// Whether the generator knows the type, and therefore which values it can represent.
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
      guard let kind = SchemaKind(member.key), var mapped = mappedType(valid: member.value) else { continue }
      if mapped.isKnown { mapped.type = kind.declaredType(mapped.type) }
      types[kind] = mapped
    }
    return types
  }

  static func mappedType(valid value: JSONValue) -> MappedType? {
    let type = value.string ?? value["type"]?.string
    return type.map { MappedType($0, module: value["import"]?.string) }
  }

  /// The names of types that generated code mentions because of ``types``.
  var mentionedTypes: Set<String> {
    Set(types.values.flatMap { $0.type.contains("Decimal") ? ["Decimal", "ExactNumber"] : [$0.type] })
      .union(dependencies.map(\.module)).union(hasPartials ? KnownTypes.streaming : [])
  }
}
