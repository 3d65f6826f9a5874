import Testing

@testable import Collaboration

private typealias Machine = AudioPlaybackMachine

private let a = "https://voice.example/a.aac"
private let b = "https://voice.example/b.aac"

extension AudioPlaybackMachine {
  /// A machine in a state, with a sound of 10 seconds if there is one.
  static func inState(_ state: AudioPlaybackState, asksForNext: Bool = false) -> AudioPlaybackMachine {
    var machine = AudioPlaybackMachine(asksForNext: asksForNext)
    let events: [Event] =
      switch state {
      case .notLoaded: []
      case .loading: [.load(a)]
      case .playing: [.load(a), .loaded(duration: 10, load: 1)]
      case .paused: [.load(a), .loaded(duration: 10, load: 1), .pause]
      case .stopped: [.load(a), .loaded(duration: 10, load: 1), .stop]
      }
    for event in events { _ = machine.receive(event) }
    return machine
  }

  /// All effects except those that publish the context.
  @discardableResult
  mutating func receive(all events: [Event]) -> [Effect] {
    events.flatMap { receive($0) }.filter { if case .publish = $0 { false } else { true } }
  }
}

@Suite struct AudioPlaybackMachineTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let from: AudioPlaybackState
    let event: AudioPlaybackMachine.Event
    let effects: [AudioPlaybackMachine.Effect]
    let state: AudioPlaybackState
    let rate: AudioPlaybackRate

    init(
      _ testDescription: String, _ from: AudioPlaybackState, _ event: AudioPlaybackMachine.Event,
      _ effects: [AudioPlaybackMachine.Effect], _ state: AudioPlaybackState, _ rate: AudioPlaybackRate = .zero
    ) {
      self.testDescription = testDescription
      self.from = from
      self.event = event
      self.effects = effects
      self.state = state
      self.rate = rate
    }
  }

  static let rows: [Row] = [
    Row("4b: a first sound is loaded", .notLoaded, .load(a), [.load(a, load: 1)], .loading),
    Row(
      "4b: what is loaded is played", .loading, .loaded(duration: 10, load: 1), [.play(.normal)], .playing, .normal),
    Row("4b: a sound that fails to load is not loaded", .loading, .loadFailed(load: 1), [], .notLoaded),
    Row("4b: the same sound, paused, is played on", .paused, .load(a), [.play(.normal)], .playing, .normal),
    Row("4b: the same sound, stopped, is loaded again", .stopped, .load(a), [.load(a, load: 3)], .loading),
    Row("4b: the same sound, playing, plays on", .playing, .load(a), [], .playing, .normal),
    Row(
      "4b: another sound stops the one that plays", .playing, .load(b), [.pause, .unload, .load(b, load: 3)], .loading),
    Row("4b: pause while playing", .playing, .pause, [.pause], .paused),
    Row("4b: pause while loading", .loading, .pause, [], .paused),
    Row("4b: pausing at rest does nothing", .stopped, .pause, [], .stopped),
    Row("4b: play while paused", .paused, .play, [.play(.normal)], .playing, .normal),
    Row("4b: play after a stop", .stopped, .play, [.load(a, load: 3)], .loading),
    Row("playing without a sound does nothing", .notLoaded, .play, [], .notLoaded),
    Row("4b: stop", .playing, .stop, [.pause, .unload], .stopped),
    Row("stopping without a sound does nothing", .notLoaded, .stop, [], .notLoaded),
    Row("4b: twice as fast", .playing, .rate(.double), [.play(.double)], .playing, .double),
    Row("4b: a rate of 0 is a pause", .playing, .rate(.zero), [.pause], .paused),
    Row("a rate while paused waits for play", .paused, .rate(.half), [], .paused),
    Row("4b: seek pauses", .playing, .seek(to: 4), [.pause, .seek(to: 4, seek: 2)], .paused),
    Row("there is nowhere to seek without a sound", .notLoaded, .seek(to: 4), [], .notLoaded),
    Row("nor while it is being loaded", .loading, .seek(to: 4), [], .loading),
    Row("4b: the background pauses", .playing, .movedToBackground, [.pause], .paused),
    Row("4b: the foreground resumes only sounds that were playing", .paused, .movedToForeground, [], .paused),
    Row(
      "4b: the plain player stops at the end", .playing, .output(.playedToEnd(location: a)), [.pause, .unload], .stopped
    ),
    Row("the end of another sound is none", .playing, .output(.playedToEnd(location: b)), [], .playing, .normal),
    Row("an answer to an earlier load is none", .loading, .loaded(duration: 3, load: 0), [], .loading),
    Row("nor is a failure of one", .loading, .loadFailed(load: 0), [], .loading),
  ]

  @Test("each event has its effects or is ignored", arguments: rows)
  func acts(_ row: Row) {
    var machine = AudioPlaybackMachine.inState(row.from)
    #expect(machine.context.state == row.from)
    #expect(machine.receive(all: [row.event]) == row.effects)
    #expect(machine.context.state == row.state)
    #expect(machine.context.rate == row.rate)
  }

  @Test("4b: another sound is loaded after the first one has stopped at its beginning")
  func changesSound() {
    var machine = AudioPlaybackMachine.inState(.playing)
    machine.receive(all: [.output(.time(3, location: a))])
    let published = machine.receive(.load(b)).compactMap { if case .publish(let context) = $0 { context } else { nil } }
    #expect(published.map(\.assetLocation) == [a, b])
    #expect(published.map(\.state) == [.stopped, .loading])
    #expect(published.allSatisfy { $0.currentTime == 0 && $0.rate == .zero })
  }

  @Test("4b: reports are ignored while the player seeks, and it stays paused")
  func seeks() {
    var machine = AudioPlaybackMachine.inState(.playing)
    machine.receive(all: [.seek(to: 4), .output(.time(1, location: a))])
    #expect(machine.context.isSeeking)
    #expect(machine.context.currentTime == 4)
    machine.receive(all: [.seek(to: 99)])
    #expect(machine.context.currentTime == 10)
    #expect(machine.receive(.seekFinished(seek: 2)) == [])
    #expect(machine.context.isSeeking)
    machine.receive(all: [.seekFinished(seek: 3)])
    #expect(!machine.context.isSeeking)
    #expect(machine.context.state == .paused)
  }

  @Test("play during a seek takes effect at the end of the seek")
  func playsAfterSeek() {
    var machine = AudioPlaybackMachine.inState(.playing)
    #expect(machine.receive(all: [.seek(to: 4), .play]) == [.pause, .seek(to: 4, seek: 2)])
    #expect(machine.receive(all: [.seekFinished(seek: 2)]) == [.play(.normal)])
    #expect(machine.context.currentTime == 4)
  }

  @Test("4b: playback paused by the background resumes in the foreground, unless the user paused it")
  func returnsToForeground() {
    var machine = AudioPlaybackMachine.inState(.playing)
    #expect(machine.receive(all: [.movedToBackground, .movedToForeground]) == [.pause, .play(.normal)])
    #expect(machine.receive(all: [.movedToBackground, .pause, .movedToForeground]) == [.pause])
    machine = .inState(.loading)
    #expect(machine.receive(all: [.movedToBackground, .loaded(duration: 10, load: 1)]) == [])
    #expect(machine.receive(all: [.movedToForeground]) == [.play(.normal)])
  }

  @Test("a pause during loading is kept: the sound is loaded but not played")
  func pausesLoading() {
    var machine = AudioPlaybackMachine.inState(.loading)
    machine.receive(all: [.pause, .loaded(duration: 10, load: 1)])
    #expect(machine.context.state == .paused)
    #expect(machine.context.duration == 10)
    machine = .inState(.loading)
    machine.receive(all: [.pause, .play])
    #expect(machine.context.state == .loading)
  }

  @Test("the rate applies to one sound")
  func forgetsRate() {
    var machine = AudioPlaybackMachine.inState(.paused)
    #expect(machine.receive(all: [.rate(.half), .play]) == [.play(.half)])
    machine.receive(all: [.load(b)])
    #expect(machine.receive(all: [.loaded(duration: 1, load: 3)]) == [.play(.normal)])
  }

  @Test("4b: at the end the queue requests the next sound, and plays it or stops")
  func queues() {
    var machine = AudioPlaybackMachine.inState(.playing, asksForNext: true)
    #expect(machine.receive(all: [.output(.playedToEnd(location: a))]) == [.pause, .findNext(after: a, load: 1)])
    #expect(machine.context.currentTime == 10)
    var ended = machine
    #expect(ended.receive(all: [.next(nil, load: 1)]) == [.pause, .unload])
    #expect(ended.context.state == .stopped)
    var paused = machine
    #expect(paused.receive(all: [.pause, .next(b, load: 1)]) == [])
    var other = machine
    other.receive(all: [.load("https://voice.example/c.aac")])
    #expect(other.receive(all: [.next(b, load: 1)]) == [])
    #expect(machine.receive(all: [.next(b, load: 1)]) == [.pause, .unload, .load(b, load: 3)])
    #expect(machine.context.assetLocation == b)
  }

  @Test("4b: the rate button cycles through 1, 2, .5, and leads from 0 to 1")
  func cycles() {
    #expect(AudioPlaybackRate.allCases.map(\.next) == [.normal, .normal, .double, .half])
    #expect(AudioPlaybackRate.allCases.map(\.rawValue) == [0, 0.5, 1, 2])
  }

  @Test(
    "4b: progress is within 0…1, and 0 without a duration",
    arguments: [
      (5, 10, 0.5), (20, 10, 1), (-1, 10, 0), (1, 0, 0), (0, 0, 0), (1, -1, 0),
    ] as [(Duration, Duration, Double)])
  func progresses(_ time: Duration, _ duration: Duration, _ progress: Double) {
    #expect(AudioPlaybackContext(duration: duration, currentTime: time).progress == progress)
  }

  @Test(
    "negative durations and times leave valid ones in the context", arguments: [-3, -1e9] as [Duration])
  func survives(_ value: Duration) {
    var machine = AudioPlaybackMachine.inState(.loading)
    machine.receive(all: [.loaded(duration: value, load: 1), .output(.time(value, location: a)), .seek(to: value)])
    #expect(machine.context.duration == 0)
    #expect(machine.context.currentTime == 0)
    #expect(machine.context.progress == 0)
  }
}

