public import Collaboration
public import CollaborationModels

extension WhiteboardSDK {
  /// Replaces the common callbacks, as `setCommonCallbacks` does.
  public func setCommonCallbackDelegate(_ callbacks: (any CommonCallbacks)?) { setCommonCallbacks(callbacks) }

  /// Registers the application's own type, as `registerGlobalState` does: for this library, not for the process.
  @discardableResult
  public func setCustomGlobalStateClass<State: Codable & Sendable>(_ type: State.Type) -> Bool {
    registerGlobalState(type)
  }

  /// Joins a room, and calls a handler once when it is joined or joining has failed.
  public func joinRoom(
    _ config: RoomConfig, callbacks: (any RoomCallbacks)? = nil,
    completion: @escaping @Sendable (Result<Room, WhiteboardFailure>) -> Void
  ) {
    Task {
      do {
        completion(.success(try await joinRoom(config, callbacks: callbacks)))
      } catch { completion(.failure(error as? WhiteboardFailure ?? .joinFailed("\(error)"))) }
    }
  }

  /// Joins a room by its id, with default settings, and calls a handler once: with the room, or with an error.
  public func joinRoom(
    withRoomUuid roomUuid: String, roomToken: String, callbacks: (any RoomCallbacks)? = nil,
    completionHandler: @escaping @Sendable (_ success: Bool, _ room: Room?, _ error: (any Error)?) -> Void
  ) {
    joinRoom(RoomConfig(uuid: roomUuid, roomToken: roomToken), callbacks: callbacks) { result in
      switch result {
      case .success(let room): completionHandler(true, room, nil)
      case .failure(let error): completionHandler(false, nil, error)
      }
    }
  }

  /// Creates the playback of a recorded room, and calls a handler once when it is created or this has failed.
  public func createPlayer(
    _ config: PlayerConfig, callbacks: (any PlayerCallbacks)? = nil,
    completion: @escaping @Sendable (Result<Player, WhiteboardFailure>) -> Void
  ) {
    Task {
      do {
        completion(.success(try await createPlayer(config, callbacks: callbacks)))
      } catch { completion(.failure(error as? WhiteboardFailure ?? .replayFailed("\(error)"))) }
    }
  }

  /// Creates the playback of a recorded room, and calls a handler once: with the playback, or with an error.
  public func createReplayer(
    with config: PlayerConfig, callbacks: (any PlayerCallbacks)? = nil,
    completionHandler: @escaping @Sendable (_ success: Bool, _ player: Player?, _ error: (any Error)?) -> Void
  ) {
    createPlayer(config, callbacks: callbacks) { result in
      switch result {
      case .success(let player): completionHandler(true, player, nil)
      case .failure(let error): completionHandler(false, nil, error)
      }
    }
  }
}
