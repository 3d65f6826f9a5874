import JSONSchema
import SchemaRuntime

/// Writes a payload as the Swift expression for the same value of the generated type.
///
/// `{"nickName": "Ori", "gender": 2}` is `UserInfo(nickName: "Ori", gender: .female)`. Values without a short
/// expression (a number beyond `Int`, a branch that only validators distinguish) have none here, and the page shows
/// how to read them.
struct SwiftExample {
  private let types: [TypeKey: TypeDeclaration]
  private let graph: SchemaGraph
  private static let lineLength = 64
  private static let depthLimit = 24

  init(graph: SchemaGraph, plan: TypePlan) {
    self.graph = graph
    types = Dictionary(plan.files.flatMap(\.types).map { ($0.key, $0) }) { first, _ in first }
  }

  /// Returns the expression for a value of a type; nil if there is none.
  func tokens(for value: JSONValue, of type: TypeDeclaration) -> [CodeToken]? {
    guard let node = expression(value, type.key, isNamed: true, depth: 0) else { return nil }
    var writer = Layout()
    writer.add(node, level: 0, column: "let value = ".count)
    return [CodeToken(text: "let", kind: .keyword), CodeToken(text: " value = ", kind: .plain)] + writer.tokens
  }

  // MARK: - Expressions

  /// An expression, before it is split into lines.
  private indirect enum Expression {
    case word([CodeToken])
    /// The opening text, the parts with their labels, and the closing text.
    case list([CodeToken], [(label: [CodeToken], Expression)], String)
  }

