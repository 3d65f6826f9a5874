public import CollaborationModels
import SchemaRuntime

/// The handlers that notify an app about a call.
///
/// Handlers are called one at a time, in the order of the events, on a task of the call; never while a lock is
/// held, so they may read and change anything in the composite.
public final class CallCompositeEvents: Sendable {
  /// Receives participants in one batch.
  public typealias IdentifiersHandler = @Sendable ([CommunicationIdentifier]) -> Void

  private struct Handlers {
    var joined: IdentifiersHandler?
    var furtherJoined: [(number: Int, handler: IdentifiersHandler)] = []
    var lastNumber = 0
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

  /// Adds a handler that is called after ``onRemoteParticipantJoined`` and those that were added before.
  /// - Returns: its number, to remove it.
  package func addJoinedHandler(_ handler: @escaping IdentifiersHandler) -> Int {
    handlers.withLock { handlers in
      handlers.lastNumber += 1
      handlers.furtherJoined.append((handlers.lastNumber, handler))
      return handlers.lastNumber
    }
  }

  package func removeJoinedHandler(_ number: Int) {
    handlers.withLock { $0.furtherJoined.removeAll { $0.number == number } }
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
