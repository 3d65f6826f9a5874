/// A room, a call or a conversation: something with a state that can be read at any time, and followed.
public protocol SnapshotSource: AnyObject, Sendable {
  /// The state that a screen shows, at one moment.
  associatedtype Snapshot: Equatable & Sendable

  /// The current state.
  var snapshot: Snapshot { get }

  /// Returns the current state, followed by later ones until the source ends.
  ///
  /// Of the states that a slow listener has missed, only the newest is kept, so the last one always arrives. Each call
  /// adds a listener, who does not keep the source alive.
  func snapshots() -> AsyncStream<Snapshot>

  /// Removes the error from the snapshots, for example when a user has read it.
  func clearError()
}
