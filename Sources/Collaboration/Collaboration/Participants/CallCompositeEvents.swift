public import CollaborationModels
import SchemaRuntime

/// The handlers that notify an app about a call.
///
/// Handlers are called one at a time, in the order of the events, on a task of the call; never while a lock is
/// held, so they may read and change anything in the composite.
public final class CallCompositeEvents: Sendable {
  /// Receives participants in one batch.
  public typealias IdentifiersHandler = @Sendable ([CommunicationIdentifier]) -> Void

  /// Identifies a handler, to remove it.
  public struct HandlerID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Handlers {
    var joined: IdentifiersHandler?
    var furtherJoined: [(id: HandlerID, handler: IdentifiersHandler)] = []
    var nextID = 0
    var left: IdentifiersHandler?
    var callStateChanged: (@Sendable (CallState) -> Void)?
    var error: (@Sendable (CallCompositeError) -> Void)?
  }

  private let handlers = Mutex(Handlers())

  init() {}

  /// Called with the participants who joined, in one batch, before those who left at the same time. View data may be
  /// set for them here.
  public var onRemoteParticipantJoined: IdentifiersHandler? {
    get { handlers.withLock { $0.joined } }
    set { handlers.withLock { $0.joined = newValue } }
  }

  /// Sets ``onRemoteParticipantJoined``: the name in the text of the document about Android.
  public func setOnRemoteParticipantJoinedHandler(_ handler: IdentifiersHandler?) {
    onRemoteParticipantJoined = handler
  }

  /// Adds a handler for participants who joined. All handlers are called before the participants who left at the same
  /// time are reported: ``onRemoteParticipantJoined`` first, then the others in the order in which they were added.
  @discardableResult
  public func addOnRemoteParticipantJoinedEventHandler(_ handler: @escaping IdentifiersHandler) -> HandlerID {
    handlers.withLock { handlers in
      let id = HandlerID(number: handlers.nextID)
      handlers.nextID += 1
      handlers.furtherJoined.append((id, handler))
      return id
    }
  }

  /// Removes a handler that was added.
  public func removeOnRemoteParticipantJoinedEventHandler(_ id: HandlerID) {
    handlers.withLock { $0.furtherJoined.removeAll { $0.id == id } }
  }

  /// The handlers for participants who joined, in order.
  var joinedHandlers: [IdentifiersHandler] {
    handlers.withLock { handlers in (handlers.joined.map { [$0] } ?? []) + handlers.furtherJoined.map(\.handler) }
  }

  /// Called with the participants who left, in one batch, after their view data was removed.
  public var onRemoteParticipantLeft: IdentifiersHandler? {
    get { handlers.withLock { $0.left } }
    set { handlers.withLock { $0.left = newValue } }
  }

  /// Called with the call's state when it changes.
  public var onCallStateChanged: (@Sendable (CallState) -> Void)? {
    get { handlers.withLock { $0.callStateChanged } }
    set { handlers.withLock { $0.callStateChanged = newValue } }
  }

  /// Called with errors.
  public var onError: (@Sendable (CallCompositeError) -> Void)? {
    get { handlers.withLock { $0.error } }
    set { handlers.withLock { $0.error = newValue } }
  }
}

/// An update of ``CallComposite/updates()``, sent after the corresponding handler has returned.
public enum CallUpdate: Hashable, Sendable {
  case remoteParticipantsJoined([CommunicationIdentifier])
  case remoteParticipantsLeft([CommunicationIdentifier])
  /// View data was set for a remote participant.
  case viewDataChanged(rawID: String)
  /// The view data of participants who left was removed.
  case viewDataDropped(rawIDs: [String])
  /// The view data of all remote participants was removed.
  case allViewDataDropped
  case callStateChanged(CallState)
  case failed(CallCompositeError)
  /// The call was dismissed and all its data discarded.
  case dismissed
}
