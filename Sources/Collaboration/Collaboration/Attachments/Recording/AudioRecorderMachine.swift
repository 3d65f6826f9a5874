import CollaborationModels

/// The rules of a recorder: which events count in which phase, and the resulting effects.
///
/// A recording starts in three steps (audio session, permission, device), continues until something stops it, and is
/// kept in two (the device finishes the file, the file is copied under its own name). Answers carry the number of their
/// run, so that a late one never affects the next recording.
struct AudioRecorderMachine: Hashable, Sendable {
  enum Phase: Hashable, Sendable, CaseIterable {
    case stopped, activatingSession, requestingPermission, starting, recording, paused, resuming, stopping, saving
    /// Stopped while the device was starting: its file is finished, but not kept.
    case cancelling
  }

  enum Event: Hashable, Sendable {
    case begin(session: Int)
    case pause, resume, stop
    /// Interrupted by the system or moved to the background.
    case interrupted
    case sessionActivated(Bool, run: Int)
    case permission(Bool, run: Int)
    case started(Bool, run: Int)
    case resumed(Bool, run: Int)
    case measured(power: Double, run: Int)
    case elapsed(duration: Duration, run: Int)
    /// The device finished as requested.
    case captureFinished(isWhole: Bool, run: Int)
    /// The device finished by itself.
    case captureEnded(isWhole: Bool)
    case saved(location: String?, run: Int)
  }

  enum Effect: Hashable, Sendable {
    case activateSession(run: Int)
    case requestPermission(run: Int)
    case startCapture(run: Int)
    case pauseCapture
    case resumeCapture(run: Int)
    case stopCapture(run: Int)
    case keepRecording(run: Int)
    case startMeasuring(run: Int)
    case stopMeasuring
    /// Answers the caller that started the recording; nil means success.
    case answerBegin(AudioRecorderError?, run: Int)
    case report(AudioRecorderEvent)
  }

  private(set) var phase = Phase.stopped
  private(set) var context = RecordingContext(state: .stopped, duration: 0, averagePower: 0)
  /// Counts the requested recordings.
  private(set) var run = 0
  private(set) var session = 0
  /// A recording that was requested while the previous one was being finished.
  private(set) var next: (run: Int, session: Int)? {
    get { nextRun.map { ($0, nextSession) } }
    set {
      nextRun = newValue?.run
      nextSession = newValue?.session ?? 0
    }
  }
  private var nextRun: Int?
  private var nextSession = 0
  private var lastRun = 0

  /// The run number of the next `begin`.
  var upcomingRun: Int { lastRun &+ 1 }

  mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .begin(let session): begin(session)
    case .pause: pause()
    case .resume: resume()
    case .stop, .interrupted: stop()
    case .sessionActivated(let succeeded, run): sessionActivated(succeeded)
    case .permission(let isGranted, run): permission(isGranted)
    case .started(let succeeded, run): started(succeeded)
    case .resumed(let succeeded, run): resumed(succeeded)
    case .measured(let power, run): measured(power)
    case .elapsed(let duration, run): elapsed(duration)
    case .captureFinished(let isWhole, run): captureFinished(isWhole)
    case .captureEnded(let isWhole): captureEnded(isWhole)
    case .saved(let location, run): saved(location)
    case .sessionActivated, .permission, .started, .resumed, .measured, .elapsed, .captureFinished, .saved:
      []  // an answer to an earlier run
    }
  }
}

// MARK: - What callers ask

extension AudioRecorderMachine {
  private mutating func begin(_ newSession: Int) -> [Effect] {
    lastRun = upcomingRun
    switch phase {
    case .stopped:
      run = lastRun
      session = newSession
      context = RecordingContext(state: .stopped, duration: 0, averagePower: 0)
      phase = .activatingSession
      return [.activateSession(run: run)]
    case .stopping, .saving, .cancelling:
      // Of several waiting requests, the last one counts.
      let replaced = next
      next = (lastRun, newSession)
      return replaced.map { Self.refusal(.failedToBegin, run: $0.run, session: $0.session) } ?? []
    case .activatingSession, .requestingPermission, .starting, .recording, .paused, .resuming:
      return Self.refusal(.failedToBegin, run: lastRun, session: newSession)
    }
  }

  private mutating func pause() -> [Effect] {
    guard phase == .recording else { return [] }
    phase = .paused
    context.state = .paused
    return [.stopMeasuring, .pauseCapture, reportContext()]
  }

  private mutating func resume() -> [Effect] {
    guard phase == .paused else { return [] }
    phase = .resuming
    return [.resumeCapture(run: run)]
  }

