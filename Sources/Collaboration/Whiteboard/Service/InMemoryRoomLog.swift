public import CollaborationModels
import SchemaRuntime

/// A log of rooms in memory, for one process.
public final class InMemoryRoomLog: RoomLog {
  private struct Room: Sendable {
    var record: RoomRecord?
    var start = 0
    var entries: [RoomLogEntry] = []
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

  private init(_ storage: Storage) {
    self.storage = storage
    server = storage.state.withLock { state in
      state.lastServer += 1
      state.servers.insert(state.lastServer)
      return state.lastServer
    }
  }

  /// An empty log.
  public convenience init() { self.init(Storage()) }

  /// The same log as used by another server.
  public convenience init(sharing log: InMemoryRoomLog) { self.init(log.storage) }

  public func append(_ entries: [RoomLogEntry], to room: String) -> Int {
    let last = storage.state.withLock { state -> Int in
      state.rooms[room, default: Room()].entries += entries
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
      state.rooms[record.uuid] = Room(record: record, start: number, entries: Array(rest))
    }
  }

  public func runningServers() -> Set<Int> { storage.state.withLock { $0.servers } }

  public func updates() -> AsyncStream<RoomLogUpdate> { storage.updates.events() }

  public func close() {
    let wasRunning = storage.state.withLock { $0.servers.remove(server) != nil }
    if wasRunning { storage.updates.send(.serverStopped(server)) }
  }
}
