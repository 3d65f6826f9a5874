import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@Suite struct RemoteParticipantsTests {
  private static func participant(_ rawID: String) -> RemoteParticipant {
    RemoteParticipant(identifier: CommunicationIdentifier(rawID: rawID))
  }

  private static func identifiers(_ rawIDs: String...) -> [CommunicationIdentifier] {
    rawIDs.map { CommunicationIdentifier(rawID: $0) }
  }

  private static func time(_ second: Int) throws -> Timestamp {
    try #require(Timestamp(secondsSinceEpoch: Int64(second)))
  }

  private static func list(_ rawIDs: String..., at second: Int) throws -> RemoteParticipants.Event {
    .listChanged(rawIDs.map(participant), lastUpdate: try time(second))
  }

  private static func call(with rawIDs: String..., viewDataFor named: [String] = []) throws -> RemoteParticipants {
    var call = RemoteParticipants()
    _ = call.receive(.listChanged(rawIDs.map(participant), lastUpdate: try time(1)))
    for rawID in named {
      let result = call.set(ParticipantViewData(displayName: rawID), for: CommunicationIdentifier(rawID: rawID))
      #expect(result == .success)
    }
    return call
  }

  @Test("0b: an update reports who joined, cleans up, and reports who left, in this order and in one batch each")
  func ordersEffects() throws {
    var call = try Self.call(with: "4:1", "4:2", "4:3")
    let effects = call.receive(try Self.list("4:3", "4:4", "4:5", at: 2))
    #expect(
      effects == [
        .joined(Self.identifiers("4:4", "4:5")), .dropViewData(of: ["4:1", "4:2"]),
        .left(Self.identifiers("4:1", "4:2")),
      ])
    #expect(call.participants.keys == ["4:3", "4:4", "4:5"])
  }

  @Test("0b: an update that is older than the latest one changes nothing, and keeps view data")
  func ignoresStaleUpdates() throws {
    var call = try Self.call(with: "4:1")
    #expect(call.receive(try Self.list("4:2", at: 0)).isEmpty)
    let earlier = try #require(Timestamp("1970-01-01T01:00:00.999+01:00"))
    #expect(call.receive(.listChanged([Self.participant("4:2")], lastUpdate: earlier)).isEmpty)
    #expect(call.participants.keys == ["4:1"])
    #expect(call.receive(try Self.list("4:1", "4:2", at: 2)) == [.joined(Self.identifiers("4:2"))])
    #expect(call.set(ParticipantViewData(displayName: "A"), for: CommunicationIdentifier(rawID: "4:2")) == .success)
    // Overtaken on its way.
    #expect(call.receive(try Self.list("4:1", at: 1)).isEmpty)
    #expect(call.participants.keys == ["4:1", "4:2"] && call.viewData.keys == ["4:2"])
  }

  @Test("0b: of updates with equal times, the last one counts, and the same one again has no effect")
  func comparesContent() throws {
    var call = try Self.call(with: "4:1")
    #expect(call.receive(try Self.list("4:1", at: 1)).isEmpty)
    #expect(call.receive(try Self.list("4:1", "4:2", at: 1)) == [.joined(Self.identifiers("4:2"))])
    let sameInstant = try #require(Timestamp("1970-01-01T01:00:01.000+01:00"))
    #expect(
      call.receive(.listChanged([Self.participant("4:2")], lastUpdate: sameInstant))
        == [.dropViewData(of: ["4:1"]), .left(Self.identifiers("4:1"))])
    #expect(call.receive(.listChanged([Self.participant("4:2")], lastUpdate: sameInstant)).isEmpty)
    #expect(call.participants.keys == ["4:2"])
  }

  @Test("0b: an update without new or missing participants has no effects")
  func hasNoEmptyBatches() throws {
    var call = try Self.call(with: "4:1")
    #expect(call.receive(try Self.list("4:1", at: 2)).isEmpty)
    var empty = RemoteParticipants()
    #expect(empty.receive(try Self.list(at: 1)).isEmpty)
  }

  @Test("0b: data can only be set for participants in the call")
  func setsForParticipants() throws {
    var call = RemoteParticipants()
    let data = ParticipantViewData(displayName: "A")
    #expect(call.set(data, for: CommunicationIdentifier(rawID: "4:1")) == .participantNotInCall)
    call = try Self.call(with: "4:1")
    #expect(call.set(data, for: CommunicationIdentifier(rawID: "4:1")) == .success)
    #expect(call.set(data, for: CommunicationIdentifier(rawID: "4:2")) == .participantNotInCall)
    #expect(call.set(data, for: CommunicationIdentifier(rawID: "")) == .participantNotInCall)
    #expect(call.viewData.keys == ["4:1"])
  }

  @Test("0b: an identifier without a raw id means the participant with the raw id made from its parts")
  func findsByParts() throws {
    var call = try Self.call(with: "4:+1", "8:orgid:a")
    let number = CommunicationIdentifier.phoneNumber(PhoneNumberIdentifier(phoneNumber: PhoneNumber(value: "+1")))
    let user = CommunicationIdentifier.microsoftTeamsUser(
      MicrosoftTeamsUserIdentifier(microsoftTeamsUser: MicrosoftTeamsUser(userID: "a")))
    #expect(call.set(ParticipantViewData(), for: number) == .success)
    #expect(call.set(ParticipantViewData(), for: user) == .success)
    #expect(call.viewData.keys == ["4:+1", "8:orgid:a"])
  }

  @Test("0a: a phone number without a raw id means the participant listed with it, with or without a plus")
  func findsEitherSpelling() throws {
    var call = try Self.call(with: "4:1", "4:+2", "4:3", "4:+3")
    func number(_ value: String) -> CommunicationIdentifier {
      .phoneNumber(PhoneNumberIdentifier(phoneNumber: PhoneNumber(value: value)))
    }
    for value in ["+1", "+2", "+3"] { #expect(call.set(ParticipantViewData(), for: number(value)) == .success) }
    #expect(call.viewData.keys == ["4:1", "4:+2", "4:+3"])
    #expect(call.set(ParticipantViewData(), for: number("+4")) == .participantNotInCall)
    // An explicit raw id must match exactly.
    #expect(
      call.set(ParticipantViewData(), for: CommunicationIdentifier(rawID: "4:+1")) == .participantNotInCall)
  }

  @Test("0b: replaced data moves to the end")
  func movesReplacedData() throws {
    var call = try Self.call(with: "4:1", "4:2", "4:3", viewDataFor: ["4:1", "4:2", "4:3"])
    _ = call.set(ParticipantViewData(displayName: "new"), for: CommunicationIdentifier(rawID: "4:1"))
    #expect(call.viewData.keys == ["4:2", "4:3", "4:1"])
    #expect(call.viewData["4:1"]?.displayName == "new")
  }

  @Test("0b: data of participants who left is dropped, unless they are back by then")
  func dropsData() throws {
    var call = try Self.call(with: "4:1", "4:2", "4:3", viewDataFor: ["4:1", "4:2", "4:3"])
    _ = call.receive(try Self.list("4:3", at: 2))
    _ = call.receive(try Self.list("4:3", "4:2", at: 3))
    _ = call.receive(.viewDataDropped(of: ["4:1", "4:2", "4:9"]))
    #expect(call.viewData.keys == ["4:2", "4:3"])
  }

  @Test("0b: all data is dropped when the call is over, and it has no participants")
  func dropsAllWhenDisconnected() throws {
    var call = try Self.call(with: "4:1", viewDataFor: ["4:1"])
    #expect(call.receive(.callStateChanged(.disconnecting)).isEmpty)
    #expect(call.viewData.count == 1)
    #expect(call.receive(.callStateChanged(.disconnected)) == [.allViewDataDropped])
    #expect(call.viewData.isEmpty && call.participants.isEmpty)
    #expect(call.set(ParticipantViewData(), for: CommunicationIdentifier(rawID: "4:1")) == .participantNotInCall)
  }

  @Test("0b: an error of the call's state drops all data, other errors drop none")
  func dropsAllOnErrors() throws {
    var call = try Self.call(with: "4:1", viewDataFor: ["4:1"])
    #expect(call.receive(.failed(CallCompositeError(code: .cameraFailure, category: .other))).isEmpty)
    #expect(call.viewData.count == 1)
    let effects = call.receive(.failed(CallCompositeError(code: .callEnd, category: .callState)))
    #expect(effects == [.allViewDataDropped])
    #expect(call.viewData.isEmpty)
    #expect(call.participants.keys == ["4:1"])
  }

  @Test("of two participants with the same raw id the first is kept, and those without one are skipped")
  func takesOddLists() throws {
    var call = RemoteParticipants()
    var first = Self.participant("4:1")
    first.displayName = "first"
    let list = [
      first, Self.participant(""), Self.participant("4:1"), Self.participant("\u{e9}"), Self.participant("e\u{301}"),
    ]
    let effects = call.receive(.listChanged(list, lastUpdate: try Self.time(1)))
    // Raw ids are compared scalar by scalar.
    #expect(effects == [.joined([list[0], list[3], list[4]].map(\.identifier))])
    #expect(call.participants["4:1"]?.displayName == "first")
  }

  @Test("random events: only participants have data, effects match the lists, and a replay gives the same state")
  func holdsInvariants() throws {
    let people = (0..<5).map { Self.participant("4:\($0)") }
    let times = try (0..<4).map(Self.time)
    let errors = [
      CallCompositeError(code: .callEnd, category: .callState),
      CallCompositeError(code: .cameraFailure, category: .other),
    ]
    var random = SeededRandom(seed: 20)
    var failures: [UInt64] = []
    func play(_ seed: UInt64) -> RemoteParticipants {
      var random = SeededRandom(seed: seed)
      var call = RemoteParticipants()
      for _ in 0..<(2 + seed % 3) where !Self.step(&call, people, times, errors, &random) { failures.append(seed) }
      return call
    }
    for sequence in 0..<100_000 {
      let seed = random.next()
      let call = play(seed)
      guard sequence.isMultiple(of: 20) else { continue }
      let again = play(seed)
      if again.participants.keys != call.participants.keys || again.viewData.keys != call.viewData.keys {
        failures.append(seed)
      }
    }
    #expect(failures.isEmpty)
  }

  /// Applies one random event with its effects; false if the state is illegal.
  private static func step(
    _ call: inout RemoteParticipants, _ people: [RemoteParticipant], _ times: [Timestamp],
    _ errors: [CallCompositeError], _ random: inout SeededRandom
  ) -> Bool {
    switch random.next() % 8 {
    case 0...3:
      let bits = random.next()
      let list = people.indices.filter { bits >> UInt64($0) & 1 == 1 }.map { people[$0] }
      let former = call.participants
      let effects = call.receive(.listChanged(list, lastUpdate: times[Int(random.next() % 4)]))
      for effect in effects {
        switch effect {
        case .joined(let identifiers):
          if identifiers.contains(where: { former[$0.resolvedRawID] != nil }) { return false }
        case .dropViewData(let rawIDs): _ = call.receive(.viewDataDropped(of: rawIDs))
        case .left(let identifiers):
          if identifiers.contains(where: { former[$0.resolvedRawID] == nil }) { return false }
        case .allViewDataDropped: return false
        }
      }
    case 4...6:
      let person = people[Int(random.next() % 5)].identifier
      let isIn = call.participants[person.resolvedRawID] != nil
      if (call.set(ParticipantViewData(), for: person) == .success) != isIn { return false }
      if isIn, call.viewData.keys.last != person.resolvedRawID { return false }
    default:
      _ = call.receive(
        random.next() % 3 == 0 ? .callStateChanged(.disconnected) : .failed(errors[Int(random.next() % 2)]))
    }
    return call.viewData.allSatisfy { call.participants[$0.key] != nil }
  }
}
