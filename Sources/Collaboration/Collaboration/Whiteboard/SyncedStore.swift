import CollaborationModels
public import SchemaRuntime

/// A store of values shared by all members who connect to it.
///
/// A class with a lock for the same reasons as ``Room``: its values are read without waiting. It lives as long as the
/// application keeps it.
public final class SyncedStore: Sendable {
  /// The name of the store; members who use the same name share its values.
  public let name: String
  private let initial: JSONObject
  private let room: Room
  private let guarded: Mutex<SyncedStoreState>
  private let broadcast = EventBroadcast<SyncedStoreDiff>()

  init(name: String, initial: JSONObject, values: JSONObject, room: Room) {
    self.name = name
    self.initial = initial
    self.room = room
    guarded = Mutex(SyncedStoreState(values: values))
  }

  /// The values by key; the last ones after the connection to the store has ended.
  public var state: JSONObject { guarded.withLock { $0.values } }

  /// Whether changes arrive and can be made.
  public var isConnected: Bool { guarded.withLock { $0.isConnected } }

  /// Returns all changes by others from now on: the old and new values by key. The sequence ends when the store is
  /// disconnected or deleted, or the room is left, and after 1,024 changes that waited for a slow listener.
  public func diffs() -> AsyncStream<SyncedStoreDiff> { broadcast.events() }

  /// Sets some values. Other keys stay; a value replaces the old one entirely, and null removes the key.
  ///
  /// This and the following functions wait for the service: until the timeout for requests, or until the task is
  /// cancelled. If the service makes the change later, it appears among the diffs.
  /// - Returns: the changes, which do not appear among the diffs.
  /// - Throws: a ``WhiteboardFailure``, or `CancellationError`.
  @discardableResult
  public func setState(_ partial: JSONObject) async throws -> SyncedStoreDiff {
    try await change(.setStore(name: name, values: partial))
  }

  /// Resets the values to those given when the store was connected, and removes all others.
  @discardableResult
  public func resetState() async throws -> SyncedStoreDiff {
    try await change(.resetStore(name: name, values: initial))
  }

  /// Deletes the store for all members, who are disconnected from it.
  @discardableResult
  public func deleteStorage() async throws -> SyncedStoreDiff {
    try await change(.deleteStore(name: name))
  }

  /// Disconnects from the store. Its values stay with the service.
  public func disconnect() async {
    guard isConnected else { return }
    close()
    // The handle is closed in any case, whether or not the service is reached. The service counts members rather than
    // handles: as long as another handle of the room is open, changes have to arrive.
    _ = try? await room.ask(.disconnectStore(name: name)) { [name] state in
      (state.stores[name] ?? []).contains { $0.store?.isConnected == true }
    }
  }

  private func change(_ action: RoomAction) async throws -> SyncedStoreDiff {
    guard isConnected else { throw WhiteboardFailure.storeClosed(name) }
    return try await room.ask(action, for: self).diff
  }

  func replace(by values: JSONObject) -> SyncedStoreDiff { guarded.withLock { $0.replace(by: values) } }

  /// Processes changes by others; nil values mean that the store was deleted.
  func receive(_ values: JSONObject?) -> SyncedStoreDiff {
    let diff = replace(by: values ?? [:])
    if !diff.isEmpty { broadcast.send(diff) }
    if values == nil { close() }
    return diff
  }

  func close() {
    guarded.withLock { $0.disconnect() }
    broadcast.finish()
  }
}

extension Room {
  /// Connects to a store.
  /// - Parameter initial: The values of a store that does not exist yet, and those that `resetState` sets.
  public func connectSyncedStore(
    _ name: String, initial: JSONObject = [:]
  ) async throws -> SyncedStore {
    let store = SyncedStore(name: name, initial: initial, values: initial, room: self)
    guarded.withLock { state in
      // Released or closed handles are not kept, so that repeated connections do not use more memory.
      let open = (state.stores[name] ?? []).filter { $0.store?.isConnected == true }
      state.stores[name] = open + [WeakStore(store: store)]
    }
    do {
      _ = try await ask(.connectStore(name: name, values: initial), for: store)
    } catch {
      store.close()
      throw error
    }
    return store
  }

  /// Applies the values that result from a request of the local member. No listener is notified; other handles of the
  /// same store are updated silently. The lock must be held.
  func changeOwn(_ store: SyncedStore, to values: JSONObject?, _ state: inout State) -> SyncedStoreDiff {
    let diff = store.replace(by: values ?? [:])
    for other in state.stores[store.name] ?? [] {
      guard let other = other.store, other !== store else { continue }
      _ = other.replace(by: values ?? [:])
      if values == nil { other.close() }
    }
    if values == nil {
      store.close()
      state.stores[store.name] = nil
    }
    return diff
  }

  /// Changes the open handles of a store, before any listener is notified. The lock must be held.
  func changeStores(_ name: String, to values: JSONObject?, _ state: inout State) {
    let open = (state.stores[name] ?? []).filter { $0.store?.isConnected == true }
    state.stores[name] = values == nil ? nil : open
    var reported: SyncedStoreDiff = [:]
    for store in open.compactMap(\.store) {
      let diff = store.receive(values)
      // The oldest handle knows the old values best: one that is still being connected has not received them yet.
      if reported.isEmpty { reported = diff }
    }
    if !reported.isEmpty { deliveries.add(.event(.storeChanged(name: name, reported))) }
  }
}
