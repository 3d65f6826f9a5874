public import CollaborationModels
public import SchemaRuntime

/// An error of a room, a playback or the library.
///
/// ``error`` is the payload of the service's error callbacks, with its code and domain.
public enum WhiteboardFailure: Error, Hashable, Sendable {
  /// A received or outgoing payload is invalid.
  case invalidPayload(SchemaError)
  /// The payload of a message does not have the form that its kind requires.
  case invalidMessage(String)
  /// Joining failed, with the reason.
  case joinFailed(String)
  /// Joining took longer than this many milliseconds.
  case joinTimedOut(after: Duration)
  /// The room can be changed only while connected, or while it reconnects if its changes may wait.
  case notConnected(RoomPhase)
  /// The local member may not change the room.
  case notWritable
  /// The connection ended before the service answered. Changes without an answer are taken back.
  case connectionEnded
  /// The service did not answer within this many milliseconds. It may still do what was requested; its effects then
  /// arrive like those of other members.
  case requestTimedOut(after: Duration)
  /// The service has handled the change, but its answer was lost with the connection: the state shows whether it was
  /// made.
  case answerLost
  /// Too many changes, or too large ones, wait for the connection (``WhiteboardSDK/OfflineChanges``).
  case tooManyOfflineChanges(count: Int, bytes: Int)
  /// A room cannot change from one phase to the other.
  case illegalRoomPhase(from: RoomPhase, to: RoomPhase)
  /// A playback cannot change from one phase to the other.
  case illegalPlayerPhase(from: PlayerPhase, to: PlayerPhase)
  /// An event names an author who is not in the room.
  case unknownMember(Int)
  /// A scene path that does not begin with "/" or has an empty part, or a scene name that contains a "/".
  case illegalScenePath(String)
  /// There is no scene or folder with this path.
  case sceneNotFound(String)
  /// The path of a folder was given instead of a scene.
  case scenePathIsDirectory(String)
  /// The path of a scene was given instead of a folder.
  case scenePathIsScene(String)
  /// There is no scene with this index in the folder.
  case sceneIndexOutOfRange(Int)
  /// There is no page with this index to remove.
  case pageIndexOutOfRange(Int)
  /// The only page cannot be removed.
  case lastPage
  /// A change would make what members have written into the room larger than the service allows; with the maximum number
  /// of bytes as JSON.
  case roomFull(limit: Int)
  /// The store was disconnected or deleted.
  case storeClosed(String)
  /// The type is not registered for the global state.
  case globalStateNotRegistered(String)
  /// The global state does not match the registered type, or the value is not a JSON object; with the reason.
  case globalStateMismatch(String)
  /// A setting is invalid; with its name.
  case invalidConfiguration(String)
  /// The recording cannot be played, with the reason.
  case replayFailed(String)
  /// A time is outside the recording: negative.
  case invalidTime(Duration)
  /// An error from the service.
  case service(WhiteboardError)
}

extension WhiteboardFailure {
  /// The code of the error: -100 for joining, -101 for playback, -400 for setup, -1000 for an operation.
  public var code: Int {
    switch self {
    case .joinFailed, .joinTimedOut: -100
    case .replayFailed: -101
    case .invalidConfiguration: -400
    case .service(let error): error.code
    case .invalidPayload, .invalidMessage, .notConnected, .notWritable, .connectionEnded, .requestTimedOut,
      .answerLost, .tooManyOfflineChanges, .illegalRoomPhase,
      .illegalPlayerPhase, .unknownMember, .illegalScenePath, .sceneNotFound, .scenePathIsDirectory,
      .scenePathIsScene, .sceneIndexOutOfRange, .pageIndexOutOfRange, .lastPage, .roomFull, .storeClosed,
      .globalStateNotRegistered, .globalStateMismatch, .invalidTime:
      -1000
    }
  }

  /// The error in the form of callbacks.
  public var error: WhiteboardError {
    if case .service(let error) = self { return error }
    return WhiteboardError(code: code, message: description)
  }

  /// The error in the form of `throwError`: with the code of uncaught errors, the largest 64-bit integer.
  public var uncaught: WhiteboardError { WhiteboardError(code: .max, message: description) }

  /// The error in the form reported for a frame that could not be appended: with the code -100.
  var whenAppending: WhiteboardError { WhiteboardError(code: -100, message: description) }
}

extension WhiteboardFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidPayload(let error): error.description
    case .invalidMessage(let reason): "expected a valid message: \(reason)"
    case .joinFailed(let reason): "the room could not be joined: \(reason)"
    case .joinTimedOut(let limit): "the room could not be joined within \(limit)"
    case .notConnected(let phase): "expected the phase 'connected', found '\(phase.rawValue)'"
    case .notWritable: "expected a writable room, found one that can only be read"
    case .connectionEnded: "the connection ended before the service answered"
    case .requestTimedOut(let limit): "the service did not answer within \(limit)"
    case .answerLost: "the answer of the service was lost with the connection"
    case .tooManyOfflineChanges(let count, let bytes):
      "expected at most \(count) changes with \(bytes) bytes to wait for the connection, found more"
    case .illegalRoomPhase(let from, let to): "the phase cannot change from '\(from.rawValue)' to '\(to.rawValue)'"
    case .illegalPlayerPhase(let from, let to): "the phase cannot change from '\(from.rawValue)' to '\(to.rawValue)'"
    case .unknownMember(let id): "expected a member of the room, found \(id)"
    case .illegalScenePath(let path):
      "expected a scene path that begins with '/' and has no empty part, found '\(path)'"
    case .sceneNotFound(let path): "no scene is called '\(path)'"
    case .scenePathIsDirectory(let path): "expected a scene, found the folder '\(path)'"
    case .scenePathIsScene(let path): "expected a folder, found the scene '\(path)'"
    case .sceneIndexOutOfRange(let index): "no scene has the index \(index)"
    // The service's own texts.
    case .pageIndexOutOfRange: "removePage warning, index out of range"
    case .lastPage: "removePage warning, can't remove the last page"
    case .roomFull(let limit): "expected at most \(limit) bytes in the room, found more"
    case .storeClosed(let name): "the store '\(name)' is disconnected"
    case .globalStateNotRegistered(let type): "the type '\(type)' is not registered for the global state"
    case .globalStateMismatch(let reason): reason
    case .invalidConfiguration(let name): "the setting '\(name)' cannot be used"
    case .replayFailed(let reason): "the recording cannot be played: \(reason)"
    case .invalidTime(let time): "expected a time in the recording, found \(time)"
    case .service(let error): error.message ?? "the service answered with the error \(error.code)"
    }
  }
}
