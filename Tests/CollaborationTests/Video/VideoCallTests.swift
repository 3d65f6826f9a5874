import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@Suite(.timeLimit(.minutes(60))) struct VideoCallTests {
  let time: Timestamp

  init() throws { time = try #require(VideoSamples.time) }

  private func join(_ call: VideoCall, _ ids: String...) async {
    for id in ids {
      let state = VideoSamples.state(id, name: "n\(id)", hasVideo: true, joinedAt: time)
      await call.receive(.participantJoined(state, isPinned: false, at: time))
    }
  }

  @Test("changes are reported in order, and events without effect are not reported")
  func tellsChanges() async throws {
    let call = VideoCall(callCID: "default:standup")
    var updates = call.updates().makeAsyncIterator()
    await join(call, "a", "a", "b")
    try await call.receive(json: SessionRosterTests.event("left", "c1"))
    try await call.receive(json: SessionRosterTests.event("joined", "c1"))
    await call.receive(.dominantSpeakerChanged(sessionID: "b"))
    call.close()
    #expect(await updates.next() == .participants([.joined(sessionID: "a")]))
    #expect(await updates.next() == .participants([.joined(sessionID: "b")]))
    #expect(await updates.next() == .session([.joined(userSessionID: "c1")]))
    #expect(await updates.next() == .participants([.updated(sessionID: "b")]))
    #expect(await updates.next() == nil)
  }

  @Test("an invalid payload throws, is not reported, and changes nothing")
  func refusesPayloads() async throws {
    let call = VideoCall(callCID: "default:standup")
    var updates = call.updates().makeAsyncIterator()
    await #expect(throws: SchemaError.self) {
      try await call.receive(json: Array(#"{"type":"call.session_participant_joined"}"#.utf8))
    }
    #expect(await call.session == SessionRoster(callCID: "default:standup"))
    call.close()
    #expect(await updates.next() == nil)
  }

  @Test("2b: tiles come in the call's order, with the app's fallback")
  func makesTiles() async throws {
    let call = VideoCall(callCID: "default:standup", order: .id.reversed)
    await join(call, "a", "b", "c")
    var tiles = await call.tiles(sessionsWithTrack: ["a"], local: ("c", VideoFallbackContext.LocalCamera(isOn: true)))
    #expect(tiles.map(\.id) == ["c", "b", "a"])
    #expect(tiles.map(\.accessibilityValue) == ["1", "0", "1"])
    let other = try #require(await call.participant(sessionID: "b"))
    let context = VideoFallbackContext(participant: other.participant, hasTrack: false, participantCount: 3)
    #expect(tiles[1].content == .placeholder(DefaultVideoFallback().placeholder(for: context)))

    await call.replaceFallback(with: GradientMicrophoneFallback())
    await call.sort(by: .id)
    tiles = await call.tiles(sessionsWithTrack: [], local: ("c", VideoFallbackContext.LocalCamera(isOn: false)))
    #expect(tiles.map(\.id) == ["a", "b", "c"])
    #expect(tiles.map(\.accessibilityValue) == ["0", "0", "0"])
    #expect(tiles[1].content == .placeholder(GradientMicrophoneFallback().placeholder(for: context)))
    tiles = await call.tiles(sessionsWithTrack: [], customData: ["videoOn": true])
    #expect(tiles.map(\.accessibilityValue) == ["1", "1", "1"])
  }

  @Test("eight tasks send events concurrently: each is applied once, and the updates match")
  func bearsManyTasks() async throws {
    let call = VideoCall(callCID: "default:standup")
    let updates = call.updates()
    let time = time
    // At the same time: for a listener who does not listen, only a part of the updates waits.
    let heard = Mutex(0)
    let listening = Task {
      var all: [ParticipantChange] = []
      for await update in updates {
        if case .participants(let changes) = update { all += changes }
        heard.withLock { $0 += 1 }
      }
      return all
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<100 {
            // The listener is at most ten turns behind, in each of which there are at least three updates.
            while heard.withLock({ $0 }) < 8 * 3 * (turn - 10) { await Task.yield() }
            let id = "\(task)-\(turn)"
            let state = VideoSamples.state(id, joinedAt: time)
            await call.receive(.participantJoined(state, isPinned: false, at: time))
            await call.receive(.trackPublished(.video, sessionID: id))
            await call.receive(.dominantSpeakerChanged(sessionID: id))
            if turn.isMultiple(of: 2) { await call.receive(.participantLeft(sessionID: id)) }
          }
        }
      }
    }
    call.close()
    var present: Set<String> = []
    var updated = 0
    for change in await listening.value {
      switch change {
      case .joined(let id): #expect(present.insert(id).inserted)
      case .left(let id): #expect(present.remove(id) != nil)
      case .updated(let id):
        updated += 1
        #expect(present.contains(id))
      case .unhandled: Issue.record("expected no event of an unknown kind")
      }
    }
    let participants = await call.participants
    #expect(Set(participants.map(\.participant.sessionID)) == present)
    #expect(present.count == 8 * 50)
    #expect(participants.allSatisfy { $0.participant.hasVideo && $0.tracks.hasVideo })
    #expect(participants.count(where: \.isDominantSpeaker) <= 1)
    #expect(updated >= 2 * 8 * 100)
  }
}