  private func expression(_ value: JSONValue, _ type: TypeReference, depth: Int) -> Expression? {
    guard depth < Self.depthLimit else { return nil }
    switch type {
    case .optional(let wrapped):
      return value.isNull ? .word([Self.keyword("nil")]) : expression(value, wrapped, depth: depth)
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

  private func map(_ object: JSONObject, _ value: (JSONValue) -> Expression?) -> Expression? {
    if object.isEmpty { return .word([Self.plain("[:]")]) }
    return list("[", object.map { ([Self.string($0.key), Self.plain(": ")], value($0.value)) }, "]")
  }

  private func list(
    _ open: String, _ parts: [(label: [CodeToken], Expression?)], _ close: String
  ) -> Expression? {
    var found: [(label: [CodeToken], Expression)] = []
    for (label, part) in parts {
      guard let part else { return nil }
      found.append((label, part))
    }
    return .list([Self.plain(open)], found, close)
  }

  private func scalar(_ value: JSONValue, _ name: String, depth: Int) -> Expression? {
    switch name {
    case "String": return value.string.map { .word([Self.string($0)]) }
    case "Bool": return value.bool.map { .word([Self.keyword($0 ? "true" : "false")]) }
    case "Int": return value.int.map { .word([Self.number(String($0))]) }
    case "Double": return value.double.flatMap { Self.double($0) }
    case "Timestamp", "CalendarDate": return value.string.map { Self.call(name, "", $0) }
    case "UUID": return value.string.map { Self.call(name, "uuidString: ", $0) }
    case "URL": return value.string.map { Self.call(name, "string: ", $0) }
    case "JSONValue": return json(value, depth: depth)
    case "JSONObject": return value.object == nil ? nil : json(value, depth: depth)
    case "[JSONValue]": return value.array == nil ? nil : json(value, depth: depth)
    default: return nil
    }
  }

  /// Returns a value without a type, as a literal.
  private func json(_ value: JSONValue, depth: Int) -> Expression? {
    guard depth < Self.depthLimit else { return nil }
    switch value {
    case .null: return .word([Self.keyword("nil")])
    case .bool(let flag): return .word([Self.keyword(flag ? "true" : "false")])
    case .string(let text): return .word([Self.string(text)])
    case .number(let number):
      // A literal with different text would change the number's text.
      if let int = number.int, String(int) == number.text { return .word([Self.number(number.text)]) }
      guard let double = number.double, "\(double)" == number.text else { return nil }
      return .word([Self.number(number.text)])
    case .array(let elements): return list("[", elements.map { ([], json($0, depth: depth + 1)) }, "]")
    case .object(let object): return map(object) { json($0, depth: depth + 1) }
    }
  }

  private func expression(_ value: JSONValue, _ key: TypeKey, isNamed: Bool, depth: Int) -> Expression? {
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
      guard let index = branch(of: value, plan, depth: depth), let item = plan.cases[at: index],
        let inner = expression(value, item.type, depth: depth + 1)
      else { return nil }
      let head = [Self.type(isNamed ? type.name.qualified : ""), Self.plain(".\(Self.member(item.name))(")]
      return .list(head, [([], inner)], ")")
    case .wrapper(let reference):
      guard let inner = expression(value, reference, depth: depth + 1) else { return nil }
      return .list([Self.type(type.name.qualified), Self.plain("(")], [([], inner)], ")")
    }
  }

  private func structure(
    _ object: JSONObject, _ plan: StructurePlan, _ type: TypeDeclaration, depth: Int
  ) -> Expression? {
    var parts: [(label: [CodeToken], Expression?)] = []
    for member in plan.members where !member.isLocalOnly || type.isLocalOnly {
      if case .constant = member.presence { continue }
      guard let value = object[member.wireName] else { continue }
      let label = [Self.plain(Self.label(member.name) + ": ")]
      guard case .optionalOrNull = member.presence else {
        parts.append((label, expression(value, member.type, depth: depth + 1)))
        continue
      }
      let inner =
        value.isNull ? Expression.word([Self.plain(".null")]) : expression(value, member.type, depth: depth + 1)
      parts.append((label, value.isNull ? inner : inner.map { .list([Self.plain(".value(")], [([], $0)], ")") }))
    }
    let known = Set(plan.members.map(\.wireName))
    let rest = object.filter { !known.contains($0.key) }
    if !rest.isEmpty {
      let inner: Expression? =
        switch plan.additional {
        case .kept: map(rest) { json($0, depth: depth + 1) }
        case .typed(let reference): map(rest) { expression($0, reference, depth: depth + 1) }
        case .refused: nil
        }
      parts.append(([Self.plain("additionalMembers: ")], inner))
    }
    guard case .list(_, let found, let close)? = list("(", parts, ")") else { return nil }
    return .list([Self.type(type.name.qualified), Self.plain("(")], found, close)
  }

  private func tuple(
    _ elements: [JSONValue], _ plan: TuplePlan, _ type: TypeDeclaration, depth: Int
  ) -> Expression? {
    var parts: [(label: [CodeToken], Expression?)] = zip(plan.items, elements).map { item, value in
      ([Self.plain(Self.label(item.name) + ": ")], expression(value, item.type, depth: depth + 1))
    }
    if elements.count > plan.items.count, let rest = plan.rest {
      let others = elements.dropFirst(plan.items.count).map { ([CodeToken](), expression($0, rest, depth: depth + 1)) }
      parts.append(([Self.plain("rest: ")], list("[", others, "]")))
    }
    guard case .list(_, let found, let close)? = list("(", parts, ")") else { return nil }
    return .list([Self.type(type.name.qualified), Self.plain("(")], found, close)
  }

  private func enumeration(
    _ value: JSONValue, _ plan: EnumerationPlan, _ type: TypeDeclaration, isNamed: Bool
  ) -> Expression? {
    let head = Self.type(isNamed ? type.name.qualified : "")
    if let item = plan.cases.first(where: { $0.value == value }) {
      return .word([head, Self.plain("." + Self.member(item.name))])
    }
    guard plan.isOpen, let inner = scalar(value, plan.rawType.text, depth: 0) else { return nil }
    return .list([head, Self.plain(".unknown(")], [([], inner)], ")")
  }

  /// Returns the index of a value's branch, found as in generated decoders; nil if they call validators.
  private func branch(of value: JSONValue, _ plan: UnionPlan, depth: Int) -> Int? {
    switch plan.dispatch {
    case .tag(let member, let values):
      guard let tag = value[member] else { return nil }
      return values.firstIndex { $0?.contains(tag) == true } ?? values.firstIndex { $0 == nil }
    case .members(let names): return names.firstIndex { value[$0] != nil }
    case .types:
      let type = value.type
      let isIntegral = value.number.map { $0.int != nil } ?? false
      return plan.cases.firstIndex { $0.types.contains(type) || isIntegral && $0.types.contains(.integer) }
    case .validators: return nil
    }
  }

  // MARK: - Names

  /// Returns a name as a label, for which Swift reserves only three words.
  private static func label(_ name: String) -> String {
    ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
  }

  /// Returns a name after a dot, where few words are reserved.
  private static func member(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  private static func plain(_ text: String) -> CodeToken { CodeToken(text: text, kind: .plain) }
  private static func keyword(_ text: String) -> CodeToken { CodeToken(text: text, kind: .keyword) }
  private static func number(_ text: String) -> CodeToken { CodeToken(text: text, kind: .number) }
  private static func type(_ text: String) -> CodeToken { CodeToken(text: text, kind: .type) }
  private static func string(_ text: String) -> CodeToken {
    CodeToken(text: SwiftText.literal(text).text, kind: .string)
  }

  private static func double(_ value: Double) -> Expression? {
    guard value.isFinite else { return nil }
    let text = value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : "\(value)"
    return .word([number(text)])
  }

  /// `Timestamp("2024-05-01T12:00:00Z")!`: the text is known to be valid.
  private static func call(_ type: String, _ label: String, _ text: String) -> Expression {
    .word([Self.type(type), plain("(" + label), string(text), plain(")!")])
  }

  // MARK: - Lines

  /// Splits an expression into lines; a short one stays on one line.
  private struct Layout {
    private(set) var tokens: [CodeToken] = []

    mutating func add(_ expression: Expression, level: Int, column: Int) {
      switch expression {
      case .word(let words): tokens += words.filter { !$0.text.isEmpty }
      case .list(let head, let parts, let close):
        tokens += head.filter { !$0.text.isEmpty }
        let width = head.reduce(0) { $0 + $1.text.count }
        // A single part stays on the opening line: `.mail(UserInfo(`.
        let isAlone = parts.count == 1 && parts[0].label.isEmpty && close == ")"
        let isShort = isAlone || column + Self.width(expression) <= SwiftExample.lineLength
        for (index, part) in parts.enumerated() {
          if index > 0 { tokens.append(SwiftExample.plain(isShort ? ", " : ",")) }
          if !isShort { tokens.append(SwiftExample.plain(Self.lineBreak(level + 1))) }
          tokens += part.label
          let label = part.label.reduce(0) { $0 + $1.text.count }
          add(part.1, level: isAlone ? level : level + 1, column: isAlone ? column + width : (level + 1) * 2 + label)
        }
        tokens.append(SwiftExample.plain((isShort ? "" : Self.lineBreak(level)) + close))
      }
    }

    private static func lineBreak(_ level: Int) -> String { "\n" + String(repeating: "  ", count: level) }

    private static func width(_ expression: Expression) -> Int {
      switch expression {
      case .word(let words): words.reduce(0) { $0 + $1.text.count }
      case .list(let head, let parts, let close):
        head.reduce(close.count) { $0 + $1.text.count }
          + parts.reduce(0) { sum, part in
            sum + 2 + part.label.reduce(0) { $0 + $1.text.count } + width(part.1)
          }
      }
    }
  }
}

extension Array {
  /// Returns the element at an index; nil if out of range.
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
