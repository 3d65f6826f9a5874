import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import CollaborationPostgreSQL

/// Stores that share a database, as in several processes: each has its own pool.
@Suite struct PostgreSQLUserInfoStoreTests {
  /// Stores with the same tables.
  static func stores(
    _ count: Int = 2, schema: String = PostgreSQLEngine.makeSchema(), maximumBytes: Int = 10_000_000_000,
    heartbeat: Duration = .seconds(30)
  ) async throws -> [PostgreSQLUserInfoStore] {
    var stores: [PostgreSQLUserInfoStore] = []
    for _ in 0..<count {
      stores.append(
        try await PostgreSQLUserInfoStore(
          pool: PostgreSQLEngine.pool(schema: schema, heartbeat: heartbeat),
          options: UserInfoStoreOptions(maximumBytes: maximumBytes) { 1_000 }))
    }
    return stores
  }

  @Test("writers of one record in several stores lose nothing, also of its first write")
  func serializesWriters() async throws {
    let stores = try await Self.stores(3)
    let (users, rounds) = (try ["ana", "ben"].map { try UserID($0) }, 20)
    let timestamps = try await withThrowingTaskGroup(of: [Int].self) { group in
      for task in 0..<6 {
        group.addTask {
          // Half of the tasks name the users in the opposite order.
          let users = task % 2 == 0 ? users : users.reversed()
          var timestamps: [Int] = []
          for round in 0..<rounds {
            let info = UserInfo(additionalMembers: ["t\(task)": .string("\(round)")])
            let records = try await stores[task % 3].apply(
              users.map { try UserInfoChange(user: $0, attributes: info) }, by: .service)
            timestamps += records.filter { $0.user.text == "ana" }.map(\.version)
          }
          return timestamps
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    // Each write got a time of its own, so none was based on an outdated record.
    #expect(timestamps.sorted() == Array(1_000..<1_000 + 6 * rounds))
    let records = try await stores[0].records(of: users, attributes: .all)
    for user in users {
      let record = try #require(records[user])
      #expect(record.version == 999 + 6 * rounds)
      #expect(record.info.additionalMembers.count == 6)
      #expect(record.info.additionalMembers.allSatisfy { $0.value == .string("\(rounds - 1)") })
    }
    #expect(try await stores[1].capacity() == records.values.reduce(0) { $0 + $1.info.attributeBytes })
  }

  @Test("1a: the total size is never exceeded by concurrent writers of several stores, and is used up")
  func limitsConcurrently() async throws {
    let stores = try await Self.stores(3, maximumBytes: 1_000)
    let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<30 {
        group.addTask {
          let change = try UserInfoChange(
            user: UserID("user-\(task)"), attributes: UserInfo(sign: String(repeating: "x", count: 90)))
          do throws(UserInfoError) {
            _ = try await stores[task % 3].apply([change], by: .service)
            return true
          } catch {
            guard case .dataLengthExceeded(.application, 1_000, 1_080) = error else { throw error }
            return false
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 11)
    #expect(try await stores[0].capacity() == 990)
    // Refused first writes leave no row.
    let rows = try await stores[0].pool.query("SELECT count(*) FROM user_info") { rows throws(PostgreSQLError) in
      try rows.only().integer(0)
    }
    #expect(rows == 11)
  }

  @Test("connections that are killed all the time lose no acknowledged write, and no error hides one that was made")
  func survivesKills() async throws {
    let stores = try await Self.stores(2)
    let rounds = Effort.rounds(quick: 60, thorough: 120)
    let isOver = Mutex(false)
    let killer = Task {
      let pool = try await PostgreSQLEngine.pool(connections: 1)
      let searchPath = "%\(stores[0].pool.settings.schema)%"
      var killed = 0
      while !isOver.withLock({ $0 }) {
        killed += try await pool.query(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity, pg_sleep(0.002)
          WHERE query LIKE '%user_info%' AND pid IN (
            SELECT pid FROM pg_locks WHERE relation = to_regclass($1) AND random() < 0.3)
          """, [.text(searchPath.filter { $0 != "%" } + ".user_info")]
        ) { rows throws(PostgreSQLError) in try rows.only().integer(0) }
      }
      return killed
    }
    let failures = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask { try await Self.write(rounds, to: stores[task % 2], as: UserID("user-\(task)")) }
      }
      return try await group.reduce(0, +)
    }
    isOver.withLock { $0 = true }
    #expect(try await killer.value > 0)
    #expect(failures < 4 * rounds)
    let users = try (0..<4).map { try UserID("user-\($0)") }
    let records = try await stores[0].records(of: users, attributes: .all)
    #expect(try await stores[0].capacity() == records.values.reduce(0) { $0 + $1.info.attributeBytes })
  }

  /// Writes numbers, and checks after each that the record has the number, or after an error, possibly the one before.
  /// - Returns: the number of errors.
  private static func write(_ rounds: Int, to store: PostgreSQLUserInfoStore, as user: UserID) async throws -> Int {
    var failures = 0
    var possible: Set<String?> = [nil]
    for round in 0..<rounds {
      let sign = String(repeating: "x", count: round % 50) + "\(round)"
      do throws(UserInfoError) {
        _ = try await store.apply([UserInfoChange(user: user, attributes: UserInfo(sign: sign))], by: .user(user))
        possible = [sign]
      } catch {
        guard case .storeFailed(let words) = error else { throw error }
        // Other errors say that nothing was written.
        if words.contains("unknown") { possible.insert(sign) }
        failures += 1
      }
      let found: String?
      do { found = try await store.records(of: [user], attributes: .all)[user]?.info.sign } catch { continue }
      #expect(possible.contains(found), "\(user): found \(found ?? "nothing")")
      possible = [found]
    }
    return failures
  }

  @Test("a stored record that is invalid, or another user's, gives 1, and is not overwritten")
  func reportsInvalid() async throws {
    let store = try await Self.stores(1)[0]
    let ana = try UserID("ana")
    let change = try UserInfoChange(user: ana, attributes: UserInfo(sign: "s"))
    _ = try await store.apply([change], by: .service)
    for text in ["{", #"{"userId":"ben"}"#, #"{"userId":"ana","gender":9}"#] {
      try await store.pool.transaction { connection throws(PostgreSQLError) in
        _ = try connection.query("UPDATE user_info SET record = $1", [.bytes(Array(text.utf8))])
      }
      for work in [
        { _ = try await store.records(of: [ana], attributes: .all) },
        { _ = try await store.apply([change], by: .service) },
        { _ = try await store.deleteRecord(of: ana, by: .service) },
      ] as [@Sendable () async throws -> Void] {
        let error = await #expect(throws: UserInfoError.self) { try await work() }
        #expect(error?.code == .general)
      }
      let stored = try await store.pool.query("SELECT record FROM user_info") { rows throws(PostgreSQLError) in
        try rows.only().bytes(0)
      }
      #expect(stored == Array(text.utf8))
    }
  }

  @Test("a server that is not there gives 300, and a closed pool as well")
  func reportsAbsence() async throws {
    let store = try await Self.stores(1)[0]
    store.pool.close()
    let error = await #expect(throws: UserInfoError.self) { try await store.capacity() }
    #expect(error?.code == .serverUnreachable)
    let pool = try PostgreSQLPool("host=/nowhere")
    let absence = await #expect(throws: PostgreSQLError.self) {
      _ = try await PostgreSQLUserInfoStore(pool: pool, options: UserInfoStoreOptions { 0 })
    }
    guard case .notConnected = absence else {
      Issue.record("\(String(describing: absence))")
      return
    }
  }

  @Test("a commit is acknowledged when it is on disk, whatever the default of the role")
  func isDurable() async throws {
    let engine = try await PostgreSQLEngine.shared
    let options = "options='-c synchronous_commit=off'"
    let pool = try PostgreSQLPool("\(engine.connectionString) \(options)")
    let setting = try await pool.query("SELECT current_setting('synchronous_commit')") { rows throws(PostgreSQLError) in
      try rows.only().text(0)
    }
    #expect(setting == "on")
  }
}
