public import CollaborationModels
public import SchemaRuntime
import Synchronization

/// The playback of a recorded room.
///
/// Its properties are the cached state, which can be read at any time: a callback that reads them sees what it was
/// called for. All of it is read-only, the global state too; a changed copy changes nothing here.
///
/// It is a class with a lock for the same reasons as ``Room``. Time is the time of the clock it was made with.
public final class Player: Sendable {
  enum Delivery: Sendable {
    case event(PlayerEvent)
    /// Somebody waits for a seek, and goes on when the callbacks before it have returned.
    case resume(@Sendable () -> Void)
  }

  struct State {
    var machine: PlayerMachine
    /// How much time has passed since the playback began to run, and how much of it the machine has heard of.
    var watch: (@Sendable () -> Int)?
    var accounted = 0
    var running: Task<Void, Never>?
    var loading: Task<Void, Never>?
    var seeks: [Int: CheckedContinuation<Result<SeekingResult, WhiteboardFailure>, Never>] = [:]
    var lastSeek = 0
  }

  /// How the playback was made.
  public let config: PlayerConfig
  private let context: WhiteboardContext
  private let callbacks: (any PlayerCallbacks)?
  private let source: any RecordingSource
  private let clock: any Clock<Duration>
  private let guarded: Mutex<State>
  private let deliveries = OrderedDelivery<Delivery>()
  private let broadcast = EventBroadcast<PlayerEvent>()

  init(
    config: PlayerConfig, machine: PlayerMachine, callbacks: (any PlayerCallbacks)?, source: any RecordingSource,
    context: WhiteboardContext, clock: any Clock<Duration>
  ) {
    self.config = config
    self.callbacks = callbacks
    self.source = source
    self.context = context
    self.clock = clock
    guarded = Mutex(State(machine: machine))
  }

  deinit {
    guarded.withLock { state in
      state.running?.cancel()
      state.loading?.cancel()
    }
  }

  /// What happens from now on, in order: the same as the callbacks hear.
  public func events() -> AsyncStream<PlayerEvent> { broadcast.events() }
}

// MARK: - The cached state

extension Player {
  private func read<Value: Sendable>(_ value: (PlayerMachine) -> Value) -> Value {
    guarded.withLock { value($0.machine) }
  }

  /// Where the playback stands. It begins with waitingFirstFrame.
  public var phase: PlayerPhase { read { $0.phase } }
  /// What is seen; nil as long as the phase is waitingFirstFrame.
  public var state: PlayerState? { read { $0.state } }
  /// Where the playback is in time, in milliseconds; it has the same in seconds.
  public var timeInfo: TimeInfo { read { $0.timeInfo } }
  /// What applications kept in the room, as it is on the wire; nil as long as there is no state.
  public var globalState: JSONObject? { state?.globalState }

  /// The global state as a value of the registered type; nil as long as there is no state.
  /// - Throws: ``WhiteboardFailure/globalStateNotRegistered(_:)`` for another type, and why the state is no such value.
  public func globalState<Value: Codable & Sendable>(as type: Value.Type) throws(WhiteboardFailure) -> Value? {
    guard let object = globalState else {
      try context.globalState.requireRegistration(of: type)
      return nil
    }
    return try context.globalState.read(object, as: type)
  }

  /// The global state as a value of whichever type is registered; nil when none is, or there is no state.
  public func customGlobalState() throws(WhiteboardFailure) -> (any Sendable)? {
    guard let object = globalState else { return nil }
    return try context.globalState.read(object)
  }

  /// Where the playback stands.
  public func getPhase() async -> PlayerPhase { phase }
  /// What is seen; nil as long as the phase is waitingFirstFrame.
  public func getPlayerState() async -> PlayerState? { state }
  /// Where the playback is in time.
  public func getPlayerTimeInfo() async -> TimeInfo { timeInfo }
  /// Calls once with where the playback stands.
  public func getPhase(result: @escaping @Sendable (PlayerPhase) -> Void) { Task { result(await getPhase()) } }
  /// Calls once with what is seen; nil as long as the phase is waitingFirstFrame.
  public func getPlayerState(result: @escaping @Sendable (PlayerState?) -> Void) {
    Task { result(await getPlayerState()) }
  }
  /// Calls once with where the playback is in time.
  public func getPlayerTimeInfo(result: @escaping @Sendable (TimeInfo) -> Void) {
    Task { result(await getPlayerTimeInfo()) }
  }
}