@Suite struct AudioPlayerTests {
  /// The sound that follows each sound.
  struct Queue: AudioQueuePlayerDataSource {
    let next: [String: String]
    func nextAsset(after location: String) async -> String? { next[location] }
  }

  /// Waits until a context satisfies a condition.
  func wait(
    for contexts: AsyncStream<AudioPlaybackContext>, _ isWanted: (AudioPlaybackContext) -> Bool
  ) async -> AudioPlaybackContext? {
    for await context in contexts where isWanted(context) { return context }
    return nil
  }

  @Test("4b: a subscriber receives the current context immediately")
  func publishes() async {
    let player = AudioPlayer(output: VirtualAudioOutput(durations: [:], clock: VirtualClock()))
    var contexts = await player.contexts().makeAsyncIterator()
    #expect(await contexts.next() == AudioPlaybackContext())
  }

  @Test("the plain player plays to the end and stops, even if there are further sounds")
  func playsOne() async {
    let clock = VirtualClock()
    let player = AudioPlayer(output: VirtualAudioOutput(durations: [a: 0.3], clock: clock), clock: VirtualClock())
    let contexts = await player.contexts()
    await player.loadAsset(a)
    for _ in 1...3 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    let last = await wait(for: contexts) { $0.state == .stopped }
    #expect(last == AudioPlaybackContext(assetLocation: a, duration: 0.3, state: .stopped))
  }

