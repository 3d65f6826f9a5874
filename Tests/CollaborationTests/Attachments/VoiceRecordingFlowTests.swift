import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

extension VoiceRecordingFlow {
  static let location = "file:///tmp/1.aac"

  /// A flow with voice recording enabled.
  static func enabled(confirms: Bool = true) -> VoiceRecordingFlow {
    VoiceRecordingFlow(
      configuration: VoiceRecordingConfiguration(
        isVoiceRecordingEnabled: true, isVoiceRecordingConfirmationRequiredEnabled: confirms))
  }

  /// A flow in a state, with half a second of recording if there is one.
  static func inState(_ state: RecordingFlowState, confirms: Bool = true) -> VoiceRecordingFlow {
    var flow = enabled(confirms: confirms)
    switch state {
    case .idle: break
    case .showingTip: flow.receive(all: [.action(.showTip)])
    case .recording, .locked, .preview:
      flow.receive(all: [.action(.beginRecording), .recorder(.context(.half, session: 1))])
      if state != .recording { flow.receive(all: [.action(.lock)]) }
      if state == .preview {
        flow.receive(all: [
          .recorder(.finished(location: location, session: 1)), .analyzed(.success([0.25, 1]), session: 1),
        ])
      }
    }
    return flow
  }

  /// All effects except those that only show the content.
  @discardableResult
  mutating func receive(all events: [VoiceRecordingEvent]) -> [VoiceRecordingEffect] {
    events.flatMap { receive($0) }.filter { if case .contentChanged = $0 { false } else { true } }
  }
}

extension RecordingContext {
  static let half = RecordingContext(state: .recording, duration: 0.5, averagePower: 0.75)
}

extension RecordedVoice {
  static let sample = RecordedVoice(location: VoiceRecordingFlow.location, duration: 0.5, waveform: [0.25, 1])
}

private let idle = RecordingFlow(state: .idle, duration: 0, waveform: [])
private let location = VoiceRecordingFlow.location

