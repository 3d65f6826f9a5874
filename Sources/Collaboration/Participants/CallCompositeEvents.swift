public import CollaborationModels
import Synchronization

/// What an app wants to be told of a call, as handlers.
///
/// Handlers are called one after the other, in the order of what happens, on a task of the call; never while a lock is
/// held, so that they may ask and set anything of the composite.
public final class CallCompositeEvents: Sendable {
  /// Told of participants, in one batch.
  public typealias IdentifiersHandler = @Sendable ([CommunicationIdentifier]) -> Void

  private struct Handlers {
    var joined: IdentifiersHandler?
    var left: IdentifiersHandler?
    var callStateChanged: (@Sendable (CallState) -> Void)?
    var error: (@Sendable (CallCompositeError) -> Void)?
  }

  private let handlers = Mutex(Handlers())

  init() {}

  /// Told of those who joined, in one batch, before those who left at the same time. View data may be set for them
  /// right here.
  public var onRemoteParticipantJoined: IdentifiersHandler? {
    get { handlers.withLock { $0.joined } }
    set { handlers.withLock { $0.joined = newValue } }
  }

  /// Told of those who left, in one batch, once their view data is gone.
  public var onRemoteParticipantLeft: IdentifiersHandler? {
    get { handlers.withLock { $0.left } }
    set { handlers.withLock { $0.left = newValue } }
  }

  /// Told of the call's state when it changes.
  public var onCallStateChanged: (@Sendable (CallState) -> Void)? {
    get { handlers.withLock { $0.callStateChanged } }
    set { handlers.withLock { $0.callStateChanged = newValue } }
  }

  /// Told of what goes wrong.
  public var onError: (@Sendable (CallCompositeError) -> Void)? {
    get { handlers.withLock { $0.error } }
    set { handlers.withLock { $0.error = newValue } }
  }
}

/// What happens in a call, as ``CallComposite/updates()`` tells of it: each after the handler for it has returned.
public enum CallUpdate: Hashable, Sendable {
  case remoteParticipantsJoined([CommunicationIdentifier])
  case remoteParticipantsLeft([CommunicationIdentifier])
  /// What was set for a remote participant is new.
  case viewDataChanged(rawID: String)
  /// What was set for those who left is gone.
  case viewDataDropped(rawIDs: [String])
  /// What was set for any remote participant is gone.
  case allViewDataDropped
  case callStateChanged(CallState)
  case failed(CallCompositeError)
  /// The call was dismissed, and nothing of it is kept.
  case dismissed
}
