import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

/// The samples of the fifth document: components for voice recordings. Here, each is passed where it is needed.
@Suite struct VoiceSampleTests {
  @Test("samples 4.1 and 4.3: recording is enabled, without confirmation; neither is the default")
  func configures() {
    var configuration = VoiceRecordingConfiguration()
    #expect(!configuration.isVoiceRecordingEnabled && configuration.isVoiceRecordingConfirmationRequiredEnabled)
    configuration.isVoiceRecordingEnabled = true
    configuration.isVoiceRecordingConfirmationRequiredEnabled = false
    #expect(configuration.isVoiceRecordingEnabled && !configuration.isVoiceRecordingConfirmationRequiredEnabled)
  }

  @Test("sample 4.2: a message with recordings has the view of recordings, or of sounds while recording is disabled")
  func choosesView() throws {
    let recording = CollaborationModels.Attachment.voiceRecording(
      VoiceRecording(assetURL: "https://a.example/1.aac", fileSize: 9, duration: 1, waveformData: [0, 1]))
    #expect(AttachmentViewChoice.choice(for: [recording], isVoiceRecordingEnabled: true) == .voiceRecording)
    #expect(AttachmentViewChoice.choice(for: [recording], isVoiceRecordingEnabled: false) == .audio)
  }

  /// Players, recorders, haptics and providers of an application's own.
  private actor Player: AudioPlaying {
    private(set) var calls: [String] = []
    func loadAsset(_ location: String) { calls.append(location) }
    func play() { calls.append("play") }
    func pause() { calls.append("pause") }
    func stop() { calls.append("stop") }
    func updateRate(_ rate: AudioPlaybackRate) {}
    func seek(to time: Duration) {}
    func contexts() -> AsyncStream<AudioPlaybackContext> { AsyncStream { _ in } }
  }

  private actor Recorder: AudioRecording {
    private(set) var calls: [String] = []
    private let (stream, continuation) = AsyncStream.makeStream(of: AudioRecorderEvent.self)
    func begin(session: Int) {
      calls.append("begin")
      continuation.yield(.context(RecordingContext(state: .recording, duration: 0, averagePower: 0), session: session))
    }
    func pause() {}
    func resume() {}
    func stop() { calls.append("stop") }
    func events() -> AsyncStream<AudioRecorderEvent> { stream }
  }

  @Test("samples 4.4 to 4.7: the controller takes an own player, recorder and haptic feedback")
  func replacesComponents() async throws {
    let (player, recorder, haptics) = (Player(), Recorder(), FeltHaptics())
    let server = FakeMessageServer()
    let clock = VirtualClock()
    let controller = VoiceRecordingController(
      configuration: VoiceRecordingConfiguration(isVoiceRecordingEnabled: true), recorder: recorder, player: player,
      analyzer: WAVAnalyzer(clock: clock), haptics: haptics, delegate: try MessageComposer.sample(server), clock: clock)
    await controller.pressBegan()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(500))
    for await content in await controller.contents() where content.state == .recording { break }
    while await player.calls.isEmpty { await Task.yield() }
    #expect(await player.calls == ["stop"])
    #expect(await recorder.calls == ["begin"])
    #expect(await haptics.felt == [.light, .medium])
  }

  /// The provider of sample 4.8, with a scope of its own.
  private struct NextItemProvider: AudioQueuePlayerNextItemProvider {
    func findNextItem(
      in messages: [Message], currentVoiceRecordingURL: String?, lookupScope: AudioLookupScope, currentUserID: String?
    ) -> String? { lookupScope == .sameMessage ? "next" : nil }
  }

  @Test("samples 4.5 and 4.8: the queue player asks an own provider for the next recording")
  func replacesProvider() async {
    let queue = MessageQueue(
      provider: NextItemProvider(), lookupScope: .sameMessage, currentUserID: nil, clock: VirtualClock()
    ) { [] }
    let output = VirtualAudioOutput(durations: ["a": 1, "next": 1], clock: VirtualClock())
    let player: any AudioPlaying = AudioQueuePlayer(output: output, dataSource: queue, clock: VirtualClock())
    await player.loadAsset("a")
    #expect(await queue.nextAsset(after: "a") == "next")
    await player.stop()
  }
}
