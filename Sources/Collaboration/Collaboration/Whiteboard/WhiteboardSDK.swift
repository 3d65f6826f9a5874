public import CollaborationModels
import SchemaRuntime

/// The entry point for live rooms and playbacks.
///
/// It holds their shared state: the common callbacks, the type registered for the global state, and the callbacks of
/// the last room and playback, which are kept when joining again without any.
public final class WhiteboardSDK: Sendable {
  /// What happens to changes that are made while a room reconnects. Questions are refused in any case.
  public enum OfflineChanges: Hashable, Sendable {
    /// They are visible at once as always, wait, and are sent in their order when the connection is restored, each once.
    /// Those beyond a number, or beyond a size as JSON, are refused
    /// (``WhiteboardFailure/tooManyOfflineChanges(count:bytes:)``).
    case wait(maximumCount: Int = 1_024, maximumBytes: Int = 1 << 20)
    /// They are refused (``WhiteboardFailure/notConnected(_:)``).
    case refused
  }

  /// Settings that cannot be changed later.
  public struct Configuration: Hashable, Sendable {
    /// Whether to call the URL interrupter of the common callbacks.
    public var enableInterrupterAPI: Bool

    /// How long a request to the service may take; also, how long a connection may be silent while an answer is due
    /// before it is replaced. Default: 15 seconds.
    ///
    /// Afterwards, waiting functions throw ``WhiteboardFailure/requestTimedOut(after:)``. Changes that are already
    /// visible are taken back (``RoomEvent/changeFailed(_:_:)``).
    public var requestTimeout: Duration
    /// How long leaving a room may take. Default: 5 seconds. Afterwards, the room is left without an answer.
    public var leaveTimeout: Duration
    /// The limit of the first wait between two attempts to connect. Waits are random, so that clients that have lost a
    /// service together do not return together, and their limit doubles from attempt to attempt. Unanswered messages are
    /// repeated after such a wait in addition to this time. Default: 1 second.
    public var retryInterval: Duration
    /// The limit of all such waits. Default: 30 seconds.
    public var maximumRetryInterval: Duration
    /// The time after which a quiet connection is checked. Default: 10 seconds.
    public var heartbeatInterval: Duration
    /// What happens to changes that are made while a room reconnects. Default: they wait.
    public var offlineChanges: OfflineChanges

    public init(
      enableInterrupterAPI: Bool = false, requestTimeout: Duration = .seconds(15),
      leaveTimeout: Duration = .seconds(5), retryInterval: Duration = .seconds(1),
      maximumRetryInterval: Duration = .seconds(30),
      heartbeatInterval: Duration = .seconds(10),
      offlineChanges: OfflineChanges = .wait()
    ) {
      self.enableInterrupterAPI = enableInterrupterAPI
      self.requestTimeout = requestTimeout
      self.leaveTimeout = leaveTimeout
      self.retryInterval = retryInterval
      self.maximumRetryInterval = maximumRetryInterval
      self.heartbeatInterval = heartbeatInterval
      self.offlineChanges = offlineChanges
    }

    var timing: LinkTiming {
      func milliseconds(_ duration: Duration) -> Int { min(max(duration.wholeMilliseconds, 1), 2_147_483_647) }
      return LinkTiming(
        request: milliseconds(requestTimeout), leave: milliseconds(leaveTimeout), retry: milliseconds(retryInterval),
        maximumRetry: milliseconds(maximumRetryInterval), heartbeat: milliseconds(heartbeatInterval))
    }
  }

  let configuration: Configuration
  let context: WhiteboardContext
  let transport: any RoomTransport
  let recordings: any RecordingSource
  let clock: any Clock<Duration>
  private let seeds: BackoffSeeds
  private let log: ClientEvent.Log?
  let roomCallbacks = CallbackSlot<any RoomCallbacks>()
  let playerCallbacks = CallbackSlot<any PlayerCallbacks>()