  private mutating func stop() -> [Effect] {
    if let next {
      self.next = nil
      return Self.refusal(.failedToBegin, run: next.run, session: next.session)
    }
    switch phase {
    case .stopped, .stopping, .saving, .cancelling: return []
    case .activatingSession, .requestingPermission: return fail(.failedToBegin)
    case .starting:
      phase = .cancelling
      return [.stopCapture(run: run)] + Self.refusal(.failedToBegin, run: run, session: session)
    case .recording, .paused, .resuming:
      phase = .stopping
      // The document lists three states, so a caller that stops is also notified of the third.
      context.state = .stopped
      return [.stopMeasuring, .stopCapture(run: run), reportContext()]
    }
  }
}

// MARK: - What the device answers

extension AudioRecorderMachine {
  private mutating func sessionActivated(_ succeeded: Bool) -> [Effect] {
    guard phase == .activatingSession else { return [] }
    guard succeeded else { return fail(.failedToBegin) }
    phase = .requestingPermission
    return [.requestPermission(run: run)]
  }

  private mutating func permission(_ isGranted: Bool) -> [Effect] {
    guard phase == .requestingPermission else { return [] }
    guard isGranted else { return fail(.noRecordPermission) }
    phase = .starting
    return [.startCapture(run: run)]
  }

  private mutating func started(_ succeeded: Bool) -> [Effect] {
    guard phase == .starting else { return [] }
    guard succeeded else { return fail(.failedToBegin) }
    phase = .recording
    context.state = .recording
    return [.startMeasuring(run: run), reportContext(), .answerBegin(nil, run: run)]
  }

  private mutating func resumed(_ succeeded: Bool) -> [Effect] {
    guard phase == .resuming else { return [] }
    guard succeeded else {
      phase = .paused
      return [.report(.failed(.failedToResume, session: session))]
    }
    phase = .recording
    context.state = .recording
    return [.startMeasuring(run: run), reportContext()]
  }

  private mutating func measured(_ power: Double) -> [Effect] {
    guard phase == .recording, power.isFinite else { return [] }
    context.averagePower = Waveform.height(power)
    return [reportContext()]
  }

  private mutating func elapsed(_ duration: Duration) -> [Effect] {
    let duration = duration.inSeconds
    // A recording never gets shorter; a device that reports so has restarted its counter.
    guard phase == .recording, duration >= context.duration else { return [] }
    context.duration = duration
    return [reportContext()]
  }

  private mutating func captureFinished(_ isWhole: Bool) -> [Effect] {
    switch phase {
    case .stopping: return save(isWhole)
    case .cancelling: return finish([])
    case .stopped, .activatingSession, .requestingPermission, .starting, .recording, .paused, .resuming, .saving:
      return []
    }
  }

  private mutating func captureEnded(_ isWhole: Bool) -> [Effect] {
    switch phase {
    case .recording, .paused, .resuming:
      context.state = .stopped
      return [.stopMeasuring, reportContext()] + save(isWhole)
    case .stopped, .activatingSession, .requestingPermission, .starting, .stopping, .saving, .cancelling:
      return []
    }
  }

  private mutating func save(_ isWhole: Bool) -> [Effect] {
    guard isWhole else { return finish([.report(.failed(.failedToSave, session: session))]) }
    phase = .saving
    return [.keepRecording(run: run)]
  }

  private mutating func saved(_ location: String?) -> [Effect] {
    guard phase == .saving else { return [] }
    guard let location else { return finish([.report(.failed(.failedToSave, session: session))]) }
    return finish([.report(.finished(location: location, session: session))])
  }

  private func reportContext() -> Effect { .report(.context(context, session: session)) }

  private mutating func fail(_ error: AudioRecorderError) -> [Effect] {
    let refusal = Self.refusal(error, run: run, session: session)
    return finish(refusal)
  }

  /// Returns to rest, or continues with the waiting recording.
  private mutating func finish(_ effects: [Effect]) -> [Effect] {
    phase = .stopped
    context.state = .stopped
    guard let next else { return effects }
    self.next = nil
    run = next.run
    session = next.session
    context = RecordingContext(state: .stopped, duration: 0, averagePower: 0)
    phase = .activatingSession
    return effects + [.activateSession(run: run)]
  }

  private static func refusal(_ error: AudioRecorderError, run: Int, session: Int) -> [Effect] {
    [.report(.failed(error, session: session)), .answerBegin(error, run: run)]
  }
}
