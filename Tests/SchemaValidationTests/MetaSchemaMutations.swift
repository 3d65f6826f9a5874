import JSONSchema
import SchemaRuntime
import TestSupport

/// Changes schemas at random, one part at a time, deterministically.
struct MetaSchemaMutations {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Values that some keywords accept and others refuse.
  static let odd: [JSONValue] = [
    .null, true, false, 0, -1, 1.5, 2, 1e40, "", "#", "#a", "a", "a b", "_a", "a:b", "string", "number", "strnig",
    "https://example.com/x#y", [], [:], [[:]], [true], [1], ["a"], ["a", "a"], ["string", "string"],
    ["string", "null"],
    [1, 1.0], [["a": 1], ["a": 1]], [[], []], ["a": []], ["a": ["b"]], ["a": ["b", "b"]], ["a": 1], ["a": [:]],
    ["a": true], ["type": 1], ["minLength": -1], ["not": []], ["enum": []],
  ]

  /// Inserts a keyword of any dialect with an odd value into a schema.
  private static let keywords = Array(Set(Dialect.all.flatMap { $0.keywordNames })).sorted()

  mutating func mutated(_ value: JSONValue) -> JSONValue {
    var left = Int.random(in: 0..<Self.size(of: value), using: &random)
    return mutated(value, &left)
  }

  private static func size(of value: JSONValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
    case .object(let object): object.reduce(1) { $0 + size(of: $1.value) }
    case .null, .bool, .number, .string: 1
    }
  }

  /// Returns the value with the part changed that is `left` parts ahead in document order.
  private mutating func mutated(_ value: JSONValue, _ left: inout Int) -> JSONValue {
    left -= 1
    if left < 0 { return changed(value) }
    switch value {
    case .array(var elements):
      for index in elements.indices where left >= 0 { elements[index] = mutated(elements[index], &left) }
      return .array(elements)
    case .object(var object):
      for member in object where left >= 0 { object[member.key] = mutated(member.value, &left) }
      return .object(object)
    case .null, .bool, .number, .string: return value
    }
  }

  private mutating func changed(_ value: JSONValue) -> JSONValue {
    let odd = Self.odd.randomElement(using: &random) ?? .null
    guard Bool.random(using: &random) else { return odd }
    switch value {
    case .array(let elements): return .array(Bool.random(using: &random) ? elements + elements : elements + [odd])
    case .object(var object):
      object[Self.keywords.randomElement(using: &random) ?? ""] = odd
      return .object(object)
    case .null, .bool, .string: return .array([value, value])
    case .number(let number): return number.int.map { $0 < 0 ? odd : JSONValue(integerLiteral: -$0) } ?? odd
    }
  }
}
