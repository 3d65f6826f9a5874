package import JSONSchema
package import SchemaRuntime

/// A Swift expression, before it is split into lines.
package indirect enum SwiftExpression {
  case words([Word])
  /// The opening text, the parts with their labels, and the closing text.
  case list([Word], [(label: [Word], SwiftExpression)], SwiftSource)

  /// A run of characters, for highlighting.
  package struct Word {
    package enum Kind {
      case plain, keyword, number, string, type
    }

    package var source: SwiftSource
    package var kind: Kind
  }

  /// The expression on one line.
  package var source: SwiftSource {
    switch self {
    case .words(let words): words.map(\.source).joined(separator: "")
    case .list(let head, let parts, let close):
      head.map(\.source).joined(separator: "")
        + parts.map { $0.label.map(\.source).joined(separator: "") + $0.1.source }.joined(separator: ", ") + close
    }
  }
}

/// Writes JSON values as Swift expressions for the same values of generated types.
///
/// `{"nickName": "Ori", "gender": 2}` becomes `UserInfo(nickName: "Ori", gender: .female)`. Values without a short
/// expression (a number beyond `Int`, a user-defined type) have none.
package struct SwiftExpressions {
  private let types: [TypeKey: TypeDeclaration]
  /// Whether the expressions are examples, which force-unwrap values known to be valid, as one would by hand.
  private let areExamples: Bool
  /// Whether a value satisfies a schema.
  private let isValid: (JSONValue, SchemaID) -> Bool
  private static let depthLimit = 24

  package init(_ types: [TypeDeclaration], areExamples: Bool, isValid: @escaping (JSONValue, SchemaID) -> Bool) {
    self.types = Dictionary(types.map { ($0.key, $0) }) { first, _ in first }
    self.areExamples = areExamples
    self.isValid = isValid
  }

  /// Returns the expression for a value of a type where Swift expects that type; nil if there is none.
  func expression(_ value: JSONValue, _ type: TypeReference) -> SwiftExpression? { expression(value, type, depth: 0) }

  /// Returns the expression for a value of a type where Swift does not know the type; nil if there is none.
  package func expression(_ value: JSONValue, of type: TypeDeclaration) -> SwiftExpression? {
    expression(value, type.key, isNamed: true, depth: 0)
  }

  private func expression(_ value: JSONValue, _ type: TypeReference, depth: Int) -> SwiftExpression? {
    guard depth < Self.depthLimit else { return nil }
    switch type {
    case .optional(let wrapped):
      return value.isNull ? .words([Self.keyword("nil")]) : expression(value, wrapped, depth: depth)
    case .array(let element):
      guard let elements = value.array else { return nil }
      return list("[", elements.map { ([], expression($0, element, depth: depth + 1)) }, "]")
    case .map(let inner):
      guard let object = value.object else { return nil }
      return map(object) { expression($0, inner, depth: depth + 1) }
    case .model(let key, _): return expression(value, key, isNamed: false, depth: depth + 1)
    case .scalar(let name): return scalar(value, name.text, depth: depth)
    }
  }

  private func map(_ object: JSONObject, _ value: (JSONValue) -> SwiftExpression?) -> SwiftExpression? {
    if object.isEmpty { return .words([Self.plain("[:]")]) }
    return list("[", object.map { ([Self.string($0.key), Self.plain(": ")], value($0.value)) }, "]")
  }

  private func list(
    _ open: SwiftSource, _ parts: [(label: [SwiftExpression.Word], SwiftExpression?)], _ close: SwiftSource
  ) -> SwiftExpression? {
    found(parts).map { .list([Self.plain(open)], $0, close) }
  }

  /// Returns the parts if all of them have an expression.
  private func found(
    _ parts: [(label: [SwiftExpression.Word], SwiftExpression?)]
  ) -> [(label: [SwiftExpression.Word], SwiftExpression)]? {
    let found = parts.compactMap { part in part.1.map { (part.label, $0) } }
    return found.count == parts.count ? found : nil
  }

  private func scalar(_ value: JSONValue, _ name: String, depth: Int) -> SwiftExpression? {
    switch name {
    case "String", "Bool", "Int", "Double": return Self.plain(value, name)
    case "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64": return Self.integer(value, name)
    case "Float": return Self.float(value)
    case "Decimal": return areExamples ? Self.decimalText(value) : Self.decimal(value)
    case "Base64Bytes": return Self.bytes(value, "Base64Bytes")
    case "Data": return Self.bytes(value, "Data")
    case "Timestamp": return value.string.map { date("Timestamp", $0) }
    case "CalendarDate": return value.string.map { date("CalendarDate", $0) }
    case "UUID": return value.string.flatMap { areExamples ? Self.call("UUID", "uuidString: ", $0) : Self.uuid($0) }
    case "URL": return areExamples ? value.string.map { Self.call("URL", "string: ", $0) } : nil
    // A bare `nil` would be an absent member.
    case "JSONValue": return value.isNull ? .words([Self.plain("JSONValue.null")]) : json(value, depth: depth)
    case "JSONObject": return value.object == nil ? nil : json(value, depth: depth)
    case "[JSONValue]": return value.array == nil ? nil : json(value, depth: depth)
    case "Textual<Int64>": return value.string.flatMap { JSONNumber($0) }.flatMap { Self.integer(.number($0), "Int64") }
    case "Textual<UInt64>":
      return value.string.flatMap { JSONNumber($0) }.flatMap { Self.integer(.number($0), "UInt64") }
    case "Textual<Decimal>": return value.string.flatMap { decimalInText($0) }
    default:
      // A schema may name a partial-update twin as its type.
      let twin = types.values.first { $0.key.isPatch && $0.name.qualified == name }
      return twin.flatMap { expression(value, $0.key, isNamed: false, depth: depth + 1) }
    }
  }

  /// Returns a value of one of Swift's own types; nil if the type cannot represent it.
  static func plain(_ value: JSONValue, _ type: String) -> SwiftExpression? {
    switch type {
    case "String": value.string.map { .words([string($0)]) }
    case "Bool": value.bool.map { .words([keyword($0 ? "true" : "false")]) }
    case "Int": value.int.map { .words([number(SwiftSource($0))]) }
    case "Double": value.double.flatMap { double($0) }
    default: nil
    }
  }

  /// Returns an untyped value as a literal.
  private func json(_ value: JSONValue, depth: Int) -> SwiftExpression? {
    guard depth < Self.depthLimit else { return nil }
    switch value {
    case .null: return .words([Self.keyword("nil")])
    case .bool(let flag): return .words([Self.keyword(flag ? "true" : "false")])
    case .string(let text): return .words([Self.string(text)])
    case .number(let number):
      // A literal would not preserve the text of the number.
      if let int = number.int, String(int) == number.text { return .words([Self.number(SwiftSource(int))]) }
      guard let double = number.double, double.isNormal, SwiftSource.decimal(double).text == number.text else {
        return nil
      }
      return .words([Self.number(.decimal(double))])
    case .array(let elements): return list("[", elements.map { ([], json($0, depth: depth + 1)) }, "]")
    case .object(let object): return map(object) { json($0, depth: depth + 1) }
    }
  }

  private func expression(_ value: JSONValue, _ key: TypeKey, isNamed: Bool, depth: Int) -> SwiftExpression? {
    guard depth < Self.depthLimit, let type = types[key] else { return nil }
    switch type.kind {
    case .structure(let plan):
      guard let object = value.object else { return nil }
      return structure(object, plan, type, depth: depth)
    case .enumeration(let plan): return enumeration(value, plan, type, isNamed: isNamed)
    case .tuple(let plan):
      guard let elements = value.array else { return nil }
      return tuple(elements, plan, type, depth: depth)
    case .union(let plan):
      // A part of a struct has no expression by itself.
      guard !plan.isPart, let index = branch(of: value, plan), plan.cases.indices.contains(index) else { return nil }
      let name: SwiftSource = ".\(Self.member(plan.cases[index].name))"
      let typeName = isNamed ? [Self.type(type)] : []
      guard let payload = plan.cases[index].type else { return .words(typeName + [Self.plain(name)]) }
      guard let inner = expression(value, payload, depth: depth + 1) else { return nil }
      let head = typeName + [Self.plain(name + "(")]
      return .list(head, [([], inner)], ")")
    case .wrapper(let reference):
      guard let inner = expression(value, reference, depth: depth + 1) else { return nil }
      return .list([Self.type(type), Self.plain("(")], [([], inner)], ")")
    }
  }

  private func structure(
    _ object: JSONObject, _ plan: StructurePlan, _ type: TypeDeclaration, depth: Int
  ) -> SwiftExpression? {
    var parts: [(label: [SwiftExpression.Word], SwiftExpression?)] = []
    var known: Set<String> = []
    for member in plan.members {
      if member.isLocalOnly, !type.isLocalOnly {
        known.insert(member.wireName)
        continue
      }
      guard let value = object[member.wireName] else { continue }
      if member.isConditional, !isValid(value, member.schema) { continue }
      known.insert(member.wireName)
      if case .constant = member.presence { continue }
      let label = [Self.plain(SwiftNames.label(member.name) + ": ")]
      let inner = expression(value, member.type, depth: depth + 1)
      if member.hasPresence {
        let present = inner.map { SwiftExpression.list([Self.plain(".value(")], [([], $0)], ")") }
        parts.append((label, value.isNull ? .words([Self.plain(".null")]) : present))
      } else {
        parts.append((label, inner))
      }
    }
    for variant in plan.variants {
      let inner = part(of: object, variant.key, &known, depth: depth + 1)
      parts.append(([Self.plain(SwiftNames.label(variant.name) + ": ")], inner))
    }
    let rest = object.filter { !known.contains($0.key) }
    if !rest.isEmpty {
      // Only the decoder can determine which of them match a pattern.
      guard plan.patterned == nil else { return nil }
      let inner: SwiftExpression? =
        switch plan.additional {
        case .kept: map(rest) { json($0, depth: depth + 1) }
        case .typed(let reference): map(rest) { expression($0, reference, depth: depth + 1) }
        case .refused: nil
        }
      parts.append(([Self.plain("additionalMembers: ")], inner))
    }
    return found(parts).map { .list([Self.type(type), Self.plain("(")], $0, ")") }
  }

  /// Returns the branch that matches an object; a struct has the object's other members.
  private func part(
    of object: JSONObject, _ key: TypeKey, _ known: inout Set<String>, depth: Int
  ) -> SwiftExpression? {
    guard case .union(let plan)? = types[key]?.kind, let index = branch(of: .object(object), plan) else { return nil }
    let name = Self.plain("." + Self.member(plan.cases[index].name))
    guard case .model(let key, _)? = plan.cases[index].type else { return .words([name]) }
    guard let type = types[key], case .structure(let branch) = type.kind else { return nil }
    let names = self.names(of: branch, in: object)
    known.formUnion(names)
    guard let inner = structure(object.filter { names.contains($0.key) }, branch, type, depth: depth) else {
      return nil
    }
    return .list([name, Self.plain("(")], [([], inner)], ")")
  }

  /// Returns the names of the members that a struct and its branches read from an object.
  private func names(of plan: StructurePlan, in object: JSONObject) -> Set<String> {
    var names = Set(plan.members.map(\.wireName).filter { object[$0] != nil })
    for variant in plan.variants {
      guard case .union(let union)? = types[variant.key]?.kind, let index = branch(of: .object(object), union),
        case .model(let key, _)? = union.cases[index].type, case .structure(let inner)? = types[key]?.kind
      else { continue }
      names.formUnion(self.names(of: inner, in: object))
    }
    return names
  }

  private func tuple(
    _ elements: [JSONValue], _ plan: TuplePlan, _ type: TypeDeclaration, depth: Int
  ) -> SwiftExpression? {
    var parts: [(label: [SwiftExpression.Word], SwiftExpression?)] = zip(plan.items, elements).map { item, value in
      ([Self.plain(SwiftNames.label(item.name) + ": ")], expression(value, item.type, depth: depth + 1))
    }
    if elements.count > plan.items.count {
      guard let rest = plan.rest else { return nil }
      let others = elements.dropFirst(plan.items.count).map {
        ([SwiftExpression.Word](), expression($0, rest, depth: depth + 1))
      }
      parts.append(([Self.plain("rest: ")], list("[", others, "]")))
    }
    return found(parts).map { .list([Self.type(type), Self.plain("(")], $0, ")") }
  }

  private func enumeration(
    _ value: JSONValue, _ plan: EnumerationPlan, _ type: TypeDeclaration, isNamed: Bool
  ) -> SwiftExpression? {
    let head = isNamed ? [Self.type(type)] : []
    if let item = plan.cases.first(where: { $0.value == value }) {
      // A bare `.none` is the empty optional.
      return .words((item.name == "none" ? [Self.type(type)] : head) + [Self.plain("." + Self.member(item.name))])
    }
    guard plan.isOpen, let inner = scalar(value, plan.rawType.text, depth: 0) else { return nil }
    return .list(head + [Self.plain(".unknown(")], [([], inner)], ")")
  }

  /// Returns the index of a value's branch, found as in generated decoders.
  private func branch(of value: JSONValue, _ plan: UnionPlan) -> Int? {
    switch plan.dispatch {
    case .tag(let member, let values, true):
      guard let tag = value[member] else { return plan.isPart ? values.firstIndex { $0 == nil } : nil }
      return values.firstIndex { $0?.contains(tag) == true } ?? values.firstIndex { $0 == nil }
    case .tag(let member, let values, false):
      let tagged = value[member].flatMap { tag in values.firstIndex { $0?.contains(tag) == true } }
      if let tagged, plan.cases[tagged].schemas.contains(where: { isValid(value, $0) }) { return tagged }
      if let open = values.firstIndex(where: { $0 == nil }) { return open }
      return plan.order.first { plan.cases[$0].schemas.contains { isValid(value, $0) } }
    case .members(let names): return names.firstIndex { value[$0] != nil }
    case .types:
      let type = value.type
      let isIntegral = value.number.map { $0.int != nil } ?? false
      return plan.cases.firstIndex { $0.types.contains(type) || isIntegral && $0.types.contains(.integer) }
    case .validators:
      return plan.order.first { index in
        let schemas = plan.cases[index].schemas
        return schemas.isEmpty || schemas.contains { isValid(value, $0) }
      }
    }
  }

  // MARK: - Words

  /// Returns a name after a dot, where few names are reserved.
  private static func member(_ name: String) -> SwiftSource {
    ["init", "self", "Type", "Protocol"].contains(name) ? SwiftNames.escaped(name) : SwiftNames.label(name)
  }

  static func plain(_ source: SwiftSource) -> SwiftExpression.Word { .init(source: source, kind: .plain) }
  private static func keyword(_ source: SwiftSource) -> SwiftExpression.Word { .init(source: source, kind: .keyword) }
  static func number(_ source: SwiftSource) -> SwiftExpression.Word { .init(source: source, kind: .number) }
  private static func string(_ text: String) -> SwiftExpression.Word {
    .init(source: SwiftText.literal(text), kind: .string)
  }
  private static func type(_ type: TypeDeclaration) -> SwiftExpression.Word {
    .init(source: type.name.source, kind: .type)
  }

  static func double(_ value: Double) -> SwiftExpression? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), value.magnitude < 1e15 { return .words([number(SwiftSource(Int(value)))]) }
    // The compiler warns about subnormal literals.
    if value.isNormal { return .words([number(.decimal(value))]) }
    return .words([plain("Double(bitPattern: "), number(.hexadecimal(value.bitPattern)), plain(")")])
  }

  /// `Timestamp(validated: "2024-05-01T12:00:00Z")`
  private func date(_ type: SwiftSource, _ text: String) -> SwiftExpression {
    if areExamples { return Self.call(type, "", text) }
    return .words([.init(source: type, kind: .type), Self.plain("(validated: "), Self.string(text), Self.plain(")")])
  }

  /// `Textual(Decimal(sign: .plus, exponent: -2, significand: 1990), text: "19.90")`
  private func decimalInText(_ text: String) -> SwiftExpression? {
    if areExamples { return Self.call("Textual", "text: ", text) }
    return JSONNumber(text).flatMap { Self.decimal(.number($0)) }.map { value in
      .list([Self.plain("Textual(")], [([], value), ([Self.plain("text: ")], .words([Self.string(text)]))], ")")
    }
  }

  /// `UUID(uuid: (0x5B, …))`
  private static func uuid(_ text: String) -> SwiftExpression? {
    let digits = text.filter { $0 != "-" }
    guard digits.utf8.count == 32 else { return nil }
    let bytes = stride(from: 0, to: 32, by: 2).compactMap { UInt64(digits.dropFirst($0).prefix(2), radix: 16) }
    guard bytes.count == 16 else { return nil }
    let list = bytes.map { SwiftSource.hexadecimal($0) }.joined(separator: ", ")
    return .words([.init(source: "UUID", kind: .type), plain("(uuid: (" + list + "))")])
  }

  /// `Timestamp("2024-05-01T12:00:00Z")!`: the text is known to be valid.
  static func call(_ type: SwiftSource, _ label: SwiftSource, _ text: String) -> SwiftExpression {
    .words([.init(source: type, kind: .type), plain("(" + label), string(text), plain(")!")])
  }
}
