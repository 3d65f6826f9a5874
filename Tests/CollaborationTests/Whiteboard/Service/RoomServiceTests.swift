import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Rooms that several servers hold through one log.
@Suite struct RoomServiceTests {
  private func message(_ text: String) throws -> RoomRequestFrame { try RoomRequestFrame(json: Array(text.utf8)) }

  private func join(_ session: String) throws -> RoomRequestFrame {
    try message(
      #"{"kind":"join","session":"\#(session)","config":{"uuid":"room","roomToken":"SECRET","isWritable":true}}"#)
  }

  private func change(_ session: String, id: Int, _ action: String) throws -> RoomRequestFrame {
    try message(#"{"kind":"request","session":"\#(session)","id":\#(id),"seen":0,"action":\#(action)}"#)
  }

  @Test("members on two servers see each other's changes, in one order")
  func sharesRooms() async throws {
    let cluster = Cluster(servers: 2)
    let (first, second) = (Inbox(), Inbox())
    let one = try #require(cluster.services[0].open(room: "room", user: nil, mayWrite: true, send: first.receive))
    let two = try #require(cluster.services[1].open(room: "room", user: nil, mayWrite: true, send: second.receive))
    cluster.services[0].receive(try join("a"), from: one)
    _ = try await first.next(.snapshot)
    cluster.services[1].receive(try join("b"), from: two)
    let snapshot = try await second.next(.snapshot)
    #expect(snapshot.snapshot?.state.roomMembers.map(\.memberID) == [1, 2])
    cluster.services[0].receive(
      try change("a", id: 1, #"{"kind":"setGlobalState","state":{"x":1}}"#), from: one)
    #expect(try await first.next(.accepted).accepted?.request == 1)
    #expect(try await second.next(.state).state?.payload.globalState == .value(["x": 1]))
    let log = cluster.logs[0].history(of: "room", after: 0)
    #expect(log.entries.count == 3)
    #expect(try log.entries.allSatisfy { try !String(decoding: $0.json(), as: UTF8.self).contains("SECRET") })
  }

  @Test("a token without write access joins without it, cannot gain it, and changes nothing")
  func restrictsReaders() async throws {
    let cluster = Cluster(servers: 1)
    let inbox = Inbox()
    let member = try #require(cluster.services[0].open(room: "room", user: nil, mayWrite: false, send: inbox.receive))
    cluster.services[0].receive(try join("a"), from: member)
    #expect(try await inbox.next(.snapshot).snapshot?.isWritable == false)
    cluster.services[0].receive(try change("a", id: 1, #"{"kind":"setWritable","isWritable":true}"#), from: member)
    #expect(try await inbox.next(.refused).refused?.request == 1)
    cluster.services[0].receive(
      try change("a", id: 2, #"{"kind":"setGlobalState","state":{"x":1}}"#), from: member)
    #expect(try await inbox.next(.refused).refused?.request == 2)
  }

  @Test("a connection belongs to the session that used it last, and nobody stays online when it ends")
  func hasOneSession() throws {
    var room = LocalRoom(uuid: "room")
    _ = room.receive(try join("a"), on: 1)
    _ = room.receive(try join("b"), on: 1)
    #expect(room.roomMembers.map(\.memberID) == [2])
    _ = room.receive(try message(#"{"kind":"resume","session":"a","seen":1}"#), on: 1)
    #expect(room.roomMembers.map(\.memberID) == [1])
    _ = room.receive(try join("c"), on: 2)
    _ = room.disconnect(1)
    #expect(room.roomMembers.map(\.memberID) == [3])
  }

  @Test("a session continues on another server when its own is gone, and sees what it missed")
  func survivesServers() async throws {
    let cluster = Cluster(servers: 2, recordInterval: 2)
    let (first, second) = (Inbox(), Inbox())
    let one = try #require(cluster.services[0].open(room: "room", user: nil, mayWrite: true, send: first.receive))
    cluster.services[0].receive(try join("a"), from: one)
    _ = try await first.next(.snapshot)
    for id in 1...5 {
      cluster.services[0].receive(
        try change("a", id: id, #"{"kind":"setGlobalState","state":{"key\#(id)":1}}"#), from: one)
      #expect(try await first.next(.accepted).accepted?.request == id)
    }
    cluster.logs[0].close()
    let two = try #require(cluster.services[1].open(room: "room", user: nil, mayWrite: true, send: second.receive))
    cluster.services[1].receive(try message(#"{"kind":"resume","session":"a","seen":2}"#), from: two)
    let snapshot = try await second.next(.snapshot)
    #expect(snapshot.snapshot?.state.globalState == ["key1": 1, "key2": 1, "key3": 1, "key4": 1, "key5": 1])
    #expect(snapshot.snapshot?.handled == 5)
    // A repeated request is answered, and not performed again.
    cluster.services[1].receive(
      try change("a", id: 5, #"{"kind":"setGlobalState","state":{"key5":2}}"#), from: two)
    #expect(try await second.next(.snapshot).snapshot?.state.globalState["key5"] == 1)
  }

  @Test("members of a server that is gone are unseen, and leave when their time is over")
  func expiresMembers() async throws {
    let cluster = Cluster(servers: 2, offlineTimeout: .milliseconds(200))
    let (first, second) = (Inbox(), Inbox())
    let one = try #require(cluster.services[0].open(room: "room", user: nil, mayWrite: true, send: first.receive))
    cluster.services[0].receive(try join("a"), from: one)
    _ = try await first.next(.snapshot)
    let two = try #require(cluster.services[1].open(room: "room", user: nil, mayWrite: true, send: second.receive))
    cluster.services[1].receive(try join("b"), from: two)
    _ = try await second.next(.snapshot)
    cluster.logs[0].close()
    let unseen = try await second.next(.state)
    #expect(unseen.state?.payload.roomMembers.value?.map(\.memberID) == [2])
    try await cluster.wait { log in
      log.entries.contains { if case .expiry = $0 { true } else { false } }
    }
    cluster.services[1].receive(try message(#"{"kind":"resume","session":"a","seen":1}"#), from: two)
    _ = try await second.next(.ended)
  }

  @Test("stopping puts what has arrived into the log, and tells the other servers")
  func stops() async throws {
    let cluster = Cluster(servers: 1)
    let inbox = Inbox()
    let service = cluster.services[0]
    let member = try #require(service.open(room: "room", user: nil, mayWrite: true, send: inbox.receive))
    service.receive(try join("a"), from: member)
    for id in 1...500 {
      service.receive(try change("a", id: id, #"{"kind":"nextPage"}"#), from: member)
    }
    await service.stop()
    let log = cluster.logs[0].history(of: "room", after: 0)
    #expect(log.entries.count == 502)
    #expect(service.open(room: "room", user: nil, mayWrite: true, send: inbox.receive) == nil)
    #expect(cluster.logs[0].runningServers() == [])
  }

  @Test("stopping does not wait for a log for ever, and what the log still answers has no effect")
  func stopsWithSlowLog() async throws {
    var settings = RoomService.Settings()
    settings.stopTimeout = .milliseconds(20)
    let log = SlowLog()
    let service = RoomService(log: log, settings: settings)
    let member = try #require(service.open(room: "room", user: nil, mayWrite: true) { _ in })
    for id in 1...5 { service.receive(try change("a", id: id, #"{"kind":"nextPage"}"#), from: member) }
    while !log.isAppending { try await Task.sleep(for: .milliseconds(1)) }
    await service.stop()
    log.answer()
    service.receive(try change("a", id: 6, #"{"kind":"nextPage"}"#), from: member)
    try await Task.sleep(for: .milliseconds(50))
    #expect(log.appended == 1)
  }

  @Test("a record that contradicts itself is reported, again and again, and nobody enters")
  func reportsContradictoryRecords() async throws {
    let log = InMemoryRoomLog()
    var record = LocalRoom(uuid: "room").record
    record.currentScene = 7
    _ = log.append([.disconnection(RoomLogEntry.Disconnection(connection: 1))], to: "room")
    log.save(record, at: 1)
    var settings = RoomService.Settings()
    settings.retryInterval = .milliseconds(1)
    let (reports, continuation) = AsyncStream.makeStream(of: String.self)
    let service = RoomService(log: log, settings: settings) { continuation.yield($0) }
    let member = try #require(
      service.open(room: "room", user: nil, mayWrite: true) { _ in Issue.record("a frame was sent") })
    service.receive(try join("a"), from: member)
    var found: [String] = []
    for await report in reports {
      found.append(report)
      if found.count == 3 { break }
    }
    #expect(Set(found) == ["room room: the record of the room contradicts itself"])
  }

  @Test("too many waiting messages are ignored and counted")
  func limitsWaiting() async throws {
    var settings = RoomService.Settings()
    settings.waitingLimit = 10
    let service = RoomService(log: SilentLog(), settings: settings)
    let member = try #require(service.open(room: "room", user: nil, mayWrite: true) { _ in })
    for id in 1...15 { service.receive(try change("a", id: id, #"{"kind":"nextPage"}"#), from: member) }
    #expect(service.counts.ignored == 5)
  }

  @Test("waiting messages are limited in size as well, and a room is recorded after much was written")
  func limitsBytes() async throws {
    var settings = RoomService.Settings()
    settings.waitingBytes = 1_000
    let service = RoomService(log: SilentLog(), settings: settings)
    let member = try #require(service.open(room: "room", user: nil, mayWrite: true) { _ in })
    let message = try change("a", id: 1, #"{"kind":"nextPage"}"#)
    for size in [600, 500, 400, 1] { service.receive(message, size: size, from: member) }
    #expect(service.counts.ignored == 2)

    settings.recordBytes = 1_000
    let log = InMemoryRoomLog()
    let recording = RoomService(log: log, settings: settings)
    let inbox = Inbox()
    let writer = try #require(recording.open(room: "room", user: nil, mayWrite: true, send: inbox.receive))
    recording.receive(try join("a"), from: writer)
    for id in 1...20 {
      recording.receive(
        try change("a", id: id, #"{"kind":"setGlobalState","state":{"x":\#(id)}}"#), size: 100, from: writer)
      _ = try await inbox.next(.accepted)
    }
    await recording.stop()
    let history = log.history(of: "room", after: 0)
    #expect(history.start >= 10 && history.entries.count <= 12, "recorded at \(history.start)")
    #expect(history.record?.globalState["x"] != nil)
  }

  @Test("a session belongs to the user who began it, also after its end, and members and events name the user")
  func bindsSessions() throws {
    var room = LocalRoom(uuid: "room")
    _ = room.receive(try join("a"), from: "ana", on: 1)
    _ = room.receive(try join("b"), from: "ben", on: 2)
    #expect(room.roomMembers.map(\.userID) == ["ana", "ben"])
    let event = try change("a", id: 1, #"{"kind":"sendEvent","name":"x"}"#)
    for user in ["ben", nil] {
      let answer = room.receive(event, from: user, on: 3)
      #expect(answer.map(\.frame) == [.ended(RoomFrame.Ended())] && answer.map(\.connection) == [3])
    }
    let frames = room.receive(event, from: "ana", on: 1).map(\.frame)
    #expect(frames.compactMap { $0.event?.payload.userID } == ["ana"])
    let kick = room.kick(1, reason: "secret")
    #expect(kick.contains { $0.frame.kick != nil })
    let record = try #require(LocalRoom(room.record))
    for var room in [room, record] {
      #expect(room.receive(event, from: "ben", on: 4).map(\.frame) == [.ended(RoomFrame.Ended())])
      #expect(room.receive(event, from: "ana", on: 4).first?.frame.kick?.payload.reason == "secret")
      #expect(room.members.map(\.user) == ["ben"])
    }
  }

  @Test("a repeated join is answered once on a connection, and again on another one")
  func answersJoinsOnce() async throws {
    let cluster = Cluster(servers: 1)
    let service = cluster.services[0]
    let (first, second) = (Inbox(), Inbox())
    let one = try #require(service.open(room: "room", user: "ana", mayWrite: true, send: first.receive))
    for _ in 0..<7 { service.receive(try join("a"), from: one) }
    service.receive(try change("a", id: 1, #"{"kind":"synchronize"}"#), from: one)
    _ = try await first.next(.accepted)
    #expect(first.count(.snapshot) == 1)
    let two = try #require(service.open(room: "room", user: "ana", mayWrite: true, send: second.receive))
    service.receive(try join("a"), from: two)
    _ = try await second.next(.snapshot)
    service.receive(try message(#"{"kind":"leave","session":"a"}"#), from: two)
    service.receive(try join("a"), from: two)
    _ = try await second.next(.ended)
    _ = try await second.next(.ended)
  }

  @Test("a room without connections is recorded and leaves memory, and is there again when somebody enters")
  func leavesMemory() async throws {
    var settings = RoomService.Settings()
    (settings.sweepInterval, settings.idleTimeout) = (.milliseconds(10), .milliseconds(20))
    settings.offlineTimeout = .milliseconds(20)
    let log = InMemoryRoomLog()
    let service = RoomService(log: log, settings: settings)
    let inbox = Inbox()
    let one = try #require(service.open(room: "room", user: "ana", mayWrite: true, send: inbox.receive))
    service.receive(try join("a"), from: one)
    service.receive(try change("a", id: 1, #"{"kind":"setGlobalState","state":{"x":1}}"#), from: one)
    _ = try await inbox.next(.accepted)
    service.close(one)
    while service.counts.rooms > 0 { try await Task.sleep(for: .milliseconds(5)) }
    let history = log.history(of: "room", after: 0)
    #expect(history.entries.isEmpty && history.record?.globalState == ["x": 1] && history.record?.members == [])
    let two = try #require(service.open(room: "room", user: "ben", mayWrite: true, send: inbox.receive))
    service.receive(try join("b"), from: two)
    #expect(try await inbox.next(.snapshot).snapshot?.state.globalState == ["x": 1])
  }

  @Test("without memory, no room is opened that is not in memory, and those without connections leave at once")
  func watchesMemory() async throws {
    var settings = RoomService.Settings()
    settings.sweepInterval = .milliseconds(10)
    let pressure = Mutex(RoomService.MemoryPressure.none)
    let log = InMemoryRoomLog()
    let service = RoomService(log: log, settings: settings, pressure: { pressure.withLock { $0 } })
    let inbox = Inbox()
    let members = try ["room", "other"].map { room in
      try #require(service.open(room: room, user: "ana", mayWrite: true, send: inbox.receive))
    }
    service.receive(try join("a"), from: members[0])
    _ = try await inbox.next(.snapshot)
    pressure.withLock { $0 = .critical }
    #expect(service.open(room: "third", user: "ana", mayWrite: true, send: inbox.receive) == nil)
    #expect(service.counts.refused == 1)
    #expect(service.open(room: "room", user: "ben", mayWrite: true, send: inbox.receive) != nil)
    service.close(members[1])
    while service.counts.rooms > 1 { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("without memory, rooms leave one after another: their records take memory, too")
  func leavesInTurn() async throws {
    var settings = RoomService.Settings()
    settings.sweepInterval = .milliseconds(1)
    let pressure = Mutex(RoomService.MemoryPressure.none)
    let log = CountingLog()
    let service = RoomService(log: log, settings: settings, pressure: { pressure.withLock { $0 } })
    let inbox = Inbox()
    for number in 0..<100 {
      let one = try #require(service.open(room: "room-\(number)", user: "ana", mayWrite: true, send: inbox.receive))
      service.receive(try join("a"), from: one)
      _ = try await inbox.next(.snapshot)
      service.close(one)
    }
    pressure.withLock { $0 = .high }
    while service.counts.rooms > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(log.saves.withLock { $0.total } == 100)
    #expect(log.saves.withLock { $0.most } <= 32)
  }

  @Test("a room that ends is empty for everyone, on all servers, and nothing of it is kept")
  func endsRooms() async throws {
    let cluster = Cluster(servers: 2)
    let (first, second) = (Inbox(), Inbox())
    let one = try #require(cluster.services[0].open(room: "room", user: "ana", mayWrite: true, send: first.receive))
    cluster.services[0].receive(try join("a"), from: one)
    cluster.services[0].receive(try change("a", id: 1, #"{"kind":"setGlobalState","state":{"x":1}}"#), from: one)
    _ = try await first.next(.accepted)
    #expect(try await cluster.services[1].list(after: nil, count: 9).map(\.summary.room) == ["room"])
    await cluster.services[1].end(room: "room", reason: "over")
    _ = try await first.next(.kick)
    #expect(try await cluster.services[1].list(after: nil, count: 9).isEmpty)
    cluster.services[0].receive(try change("a", id: 2, #"{"kind":"nextPage"}"#), from: one)
    _ = try await first.next(.ended)
    let two = try #require(cluster.services[1].open(room: "room", user: "ben", mayWrite: true, send: second.receive))
    cluster.services[1].receive(try join("b"), from: two)
    let snapshot = try await second.next(.snapshot).snapshot
    #expect(snapshot?.state.globalState == [:] && snapshot?.state.roomMembers.map(\.userID) == ["ben"])
  }

  @Test("rooms that were not used for long end, but not those with connections")
  func endsUnusedRooms() async throws {
    let time = Mutex(1_000)
    let log = InMemoryRoomLog(now: { time.withLock { Timestamp(millisecondsSinceEpoch: $0) } })
    let service = RoomService(log: log)
    let inbox = Inbox()
    for room in ["a", "b", "c"] {
      let member = try #require(service.open(room: room, user: "ana", mayWrite: true, send: inbox.receive))
      service.receive(try join(room), from: member)
      _ = try await inbox.next(.snapshot)
      if room != "a" {
        service.close(member)
        while log.history(of: room, after: 0).entries.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
      }
      time.withLock { $0 += 1_000 }
    }
    #expect(try await service.endRooms(unusedSince: 3_000, reason: "unused") == 1)
    #expect(try await service.list(after: nil, count: 9).map(\.summary.room) == ["a", "c"])
    #expect(try await service.list(after: "a", count: 1).map(\.summary.room) == ["c"])
  }

  @Test("entries that are repeated change nothing")
  func repeatsEntries() throws {
    let entries = try [
      RoomLogEntry.message(RoomLogEntry.Message(connection: 1, message: join("a"))),
      .message(
        RoomLogEntry.Message(
          connection: 1, message: change("a", id: 1, #"{"kind":"setGlobalState","state":{"x":1}}"#))),
      .disconnection(RoomLogEntry.Disconnection(connection: 1)),
      .expiry(RoomLogEntry.Expiry(session: "a", connections: 1)),
      .end(RoomLogEntry.End(reason: "over")),
    ]
    var (once, twice) = (LocalRoom(uuid: "room"), LocalRoom(uuid: "room"))
    for entry in entries {
      _ = once.process(entry)
      _ = twice.process(entry)
      _ = twice.process(entry)
      #expect(once.record == twice.record, "after \(entry)")
    }
    #expect(once.members.isEmpty)
  }
}

extension RoomService {
  fileprivate func receive(_ message: RoomRequestFrame, from member: Member) {
    receive(message, size: (try? message.json().count) ?? 0, from: member)
  }
}

/// Services that share a log.
private struct Cluster {
  let logs: [InMemoryRoomLog]
  let services: [RoomService]

  init(servers: Int, recordInterval: Int = 512, offlineTimeout: Duration = .seconds(60)) {
    var settings = RoomService.Settings()
    settings.recordInterval = recordInterval
    settings.offlineTimeout = offlineTimeout
    settings.sweepInterval = .milliseconds(50)
    settings.stopTimeout = .seconds(600)
    let first = InMemoryRoomLog()
    logs = [first] + (1..<servers).map { _ in InMemoryRoomLog(sharing: first) }
    services = logs.map { RoomService(log: $0, settings: settings) }
  }

  /// Waits for something to be in the log.
  func wait(until condition: (RoomHistory) -> Bool) async throws {
    for _ in 0..<60_000 {
      if condition(logs[0].history(of: "room", after: 0)) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the log does not contain the entry")
  }
}

/// A log in memory that counts the records that it writes at once, each of which takes a while.
private final class CountingLog: RoomLog {
  private let log = InMemoryRoomLog()
  let saves = Mutex((now: 0, most: 0, total: 0))
  let server = 1

  func save(_ record: RoomRecord, at number: Int) async throws {
    saves.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.total + 1) }
    try await Task.sleep(for: .milliseconds(2))
    log.save(record, at: number)
    saves.withLock { $0.now -= 1 }
  }

  func append(_ entries: [RoomLogEntry], to room: String) -> Int { log.append(entries, to: room) }
  func history(of room: String, after number: Int) -> RoomHistory { log.history(of: room, after: number) }
  func clear(_ room: String, at number: Int) { log.clear(room, at: number) }
  func rooms(after id: String?, count: Int) -> [RoomLogSummary] { log.rooms(after: id, count: count) }
  func runningServers() -> Set<Int> { log.runningServers() }
  func updates() -> AsyncStream<RoomLogUpdate> { log.updates() }
  func close() { log.close() }
}

/// A log that never answers.
private struct SilentLog: RoomLog {
  let server = 1
  func clear(_ room: String, at number: Int) async throws {}
  func rooms(after id: String?, count: Int) async throws -> [RoomLogSummary] { [] }
  func append(_ entries: [RoomLogEntry], to room: String) async throws -> Int { try await forever() }
  func history(of room: String, after number: Int) async throws -> RoomHistory { try await forever() }
  func save(_ record: RoomRecord, at number: Int) async throws {}
  func runningServers() async throws -> Set<Int> { [] }
  func updates() -> AsyncStream<RoomLogUpdate> { AsyncStream { $0.finish() } }
  func close() async {}

  private func forever<Value>() async throws -> Value {
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }
}

/// A log whose first append waits for a sign.
private final class SlowLog: RoomLog {
  private struct State {
    var appended = 0
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  let server = 1

  var isAppending: Bool { state.withLock { $0.waiting != nil } }
  var appended: Int { state.withLock { $0.appended } }

  func answer() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  func append(_ entries: [RoomLogEntry], to room: String) async -> Int {
    let first = state.withLock { state in
      defer { state.appended += 1 }
      return state.appended + 1
    }
    await withCheckedContinuation { continuation in state.withLock { $0.waiting = continuation } }
    return first
  }

  func history(of room: String, after number: Int) -> RoomHistory { RoomHistory(start: number, entries: []) }
  func save(_ record: RoomRecord, at number: Int) {}
  func clear(_ room: String, at number: Int) {}
  func rooms(after id: String?, count: Int) -> [RoomLogSummary] { [] }
  func runningServers() -> Set<Int> { [] }
  func updates() -> AsyncStream<RoomLogUpdate> { AsyncStream { $0.finish() } }
  func close() {}
}

/// The frames that a member receives.
private final class Inbox: Sendable {
  enum Kind { case snapshot, accepted, refused, state, ended, kick }

  private let frames: AsyncStream<RoomFrame>
  private let continuation: AsyncStream<RoomFrame>.Continuation

  init() { (frames, continuation) = AsyncStream.makeStream(of: RoomFrame.self) }

  private let received = Mutex<[RoomFrame]>([])

  @Sendable func receive(_ text: [UInt8]) {
    do {
      let frame = try RoomFrame(json: text)
      received.withLock { $0.append(frame) }
      continuation.yield(frame)
    } catch { Issue.record(error) }
  }

  /// The number of frames of a kind until now.
  func count(_ kind: Kind) -> Int { received.withLock { $0.count { $0.isKind(kind) } } }

  /// Returns the next frame of a kind, and skips others.
  func next(_ kind: Kind) async throws -> RoomFrame {
    let outcome = await waitForAnswer(within: .seconds(20), on: SlowClock()) { [frames] in
      await frames.first { $0.isKind(kind) }
    }
    guard case .answered(let frame?) = outcome else { throw Missing(kind: kind) }
    return frame
  }

  struct Missing: Error { let kind: Kind }
}

extension RoomFrame {
  fileprivate func isKind(_ kind: Inbox.Kind) -> Bool {
    switch kind {
    case .snapshot: snapshot != nil
    case .accepted: accepted != nil
    case .refused: refused != nil
    case .state: state != nil
    case .ended: ended != nil
    case .kick: kick != nil
    }
  }
}