@Suite struct VoiceRecordingFlowTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let from: RecordingFlowState
    var confirms = true
    let action: VoiceRecordingAction
    let effects: [VoiceRecordingEffect]
    let content: RecordingFlow
  }

  private static let recording = VoiceRecordingFlow.inState(.recording).content
  private static let locked = VoiceRecordingFlow.inState(.locked).content
  private static let preview = VoiceRecordingFlow.inState(.preview).content
  private static let tip = VoiceRecordingFlow.inState(.showingTip).content
  private static let begun = RecordingFlow(state: .recording, duration: 0, waveform: [])
  private static let heavy: [VoiceRecordingEffect] = [.haptic(.heavy), .stopRecorder]
  private static let published: [VoiceRecordingEffect] = [.stopPlayer, .addAttachment(.sample), .didStopRecording]

  static let rows: [Row] = [
    Row(
      testDescription: "4b: tapRecord at rest", from: .idle, action: .tapRecord, effects: [.haptic(.light)],
      content: idle),
    Row(
      testDescription: "4b: tapRecord hides the tip", from: .showingTip, action: .tapRecord,
      effects: [.haptic(.light)], content: idle),
    Row(
      testDescription: "4b: tapRecord means nothing while recording", from: .recording, action: .tapRecord, effects: [],
      content: recording),
    Row(
      testDescription: "4b: showTip at rest", from: .idle, action: .showTip, effects: [.hideTipLater(tip: 1)],
      content: tip),
    Row(
      testDescription: "4b: showTip means nothing while one is shown", from: .showingTip, action: .showTip, effects: [],
      content: tip),
    Row(
      testDescription: "4b: showTip means nothing while locked", from: .locked, action: .showTip, effects: [],
      content: locked),
    Row(
      testDescription: "4b: beginRecording at rest", from: .idle, action: .beginRecording,
      effects: [.haptic(.medium), .willBeginRecording, .stopPlayer, .beginRecorder(session: 1)], content: begun),
    Row(
      testDescription: "4b: beginRecording with a preview starts anew", from: .preview, action: .beginRecording,
      effects: [.haptic(.medium), .willBeginRecording, .stopPlayer, .beginRecorder(session: 2)], content: begun),
    Row(
      testDescription: "4b: beginRecording while recording ends the one that goes on", from: .recording,
      action: .beginRecording,
      effects: [.haptic(.medium), .willBeginRecording, .stopPlayer, .stopRecorder, .beginRecorder(session: 2)],
      content: begun),
    Row(
      testDescription: "4b: touchUp stops a recording", from: .recording, action: .touchUp, effects: [.stopRecorder],
      content: recording),
    Row(
      testDescription: "4b: touchUp means nothing to a locked recording", from: .locked, action: .touchUp, effects: [],
      content: locked),
    Row(testDescription: "4b: cancel at rest", from: .idle, action: .cancel, effects: heavy, content: idle),
    Row(
      testDescription: "4b: cancel while recording", from: .recording, action: .cancel, effects: heavy, content: idle),
    Row(testDescription: "4b: cancel while locked", from: .locked, action: .cancel, effects: heavy, content: idle),
    Row(
      testDescription: "4b: lock keeps all else", from: .recording, action: .lock, effects: [],
      content: RecordingFlow(state: .locked, duration: 0.5, waveform: [0.75])),
    Row(
      testDescription: "4b: lock without a recording in progress does nothing", from: .preview, action: .lock,
      effects: [],
      content: RecordingFlow(state: .preview, duration: 0.5, location: location, waveform: [0.25, 1])),
    Row(testDescription: "4b: lock at rest does nothing", from: .idle, action: .lock, effects: [], content: idle),
    Row(testDescription: "4b: stop", from: .locked, action: .stop, effects: [.stopRecorder], content: locked),
    Row(testDescription: "4b: stop at rest", from: .idle, action: .stop, effects: [.stopRecorder], content: idle),
    Row(
      testDescription: "4b: discard while locked", from: .locked, action: .discard,
      effects: heavy + [.stopPlayer, .didStopRecording], content: idle),
    Row(
      testDescription: "4b: discard a preview", from: .preview, action: .discard,
      effects: heavy + [.stopPlayer, .didStopRecording], content: idle),
    Row(
      testDescription: "4b: send before there is a location", from: .locked, action: .send, effects: [.stopRecorder],
      content: locked),
    Row(
      testDescription: "4b: confirm before there is a location", from: .locked, action: .confirm,
      effects: [.stopRecorder], content: locked),
    Row(
      testDescription: "4b: confirm a preview", from: .preview, action: .confirm, effects: published, content: idle),
    Row(
      testDescription: "4b: send a preview without confirmation", from: .preview, confirms: false, action: .send,
      effects: published + [.publishMessage], content: idle),
    Row(
      testDescription: "4b: publishMessage with confirmation only adds", from: .preview, action: .publishMessage,
      effects: published, content: idle),
    Row(
      testDescription: "4b: publishMessage without confirmation sends", from: .preview, confirms: false,
      action: .publishMessage, effects: published + [.publishMessage], content: idle),
    Row(
      testDescription: "4b: publishMessage means nothing without a location", from: .locked, action: .publishMessage,
      effects: [], content: locked),
    Row(
      testDescription: "4b: play a preview", from: .preview, action: .play,
      effects: [.playRecording(location: location)], content: preview),
    Row(
      testDescription: "4b: play means nothing without a location", from: .recording, action: .play, effects: [],
      content: recording),
    Row(
      testDescription: "4b: pause means nothing while nothing plays", from: .preview, action: .pause, effects: [],
      content: preview),
  ]

  @Test("each action has its guard and its effects", arguments: rows)
  func acts(_ row: Row) {
    var flow = VoiceRecordingFlow.inState(row.from, confirms: row.confirms)
    let before = flow.content
    let effects = flow.receive(.action(row.action))
    let shown: [VoiceRecordingEffect] = row.content == before ? [] : [.contentChanged(row.content)]
    #expect(effects == row.effects + shown)
    #expect(flow.content == row.content)
  }

  @Test("actions have no effect while voice recording is disabled", arguments: VoiceRecordingAction.allCases)
  func staysIdle(_ action: VoiceRecordingAction) {
    var flow = VoiceRecordingFlow(configuration: VoiceRecordingConfiguration())
    #expect(flow.receive(.action(action)) == [])
    #expect(flow.content == idle)
  }

  @Test("a tip is hidden after its own duration")
  func hidesTip() {
    var flow = VoiceRecordingFlow.enabled()
    flow.receive(all: [.action(.showTip), .action(.tapRecord), .action(.showTip)])
    flow.receive(all: [.tipExpired(tip: 1)])
    #expect(flow.content.state == .showingTip)
    flow.receive(all: [.tipExpired(tip: 2)])
    #expect(flow.content == idle)
  }
}

// MARK: - The slide

