import Collaboration
import Foundation
import SchemaRuntime
import Testing

@testable import CollaborationPostgreSQL

/// Counts from zero.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  /// Returns the count before.
  @discardableResult
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

/// Transactions, the limit of connections, deadlines and cancellation.
@Suite struct PostgreSQLPoolTests {
  struct Refusal: Error, Equatable {}

  @Test("values of all types are returned as they were sent")
  func returnsValues() async throws {
    let pool = try await PostgreSQLEngine.pool()
    for number in [0, 1, -1, .min, .max] {
      #expect(
        try await pool.query("SELECT $1::bigint", [.integer(number)]) { rows throws(PostgreSQLError) in
          try rows.only().integer(0)
        } == number)
    }
    for text in ["", "é", "e\u{301}", "林佩儀 🎋", "'; DROP TABLE x; --", String(repeating: "x", count: 100_000)] {
      #expect(
        try await pool.query("SELECT $1::text", [.text(text)]) { rows throws(PostgreSQLError) in
          Array(try rows.only().text(0).utf8)
        } == Array(text.utf8))
    }
    for bytes in [[], [0], Array(0...255), Array(repeating: 7, count: 3_000_000)] as [[UInt8]] {
      #expect(
        try await pool.query("SELECT $1::bytea", [.bytes(bytes)]) { rows throws(PostgreSQLError) in
          try rows.only().bytes(0)
        } == bytes)
    }
    let arrays: [PostgreSQLValue] = [
      .integers([1, -2, .max]), .texts(["", "a\"{},\\", "é"]), .byteArrays([[], [0, 255], [1]]),
    ]
    let rows = try await pool.query(
      "SELECT i, t, b FROM unnest($1::bigint[], $2::text[], $3::bytea[]) WITH ORDINALITY AS x(i, t, b, n) ORDER BY n",
      arrays
    ) { rows throws(PostgreSQLError) in
      var found: [String] = []
      for row in rows { found.append("\(try row.integer(0)) \(try row.text(1)) \(try row.bytes(2))") }
      return found
    }
    #expect(rows == ["1  []", "-2 a\"{},\\ [0, 255]", "\(Int.max) é [1]"])
    let empty = try await pool.query("SELECT count(*) FROM unnest($1::text[])", [.texts([])]) {
      rows throws(PostgreSQLError) in try rows.only().integer(0)
    }
    #expect(empty == 0)
  }

  @Test("values are read from columns of their type only")
  func refusesOtherTypes() async throws {
    let pool = try await PostgreSQLEngine.pool()
    for (sql, words) in [
      ("SELECT 'text'::text || 'x'", "expected an integer in column 0, found 5 bytes"),
      ("SELECT NULL::bigint", "expected a value in column 0, found NULL"), ("SELECT 1 LIMIT 0", "found 0"),
      ("SELECT", "expected a column 0, found 0 columns"),
    ] {
      let error = await #expect(throws: PostgreSQLError.self) {
        try await pool.query(sql) { rows throws(PostgreSQLError) in try rows.only().integer(0) }
      }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
    let smaller = try await pool.query("SELECT (-7)::int2, 70000::int4, NULL::int4") { rows throws(PostgreSQLError) in
      let row = try rows.only()
      return [try row.integer(0), try row.integer(1), try row.optionalInteger(2)]
    }
    #expect(smaller == [-7, 70_000, nil])
  }

  @Test("work that throws changes nothing, and its error is that of the transaction")
  func rollsBack() async throws {
    let table = try await CountTable()
    await #expect(throws: Refusal()) {
      try await table.pool.transaction(failure: { _ in Refusal() }) { connection throws(Refusal) in
        do { try connection.execute("UPDATE counts SET n = 7") } catch { throw Refusal() }
        throw Refusal()
      }
    }
    #expect(try await table.values() == [0, 0])
  }

  @Test("an error of a statement fails the transaction, even if the work ignores it")
  func failsAfterIgnoredError() async throws {
    let table = try await CountTable()
    let error = await #expect(throws: PostgreSQLError.self) {
      try await table.pool.transaction { connection throws(PostgreSQLError) in
        try connection.execute("UPDATE counts SET n = 7")
        _ = try? connection.query("SELECT 1 / (n - n) FROM counts")
      }
    }
    guard case .refused(let sqlState, _, let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((sqlState, message) == ("22012", "division by zero"))
    #expect(try await table.values() == [0, 0])
  }

  @Test("a transaction that reads cannot write")
  func readsOnly() async throws {
    let table = try await CountTable()
    let error = await #expect(throws: PostgreSQLError.self) {
      try await table.pool.transaction(.reading) { connection throws(PostgreSQLError) in
        _ = try connection.execute("UPDATE counts SET n = 7")
      }
    }
    #expect(error?.description.contains("25006") == true)
  }

  @Test("there are never more connections than the limit, and all calls get their turn")
  func limitsConnections() async throws {
    let pool = try await PostgreSQLEngine.pool(connections: 3)
    let name = PostgreSQLEngine.makeSchema()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await pool.transaction { connection throws(PostgreSQLError) in
            try connection.execute("SET application_name = '\(name)'; SELECT pg_sleep(0.01)")
            return try connection.query(
              "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1", [.text(name)]
            ).only().integer(0)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.count == 40)
    #expect(counts.allSatisfy { (1...3).contains($0) })
    #expect(pool.waitingCount == 0)
  }

  @Test("the wait for a free connection ends at the deadline, and when the task is cancelled")
  func endsWaits() async throws {
    let pool = try await PostgreSQLEngine.pool(connections: 1)
    let gate = DispatchSemaphore(value: 0)
    let holder = Task {
      try await pool.transaction { connection throws(PostgreSQLError) in
        try connection.execute("SELECT 1")
        gate.wait()
      }
    }
    // Until the only connection is taken, the others would take it.
    while pool.freeCount > 0 { await Task.yield() }
    await #expect(throws: PostgreSQLError.timedOut(after: .milliseconds(20))) {
      try await pool.transaction(timeout: .milliseconds(20)) { connection throws(PostgreSQLError) in
        _ = try connection.execute("SELECT 1")
      }
    }
    let cancelled = Task { try await pool.query("SELECT 1") { rows throws(PostgreSQLError) in rows.count } }
    while pool.waitingCount == 0 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: PostgreSQLError.cancelled) { try await cancelled.value }
    #expect(pool.waitingCount == 0)
    gate.signal()
    try await holder.value
    #expect(try await pool.query("SELECT 1") { rows throws(PostgreSQLError) in rows.count } == 1)
  }

  @Test("a statement ends at the deadline, and when the task is cancelled; the pool goes on")
  func endsStatements() async throws {
    let pool = try await PostgreSQLEngine.pool(connections: 1)
    await #expect(throws: PostgreSQLError.timedOut(after: .milliseconds(300))) {
      try await pool.transaction(timeout: .milliseconds(300)) { connection throws(PostgreSQLError) in
        _ = try connection.execute("SELECT pg_sleep(3600)")
      }
    }
    let started = Counter()
    let cancelled = Task {
      try await pool.transaction { connection throws(PostgreSQLError) in
        started.next()
        _ = try connection.execute("SELECT pg_sleep(3600)")
      }
    }
    while started.value == 0 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: PostgreSQLError.cancelled) { try await cancelled.value }
    #expect(started.value == 1)
    #expect(try await pool.query("SELECT 1") { rows throws(PostgreSQLError) in rows.count } == 1)
  }

  @Test("a closed pool refuses calls, and ends waits")
  func closes() async throws {
    let pool = try await PostgreSQLEngine.pool()
    #expect(try await pool.query("SELECT 1") { rows throws(PostgreSQLError) in rows.count } == 1)
    pool.close()
    await #expect(throws: PostgreSQLError.closed) {
      try await pool.query("SELECT 1") { rows throws(PostgreSQLError) in rows.count }
    }
  }

  @Test(
    "texts that are no connection string are refused without being repeated",
    arguments: ["secret", "password", "host='x password=secret", "postgresql://u:secret@h:1:2:3/?bad=secret", "pass\0"])
  func refusesString(_ text: String) {
    let error = #expect(throws: PostgreSQLError.malformedConnectionString) { _ = try PostgreSQLPool(text) }
    #expect(error?.description.contains("secret") == false)
  }

  @Test("names that would need quotation marks are refused", arguments: ["", "A", "1a", "a-b", "a\"; DROP", "_a"])
  func refusesSchema(_ name: String) {
    #expect(throws: PostgreSQLError.malformedSchemaName(name)) {
      _ = try PostgreSQLPool("", settings: PostgreSQLSettings(schema: name))
    }
  }

  @Test("no error and no description contains a password")
  func keepsSecrets() async throws {
    let engine = try await PostgreSQLEngine.shared
    let secret = "hunter2-\(UUID().uuidString)"
    let wrong = engine.connectionString.replacing(engine.password, with: secret)
    var descriptions: [String] = []
    for string in [wrong, "host=/nowhere password=\(secret)", "host=\(secret).invalid password=\(secret)"] {
      let pool = try PostgreSQLPool(string, settings: PostgreSQLSettings(requestTimeout: .seconds(20 * 60)))
      var dumped = ""
      dump(pool, to: &dumped)
      descriptions += [dumped, "\(pool)", String(reflecting: pool)]
      let error = await #expect(throws: PostgreSQLError.self) {
        try await pool.query("SELECT 1") { rows throws(PostgreSQLError) in rows.count }
      }
      guard let error, case .notConnected = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      descriptions += [error.description, "\(PostgreSQLUserInfoStore.failure(error))"]
    }
    for description in descriptions { #expect(!description.contains(secret), "\(description)") }
    #expect(descriptions.contains { $0.contains("password authentication failed") })
  }
}

/// A table of two rows with a number each, for transactions.
struct CountTable {
  let pool: PostgreSQLPool

  init(connections: Int = 4) async throws {
    pool = try await PostgreSQLEngine.pool(connections: connections)
    let component = PostgreSQLComponent(
      name: "counts",
      steps: [
        PostgreSQLMigration(
          version: 1,
          statements: [
            "CREATE TABLE counts (id bigint PRIMARY KEY, n bigint NOT NULL)",
            "INSERT INTO counts VALUES (1, 0), (2, 0)",
          ])
      ])
    try await component.migrate(pool)
  }

  func values() async throws -> [Int] {
    try await pool.query("SELECT n FROM counts ORDER BY id") { rows throws(PostgreSQLError) in
      var values: [Int] = []
      for row in rows { values.append(try row.integer(0)) }
      return values
    }
  }
}
