public import CollaborationModels
public import SchemaRuntime

/// The playback of a recorded room.
///
/// Its properties are the cached state, which can be read at any time. A callback that reads them sees the state that
/// it was called for. The entire state is read-only, including the global state; changes to a copy have no effect.
///
/// A class with a lock for the same reasons as ``Room``. Time is measured by the clock that it was created with.
public final class Player: Sendable {
  enum Delivery: Sendable {
    case event(PlayerEvent)
    /// A caller waits for a seek, and resumes after the earlier callbacks have returned.
    case resume(@Sendable () -> Void)
    /// The playback was stopped: its sequences of events end.
    case end
  }

  struct State {
    var machine: PlayerMachine
    /// Returns the time since the playback started to run, and how much of it the machine has processed.
    var watch: Timeline?
    var accounted = 0
    var running: Task<Void, Never>?
    var loading: Task<Void, Never>?
    var seeks: [Int: CheckedContinuation<Result<SeekingResult, any Error>, Never>] = [:]
    /// Seeks whose callers were cancelled before they waited.
    var cancelled: Set<Int> = []
    var lastSeek = 0
  }

  /// The configuration of the playback.
  public let config: PlayerConfig
  private let context: WhiteboardContext
  private let callbacks: (any PlayerCallbacks)?
  private let source: any RecordingSource
  private let configuration: WhiteboardSDK.Configuration
  private let clock: any Clock<Duration>
  private let guarded: Mutex<State>
  private let deliveries = OrderedDelivery<Delivery>()
  private let broadcast = EventBroadcast<PlayerEvent>()

  init(
    config: PlayerConfig, machine: PlayerMachine, callbacks: (any PlayerCallbacks)?, source: any RecordingSource,
    context: WhiteboardContext, configuration: WhiteboardSDK.Configuration, clock: any Clock<Duration>
  ) {
    self.config = config
    self.callbacks = callbacks
    self.source = source
    self.context = context
    self.configuration = configuration
    self.clock = clock
    guarded = Mutex(State(machine: machine))
  }

  deinit {
    guarded.withLock { state in
      state.running?.cancel()
      state.loading?.cancel()
    }
  }

  /// Returns all events from now on, in the same order as the callbacks. The sequence ends when the playback is stopped,
  /// and after 1,024 events that waited for a slow listener.
  public func events() -> AsyncStream<PlayerEvent> { broadcast.events() }
}

// MARK: - The cached state

extension Player {
  private func read<Value: Sendable>(_ value: (PlayerMachine) -> Value) -> Value {
    guarded.withLock { value($0.machine) }
  }

  /// The current phase; initially waitingFirstFrame.
  public var phase: PlayerPhase { read { $0.phase } }
  /// The visible state; nil in the phase waitingFirstFrame.
  public var state: PlayerState? { read { $0.state } }
  /// The playback time, in the form of the wire, and as durations.
  public var timeInfo: TimeInfo { read { $0.timeInfo } }
  /// The application's global state as sent by the service; nil while there is no state.
  public var globalState: JSONObject? { state?.globalState }

  /// Returns the global state as a value of the registered type; nil while there is no state.
  /// - Throws: ``WhiteboardFailure/globalStateNotRegistered(_:)`` for another type, or the reason why the state does
  ///   not match.
  public func globalState<Value: Codable & Sendable>(as type: Value.Type) throws(WhiteboardFailure) -> Value? {
    guard let object = globalState else {
      try context.globalState.requireRegistration(of: type)
      return nil
    }
    return try context.globalState.read(object, as: type)
  }

  /// Returns the global state as a value of the registered type, if any; nil without a type or a state.
  public func customGlobalState() throws(WhiteboardFailure) -> (any Sendable)? {
    guard let object = globalState else { return nil }
    return try context.globalState.read(object)
  }
}

// MARK: - Commands

extension Player {
  /// Starts or resumes the playback; after the end, restarts it. Loads the first frame if necessary.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` if the playback was stopped.
  public func play() throws(WhiteboardFailure) { try process(.play) }

  /// Pauses the playback.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` if the playback was stopped.
  public func pause() throws(WhiteboardFailure) { try process(.pause) }

  /// Stops the playback permanently. The last state can still be read.
  public func stop() {
    // Stopping never fails.
    try? process(.stop)
  }

  /// Changes how the viewer sees the room. Does not cause a callback.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` if the playback was stopped.
  public func setObserverMode(_ mode: ObserverMode) throws(WhiteboardFailure) { try process(.setObserverMode(mode)) }

