import Collaboration
import CollaborationService
import CollaborationModels
import CollaborationPostgreSQL
import CollaborationSQLite
import SchemaRuntime
import Testing

/// Every log of rooms, in memory and in a database.
@Suite struct RoomLogTests {
  enum Kind: String, CaseIterable, Sendable {
    case memory, sqlite, postgreSQL

    /// Those that several servers may use.
    static let shared: [Kind] = [.memory, .postgreSQL]
  }

  /// The folders of open files.
  private static let folders = Mutex<[StoreFolder]>([])

  /// Returns the logs of several servers.
  private static func logs(_ kind: Kind, _ count: Int) async throws -> [any RoomLog] {
    switch kind {
    case .memory:
      let first = InMemoryRoomLog()
      return [first] + (1..<count).map { _ in InMemoryRoomLog(sharing: first) }
    case .sqlite:
      let folder = try StoreFolder()
      folders.withLock { $0.append(folder) }
      return [try SQLiteRoomLog(path: folder.file, now: { 7_000 })]
    case .postgreSQL:
      let schema = PostgreSQLEngine.makeSchema()
      // However busy the machine is, no server counts as stopped because it renews its row late.
      var settings = PostgreSQLRoomLog.Settings()
      (settings.renewalInterval, settings.serverTimeout) = (.milliseconds(100), .seconds(600))
      var logs: [any RoomLog] = []
      for _ in 0..<count {
        logs.append(
          try await PostgreSQLRoomLog(pool: try await PostgreSQLEngine.pool(schema: schema), settings: settings))
      }
      return logs
    }
  }

  private static func entry(_ number: Int) -> RoomLogEntry {
    .disconnection(RoomLogEntry.Disconnection(connection: number))
  }

  private static func record(_ room: String) -> RoomRecord {
    RoomRecord(
      uuid: room, lastMember: 7, globalState: ["a\u{0}": 1], stores: [:],
      folders: [RoomRecord.Folder(path: "/", scenes: [WhiteboardScene(name: "init")])], currentFolder: 0,
      currentScene: 0, members: [], ended: [])
  }

  @Test("each room numbers its entries from 1, whichever server appends them", arguments: Kind.shared)
  func numbers(_ kind: Kind) async throws {
    let logs = try await Self.logs(kind, 2)
    #expect(try await logs[0].append([Self.entry(1), Self.entry(2)], to: "a") == 1)
    #expect(try await logs[1].append([Self.entry(3)], to: "a") == 3)
    #expect(try await logs[1].append([Self.entry(4)], to: "b\u{0}") == 1)
    for log in logs {
      let all = try await log.history(of: "a", after: 0)
      #expect(all == RoomHistory(start: 0, entries: [1, 2, 3].map(Self.entry)))
      let rest = try await log.history(of: "a", after: 2)
      #expect(rest == RoomHistory(start: 2, entries: [Self.entry(3)]))
      #expect(try await log.history(of: "b\u{0}", after: 0).entries == [Self.entry(4)])
      #expect(try await log.history(of: "none", after: 0) == RoomHistory(start: 0, entries: []))
    }
    #expect(logs[0].server != logs[1].server)
  }

  @Test("a record replaces the entries that it contains, and older records are ignored", arguments: Kind.allCases)
  func records(_ kind: Kind) async throws {
    let log = try await Self.logs(kind, 1)[0]
    _ = try await log.append((1...5).map(Self.entry), to: "a")
    try await log.save(Self.record("a"), at: 3)
    let before = RoomHistory(record: Self.record("a"), start: 3, entries: [4, 5].map(Self.entry))
    #expect(try await log.history(of: "a", after: 0) == before)
    #expect(try await log.history(of: "a", after: 2) == before)
    #expect(try await log.history(of: "a", after: 4) == RoomHistory(start: 4, entries: [Self.entry(5)]))
    var older = Self.record("a")
    older.lastMember = 1
    try await log.save(older, at: 2)
    #expect(try await log.history(of: "a", after: 0) == before)
  }

  @Test(
    "a room that ended keeps its number and nothing else, and those that keep something are listed",
    arguments: Kind.allCases)
  func lists(_ kind: Kind) async throws {
    let log = try await Self.logs(kind, 1)[0]
    for room in ["b", "a\u{0}", "ä", "a", "B"] { _ = try await log.append([Self.entry(1), Self.entry(2)], to: room) }
    try await log.save(Self.record("b"), at: 2)
    #expect(try await log.rooms(after: nil, count: 9).map(\.room) == ["B", "a", "a\u{0}", "b", "ä"])
    let page = try await log.rooms(after: "a", count: 2)
    #expect(page.map(\.room) == ["a\u{0}", "b"] && page.allSatisfy { $0.bytes > 60 })
    try await log.clear("b", at: 2)
    #expect(try await log.history(of: "b", after: 0).record == Self.record("b"), "a later record was there")
    _ = try await log.append([Self.entry(3), Self.entry(4)], to: "b")
    try await log.clear("b", at: 3)
    #expect(try await log.history(of: "b", after: 0) == RoomHistory(start: 3, entries: [Self.entry(4)]))
    #expect(try await log.history(of: "b", after: 4) == RoomHistory(start: 4, entries: []))
    try await log.clear("b", at: 4)
    #expect(try await log.rooms(after: "a", count: 9).map(\.room) == ["a\u{0}", "ä"])
    #expect(try await log.append([Self.entry(5)], to: "b") == 5)
  }

