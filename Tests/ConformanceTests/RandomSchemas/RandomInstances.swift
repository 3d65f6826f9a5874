import SchemaRuntime
import SchemaTestSuite
import TestSupport

/// Makes instances that probably satisfy a schema, and others that narrowly miss it.
struct RandomInstances {
  /// A schema and its document.
  typealias Location = (schema: JSONValue, path: String)

  var random: PropertyRandom
  /// The documents by their paths.
  let documents: [String: JSONValue]
  /// The number of values in the current instance; schemas that require each other would give it millions.
  private var valueCount = 0

  init(random: PropertyRandom, documents: [String: JSONValue]) {
    self.random = random
    self.documents = documents
  }

  /// Returns instances of the document at a path, as JSON texts.
  mutating func texts(for path: String, count: Int) -> [String] {
    guard let root = documents[path] else { return [] }
    var texts: [String] = []
    for _ in 0..<count {
      valueCount = 0
      var value = value([(root, path)], 8)
      texts.append(value.text())
      if random.isOne(in: 2) {
        mutate(&value)
        texts.append(value.text())
      }
      if random.isOne(in: 4), let repeating = repeatingName(value) { texts.append(repeating.text()) }
    }
    texts.append(anything(2).text())
    return texts
  }

  // MARK: - From schemas

  /// Returns a value for several schemas at once.
  private mutating func value(_ schemas: [Location], _ depth: Int) -> JSONValue {
    valueCount += 1
    if valueCount > 1_000 { return anything(0) }
    var applied: [(schema: JSONObject, path: String)] = []
    for schema in schemas { flatten(schema, depth * 2 + 4, into: &applied) }
    for (schema, _) in applied {
      if let const = schema["const"] { return const }
      if let value = schema["enum"]?.array.flatMap({ random.element(of: $0) }) { return value }
    }
    switch type(of: applied, depth) {
    case "object": return object(applied, depth)
    case "array": return array(applied, depth)
    case "string": return string(applied)
    case "integer", "number": return number(applied)
    case "boolean": return .bool(random.isOne(in: 2))
    case "null": return nil
    default: return anything(min(depth, 2))
    }
  }

