import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

/// Values pass through their models, and through Codable, without losing a member or a digit.
@Suite struct RoundTripTests {
  /// Fixtures with decimals of more digits than a `Double` holds.
  private static let rounded: Set = ["attachments/voice-recording/valid/samples-at-both-ends.json"]

  @Test(arguments: Fixture.all.filter(\.isValid))
  func validPayloadsComeBack(_ fixture: Fixture) throws {
    let entry = try #require(ModelCatalog.schemas[fixture.schema])
    try comeBack(entry.model, fixture)
  }

  private func comeBack<Model: SchemaModel>(_ type: Model.Type, _ fixture: Fixture) throws {
    let value = try Model(json: fixture.bytes)
    try value.validate()
    if let writable = value as? any WritableModel { try write(writable, fixture) }
    do {
      let decoded = try JSONDecoder().decode(Model.self, from: Data(fixture.bytes))
      note(decoded == value, "expected JSONDecoder to give \(value), found \(decoded)", fixture)
    } catch {
      note(false, "expected JSONDecoder to accept the payload, found \(error)", fixture)
    }
  }

  private func write<Model: WritableModel>(_ value: Model, _ fixture: Fixture) throws {
    let payload = try JSONValue(parsing: fixture.bytes)
    let text = try value.json()
    let isRounded = Self.rounded.contains(fixture.file)
    #expect(isEqual(try JSONValue(parsing: text), payload, isRounded: isRounded))
    let again = try Model(json: text)
    #expect(again == value)
    #expect(try again.json() == text)
    let encoded = try JSONValue(parsing: [UInt8](try JSONEncoder().encode(value)))
    let isSame = isEqual(encoded, payload, isRounded: isRounded)
    note(isSame, "expected JSONEncoder to give \(payload.text()), found \(encoded.text())", fixture)
  }

  @Test(arguments: Fixture.all.filter { !$0.isValid })
  func decoderRefusesWhatIsInvalid(_ fixture: Fixture) throws {
    let entry = try #require(ModelCatalog.schemas[fixture.schema])
    func isAccepted<Model: SchemaModel>(_ type: Model.Type) -> Bool {
      (try? JSONDecoder().decode(type, from: Data(fixture.bytes))) != nil
    }
    note(!isAccepted(entry.model), "expected JSONDecoder to refuse the payload", fixture)
  }

  /// Whether a listed difference may be absent: the table is that of Foundation on Linux.
  private static let mayAgree: Bool = {
    #if os(Linux)
      false
    #else
      true
    #endif
  }()

  /// Expects agreement, except for a listed difference, which fails the run once it is gone.
  private func note(_ agrees: Bool, _ message: String, _ fixture: Fixture) {
    guard let difference = fixture.codableDifference else {
      #expect(agrees, Comment(rawValue: message))
      return
    }
    withKnownIssue(Comment(rawValue: difference), isIntermittent: Self.mayAgree) {
      #expect(agrees, Comment(rawValue: message))
    }
  }

  /// Equal in every digit; if rounded, decimals are equal as `Double`.
  private func isEqual(_ actual: JSONValue, _ expected: JSONValue, isRounded: Bool) -> Bool {
    if !isRounded { return actual == expected }
    switch (actual, expected) {
    case (.number(let actual), .number(let expected)):
      return actual == expected || expected.int == nil && actual.double == expected.double
    case (.array(let actual), .array(let expected)):
      return actual.count == expected.count && zip(actual, expected).allSatisfy { isEqual($0, $1, isRounded: true) }
    case (.object(let actual), .object(let expected)):
      return actual.count == expected.count
        && expected.allSatisfy { member in
          actual[member.key].map { isEqual($0, member.value, isRounded: true) } ?? false
        }
    default: return actual == expected
    }
  }
}
