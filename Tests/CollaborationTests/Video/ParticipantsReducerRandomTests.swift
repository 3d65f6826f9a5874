import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@Suite struct ParticipantsReducerRandomTests {
  /// The ingredients of random events.
  struct World {
    var people: [ParticipantState] = []
    var times: [Timestamp] = []

    init() throws {
      times = try [#require(VideoSamples.time), #require(VideoSamples.later)]
      for (index, id) in ["a", "b", "c", "x"].enumerated() {
        var state = VideoSamples.state(id, hasVideo: index.isMultiple(of: 2), joinedAt: times[0])
        state.participant.pausedTracks = index == 1 ? [.video, .video] : []
        state.participant.audioLevels = index == 2 ? (0..<12).map(Double.init) + [.nan, -1] : []
        if index == 0 { state.tracks.source = .whip }
        if index == 1 { state.participant.profileImageURL = "" }
        if index == 2 { state.tracks.trackSize = TrackSize(width: .nan) }
        people.append(state)
      }
    }

    func event(_ random: inout SeededRandom) -> ParticipantEvent {
      let bits = random.next()
      let person = people[Int(bits >> 8 & 3)]
      let id = person.participant.sessionID
      let flag = bits >> 16 & 1 == 1
      let track = TrackType.allCases[Int(bits >> 20 % 3)]
      let time = times[Int(bits >> 24 & 1)]
      switch bits % 16 {
      case 0...3: return .participantJoined(person, isPinned: flag, at: time)
      case 4: return .participantLeft(sessionID: id)
      case 5: return .dominantSpeakerChanged(sessionID: id)
      case 6: return .trackPublished(track, sessionID: id)
      case 7: return .trackUnpublished(track, sessionID: id)
      case 8: return .pinsChanged(sessionIDs: flag ? [id, "a"] : [id], at: time)
      case 9, 10: return .inboundStateChanged([.init(sessionID: id, track: track, isPaused: flag)])
      case 11: return .participantUpdated(person)
      case 12:
        let level = bits >> 30 & 3 == 0 ? Double.nan : Double(bits >> 30 & 7) - 2
        return .audioLevelChanged([.init(sessionID: id, level: level, isSpeaking: flag)])
      case 13: return .locallyPinned(sessionID: id, isPinned: flag, at: time)
      case 14: return .showTrackChanged(sessionID: id, showTrack: flag)
      default: return .connectionQualityChanged([.init(sessionID: id, quality: flag ? .poor : .good)])
      }
    }

    func play(_ seed: UInt64) -> ParticipantsReducer {
      var random = SeededRandom(seed: seed)
      var reducer = ParticipantsReducer()
      for _ in 0..<(2 + seed % 3) { _ = reducer.receive(event(&random)) }
      return reducer
    }
  }

  /// Whether duplicated data agrees, and limits hold.
  private static func isLegal(_ state: ParticipantState) -> Bool {
    let participant = state.participant
    let paused = participant.pausedTracks
    return participant.hasVideo == state.tracks.hasVideo && participant.hasAudio == state.tracks.hasAudio
      && participant.showTrack == state.tracks.showTrack && paused == state.tracks.pausedTracks ?? []
      && paused.count <= 3 && Set(paused).count == paused.count
      && participant.audioLevels.count <= ParticipantsReducer.audioLevelLimit
      && participant.audioLevels.allSatisfy { 0...1 ~= $0 }
      && (participant.sessionID == "a") == (state.tracks.source == .whip)
  }

  @Test(
    "random events: records stay legal, at most one participant is the dominant speaker, and a replay gives the same state"
  )
  func holdsInvariants() throws {
    let world = try World()
    var random = SeededRandom(seed: 31)
    var failures: [UInt64] = []
    for sequence in 0..<100_000 {
      let seed = random.next()
      let reducer = world.play(seed)
      let participants = reducer.participants
      if !participants.allSatisfy(Self.isLegal) { failures.append(seed) }
      if participants.count(where: \.isDominantSpeaker) > 1 { failures.append(seed) }
      guard sequence.isMultiple(of: 20) else { continue }
      if world.play(seed) != reducer { failures.append(seed) }
      if sequence.isMultiple(of: 400) {
        for state in participants where (try? state.validate()) == nil { failures.append(seed) }
      }
    }
    #expect(failures.isEmpty)
  }
}
