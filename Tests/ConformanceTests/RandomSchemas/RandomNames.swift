/// Names and texts for random schemas: common ones, and ones that are difficult for a generator of Swift. A table.
enum RandomNames {
  /// Few, so that several schemas share them.
  static let plain = [
    "id", "name", "kind", "type", "value", "items", "count", "next", "children", "owner", "tags", "a", "b", "c",
    "created-at", "is_on", "avatarURL",
  ]

  /// Keywords of Swift, and names in generated code and the runtime.
  static let reserved = [
    "Any", "Self", "Type", "Protocol", "self", "init", "class", "default", "func", "in", "is", "nil", "true", "where",
    "var", "switch", "repeat", "some", "none", "any", "async", "await", "throws", "get", "set", "willSet", "lazy",
    "open", "actor", "macro", "package", "extension", "operator", "consuming", "isolated", "_", "each", "unowned",
    "isValid", "noteEvaluatedMembers", "noteEvaluatedItems", "KnownVerdicts", "EvaluatedChildren", "known", "json",
    "jsonName", "jsonValue", "jsonMember", "jsonMembers", "jsonKey", "evaluated", "element", "place", "verdict",
    "member", "name", "tag", "found", "matching", "seen", "isListed", "isAdditional", "additionalMembers", "coder",
    "container", "rawValue", "hashValue", "hash", "description", "schema", "issues", "validate", "write", "encode",
    "jsonNames", "jsonValues", "allCases", "unknown", "other", "new", "newValue", "patch", "Patch", "apply", "model",
    "wrappedValue", "storage", "storedValue", "hasValue", "clearValue", "stored-id", "has-id", "text", "error", "key",
    "JSONValue", "UnsafeJSONNode", "JSONObject", "JSONMap", "Presence", "CopyOnWrite", "SchemaProgram", "ModelCatalog",
    "Runtime",
    "RuntimeVersion", "TextTable", "FoundMembers", "LocatedMembers", "hasMembers", "members", "index", "value", "names",
    "String", "Int", "Double", "Bool", "Optional",
    "Array", "Error",
    "Hashable", "Codable", "Encoder", "Decoder", "Never", "Void", "Sendable", "Identifiable", "Equatable", "Case",
    "Foundation", "Swift", "SchemaRuntime", "Set", "Dictionary", "Character", "Result", "UInt64", "StaticString",
    "Element", "Value", "Wrapped", "RawValue", "AllCases", "ID", "Key", "Member", "DecodingFailure", "JSONWriter",
  ]

  /// Spellings that must be converted to identifiers, some equal except for case, separators or normal form.
  static let odd = [
    "", "-", "--", "$ref", "@type", "a b", "a-b", "a_b", "aB", "AB", "A-B", "1st", "2", "42", "x.y", "x/y", "~", "%25",
    "é", "e\u{301}", "Straße", "日本", "👍", "👍🏽", "a\nb", "\"q\"", "\\(x)", "\\", "*/", "`", "#", "\u{202e}abc", "\u{0}",
    "\u{200d}", "\u{feff}", "URL", "url", "HTMLPage", "İ", "ǅ", "ﬁ", "٣", "_x", "__", "\u{301}", "ª", "a'b", "{{name}}",
    "\u{2028}", "x\u{300}", "K", "\u{212a}",
  ]

  /// The names of files and definitions, some of them used several times.
  static let types =
    [
      "item", "user", "node", "tree", "shape", "event", "entry", "point", "base", "order", "group", "message", "Item",
      "item-list", "itemList", "user_info",
    ] + reserved.filter { $0 != "_" }

  /// Patterns, each with a matching text.
  static let patterns: [(source: String, example: String)] = [
    ("^[a-z]+$", "abc"), ("^x-", "x-rate"), ("[0-9]{2}", "a42"), ("^(a|b)*c$", "abac"), ("\\d", "7"),
    ("^\\p{L}+$", "é"),
    ("^(?=.*a).{1,8}$", "cab"), ("^.$", "a"), ("\"", "\""), ("^$", ""),
  ]

  /// Formats, each with a valid text.
  static let formats: [(name: String, example: String)] = [
    ("date-time", "2024-02-29T12:30:00.250Z"), ("date", "2024-02-29"), ("uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
    ("uri", "https://random.example/a?b#c"), ("email", "a@random.example"), ("regex", "^a+$"), ("ipv4", "192.0.2.1"),
    ("json-pointer", "/a/0"), ("time", "12:00:00Z"), ("unheard-of", "?"),
  ]

  static let texts = ["", "a", "b", "x", "abc", "a\u{301}", "\u{e1}", "👍🏽", "line\nfeed", "\"quoted\"", "0", "null"]

  static let numbers = [
    "0", "1", "-1", "2", "3", "5", "10", "42", "255", "-7", "1.5", "0.1", "-0.0", "1.0", "1e2", "2.5e-3", "100",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "1e300", "123456789.123456789",
  ]
}
