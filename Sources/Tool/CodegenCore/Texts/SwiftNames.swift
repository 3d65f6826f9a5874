import JSONSchema
import SchemaRuntime

/// Converts words of a schema to Swift names. All names are computed here.
package enum SwiftNames {
  /// Returns a type name: `user-info`, `user_info` and `userInfo` give `UserInfo`. `2d` gives `Model2d`, because a name
  /// that does not begin with a capital letter could also be a member's.
  package static func type(_ text: String) -> String {
    let identifier = typeWords(text)
    return reservedTypes.contains(identifier) ? identifier + "Model" : identifier
  }

  /// Returns a type name, even if it is the name of a Swift type.
  static func typeWords(_ text: String) -> String {
    let name = spelled(words(text), of: text, NameWords.capitalized)
    return startsWithCapital(name) ? name : name.isEmpty ? "Value" : "Model" + name
  }

  /// Returns a member name: `asset_url` and `assetUrl` give `assetURL`.
  package static func member(_ text: String) -> String {
    let name = identifier(spelled(words(text), of: text, NameWords.humped))
    return reservedMembers.contains(name) ? name + "Property" : name
  }

  /// Returns the enum case for a value.
  ///
  /// - Parameters:
  ///   - amongMixed: whether other values of the list are not in capitals, so that short words in capitals are acronyms:
  ///     `CC-BY-4.0` next to `Apache-2.0`.
  ///   - noun: the word before a number at the beginning.
  package static func enumerationCase(_ text: String, amongMixed: Bool = false, noun: String = "value") -> String {
    // Alone, a value in all capitals is never an acronym.
    let isOfAcronyms = amongMixed && !text.contains("_") && NameWords.of(text).allSatisfy { $0.count <= longestAcronym }
    let plain = isInCapitals(text) && !isOfAcronyms ? text.lowercased() : text
    let words = words(withoutStutter(plain), keepsCapitals: isOfAcronyms)
    let limit = text.contains(where: \.isWhitespace) ? longestPhrase : longest
    let name = identifier(spelled(words, of: text, limit: limit, NameWords.humped), noun)
    if !reservedCases.contains(name) { return name }
    return name == "value" || reservedCases.contains(name + "Value") ? name + "Case" : name + "Value"
  }

  /// Whether most of the strings in a list are not in capitals.
  static func areMixed(_ values: [JSONValue]) -> Bool {
    let texts = values.compactMap(\.string).filter { $0.contains(where: \.isLetter) }
    return texts.count { !isInCapitals($0) } * 2 > texts.count
  }

  /// Returns a path without words with which its next segment begins: `output.output_text` is `output_text`, and
  /// `gost/gost256` is `gost256`.
  private static func withoutStutter(_ text: String) -> String {
    var segments = text.split { $0 == "." || $0 == "/" }
    var stutters = false
    for index in segments.indices.dropLast() {
      let next = NameWords.of(String(segments[index + 1])).first.map { NameWords.withHumps($0)[0].lowercased() } ?? ""
      guard let last = NameWords.of(String(segments[index])).last?.lowercased(), last.count > 1, next.hasPrefix(last),
        next.dropFirst(last.count).allSatisfy(\.isNumber), segments[index].lowercased().hasSuffix(last)
      else { continue }
      segments[index].removeLast(last.count)
      stutters = true
    }
    return stutters ? segments.joined(separator: ".") : text
  }

  /// Returns a name without the domain of its owner: `io.example/clientInfo` is `clientInfo`.
  static func withoutDomain(_ name: String) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[0].contains("."),
      parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ label in
        !label.isEmpty && label.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { return name }
    return String(parts[1])
  }

  /// Returns the name of a document's type without the version at its end: `PageObject2_2_0` is `PageObject`.
  static func withoutVersion(_ name: String) -> String {
    let rest = name.reversed().drop { $0.isASCII && ($0.isNumber || $0 == "_") }
    let hasVersion = rest.count < name.count && name.dropFirst(rest.count).contains("_")
    let stem = rest.first == "V" || rest.first == "v" ? rest.dropFirst() : rest[...]
    return hasVersion && !stem.isEmpty ? String(stem.reversed()) : name
  }

  /// Returns the number of words with which all strings of a list begin and which their type says (for `SOURCE_TYPE_FILE`
  /// and `SOURCE_TYPE_URL` in `SourceType`, 2), or which are a namespace of three or more: `game:set_name`.
  static func prefix(of values: [JSONValue], in type: String) -> Int {
    let strings = values.compactMap(\.string)
    func stem(_ word: String) -> String { (NameWords.singular(word) ?? word).lowercased() }
    let texts = strings.map { NameWords.of($0).map(stem) }
    guard texts.count == values.count, texts.count > 1, let first = texts.first else { return 0 }
    let words = NameWords.withHumps(type)
    let said = [words, words.flatMap(NameWords.humps)].map { $0.map(stem) }
    func isSaid(_ run: ArraySlice<String>) -> Bool { said.contains { $0.firstRange(of: run) != nil } }
    // The type is named after one of its values.
    let mostSaid = texts.contains { isSaid($0[...]) } ? 0 : first.count
    let namespace = namespace(of: strings)
    return (1..<max(1, first.count)).last { count in
      (count <= mostSaid && isSaid(first[..<count]) || count == namespace)
        && texts.allSatisfy {
          $0.count > count && $0.prefix(count) == first.prefix(count) && $0[count].first?.isLetter ?? false
            && ($0.count > count + 1
              ? $0[count] == "in" || !joins($0[count]) : !SwiftIdentifier.keywords.contains($0[count]))
        }
    } ?? 0
  }

  /// Returns the number of words before the last mark that all texts have, if they are three or more.
  private static func namespace(of texts: [String]) -> Int {
    guard texts.count > 2, let first = texts.first else { return 0 }
    let shared = texts.reduce(first[...]) { shared, text in
      shared.prefix(zip(shared, text).prefix { $0 == $1 }.count)
    }
    return shared.lastIndex { ":/.".contains($0) }.map { NameWords.of(String(shared[..<$0])).count } ?? 0
  }

  /// Returns the enum case for a value of any scalar type.
  ///
  /// - Parameter count: the number of words at the beginning that all values have.
  static func enumerationCase(
    for value: JSONValue, without count: Int = 0, amongMixed: Bool = false, noun: String = "value"
  ) -> String {
    switch value {
    case .string(let text):
      let rest = count == 0 ? text : NameWords.of(text).dropFirst(count).joined(separator: "_")
      return text.isEmpty ? "empty" : enumerationCase(rest, amongMixed: amongMixed, noun: noun)
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number):
      let text = number.int.map { String($0) } ?? number.text
      var name = text.hasPrefix("-") ? "minus" : noun
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

  /// Returns the word before the numbers among the values of an enum, which is the last one of the type's name: a
  /// `Size` has `size1024x1024`, and so has its `Size.Known`.
  static func noun(ofNumbersIn type: String) -> String {
    var words = NameWords.withHumps(type.split(separator: ".").last { $0 != "Known" }.map(String.init) ?? "")
    if words.count > 1, words.last == "Enum" { words.removeLast() }
    let isListed = words.dropLast().contains { joins($0) && $0 != "In" }
    guard let last = words.last, !isListed, last.last?.isLetter ?? false else { return "value" }
    // `Mbps` is no plural.
    return member(last.count > 4 ? NameWords.singular(last) ?? last : last)
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

  /// Returns an unused name: `name`, or the name with the symbols in its text or its capitals spelled out, or else with a
  /// number.
  static func unique(_ name: String, of text: String, among taken: Set<String>) -> String {
    if !taken.contains(name) { return name }
    // `userId` beside `userID`.
    if text != name, text.first == name.first, text.lowercased() == name.lowercased(), !taken.contains(text) {
      return text
    }
    let isType = startsWithCapital(name)
    let cuts = otherCuts(of: text, isType ? NameWords.capitalized : NameWords.humped)
    if let cut = cuts.first(where: { !taken.contains($0) && startsWithCapital($0) == isType }) { return cut }
    for hasSigns in [false, true] {
      let words =
        (text.hasPrefix("_") ? ["underscore"] : []) + Symbols.words(text, hasSigns: hasSigns)
        + (text.hasSuffix("_") ? ["underscore"] : [])
      if words == Self.words(text) { continue }
      let spelled = isType ? typeWords(words.joined(separator: " ")) : member(words.joined(separator: " "))
      if !taken.contains(spelled) { return spelled }
    }
    if !isType, let first = text.first, first.isUppercase {
      let spelled = member(isInCapitals(text) ? "uppercase " + text.lowercased() : "capitalized " + text)
      if !taken.contains(spelled) { return spelled }
    }
    let stem = name.prefix(longest - 3)
    var number = 2
    while taken.contains("\(stem)\(number)") { number += 1 }
    return "\(stem)\(number)"
  }

  /// The length of the longest name, of a case made from a phrase, and of a word in capitals that is an acronym.
  private static let longest = 60, longestPhrase = 40, longestAcronym = 4

  /// Words that only join others.
  private static let joiners: Set<String> = [
    "a", "an", "and", "as", "at", "by", "for", "from", "if", "in", "into", "is", "of", "on", "or", "that", "the", "to",
    "via", "when", "which", "with", "without",
  ]

  /// Whether a word says nothing at the beginning or end of a name.
  static func joins(_ word: String) -> Bool { joiners.contains(word.lowercased()) }

  /// Returns a name of the words of a text. From one that is too long, words are left out before the last one, which
  /// says what it names; from a phrase or a type with arguments, the last ones.
  private static func spelled(
    _ words: [String], of text: String, limit: Int = longest, _ spell: ([String]) -> [String]
  ) -> String {
    let name = NameWords.joined(spell(words))
    if name.utf8.count <= limit || name.count <= limit { return name }
    let isPhrase = text.contains(where: \.isWhitespace)
    let humps = words.flatMap(NameWords.withHumps)
    return cut(humps, keeping: isPhrase || text.contains("<") || humps.count < 3 ? 0 : 1, limit, spell)
  }

  /// Returns a name of the first words, as many as fit, and some of the last.
  private static func cut(
    _ humps: [String], keeping count: Int, _ limit: Int, _ spell: ([String]) -> [String]
  ) -> String {
    let spelled = spell(humps)
    let (first, last): (ArraySlice<String>, ArraySlice<String>) = (spelled.dropLast(count), spelled.suffix(count))
    func name(_ count: Int) -> String { NameWords.joined(Array(first.prefix(count) + last)) }
    // The first one in any case.
    var (least, most) = (1, max(1, first.count))
    while least < most {
      let middle = (least + most + 1) / 2
      if name(middle).count <= limit { least = middle } else { most = middle - 1 }
    }
    while least > 1, joins(humps[least - 1]) { least -= 1 }
    return String(name(least).prefix(limit))
  }

  /// Returns other names of a text that is too long, with more of its last words; empty if all of it fits.
  static func otherCuts(of text: String, _ spell: ([String]) -> [String] = NameWords.capitalized) -> [String] {
    let words = words(text)
    if NameWords.joined(spell(words)).count <= longest { return [] }
    let humps = words.flatMap(NameWords.withHumps)
    return (2..<max(2, min(humps.count, 7))).map { cut(humps, keeping: $0, longest, spell) }
  }

  /// Returns a name made of others, cut if it is too long.
  static func fitting(_ name: String) -> String { name.count > longest ? typeWords(name) : name }

  private static func isInCapitals(_ text: String) -> Bool {
    if text.utf8.contains(where: { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) { return false }
    return text == text.uppercased() && text != text.lowercased()
  }

  /// Splits text into words. Symbols become words if there is nothing else, and before a number. Words in capitals
  /// (`USER_ID`, `COUNTRY`) are lowercased, unless it is a short one alone, which is an acronym (`SKU`).
  ///
  /// - Parameter keepsCapitals: whether words in capitals after the first one are acronyms.
  private static func words(_ text: String, keepsCapitals: Bool = false) -> [String] {
    var plain = text
    // Most texts have no marks.
    if !text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "'") }) {
      plain = text.replacing("[]", with: " Array ").filter { $0 != "'" && $0 != "\u{2019}" }
    }
    if plain.utf8.contains(UInt8(ascii: "|")), plain.contains(where: \.isLetter) {
      plain = plain.replacing("|", with: " or ")
    }
    // Compiling a regular expression takes longer than all else.
    if plain.utf8.contains(UInt8(ascii: "+")) {
      plain = plain.replacing(/\++(?=[0-9])/) { String(repeating: " plus ", count: $0.output.count) }
    }
    let words = NameWords.of(plain)
    let sign = text.unicodeScalars.first
    let isSigned =
      text.unicodeScalars.count > 1 && (sign == "+" || sign == "-" || sign == "<" || sign == ">")
      && text.unicodeScalars.dropFirst().first.map { "0"..."9" ~= $0 } ?? false
    let found = words.isEmpty || isSigned ? Symbols.words(text) : words
    guard isInCapitals(text) else { return found }
    if keepsCapitals { return found.prefix(1).map { $0.lowercased() } + found.dropFirst() }
    let spoken = found.filter { $0.contains(where: \.isLetter) }
    return spoken.count > 1 || spoken.contains { $0.count > longestAcronym } ? found.map { $0.lowercased() } : found
  }

  /// Whether the first letter has a lowercase form.
  private static func startsWithCapital(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isXIDStart else { return false }
    return first.properties.lowercaseMapping != String(first)
  }

  private static func identifier(_ name: String, _ noun: String = "value") -> String {
    guard let first = name.unicodeScalars.first else { return "value" }
    return first.properties.isXIDStart ? name : noun + name
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

  /// Members of every generated type, variables of its methods, and names with a special meaning in Swift. Functions
  /// with labels, such as `hash(into:)` and `write(to:)`, leave their names to members.
  static let reservedMembers: Set<String> = [
    "additionalMembers", "coder", "customMirror", "debugDescription", "hashValue", "init", "json", "jsonKey",
    "jsonMember", "jsonMembers", "jsonName", "jsonValue", "memberwise", "nullMembers", "patternMembers",
    "redactedJSON", "self", "Self", "sharedMembers", "Type", "writeLocally",
  ]

  /// Static members of every enum, the cases of `Optional` and `Presence`, which shorthand such as `.none` would find
  /// first, and names with a special meaning in Swift. A case may be called like a member of its values.
  static let reservedCases: Set<String> = [
    "absent", "allCases", "allKnownCases", "exactNumber", "init", "isValid", "issues", "jsonSchema",
    "jsonSchemaForAnthropic", "jsonSchemaForGemini", "jsonSchemaForMCP", "jsonSchemaForOpenAIStrict", "jsonValues",
    "none", "null", "rawValue", "schema", "self", "Self", "some", "Type", "unknown_", "value",
  ]
}