  /// Creates the library.
  /// - Parameters:
  /// - transport: The connection to the service.
  /// - recordings: The source of recordings for playbacks.
  /// - clock: The clock for timeouts and playbacks.
  /// - random: The generator of the random waits between attempts to reconnect.
  /// - log: Receives what happens to the connections of rooms.
  public init(
    configuration: Configuration = Configuration(), transport: any RoomTransport,
    recordings: any RecordingSource = NoRecordings(), clock: any Clock<Duration> = ContinuousClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    commonCallbacks: (any CommonCallbacks)? = nil, log: ClientEvent.Log? = nil
  ) {
    self.log = log
    self.configuration = configuration
    context = WhiteboardContext(interruptsURLs: configuration.enableInterrupterAPI, callbacks: commonCallbacks)
    self.transport = transport
    self.recordings = recordings
    seeds = BackoffSeeds(random)
    self.clock = clock
  }

  /// Replaces the common callbacks of all rooms and playbacks from now on; nil removes them.
  public func setCommonCallbacks(_ callbacks: (any CommonCallbacks)?) { context.setCallbacks(callbacks) }
}

// MARK: - Custom global state

extension WhiteboardSDK {
  /// Registers the application's own type for the global state of all rooms and playbacks: a generated model, which
  /// validates its input, or any other Codable type. It replaces the previous one.
  /// - Returns: false if values of the type are not JSON objects, such as arrays and numbers. Then no type is registered.
  @discardableResult
  public func registerGlobalState<State: Codable & Sendable>(_ type: State.Type) -> Bool {
    context.globalState.register(type)
  }

  /// Removes the registered type; the global state is a JSON object again.
  public func unregisterGlobalState() { context.globalState.clear() }
}

// MARK: - Rooms

extension WhiteboardSDK {
  /// Joins a room.
  /// - Parameter callbacks: The callbacks of the room; nil keeps those of the previous room.
  /// - Throws: a failure with the code -100 if joining fails or exceeds the config's timeout,
  ///   ``WhiteboardFailure/invalidPayload(_:)`` for an invalid config, and `CancellationError`.
  public func joinRoom(_ config: RoomConfig, callbacks: (any RoomCallbacks)? = nil) async throws -> Room {
    do { try config.validate() } catch { throw WhiteboardFailure.invalidPayload(error) }
    let room = Room(
      config: config, callbacks: roomCallbacks.use(callbacks), context: context, transport: transport,
      timing: configuration.timing, seed: seeds.next(), offlineChanges: configuration.offlineChanges, clock: clock,
      log: ClientLog(of: .room(config.uuid), log))
    try await room.join()
    return room
  }
}

// MARK: - Playbacks

extension WhiteboardSDK {
  /// Creates the playback of a recorded room. It waits for its first frame, which `play` and `seek` load.
  /// - Parameter callbacks: The callbacks of the playback; nil keeps those of the previous one.
  /// - Throws: a failure with the code -101 if there is no recording of that time, with -400 for an invalid step or
  ///   duration, ``WhiteboardFailure/invalidPayload(_:)`` for an invalid config,
  ///   ``WhiteboardFailure/requestTimedOut(after:)``, and `CancellationError`.
  public func createPlayer(
    _ config: PlayerConfig, callbacks: (any PlayerCallbacks)? = nil
  ) async throws -> Player {
    do { try config.validate() } catch { throw WhiteboardFailure.invalidPayload(error) }
    let (step, duration) = (try config.stepMilliseconds, try config.durationMilliseconds)
    let recording: RoomRecording
    do {
      recording = try await configuration.withRequestTimeout(on: clock) { [recordings] in
        try await recordings.recording(for: config)
      }
    } catch let failure as WhiteboardFailure {
      throw failure
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch { throw WhiteboardFailure.replayFailed("\(error)") }
    let part = try recording.part(from: config.beginTimestamp, duration: duration)
    let machine = PlayerMachine(part, step: step, hasMedia: config.mediaURL != nil)
    return Player(
      config: config, machine: machine, callbacks: playerCallbacks.use(callbacks), source: recordings,
      context: context, configuration: configuration, clock: clock)
  }
}

extension WhiteboardSDK.Configuration {
  /// Waits for an operation until the timeout for requests.
  func withRequestTimeout<Value: Sendable>(
    on clock: any Clock<Duration>, _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    switch await waitForResult(within: .milliseconds(timing.request), on: clock, operation) {
    case .answered(let result): return try result.get()
    case .timedOut: throw WhiteboardFailure.requestTimedOut(after: .milliseconds(timing.request))
    case .cancelled: throw CancellationError()
    }
  }
}
