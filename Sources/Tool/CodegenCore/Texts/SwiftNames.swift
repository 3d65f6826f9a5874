import JSONSchema
import SchemaRuntime

/// Converts words of a schema to Swift names. All names are computed here.
package enum SwiftNames {
  /// Returns a type name: `user-info`, `user_info` and `userInfo` give `UserInfo`. `2d` gives `Model2d`, because a name
  /// that does not begin with a capital letter could also be a member's.
  static func type(_ text: String) -> String {
    let identifier = typeWords(text)
    return reservedTypes.contains(identifier) ? identifier + "Model" : identifier
  }

  /// Returns a type name, even if it is the name of a Swift type.
  static func typeWords(_ text: String) -> String {
    let name = NameWords.upperCamelCase(words(text))
    return startsWithCapital(name) ? name : name.isEmpty ? "Value" : "Model" + name
  }

  /// Returns a member name: `asset_url` gives `assetURL`; a camel-case name is unchanged.
  package static func member(_ text: String) -> String {
    let name = identifier(NameWords.lowerCamelCase(words(text)))
    return reservedMembers.contains(name) ? name + "Property" : name
  }

  /// Returns the enum case for a value.
  package static func enumerationCase(_ text: String) -> String {
    // A value in all capitals (`FIT_XY`) consists of words; it is not an acronym.
    let isShouting = text == text.uppercased() && text != text.lowercased()
    let name = identifier(NameWords.lowerCamelCase(words(isShouting ? text.lowercased() : text)))
    func isReserved(_ name: String) -> Bool { reservedMembers.contains(name) || reservedCases.contains(name) }
    if !isReserved(name) { return name }
    return isReserved(name + "Value") ? name + "Case" : name + "Value"
  }

  /// Returns the enum case for a value of any scalar type.
  static func enumerationCase(for value: JSONValue) -> String {
    switch value {
    case .string(let text): return text.isEmpty ? "empty" : enumerationCase(text)
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number):
      let text = number.int.map { String($0) } ?? number.text
      var name = text.hasPrefix("-") ? "minus" : "value"
      for character in text {
        if character == "." {
          name += "Point"
        } else if character.isLetter || character.isNumber {
          name.append(character)
        }
      }
      return name
    case .null, .array, .object: return "value"
    }
  }

  /// Returns the name of the alias with which a generated file uses its imports.
  static func alias(ofFile name: String) -> SwiftSource {
    let base = name.hasSuffix(".swift") ? name.dropLast(".swift".count) : name[...]
    let scalars = base.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }
    return path("UsedBy" + String(String.UnicodeScalarView(scalars)))
  }

  /// Whether a text is a valid type name that is not reserved.
  static func isTypeName(_ name: String) -> Bool {
    SwiftIdentifier.isIdentifier(name) && !SwiftIdentifier.keywords.contains(name) && !reservedTypes.contains(name)
  }

  /// Returns an unused name: `name`, or the name with the symbols in its text spelled out, or else with a number.
  static func unique(_ name: String, of text: String, among taken: Set<String>) -> String {
    if !taken.contains(name) { return name }
    let words = Symbols.words(text)
    if words != Self.words(text) {
      let isType = startsWithCapital(name)
      let spelled = isType ? typeWords(words.joined(separator: " ")) : member(words.joined(separator: " "))
      if !taken.contains(spelled) { return spelled }
    }
    var number = 2
    while taken.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// Splits text into words. Symbols become words if there is nothing else, and before a number.
  private static func words(_ text: String) -> [String] {
    let words = NameWords.of(text)
    let sign = text.unicodeScalars.first
    let isSigned =
      text.unicodeScalars.count > 1 && (sign == "+" || sign == "-" || sign == "<" || sign == ">")
      && text.unicodeScalars.dropFirst().first.map { "0"..."9" ~= $0 } ?? false
    return words.isEmpty || isSigned ? Symbols.words(text) : words
  }

  /// Whether the first letter has a lowercase form.
  private static func startsWithCapital(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isXIDStart else { return false }
    return first.properties.lowercaseMapping != String(first)
  }

  private static func identifier(_ name: String) -> String {
    guard let first = name.unicodeScalars.first else { return "value" }
    return first.properties.isXIDStart ? name : "value" + name
  }

  /// Words that start an accessor where a property's value is expected.
  static let accessors: Set<String> = [
    "_modify", "_read", "async", "borrow", "borrowing", "consuming", "didSet", "get", "modify", "mutate", "mutating",
    "nonmutating", "read", "set", "unsafeAddress", "unsafeMutableAddress", "willSet", "yielding",
  ]

  static let reservedTypes = KnownTypes.reserved

  static let hiddenTypes = KnownTypes.hidden

  /// The types for which the module of conformances to Foundation is imported.
  static let foundationTypes: Set<String> = ["Data", "Date", "Decimal", "Textual<Decimal>", "URL", "UUID"]

  /// Members of every generated type, variables of its methods, and names with a special meaning in Swift.
  static let reservedMembers: Set<String> = [
    "additionalMembers", "coder", "customMirror", "debugDescription", "encode", "hash", "hashValue", "init",
    "json", "jsonKey", "jsonMember", "jsonMembers",
    "jsonName", "jsonValue", "memberwise", "patternMembers", "redactedJSON", "self", "Self",
    "sharedMembers", "Type", "validate", "write", "writeLocally",
  ]

  static let reservedCases: Set<String> = [
    "allCases", "allKnownCases", "exactNumber", "isValid", "issues", "jsonValues", "rawValue", "schema", "unknown_",
  ]
}
