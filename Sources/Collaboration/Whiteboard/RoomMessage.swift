public import CollaborationModels
public import SchemaRuntime

/// A message of the service to one member: the content of a ``RoomFrame``.
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
  /// A request succeeded, with its changes for the requesting member, and the requested value, if any.
  indirect case accepted(request: Int, RoomStatePatch, value: JSONValue? = nil)
  /// A request failed.
  case refused(request: Int, WhiteboardError)
  /// The complete state, which replaces what was missed, and the answers that may have been missed.
  indirect case snapshot(RoomFrame.Snapshot)

  /// The content of a frame; nil for the frames that only concern the connection.
  public init?(_ frame: RoomFrame) {
    switch frame {
    case .phase(let frame): self = .phaseChange(frame.payload)
    case .state(let frame): self = .stateChange(frame.payload)
    case .writable(let frame): self = .writableChange(frame.payload)
    case .disconnect(let frame): self = .disconnect(frame.payload)
    case .kick(let frame): self = .kick(frame.payload)
    case .appendError(let frame): self = .frameError(frame.payload)
    case .event(let frame): self = .event(frame.payload)
    case .uncaughtError(let frame): self = .uncaughtError(frame.payload)
    case .store(let frame): self = .storeChange(name: frame.payload.name, state: frame.payload.state)
    case .accepted(let frame): self = .accepted(request: frame.request, frame.payload, value: frame.value)
    case .refused(let frame): self = .refused(request: frame.request, frame.payload)
    case .snapshot(let snapshot): self = .snapshot(snapshot)
    case .upToDate, .ended: return nil
    }
  }

  /// The message as a frame with a revision. A snapshot has its own.
  public func frame(revision: Int) -> RoomFrame {
    switch self {
    case .phaseChange(let change): .phase(RoomFrame.Phase(revision: revision, payload: change))
    case .stateChange(let patch): .state(RoomFrame.State(revision: revision, payload: patch))
    case .writableChange(let change): .writable(RoomFrame.Writable(revision: revision, payload: change))
    case .disconnect(let error): .disconnect(RoomFrame.Disconnect(revision: revision, payload: error))
    case .kick(let reason): .kick(RoomFrame.Kick(revision: revision, payload: reason))
    case .frameError(let error): .appendError(RoomFrame.AppendError(revision: revision, payload: error))
    case .event(let event): .event(RoomFrame.Event(revision: revision, payload: event))
    case .uncaughtError(let error): .uncaughtError(RoomFrame.UncaughtError(revision: revision, payload: error))
    case .storeChange(let name, let state):
      .store(RoomFrame.Store(revision: revision, payload: StoreChange(name: name, state: state)))
    case .accepted(let request, let patch, let value):
      .accepted(RoomFrame.Accepted(revision: revision, request: request, payload: patch, value: value))
    case .refused(let request, let error):
      .refused(RoomFrame.Refused(revision: revision, request: request, payload: error))
    case .snapshot(let snapshot): .snapshot(snapshot)
    }
  }
}

extension RoomFrame {
  /// The revision of a numbered frame; nil for the others.
  var number: Int? {
    switch self {
    case .phase(let frame): frame.revision
    case .state(let frame): frame.revision
    case .writable(let frame): frame.revision
    case .disconnect(let frame): frame.revision
    case .kick(let frame): frame.revision
    case .appendError(let frame): frame.revision
    case .event(let frame): frame.revision
    case .uncaughtError(let frame): frame.revision
    case .store(let frame): frame.revision
    case .accepted(let frame): frame.revision
    case .refused(let frame): frame.revision
    case .snapshot, .upToDate, .ended: nil
    }
  }

  /// The request that the frame answers, if any.
  var answered: Int? {
    switch self {
    case .accepted(let frame): frame.request
    case .refused(let frame): frame.request
    case .phase, .state, .writable, .disconnect, .kick, .appendError, .event, .uncaughtError, .store, .snapshot,
      .upToDate, .ended:
      nil
    }
  }
}
