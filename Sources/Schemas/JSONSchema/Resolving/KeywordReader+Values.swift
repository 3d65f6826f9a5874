import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

// One function for each form of value that needs more than a type test.
extension KeywordReader {
  mutating func readIdentifier(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    guard expect(.uriReference, rule, value, when: value.isString), readIRI(.iriReference, rule, value) else { return }
    guard let uri = URIReference(value.string) else {
      report(.malformedReference(keyword: rule.name, expected: .uriReference, actual: JSONValue(value)), at: value)
      return
    }
    // Since 2019-09, `$anchor` replaces fragments (core, section 8.2.2); an empty fragment was allowed before v1.
    let hasFragment = dialect.draft >= .v1 ? uri.fragment != nil : !(uri.fragment ?? "").isEmpty
    expect(.uriWithoutFragment, rule, value, when: dialect.draft <= .draft7 || !hasFragment)
  }

  /// Checks a name that since v1 must be an IRI; returns whether it is.
  mutating func readIRI(
    _ expected: ResolveError.Expectation, _ rule: KeywordRule, _ value: UnsafeJSONNode
  ) -> Bool {
    guard dialect.draft >= .v1 else { return true }
    let format: Format = expected == .iri ? .iri : .iriReference
    return expect(expected, rule, value, when: value.isString && format.isValid(value.string))
  }

  mutating func readReference(_ kind: KeywordRule.Reference, _ rule: KeywordRule, _ value: UnsafeJSONNode) {
    guard value.isString else {
      // In draft-04, `$ref` belongs to JSON Reference, which the meta-schema does not describe.
      guard rule.home == .none else {
        expect(.uriReference, rule, value, when: false)
        return
      }
      report(.malformedReference(keyword: rule.name, expected: .uriReference, actual: JSONValue(value)), at: value)
      if isLenient { leaveOut(rule) }
      return
    }
    if dialect.draft >= .v1 {
      guard kind == .ref else {
        expect(.dynamicAnchor, rule, value, when: KeywordRule.AnchorName.dynamic(in: value.string) != nil)
        return
      }
      guard readIRI(.iriReference, rule, value) else { return }
    }
    // What has a target is no malformed reference, and is not parsed again.
    let (expected, holds): (ResolveError.Expectation, Bool) =
      switch kind {
      case .ref: (.uriReference, keywords.ref != nil || URIReference(value.string) != nil)
      case .dynamicRef: (.uriReference, keywords.dynamicRef != nil || URIReference(value.string) != nil)
      case .recursiveRef: (.resourceRoot, value.string == "#")
      }
    if !holds {
      report(.malformedReference(keyword: rule.name, expected: expected, actual: JSONValue(value)), at: value)
      if isLenient { leaveOut(rule) }
    }
  }

  mutating func readEnumeration(_ rule: KeywordRule, _ value: UnsafeJSONNode, isSet: Bool) -> [JSONValue]? {
    let expected: ResolveError.Expectation = isSet ? .nonEmptyEnumeration : .enumeration
    guard expect(expected, rule, value, when: value.isArray && (!isSet || value.childCount > 0)) else { return nil }
    if isSet { reportRepeatedElements(rule, value) }
    return value.elements.map { JSONValue($0) }
  }

  private mutating func reportRepeatedElements(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    guard let repeated = value.repeatedElements() else { return }
    for (index, element) in value.elements.enumerated() where index == repeated.second {
      reportRepetition(.repeatedValue(keyword: rule.name, value: JSONValue(element)), of: rule, at: element)
    }
  }

  mutating func readSchemas(_ rule: KeywordRule, _ value: UnsafeJSONNode) -> [SchemaID] {
    let hasOne = value.elements.contains { _ in true }
    guard expect(.schemas, rule, value, when: hasOne) else { return [] }
    return value.elements.compactMap { schema($0.index) }
  }

  mutating func readMembers(_ rule: KeywordRule, _ value: UnsafeJSONNode) -> [Keywords.Member] {
    guard expect(.namedSchemas, rule, value, when: value.isObject) else { return [] }
    var members: [Keywords.Member] = []
    members.reserveCapacity(value.childCount)
    for (name, value) in value.members {
      if let schema = schema(value.index) { members.append(Keywords.Member(name: name.string, schema: schema)) }
    }
    return members
  }

  /// Reads `items` and `additionalItems` before 2020-12 under their newer names. `additionalItems` counts only next
  /// to a tuple (2019-09 core, section 9.3.1.2).
  mutating func readTuple(_ node: UnsafeJSONNode) {
    guard dialect.hasTuplesInItems, !isReferenceAlone, let items = node.member("items") else { return }
    // An empty tuple is a mistake since draft-04.
    if items.isArray, items.childCount == 0, dialect.draft > .draft3 { return }
    guard items.isArray else {
      keywords.items = schema(items.index)
      return
    }
    keywords.prefixItems = items.elements.compactMap { schema($0.index) }
    keywords.items = node.member("additionalItems").flatMap { schema($0.index) }
  }

