import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

/// Records haptic feedback.
actor FeltHaptics: HapticFeedback {
  private(set) var felt: [HapticStrength] = []
  private let broadcast = EventBroadcast<HapticStrength>()

  func feelings() -> AsyncStream<HapticStrength> { broadcast.events() }

  func play(_ strength: HapticStrength) async {
    felt.append(strength)
    broadcast.send(strength)
  }
}

/// Everything that a voice recording needs, with a real sound: a quiet half and a loud one of 0.1 s each.
struct VoiceRecordingStage {
  let clock = VirtualClock()
  let device = FakeCaptureDevice()
  let haptics = FeltHaptics()
  let server: FakeMessageServer
  let composer: MessageComposer
  let player: AudioPlayer
  let controller: VoiceRecordingController

  init(
    confirms: Bool = true, limits: AttachmentLimits = AttachmentLimits(),
    server: FakeMessageServer = FakeMessageServer()
  ) throws {
    let samples = Array(repeating: Int16(0), count: 600) + Array(repeating: Int16(32767), count: 600)
    let sound = try #require(WAVFile.bytes(of: samples, sampleRate: 12_000))
    self.server = server
    composer = try MessageComposer.sample(server, limits: limits, confirms: confirms)
    player = AudioPlayer(
      output: VirtualAudioOutput(durations: ["file:///tmp/1.aac": 0.1], clock: clock), clock: VirtualClock())
    controller = VoiceRecordingController(
      configuration: VoiceRecordingConfiguration(
        isVoiceRecordingEnabled: true, isVoiceRecordingConfirmationRequiredEnabled: confirms),
      recorder: AudioRecorder(device: device, clock: clock) { "1.aac" }, player: player,
      analyzer: WAVAnalyzer { _ in sound }, haptics: haptics, delegate: composer, clock: clock)
  }

  /// Holds the button long enough, and waits until the microphone is measured.
  func press() async {
    await controller.pressBegan()
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(500))
    await clock.sleepers(2)
  }

  func waitFor(_ state: RecordingFlowState) async {
    for await content in await controller.contents() where content.state == state { return }
  }
}

@Suite struct VoiceRecordingEndToEndTests {
  static let waveform = Array(repeating: 0.0, count: 50) + Array(repeating: 1.0, count: 50)

  @Test("held and released: recorded, analyzed, attached, uploaded and, without confirmation, sent")
  func sendsAtOnce() async throws {
    let stage = try VoiceRecordingStage(confirms: false)
    var events = await stage.composer.events().makeAsyncIterator()
    await stage.press()
    #expect(await stage.controller.content.state == .recording)
    await stage.controller.pressEnded()
    var sent: Message?
    while sent == nil, let event = await events.next() {
      if case .sent(let message) = event { sent = message }
    }
    guard case .voiceRecording(let recording)? = sent?.attachments.first else {
      Issue.record("expected a voice recording, found \(String(describing: sent))")
      return
    }
    #expect(recording.assetURL == "https://voice.example/1.aac")
    #expect(recording.waveformData == Self.waveform)
    #expect(recording.fileSize == 2444)
    #expect(await stage.haptics.felt == [.light, .medium])
    #expect(await stage.controller.content.state == .idle)
    #expect(try Message(json: #require(sent).json()) == sent)
  }

  @Test("locked and stopped: played as a preview, confirmed, and added to the attachments")
  func confirms() async throws {
    let stage = try VoiceRecordingStage()
    var drafts = await stage.composer.events().makeAsyncIterator()
    await stage.press()
    await stage.controller.slide(.upwards(60))
    #expect(await stage.controller.content.state == .locked)
    await stage.controller.pressEnded()
    await stage.controller.perform(.stop)
    await stage.waitFor(.preview)
    #expect(await stage.controller.content.waveform == Self.waveform)
    await stage.controller.perform(.play)
    for await context in await stage.player.contexts() where context.state == .playing { break }
    await stage.controller.perform(.confirm)
    while case .draft(let draft)? = await drafts.next(), draft.items.first?.upload?.state.state != .uploaded {}
    #expect(await stage.composer.draft.items.count == 1)
    #expect(stage.server.messages.isEmpty)
    #expect(await stage.player.context.state == .stopped)
    #expect(await stage.controller.content == RecordingFlow(state: .idle, duration: 0, waveform: []))
    #expect(try await stage.composer.send().attachments.count == 1)
  }

