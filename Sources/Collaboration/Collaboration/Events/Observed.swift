public import Observation

/// A room, a call or a conversation on the main actor, for SwiftUI and everything else that observes.
///
///     @State private var room: Observed<Room>
///     …
///     Text(room.state.sceneState.scenePath)
///       .task { await room.follow() }
///
/// The members of the snapshot are members of the model. Without a task that follows, and after the end of the source,
/// it keeps the last snapshot.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable @dynamicMemberLookup
public final class Observed<Source: SnapshotSource> {
  /// What is observed: changes are made there.
  public let source: Source
  /// The latest state.
  public private(set) var snapshot: Source.Snapshot

  public init(_ source: Source) {
    self.source = source
    snapshot = source.snapshot
  }

  public subscript<Value>(dynamicMember member: KeyPath<Source.Snapshot, Value>) -> Value { snapshot[keyPath: member] }

  /// Follows the source until it ends or the task is cancelled. May be called again, and by several tasks.
  public func follow() async {
    for await _ in source.snapshots() { read() }
    read()
  }

  /// Removes the error, at the source as well.
  public func clearError() {
    source.clearError()
    read()
  }

  /// The newest snapshot, whichever has woken the task: so no task goes back behind another one.
  private func read() {
    let new = source.snapshot
    if new != snapshot { snapshot = new }
  }
}