  /// Reads a limit until draft-04, which a Boolean sibling may make exclusive.
  mutating func readExclusiveFlags() {
    if keywords.bounds.isEmpty { return }
    for (exclusive, limit) in [(NumberLimit.exclusiveMaximum, NumberLimit.maximum), (.exclusiveMinimum, .minimum)] {
      guard let rule = dialect.keyword(named: exclusive.keyword) else { continue }
      let mayBeFlag = if case .exclusiveFlag = rule.value { true } else { dialect.isPractice }
      guard mayBeFlag, keywords.written[rule.name]?.bool == true, let number = keywords.bounds[limit] else { continue }
      keywords.bounds[exclusive] = number
      keywords.bounds[limit] = nil
    }
  }

  mutating func readDependencies(_ rule: KeywordRule, _ value: UnsafeJSONNode, atLeast count: Int) {
    guard expect(.dependencies, rule, value, when: value.isObject) else { return }
    for (name, dependency) in value.members {
      if dependency.isArray {
        let required = readNames(rule, dependency, .names(atLeast: count))
        keywords.dependentRequired.append(Keywords.Dependency(name: name.string, required: required))
      } else if case .namedOrNames(mayBeName: true) = rule.subschemas, dependency.isString {
        keywords.dependentRequired.append(Keywords.Dependency(name: name.string, required: [dependency.string]))
      } else if let schema = schema(dependency.index) {
        keywords.dependentSchemas.append(Keywords.Member(name: name.string, schema: schema))
      }
    }
  }

  mutating func readDependentNames(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    guard expect(.namesByName, rule, value, when: value.isObject) else { return }
    for (name, names) in value.members {
      let required = readNames(rule, names, .namesByName)
      keywords.dependentRequired.append(Keywords.Dependency(name: name.string, required: required))
    }
  }

  mutating func readNames(
    _ rule: KeywordRule, _ value: UnsafeJSONNode, _ expected: ResolveError.Expectation
  ) -> [String] {
    let isList = value.isArray && value.elements.allSatisfy(\.isString)
    let isTooShort =
      expected == .nonEmptyNames && value.childCount == 0
      || expected == .words && value.elements.contains { $0.string.isEmpty }
    guard expect(expected, rule, value, when: isList && !isTooShort) else { return [] }
    if value.repeatedElements() == nil { return value.elements.map(\.string) }
    var seen = Lookup<ExactName, Void>()
    return value.elements.compactMap { element in
      let name = element.string
      if seen[name] == nil {
        seen.set(name, ())
        return name
      }
      reportRepetition(.repeatedName(keyword: rule.name, name: name), of: rule, at: element)
      return rule.vocabulary == .swift ? name : nil
    }
  }

  mutating func readType(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    // Nearly all have one.
    if value.isString, let type = JSONType(rawValue: value.string) {
      keywords.type = [type]
      return
    }
    let words = value.isString ? [value] : Array(value.elements)
    guard expect(.type, rule, value, when: !words.isEmpty && words.allSatisfy(\.isString)) else { return }
    var types: [JSONType] = []
    var isKnown = true
    var isAny = false
    for word in words {
      if case .typeOrSchemas = rule.value, word.string == "any" {
        if isAny { reportRepetition(.repeatedName(keyword: rule.name, name: "any"), of: rule, at: word) }
        isAny = true
        continue
      }
      guard let type = JSONType(rawValue: word.string) else {
        let nearest = Spelling.nearest(to: word.string, among: JSONType.allCases.map(\.rawValue))
        report(.unknownType(keyword: rule.name, actual: word.string, nearest: nearest), at: word)
        isKnown = false
        continue
      }
      if types.contains(type) {
        reportRepetition(.repeatedName(keyword: rule.name, name: type.rawValue), of: rule, at: word)
      } else {
        types.append(type)
      }
    }
    if isKnown {
      keywords.type = isAny ? nil : types
    } else if isLenient {
      leaveOut(rule)
    }
  }

  /// Reads `type` of draft-03, which is a choice if a schema is among the names.
  mutating func readTypeOrSchemas(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    var branches: [UnsafeJSONNode] = []
    rule.forEachSubschema(in: value) { branches.append($1) }
    if branches.isEmpty { return readType(rule, value) }
    reportRepeatedElements(rule, value)
    keywords.anyOf += branches.compactMap { schema($0.index) }
  }

  /// Reads a format by its newest name. A time of draft-03 has no zone, which no other format has.
  mutating func readFormatOfDraft3() {
    guard dialect.draft == .draft3, let format = keywords.format else { return }
    keywords.texts[.format] = format == "time" ? nil : KeywordRule.formatsOfDraft3[format] ?? format
  }

  /// Reads a schema that is only the value of its `type`.
  mutating func readTypeAlone(_ node: UnsafeJSONNode) {
    guard let rule = dialect.keyword(named: "type") else { return }
    keywords.written["type"] = JSONValue(node)
    read(rule, node)
  }

