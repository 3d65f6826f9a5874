public import CollaborationModels

/// Makes voice recordings: carries out what ``VoiceRecordingFlow`` says with a recorder, a player, an analyser and
/// haptic feedback, each of which may be replaced.
///
///     let controller = VoiceRecordingController(
///       configuration: configuration, recorder: recorder, player: player, analyser: WAVAnalyser { … },
///       delegate: composer, clock: ContinuousClock())
///     for await content in await controller.contents() { show(content) }
///     await controller.pressBegan()
///
/// An actor, because recorder, player and analysis are. Effects run one after the other in the order of the flow, apart
/// from those that take long and must not hold up the microphone: the analysis, and handing recordings over, which have
/// an order of their own.
public actor VoiceRecordingController {
  private let recorder: any AudioRecording
  private let player: any AudioPlaying
  private let analyser: any AudioAnalysing
  private let haptics: any HapticFeedback
  private let delegate: any VoiceRecordingDelegate
  private let clock: any Clock<Duration>

  private var flow: VoiceRecordingFlow
  private let broadcast: CurrentValueBroadcast<RecordingFlow>
  private let failureBroadcast = EventBroadcast<VoiceRecordingFailure>()
  private let pumps = OwnedTasks()
  /// What is to be done, with the controller that does it: one that is let go of ends when all that was asked is done.
  private let work: AsyncStream<(owner: VoiceRecordingController, effect: VoiceRecordingEffect)>.Continuation
  /// Recordings on their way to the delegate, whose message may take long to be sent.
  private let handovers: AsyncStream<(owner: VoiceRecordingController, effect: VoiceRecordingEffect)>.Continuation
  /// The wait until a press is long enough, and which press it is.
  private var press: (wait: Task<Void, Never>, number: Int)?
  private var pressCount = 0

  /// - Parameter delegate: takes the recordings, such as a ``MessageComposer``.
  /// - Parameter clock: what the length of a press and the time of a tip are measured by.
  public init(
    configuration: VoiceRecordingConfiguration,
    recorder: any AudioRecording,
    player: any AudioPlaying,
    analyser: any AudioAnalysing,
    haptics: any HapticFeedback = NoHapticFeedback(),
    delegate: any VoiceRecordingDelegate,
    clock: any Clock<Duration>
  ) {
    self.recorder = recorder
    self.player = player
    self.analyser = analyser
    self.haptics = haptics
    self.delegate = delegate
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
      // Listen first, so that no effect has consequences that nobody hears.
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
    // Nobody could end the recording any more.
    if flow.expectsRecorder { Task { [recorder] in await recorder.stop() } }
  }

  /// What a view shows.
  public var content: RecordingFlow { flow.content }

  /// How visible the words are that explain the slide to cancel, from 0 to 1.
  public var slideToCancelOpacity: Double { flow.slideToCancelOpacity }

  /// How far the finished recording has been played, in seconds.
  public var playbackTime: Double { flow.playbackTime }

  /// What a view shows now, and each later content.
  public func contents() -> AsyncStream<RecordingFlow> { broadcast.values() }

  /// What goes wrong from now on.
  public func failures() -> AsyncStream<VoiceRecordingFailure> { failureBroadcast.events() }

  /// Does what the user asks for; see the rows of ``VoiceRecordingFlow``.
  public func perform(_ action: VoiceRecordingAction) { receive(.action(action)) }

  /// Follows the finger.
  public func slide(_ slide: VoiceRecordingSlide) { receive(.slide(slide)) }
}

// MARK: - The record button

extension VoiceRecordingController {
  /// The button is touched. When it is held long enough, recording begins.
  public func pressBegan() {
    receive(.action(.tapRecord))
    press?.wait.cancel()
    pressCount += 1
    let number = pressCount
    let (clock, seconds) = (clock, flow.configuration.minimumPressDuration)
    let wait = Task { [weak self] in
      // A day is for ever, and longer times have no Duration.
      try? await clock.sleep(for: .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400)))
      await self?.pressWasLongEnough(number)
    }
    press = (wait, number)
  }

  /// The button is let go of: a recording that is not locked ends and is handed over; a touch that was too short to
  /// begin one shows the tip.
  public func pressEnded() {
    guard let press else { return receive(.action(.touchUp)) }
    press.wait.cancel()
    self.press = nil
    receive(.action(.showTip))
  }

  private func pressWasLongEnough(_ number: Int) {
    // The button may have been let go of, and touched again, while this was on its way.
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
        .stopRecorder, .analyse, .hideTipLater:
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
    case .analyse(let location, let targetSamples, let session): analyse(location, targetSamples, session)
    case .hideTipLater(let tip):
      pumps.add { [weak self, clock] in
        guard (try? await clock.sleep(for: VoiceRecordingFlow.tipDuration)) != nil else { return }
        await self?.receive(.tipExpired(tip: tip))
      }
    case .addAttachment, .publishMessage, .contentChanged, .failed: break
    }
  }

  /// - Parameter refusesPublishing: whether the recording at hand was not taken, so that there is nothing to publish.
  private func handOver(_ effect: VoiceRecordingEffect, _ refusesPublishing: inout Bool) async {
    switch effect {
    case .addAttachment(let voice):
      do throws(MessageCompositionError) {
        try await delegate.addAttachment(voice)
        refusesPublishing = false
      } catch {
        refusesPublishing = true
        failureBroadcast.send(.composition(error))
      }
    case .publishMessage:
      guard !refusesPublishing else { return }
      do throws(MessageCompositionError) { try await delegate.publishMessage() } catch {
        failureBroadcast.send(.composition(error))
      }
    case .haptic, .willBeginRecording, .didStopRecording, .stopPlayer, .playRecording, .pausePlayer, .beginRecorder,
      .stopRecorder, .analyse, .hideTipLater, .contentChanged, .failed:
      break
    }
  }

  private func analyse(_ location: String, _ targetSamples: Int, _ session: Int) {
    pumps.add { [weak self, analyser] in
      let result: Result<[Double], AudioAnalysisError>
      do throws(AudioAnalysisError) {
        result = .success(try await analyser.waveform(of: location, targetSamples: targetSamples))
      } catch {
        result = .failure(error)
      }
      await self?.receive(.analysed(result, session: session))
    }
  }
}
