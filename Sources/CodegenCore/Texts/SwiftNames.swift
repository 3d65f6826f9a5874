import JSONSchema

/// Turns words of a schema into Swift names. The one place where names are computed.
enum SwiftNames {
  /// `user-info`, `user_info` and `userInfo` give `UserInfo`, and `2d` gives `Model2d`: a name without a capital at its
  /// start could be a member's as well.
  static func type(_ text: String) -> String {
    let name = words(text).map(capitalised).joined()
    let identifier = startsWithCapital(name) ? name : name.isEmpty ? "Value" : "Model" + name
    return reservedTypes.contains(identifier) ? identifier + "Model" : identifier
  }

  /// `asset_url` gives `assetURL`; a name that is camel-case already stays as it is.
  static func member(_ text: String) -> String {
    let words = words(text)
    guard let first = words.first else { return identifier("", fallback: "value") }
    var name = uncapitalised(first)
    for word in words.dropFirst() { name += acronyms[word.lowercased()] ?? capitalised(word) }
    name = identifier(name, fallback: "value")
    while reservedMembers.contains(name) { name += "Value" }
    return name
  }

  /// The case of an enumeration for one of its values.
  static func enumerationCase(_ text: String) -> String {
    let words = words(text)
    // A value all in capitals (`FIT_XY`) is words, not an acronym.
    let isShouting = text == text.uppercased() && text != text.lowercased()
    let name = isShouting ? member(text.lowercased()) : member(words.joined(separator: "_"))
    return reservedCases.contains(name) ? name + "Value" : name
  }

  /// Whether a text is the name of a type as it stands, and free for one.
  static func isTypeName(_ name: String) -> Bool {
    SwiftIdentifier.isIdentifier(name) && !SwiftIdentifier.keywords.contains(name) && !reservedTypes.contains(name)
  }

  /// A name that no other has: `name`, or with the rest of its own text spelled out. Never a counter,
  /// so that a new neighbour does not rename an old one.
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

  /// Letters and digits in runs, divided at everything else; an inner capital stays where it is.
  private static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { !SwiftIdentifier.isPart($0) || $0 == "_" }.map { String($0) }
  }

  static func capitalised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return word }
    return String(first).uppercased() + String(word.unicodeScalars.dropFirst())
  }

  /// The word with its leading capitals in lower case: `URLPath` gives `urlPath`, `URL` gives `url`.
  private static func uncapitalised(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let capitals = scalars.prefix { $0.properties.isUppercase }.count
    if capitals == scalars.count { return word.lowercased() }
    let length = max(1, capitals - 1)
    if capitals == 0 { return word }
    return String(String.UnicodeScalarView(scalars[..<length])).lowercased()
      + String(String.UnicodeScalarView(scalars[length...]))
  }

  /// Whether a name begins with a letter that lower case has another of.
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

  /// Words that begin an accessor where a property's value is expected.
  static let accessors: Set<String> = [
    "_modify", "_read", "async", "borrow", "borrowing", "consuming", "didSet", "get", "modify", "mutate", "mutating",
    "nonmutating", "read", "set", "unsafeAddress", "unsafeMutableAddress", "willSet", "yielding",
  ]

  /// Types that generated code names without their module: no generated type is called like them, so that
  /// `String` in generated code is always Swift's.
  static let reservedTypes: Set<String> = [
    "Any", "AnyCodingKey", "Array", "Bool", "CalendarDate", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
    "CustomStringConvertible",
    "DateText", "Data", "Date", "Decodable", "Decoder", "DecodingError", "DecodingFailure", "Double", "Encodable",
    "Encoder", "Equatable", "Error", "EvaluatedChildren",
    "Foundation", "Format", "Hashable", "Hasher", "ID", "Identifiable", "Indirect", "Int", "Int32", "Int64",
    "JSONDecodable",
    "JSONMap", "JSONNode", "JSONNumber", "JSONObject", "JSONReader", "JSONValue", "JSONWritable", "JSONWriter",
    "KnownVerdicts", "MemberNames", "Memberwise",
    "ModelCatalog", "ModelSchema", "Never", "Optional", "Pattern",
    "PatternAutomaton",
    "Presence", "Program", "Protocol", "RawRepresentable", "Result",
    "Runtime", "RuntimeVersion", "SchemaCatalog", "SchemaError", "SchemaModel", "SchemaProgram", "SchemaRuntime",
    "Self",
    "Sendable", "Set", "StaticString", "String", "Swift", "Task", "TextOutputStreamable", "Timestamp",
    "Type", "TypeSet", "UInt64", "URL",
    "UUID",
    "Unvalidated", "Void", "WritableModel",
  ]

  /// Members that every generated type has, variables of its methods, and what Swift gives a special meaning.
  static let reservedMembers: Set<String> = [
    "additionalMembers", "coder", "customMirror", "debugDescription", "encode", "hash", "hashValue", "init",
    "json", "jsonKey", "jsonMember", "jsonMembers",
    "jsonName", "jsonValue", "memberwise", "redactedJSON", "self", "Self", "Type", "validate", "write", "writeLocally",
  ]

  static let reservedCases: Set<String> = [
    "allCases", "isValid", "issues", "memberIndex", "memberNames", "rawValue", "schema", "unknown_",
  ]
}
