import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@testable import CollaborationPostgreSQL

/// Reports of changes by other processes.
@Suite struct PostgreSQLChangesTests {
  private static func stores(_ count: Int = 2, heartbeat: Duration = .seconds(30)) async throws
    -> [PostgreSQLUserInfoStore]
  {
    try await PostgreSQLUserInfoStoreTests.stores(count, heartbeat: heartbeat)
  }

  private static func write(_ user: UserID, _ sign: String, to store: PostgreSQLUserInfoStore) async throws
    -> Timestamp?
  {
    let change = try UserInfoChange(user: user, attributes: UserInfo(sign: sign))
    return try #require(try await store.apply([change], by: .service).last).timestamp
  }

  /// Ends the connections that listen for a store.
  private static func killListener(of store: PostgreSQLUserInfoStore) async throws {
    let pids = try await store.pool.query(
      "SELECT pid::bigint FROM pg_stat_activity WHERE query LIKE 'LISTEN \"' || $1 || '.%'",
      [.text(store.pool.settings.schema)]
    ) { rows throws(PostgreSQLError) in
      var pids: [Int] = []
      for row in rows { pids.append(try row.integer(0)) }
      return pids
    }
    #expect(!pids.isEmpty)
    try await PostgreSQLRecoveryTests.terminate(pids)
  }

  @Test("writes and deletions of any store are reported with their timestamps, and nothing that was not committed")
  func reportsChanges() async throws {
    let stores = try await Self.stores()
    let ana = try UserID("ana")
    var changes = stores[0].changes().makeAsyncIterator()
    #expect(await changes.next() == .mayHaveMissedChanges)
    #expect(try await Self.write(ana, "1", to: stores[1]) == 1_000)
    #expect(await changes.next() == .written([ana: 1_000]))
    let long = try UserInfoChange(user: ana, attributes: UserInfo(ext: String(repeating: "x", count: 2_048)))
    await #expect(throws: UserInfoError.self) { try await stores[1].apply([long], by: .service) }
    try await stores[1].deleteRecord(of: ana, by: .service)
    #expect(await changes.next() == .written([ana: 1_001]))
    // Nothing is left to delete.
    try await stores[1].deleteRecord(of: ana, by: .service)
    #expect(try await Self.write(ana, "2", to: stores[0]) == 1_002)
    #expect(await changes.next() == .written([ana: 1_002]))
  }

  @Test("a change of many records is reported completely, in several notifications")
  func reportsMany() async throws {
    let stores = try await Self.stores()
    let users = try (0..<1_000).map { try UserID("user-with-a-long-name-\($0)") }
    var changes = stores[0].changes().makeAsyncIterator()
    #expect(await changes.next() == .mayHaveMissedChanges)
    _ = try await stores[1].apply(
      users.map { try UserInfoChange(user: $0, attributes: UserInfo(sign: "s")) }, by: .service)
    var reported: [UserID: Timestamp] = [:]
    while reported.count < users.count {
      guard case .written(let timestamps) = await changes.next() else {
        Issue.record("expected changes")
        return
      }
      reported.merge(timestamps) { max($0, $1) }
    }
    #expect(reported == Dictionary(uniqueKeysWithValues: users.map { ($0, 1_000) }))
  }

  @Test(
    "a lost connection is opened again; the consumer learns that it may have missed changes, and then of all others")
  func reconnects() async throws {
    let stores = try await Self.stores()
    let ana = try UserID("ana")
    var changes = stores[0].changes().makeAsyncIterator()
    #expect(await changes.next() == .mayHaveMissedChanges)
    for round in 0..<3 {
      try await Self.killListener(of: stores[0])
      #expect(await changes.next() == .mayHaveMissedChanges)
      _ = try await Self.write(ana, "\(round)", to: stores[1])
      #expect(await changes.next() == .written([ana: Timestamp(millisecondsSinceEpoch: 1_000 + round)]))
    }
  }

