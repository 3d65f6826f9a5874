import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@Suite struct SessionRosterTests {
  private static func participant(_ session: String, role: String, user: String = #"{"id":"u1"}"#) -> String {
    #"{"user_session_id":"\#(session)","role":"\#(role)","joined_at":"2026-04-02T17:50:00.123456Z","user":\#(user)}"#
  }

  static func event(
    _ kind: String, _ session: String = "c1", role: String = "host", call: String = "default:standup",
    of callSession: String = "s1"
  ) -> [UInt8] {
    let head = #""call_cid":"\#(call)","session_id":"\#(callSession)","created_at":"2026-04-02T17:50:01Z""#
    let text =
      #"{"type":"call.session_participant_\#(kind)",\#(head),"participant":\#(participant(session, role: role))}"#
    return Array(text.utf8)
  }

  private static func counts(_ counts: String, anonymous: Int = 0) -> [UInt8] {
    let head = #""call_cid":"default:standup","session_id":"s1","created_at":"2026-04-02T17:50:01Z""#
    let type = #""type":"call.session_participant_count_updated""#
    return Array(
      #"{\#(type),\#(head),"participants_count_by_role":\#(counts),"anonymous_participant_count":\#(anonymous)}"#.utf8)
  }

  private static func counts(of roster: SessionRoster) -> [String] {
    roster.countsByRole.map { "\($0.key) \($0.value)" }.sorted()
  }

  @Test("2b: a participant who joins is added at the end, or replaced if the session is known")
  func joins() throws {
    var roster = SessionRoster(callCID: "default:standup")
    #expect(try roster.receive(json: Self.event("joined", "c1")) == [.joined(userSessionID: "c1")])
    #expect(try roster.receive(json: Self.event("joined", "c2")) == [.joined(userSessionID: "c2")])
    #expect(try roster.receive(json: Self.event("joined", "c1", role: "speaker")) == [.updated(userSessionID: "c1")])
    #expect(try roster.receive(json: Self.event("joined", "c1", role: "speaker")).isEmpty)
    #expect(roster.participants.keys == ["c1", "c2"])
    #expect(Self.counts(of: roster) == ["host 1", "speaker 1"])
  }

  @Test("2b: a participant who leaves is removed from list and counts; a stranger's leave changes nothing")
  func leaves() throws {
    var roster = SessionRoster(callCID: "default:standup")
    _ = try roster.receive(json: Self.event("joined", "c1"))
    _ = try roster.receive(json: Self.event("joined", "c2"))
    // The role in the record counts, whatever the event says.
    #expect(try roster.receive(json: Self.event("left", "c1", role: "x")) == [.left(userSessionID: "c1")])
    #expect(Self.counts(of: roster) == ["host 1"])
    let former = roster
    #expect(try roster.receive(json: Self.event("left", "c1")).isEmpty)
    #expect(roster == former)
    _ = try roster.receive(json: Self.event("left", "c2"))
    #expect(roster.countsByRole.isEmpty)
  }

  @Test("2b: the service's counts take precedence, and no count leaves its range")
  func counts() throws {
    var roster = SessionRoster(callCID: "default:standup")
    let huge = #"{"host":9223372036854775807,"speaker":0}"#
    #expect(try roster.receive(json: Self.counts(huge, anonymous: 7)) == [.countsChanged])
    #expect(roster.anonymousCount == 7)
    #expect(try roster.receive(json: Self.counts(huge, anonymous: 7)).isEmpty)
    _ = try roster.receive(json: Self.event("joined", "c1"))
    #expect(Self.counts(of: roster) == ["host \(Int.max)"])
    _ = try roster.receive(json: Self.counts("{}"))
    _ = try roster.receive(json: Self.event("left", "c1"))
    #expect(roster.countsByRole.isEmpty)
  }

  @Test("2b: events of other calls and other sessions change nothing")
  func ignoresOthers() throws {
    var roster = SessionRoster(callCID: "default:standup")
    #expect(try roster.receive(json: Self.event("joined", call: "default:other")).isEmpty)
    #expect(roster.sessionID == nil)
    _ = try roster.receive(json: Self.event("joined", "c1"))
    let former = roster
    #expect(try roster.receive(json: Self.event("joined", "c2", of: "s2")).isEmpty)
    #expect(try roster.receive(json: Self.event("left", "c1", of: "s2")).isEmpty)
    #expect(roster == former)
    #expect(roster.sessionID == "s1")
  }

  @Test("2c: an event of unknown kind is kept unchanged, and no error")
  func keepsUnknownEvents() throws {
    var roster = SessionRoster(callCID: "default:standup")
    let former = roster
    for type in ["call.dtmf", "ingress.error", "call.session_participant_renamed", ""] {
      let text = #"{"type":"\#(type)","digit":5,"nested":{"a":[null]}}"#
      let changes = try roster.receive(json: Array(text.utf8))
      guard case .unhandled(let event)? = changes.first, changes.count == 1 else {
        Issue.record("expected \(type) to be handed on, found \(changes)")
        continue
      }
      #expect(event.type == type)
      #expect(try String(decoding: event.json(), as: UTF8.self) == text)
    }
    #expect(roster == former)
  }

  @Test("2c: custom events carry an app's own data about a participant")
  func handsOnCustomEvents() throws {
    var roster = SessionRoster(callCID: "default:standup")
    let head = #"{"type":"custom","call_cid":"default:standup","created_at":"2026-04-02T17:50:01Z""#
    let text = head + #","custom":{"mood":"awake"},"user":{"id":"101111610803722131393","image":""}}"#
    guard case .custom(let event)? = try roster.receive(json: Array(text.utf8)).first else {
      Issue.record("expected a custom event")
      return
    }
    #expect(event.custom == ["mood": "awake"])
    #expect(event.user.id == "101111610803722131393")
    let foreign = text.replacing("default:standup", with: "default:other")
    #expect(try roster.receive(json: Array(foreign.utf8)).isEmpty)
  }

  static let broken: [String] = [
    "", "[]", "{}", #"{"type":7}"#, #"{"type":"custom"}"#, #"{"type":"call.session_participant_joined"}"#,
    String(decoding: event("joined"), as: UTF8.self).replacing("2026-04-02T17:50:00.123456Z", with: "yesterday"),
    String(decoding: event("left"), as: UTF8.self).replacing("\"role\":\"host\",", with: ""),
    String(decoding: counts(#"{"host":-1}"#), as: UTF8.self), String(decoding: counts(#"{"host":1.5}"#), as: UTF8.self),
    String(decoding: counts(#"{"host":"1"}"#), as: UTF8.self),
    String(decoding: counts(#"{"host":9223372036854775808}"#), as: UTF8.self),
  ]

  @Test("2c: an incomplete event of a known kind is an error, and changes nothing", arguments: broken)
  func refuses(_ text: String) throws {
    var roster = SessionRoster(callCID: "default:standup")
    _ = try roster.receive(json: Self.event("joined", "c1"))
    let former = roster
    #expect(throws: SchemaError.self) { try roster.receive(json: Array(text.utf8)) }
    #expect(roster == former)
  }

  @Test("2c: a participant made from a session keeps role and custom data, and an empty address is no picture")
  func makesParticipants() throws {
    let user = #"{"id":"u1","name":"Wanjiru","image":"","custom":{"team":"blue"}}"#
    let session = try SessionParticipant(json: Self.participant("c1", role: "host", user: user))
    let participant = CallParticipant(session)
    try participant.validate()
    #expect(participant.roles == ["host"])
    #expect(participant.customData == ["team": "blue"])
    #expect(participant.profileImageURL == nil)
    #expect(participant.name == "Wanjiru" && participant.userID == "u1" && participant.sessionID == "c1")
    let pictured = #"{"id":"u1","image":"https://faces.example/w.png"}"#
    let other = CallParticipant(try SessionParticipant(json: Self.participant("c1", role: "host", user: pictured)))
    #expect(other.profileImageURL == "https://faces.example/w.png")
    #expect(other.customData.isEmpty && other.name.isEmpty)
  }

  @Test("random events: counts match the records, and a replay gives the same state")
  func holdsInvariants() throws {
    let events = try ["c1", "c2", "c3"].flatMap { session in
      try ["host", "speaker"].flatMap { role in
        try [Self.event("joined", session, role: role), Self.event("left", session, role: role)].map {
          try VideoEvent(json: $0)
        }
      }
    }
    func play(_ seed: UInt64) -> SessionRoster {
      var random = SeededRandom(seed: seed)
      var roster = SessionRoster(callCID: "default:standup")
      for _ in 0..<(2 + seed % 4) { _ = roster.receive(events[Int(random.next() % UInt64(events.count))]) }
      return roster
    }
    var random = SeededRandom(seed: 3)
    var failures: [UInt64] = []
    for sequence in 0..<100_000 {
      let seed = random.next()
      let roster = play(seed)
      let records = roster.participants.map(\.value.role)
      for role in ["host", "speaker"] where (roster.countsByRole[role] ?? 0) != records.count(where: { $0 == role }) {
        failures.append(seed)
      }
      if sequence.isMultiple(of: 20), play(seed) != roster { failures.append(seed) }
    }
    #expect(failures.isEmpty)
  }
}