  @Test("released too early: a tip is shown for two seconds")
  func showsTip() async throws {
    let stage = try VoiceRecordingStage()
    await stage.controller.pressBegan()
    await stage.clock.sleepers(1)
    stage.clock.advance(by: .milliseconds(499))
    await stage.controller.pressEnded()
    #expect(await stage.controller.content.state == .showingTip)
    await stage.clock.sleepers(1)
    stage.clock.advance(by: .milliseconds(1999))
    #expect(await stage.controller.content.state == .showingTip)
    stage.clock.advance(by: .milliseconds(1))
    await stage.waitFor(.idle)
    #expect(await stage.haptics.felt == [.light])
  }

  @Test("slid away: the recording is discarded, and the microphone is off")
  func cancels() async throws {
    let stage = try VoiceRecordingStage()
    var calls = stage.device.calls().makeAsyncIterator()
    await stage.press()
    await stage.controller.slide(.horizontal(80))
    #expect(await stage.controller.content.state == .idle)
    while let call = await calls.next(), call != .keep("1.aac") {}
    #expect(!stage.device.isCapturing)
    #expect(await stage.composer.draft.items.isEmpty)
    #expect(await stage.haptics.felt == [.light, .medium, .heavy])
  }

  @Test("a full message rejects the recording with an error, and is not sent")
  func refuses() async throws {
    let stage = try VoiceRecordingStage(confirms: false, limits: AttachmentLimits(maximumCount: 0))
    var failures = await stage.controller.failures().makeAsyncIterator()
    // With a text, the message could be sent without its recording.
    await stage.composer.setText("Listen to this")
    // Recordings are handed over in order, so the second rejection comes after the first message would have been sent.
    for _ in 1...2 {
      await stage.press()
      await stage.controller.pressEnded()
      #expect(await failures.next() == .composition(.maxAttachmentsCountPerMessageExceeded(limit: 0)))
    }
    #expect(stage.server.messages.isEmpty)
  }

  @Test("a message that is slow to send does not delay the next recording")
  func recordsMeanwhile() async throws {
    struct Slow: VoiceRecordingDelegate {
      let gate: AsyncStream<Void>
      let asking: AsyncStream<Void>.Continuation
      func voiceRecordingWillBegin() async {}
      func voiceRecordingDidStop() async {}
      func addAttachment(_ voice: RecordedVoice) async throws(MessageCompositionError) {}
      func publishMessage() async throws(MessageCompositionError) {
        asking.yield()
        for await _ in gate {}
      }
    }
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let (device, clock) = (FakeCaptureDevice(), VirtualClock())
    let sound = try #require(WAVFile.bytes(of: [1, 2, 3], sampleRate: 12_000))
    let controller = VoiceRecordingController(
      configuration: VoiceRecordingConfiguration(
        isVoiceRecordingEnabled: true, isVoiceRecordingConfirmationRequiredEnabled: false),
      recorder: AudioRecorder(device: device, clock: clock) { "1.aac" },
      player: AudioPlayer(output: VirtualAudioOutput(durations: [:], clock: clock), clock: VirtualClock()),
      analyzer: WAVAnalyzer { _ in sound }, delegate: Slow(gate: gate, asking: asking), clock: clock)
    var publications = asked.makeAsyncIterator()
    for round in 1...2 {
      await controller.perform(.beginRecording)
      // Loudness and duration are measured as soon as the microphone is on. The first message still has its deadline.
      await clock.sleepers(1 + round)
      #expect(device.isCapturing)
      await controller.perform(.touchUp)
      var calls = await controller.contents().makeAsyncIterator()
      while let content = await calls.next(), content.state != .idle {}
    }
    _ = await publications.next()
    opening.finish()
    _ = await publications.next()
  }
}
