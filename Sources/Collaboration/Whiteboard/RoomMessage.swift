public import CollaborationModels
public import SchemaRuntime

/// A message of the service as it comes in: its kind, and its payload as JSON text that nobody has checked yet.
public struct RoomFrame: Hashable, Sendable {
  /// What a payload is; the raw values are the names of the service's callbacks.
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
    /// `{"name": text, "state": object or null}`: a synced store after a change that somebody else made.
    case storeChange = "fireSyncedStoreUpdate"
    /// `RoomStatePatch`: the answer to a request that was carried out, with what it changed for the one who asked.
    case accepted
    /// `WhiteboardError`: the answer to a request that was not carried out.
    case refused
  }

  /// What the payload is.
  public var kind: Kind
  /// JSON text that nobody has checked yet.
  public var payload: [UInt8]
  /// The request that this is the answer to.
  public var request: Int?
  /// What was asked for, where the request asks for something.
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
  /// The connection is lost because of an error.
  case disconnect(DisconnectError)
  /// The service has put the local member out of the room.
  case kick(KickReason)
  /// A change that a member made could not be applied.
  case frameError(FrameError)
  /// A custom event.
  indirect case event(WhiteboardEvent)
  /// An error that nobody caught.
  case uncaughtError(WhiteboardError)
  /// The new state of a store; nil when the store was deleted.
  case storeChange(name: String, state: JSONObject?)
  /// A request was carried out, with what it changed for the one who asked.
  indirect case accepted(request: Int, RoomStatePatch)
  /// A request was not carried out.
  case refused(request: Int, WhiteboardError)

  /// Validates a message.
  /// - Throws: ``WhiteboardFailure/invalidPayload(_:)``, or ``WhiteboardFailure/invalidMessage(_:)`` for an answer
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
      throw WhiteboardFailure.invalidMessage("a store whose state is no object")
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
