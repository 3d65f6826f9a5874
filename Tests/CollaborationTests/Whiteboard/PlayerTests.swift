import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

/// Records the callbacks of a playback, with the state that can be read in them.
final class PlayerDiary: PlayerCallbacks {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock { $0 } }

  private func note(_ line: String) { entries.withLock { $0.append(line) } }

  func phaseChanged(_ phase: PlayerPhase, in player: Player) {
    note("phase \(phase.rawValue), reads \(player.phase.rawValue)")
  }
  func loadFirstFrame(in player: Player) { note("first frame, reads \(player.state == nil ? "nothing" : "state")") }
  func sliceChanged(_ slice: String, in player: Player) { note("slice \(slice)") }
  func playerStateChanged(_ modifyState: PlayerState.Patch, in player: Player) {
    var state = player.state
    try? state?.apply(modifyState)
    note("state, reads \(state == player.state ? "new" : "old")")
  }
  func stoppedWithError(_ error: WhiteboardError, in player: Player) { note("stopped \(error.code)") }
  func scheduleTimeChanged(_ time: Duration, in player: Player) {
    note("time \(time.inSeconds), reads \(player.timeInfo.time.inSeconds)")
  }
  func errorWhenAppendFrame(_ error: WhiteboardError, in player: Player) { note("append \(error.code)") }
  func errorWhenRender(_ error: WhiteboardError, in player: Player) { note("render \(error.code)") }
  func fireMagixEvent(_ event: WhiteboardEvent, in player: Player) { note("event \(event.eventName)") }
}

/// Recordings whose data arrives when the test says so.
private final class SlowRecordings: RecordingSource {
  private let recording: RoomRecording
  private let waiting = Mutex<[Int: CheckedContinuation<Void, any Error>]>([:])
  private let asked = EventBroadcast<Int>()
  let requests: AsyncStream<Int>

  init(_ recording: RoomRecording) {
    self.recording = recording
    requests = asked.events()
  }

  func recording(for config: PlayerConfig) async throws -> RoomRecording { recording }

  func prepare(_ config: PlayerConfig, at scheduleTime: Duration) async throws {
    try await withCheckedThrowingContinuation { continuation in
      waiting.withLock { $0[scheduleTime.wholeMilliseconds] = continuation }
      asked.send(scheduleTime.wholeMilliseconds)
    }
  }

  func finish(_ time: Int, throwing error: (any Error)? = nil) {
    let continuation = waiting.withLock { $0.removeValue(forKey: time) }
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }
}

@Suite struct PlayerTests {
  private func board(_ more: [PlayerFrame] = []) throws -> Whiteboard {
    Whiteboard(recordings: LocalRecordings(["room": try .sample(more)]))
  }

  private func wait(_ events: inout AsyncStream<PlayerEvent>.Iterator, for event: PlayerEvent) async {
    while let next = await events.next(), next != event {}
  }

