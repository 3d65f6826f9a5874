/// The names of types that are not generated.
enum KnownTypes {
  /// Types that generated code mentions without their module. No generated type has one of these names, so `String` in
  /// generated code is always Swift's.
  static let reserved: Set<String> = [
    "Any", "AnyCodingKey", "Array", "Bool", "CalendarDate", "CallStack", "CaseIterable", "Codable", "CodingKey",
    "CodingKeys", "CopyOnWrite", "CustomStringConvertible", "Data", "Date", "Decodable", "DecodingError",
    "DecodingFailure", "Double", "Encodable", "Equatable", "EvaluatedChildren", "ExpressibleByIntegerLiteral",
    "ExpressibleByStringLiteral", "Foundation", "Hashable", "Hasher", "ID", "Identifiable", "Int", "Int32", "Int64",
    "JSONDecodable", "JSONMap", "JSONNumber", "JSONObject", "JSONValue", "JSONWritable", "JSONWriter", "KnownVerdicts",
    "Memberwise", "MergePatch", "ModelCatalog", "ModelSchema", "Never", "OpenEnumeration", "Optional", "PatchedModel",
    "PatternAutomaton", "Presence", "Program", "Protocol", "RawRepresentable", "RuntimeVersion", "SchemaCatalog",
    "SchemaError", "SchemaModel", "SchemaProgram", "SchemaRuntime", "Self", "Sendable", "Set", "SharedMembers",
    "StaticString", "String", "Swift", "TextOutputStreamable", "TextTable", "Textual", "Timestamp", "Type", "UInt64",
    "URL", "UUID", "UnsafeJSONNode", "Void", "WritableModel",
  ]

  /// Those that it mentions for values that arrive in pieces.
  static let streaming: Set<String> = [
    "JSONElement", "Partial", "PartialJSON", "PartialValue", "SchemaStreaming", "StreamedModel",
  ]

  /// Types that code next to the generated code is likely to mention without their module, such as those of SwiftUI. No
  /// type at the top level has one of these names.
  static let hidden: Set<String> = [
    "Actor", "Alert", "Animation", "AnyHashable", "App", "AsyncSequence", "AsyncStream", "Binding", "Bundle", "Button",
    "Calendar", "Character", "Clock", "ClosedRange", "Collection", "Color", "Comparable", "ContiguousArray", "Decimal",
    "Decoder", "Dictionary", "Duration", "Encoder", "Environment", "Error", "FileManager", "Float", "Font", "Form",
    "Format", "Group", "Image", "Int16", "Int8", "IteratorProtocol", "JSONReader", "KeyPath", "Label", "Link", "List",
    "Locale", "MainActor", "Menu", "Mirror", "Mutex", "Namespace", "Observable", "OptionSet", "Pattern", "Picker",
    "Process", "Range", "Regex", "Result", "Runtime", "Scene", "Section", "Sequence", "Slider", "State", "Substring",
    "Tab", "Table", "Task", "Text", "TextForm", "Thread", "TimeZone", "Timer", "Toggle", "TypeSet", "UInt", "UInt16",
    "UInt32", "UInt8", "URLRequest", "URLResponse", "URLSession", "Unicode", "View", "Window",
  ]
}
