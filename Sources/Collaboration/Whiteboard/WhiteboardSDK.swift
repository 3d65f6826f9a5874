public import CollaborationModels
import SchemaRuntime

/// The entry to live rooms and playbacks.
///
/// It keeps what they share: the common callbacks, the type registered for the global state, and the callbacks of the
/// last room and playback, which stay when one joins again without any.
public final class WhiteboardSDK: Sendable {
  /// What cannot be changed later.
  public struct Configuration: Hashable, Sendable {
    /// Whether the URL interrupter of the common callbacks is asked.
    public var enableInterrupterAPI: Bool

    public init(enableInterrupterAPI: Bool = false) { self.enableInterrupterAPI = enableInterrupterAPI }
  }

  let context: WhiteboardContext
  let transport: any RoomTransport
  let recordings: any RecordingSource
  let clock: any Clock<Duration>
  let roomCallbacks = CallbackSlot<any RoomCallbacks>()
  let playerCallbacks = CallbackSlot<any PlayerCallbacks>()

  /// Makes the library.
  /// - Parameters:
  ///   - transport: The way to the service.
  ///   - recordings: Where playbacks find what was recorded.
  ///   - clock: The time of timeouts and playbacks.
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

  /// Replaces the common callbacks of all rooms and playbacks, from now on; nil removes them.
  public func setCommonCallbacks(_ callbacks: (any CommonCallbacks)?) { context.setCallbacks(callbacks) }
}

// MARK: - Custom global state

extension WhiteboardSDK {
  /// Registers the application's own type for the global state of all rooms and playbacks: a generated model, which
  /// validates what it reads, or any other Codable type. It takes the place of the one before.
  public func registerGlobalState<State: Codable & Sendable>(_ type: State.Type) { context.globalState.register(type) }

  /// Removes the registered type; the global state is a JSON object again.
  public func unregisterGlobalState() { context.globalState.clear() }
}

// MARK: - Rooms

extension WhiteboardSDK {
  /// Joins a room.
  /// - Parameter callbacks: Who hears of the room; nil keeps the callbacks of the room before.
  /// - Throws: a failure with the code -100 when joining fails or takes longer than the config's timeout, and
  ///   ``WhiteboardFailure/invalidPayload(_:)`` for a config that is not valid.
  public func joinRoom(
    _ config: RoomConfig, callbacks: (any RoomCallbacks)? = nil
  ) async throws(WhiteboardFailure) -> Room {
    do { try config.validate() } catch { throw .invalidPayload(error) }
    let room = Room(config: config, callbacks: roomCallbacks.use(callbacks), context: context, clock: clock)
    try await room.join(by: transport)
    return room
  }

  /// Joins a room, and calls once when it is joined or joining has failed.
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
  /// Makes the playback of a recorded room. It waits for its first frame, which `play` and `seek` load.
  /// - Parameter callbacks: Who hears of the playback; nil keeps the callbacks of the one before.
  /// - Throws: a failure with the code -101 when there is no recording of that time, one with -400 for a step or a
  ///   duration that cannot be used, and ``WhiteboardFailure/invalidPayload(_:)`` for a config that is not valid.
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

  /// Makes the playback of a recorded room, and calls once when it is there or cannot be made.
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
