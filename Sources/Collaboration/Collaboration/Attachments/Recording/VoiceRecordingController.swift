public import CollaborationModels

/// Makes voice recordings: performs the effects of ``VoiceRecordingFlow`` with a recorder, a player, an analyzer and
/// haptic feedback, each of which can be replaced.
///
///     let controller = VoiceRecordingController(
///       configuration: configuration, recorder: recorder, player: player, analyzer: WAVAnalyzer { … },
///       delegate: composer, clock: ContinuousClock())
///     for await content in await controller.contents() { show(content) }
///     await controller.pressBegan()
///
/// An actor, because recorder, player and analysis are asynchronous. Effects run one after another in the order of the
/// flow, except for slow ones that must not hold up the microphone: the analysis, and the handover of recordings, which
/// has its own order.
public actor VoiceRecordingController {
  /// The deadlines of a controller.
  public struct Options: Hashable, Sendable {
    /// The maximum time for the analysis of a recording. Afterwards, the waveform measured while recording is used.
    public var analysisTimeout: Duration
    /// The maximum time for the delegate to add or publish a recording, uploads included.
    public var handoverTimeout: Duration

    public init(analysisTimeout: Duration = .seconds(30), handoverTimeout: Duration = .seconds(600)) {
      self.analysisTimeout = analysisTimeout
      self.handoverTimeout = handoverTimeout
    }
  }

  private let recorder: any AudioRecording
  private let player: any AudioPlaying
  private let analyzer: any AudioAnalyzing
  private let haptics: any HapticFeedback
  private let delegate: any VoiceRecordingDelegate
  private let options: Options
  private let clock: any Clock<Duration>

  private var flow: VoiceRecordingFlow
  private let broadcast: CurrentValueBroadcast<RecordingFlow>
  private let failureBroadcast = EventBroadcast<VoiceRecordingFailure>()
  private let pumps = OwnedTasks()
  /// Pending effects with the controller that performs them, which keeps it alive until they are done.
  private let work: AsyncStream<(owner: VoiceRecordingController, effect: VoiceRecordingEffect)>.Continuation
  /// Handovers to the delegate, whose messages may take long to send.
  private let handovers: AsyncStream<(owner: VoiceRecordingController, effect: VoiceRecordingEffect)>.Continuation
  /// The task that waits until a press is long enough, and the number of the press.
  private var press: (wait: Task<Void, Never>, number: Int)?
  private var pressCount = 0

  /// - Parameter delegate: receives the recordings, such as a ``MessageComposer``.
  /// - Parameter options: the deadlines.
  /// - Parameter clock: measures the duration of presses and tips, and the deadlines.
  public init(
    configuration: VoiceRecordingConfiguration,
    recorder: any AudioRecording,
    player: any AudioPlaying,
    analyzer: any AudioAnalyzing,
    haptics: any HapticFeedback = NoHapticFeedback(),
    delegate: any VoiceRecordingDelegate,
    options: Options = Options(),
    clock: any Clock<Duration>
  ) {
    self.recorder = recorder
    self.player = player
    self.analyzer = analyzer
    self.haptics = haptics
    self.delegate = delegate
    self.options = options
    self.clock = clock
    let flow = VoiceRecordingFlow(configuration: configuration)
    self.flow = flow
    broadcast = CurrentValueBroadcast(flow.content)
    let (effects, work) = AsyncStream.makeStream(
      of: (owner: VoiceRecordingController, effect: VoiceRecordingEffect).self)
    self.work = work
    let (recordings, handovers) = AsyncStream.makeStream(
      of: (owner: VoiceRecordingController, effect: VoiceRecordingEffect).self)
    self.handovers = handovers
    pumps.add { [weak self, pumps] in
      // Listens first, so that no effect's consequences are missed.
      let (events, contexts) = (await recorder.events(), await player.contexts())
      pumps.add { [weak self] in for await event in events { await self?.receive(.recorder(event)) } }
      pumps.add { [weak self] in for await context in contexts { await self?.receive(.playback(context)) } }
      for await (owner, effect) in effects { await owner.run(effect) }
    }
    pumps.add {
      var refusesPublishing = false
      for await (owner, effect) in recordings { await owner.handOver(effect, &refusesPublishing) }
    }
  }

  deinit {
    work.finish()
    handovers.finish()
    press?.wait.cancel()
    // Nothing else can end the recording after this.
    if flow.expectsRecorder { Task { [recorder] in await recorder.stop() } }
  }

  /// The content for a view.
  public var content: RecordingFlow { flow.content }

  /// The opacity of the slide-to-cancel hint, from 0 to 1.
  public var slideToCancelOpacity: Double { flow.slideToCancelOpacity }

  /// The playback time of the finished recording.
  public var playbackTime: Duration { flow.playbackTime }

  /// Returns the current content for a view, followed by each later one, until the controller is closed. Of contents that
  /// wait for a slow listener, the newest 64 are kept.
  public func contents() -> AsyncStream<RecordingFlow> { broadcast.values() }

  /// Returns all failures from now on. The sequence ends when the controller is closed, and after 1,024 failures that
  /// waited for a slow listener.
  public func failures() -> AsyncStream<VoiceRecordingFailure> { failureBroadcast.events() }

  /// Ends the sequences of contents and failures. A recording in progress goes on.
  public func close() {
    broadcast.endSequences()
    failureBroadcast.endSequences()
  }

  /// Performs a user action; see the rows of ``VoiceRecordingFlow``.
  public func perform(_ action: VoiceRecordingAction) { receive(.action(action)) }

  /// Reports the position of the finger.
  public func slide(_ slide: VoiceRecordingSlide) { receive(.slide(slide)) }
}