extension VoiceRecordingFlowTests {
  struct Slide: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var from = RecordingFlowState.recording
    let slide: VoiceRecordingSlide
    let state: RecordingFlowState
    let opacity: Double
  }

  static let slides: [Slide] = [
    Slide(testDescription: "4b: not slid", slide: .horizontal(0), state: .recording, opacity: 1),
    Slide(testDescription: "4b: slid 15 of 75", slide: .horizontal(15), state: .recording, opacity: 0.8),
    Slide(testDescription: "4b: slid 75 does not cancel yet", slide: .horizontal(75), state: .recording, opacity: 0),
    Slide(testDescription: "4b: slid further than 75 cancels", slide: .horizontal(75.5), state: .idle, opacity: 1),
    Slide(
      testDescription: "4b: towards the trailing side it does not cancel", slide: .horizontal(-76), state: .recording,
      opacity: 1),
    Slide(testDescription: "4b: up 50 does not lock yet", slide: .upwards(50), state: .recording, opacity: 1),
    Slide(testDescription: "4b: further up than 50 locks", slide: .upwards(50.5), state: .locked, opacity: 1),
    Slide(testDescription: "4b: downwards does nothing", slide: .upwards(-60), state: .recording, opacity: 1),
    Slide(testDescription: "no number does nothing", slide: .horizontal(.nan), state: .recording, opacity: 1),
    Slide(testDescription: "no number upwards does nothing", slide: .upwards(.nan), state: .recording, opacity: 1),
    Slide(
      testDescription: "4b: a locked recording does not slide", from: .locked, slide: .horizontal(500), state: .locked,
      opacity: 1),
    Slide(
      testDescription: "4b: nothing slides at rest", from: .idle, slide: .upwards(500), state: .idle, opacity: 1),
  ]

  @Test("a slide cancels, locks or fades", arguments: slides)
  func slides(_ row: Slide) {
    var flow = VoiceRecordingFlow.inState(row.from)
    flow.receive(all: [.slide(row.slide)])
    #expect(flow.content.state == row.state)
    #expect((flow.slideToCancelOpacity - row.opacity).magnitude < 1e-12)
  }

  @Test("the distances are those of the configuration")
  func configures() {
    var flow = VoiceRecordingFlow(
      configuration: VoiceRecordingConfiguration(
        isVoiceRecordingEnabled: true, slideToCancelDistance: 10, lockDistance: 20, waveformTargetSamples: 7))
    flow.receive(all: [.action(.beginRecording), .slide(.upwards(15))])
    #expect(flow.content.state == .recording)
    flow.receive(all: [.slide(.horizontal(11))])
    #expect(flow.content.state == .idle)
    flow.receive(all: [.action(.beginRecording), .slide(.upwards(21))])
    #expect(flow.content.state == .locked)
    #expect(
      flow.receive(all: [.recorder(.finished(location: location, session: 2))])
        == [.analyze(location: location, targetSamples: 7, session: 2)])
  }
}

// MARK: - Recorder, analysis and player

extension VoiceRecordingFlowTests {
  @Test("4b: the live waveform grows by the average power, within a payload's range")
  func grows() {
    var flow = VoiceRecordingFlow.inState(.recording)
    for (duration, power) in [(1, 0.5), (.nan, .nan), (.infinity, 7), (-1, -.infinity)] as [(Double, Double)] {
      let context = RecordingContext(state: .recording, duration: duration, averagePower: power)
      flow.receive(all: [.recorder(.context(context, session: 1))])
    }
    #expect(flow.content.duration == 1)
    #expect(flow.content.waveform == [0.75, 0.5, 0, 1, 0])
    #expect(throws: Never.self) { try flow.content.validate() }
  }

