public import Collaboration
public import CollaborationModels
public import SchemaRuntime

/// A log of rooms in memory, for one process.
public final class InMemoryRoomLog: RoomLog {
  private struct Room: Sendable {
    var record: RoomRecord?
    var start = 0
    var entries: [RoomLogEntry] = []
    var changed = Timestamp(millisecondsSinceEpoch: 0)
  }

  private final class Storage: Sendable {
    struct State: Sendable {
      var rooms: [String: Room] = [:]
      var servers: Set<Int> = []
      var lastServer = 0
    }

    let state = Mutex(State())
    let updates = EventBroadcast<RoomLogUpdate>(limit: nil)
  }

  public let server: Int
  private let storage: Storage
  private let now: @Sendable () -> Timestamp

  private init(_ storage: Storage, _ now: @escaping @Sendable () -> Timestamp) {
    (self.storage, self.now) = (storage, now)
    server = storage.state.withLock { state in
      state.lastServer += 1
      state.servers.insert(state.lastServer)
      return state.lastServer
    }
  }

  /// An empty log.
  /// - Parameter now: returns the time of an entry.
  public convenience init(now: @escaping @Sendable () -> Timestamp = { .now }) { self.init(Storage(), now) }

  /// The same log as used by another server.
  public convenience init(sharing log: InMemoryRoomLog) { self.init(log.storage, log.now) }

  public func append(_ entries: [RoomLogEntry], to room: String) -> Int {
    let last = storage.state.withLock { state -> Int in
      state.rooms[room, default: Room()].entries += entries
      state.rooms[room]?.changed = now()
      return state.rooms[room].map { $0.start + $0.entries.count } ?? 0
    }
    storage.updates.send(.appended(room: room, last: last))
    return last - entries.count + 1
  }

  public func history(of room: String, after number: Int) -> RoomHistory {
    storage.state.withLock { state in
      guard let room = state.rooms[room] else { return RoomHistory(start: number, entries: []) }
      guard number < room.start else {
        return RoomHistory(start: number, entries: Array(room.entries.dropFirst(number - room.start)))
      }
      return RoomHistory(record: room.record, start: room.start, entries: room.entries)
    }
  }

  public func save(_ record: RoomRecord, at number: Int) {
    storage.state.withLock { state in
      guard let room = state.rooms[record.uuid], number > room.start else { return }
      let rest = room.entries.dropFirst(number - room.start)
      state.rooms[record.uuid] = Room(record: record, start: number, entries: Array(rest), changed: room.changed)
    }
  }

  public func clear(_ room: String, at number: Int) {
    storage.state.withLock { state in
      guard let known = state.rooms[room], number > known.start else { return }
      let rest = known.entries.dropFirst(number - known.start)
      state.rooms[room] = Room(start: number, entries: Array(rest), changed: known.changed)
    }
  }

  public func rooms(after id: String?, count: Int) -> [RoomLogSummary] {
    storage.state.withLock { state in
      let kept = state.rooms.filter { $0.value.record != nil || !$0.value.entries.isEmpty }
      let ids = kept.keys.filter { id.map($0.isAfter) ?? true }.sorted { $1.isAfter($0) }
      return ids.prefix(count).map { id in
        let room = kept[id] ?? Room()
        let bytes = (room.record?.jsonSize ?? 0) + room.entries.reduce(0) { $0 + $1.jsonSize }
        return RoomLogSummary(room: id, changed: room.changed, bytes: bytes)
      }
    }
  }

  public func runningServers() -> Set<Int> { storage.state.withLock { $0.servers } }

  public func updates() -> AsyncStream<RoomLogUpdate> { storage.updates.events() }

  public func close() {
    let wasRunning = storage.state.withLock { $0.servers.remove(server) != nil }
    if wasRunning { storage.updates.send(.serverStopped(server)) }
  }
}

extension String {
  /// Whether the text follows another one, by the bytes of UTF-8.
  fileprivate func isAfter(_ other: String) -> Bool { other.utf8.lexicographicallyPrecedes(utf8) }
}
