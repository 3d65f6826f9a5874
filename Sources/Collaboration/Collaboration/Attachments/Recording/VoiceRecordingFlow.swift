public import CollaborationModels
internal import SchemaRuntime

/// The flow of a voice recording from pressing the button to sending the message: the logic of the document's view
/// controller as a value, without views.
///
///     var flow = VoiceRecordingFlow(configuration: configuration)
///     flow.receive(.action(.beginRecording))  // haptic, willBegin, stopPlayer, beginRecorder, contentChanged
///     flow.content.state                      // .recording
///
/// Events that have no meaning in a state are ignored. Recordings are numbered, and reports of recorder and analysis
/// about an earlier or discarded one are ignored. While voice recording is disabled, all events are ignored.
public struct VoiceRecordingFlow: Hashable, Sendable {
  /// The display duration of a tip.
  public static let tipDuration = Duration.seconds(2)

  /// Feature switches, distances and the size of waveforms.
  public let configuration: VoiceRecordingConfiguration
  /// The content for a view.
  public private(set) var content = Self.idle
  /// The opacity of the slide-to-cancel hint, from 1 (not slid) to 0 (about to cancel).
  public private(set) var slideToCancelOpacity = 1.0
  /// Whether the finished recording is being played.
  public private(set) var isPlaying = false
  /// The playback time of the finished recording.
  public private(set) var playbackTime = Duration.zero

  /// The number of the recording; 0 before the first.
  private(set) var session = 0
  /// Whether the recorder has an unfinished recording of this flow.
  private(set) var expectsRecorder = false
  /// Whether a recording is handed over as soon as it is analyzed.
  private(set) var sendsImmediately = false
  /// A finished recording that is being analyzed.
  private(set) var pendingLocation: String?
  private var tip = 0

  private static let idle = RecordingFlow(state: .idle, duration: 0, waveform: [])

  /// Creates an idle flow.
  public init(configuration: VoiceRecordingConfiguration) { self.configuration = configuration }

  /// Applies an event and returns the resulting effects.
  public mutating func receive(_ event: VoiceRecordingEvent) -> [VoiceRecordingEffect] {
    guard configuration.isVoiceRecordingEnabled else { return [] }
    let before = content
    var effects: [VoiceRecordingEffect]
    switch event {
    case .action(let action): effects = perform(action)
    case .slide(let slide): effects = move(slide)
    case .tipExpired(let expired): effects = hideTip(expired)
    case .recorder(let event): effects = hear(event)
    case .analyzed(let result, let session): effects = analyzed(result, session)
    case .playback(let context): effects = hear(context)
    }
    if content != before { effects.append(.contentChanged(content)) }
    return effects
  }
}

// MARK: - Actions

extension VoiceRecordingFlow {
  private mutating func perform(_ action: VoiceRecordingAction) -> [VoiceRecordingEffect] {
    switch action {
    case .tapRecord:
      guard content.state == .idle || content.state == .showingTip else { return [] }
      content = Self.idle
      return [.haptic(.light)]
    case .showTip:
      guard content == Self.idle else { return [] }
      tip &+= 1
      content.state = .showingTip
      return [.hideTipLater(tip: tip)]
    case .beginRecording: return begin()
    case .touchUp:
      guard content.state == .recording else { return [] }
      sendsImmediately = true
      return [.stopRecorder]
    case .cancel:
      reset()
      return [.haptic(.heavy), .stopRecorder]
    case .lock:
      guard content.state == .recording else { return [] }
      content.state = .locked
      return []
    case .stop: return [.stopRecorder]
    case .discard:
      reset()
      return [.haptic(.heavy), .stopRecorder, .stopPlayer, .didStopRecording]
    case .send, .confirm:
      guard content.location == nil else { return publish() }
      sendsImmediately = true
      return [.stopRecorder]
    case .publishMessage: return publish()
    case .play:
      guard let location = content.location, !isPlaying else { return [] }
      return [.playRecording(location: location)]
    case .pause: return content.location != nil && isPlaying ? [.pausePlayer] : []
    }
  }

