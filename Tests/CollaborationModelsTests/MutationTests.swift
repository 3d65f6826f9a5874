import CollaborationModels
import Foundation
import SchemaRuntime
import SchemaValidation
import TestSupport
import Testing

/// Payloads with one change: evaluator, generated code and Codable agree on each.
@Suite struct MutationTests {
  private static let count = 20

  @Test(arguments: Array(Fixture.all.filter(\.isReadable).enumerated()).map { ($0.offset, $0.element) })
  func enginesAgree(_ index: Int, _ fixture: Fixture) throws {
    let entry = try #require(ModelCatalog.schemas[fixture.schema])
    let validator = try #require(Schemas.validators[fixture.schema])
    let payload = try JSONValue(parsing: fixture.bytes)
    var mutator = Mutator(seed: UInt64(index))
    for _ in 0..<Self.count {
      let (mutant, hasEqualNames) = mutator.mutate(payload)
      try agree(
        entry.model, validator, mutant.json(), comparesCodable: !hasEqualNames && fixture.codableDifference == nil)
    }
  }

  private func agree<Model: SchemaModel>(
    _ type: Model.Type, _ validator: SchemaValidator, _ bytes: [UInt8], comparesCodable: Bool
  ) throws {
    let text = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
    let result = validator.validate(bytes)
    #expect(type.isValid(bytes) == result.isValid, text)
    #expect(try type.issues(in: bytes).isEmpty == result.isValid, text)
    let value: Model?
    do throws(SchemaError) {
      value = try Model(json: bytes)
      #expect(result.isValid, text)
    } catch {
      value = nil
      if case .invalid(let issues) = error {
        #expect(.invalid(issues) == result, text)
      } else {
        Issue.record("expected issues, found \(error) for \(text)")
      }
    }
    // Codable sees one of two equal names.
    if comparesCodable { #expect((try? JSONDecoder().decode(type, from: Data(bytes))) == value, text) }
  }
}

/// Changes one value somewhere in a payload.
struct Mutator {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let replacements: [JSONValue] = [
    .null, "", 0, [], [:], true, -1, 1.5, "x", 1_000_000, ["x"], ["x": 1], .string(String(repeating: "é", count: 600)),
    "2024-01-01T00:00:00Z", "https://a.example/", [.null], -0.5, "0",
  ]

  /// A number below a bound.
  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  /// Returns the payload with one change, and whether an object got two equal names.
  mutating func mutate(_ value: JSONValue) -> (JSONValue, hasEqualNames: Bool) {
    switch value {
    case .array(var elements) where !elements.isEmpty && below(4) > 0:
      let index = below(elements.count)
      switch below(4) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[index], at: index)
      default:
        let (element, hasEqualNames) = mutate(elements[index])
        elements[index] = element
        return (.array(elements), hasEqualNames)
      }
      return (.array(elements), false)
    case .object(let object) where object.count > 0 && below(6) > 0:
      return mutate(object)
    case .null, .bool, .number, .string, .array, .object:
      return (Self.replacements[below(Self.replacements.count)], false)
    }
  }

  private mutating func mutate(_ object: JSONObject) -> (JSONValue, hasEqualNames: Bool) {
    var members = object.map { ($0.key, $0.value) }
    let index = below(members.count)
    var hasEqualNames = false
    switch below(8) {
    case 0: members.remove(at: index)
    case 1:
      members.append(members[index])
      hasEqualNames = true
    case 2: members.append((members[index].0 + "x", members[index].1))
    case 3: members[index].0 = members[index].0.uppercased()
    default:
      let (value, below) = mutate(members[index].1)
      members[index].1 = value
      hasEqualNames = below
    }
    var mutant = JSONObject()
    for (name, value) in members { mutant.append(name, value) }
    return (.object(mutant), hasEqualNames)
  }
}
