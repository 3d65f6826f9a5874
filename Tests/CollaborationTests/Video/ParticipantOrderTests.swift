import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@Suite struct ParticipantOrderTests {
  private static func state(_ id: String, _ change: (inout ParticipantState) -> Void = { _ in }) throws
    -> ParticipantState
  {
    var state = VideoSamples.state(id, joinedAt: try #require(VideoSamples.time))
    change(&state)
    return state
  }

  private static func pin(_ time: String, isLocal: Bool) throws -> PinInfo {
    PinInfo(isLocal: isLocal, pinnedAt: try #require(Timestamp(time)))
  }

  private static func sort(_ states: [ParticipantState], _ order: ParticipantOrder) -> String {
    order.sorted(states).map(\.participant.id).joined()
  }

  @Test("2b: each order by one property puts matching participants first and keeps the order of the others")
  func sortsByOne() throws {
    let rows: [(ParticipantOrder, (inout ParticipantState) -> Void)] = [
      (.dominantSpeaker, { $0.isDominantSpeaker = true }), (.speaking, { $0.participant.isSpeaking = true }),
      (.screenSharing, { $0.tracks.isScreensharing = true }), (.publishingVideo, { $0.participant.hasVideo = true }),
      (.publishingAudio, { $0.participant.hasAudio = true }), (.roles, { $0.participant.roles = ["x", "speaker"] }),
      (.roles, { $0.participant.roles = ["admin"] }), (.roles, { $0.participant.roles = ["host"] }),
      (.roles("x"), { $0.participant.roles = ["x"] }),
    ]
    for (order, mark) in rows {
      let states = [try Self.state("a"), try Self.state("b"), try Self.state("c", mark), try Self.state("d", mark)]
      #expect(Self.sort(states, order) == "cdab")
      #expect(Self.sort(states, order.reversed) == "abcd")
    }
  }

  @Test("2b: pins for everyone come before pins of this device, the newest first in either group")
  func sortsPins() throws {
    let states = [
      try Self.state("a"),
      try Self.state("b") { $0.pin = try? Self.pin("2026-01-01T00:00:09Z", isLocal: true) },
      try Self.state("c") { $0.pin = try? Self.pin("2026-01-01T00:00:01Z", isLocal: false) },
      try Self.state("d") { $0.pin = try? Self.pin("2026-01-01T01:00:02+01:00", isLocal: false) },
      try Self.state("e") { $0.pin = try? Self.pin("2026-01-01T00:00:08Z", isLocal: true) },
    ]
    #expect(Self.sort(states, .pinned) == "dcbea")
  }

  @Test("2b: names, ids and times ascend, and broadcasting encoders come as RTMP, SRT, WHIP, RTSP, then others")
  func sortsByKeys() throws {
    let times = ["2026-01-01T00:00:03Z", "2026-01-01T00:00:01.5Z", "2026-01-01T02:00:01+02:00"]
    let names = ["c", "", "b"]
    let states = try zip(["x", "z", "y"], zip(times, names)).map { id, row in
      try Self.state(id) {
        $0.participant.name = row.1
        if let time = Timestamp(row.0) { $0.participant.joinedAt = time }
      }
    }
    #expect(Self.sort(states, .name) == "zyx")
    #expect(Self.sort(states, .id) == "xyz")
    #expect(Self.sort(states, .userID) == "xyz")
    #expect(Self.sort(states, .joinedAt) == "yzx")
    let sources: [ParticipantSource] = [.webRTCUnspecified, .rtsp, .whip, .unknown(9), .srt, .rtmp, .sip]
    let ingress = try zip("abcdefg", sources).map { id, source in
      try Self.state(String(id)) { $0.tracks.source = source }
    }
    #expect(Self.sort(ingress, .source) == "fecbadg")
  }

  @Test("2b: orders that depend on visibility do not move visible participants")
  func looksAtVisibility() throws {
    let quiet = try Self.state("a")
    let speaking = try Self.state("b") { $0.participant.isSpeaking = true }
    var hidden = speaking
    hidden.participant.showTrack = false
    #expect(Self.sort([quiet, speaking], ParticipantOrder.speaking.ifInvisible) == "ab")
    #expect(Self.sort([quiet, hidden], ParticipantOrder.speaking.ifInvisible) == "ba")
  }

  @Test("2b: presets put the participants that matter to their layout first")
  func hasPresets() throws {
    let plain = try Self.state("a")
    let pinned = try Self.state("p") { $0.pin = try? Self.pin("2026-01-01T00:00:00Z", isLocal: true) }
    let sharing = try Self.state("s") { $0.tracks.isScreensharing = true }
    let dominant = try Self.state("d") { $0.isDominantSpeaker = true }
    let host = try Self.state("h") { $0.participant.roles = ["host"] }
    let visible = [plain, host, dominant, sharing, pinned]
    #expect(Self.sort(visible, .standard) == "psahd")
    #expect(Self.sort(visible, .speakerLayout) == "psdah")
    #expect(Self.sort(visible, .paginatedLayout) == "pahds")
    #expect(Self.sort(visible, .livestreamOrAudioRoom) == "hadsp")
    let hidden = visible.map { state in
      var state = state
      state.participant.showTrack = false
      return state
    }
    #expect(Self.sort(hidden, .standard) == "psdah")
    #expect(Self.sort(hidden, .speakerLayout) == "psdah")
    #expect(Self.sort(hidden, .paginatedLayout) == "pdahs")
    #expect(Self.sort(hidden, .livestreamOrAudioRoom) == "dhasp")
  }

  @Test("2b: otherwise equal hidden participants are ordered by user id")
  func endsWithUserID() throws {
    let states = try ["c", "a", "b"].map { try Self.state($0) { $0.participant.showTrack = false } }
    #expect(Self.sort(states, .standard) == "abc")
    #expect(Self.sort(states, .livestreamOrAudioRoom) == "cab")
  }

  @Test("orders are composed with then, combined and when")
  func composes() throws {
    let states = [
      try Self.state("a"), try Self.state("b") { $0.participant.hasVideo = true },
      try Self.state("c") { $0.participant.hasAudio = true },
    ]
    let order = ParticipantOrder.publishingAudio.then(.publishingVideo)
    #expect(Self.sort(states, order) == "cba")
    #expect(Self.sort(states, .combined([.publishingVideo, .publishingAudio])) == "bca")
    #expect(Self.sort(states, .combined([])) == "abc")
    #expect(Self.sort(states, order.when { _, _ in false }) == "abc")
  }

  @Test("random calls: sorting loses no participant, is deterministic, and the orders by one property are consistent")
  func isConsistent() throws {
    let base = try (0..<6).map { try Self.state("\($0)") }
    let pins = try [Self.pin("2026-01-01T00:00:01Z", isLocal: true), Self.pin("2026-01-01T00:00:02Z", isLocal: false)]
    let presets: [ParticipantOrder] = [.standard, .speakerLayout, .paginatedLayout, .livestreamOrAudioRoom]
    let total: [ParticipantOrder] = [
      .pinned, .dominantSpeaker, .pinned.then(.speaking).then(.publishingVideo).then(.id),
    ]
    var random = SeededRandom(seed: 7)
    var failures = 0
    for _ in 0..<1_000 {
      let states = base.shuffled(using: &random).map { state in
        var state = state
        let bits = random.next()
        state.participant.isSpeaking = bits & 1 == 1
        state.participant.showTrack = bits & 2 == 2
        state.isDominantSpeaker = bits & 4 == 4
        state.participant.hasVideo = bits & 8 == 8
        if bits & 16 == 16 { state.pin = pins[bits & 32 == 32 ? 1 : 0] }
        return state
      }
      for order in presets {
        let sorted = order.sorted(states)
        if sorted.map(\.participant.id).sorted() != base.map(\.participant.id) { failures += 1 }
        if sorted != order.sorted(states) { failures += 1 }
      }
      for order in total {
        let sorted = order.sorted(states)
        if order.sorted(sorted) != sorted { failures += 1 }
        if zip(sorted, sorted.dropFirst()).contains(where: { order.compare($0, $1) == .after }) { failures += 1 }
      }
    }
    #expect(failures == 0)
  }
}
