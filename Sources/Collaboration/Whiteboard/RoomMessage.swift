public import CollaborationModels
public import SchemaRuntime

/// A received message of the service: its kind, and its payload as unvalidated JSON text.
public struct RoomFrame: Hashable, Sendable {
  /// The type of a payload; the raw values are the names of the service's callbacks.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `RoomPhaseChange`
    case phaseChange = "firePhaseChanged"
    /// `RoomStatePatch`
    case stateChange = "fireRoomStateChanged"
    /// `WritableChange`
    case writableChange = "fireBeingAbleToCommitChange"
    /// `DisconnectError`
    case disconnect = "fireDisconnectWithError"
    /// `KickReason`
    case kick = "fireKickedWithReason"
    /// `FrameError`
    case frameError = "fireCatchErrorWhenAppendFrame"
    /// `WhiteboardEvent`
    case event = "fireMagixEvent"
    /// `WhiteboardError`
    case uncaughtError = "throwError"
    /// `{"name": text, "state": object or null}`: a synced store after another member's change.
    case storeChange = "fireSyncedStoreUpdate"
    /// `RoomStatePatch`: the response to a successful request, with its changes for the requesting member.
    case accepted
    /// `WhiteboardError`: the response to a failed request.
    case refused
  }

  /// The type of the payload.
  public var kind: Kind
  /// Unvalidated JSON text.
  public var payload: [UInt8]
  /// The request that this message answers.
  public var request: Int?
  /// The requested value, if the request was for one.
  public var value: JSONValue?

  public init(_ kind: Kind, payload: [UInt8], request: Int? = nil, value: JSONValue? = nil) {
    self.kind = kind
    self.payload = payload
    self.request = request
    self.value = value
  }
}

/// A message of the service, validated.
public enum RoomMessage: Hashable, Sendable {
  /// The connection has entered another phase.
  case phaseChange(RoomPhaseChange)
  /// Others have changed the state.
  indirect case stateChange(RoomStatePatch)
  /// The local member has gained or lost the right to change the room.
  case writableChange(WritableChange)
  /// The connection was lost because of an error.
  case disconnect(DisconnectError)
  /// The service has removed the local member from the room.
  case kick(KickReason)
  /// A change that a member made could not be applied.
  case frameError(FrameError)
  /// A custom event.
  indirect case event(WhiteboardEvent)
  /// An uncaught error.
  case uncaughtError(WhiteboardError)
  /// The new state of a store; nil when the store was deleted.
  case storeChange(name: String, state: JSONObject?)
  /// A request succeeded, with its changes for the requesting member.
  indirect case accepted(request: Int, RoomStatePatch)
  /// A request failed.
  case refused(request: Int, WhiteboardError)

  /// Validates a message.
  /// - Throws: ``WhiteboardFailure/invalidPayload(_:)``, or ``WhiteboardFailure/invalidMessage(_:)`` for a response
  ///   without a request.
  public init(_ frame: RoomFrame) throws(WhiteboardFailure) {
    do {
      switch frame.kind {
      case .phaseChange: self = .phaseChange(try RoomPhaseChange(json: frame.payload))
      case .stateChange: self = .stateChange(try RoomStatePatch(json: frame.payload))
      case .writableChange: self = .writableChange(try WritableChange(json: frame.payload))
      case .disconnect: self = .disconnect(try DisconnectError(json: frame.payload))
      case .kick: self = .kick(try KickReason(json: frame.payload))
      case .frameError: self = .frameError(try FrameError(json: frame.payload))
      case .event: self = .event(try WhiteboardEvent(json: frame.payload))
      case .uncaughtError: self = .uncaughtError(try WhiteboardError(json: frame.payload))
      case .storeChange: self = try Self.storeChange(frame.payload)
      case .accepted: self = .accepted(request: try frame.requestNumber, try RoomStatePatch(json: frame.payload))
      case .refused: self = .refused(request: try frame.requestNumber, try WhiteboardError(json: frame.payload))
      }
    } catch let error as SchemaError {
      throw .invalidPayload(error)
    } catch let error as WhiteboardFailure {
      throw error
    } catch {
      throw .invalidMessage("\(error)")
    }
  }

  private static func storeChange(_ payload: [UInt8]) throws -> RoomMessage {
    let value: JSONValue
    do { value = try JSONValue(parsing: payload) } catch { throw SchemaError.syntax(error) }
    guard let name = value["name"]?.string else {
      throw WhiteboardFailure.invalidMessage("a store without a name")
    }
    switch value["state"] {
    case .object(let state)?: return .storeChange(name: name, state: state)
    case .null?: return .storeChange(name: name, state: nil)
    case .bool?, .number?, .string?, .array?, nil:
      throw WhiteboardFailure.invalidMessage("a store whose state is not an object")
    }
  }
}

extension RoomFrame {
  fileprivate var requestNumber: Int {
    get throws(WhiteboardFailure) {
      guard let request else { throw .invalidMessage("an answer without a request") }
      return request
    }
  }
}