  /// Seeks to a time; a time past the end is the end.
  ///
  /// If the recording does not provide the data within the timeout for requests, the playback pauses with an error. If
  /// the task is cancelled, only the wait ends: the playback still seeks.
  /// - Returns: the result, also if a later seek replaced this one. With sound or video it succeeds immediately.
  /// - Throws: ``WhiteboardFailure/invalidTime(_:)`` for a negative time; then nothing changes.
  ///   `CancellationError`.
  public func seek(toScheduleTime time: Duration) async throws -> SeekingResult {
    guard time >= .zero else { throw WhiteboardFailure.invalidTime(time) }
    let target = time.wholeMilliseconds
    let id = guarded.withLock { state in
      state.lastSeek &+= 1
      return state.lastSeek
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let refusal = guarded.withLock { state -> (any Error)? in
          if state.cancelled.remove(id) != nil { return CancellationError() }
          state.seeks[id] = continuation
          do throws(WhiteboardFailure) {
            try process(.seek(id: id, to: target), &state)
            return nil
          } catch {
            state.seeks[id] = nil
            return error
          }
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
        deliver()
      }
    } onCancel: {
      cancelSeek(id)
    }
    guarded.withLock { _ = $0.cancelled.remove(id) }
    return try result.get()
  }

  private func cancelSeek(_ id: Int) {
    let seek = guarded.withLock { state in
      let seek = state.seeks.removeValue(forKey: id)
      if seek == nil { state.cancelled.insert(id) }
      return seek
    }
    seek?.resume(returning: .failure(CancellationError()))
  }
}

// MARK: - What happens

extension Player {
  private func process(_ input: PlayerMachine.Input) throws(WhiteboardFailure) {
    // Delivers the effects of passed time even if the input is refused.
    defer { deliver() }
    try guarded.withLock { state throws(WhiteboardFailure) in try process(input, &state) }
  }

  /// Passes the elapsed time and then the input to the machine. The lock must be held.
  private func process(_ input: PlayerMachine.Input, _ state: inout State) throws(WhiteboardFailure) {
    if let elapsed = state.watch?.now() {
      let passed = elapsed - state.accounted
      state.accounted = elapsed
      for effect in try state.machine.receive(.timePassed(milliseconds: passed)) { perform(effect, &state) }
    }
    let wasStopped = state.machine.phase == .stopped
    for effect in try state.machine.receive(input) { perform(effect, &state) }
    if !wasStopped, state.machine.phase == .stopped { deliveries.add(.end) }
  }

  private func deliver() {
    deliveries.run { delivery in
      switch delivery {
      case .event(let event):
        callbacks?.fire(event, in: self)
        broadcast.send(event)
      case .resume(let resume): resume()
      case .end: broadcast.finish()
      }
    }
  }

  private func perform(_ effect: PlayerMachine.Effect, _ state: inout State) {
    switch effect {
    case .notify(let event): deliveries.add(.event(event))
    case .prepare(let load, let time):
      state.loading?.cancel()
      state.loading = prepare(load, at: time)
    case .seekEnded(let id, let result):
      guard let seek = state.seeks.removeValue(forKey: id) else { return }
      deliveries.add(.resume { seek.resume(returning: .success(result)) })
    case .startTime:
      state.watch = Timeline(clock)
      state.accounted = 0
      state.running?.cancel()
      state.running = run()
    case .stopTime:
      state.watch = nil
      state.running?.cancel()
      state.running = nil
    }
  }

  private func prepare(_ load: Int, at time: Int) -> Task<Void, Never> {
    Task { [weak self, source, config, configuration, clock] in
      // The machine never rejects responses: late ones are ignored.
      do {
        try await configuration.withRequestTimeout(on: clock) {
          try await source.prepare(config, at: .milliseconds(time))
        }
        try self?.process(.prepared(load: load))
      } catch {
        try? self?.process(.preparingFailed(load: load, reason: "\(error)"))
      }
    }
  }

  /// Lets time pass while the playback runs: sleeps until the next event.
  private func run() -> Task<Void, Never> {
    Task { [weak self, clock] in
      while !Task.isCancelled, let wait = self?.read(\.timeToNext) {
        do { try await clock.sleep(for: .timer(milliseconds: wait)) } catch { return }
        if Task.isCancelled { return }
        // The elapsed time is read from the watch; this input is never refused.
        try? self?.process(.timePassed(milliseconds: 0))
      }
    }
  }
}