// MARK: - Commands

extension Player {
  /// Plays on; after the end, once more from the beginning. The first frame is loaded first if need be.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` when the playback was stopped.
  public func play() throws(WhiteboardFailure) { try process(.play) }

  /// Pauses.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` when the playback was stopped.
  public func pause() throws(WhiteboardFailure) { try process(.pause) }

  /// Stops for good. What was seen last can still be read.
  public func stop() {
    // Stopping is never refused.
    try? process(.stop)
  }

  /// Changes how the viewer sees the room. It does not come back as a callback.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` when the playback was stopped.
  public func setObserverMode(_ mode: ObserverMode) throws(WhiteboardFailure) { try process(.setObserverMode(mode)) }

  /// Goes on from another time, in seconds; past the end is the end.
  /// - Returns: what became of it: also whether a later seek took its place. With sound or video it is a success at
  ///   once.
  /// - Throws: ``WhiteboardFailure/invalidTime(_:)`` for a time that is negative or not finite; nothing changes.
  public func seek(toScheduleTime seconds: Double) async throws(WhiteboardFailure) -> SeekingResult {
    guard seconds >= 0, seconds.isFinite else { throw .invalidTime("\(seconds)") }
    let target = Int(millisecondsIn: seconds) ?? .max
    let result = await withCheckedContinuation { continuation in
      let refusal = guarded.withLock { state -> WhiteboardFailure? in
        state.lastSeek &+= 1
        let id = state.lastSeek
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
    return try result.get()
  }

  /// Goes on from another time, in seconds, and calls once with what became of it.
  public func seek(
    toScheduleTime seconds: Double, completion: @escaping @Sendable (Result<SeekingResult, WhiteboardFailure>) -> Void
  ) {
    Task {
      do throws(WhiteboardFailure) {
        completion(.success(try await seek(toScheduleTime: seconds)))
      } catch { completion(.failure(error)) }
    }
  }
}

// MARK: - What happens

extension Player {
  private func process(_ input: PlayerMachine.Input) throws(WhiteboardFailure) {
    // What time brought before a refusal has happened all the same.
    defer { deliver() }
    try guarded.withLock { state throws(WhiteboardFailure) in try process(input, &state) }
  }

  /// Lets the machine hear how much time has passed, and then take in what happens. The lock is held.
  private func process(_ input: PlayerMachine.Input, _ state: inout State) throws(WhiteboardFailure) {
    if let elapsed = state.watch?() {
      let passed = elapsed - state.accounted
      state.accounted = elapsed
      for effect in try state.machine.receive(.timePassed(milliseconds: passed)) { perform(effect, &state) }
    }
    for effect in try state.machine.receive(input) { perform(effect, &state) }
  }

  private func deliver() {
    deliveries.run { delivery in
      switch delivery {
      case .event(let event):
        callbacks?.fire(event, in: self)
        broadcast.send(event)
      case .resume(let resume): resume()
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
      state.watch = clock.stopwatch()
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
    Task { [weak self, source, config] in
      // The machine refuses no answer: one that comes too late changes nothing.
      do {
        try await source.prepare(config, at: time)
        try self?.process(.prepared(load: load))
      } catch {
        try? self?.process(.preparingFailed(load: load, reason: "\(error)"))
      }
    }
  }

  /// Lets time pass: sleeps until something happens, as long as the playback runs.
  private func run() -> Task<Void, Never> {
    Task { [weak self, clock] in
      while !Task.isCancelled, let wait = self?.read(\.timeToNext) {
        do { try await clock.sleep(for: .timer(milliseconds: wait)) } catch { return }
        if Task.isCancelled { return }
        // How much time has passed is read from the watch; nothing of it is refused.
        try? self?.process(.timePassed(milliseconds: 0))
      }
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// The whole milliseconds since now.
  func stopwatch() -> @Sendable () -> Int {
    let start = now
    return { start.duration(to: self.now).wholeMilliseconds }
  }
}