  @Test("a quiet connection is checked and stays")
  func staysWhileQuiet() async throws {
    let stores = try await Self.stores(heartbeat: .milliseconds(10))
    let ana = try UserID("ana")
    var changes = stores[0].changes().makeAsyncIterator()
    #expect(await changes.next() == .mayHaveMissedChanges)
    try await Task.sleep(for: .milliseconds(200))
    _ = try await Self.write(ana, "1", to: stores[1])
    #expect(await changes.next() == .written([ana: 1_000]))
  }

  @Test("all consumers share one connection, which is closed after the last one")
  func sharesConnection() async throws {
    let store = try await Self.stores(1)[0]
    func count() async throws -> Int {
      try await store.pool.query(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN \"' || $1 || '.%'",
        [.text(store.pool.settings.schema)]
      ) { rows throws(PostgreSQLError) in try rows.only().integer(0) }
    }
    for _ in 0..<3 {
      let consumers = (0..<3).map { _ in
        let changes = store.changes()
        return Task {
          for await _ in changes {}
        }
      }
      var changes: AsyncStream<UserInfoStoreChange>? = store.changes()
      for await change in changes! {
        #expect(change == .mayHaveMissedChanges)
        break
      }
      #expect(try await count() == 1)
      changes = nil
      for consumer in consumers { consumer.cancel() }
      while try await count() > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  @Test("the reports end when the store is released")
  func endsWithStore() async throws {
    var store: PostgreSQLUserInfoStore? = try await Self.stores(1)[0]
    let changes = try #require(store?.changes())
    let consumer = Task { await changes.reduce(into: 0) { count, _ in count += 1 } }
    store = nil
    #expect(await consumer.value <= 1)
  }

  @Test("a notification of another form counts as a missed one")
  func reportsUnknownForm() async throws {
    let store = try await Self.stores(1)[0]
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .mayHaveMissedChanges)
    try await store.pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.query(
        "SELECT pg_notify($1, 'ana')", [.text(PostgreSQLUserInfoStore.channel(connection.schema))])
    }
    #expect(await changes.next() == .mayHaveMissedChanges)
  }

  @Test("a consumer that is too slow learns that it has missed changes, once")
  func replacesWhatDoesNotFit() async {
    let hub = NotificationHub(missed: -1, capacity: 3)
    let (_, stream, _, _) = hub.add()
    var reports = stream.makeAsyncIterator()
    hub.begin()
    for number in 1...9 { hub.send(number) }
    #expect(await reports.next() == -1)
    hub.deliverMissed()
    hub.send(10)
    #expect([await reports.next(), await reports.next(), await reports.next()] == [1, 2, -1])
    hub.send(11)
    hub.send(12)
    #expect([await reports.next(), await reports.next(), await reports.next()] == [-1, 11, 12])
  }

  @Test("a manager follows the changes of other processes: its cache is current, and news is reported")
  func managerFollows() async throws {
    let stores = try await Self.stores()
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    let manager = UserInfoManager(
      currentUser: ana, store: stores[0], options: UserInfoManager.Options(fetchWindow: .zero),
      clock: SlowClock())
    var news = manager.notifications().makeAsyncIterator()
    manager.follow(stores[0].changes())
    // Until the store listens, changes are missed.
    for await _ in stores[0].changes() { break }
    _ = try await Self.write(ben, "1", to: stores[1])
    #expect(try await manager.fetchUserInfo(byId: ["ben"])["ben"]?.sign == "1")
    for number in 2...4 {
      // A lost connection as well: everything is unknown afterwards, and asked for again.
      if number == 3 {
        var reports = stores[0].changes().makeAsyncIterator()
        #expect(await reports.next() == .mayHaveMissedChanges)
        try await Self.killListener(of: stores[0])
        #expect(await reports.next() == .mayHaveMissedChanges)
        #expect(try await manager.fetchUserInfo(byId: ["ben"])["ben"]?.sign == "2")
      }
      let timestamp = try await Self.write(ben, "\(number)", to: stores[1])
      let notification = await news.next()
      #expect(notification?.info.sign == "\(number)")
      #expect(notification?.timestamp == timestamp)
      #expect(try await manager.fetchUserInfo(byId: ["ben"])["ben"]?.sign == "\(number)")
    }
  }
}
