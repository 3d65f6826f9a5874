public import CollaborationModels

/// Records sound with a platform's device.
///
///     let recorder = AudioRecorder(device: microphone, clock: ContinuousClock()) { "\(UUID()).wav" }
///     for await event in await recorder.events() { … }
///     try await recorder.beginRecording(session: 1)
///
/// An actor, because all its work is asynchronous: asking the user, starting the device, copying files. The rules are
/// those of ``AudioRecorderMachine``; the actor performs the resulting effects, one device call at a time.
public actor AudioRecorder: AudioRecording {
  private typealias Machine = AudioRecorderMachine

  private let device: any AudioCaptureDevice
  private let settings: AudioCaptureSettings
  private let timeouts: AudioDeviceTimeouts
  private let clock: any Clock<Duration>
  private let makeFileName: @Sendable () -> String
  private let broadcast = EventBroadcast<AudioRecorderEvent>()

  private var machine = AudioRecorderMachine()
  private var beginners: [Int: CheckedContinuation<AudioRecorderError?, Never>] = [:]
  private let measurements = OwnedTasks()
  private let pumps = OwnedTasks()
  /// Pending effects with the recorder that performs them, which keeps it alive until they are done.
  private let work: AsyncStream<(owner: AudioRecorder, effect: AudioRecorderMachine.Effect)>.Continuation

  /// - Parameter clock: measures recordings and deadlines.
  /// - Parameter makeFileName: returns a new name for each recording that is kept, such as a UUID with `.wav`.
  public init(
    device: any AudioCaptureDevice,
    settings: AudioCaptureSettings = AudioCaptureSettings(),
    timeouts: AudioDeviceTimeouts = AudioDeviceTimeouts(),
    clock: any Clock<Duration>,
    makeFileName: @escaping @Sendable () -> String
  ) {
    self.device = device
    self.settings = settings
    self.timeouts = timeouts
    self.clock = clock
    self.makeFileName = makeFileName
    let (effects, work) = AsyncStream.makeStream(of: (owner: AudioRecorder, effect: Machine.Effect).self)
    self.work = work
    let events = device.events()
    pumps.add { for await (owner, effect) in effects { await owner.run(effect) } }
    pumps.add { [weak self] in for await event in events { await self?.hear(event) } }
  }

  deinit {
    work.finish()
    for beginner in beginners.values { beginner.resume(returning: .unknown) }
    // Nothing else can turn off the microphone after this.
    if machine.phase != .stopped { Task { [device] in _ = await device.stop() } }
  }

  /// The current state, duration and loudness.
  public var context: RecordingContext { machine.context }

  /// Returns all events from now on. The sequence ends when the recorder is closed, and after 1,024 events that waited for
  /// a slow listener.
  public func events() -> AsyncStream<AudioRecorderEvent> { broadcast.events() }

  /// Stops the recording, if there is one, and ends the sequences of events.
  public func close() {
    receive(.stop)
    broadcast.endSequences()
  }

  public func begin(session: Int) { receive(.begin(session: session)) }

  /// Starts a recording and returns once sound is being recorded.
  /// - Throws: if the recording could not start, or the calling task was cancelled before it did. This is reported as an
  ///   event as well.
  public func beginRecording(session: Int) async throws(AudioRecorderError) {
    let run = machine.upcomingRun
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        beginners[run] = continuation
        receive(.begin(session: session))
      }
    } onCancel: {
      Task { await self.cancelBeginning(run) }
    }
    if let error { throw error }
  }

  /// Ends a recording that has not started yet.
  private func cancelBeginning(_ run: Int) {
    // Unanswered, it is the one that a stop ends: the current recording or the one that waits for its end.
    if beginners[run] != nil { receive(.stop) }
  }

  public func pause() { receive(.pause) }
  public func resume() { receive(.resume) }
  public func stop() { receive(.stop) }

  private func hear(_ event: AudioCaptureEvent) {
    switch event {
    case .interrupted, .movedToBackground: receive(.interrupted)
    case .finished(let isWhole): receive(.captureEnded(isWhole: isWhole))
    }
  }

  private func receive(_ event: Machine.Event) {
    for effect in machine.receive(event) {
      switch effect {
      case .answerBegin(let error, let run): beginners.removeValue(forKey: run)?.resume(returning: error)
      case .report(let event): broadcast.send(event)
      case .startMeasuring(let run): startMeasuring(run: run)
      case .stopMeasuring: stopMeasuring()
      case .activateSession, .requestPermission, .startCapture, .pauseCapture, .resumeCapture, .stopCapture,
        .keepRecording:
        work.yield((self, effect))
      }
    }
  }
}

// MARK: - The device

extension AudioRecorder {
  private func run(_ effect: Machine.Effect) async {
    let device = device
    switch effect {
    case .activateSession(let run):
      receive(.sessionActivated(await answer { try await device.activateSession() } != nil, run: run))
    case .requestPermission(let run):
      let isGranted = await answer(within: timeouts.permissionTimeout) { await device.requestPermission() }
      receive(.permission(isGranted ?? false, run: run))
    case .startCapture(let run):
      let settings = settings
      let started: Void? = await answer(late: { [weak self] in await Self.startedLate(device, self) }) {
        try await device.start(settings)
      }
      receive(.started(started != nil, run: run))
    case .pauseCapture: _ = await answer { await device.pause() }
    case .resumeCapture(let run): receive(.resumed(await answer { try await device.resume() } != nil, run: run))
    case .stopCapture(let run):
      receive(.captureFinished(isWhole: await answer { await device.stop() } ?? false, run: run))
    case .keepRecording(let run):
      let name = makeFileName()
      receive(.saved(location: await answer { try await device.keepRecording(name: name) }, run: run))
    case .startMeasuring, .stopMeasuring, .answerBegin, .report: break
    }
  }

  /// Returns the device's answer; nil if it failed or did not answer in time.
  /// - Parameter late: called if the device succeeds after the deadline.
  private func answer<Value: Sendable>(
    within limit: Duration? = nil, late: (@Sendable () async -> Void)? = nil,
    _ work: @escaping @Sendable () async throws -> Value
  ) async -> Value? {
    let outcome = await waitForResult(
      within: limit ?? timeouts.requestTimeout, on: clock,
      late: { (result: Result<Value, any Error>) in if case .success = result { await late?() } }, work)
    guard case .answered(.success(let value)) = outcome else { return nil }
    return value
  }

  /// Turns off a microphone that started after its recording was given up, unless another one uses it.
  private static func startedLate(_ device: any AudioCaptureDevice, _ recorder: AudioRecorder?) async {
    guard let recorder else {
      _ = await device.stop()
      return
    }
    if await recorder.machine.phase == .stopped { _ = await device.stop() }
  }

  private func startMeasuring(run: Int) {
    stopMeasuring()
    let (device, clock) = (device, clock)
    let metering = max(settings.meteringInterval, shortestMeasuringInterval)
    let counting = max(settings.durationInterval, shortestMeasuringInterval)
    measurements.add { [weak self] in
      while (try? await clock.sleep(for: metering)) != nil {
        await self?.receive(.measured(power: await device.averagePower(), run: run))
      }
    }
    measurements.add { [weak self] in
      while (try? await clock.sleep(for: counting)) != nil {
        await self?.receive(.elapsed(duration: await device.currentTime(), run: run))
      }
    }
  }

  private func stopMeasuring() { measurements.cancelAll() }
}
