public import CollaborationModels
public import SchemaRuntime

/// Everything that can go wrong with a room, a playback or the library that makes them.
///
/// ``error`` is the same as the payload that the service's error callbacks carry, with its code and domain.
public enum WhiteboardFailure: Error, Hashable, Sendable {
  /// A payload that came in, or was to go out, breaks its schema.
  case invalidPayload(SchemaError)
  /// A message has no payload of the form that its kind calls for.
  case invalidMessage(String)
  /// Joining failed, with the reason.
  case joinFailed(String)
  /// Joining took longer than this many milliseconds.
  case joinTimedOut(milliseconds: Int)
  /// The room can be changed only while connected.
  case notConnected(RoomPhase)
  /// The local member may not change the room.
  case notWritable
  /// The connection ended before the service answered.
  case connectionEnded
  /// A room cannot go from one phase to the other.
  case illegalRoomPhase(from: RoomPhase, to: RoomPhase)
  /// A playback cannot go from one phase to the other.
  case illegalPlayerPhase(from: PlayerPhase, to: PlayerPhase)
  /// An event names an author who is not in the room.
  case unknownMember(Int)
  /// A scene path that does not begin with "/", or has an empty part, or a scene name that has a "/".
  case illegalScenePath(String)
  /// No scene and no folder has this path.
  case sceneNotFound(String)
  /// The path is that of a folder where a scene is needed.
  case scenePathIsDirectory(String)
  /// The path is that of a scene where a folder is needed.
  case scenePathIsScene(String)
  /// A place among the scenes of a folder that there is not.
  case sceneIndexOutOfRange(Int)
  /// A page to be removed that there is not.
  case pageIndexOutOfRange(Int)
  /// The only page cannot be removed.
  case lastPage
  /// The store was disconnected or deleted.
  case storeClosed(String)
  /// The type was not registered for the global state.
  case globalStateNotRegistered(String)
  /// The global state is not what the registered type reads, or the value is no JSON object; with the reason.
  case globalStateMismatch(String)
  /// A setting that cannot be used, by its name.
  case invalidConfiguration(String)
  /// The recording cannot be played, with the reason.
  case replayFailed(String)
  /// A time that is not in the recording: negative or not finite; in seconds, as text.
  case invalidTime(String)
  /// What the service answered.
  case service(WhiteboardError)
}

extension WhiteboardFailure {
  /// The code of the error: -100 joining, -101 playback, -400 setting up, -1000 an operation.
  public var code: Int {
    switch self {
    case .joinFailed, .joinTimedOut: -100
    case .replayFailed: -101
    case .invalidConfiguration: -400
    case .service(let error): error.code
    case .invalidPayload, .invalidMessage, .notConnected, .notWritable, .connectionEnded, .illegalRoomPhase,
      .illegalPlayerPhase, .unknownMember, .illegalScenePath, .sceneNotFound, .scenePathIsDirectory,
      .scenePathIsScene, .sceneIndexOutOfRange, .pageIndexOutOfRange, .lastPage, .storeClosed,
      .globalStateNotRegistered, .globalStateMismatch, .invalidTime:
      -1000
    }
  }

  /// The error as callbacks carry it.
  public var error: WhiteboardError {
    if case .service(let error) = self { return error }
    return WhiteboardError(code: code, message: description)
  }

  /// The error as `throwError` carries it: with the code of errors that nobody caught, the largest 64-bit integer.
  public var uncaught: WhiteboardError { WhiteboardError(code: .max, message: description) }

  /// The error as it is reported for a frame that could not be appended: with the code -100.
  var whenAppending: WhiteboardError { WhiteboardError(code: -100, message: description) }
}

extension WhiteboardFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidPayload(let error): error.description
    case .invalidMessage(let reason): "expected a message of the service, found \(reason)"
    case .joinFailed(let reason): "the room could not be joined: \(reason)"
    case .joinTimedOut(let milliseconds): "the room could not be joined within \(milliseconds) milliseconds"
    case .notConnected(let phase): "expected the phase 'connected', found '\(phase.rawValue)'"
    case .notWritable: "expected a writable room, found one that can only be read"
    case .connectionEnded: "the connection ended before the service answered"
    case .illegalRoomPhase(let from, let to): "no way leads from the phase '\(from.rawValue)' to '\(to.rawValue)'"
    case .illegalPlayerPhase(let from, let to): "no way leads from the phase '\(from.rawValue)' to '\(to.rawValue)'"
    case .unknownMember(let id): "expected a member of the room, found \(id)"
    case .illegalScenePath(let path):
      "expected a scene path that begins with '/' and has no empty part, found '\(path)'"
    case .sceneNotFound(let path): "no scene is called '\(path)'"
    case .scenePathIsDirectory(let path): "expected a scene, found the folder '\(path)'"
    case .scenePathIsScene(let path): "expected a folder, found the scene '\(path)'"
    case .sceneIndexOutOfRange(let index): "no scene has the index \(index)"
    // These two texts are the service's own.
    case .pageIndexOutOfRange: "removePage warning, index out of range"
    case .lastPage: "removePage warning, can't remove the last page"
    case .storeClosed(let name): "the store '\(name)' is disconnected"
    case .globalStateNotRegistered(let type): "the type '\(type)' is not registered for the global state"
    case .globalStateMismatch(let reason): reason
    case .invalidConfiguration(let name): "the setting '\(name)' cannot be used"
    case .replayFailed(let reason): "the recording cannot be played: \(reason)"
    case .invalidTime(let seconds): "expected a time in the recording, found \(seconds)"
    case .service(let error): error.message ?? "the service answered with the error \(error.code)"
    }
  }
}
