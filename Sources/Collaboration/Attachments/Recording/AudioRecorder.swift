public import CollaborationModels

/// Records sound with a platform's device.
///
///     let recorder = AudioRecorder(device: microphone, clock: ContinuousClock()) { "\(UUID()).aac" }
///     for await event in await recorder.events() { … }
///     try await recorder.beginRecording(session: 1)
///
/// An actor, because all its work is asynchronous: asking the user, starting the device, copying files. The rules are
/// those of ``AudioRecorderMachine``; the actor performs the resulting effects, one device call at a time.
public actor AudioRecorder: AudioRecording {
  private typealias Machine = AudioRecorderMachine

  private let device: any AudioCaptureDevice
  private let settings: AudioCaptureSettings
  private let clock: any Clock<Duration>
  private let makeFileName: @Sendable () -> String
  private let broadcast = EventBroadcast<AudioRecorderEvent>()

  private var machine = AudioRecorderMachine()
  private var beginners: [Int: CheckedContinuation<AudioRecorderError?, Never>] = [:]
  private let measurements = OwnedTasks()
  private let pumps = OwnedTasks()
  /// Pending effects with the recorder that performs them, which keeps it alive until they are done.
  private let work: AsyncStream<(owner: AudioRecorder, effect: AudioRecorderMachine.Effect)>.Continuation

  /// - Parameter makeFileName: returns a new name for each recording that is kept, such as a UUID with `.aac`.
  public init(
    device: any AudioCaptureDevice,
    settings: AudioCaptureSettings = AudioCaptureSettings(),
    clock: any Clock<Duration>,
    makeFileName: @escaping @Sendable () -> String
  ) {
    self.device = device
    self.settings = settings
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

  public func events() -> AsyncStream<AudioRecorderEvent> { broadcast.events() }

  public func begin(session: Int) { receive(.begin(session: session)) }

  /// Starts a recording and returns once sound is being recorded.
  /// - Throws: if the recording could not start. This is reported as an event as well.
  public func beginRecording(session: Int) async throws(AudioRecorderError) {
    let error = await withCheckedContinuation { continuation in
      beginners[machine.upcomingRun] = continuation
      receive(.begin(session: session))
    }
    if let error { throw error }
  }

  /// The document's form of ``beginRecording(session:)``.
  /// - Parameter completion: called once, also with an error, which the service's own recorder does not report.
  public nonisolated func beginRecording(
    session: Int, completion: @escaping @Sendable (Result<Void, AudioRecorderError>) -> Void
  ) {
    Task {
      do throws(AudioRecorderError) {
        try await beginRecording(session: session)
        completion(.success(()))
      } catch {
        completion(.failure(error))
      }
    }
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
    switch effect {
    case .activateSession(let run):
      receive(.sessionActivated(await succeeds(device.activateSession), run: run))
    case .requestPermission(let run): receive(.permission(await device.requestPermission(), run: run))
    case .startCapture(let run):
      let settings = settings
      receive(.started(await succeeds { [device] in try await device.start(settings) }, run: run))
    case .pauseCapture: await device.pause()
    case .resumeCapture(let run): receive(.resumed(await succeeds(device.resume), run: run))
    case .stopCapture(let run): receive(.captureFinished(isWhole: await device.stop(), run: run))
    case .keepRecording(let run):
      receive(.saved(location: try? await device.keepRecording(name: makeFileName()), run: run))
    case .startMeasuring, .stopMeasuring, .answerBegin, .report: break
    }
  }

  private func succeeds(_ work: @Sendable () async throws -> Void) async -> Bool {
    do { try await work() } catch { return false }
    return true
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
