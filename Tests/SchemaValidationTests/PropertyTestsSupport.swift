import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SeededRandom

/// How the property tests run. Each round has a seed of its own, so that any one of them can be run alone.
enum PropertyTests {
  /// How many times as many rounds as usual: `SCHEMATA_PROPERTY_FACTOR=100` is a run of some minutes.
  static let factor = Swift.max(1, environment["SCHEMATA_PROPERTY_FACTOR"].flatMap { Int($0) } ?? 1)
  /// What all seeds begin with: `SCHEMATA_PROPERTY_SEED`, 1 unless told.
  static let seed = environment["SCHEMATA_PROPERTY_SEED"].flatMap { UInt64($0) } ?? 1
  /// No round may take longer; most take milliseconds.
  static let longestRound = Duration.seconds(20)

  private static let environment = ProcessInfo.processInfo.environment

  /// Writes what a round is about to do to the file that `SCHEMATA_PROPERTY_TRACE` names: what a trap or an endless
  /// loop leaves behind. Does nothing without it.
  static func trace(_ lines: @autoclosure () -> [String]) {
    guard let path = environment["SCHEMATA_PROPERTY_TRACE"] else { return }
    try? Data((lines().joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
  }
}

/// A small generator of the same numbers everywhere.
struct PropertyRandom: RandomNumberGenerator {
  private var random: SeededRandom

  /// - Parameter round: rounds of one test have numbers of their own.
  init(_ name: String, round: Int) {
    let seed = name.utf8.reduce(PropertyTests.seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    random = SeededRandom(seed: seed &+ UInt64(round) &* 0xd1b5_4a32_d192_ed03)
  }

  mutating func next() -> UInt64 { random.next() }

  /// Yes, once in `count` times.
  mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func element<Elements: Collection>(of elements: Elements) -> Elements.Element? {
    elements.randomElement(using: &self)
  }
}

/// Schemas and instances from which the property tests make others: those of the official suite where it is there, and
/// some of our own, which are always there.
struct PropertyCorpus: Sendable {
  struct Group: Sendable {
    let schema: JSONValue
    let instances: [JSONValue]
  }

  let draft: OfficialSuite.Draft
  let groups: [Group]
  /// All values within the schemas.
  let schemaParts: [JSONValue]
  /// The names of all keywords.
  let keywords: [String]

  init(_ draft: OfficialSuite.Draft) throws {
    self.draft = draft
    let files = OfficialSuite.isPresent ? try OfficialSuite.files(of: draft) : []
    let suite = files.flatMap(\.cases).map { group in
      Group(schema: group["schema"] ?? true, instances: (group["tests"]?.array ?? []).compactMap { $0["data"] })
    }
    groups = try suite + Self.own.map { Group(schema: try JSONValue(parsing: $0), instances: Self.values) }
    schemaParts = groups.flatMap { Self.parts(of: $0.schema) } + Self.values
    keywords = Set(schemaParts.compactMap(\.object).flatMap { $0.members.map(\.name) }).sorted()
  }

  /// The value and all values within it.
  static func parts(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements): [value] + elements.flatMap(parts)
    case .object(let object): [value] + object.members.flatMap { parts(of: $0.value) }
    case .null, .bool, .number, .string: [value]
    }
  }

  /// Values of all types, at their limits.
  static let values: [JSONValue] = [
    nil, true, false, 0, -1, 1, 1.5, 9_007_199_254_740_993, .number(JSONNumber(Int.max)), "", "a", "#", "%", "~",
    "\u{0}",
    "e\u{301}", "\u{10FFFF}", "2024-02-30T24:00:60Z", "(", "^a*$", [], [[]], [nil, nil], [1, [2, ["x"]]], [:],
    ["": nil], ["a": ["a": ["a": 1]]], ["a": 1, "b": "x", "c": [true]],
  ]

  private static let own: [String] = [
    ##"{"type":["object","array","string"],"required":["a"],"properties":{"a":{"$ref":"#"}},"minProperties":1}"##,
    ##"{"$defs":{"n":{"anyOf":[{"type":"null"},{"items":{"$ref":"#/$defs/n"}}]}},"$ref":"#/$defs/n"}"##,
    ##"{"oneOf":[{"multipleOf":0.1},{"minimum":-1e308,"exclusiveMaximum":1e400},{"enum":[1,"a",null]}],"not":{"const":1.0}}"##,
    ##"{"patternProperties":{"^(a|b)+$":{"maxLength":3},"\\d":true},"additionalProperties":false,"propertyNames":{"minLength":1}}"##,
    ##"{"prefixItems":[{"type":"integer"}],"items":{"uniqueItems":true},"contains":{"format":"date-time"},"maxContains":2}"##,
    ##"{"if":{"type":"object"},"then":{"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":false}},"else":{"maxItems":2}}"##,
    ##"{"allOf":[{"$anchor":"x","pattern":"(?=a)\\w"},{"$ref":"#x"}],"x-sensitive":true,"x-maxUTF8Bytes":4}"##,
  ]
}