  private mutating func begin() -> [VoiceRecordingEffect] {
    // A busy recorder rejects another recording, and would continue one that is no longer visible.
    let isAtWork = expectsRecorder
    reset()
    session &+= 1
    expectsRecorder = true
    content.state = .recording
    return [.haptic(.medium), .willBeginRecording, .stopPlayer] + (isAtWork ? [.stopRecorder] : [])
      + [.beginRecorder(session: session)]
  }

  private mutating func publish() -> [VoiceRecordingEffect] {
    guard let location = content.location else { return [] }
    let voice = RecordedVoice(
      location: location, duration: Duration(finiteSeconds: content.duration), waveform: content.waveform)
    reset()
    return [.stopPlayer, .addAttachment(voice), .didStopRecording]
      + (configuration.isVoiceRecordingConfirmationRequiredEnabled ? [] : [.publishMessage])
  }

  private mutating func reset() {
    content = Self.idle
    expectsRecorder = false
    sendsImmediately = false
    pendingLocation = nil
    isPlaying = false
    playbackTime = .zero
    slideToCancelOpacity = 1
  }

  private mutating func hideTip(_ expired: Int) -> [VoiceRecordingEffect] {
    if content.state == .showingTip, expired == tip { content = Self.idle }
    return []
  }
}

// MARK: - The slide

extension VoiceRecordingFlow {
  private mutating func move(_ slide: VoiceRecordingSlide) -> [VoiceRecordingEffect] {
    guard content.state == .recording else { return [] }
    switch slide {
    case .horizontal(let distance):
      let limit = configuration.slideToCancelDistance
      guard !distance.isNaN else { return [] }
      if distance > limit { return perform(.cancel) }
      slideToCancelOpacity = limit > 0 ? min(max((limit - distance) / limit, 0), 1) : distance > 0 ? 0 : 1
      return []
    case .upwards(let distance):
      return distance > configuration.lockDistance ? perform(.lock) : []
    }
  }
}

// MARK: - Recorder, analysis and player

extension VoiceRecordingFlow {
  private mutating func hear(_ event: AudioRecorderEvent) -> [VoiceRecordingEffect] {
    switch event {
    case .context(let context, session):
      guard expectsRecorder else { return [] }
      if context.duration.isFinite, context.duration >= 0 { content.duration = context.duration }
      if context.state == .recording { content.waveform.append(Waveform.height(context.averagePower)) }
      return []
    case .finished(let location, session):
      guard expectsRecorder else { return [] }
      guard Format.uri.isValid(location) else {
        reset()
        return [.failed(.recorder(.failedToSave))]
      }
      expectsRecorder = false
      pendingLocation = location
      return [.analyze(location: location, targetSamples: configuration.waveformTargetSamples, session: session)]
    case .failed(let error, session):
      guard expectsRecorder else { return [] }
      reset()
      // A recording that cannot be resumed is still open.
      return [.failed(.recorder(error))] + (error == .failedToResume ? [.stopRecorder] : [])
    case .context, .finished, .failed: return []  // an earlier recording
    }
  }

  private mutating func analyzed(
    _ result: Result<[Double], AudioAnalysisError>, _ analyzedSession: Int
  ) -> [VoiceRecordingEffect] {
    guard analyzedSession == session, let location = pendingLocation else { return [] }
    var effects: [VoiceRecordingEffect] = []
    switch result {
    case .success(let waveform): content.waveform = waveform.map(Waveform.height)
    case .failure(let error):
      // The service discards the recording. This flow shows the waveform measured while recording.
      content.waveform = Waveform.downsampled(content.waveform, to: configuration.waveformTargetSamples)
      effects.append(.failed(.analysis(error)))
    }
    pendingLocation = nil
    content.location = location
    if sendsImmediately { return effects + publish() }
    // The document has a preview of a finished recording, which the service's own code never enters.
    content.state = .preview
    return effects
  }

  private mutating func hear(_ context: AudioPlaybackContext) -> [VoiceRecordingEffect] {
    let isOurs = content.location != nil && context.assetLocation == content.location
    isPlaying = isOurs && context.state == .playing
    playbackTime = isOurs ? context.currentTime : .zero
    return []
  }
}