  /// Admits null in addition to the types of a schema that is nullable; without a type, `nullable` has no effect
  /// (OpenAPI 3.0.4, section 4.7.24.1).
  mutating func readNullable() {
    if keywords.nullable, let types = keywords.type, !types.contains(.null) { keywords.type = types + [.null] }
  }

  /// Reads what other vendors' keywords say of the values of `enum`, and of the schema: NSwag's `x-enumNames`,
  /// OpenAPI Generator's `x-enum-descriptions`, AutoRest's `x-ms-enum`, ajv's
  /// `errorMessage`, VS Code's `markdownDescription`, `enumDescriptions`, `markdownEnumDescriptions` and `deprecationMessage`, `x-deprecated`, and `deprecated` in drafts
  /// without it. They have no specification there, so that nothing is reported.
  mutating func readWordsOfOthers() {
    let written = keywords.written
    if written["x-deprecated"] == true || written["deprecated"] == true { keywords.deprecated = true }
    if let message = written["deprecationMessage"]?.string {
      keywords.deprecated = true
      keywords.vendor.deprecationMessage = message
    }
    if keywords.description == nil { keywords.description = written["markdownDescription"]?.string }
    if keywords.vendor.errorMessage == nil { keywords.vendor.errorMessage = written["errorMessage"] }
    guard let values = keywords.enumeration, !isReferenceAlone else { return }
    func strings(_ value: JSONValue?) -> [String]? {
      let strings = value?.array?.compactMap(\.string)
      return strings?.count == values.count ? strings : nil
    }
    let rows = keywords.written["x-ms-enum"]?["values"]?.array ?? []
    func column(_ name: String) -> [String]? {
      let texts = values.map { value in rows.first { $0["value"] == value }?[name]?.string }
      return rows.isEmpty || texts.contains(nil) ? nil : texts.compactMap { $0 }
    }
    if keywords.vendor.enumVarnames.isEmpty {
      keywords.vendor.enumVarnames = strings(keywords.written["x-enumNames"]) ?? column("name") ?? []
    }
    keywords.vendor.enumDescriptions =
      strings(written["x-enum-descriptions"]) ?? strings(written["enumDescriptions"])
      ?? strings(written["markdownEnumDescriptions"]) ?? column("description") ?? []
  }

  /// Reads the only example of a schema of OpenAPI, which the newer `examples` replaces.
  mutating func readExample(_ node: UnsafeJSONNode) {
    guard dialect.hasExample, !isReferenceAlone, keywords.examples.isEmpty, let example = node.member("example") else {
      return
    }
    keywords.examples = [JSONValue(example)]
  }

  /// Reads a non-negative integer; until draft-04, without a fraction or exponent part. A number beyond `Int` is equivalent
  /// to the largest `Int`: no string is that long.
  mutating func readCount(_ rule: KeywordRule, _ value: UnsafeJSONNode) -> Int? {
    let isInteger = dialect.draft <= .draft4 ? value.kind == .integer : value.isInteger
    guard expect(.count, rule, value, when: isInteger && value.number.map { $0 >= 0 } ?? false) else { return nil }
    return value.int ?? Int.max
  }

  mutating func readHints(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    guard expect(.swiftHints, rule, value, when: value.isObject) else { return }
    for (name, hint) in value.members {
      let word = name.string
      guard let (_, _, form) = VendorVocabulary.hints.first(where: { $0.name == word }) else {
        reportUnknownHint(word, at: name)
        continue
      }
      let hintRule = KeywordRule(.swift, "x-swift/\(word)", .string { $1(&$0.title) })
      guard expect(.word, hintRule, hint, when: hint.isString && !hint.string.isEmpty) else { continue }
      switch form {
      case .text(let field), .property(let field): keywords.vendor.swift[keyPath: field] = hint.string
      case .null(let field):
        let null = VendorKeywords.SwiftHints.Null(rawValue: hint.string)
        if expect(.swiftNull, hintRule, hint, when: null != nil) { keywords.vendor.swift[keyPath: field] = null }
      case .module(let field):
        let name = hint.string
        let isName = SwiftIdentifier.isIdentifier(name) && !SwiftIdentifier.keywords.contains(name)
        if expect(.swiftModule, hintRule, hint, when: isName) { keywords.vendor.swift[keyPath: field] = name }
      case .type(let field): keywords.vendor.swift[keyPath: field] = readSwiftType(hintRule, hint)
      }
    }
  }

  private mutating func readSwiftType(_ rule: KeywordRule, _ value: UnsafeJSONNode) -> SwiftType? {
    do throws(SwiftTypeError) {
      return try SwiftType(value.string)
    } catch {
      report(.swiftType(keyword: rule.name, error), at: value)
      return nil
    }
  }

  private mutating func reportUnknownHint(_ word: String, at name: UnsafeJSONNode) {
    guard let nearest = Spelling.nearest(to: word, among: VendorVocabulary.hints.map(\.name)) else { return }
    report(
      .unknownKeyword(name: "x-swift/\(word)", nearest: "x-swift/\(nearest)"), at: name,
      severity: isStrict ? .error : .warning)
  }
}
