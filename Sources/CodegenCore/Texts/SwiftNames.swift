import JSONSchema

/// Converts words of a schema to Swift names. All names are computed here.
enum SwiftNames {
  /// Returns a type name: `user-info`, `user_info` and `userInfo` give `UserInfo`. `2d` gives `Model2d`, because a
  /// name without a leading capital could also be a member's.
  static func type(_ text: String) -> String {
    let name = words(text).map(capitalised).joined()
    let identifier = startsWithCapital(name) ? name : name.isEmpty ? "Value" : "Model" + name
    return reservedTypes.contains(identifier) ? identifier + "Model" : identifier
  }

  /// Returns a member name: `asset_url` gives `assetURL`; a camel-case name is unchanged.
  static func member(_ text: String) -> String {
    let words = words(text)
    guard let first = words.first else { return identifier("", fallback: "value") }
    var name = uncapitalised(first)
    for word in words.dropFirst() { name += acronyms[word.lowercased()] ?? capitalised(word) }
    name = identifier(name, fallback: "value")
    while reservedMembers.contains(name) { name += "Value" }
    return name
  }

  /// Returns the enum case for a value.
  static func enumerationCase(_ text: String) -> String {
    let words = words(text)
    // A value in all capitals (`FIT_XY`) consists of words; it is not an acronym.
    let isShouting = text == text.uppercased() && text != text.lowercased()
    let name = isShouting ? member(text.lowercased()) : member(words.joined(separator: "_"))
    return reservedCases.contains(name) ? name + "Value" : name
  }

  /// Whether a text is a valid type name that is not reserved.
  static func isTypeName(_ name: String) -> Bool {
    SwiftIdentifier.isIdentifier(name) && !SwiftIdentifier.keywords.contains(name) && !reservedTypes.contains(name)
  }

  /// Returns an unused name: `name`, or the name with its remaining characters spelled out. It never adds a counter,
  /// so that a new neighbor does not rename an existing type.
  static func unique(_ name: String, of text: String, among taken: Set<String>) -> String {
    if !taken.contains(name) { return name }
    let spelled =
      name + "_"
      + text.unicodeScalars.map { scalar in
        SwiftIdentifier.isPart(scalar) ? String(scalar) : "u" + String(scalar.value, radix: 16)
      }.joined()
    var candidate = spelled
    while taken.contains(candidate) { candidate += "_" }
    return candidate
  }

  /// Splits text into runs of letters and digits; inner capitals are preserved.
  private static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { !SwiftIdentifier.isPart($0) || $0 == "_" }.map { String($0) }
  }

  static func capitalised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return word }
    return String(first).uppercased() + String(word.unicodeScalars.dropFirst())
  }

  /// Lowercases the leading capitals of a word: `URLPath` gives `urlPath`, `URL` gives `url`.
  private static func uncapitalised(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let capitals = scalars.prefix { $0.properties.isUppercase }.count
    if capitals == scalars.count { return word.lowercased() }
    let length = max(1, capitals - 1)
    if capitals == 0 { return word }
    return String(String.UnicodeScalarView(scalars[..<length])).lowercased()
      + String(String.UnicodeScalarView(scalars[length...]))
  }

  /// Whether the first letter has a lowercase form.
  private static func startsWithCapital(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isXIDStart else { return false }
    return first.properties.lowercaseMapping != String(first)
  }

  private static func identifier(_ name: String, fallback: String) -> String {
    guard let first = name.unicodeScalars.first else { return fallback }
    return first.properties.isXIDStart ? name : "_" + name
  }

  private static let acronyms = [
    "url": "URL", "uri": "URI", "id": "ID", "uuid": "UUID", "json": "JSON", "html": "HTML",
  ]

  /// Words that start an accessor where a property's value is expected.
  static let accessors: Set<String> = [
    "_modify", "_read", "async", "borrow", "borrowing", "consuming", "didSet", "get", "modify", "mutate", "mutating",
    "nonmutating", "read", "set", "unsafeAddress", "unsafeMutableAddress", "willSet", "yielding",
  ]

  /// Types that generated code names without their module. No generated type has one of these names, so that `String`
  /// in generated code is always Swift's.
  static let reservedTypes: Set<String> = [
    "Any", "AnyCodingKey", "Array", "Bool", "CalendarDate", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
    "CustomStringConvertible",
    "Data", "Date", "Decodable", "Decoder", "DecodingError", "DecodingFailure", "Double", "Encodable",
    "Encoder", "Equatable", "Error", "EvaluatedChildren", "ExpressibleByIntegerLiteral", "ExpressibleByStringLiteral",
    "Foundation", "Format", "Hashable", "Hasher", "ID", "Identifiable", "Indirect", "Int", "Int32", "Int64",
    "JSONDecodable",
    "JSONMap", "JSONNode", "JSONNumber", "JSONObject", "JSONReader", "JSONValue", "JSONWritable", "JSONWriter",
    "KnownVerdicts", "Memberwise",
    "ModelCatalog", "ModelSchema", "Never", "OpenEnumeration", "Optional", "Pattern",
    "PatternAutomaton",
    "Presence", "Program", "Protocol", "RawRepresentable", "Result",
    "Runtime", "RuntimeVersion", "SchemaCatalog", "SchemaError", "SchemaModel", "SchemaProgram", "SchemaRuntime",
    "Self",
    "Sendable", "Set", "StaticString", "String", "Swift", "Task", "TextOutputStreamable", "Timestamp",
    "Type", "TypeSet", "UInt64", "URL",
    "UUID",
    "TextTable", "Void", "WritableModel",
  ]

  /// Members of every generated type, variables of its methods, and names with a special meaning in Swift.
  static let reservedMembers: Set<String> = [
    "additionalMembers", "coder", "customMirror", "debugDescription", "encode", "hash", "hashValue", "init",
    "json", "jsonKey", "jsonMember", "jsonMembers",
    "jsonName", "jsonValue", "memberwise", "redactedJSON", "self", "Self", "Type", "validate", "write", "writeLocally",
  ]

  static let reservedCases: Set<String> = [
    "allCases", "allKnownCases", "isValid", "issues", "jsonValues", "rawValue", "schema", "unknown_",
  ]
}
