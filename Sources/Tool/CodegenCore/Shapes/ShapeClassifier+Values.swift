import JSONSchema
@_spi(Generated) import SchemaRuntime

// The Swift types of scalars.
extension ShapeClassifier {
  /// Returns the Swift type of a string.
  func stringType(_ facts: Facts) -> SwiftSource {
    if let type = facts.format.flatMap({ types[.string($0)] }) { return type }
    if facts.isBytes { return types[.base64] ?? "Base64Bytes" }
    if let type = types[.base64], facts.contentEncoding.flatMap({ ContentEncoding(keyword: $0) }) == .base64 {
      return type
    }
    return types[SchemaKind(.string)] ?? "String"
  }

  /// Returns the Swift type configured for a number; nil if there is none.
  func numberType(_ facts: Facts, _ kind: SchemaKind.Kind) -> SwiftSource? {
    if let type = facts.format.flatMap({ types[SchemaKind(kind, $0)] }) { return type }
    if kind == .number, facts.hasFractionalStep, let type = types[.multipleOf] { return type }
    if let type = types[SchemaKind(kind)] { return type }
    guard kind == .integer else { return nil }
    // `Int` has 32 bits on some watches.
    if facts.format == "int64" { return "Int64" }
    if facts.admitsBeyondInt { return facts.admitsNegative || facts.admitsBeyondUInt64 ? "JSONNumber" : "UInt64" }
    return facts.format == "uint64" && !facts.admitsNegative ? "UInt64" : nil
  }
}

// Schemas that list their values: `enum`, `const`, and choices between them.
extension ShapeClassifier {
  func enumeration(_ facts: Facts, _ keywords: Keywords) -> Shape? {
    guard let values = facts.values, !values.isEmpty else { return nil }
    let admitted = values.filter { TypeSet(Array(facts.types)).contains(TypeSet($0.type)) || facts.admitsNumber($0) }
    let present = admitted.filter { !$0.isNull }
    if keywords.const != nil, keywords.enumeration == nil, let value = present.first, !value.isName {
      return constant(value)
    }
    let shape: Shape
    if present.isEmpty {
      shape = .null
    } else if present.allSatisfy({ $0.bool != nil }) {
      shape = .boolean
    } else {
      let (names, texts) = (keywords.vendor.enumVarnames, keywords.vendor.enumDescriptions)
      let listed = present.enumerated().map { index, value in
        EnumerationShape.Value(
          json: value, name: index < names.count ? names[index] : nil,
          description: index < texts.count ? texts[index] : nil)
      }
      shape = enumeration(of: listed, isOpen: false)
    }
    return present.count < admitted.count && !present.isEmpty ? .nullable(shape) : shape
  }

  /// Returns the enumeration of some values; `JSONValue` if Swift cannot express it.
  private func enumeration(of values: [EnumerationShape.Value], isOpen: Bool) -> Shape {
    if values.contains(where: { $0.json.array != nil || $0.json.object != nil }) {
      return .any(fallback: "Swift has no enumerations of arrays or objects")
    }
    let hasRounded = values.contains { value in
      guard let number = value.json.number, number.int == nil else { return false }
      return number.double.flatMap(JSONNumber.init) != number
    }
    if hasRounded { return .any(fallback: "Double would round a number that is listed") }
    let rawType: EnumerationShape.RawType =
      if values.allSatisfy({ $0.json.string != nil }) {
        .string
      } else if values.allSatisfy({ $0.json.int != nil }) {
        .integer
      } else {
        .any
      }
    if rawType == .string, hasEquivalents(values.compactMap(\.json.string)) {
      return .any(fallback: "strings that are listed are equal under Swift's ==")
    }
    return .enumeration(EnumerationShape(rawType: rawType, values: values, isOpen: isOpen))
  }

  /// Whether two different strings are equal in Swift, such as a precomposed and a decomposed accented letter.
  private func hasEquivalents(_ strings: [String]) -> Bool {
    Set(strings).count < Set(strings.map { Array($0.utf8) }).count
  }

  /// Returns the type of the only value that `const` admits, unless a case can be named after it.
  private func constant(_ value: JSONValue) -> Shape {
    switch value {
    case .string: .string(swiftType: "String")
    case .bool: .boolean
    // A number that `Double` would round keeps its text.
    case .number(let number): number.double.flatMap(JSONNumber.init) == number ? .number : .custom("JSONNumber")
    case .null: .null
    case .array, .object: .any(fallback: "Swift has no constant arrays or objects")
    }
  }

  /// Returns a description that is the name of a constant, such as `UNSIGNED_BYTE`.
  private static func word(_ description: String) -> String? {
    let isName = isName(description) && SwiftIdentifier.isIdentifier(description)
    return isName ? description : nil
  }

  /// Returns the enumeration that a choice represents, if each branch lists values, or all except branches that admit
  /// any string (or any integer): `[{const: a, title: …}, …]`, `[{enum: […]}, {type: string}]`; and whether a branch
  /// lists null.
  mutating func enumeration(choosing branches: [SchemaID]) -> (shape: Shape, listsNull: Bool)? {
    var listsNull = false
    var values: [EnumerationShape.Value] = []
    var known: Set<JSONValue> = []
    var others: [Facts] = []
    for branch in branches {
      let facts = facts(of: branch)
      guard let listed = facts.values else {
        others.append(facts)
        continue
      }
      guard facts.choices.isEmpty else { return nil }
      let keywords = graph[resolved(branch)].keywords
      let own = graph[branch].keywords
      let names = keywords.vendor.enumVarnames
      for (index, value) in listed.enumerated() where known.insert(value).inserted {
        if value.isNull {
          listsNull = true
          continue
        }
        var item = EnumerationShape.Value(json: value, name: index < names.count ? names[index] : nil)
        if listed.count == 1 {
          item.name = item.name ?? own.title ?? keywords.title
          if item.name == nil, value.string == nil { item.name = own.description.flatMap(Self.word) }
          item.description = own.description ?? keywords.description
          item.isDeprecated = own.deprecated || keywords.deprecated
        }
        values.append(item)
      }
    }
    guard let first = values.first else { return nil }
    if others.isEmpty {
      if values.allSatisfy({ $0.json.bool != nil }) { return values.count > 1 ? (.boolean, listsNull) : nil }
      guard values.count > 1 || first.json.string != nil || first.json.int != nil else { return nil }
      return (enumeration(of: values, isOpen: false), listsNull)
    }
    guard others.allSatisfy({ $0.choices.isEmpty }) else { return nil }
    let isText = others.allSatisfy { $0.types == [.string] } && values.allSatisfy { $0.json.string != nil }
    let isInteger = others.allSatisfy { $0.types == [.integer] } && values.allSatisfy { $0.json.int != nil }
    guard isText || isInteger else { return nil }
    let isMapped = others.contains { $0.format.map { types[.string($0)] != nil } ?? false }
    guard !isMapped, !(isText && hasEquivalents(values.compactMap(\.json.string))) else { return nil }
    return (
      .enumeration(EnumerationShape(rawType: isText ? .string : .integer, values: values, isOpen: true)), listsNull
    )
  }
}

extension JSONValue {
  /// Whether an enum can have the value as a raw value.
  var isName: Bool { string != nil || int != nil }
}
