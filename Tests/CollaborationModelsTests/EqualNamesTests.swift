import CollaborationModels
import SchemaRuntime
import SchemaValidation
import Testing

/// Generated validators find equal names themselves where they visit the members anyway: no object of any payload may
/// be missed.
@Suite struct EqualNamesTests {
  @Test(arguments: Fixture.all.filter { $0.isValid })
  func `a member that occurs twice in any object of a valid payload is refused`(_ fixture: Fixture) throws {
    let entry = try #require(ModelCatalog.schemas[fixture.schema])
    let validator = try #require(Schemas.validators[fixture.schema])
    let payload = try JSONValue(parsing: fixture.bytes)
    var reader = JSONReader()
    for repeating in Self.repetitions(in: payload) {
      let text = repeating.json()
      let comment = Comment(rawValue: String(decoding: text, as: UTF8.self))
      #expect(!entry.isValid(text), comment)
      #expect(!validator.isValid(text, using: &reader), comment)
    }
  }

  /// Returns the value with each member of each object duplicated, in turn.
  private static func repetitions(in value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements):
      return elements.indices.flatMap { index in
        repetitions(in: elements[index]).map { changed in
          var elements = elements
          elements[index] = changed
          return .array(elements)
        }
      }
    case .object(let object):
      var found: [JSONValue] = []
      for (memberIndex, member) in object.enumerated() {
        func with(_ value: JSONValue, twice: Bool) -> JSONValue {
          var changed = JSONObject()
          for (index, other) in object.enumerated() {
            changed.append(other.key, index == memberIndex ? value : other.value)
          }
          if twice { changed.append(member.key, member.value) }
          return .object(changed)
        }
        found.append(with(member.value, twice: true))
        found += repetitions(in: member.value).map { with($0, twice: false) }
      }
      return found
    default: return []
    }
  }
}