  @Test("a recording drives the playback on its own clock, callback by callback")
  func replays() async throws {
    let diary = PlayerDiary()
    let board = try board([
      PlayerFrame(at: .milliseconds(300), .renderError, #"{"code":-100}"#),
      PlayerFrame(at: .milliseconds(300), .appendError, #"{"code":-100}"#),
    ])
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"), callbacks: diary)
    var events = player.events().makeAsyncIterator()
    #expect(player.phase == .waitingFirstFrame && player.state == nil && diary.lines.isEmpty)
    #expect(player.timeInfo.timeDuration == 2000 && player.timeInfo.scheduleTime == 0)

    try player.play()
    await wait(&events, for: .phaseChanged(.playing))
    for milliseconds in [200, 100, 200, 500] {
      await board.clock.sleepers(1)
      board.clock.advance(by: .milliseconds(milliseconds))
      // Time events are delivered before the next sleep.
      _ = await events.next()
    }
    await wait(&events, for: .stoppedWithError(WhiteboardError(code: -101, message: "damaged")))
    #expect(player.phase == .paused && player.timeInfo.time == 1)
    try player.play()
    await wait(&events, for: .phaseChanged(.playing))
    await board.clock.sleepers(1)
    board.clock.advance(by: .seconds(3))
    await wait(&events, for: .phaseChanged(.ended))
    #expect(
      diary.lines == [
        "first frame, reads state", "phase playing, reads playing", "state, reads new", "render -100", "append -100",
        "slice s2", "event poll", "append -100", "time 0.5, reads 0.5", "phase pause, reads pause", "stopped -101",
        "phase playing, reads playing", "time 1.0, reads 1.0", "state, reads new", "time 2.0, reads 2.0",
        "phase ended, reads ended",
      ])
    #expect(player.globalState == ["page": 2])
    #expect(board.clock.sleeperCount == 0)
  }

  @Test("a pause counts exactly the time up to it")
  func pausesExactly() async throws {
    let board = try board()
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    var events = player.events().makeAsyncIterator()
    try player.play()
    await wait(&events, for: .phaseChanged(.playing))
    await board.clock.sleepers(1)
    board.clock.advance(by: .milliseconds(123))
    try player.pause()
    board.clock.advance(by: .seconds(100))
    #expect(player.phase == .paused && player.timeInfo.scheduleTime == 123)
    player.stop()
    #expect(player.phase == .stopped)
    #expect(throws: WhiteboardFailure.illegalPlayerPhase(from: .stopped, to: .playing)) { try player.play() }
    #expect(throws: WhiteboardFailure.self) { try player.setObserverMode(.freedom) }
    #expect(try await player.seek(toScheduleTime: .seconds(1)) == .stopped)
  }

  @Test("3a: results of seeks: a later one replaces an earlier one, and a stop ends it")
  func seeks() async throws {
    let source = SlowRecordings(try .sample())
    let board = Whiteboard(recordings: source)
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    var requests = source.requests.makeAsyncIterator()
    func seek(_ time: Duration) -> Task<SeekingResult, any Error> {
      Task { try await player.seek(toScheduleTime: time) }
    }
    let first = seek(0.3)
    #expect(await requests.next() == 300)
    let second = seek(0.7)
    #expect(await requests.next() == 700)
    #expect(try await first.value == .overridden)
    source.finish(300)
    source.finish(700)
    #expect(try await second.value == .success)
    #expect(player.phase == .paused && player.timeInfo.scheduleTime == 700)
    #expect(try await seek(0.7).value == .successButUnnecessary)
    let third = seek(1.5)
    #expect(await requests.next() == 1500)
    player.stop()
    #expect(try await third.value == .stopped)
    source.finish(1500)
  }

  @Test("unavailable data pauses the playback with an error, and it can be retried")
  func failsToLoad() async throws {
    let source = SlowRecordings(try .sample())
    let board = Whiteboard(recordings: source)
    let diary = PlayerDiary()
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"), callbacks: diary)
    var requests = source.requests.makeAsyncIterator()
    var events = player.events().makeAsyncIterator()
    try player.play()
    _ = await requests.next()
    source.finish(0, throwing: WhiteboardFailure.connectionEnded)
    _ = await events.next()
    #expect(diary.lines == ["stopped -101"])
    #expect(player.state == nil && player.phase == .waitingFirstFrame)
    try player.play()
    _ = await requests.next()
    source.finish(0)
    await wait(&events, for: .phaseChanged(.playing))
    #expect(player.state == .sample)
  }

  @Test("with sound or video a seek succeeds immediately")
  func seeksWithMedia() async throws {
    let source = SlowRecordings(try .sample())
    let board = Whiteboard(recordings: source)
    let player = try await board.sdk.createPlayer(
      PlayerConfig(room: "room", mediaURL: "https://media.example/8f2a.m3u8"))
    #expect(try await player.seek(toScheduleTime: .seconds(1)) == .success)
    #expect(player.phase == .waitingFirstFrame)
    let result = await withCheckedContinuation { continuation in
      player.seek(toScheduleTime: Double(2)) { continuation.resume(returning: $0) }
    }
    #expect(try result.get() == .success)
  }

  @Test(
    "invalid times are refused, also as numbers of seconds", arguments: [-0.001, -.infinity, .infinity, .nan, -1e300])
  func refusesTimes(_ seconds: Double) async throws {
    let board = try board()
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    await #expect(throws: WhiteboardFailure.self) { try await player.seek(toScheduleTime: seconds) }
    let time = Duration.milliseconds(-1)
    await #expect(throws: WhiteboardFailure.invalidTime(time)) { try await player.seek(toScheduleTime: time) }
    #expect(player.phase == .waitingFirstFrame)
    // A time beyond all numbers is a time past the end.
    #expect(try await player.seek(toScheduleTime: Double(1e300)) == .success)
    #expect(player.timeInfo.scheduleTime == 2000)
  }

  static let configs: [Named<(PlayerConfig, Int)>] = [
    Named("a room that was not recorded", (PlayerConfig(room: "other"), -101)),
    Named("a time before the recording", (PlayerConfig(room: "room", beginTimestamp: 0), -101)),
    Named("a step of nothing", (PlayerConfig(room: "room", step: 0), -400)),
    Named("a negative step", (PlayerConfig(room: "room", step: -1), -400)),
    Named("a step too long to count", (PlayerConfig(room: "room", step: 1e300), -400)),
    Named("a step of less than a millisecond", (PlayerConfig(room: "room", step: 0.0001), -400)),
    Named("a negative duration", (PlayerConfig(room: "room", duration: -1), -400)),
    Named("a step that is no number", (PlayerConfig(room: "room", step: .nan), -1000)),
    Named("an address that is none", (PlayerConfig(room: "room", mediaURL: "no address"), -1000)),
  ]

  @Test("configs that cannot be played, with both ways to create a playback", arguments: configs)
  func refusesConfigs(_ row: Named<(PlayerConfig, Int)>) async throws {
    let board = try board()
    let failure = await #expect(throws: WhiteboardFailure.self) { _ = try await board.sdk.createPlayer(row.value.0) }
    #expect(failure?.code == row.value.1)
    let result = await withCheckedContinuation { continuation in
      board.sdk.createPlayer(row.value.0) { continuation.resume(returning: $0) }
    }
    let other = #expect(throws: WhiteboardFailure.self) { _ = try result.get() }
    #expect(other?.code == row.value.1)
  }

  static let seconds: [(Double, Int?)] = [
    (1.5, 1500), (0.5, 500), (0.1 + 0.2, 300), (0, 0), (1.0005, 1001), (1_769_862_645.123, 1_769_862_645_123),
    (.nan, nil), (.infinity, nil), (1e300, nil),
  ]

  @Test("3c: seconds become milliseconds exactly, fractions too", arguments: seconds)
  func convertsSeconds(_ seconds: Double, _ milliseconds: Int?) {
    #expect(Int(millisecondsIn: seconds) == milliseconds)
  }

  @Test("a duration and a beginning with fractions are kept, and a playback's times are available in seconds")
  func playsParts() async throws {
    let board = try board()
    let player = try await board.sdk.createPlayer(
      PlayerConfig(room: "room", beginTimestamp: 1_769_862_645_300, duration: 1.5, step: 0.25))
    let info = await player.getPlayerTimeInfo()
    #expect(info.timeDuration == 1500 && info.timeDurationInSeconds == 1.5 && info.duration == 1.5)
    #expect(info.beginTimestampInSeconds == 1_769_862_645.3 && info.begin == 1_769_862_645_300)
    #expect(await player.getPhase() == .waitingFirstFrame)
    #expect(await player.getPlayerState() == nil)
    #expect(try await player.seek(toScheduleTime: Duration.zero) == .success)
    func once<Value: Sendable>(_ get: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
      await withCheckedContinuation { continuation in get { continuation.resume(returning: $0) } }
    }
    #expect(await once { player.getPhase(result: $0) } == .paused)
    #expect(await once { player.getPlayerState(result: $0) } == player.state)
    #expect(await once { player.getPlayerTimeInfo(result: $0) } == info)
    #expect(player.globalState?["page"] == 1)
  }

  @Test("creating a playback again without callbacks keeps the previous ones")
  func keepsCallbacks() async throws {
    let (board, diary) = (try board(), PlayerDiary())
    _ = try await board.sdk.createPlayer(PlayerConfig(room: "room"), callbacks: diary)
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    #expect(try await player.seek(toScheduleTime: Duration.zero) == .success)
    #expect(diary.lines == ["first frame, reads state", "phase pause, reads pause"])
  }
}
