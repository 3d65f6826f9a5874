import CollaborationModels
import Testing

@testable import Collaboration

private let a = "https://voice.example/a.aac"
private let b = "https://voice.example/b.aac"

/// A speaker that reports its calls, and whose sounds are loaded on demand or never.
private final class SlowOutput: AudioOutput {
  enum Call: Hashable, Sendable { case load(String), givenUp(String), play, pause, seek, unload }

  private let slow: String
  private let asked = EventBroadcast<Call>()

  init(slow: String) { self.slow = slow }

  func calls() -> AsyncStream<Call> { asked.events() }

  func load(_ location: String) async throws -> Duration {
    asked.send(.load(location))
    guard location == slow else { return 10 }
    for await _ in AsyncStream<Void>.makeStream().stream {}
    asked.send(.givenUp(location))
    throw CancellationError()
  }

  func play(rate: Double) async { asked.send(.play) }
  func pause() async { asked.send(.pause) }
  func seek(to time: Duration) async { asked.send(.seek) }
  func unload() async { asked.send(.unload) }
  func events() -> AsyncStream<AudioOutputEvent> { AsyncStream { $0.finish() } }
}

@Suite struct AttachmentsLettingGoTests {
  @Test("a recorder that is released turns the microphone off")
  func endsCapture() async throws {
    let device = FakeCaptureDevice()
    var calls = device.calls().makeAsyncIterator()
    var recorder: AudioRecorder? = AudioRecorder(device: device, clock: VirtualClock()) { "1.aac" }
    try await recorder?.beginRecording(session: 1)
    #expect(device.isCapturing)
    recorder = nil
    while let call = await calls.next(), call != .stop {}
    #expect(!device.isCapturing)
  }

  @Test("a recorder that is stopped and released keeps its recording")
  func keepsRecording() async throws {
    let device = FakeCaptureDevice()
    var calls = device.calls().makeAsyncIterator()
    var recorder: AudioRecorder? = AudioRecorder(device: device, clock: VirtualClock()) { "1.aac" }
    try await recorder?.beginRecording(session: 1)
    await recorder?.stop()
    recorder = nil
    while let call = await calls.next(), call != .keep("1.aac") {}
    #expect(!device.isCapturing)
  }

  @Test("a recording ends when its flow is released, even if the recorder remains")
  func endsRecording() async throws {
    let (device, clock) = (FakeCaptureDevice(), VirtualClock())
    let recorder = AudioRecorder(device: device, clock: clock) { "1.aac" }
    let composer = try MessageComposer.sample(FakeMessageServer())
    var calls = device.calls().makeAsyncIterator()
    var controller: VoiceRecordingController? = VoiceRecordingController(
      configuration: VoiceRecordingConfiguration(isVoiceRecordingEnabled: true), recorder: recorder,
      player: AudioPlayer(output: VirtualAudioOutput(durations: [:], clock: clock), clock: VirtualClock()),
      analyzer: WAVAnalyzer { _ in [] },
      delegate: composer, clock: clock)
    await controller?.perform(.beginRecording)
    // Loudness and duration are measured as soon as the microphone is on.
    await clock.sleepers(2)
    controller = nil
    while let call = await calls.next(), call != .stop {}
    #expect(!device.isCapturing)
  }

  @Test("a player that is released stops its sound")
  func endsSound() async {
    let output = SlowOutput(slow: b)
    var calls = output.calls().makeAsyncIterator()
    var player: AudioPlayer? = AudioPlayer(output: output, clock: VirtualClock())
    await player?.loadAsset(a)
    while let call = await calls.next(), call != .play {}
    player = nil
    #expect(await calls.next() == .pause)
    #expect(await calls.next() == .unload)
  }

  @Test("a sound that is no longer wanted is cancelled while it is loading", arguments: [true, false])
  func givesUpLoading(_ isReplaced: Bool) async {
    let output = SlowOutput(slow: b)
    var calls = output.calls().makeAsyncIterator()
    let player = AudioPlayer(output: output, clock: VirtualClock())
    await player.loadAsset(b)
    #expect(await calls.next() == .load(b))
    if isReplaced { await player.loadAsset(a) } else { await player.stop() }
    while let call = await calls.next(), call != .givenUp(b) {}
    #expect(await player.context.assetLocation == (isReplaced ? a : b))
  }

  @Test("a load that was cancelled before it started does not replace the next one")
  func ignoresLateLoading() async {
    let output = VirtualAudioOutput(durations: [a: 1], clock: VirtualClock())
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let late = Task {
      for await _ in gate {}
      return try await output.load(a)
    }
    late.cancel()
    opening.finish()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test("4b: the next sound waits while the application is in the background")
  func holdsNext() {
    var waiting = AudioPlaybackMachine.inState(.playing, asksForNext: true)
    waiting.receive(all: [.output(.playedToEnd(location: a)), .movedToBackground])
    var machine = waiting
    #expect(machine.receive(all: [.next(b, load: 1)]) == [.pause, .unload, .load(b, load: 3)])
    #expect(machine.context.state == .paused && machine.context.assetLocation == b)
    #expect(machine.receive(all: [.loaded(duration: 5, load: 3)]) == [])
    #expect(machine.receive(all: [.movedToForeground]) == [.play(.normal)])
    machine = waiting
    machine.receive(all: [.movedToForeground, .next(b, load: 1), .loaded(duration: 5, load: 3)])
    #expect(machine.context.state == .playing)
  }
}