  @Test("4b: the queue player continues as long as its data source has a next sound")
  func playsQueue() async {
    let clock = VirtualClock()
    let player = AudioQueuePlayer(
      output: VirtualAudioOutput(durations: [a: 0.1, b: 0.1], clock: clock), dataSource: Queue(next: [a: b]))
    let contexts = await player.contexts()
    await player.loadAsset(a)
    for _ in 1...2 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(100))
    }
    let last = await wait(for: contexts) { $0.state == .stopped && $0.assetLocation == b }
    #expect(last?.duration == 0.1)
  }

  @Test("4b: if a sound cannot be loaded, the player is not loaded and has no duration")
  func failsToLoad() async {
    let player = AudioPlayer(output: VirtualAudioOutput(durations: [a: 1], clock: VirtualClock()))
    let contexts = await player.contexts()
    await player.loadAsset(a)
    _ = await wait(for: contexts) { $0.state == .playing }
    await player.loadAsset(b)
    let failed = await wait(for: contexts) { $0.state == .notLoaded }
    #expect(failed == AudioPlaybackContext(assetLocation: b))
  }

  @Test("rate, seek and background reach the output")
  func steers() async {
    let clock = VirtualClock()
    let player = AudioPlayer(output: VirtualAudioOutput(durations: [a: 100], clock: clock), clock: VirtualClock())
    let contexts = await player.contexts()
    await player.loadAsset(a)
    await clock.sleepers(1)
    await player.updateRate(.double)
    _ = await wait(for: contexts) { $0.rate == .double }
    await player.seek(to: 50)
    let sought = await wait(for: contexts) { $0.currentTime == 50 && !$0.isSeeking }
    #expect(sought?.state == .paused)
    await player.play()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(100))
    let later = await wait(for: contexts) { $0.currentTime > 50 }
    #expect(later?.currentTime == 50.2)
    await player.moveToBackground()
    #expect(await player.context.state == .paused)
    await player.moveToForeground()
    #expect(await player.context.rate == .double)
    await player.stop()
    #expect(await player.context.state == .stopped)
  }
}