// MARK: - The record button

extension VoiceRecordingController {
  /// Reports that the button is pressed. Recording starts once it has been held long enough.
  public func pressBegan() {
    receive(.action(.tapRecord))
    press?.wait.cancel()
    pressCount += 1
    let number = pressCount
    let (clock, seconds) = (clock, flow.configuration.minimumPressDuration)
    let wait = Task { [weak self] in
      // A day counts as forever, and longer times have no Duration.
      try? await clock.sleep(for: .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400)))
      await self?.pressWasLongEnough(number)
    }
    press = (wait, number)
  }

  /// Reports that the button is released. A recording that is not locked ends and is handed over. A press that was too
  /// short to start one shows the tip.
  public func pressEnded() {
    guard let press else { return receive(.action(.touchUp)) }
    press.wait.cancel()
    self.press = nil
    receive(.action(.showTip))
  }

  private func pressWasLongEnough(_ number: Int) {
    // The button may have been released and pressed again in the meantime.
    guard press?.number == number else { return }
    press = nil
    receive(.action(.beginRecording))
  }
}

// MARK: - Effects

extension VoiceRecordingController {
  private func receive(_ event: VoiceRecordingEvent) {
    for effect in flow.receive(event) {
      switch effect {
      case .contentChanged(let content): broadcast.send(content)
      case .failed(let failure): failureBroadcast.send(failure)
      case .addAttachment, .publishMessage: handovers.yield((self, effect))
      case .haptic, .willBeginRecording, .didStopRecording, .stopPlayer, .playRecording, .pausePlayer, .beginRecorder,
        .stopRecorder, .analyze, .hideTipLater:
        work.yield((self, effect))
      }
    }
  }

  private func run(_ effect: VoiceRecordingEffect) async {
    switch effect {
    case .haptic(let strength): await haptics.play(strength)
    case .willBeginRecording: await delegate.voiceRecordingWillBegin()
    case .didStopRecording: await delegate.voiceRecordingDidStop()
    case .stopPlayer: await player.stop()
    case .playRecording(let location): await player.loadAsset(location)
    case .pausePlayer: await player.pause()
    case .beginRecorder(let session): await recorder.begin(session: session)
    case .stopRecorder: await recorder.stop()
    case .analyze(let location, let targetSamples, let session): analyze(location, targetSamples, session)
    case .hideTipLater(let tip):
      pumps.add { [weak self, clock] in
        guard (try? await clock.sleep(for: VoiceRecordingFlow.tipDuration)) != nil else { return }
        await self?.receive(.tipExpired(tip: tip))
      }
    case .addAttachment, .publishMessage, .contentChanged, .failed: break
    }
  }

  /// - Parameter refusesPublishing: whether the current recording was rejected, so that there is nothing to publish.
  private func handOver(_ effect: VoiceRecordingEffect, _ refusesPublishing: inout Bool) async {
    let error: MessageCompositionError?
    switch effect {
    case .addAttachment(let voice):
      error = await failure { [delegate] () async throws(MessageCompositionError) in
        try await delegate.addAttachment(voice)
      }
      refusesPublishing = error != nil
    case .publishMessage:
      guard !refusesPublishing else { return }
      error = await failure { [delegate] () async throws(MessageCompositionError) in
        try await delegate.publishMessage()
      }
    case .haptic, .willBeginRecording, .didStopRecording, .stopPlayer, .playRecording, .pausePlayer, .beginRecorder,
      .stopRecorder, .analyze, .hideTipLater, .contentChanged, .failed:
      error = nil
    }
    if let error { failureBroadcast.send(.composition(error)) }
  }

  /// Returns the reason why the delegate failed; nil if it succeeded.
  private func failure(
    of handover: @escaping @Sendable () async throws(MessageCompositionError) -> Void
  ) async -> MessageCompositionError? {
    switch await waitForResult(within: options.handoverTimeout, on: clock, handover) {
    case .answered(.success): nil
    case .answered(.failure(let error)): error
    case .timedOut: .timedOut(after: options.handoverTimeout)
    case .cancelled: .cancelled
    }
  }

  private func analyze(_ location: String, _ targetSamples: Int, _ session: Int) {
    pumps.add { [weak self, analyzer, options, clock] in
      let outcome = await waitForResult(
        within: options.analysisTimeout, on: clock
      ) { () async throws(AudioAnalysisError) in
        try await analyzer.waveform(of: location, targetSamples: targetSamples)
      }
      let result: Result<[Double], AudioAnalysisError> =
        switch outcome {
        case .answered(let result): result
        case .timedOut: .failure(.timedOut(after: options.analysisTimeout))
        case .cancelled: .failure(.cancelled)
        }
      await self?.receive(.analyzed(result, session: session))
    }
  }
}
