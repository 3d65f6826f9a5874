import JSONSchema
import SchemaRuntime
import TestSupport
import Testing

/// No input traps: schemas with randomly exchanged parts resolve or are refused.
@Suite struct MutationTests {
  @Test(arguments: Dialect.all)
  func `schemas assembled at random resolve or are refused`(dialect: Dialect) throws {
    var random = SeededRandom(seed: 1)
    let rows = ReferenceTests.pointers + ReferenceTests.names + ReferenceTests.dynamic
    let seeds = try rows.flatMap(\.schemas).map { try JSONValue(parsing: $0) }
    let odd: [JSONValue] = [nil, true, 0, -1, "#", "", "%", [], [:], "https://example.com/b.json"]
    let parts: [JSONValue] = seeds.flatMap { Self.parts(of: $0) } + odd
    let options = SchemaResolver.Options(defaultDialect: dialect)
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<400 {
      let texts = (0..<2).map { _ in
        Self.mutated(seeds.randomElement(using: &random) ?? .null, parts, &random, depth: 0).text()
      }
      let graph = try? resolve(texts, given: 1, options: options).graph
      outcomes[graph != nil, default: 0] += 1
      for node in graph?.nodes ?? [] {
        #expect(graph?.location(of: node.id).pointer == node.pointer)
        #expect(node.parent.map { $0 < node.id } ?? true)
      }
    }
    #expect(outcomes.count == 2)
  }

  @Test(arguments: Dialect.all)
  func `any JSON value, given as a schema, resolves or is refused`(dialect: Dialect) throws {
    var random = SeededRandom(seed: 2)
    let names = dialect.keywordNames + ["", "a", "$defs", "unknown"]
    let scalars: [JSONValue] =
      [nil, true, false, 0, -1, 1.5, "", "#", "#/a", "#a", "%", "a", "string", "b.json", "urn:x"]
      + Dialect.all.map { .string($0.uri) }
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0..<(depth > 4 ? 2 : 5), using: &random) {
      case 0, 1: return scalars.randomElement(using: &random) ?? .null
      case 2: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth + 1) })
      default:
        let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          (names.randomElement(using: &random) ?? "", value(depth + 1))
        }
        return .object(JSONObject(members))
      }
    }
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<Effort.rounds(quick: 600, thorough: 1_500) {
      let texts = [value(0).text(), value(0).text()]
      do {
        let graph = try resolve(texts, given: 1, options: SchemaResolver.Options(defaultDialect: dialect)).graph
        outcomes[true, default: 0] += 1
        #expect(graph.roots.count == graph.documents.count)
      } catch let error as ResolveErrors {
        outcomes[false, default: 0] += 1
        #expect(!error.errors.isEmpty)
        let positions = error.errors.map { [$0.document == "a.json" ? 0 : 1, $0.position.offset] }
        #expect(positions.filter { $0[0] == 0 }.map { $0[1] } == positions.filter { $0[0] == 0 }.map { $0[1] }.sorted())
      }
    }
    let least = Effort.isThorough ? 100 : 20
    #expect(outcomes[true, default: 0] > least)
    #expect(outcomes[false, default: 0] > least)
  }

  private static func parts(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements): [value] + elements.flatMap(parts)
    case .object(let object): [value] + object.flatMap { parts(of: $0.value) }
    case .null, .bool, .number, .string: [value]
    }
  }

  /// The value with some of its parts replaced by others.
  private static func mutated(_ value: JSONValue, _ parts: [JSONValue], _ random: inout SeededRandom, depth: Int)
    -> JSONValue
  {
    if depth < 12, Int.random(in: 0..<12, using: &random) == 0, let part = parts.randomElement(using: &random) {
      return mutated(part, parts, &random, depth: depth + 4)
    }
    switch value {
    case .array(let elements): return .array(elements.map { mutated($0, parts, &random, depth: depth + 1) })
    case .object(let object):
      var copy = JSONObject()
      for member in object { copy[member.key] = mutated(member.value, parts, &random, depth: depth + 1) }
      return .object(copy)
    case .null, .bool, .number, .string: return value
    }
  }
}
