import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@Suite struct ParticipantsReducerTests {
  let time: Timestamp
  let later: Timestamp

  init() throws {
    time = try #require(VideoSamples.time)
    later = try #require(VideoSamples.later)
  }

  private func state(_ id: String, hasVideo: Bool = false, hasAudio: Bool = false) -> ParticipantState {
    VideoSamples.state(id, hasVideo: hasVideo, hasAudio: hasAudio, joinedAt: time)
  }

  private func call(_ ids: String...) -> ParticipantsReducer {
    var reducer = ParticipantsReducer()
    for id in ids { _ = reducer.receive(.participantJoined(state(id), isPinned: false, at: time)) }
    return reducer
  }

  // MARK: Joining and leaving

  @Test("2b: a new participant comes last, and joining twice changes nothing")
  func joins() {
    var reducer = call("a", "b")
    let former = reducer
    #expect(reducer.receive(.participantJoined(state("a", hasVideo: true), isPinned: true, at: later)).isEmpty)
    #expect(reducer == former)
    #expect(
      reducer.receive(.participantJoined(state("c"), isPinned: false, at: later)) == [.joined(sessionID: "c")])
    #expect(reducer.participants.map(\.participant.id) == ["a", "b", "c"])
  }

  @Test("2b: a recorder that joins is hidden")
  func ignoresRecorders() {
    var reducer = call()
    var recorder = state("r")
    recorder.participant.userID = "recording-egress"
    #expect(reducer.receive(.participantJoined(recorder, isPinned: false, at: time)).isEmpty)
    #expect(reducer.count == 0)
  }

  @Test("2b: the videos of the first ten are shown, and no more")
  func limitsTracks() {
    var reducer = ParticipantsReducer()
    for number in 0..<12 {
      _ = reducer.receive(.participantJoined(state("\(number)"), isPinned: false, at: time))
    }
    #expect(reducer.participants.map(\.participant.showTrack) == (0..<12).map { $0 < 10 })
    #expect(reducer.participants.map(\.tracks.showTrack) == (0..<12).map { $0 < 10 })
  }

  @Test("2b: a participant who joins with a pin is pinned for everyone")
  func joinsPinned() {
    var reducer = call("a")
    _ = reducer.receive(.participantJoined(state("b"), isPinned: true, at: later))
    #expect(reducer["a"]?.pin == nil)
    #expect(reducer["b"]?.pin == PinInfo(isLocal: false, pinnedAt: later))
  }

  @Test(
    "2a: an external record is normalized: ten levels within range, each paused track once, consistent flags")
  func normalizes() throws {
    var odd = state("a")
    odd.participant.audioLevels = (0..<20).map { Double($0) / 20 } + [.nan, .infinity, -1]
    odd.audioLevel = .nan
    odd.participant.pausedTracks = [.video, .video]
    odd.tracks.pausedTracks = [.audio]
    odd.tracks.hasVideo = true
    odd.tracks.trackSize = TrackSize(width: -1)
    odd.participant.profileImageURL = ""
    var reducer = ParticipantsReducer()
    _ = reducer.receive(.participantJoined(odd, isPinned: false, at: time))
    let state = try #require(reducer["a"])
    try state.validate()
    #expect(state.participant.audioLevels == (12..<20).map { Double($0) / 20 } + [1, 0])
    #expect(state.audioLevel == nil)
    #expect(state.participant.pausedTracks == [.audio, .video])
    #expect(state.tracks.pausedTracks == [.audio, .video])
    #expect(state.participant.hasVideo)
    #expect(state.tracks.trackSize == nil)
    #expect(state.participant.profileImageURL == nil)
  }

  @Test("2b: a level that a participant joins with is the first of the levels")
  func startsLevels() {
    var loud = state("a")
    loud.audioLevel = 0.5
    var reducer = ParticipantsReducer()
    _ = reducer.receive(.participantJoined(loud, isPinned: false, at: time))
    #expect(reducer["a"]?.participant.audioLevels == [0.5])
  }

  @Test("2b: a participant who leaves is removed, and the order of the others stays")
  func leaves() {
    var reducer = call("a", "b", "c")
    #expect(reducer.receive(.participantLeft(sessionID: "b")) == [.left(sessionID: "b")])
    #expect(reducer.participants.map(\.participant.id) == ["a", "c"])
    #expect(reducer.receive(.participantLeft(sessionID: "b")).isEmpty)
  }

  // MARK: Sound

  @Test("2b: levels count only during speech, and when it starts or ends; the last ten are kept")
  func hears() {
    var reducer = call("a")
    func hear(_ level: Double, _ isSpeaking: Bool) -> Bool {
      !reducer.receive(.audioLevelChanged([.init(sessionID: "a", level: level, isSpeaking: isSpeaking)])).isEmpty
    }
    #expect(!hear(0.1, false))
    #expect(reducer["a"]?.participant.audioLevels == [])
    for step in 1...12 { #expect(hear(Double(step) / 16, true)) }
    #expect(reducer["a"]?.participant.audioLevels == (3...12).map { Double($0) / 16 })
    #expect(hear(0.2, false))
    #expect(reducer["a"]?.participant.isSpeaking == false)
    #expect(reducer["a"]?.participant.audioLevels == (4...12).map { Double($0) / 16 } + [0.2])
    #expect(reducer["a"]?.audioLevel == 0.2)
    #expect(!hear(0.3, false))
  }

  @Test(
    "2a: a level outside its range is clamped, and NaN counts as none; speech starts either way",
    arguments: [
      (Double.nan, nil), (.infinity, 1), (-.infinity, 0), (7, 1), (-0.5, 0), (1e308, 1), (0.25, 0.25),
    ] as [(Double, Double?)])
  func limitsLevels(_ level: Double, _ expected: Double?) throws {
    var reducer = call("a")
    _ = reducer.receive(.audioLevelChanged([.init(sessionID: "a", level: level, isSpeaking: true)]))
    let state = try #require(reducer["a"])
    #expect(state.participant.isSpeaking)
    #expect(state.audioLevel == expected)
    #expect(state.participant.audioLevels == [expected].compactMap { $0 })
    try state.validate()
  }

  @Test("2b: at most one participant is the dominant speaker")
  func hasOneDominantSpeaker() {
    var reducer = call("a", "b", "c")
    #expect(reducer.receive(.dominantSpeakerChanged(sessionID: "a")) == [.updated(sessionID: "a")])
    #expect(
      reducer.receive(.dominantSpeakerChanged(sessionID: "c")) == [.updated(sessionID: "a"), .updated(sessionID: "c")])
    #expect(reducer.participants.map(\.isDominantSpeaker) == [false, false, true])
    #expect(reducer.receive(.dominantSpeakerChanged(sessionID: "x")).isEmpty)
    #expect(reducer.participants.map(\.isDominantSpeaker) == [false, false, true])
    var leading = state("d")
    leading.isDominantSpeaker = true
    _ = reducer.receive(.participantJoined(leading, isPinned: false, at: time))
    #expect(reducer.participants.map(\.isDominantSpeaker) == [false, false, false, true])
  }

  // MARK: Tracks

  @Test("2b: publishing a track sets its flag, unpublishing clears it and its pause", arguments: TrackType.allCases)
  func publishes(_ track: TrackType) {
    var reducer = call("a")
    func flags() -> [Bool?] {
      let state = reducer["a"]
      return [state?.participant.hasAudio, state?.participant.hasVideo, state?.tracks.isScreensharing]
    }
    let index = [.audio, .video, .screenshare].firstIndex(of: track)
    #expect(reducer.receive(.trackPublished(track, sessionID: "a")) == [.updated(sessionID: "a")])
    #expect(flags() == (0..<3).map { $0 == index })
    #expect(reducer["a"]?.tracks.hasAudio == reducer["a"]?.participant.hasAudio)
    #expect(reducer["a"]?.tracks.hasVideo == reducer["a"]?.participant.hasVideo)
    _ = reducer.receive(.inboundStateChanged([.init(sessionID: "a", track: track, isPaused: true)]))
    #expect(reducer["a"]?.participant.pausedTracks == [track])
    #expect(reducer.receive(.trackUnpublished(track, sessionID: "a")) == [.updated(sessionID: "a")])
    #expect(flags() == [false, false, false])
    #expect(reducer["a"]?.participant.pausedTracks == [])
    #expect(reducer["a"]?.tracks.pausedTracks == nil)
  }

  @Test("2c: pausing and resuming a track keeps the media source")
  func keepsSource() {
    var reducer = ParticipantsReducer()
    var whip = state("a", hasVideo: true)
    whip.tracks.source = .whip
    _ = reducer.receive(.participantJoined(whip, isPinned: false, at: time))
    for isPaused in [true, true, false, false] {
      _ = reducer.receive(.inboundStateChanged([.init(sessionID: "a", track: .video, isPaused: isPaused)]))
      #expect(reducer["a"]?.tracks.source == .whip)
      #expect(reducer["a"]?.participant.pausedTracks == (isPaused ? [.video] : []))
    }
  }

  @Test("2b: the connection's quality is set by session")
  func setsQuality() {
    var reducer = call("a", "b")
    let changes = reducer.receive(
      .connectionQualityChanged([
        .init(sessionID: "b", quality: .poor), .init(sessionID: "x", quality: .good),
        .init(sessionID: "a", quality: .unknown),
      ]))
    #expect(changes == [.updated(sessionID: "b")])
    #expect(reducer.participants.map(\.participant.connectionQuality) == [.unknown, .poor])
  }

  @Test("2b: sizes and visibility belong to this device; an impossible size changes nothing")
  func setsSizes() {
    var reducer = call("a")
    #expect(reducer["a"]?.tracks.trackSize == nil)
    _ = reducer.receive(.trackSizeChanged(sessionID: "a", TrackSize(width: 320, height: 180)))
    for size in [TrackSize(width: .nan, height: 1), TrackSize(width: 1, height: -1), TrackSize(width: .infinity)] {
      #expect(reducer.receive(.trackSizeChanged(sessionID: "a", size)).isEmpty)
    }
    #expect(reducer["a"]?.tracks.trackSize == TrackSize(width: 320, height: 180))
    _ = reducer.receive(.showTrackChanged(sessionID: "a", showTrack: false))
    #expect(reducer["a"]?.participant.showTrack == false && reducer["a"]?.tracks.showTrack == false)
  }

  // MARK: Pins

  @Test("2b: listed participants are pinned for everyone and keep an older such pin; all other pins go, local ones too")
  func pins() {
    var reducer = call("a", "b", "c", "d")
    _ = reducer.receive(.pinsChanged(sessionIDs: ["a", "d"], at: time))
    _ = reducer.receive(.locallyPinned(sessionID: "b", isPinned: true, at: time))
    _ = reducer.receive(.locallyPinned(sessionID: "c", isPinned: true, at: time))
    let changes = reducer.receive(.pinsChanged(sessionIDs: ["a", "b", "b", "x"], at: later))
    #expect(changes == [.updated(sessionID: "b"), .updated(sessionID: "c"), .updated(sessionID: "d")])
    #expect(
      reducer.participants.map(\.pin) == [
        PinInfo(isLocal: false, pinnedAt: time), PinInfo(isLocal: false, pinnedAt: later), nil, nil,
      ])
  }

  @Test("2b: this device pins and unpins locally")
  func pinsLocally() {
    var reducer = call("a")
    _ = reducer.receive(.locallyPinned(sessionID: "a", isPinned: true, at: time))
    #expect(reducer["a"]?.pin == PinInfo(isLocal: true, pinnedAt: time))
    _ = reducer.receive(.locallyPinned(sessionID: "a", isPinned: false, at: later))
    #expect(reducer["a"]?.pin == nil)
  }

  // MARK: Updates

  @Test("2c: an update preserves omitted data: source, roles, custom data, and this device's own data")
  func mergesUpdates() throws {
    var full = state("a", hasVideo: true)
    full.participant.roles = ["host"]
    full.participant.customData = ["team": "blue"]
    full.participant.profileImageURL = "https://faces.example/a.png"
    full.participant.additionalMembers = ["kept": 1]
    full.tracks.source = .srt
    full.tracks.trackLookupPrefix = "p1"
    var reducer = ParticipantsReducer()
    _ = reducer.receive(.participantJoined(full, isPinned: false, at: time))
    _ = reducer.receive(.locallyPinned(sessionID: "a", isPinned: true, at: time))
    _ = reducer.receive(.showTrackChanged(sessionID: "a", showTrack: false))
    _ = reducer.receive(.trackSizeChanged(sessionID: "a", TrackSize(width: 320, height: 180)))
    _ = reducer.receive(.inboundStateChanged([.init(sessionID: "a", track: .video, isPaused: true)]))
    _ = reducer.receive(.dominantSpeakerChanged(sessionID: "a"))
    let former = try #require(reducer["a"])
    var news = state("a", hasVideo: true, hasAudio: true)
    news.participant.name = "New name"
    #expect(reducer.receive(.participantUpdated(news)) == [.updated(sessionID: "a")])
    var expected = former
    expected.participant.name = "New name"
    expected.participant.hasAudio = true
    expected.tracks.hasAudio = true
    #expect(reducer["a"] == expected)
  }

  @Test("2b: an update replaces the data it contains")
  func takesUpdates() {
    var reducer = ParticipantsReducer()
    var former = state("a")
    former.participant.roles = ["host"]
    former.participant.customData = ["team": "blue"]
    former.participant.audioLevels = [0.25]
    former.tracks.source = .rtmp
    for state in [former, state("b")] {
      _ = reducer.receive(.participantJoined(state, isPinned: false, at: time))
    }
    _ = reducer.receive(.dominantSpeakerChanged(sessionID: "b"))
    var news = state("a")
    news.participant.roles = ["speaker"]
    news.participant.customData = ["team": "red"]
    news.tracks.source = .sip
    news.isDominantSpeaker = true
    news.participant.audioLevels = [0.5]
    #expect(
      reducer.receive(.participantUpdated(news)) == [.updated(sessionID: "a"), .updated(sessionID: "b")])
    #expect(reducer["a"]?.participant.roles == ["speaker"])
    #expect(reducer["a"]?.participant.customData == ["team": "red"])
    #expect(reducer["a"]?.tracks.source == .sip)
    #expect(reducer["a"]?.participant.audioLevels == [0.5])
    #expect(reducer.participants.map(\.isDominantSpeaker) == [true, false])
  }

  // MARK: Strangers

  @Test("2b: events for sessions that are not in the call change nothing, and unknown kinds are passed on")
  func ignoresStrangers() {
    let events: [ParticipantEvent] = [
      .connectionQualityChanged([.init(sessionID: "x", quality: .good)]),
      .audioLevelChanged([.init(sessionID: "x", level: 1, isSpeaking: true)]),
      .participantUpdated(state("x")), .participantLeft(sessionID: "x"), .dominantSpeakerChanged(sessionID: "x"),
      .trackPublished(.video, sessionID: "x"), .trackUnpublished(.video, sessionID: "x"),
      .pinsChanged(sessionIDs: ["x"], at: later),
      .inboundStateChanged([.init(sessionID: "x", track: .audio, isPaused: true)]),
      .locallyPinned(sessionID: "x", isPinned: true, at: later), .showTrackChanged(sessionID: "x", showTrack: false),
      .trackSizeChanged(sessionID: "x", TrackSize()),
    ]
    let former = call("a")
    for event in events {
      var reducer = former
      #expect(reducer.receive(event).isEmpty)
      #expect(reducer == former)
    }
    var reducer = former
    let payload: JSONValue = ["level": 3]
    #expect(
      reducer.receive(.unknown(type: "weather", payload: payload)) == [.unhandled(type: "weather", payload: payload)])
    #expect(reducer == former)
  }
}