  @Test("4b: a finished recording is analyzed and shown as a preview, as the document promises")
  func previews() {
    var flow = VoiceRecordingFlow.inState(.locked)
    flow.receive(all: [.action(.stop)])
    #expect(
      flow.receive(all: [.recorder(.finished(location: location, session: 1))])
        == [.analyze(location: location, targetSamples: 100, session: 1)])
    #expect(flow.content.location == nil)
    #expect(flow.receive(all: [.analyzed(.success([0.25, 1]), session: 1)]) == [])
    #expect(
      flow.content == RecordingFlow(state: .preview, duration: 0.5, location: location, waveform: [0.25, 1]))
  }

  @Test("4b: releasing the button hands the recording over as soon as it is analyzed", arguments: [true, false])
  func handsOver(_ confirms: Bool) {
    var flow = VoiceRecordingFlow.inState(.recording, confirms: confirms)
    let effects = flow.receive(all: [
      .action(.touchUp), .recorder(.finished(location: location, session: 1)),
      .analyzed(.success([0.25, 1]), session: 1),
    ])
    #expect(
      effects == [.stopRecorder, .analyze(location: location, targetSamples: 100, session: 1)] + Self.published
        + (confirms ? [] : [.publishMessage]))
    #expect(flow.content == idle)
  }

  @Test("4c: a recording is kept if its analysis fails, with the measured waveform")
  func survivesAnalysis() {
    var flow = VoiceRecordingFlow.inState(.locked)
    let effects = flow.receive(all: [
      .recorder(.finished(location: location, session: 1)), .analyzed(.failure(.failedToReadAsset), session: 1),
    ])
    #expect(effects.last == .failed(.analysis(.failedToReadAsset)))
    #expect(flow.content == RecordingFlow(state: .preview, duration: 0.5, location: location, waveform: [0.75]))
  }

  @Test("4b: a failure ends the recording", arguments: AudioRecorderError.allCases)
  func fails(_ error: AudioRecorderError) {
    var flow = VoiceRecordingFlow.inState(.locked)
    let effects = flow.receive(all: [.recorder(.failed(error, session: 1))])
    #expect(effects == [.failed(.recorder(error))] + (error == .failedToResume ? [.stopRecorder] : []))
    #expect(flow.content == idle)
  }

  @Test(
    "events of other states change nothing",
    arguments: [
      (.idle, .recorder(.finished(location: location, session: 0))),
      (.showingTip, .recorder(.finished(location: location, session: 0))),
      (.recording, .recorder(.finished(location: location, session: 0))),
      (.recording, .recorder(.failed(.failedToBegin, session: 0))),
      (.recording, .recorder(.context(.half, session: 2))),
      (.recording, .analyzed(.success([1]), session: 1)),
      (.preview, .recorder(.finished(location: "file:///tmp/2.aac", session: 1))),
      (.preview, .recorder(.failed(.failedToSave, session: 1))),
      (.preview, .recorder(.context(.half, session: 1))),
      (.preview, .analyzed(.success([1]), session: 1)),
      (.preview, .analyzed(.success([1]), session: 0)),
      (.preview, .tipExpired(tip: 0)),
    ] as [(RecordingFlowState, VoiceRecordingEvent)])
  func ignores(_ state: RecordingFlowState, _ event: VoiceRecordingEvent) {
    var flow = VoiceRecordingFlow.inState(state)
    let before = flow
    #expect(flow.receive(event) == [])
    #expect(flow == before)
  }

  @Test("a discarded recording never reappears, in any later state")
  func staysThrownAway() {
    var flow = VoiceRecordingFlow.inState(.recording)
    flow.receive(all: [.action(.cancel), .action(.lock)])
    #expect(flow.receive(all: [.recorder(.finished(location: location, session: 1))]) == [])
    #expect(flow.receive(all: [.recorder(.context(.half, session: 1))]) == [])
    #expect(flow.content == RecordingFlow(state: .idle, duration: 0, waveform: []))
  }

  @Test("a recording without a valid URI is lost, and reported")
  func refusesLocation() {
    var flow = VoiceRecordingFlow.inState(.locked)
    #expect(
      flow.receive(all: [.recorder(.finished(location: "not a URI", session: 1))])
        == [.failed(.recorder(.failedToSave))])
    #expect(flow.content == idle)
  }

  @Test("4b: a preview starts when played and pauses when played again")
  func plays() {
    var flow = VoiceRecordingFlow.inState(.preview)
    func playing(_ location: String, _ state: AudioPlaybackState) -> VoiceRecordingEvent {
      .playback(
        AudioPlaybackContext(assetLocation: location, duration: 1, currentTime: 0.25, state: state, rate: .normal))
    }
    flow.receive(all: [playing("file:///tmp/other.aac", .playing)])
    #expect(!flow.isPlaying)
    flow.receive(all: [playing(location, .playing)])
    #expect(flow.isPlaying && flow.playbackTime == 0.25)
    #expect(flow.receive(.action(.play)) == [])
    #expect(flow.receive(.action(.pause)) == [.pausePlayer])
    flow.receive(all: [playing(location, .paused)])
    #expect(flow.receive(.action(.play)) == [.playRecording(location: location)])
  }
}
