import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import TestSupport

/// Makes random schema documents, keyword by keyword: objects with members of all kinds, bases and extensions,
/// distinguishable and indistinguishable unions, enumerations, tuples, maps, and recursion through all of them.
///
/// Schemas are written for draft 2020-12; `DialectWords` translates them to the dialect.
struct RandomSchemas {
  var random: PropertyRandom
  /// The path of the document, such as `/r12/users/user.schema.json`.
  let path: String
  /// References to other documents and to definitions in them.
  let others: [String]
  /// Those that cannot be part of a cycle, because they were made before.
  let finished: [String]
  /// `$defs` or `definitions`.
  let definitionsKeyword: String
  /// The definitions of the document, which references name before they are made.
  private(set) var definitions: [String] = []
  private var made: [(name: String, schema: JSONValue)] = []
  /// Whether other documents specialize this one by dynamic references.
  private var isGeneric = false
  /// Whether the current schema applies to the value of the whole definition, so that a reference back would never end.
  private var isInPlace = true
  /// The path of the current definition.
  private var current = -1

  init(random: PropertyRandom, path: String, others: [String], finished: [String], definitionsKeyword: String) {
    self.random = random
    self.path = path
    self.others = others
    self.finished = finished
    self.definitionsKeyword = definitionsKeyword
  }

  /// Makes a whole document.
  mutating func document() -> JSONObject {
    isGeneric = isOne(in: 6)
    let depth = pick([1, 2, 2, 3], else: 2)
    for _ in 0..<Int.random(in: 0...4, using: &random) { declare(name(from: RandomNames.types)) }
    for name in definitions {
      current += 1
      made.append((name, schema(depth)))
    }
    current = -1
    var root =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: union(depth)
      case 1: (schema(depth).object ?? JSONObject())
      case 2: extended(depth)
      default: object(depth)
      }
    if isGeneric { root["$dynamicAnchor"] = "node" }
    annotate(&root)
    if isOne(in: 20) { root["x-localOnly"] = true }
    if !made.isEmpty { root[definitionsKeyword] = .object(JSONObject(made.map { ($0.name, $0.schema) })) }
    return root
  }

  /// Returns the reference to a definition of a document.
  static func reference(to definition: String, under keyword: String, in path: String = "") -> String {
    var reference = path + "#"
    for byte in JSONPointer([keyword, definition]).description.utf8 {
      let isPlain =
        byte < 0x80 && (Unicode.Scalar(byte).properties.isAlphabetic || "/$-_~.0123456789".utf8.contains(byte))
      reference += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return reference
  }

  // MARK: - Choosing

  mutating func pick<Element>(_ elements: [Element], else other: Element) -> Element {
    random.element(of: elements) ?? other
  }

  /// Returns true once in `count` times.
  mutating func isOne(in count: Int) -> Bool { random.isOne(in: count) }

  /// Returns a name: usually one of a few, otherwise one with a meaning in Swift or the generator, or one that is hard
  /// to spell.
  mutating func name(from plain: [String] = RandomNames.plain) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: pick(RandomNames.reserved, else: "a")
    case 2: pick(RandomNames.odd, else: "a")
    default: pick(plain, else: "a")
    }
  }

  private mutating func declare(_ name: String) {
    if !definitions.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { definitions.append(name) }
  }

  /// Makes a definition and returns the reference to it.
  mutating func define(_ wanted: String, _ schema: JSONValue) -> JSONValue {
    var name = wanted
    while definitions.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { name += "x" }
    definitions.append(name)
    made.append((name, schema))
    return ["$ref": .string(Self.reference(to: name, under: definitionsKeyword))]
  }

  // MARK: - Any schema

  mutating func schema(_ depth: Int) -> JSONValue {
    if depth <= 0 { return isOne(in: 4) ? reference() : .object(scalar()) }
    var made: JSONObject
    switch Int.random(in: 0..<26, using: &random) {
    case 0...5: made = scalar()
    case 6...9: made = object(depth - 1)
    case 10, 11: made = array(depth - 1)
    case 12: made = map(depth - 1)
    case 13...15: made = union(depth - 1)
    case 16, 17: made = enumeration()
    case 18...20: return reference()
    case 21: made = extended(depth - 1)
    case 22, 23: return nullable(schema(depth - 1))
    case 24: made = tuple(depth - 1)
    default: return odd(depth - 1)
    }
    annotate(&made)
    return .object(made)
  }

  /// Makes a schema of something inside the value.
  mutating func inner(_ depth: Int) -> JSONValue {
    let outer = isInPlace
    isInPlace = false
    defer { isInPlace = outer }
    return schema(depth)
  }

  mutating func reference() -> JSONValue {
    if isGeneric, !isInPlace, isOne(in: 3) { return ["$dynamicRef": "#node"] }
    var own = definitions.dropFirst(isInPlace ? current + 1 : 0).map {
      Self.reference(to: $0, under: definitionsKeyword)
    }
    if !isInPlace { own.append("#") }
    let foreign = isInPlace ? finished : others
    let targets = isOne(in: 3) ? foreign + own : own
    guard let target = random.element(of: targets) else { return .object(scalar()) }
    var schema: JSONObject = ["$ref": .string(target)]
    if isOne(in: 8) { schema["description"] = "A reference with a neighbor." }
    if isOne(in: 30) { schema["minProperties"] = 1 }
    return .object(schema)
  }

  /// Makes a schema that also admits null, in one of the common ways.
  private mutating func nullable(_ schema: JSONValue) -> JSONValue {
    if case .object(var object) = schema, let type = object["type"]?.string, type != "null", !isOne(in: 3) {
      object["type"] = [.string(type), "null"]
      if let values = object["enum"]?.array, isOne(in: 2), object["x-enum-varnames"] == nil {
        object["enum"] = .array(values + [nil])
      }
      return .object(object)
    }
    let keyword = isOne(in: 2) ? "anyOf" : "oneOf"
    let branches: [JSONValue] = isOne(in: 3) ? [["type": "null"], schema] : [schema, ["type": "null"]]
    return [keyword: .array(branches)]
  }

  /// Makes schemas that say little about the type, or that are unsatisfiable.
  private mutating func odd(_ depth: Int) -> JSONValue {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: true
    case 1: false
    case 2: [:]
    case 3: ["not": schema(depth)]
    case 4: ["properties": .object(JSONObject([(name(), schema(depth))])), "required": [.string(name())]]
    case 5: ["if": schema(depth), "then": schema(depth), "else": schema(depth)]
    case 6:
      [
        "type": .array(
          ["string", "integer", "null", "object", "array", "boolean"].filter { _ in isOne(in: 2) } + ["number"])
      ]
    case 7: ["allOf": .array([.object(scalar()), .object(scalar())])]
    case 8: ["const": value()]
    case 9: ["enum": []]
    case 10: ["type": "null"]
    default: ["minimum": 3, "maxLength": 2, "contains": schema(depth)]
    }
  }

  /// Makes any small value.
  mutating func value() -> JSONValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: nil
    case 1: .bool(isOne(in: 2))
    case 2, 3: number()
    case 4, 5: .string(pick(RandomNames.texts, else: ""))
    case 6: [number(), "a"]
    default: ["a": number()]
    }
  }

  mutating func number() -> JSONValue {
    JSONNumber(pick(RandomNames.numbers, else: "0")).map { .number($0) } ?? 0
  }
}
