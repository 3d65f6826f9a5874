public import SchemaRuntime
import Synchronization

/// A store of values that all members who connect to it share.
///
/// It is a class with a lock for the same reasons as ``Room``: its values are read without waiting. It lives as long as
/// the application keeps it.
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

  /// The values by key; after the connection to the store ends, the last ones.
  public var state: JSONObject { guarded.withLock { $0.values } }

  /// Whether changes arrive and can be made.
  public var isConnected: Bool { guarded.withLock { $0.isConnected } }

  /// What others change from now on: by key the old value and the new one.
  public func diffs() -> AsyncStream<SyncedStoreDiff> { broadcast.events() }

  /// Sets some values. Those of other keys stay; a value replaces the old one whole, and null removes the key.
  /// - Returns: what has changed. It does not come back among the diffs.
  @discardableResult
  public func setState(_ partial: JSONObject) async throws(WhiteboardFailure) -> SyncedStoreDiff {
    try await change(.setStore(name: name, partial: partial))
  }

  /// Sets the values to those given when the store was connected, and removes all others.
  @discardableResult
  public func resetState() async throws(WhiteboardFailure) -> SyncedStoreDiff {
    try await change(.resetStore(name: name, initial: initial))
  }

  /// Removes the store for all members. Its values are gone, and nobody is connected to it any more.
  @discardableResult
  public func deleteStorage() async throws(WhiteboardFailure) -> SyncedStoreDiff {
    try await change(.deleteStore(name: name))
  }

  /// Ends the connection to the store. Its values stay with the service.
  public func disconnect() async {
    guard isConnected else { return }
    close()
    // The handle is closed in any case; whether the service hears of it is its business. It knows members and not
    // handles: as long as another one of the room is open, changes have to arrive.
    _ = try? await room.ask(.disconnectStore(name: name)) { [name] state in
      (state.stores[name] ?? []).contains { $0.store?.isConnected == true }
    }
  }

  private func change(_ request: RoomRequest) async throws(WhiteboardFailure) -> SyncedStoreDiff {
    guard isConnected else { throw .storeClosed(name) }
    return try await room.ask(request, for: self).diff
  }

  func replace(by values: JSONObject) -> SyncedStoreDiff { guarded.withLock { $0.replace(by: values) } }

  /// Takes in what others have changed; nil values mean that the store was deleted.
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
  /// - Parameter initial: The values that a store has which nobody has made yet, and those that `resetState` sets.
  public func connectSyncedStore(
    _ name: String, initial: JSONObject = [:]
  ) async throws(WhiteboardFailure) -> SyncedStore {
    let store = SyncedStore(name: name, initial: initial, values: initial, room: self)
    guarded.withLock { state in
      // Those who were let go of or closed are not kept, so that who connects again and again needs no more room.
      let open = (state.stores[name] ?? []).filter { $0.store?.isConnected == true }
      state.stores[name] = open + [WeakStore(store: store)]
    }
    do throws(WhiteboardFailure) {
      _ = try await ask(.connectStore(name: name, initial: initial), for: store)
    } catch {
      store.close()
      throw error
    }
    return store
  }

  /// Takes in the values that a request of the local member has led to. Nobody is told; other handles of the same store
  /// follow in silence. The lock is held.
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

  /// Changes the open handles of a store, before anybody hears of it. The lock is held.
  func changeStores(_ name: String, to values: JSONObject?, _ state: inout State) {
    let open = (state.stores[name] ?? []).filter { $0.store?.isConnected == true }
    state.stores[name] = values == nil ? nil : open
    var told: SyncedStoreDiff = [:]
    for store in open.compactMap(\.store) {
      let diff = store.receive(values)
      // The oldest handle knows best what the values were: one that is just being connected has not heard of them yet.
      if told.isEmpty { told = diff }
    }
    if !told.isEmpty { deliveries.add(.event(.storeChanged(name: name, told))) }
  }
}
