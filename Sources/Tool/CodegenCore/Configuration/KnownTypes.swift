/// The names of types that are not generated.
enum KnownTypes {
  /// Types that generated code mentions without their module. No generated type has one of these names, so `String` in
  /// generated code is always Swift's.
  static let reserved: Set<String> = [
    "Any", "AnyCodingKey", "Array", "Bool", "CalendarDate", "CallStack", "CaseIterable", "Codable", "CodingKey",
    "CodingKeys", "CopyOnWrite", "CustomStringConvertible",
    "Data", "Date", "Decodable", "Decoder", "DecodingError", "DecodingFailure", "Double", "Encodable",
    "Encoder", "Equatable", "Error", "EvaluatedChildren", "ExpressibleByIntegerLiteral", "ExpressibleByStringLiteral",
    "Foundation", "Format", "Hashable", "Hasher", "ID", "Identifiable", "Int", "Int32", "Int64",
    "JSONDecodable",
    "JSONMap", "JSONNode", "JSONNumber", "JSONObject", "JSONReader", "JSONValue", "JSONWritable", "JSONWriter",
    "KnownVerdicts", "Memberwise", "MergePatch",
    "ModelCatalog", "ModelSchema", "Never", "OpenEnumeration", "Optional", "Pattern",
    "PatternAutomaton",
    "PatchedModel", "Presence", "Program", "Protocol", "RawRepresentable", "Result",
    "Runtime", "RuntimeVersion", "SchemaCatalog", "SchemaError", "SchemaModel", "SchemaProgram", "SchemaRuntime",
    "Self",
    "Sendable", "Set", "SharedMembers", "StaticString", "String", "Swift", "Task", "TextOutputStreamable", "Timestamp",
    "Type", "TypeSet", "UInt64", "URL",
    "UUID",
    "TextForm", "TextTable", "Textual", "Void", "WritableModel",
  ]

  /// Types that code next to the generated code is likely to mention without their module. No type at the top level has
  /// one of these names.
  static let hidden: Set<String> = [
    "Actor", "AnyHashable", "AsyncSequence", "AsyncStream", "Bundle", "Calendar", "Character", "Clock", "ClosedRange",
    "Collection", "Comparable", "ContiguousArray", "Decimal", "Dictionary", "Duration", "FileManager", "Float", "Int16",
    "Int8", "IteratorProtocol", "KeyPath", "Locale", "MainActor", "Mirror", "Mutex", "OptionSet", "Process", "Range",
    "Regex", "Sequence", "Substring", "Text", "Thread", "TimeZone", "Timer", "UInt", "UInt16", "UInt32", "UInt8",
    "URLRequest", "URLResponse", "URLSession", "Unicode", "View",
  ]
}
