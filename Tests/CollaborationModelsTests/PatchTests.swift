import CollaborationModels
import SchemaRuntime
import SchemaSampling
import Testing

@Suite struct PatchTests {
  @Test("partial updates of a room's state have the expected verdicts", arguments: Fixture.patches)
  func fixtures(_ fixture: Fixture) throws {
    #expect(RoomState.Patch.isValid(fixture.bytes) == fixture.isValid)
    guard fixture.isReadable else { return }
    let issues = try RoomState.Patch.issues(in: fixture.bytes)
    let isFound = issues.contains {
      fixture.locations.contains($0.instanceLocation.description) && fixture.keywords.contains($0.keyword)
    }
    #expect(fixture.isValid ? issues.isEmpty : isFound, "\(issues)")
  }

  @Test("the patch between two values turns one into the other, as RFC 7396 says")
  func roundTrip() throws {
    try checkPairs(of: RoomState.self, RoomState.Patch.self)
    try checkPairs(of: PlayerState.self, PlayerState.Patch.self)
    try checkPairs(of: BroadcastState.self, BroadcastState.Patch.self)
  }

  private func checkPairs<Model, Patch: MergePatch>(
    of model: Model.Type, _ type: Patch.Type
  ) throws where Patch.PatchedModel == Model {
    let sampler = ModelSampler<Model>()
    for seed: UInt64 in 1...100 {
      let (old, new) = (try sampler.value(seed: seed), try sampler.value(seed: seed + 1_000))
      let patch = try Patch(from: old, to: new)
      #expect(try Patch(json: patch.json()) == patch)
      #expect(patch.isEmpty == (old == new))
      let merged = try old.applying(patch)
      var object = try #require(JSONValue(old).object)
      object.mergePatch(try #require(JSONValue(patch).object))
      #expect(try JSONValue(merged).object == object, "seed \(seed)")
      // Null in an optional member, or in an untyped object, cannot be set.
      if try JSONValue(new).holdsNull { continue }
      #expect(merged == new, "seed \(seed)")
      #expect(try Patch(from: merged, to: new).isEmpty)
    }
  }
}

extension JSONValue {
  fileprivate var holdsNull: Bool {
    switch self {
    case .null: true
    case .object(let object): object.values.contains { $0.holdsNull }
    case .array(let elements): elements.contains { $0.holdsNull }
    case .bool, .number, .string: false
    }
  }
}