  /// Returns the schema and all that it applies to the same value, with one branch of each choice.
  private mutating func flatten(
    _ location: Location, _ budget: Int, into applied: inout [(schema: JSONObject, path: String)]
  ) {
    // Schemas that apply themselves twice would double with each step.
    guard budget > 0, applied.count < 100, let schema = location.schema.object else { return }
    applied.append((schema, location.path))
    for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
      if let target = schema[keyword]?.string.flatMap({ resolve($0, in: location.path) }) {
        flatten(target, budget - 1, into: &applied)
      }
    }
    for branch in schema["allOf"]?.array ?? [] { flatten((branch, location.path), budget - 1, into: &applied) }
    for keyword in ["anyOf", "oneOf"] {
      if let branch = random.element(of: schema[keyword]?.array ?? []) {
        flatten((branch, location.path), budget - 1, into: &applied)
      }
    }
    if let then = schema["then"], random.isOne(in: 2) { flatten((then, location.path), budget - 1, into: &applied) }
  }

  private func resolve(_ reference: String, in path: String) -> Location? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let target = parts[0].isEmpty ? path : parts[0]
    guard let document = documents[target] else { return nil }
    let fragment = parts.count > 1 ? unescaped(parts[1]) : ""
    if fragment.isEmpty { return (document, target) }
    guard let pointer = JSONPointer(fragment) else { return (document, target) }
    return document[pointer].map { ($0, target) }
  }

  private func unescaped(_ fragment: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(fragment.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func type(of applied: [(schema: JSONObject, path: String)], _ depth: Int) -> String? {
    var types: [String]?
    for (schema, _) in applied {
      guard let own = schema["type"].map({ $0.array?.compactMap(\.string) ?? [$0.string ?? ""] }) else { continue }
      types =
        types.map { known in
          known.filter { own.contains($0) || $0 == "integer" && own.contains("number") }
            + own.filter { $0 == "integer" && known.contains("number") }
        } ?? own
    }
    // Ends recursion where possible.
    if depth <= 0, types?.contains("null") ?? false { return "null" }
    if let types { return random.element(of: types) }
    let isObject = applied.contains { $0.schema["properties"] != nil || $0.schema["required"] != nil }
    return isObject ? "object" : nil
  }

  private mutating func object(_ applied: [(schema: JSONObject, path: String)], _ depth: Int) -> JSONValue {
    var properties: [String: [Location]] = [:]
    var names: [String] = []
    var required: [String] = []
    var additional: [Location] = []
    var isClosed = false
    for (schema, path) in applied {
      for member in schema["properties"]?.object ?? JSONObject() {
        if properties[member.key] == nil { names.append(member.key) }
        properties[member.key, default: []].append((member.value, path))
      }
      required += schema["required"]?.array?.compactMap(\.string) ?? []
      for keyword in ["additionalProperties", "unevaluatedProperties"] {
        if schema[keyword] == false {
          isClosed = true
        } else if let rest = schema[keyword] {
          additional.append((rest, path))
        }
      }
    }
    var object = JSONObject()
    for name in names {
      let locations = properties[name] ?? []
      if !required.contains(name),
        depth <= 0 || random.isOne(in: 2) || locations.contains(where: { $0.schema == false })
      {
        continue
      }
      object[name] = depth < -6 ? nil : value(locations, depth - 1)
    }
    for name in required where object[name] == nil { object[name] = value(additional, depth - 1) }
    if !isClosed || random.isOne(in: 12), depth > 0 {
      for name in ["more", "x-rate", "abc"] where random.isOne(in: 4) && object[name] == nil {
        object[name] = value(additional, depth - 1)
      }
    }
    return .object(object)
  }

  private mutating func array(_ applied: [(schema: JSONObject, path: String)], _ depth: Int) -> JSONValue {
    var prefix: [[Location]] = []
    var items: [Location] = []
    for (schema, path) in applied {
      let list = schema["prefixItems"]?.array ?? schema["items"]?.array ?? []
      for (index, element) in list.enumerated() {
        if index == prefix.count { prefix.append([]) }
        prefix[index].append((element, path))
      }
      for keyword in ["items", "additionalItems", "contains"] {
        if let rest = schema[keyword], rest.array == nil { items.append((rest, path)) }
      }
    }
    let count = depth <= 0 ? 0 : Int.random(in: 0...3, using: &random)
    return .array((0..<count).map { index in value(index < prefix.count ? prefix[index] : items, depth - 1) })
  }

  private mutating func string(_ applied: [(schema: JSONObject, path: String)]) -> JSONValue {
    for (schema, _) in applied {
      if let pattern = schema["pattern"]?.string {
        return .string(RandomNames.patterns.first { $0.source == pattern }?.example ?? "a")
      }
      if let format = schema["format"]?.string, !random.isOne(in: 4) {
        return .string(RandomNames.formats.first { $0.name == format }?.example ?? "a")
      }
    }
    return .string(random.element(of: RandomNames.texts) ?? "")
  }

  private mutating func number(_ applied: [(schema: JSONObject, path: String)]) -> JSONValue {
    let isPlain = applied.contains { $0.schema["minimum"] != nil || $0.schema["maximum"] != nil }
    let text =
      isPlain ? String(Int.random(in: 0...100, using: &random)) : random.element(of: RandomNames.numbers) ?? "0"
    return JSONNumber(text).map { .number($0) } ?? 0
  }

  // MARK: - Near misses

  private mutating func anything(_ depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: nil
    case 1: .bool(random.isOne(in: 2))
    case 2: number([])
    case 3, 4: .string(random.element(of: RandomNames.texts) ?? "")
    case 5: .array((0..<Int.random(in: 0...2, using: &random)).map { _ in anything(depth - 1) })
    default: ["a": anything(depth - 1), "kind": anything(depth - 1)]
    }
  }

  /// Changes one part of a value.
  private mutating func mutate(_ value: inout JSONValue) {
    switch value {
    case .object(var object) where !object.isEmpty && !random.isOne(in: 4):
      let name = random.element(of: object.keys) ?? ""
      switch Int.random(in: 0..<6, using: &random) {
      case 0: object[name] = nil
      case 1: object[random.element(of: RandomNames.plain + RandomNames.odd) ?? ""] = anything(1)
      case 2: object[name] = .null
      default: object[name] = mutated(object[name] ?? nil)
      }
      value = .object(object)
    case .array(var elements) where !elements.isEmpty && !random.isOne(in: 4):
      let index = Int.random(in: elements.indices, using: &random)
      if random.isOne(in: 3) { elements.append(elements[index]) } else { elements[index] = mutated(elements[index]) }
      value = .array(elements)
    case .number where random.isOne(in: 2): value = number([])
    case .string where random.isOne(in: 2): value = .string(random.element(of: RandomNames.texts) ?? "")
    default: value = anything(2)
    }
  }

  /// Returns the value with a duplicated member in one of its objects; nil if it has no member.
  private mutating func repeatingName(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .object(let object) where !object.isEmpty:
      let memberIndex = Int.random(in: 0..<object.count, using: &random)
      var repeating = JSONObject()
      var isDeeper = false
      for (index, member) in object.enumerated() {
        if index == memberIndex, random.isOne(in: 2), let inner = repeatingName(member.value) {
          repeating.append(member.key, inner)
          isDeeper = true
        } else {
          repeating.append(member.key, member.value)
        }
      }
      if !isDeeper { repeating.append(object[memberIndex].key, object[memberIndex].value) }
      return .object(repeating)
    case .array(var elements):
      for index in elements.indices {
        guard let inner = repeatingName(elements[index]) else { continue }
        elements[index] = inner
        return .array(elements)
      }
      return nil
    default: return nil
    }
  }

  private mutating func mutated(_ value: JSONValue) -> JSONValue {
    var value = value
    mutate(&value)
    return value
  }
}
