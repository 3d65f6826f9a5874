public import CollaborationModels
import SchemaRuntime

/// The entry point for live rooms and playbacks.
///
/// It holds their shared state: the common callbacks, the type registered for the global state, and the callbacks of
/// the last room and playback, which are kept when joining again without any.
public final class WhiteboardSDK: Sendable {
  /// Settings that cannot be changed later.
  public struct Configuration: Hashable, Sendable {
    /// Whether to call the URL interrupter of the common callbacks.
    public var enableInterrupterAPI: Bool

    public init(enableInterrupterAPI: Bool = false) { self.enableInterrupterAPI = enableInterrupterAPI }
  }

  let context: WhiteboardContext
  let transport: any RoomTransport
  let recordings: any RecordingSource
  let clock: any Clock<Duration>
  let roomCallbacks = CallbackSlot<any RoomCallbacks>()
  let playerCallbacks = CallbackSlot<any PlayerCallbacks>()

  /// Creates the library.
  /// - Parameters:
  /// - transport: The connection to the service.
  /// - recordings: The source of recordings for playbacks.
  /// - clock: The clock for timeouts and playbacks.
  public init(
    configuration: Configuration = Configuration(), transport: any RoomTransport,
    recordings: any RecordingSource = NoRecordings(), clock: any Clock<Duration> = ContinuousClock(),
    commonCallbacks: (any CommonCallbacks)? = nil
  ) {
    context = WhiteboardContext(interruptsURLs: configuration.enableInterrupterAPI, callbacks: commonCallbacks)
    self.transport = transport
    self.recordings = recordings
    self.clock = clock
  }

  /// Replaces the common callbacks of all rooms and playbacks from now on; nil removes them.
  public func setCommonCallbacks(_ callbacks: (any CommonCallbacks)?) { context.setCallbacks(callbacks) }
}

// MARK: - Custom global state

extension WhiteboardSDK {
  /// Registers the application's own type for the global state of all rooms and playbacks: a generated model, which
  /// validates its input, or any other Codable type. It replaces the previous one.
  public func registerGlobalState<State: Codable & Sendable>(_ type: State.Type) { context.globalState.register(type) }

  /// Removes the registered type; the global state is a JSON object again.
  public func unregisterGlobalState() { context.globalState.clear() }
}

// MARK: - Rooms

extension WhiteboardSDK {
  /// Joins a room.
  /// - Parameter callbacks: The callbacks of the room; nil keeps those of the previous room.
  /// - Throws: a failure with the code -100 if joining fails or exceeds the config's timeout, and
  ///   ``WhiteboardFailure/invalidPayload(_:)`` for an invalid config.
  public func joinRoom(
    _ config: RoomConfig, callbacks: (any RoomCallbacks)? = nil
  ) async throws(WhiteboardFailure) -> Room {
    do { try config.validate() } catch { throw .invalidPayload(error) }
    let room = Room(config: config, callbacks: roomCallbacks.use(callbacks), context: context, clock: clock)
    try await room.join(by: transport)
    return room
  }

  /// Joins a room, and calls a handler once when it is joined or joining has failed.
  public func joinRoom(
    _ config: RoomConfig, callbacks: (any RoomCallbacks)? = nil,
    completion: @escaping @Sendable (Result<Room, WhiteboardFailure>) -> Void
  ) {
    Task {
      do throws(WhiteboardFailure) {
        completion(.success(try await joinRoom(config, callbacks: callbacks)))
      } catch { completion(.failure(error)) }
    }
  }
}

// MARK: - Playbacks

extension WhiteboardSDK {
  /// Creates the playback of a recorded room. It waits for its first frame, which `play` and `seek` load.
  /// - Parameter callbacks: The callbacks of the playback; nil keeps those of the previous one.
  /// - Throws: a failure with the code -101 if there is no recording of that time, with -400 for an invalid step or
  ///   duration, and ``WhiteboardFailure/invalidPayload(_:)`` for an invalid config.
  public func createPlayer(
    _ config: PlayerConfig, callbacks: (any PlayerCallbacks)? = nil
  ) async throws(WhiteboardFailure) -> Player {
    do { try config.validate() } catch { throw .invalidPayload(error) }
    let (step, duration) = (try config.stepMilliseconds, try config.durationMilliseconds)
    let recording: RoomRecording
    do {
      recording = try await recordings.recording(for: config)
    } catch let failure as WhiteboardFailure {
      throw failure
    } catch { throw .replayFailed("\(error)") }
    let part = try recording.part(from: config.beginTimestamp, duration: duration)
    let machine = PlayerMachine(part, step: step, hasMedia: config.mediaURL != nil)
    return Player(
      config: config, machine: machine, callbacks: playerCallbacks.use(callbacks), source: recordings,
      context: context, clock: clock)
  }

  /// Creates the playback of a recorded room, and calls a handler once when it is created or this has failed.
  public func createPlayer(
    _ config: PlayerConfig, callbacks: (any PlayerCallbacks)? = nil,
    completion: @escaping @Sendable (Result<Player, WhiteboardFailure>) -> Void
  ) {
    Task {
      do throws(WhiteboardFailure) {
        completion(.success(try await createPlayer(config, callbacks: callbacks)))
      } catch { completion(.failure(error)) }
    }
  }
}