  @Test("the rooms of a file are there when it is opened again, by another server")
  func survivesClosing() async throws {
    let folder = try StoreFolder()
    var servers: Set<Int> = []
    for round in 0..<3 {
      let log = try SQLiteRoomLog(path: folder.file, now: { 7_000 })
      servers.insert(log.server)
      #expect(try await log.history(of: "a", after: 0).entries == (0..<round).map(Self.entry))
      #expect(try await log.append([Self.entry(round)], to: "a") == round + 1)
      #expect(try await log.rooms(after: nil, count: 9).map(\.changed) == [7_000])
    }
    #expect(servers.count == 3)
    do {
      let log = try SQLiteRoomLog(path: folder.file, now: { 7_000 })
      let error = #expect(throws: SQLiteStoreError.self) { try SQLiteRoomLog(path: folder.file, now: { 7_000 }) }
      #expect(error?.description.contains("locked") == true)
      #expect(try await log.history(of: "a", after: 2).entries.count == 1)
    }
    let error = #expect(throws: SQLiteStoreError.self) {
      try SQLiteUserInfoStore(path: folder.file, options: UserInfoStoreOptions { 0 })
    }
    #expect(error?.description.contains("expected a database of user attributes") == true)
  }

  @Test("servers that append at once leave no gap, and lose and double nothing", arguments: Kind.shared)
  func appendsConcurrently(_ kind: Kind) async throws {
    let logs = try await Self.logs(kind, 3)
    let firsts = try await withThrowingTaskGroup(of: [Int].self) { group in
      for (server, log) in logs.enumerated() {
        group.addTask {
          var firsts: [Int] = []
          for number in 0..<40 {
            firsts.append(
              try await log.append([Self.entry(server * 1_000 + number), Self.entry(server * 1_000 + 500)], to: "a"))
          }
          return firsts
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(firsts.sorted() == (0..<120).map { $0 * 2 + 1 })
    let history = try await logs[0].history(of: "a", after: 0)
    for server in 0..<3 {
      let own = history.entries.compactMap(\.disconnection?.connection).filter {
        $0 / 1_000 == server && $0 % 1_000 < 500
      }
      #expect(own == (0..<40).map { server * 1_000 + $0 })
    }
  }

  @Test("updates tell what was appended and who has stopped", arguments: Kind.shared)
  func reports(_ kind: Kind) async throws {
    let logs = try await Self.logs(kind, 2)
    #expect(try await logs[0].runningServers() == Set(logs.map(\.server)))
    let updates = logs[0].updates()
    if kind == .postgreSQL { _ = await updates.first { $0 == .interrupted } }
    _ = try await logs[1].append([Self.entry(1)], to: "a room")
    #expect(await updates.first { $0 != .interrupted } == .appended(room: "a room", last: 1))
    await logs[1].close()
    #expect(await updates.first { $0 != .interrupted } == .serverStopped(logs[1].server))
    #expect(try await logs[0].runningServers() == [logs[0].server])
  }

  @Test("a server that no longer renews its row is reported as stopped")
  func noticesSilence() async throws {
    let schema = PostgreSQLEngine.makeSchema()
    var settings = PostgreSQLRoomLog.Settings()
    (settings.renewalInterval, settings.serverTimeout) = (.milliseconds(100), .milliseconds(500))
    let pool = try await PostgreSQLEngine.pool(schema: schema)
    let running = try await PostgreSQLRoomLog(pool: pool, settings: settings)
    let updates = running.updates()
    let silent = try await PostgreSQLEngine.pool(schema: schema)
    let number = try await PostgreSQLRoomLog(pool: silent, settings: settings).server
    silent.close()
    #expect(await updates.first { $0 != .interrupted } == .serverStopped(number))
  }

  @Test("rooms go on through a database: a session continues on another server")
  func survivesServers() async throws {
    let logs = try await Self.logs(.postgreSQL, 2)
    var settings = RoomService.Settings()
    settings.recordInterval = 3
    let services = logs.map { RoomService(log: $0, settings: settings) }
    let transports = services.map(ServiceTransport.init)
    let sdk = WhiteboardSDK(transport: transports[0], clock: SlowClock())
    let room = try await sdk.joinRoom(RoomConfig(uuid: "room", roomToken: "t"))
    for number in 1...20 { try room.setGlobalState(["key\(number)": .number(JSONNumber(number))]) }
    _ = await room.getRoomState()
    let other = try await WhiteboardSDK(transport: transports[1], clock: SlowClock()).joinRoom(
      RoomConfig(uuid: "room", roomToken: "t"))
    #expect(other.globalState == room.globalState)
    #expect(other.roomMembers.map(\.memberID) == [1, 2])
    for service in services { await service.stop() }
  }
}

/// Connects rooms to a service in this process.
private struct ServiceTransport: RoomTransport {
  let service: RoomService

  init(_ service: RoomService) { self.service = service }

  private struct Connection: MessageConnection {
    let messages: AsyncStream<[UInt8]>
    let service: RoomService
    let member: RoomService.Member

    func send(_ message: [UInt8]) {
      guard let frame = try? RoomRequestFrame(json: message) else { return }
      service.receive(frame, size: message.count, from: member)
    }

    func close() { service.close(member) }
  }

  struct Stopped: Error {}

  func connect(_ config: RoomConfig) async throws -> any MessageConnection {
    let (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let member = service.open(room: config.uuid, user: nil, mayWrite: true) { continuation.yield($0) }
    guard let member else { throw Stopped() }
    return Connection(messages: messages, service: service, member: member)
  }
}
