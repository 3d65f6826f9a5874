import Collaboration
import Foundation
import SchemaRuntime
import Testing

@testable import CollaborationPostgreSQL

/// Conflicts, and connections that break at every point of a transaction.
@Suite struct PostgreSQLRecoveryTests {
  @Test("transactions that wait for each other are performed again, and all succeed")
  func repeatsDeadlocks() async throws {
    let table = try await CountTable()
    let attempts = Counter()
    // Both first attempts have locked one row before either wants the other.
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    @Sendable func add(_ order: [Int], _ own: DispatchSemaphore, _ other: DispatchSemaphore) async throws {
      let tries = Counter()
      try await table.pool.transaction { connection throws(PostgreSQLError) in
        attempts.next()
        let isFirst = tries.next() == 0
        try connection.query("UPDATE counts SET n = n + 1 WHERE id = $1", [.integer(order[0])])
        if isFirst {
          own.signal()
          other.wait()
        }
        try connection.query("UPDATE counts SET n = n + 1 WHERE id = $1", [.integer(order[1])])
      }
    }
    async let one: Void = add([1, 2], first, second)
    async let two: Void = add([2, 1], second, first)
    _ = try await (one, two)
    #expect(attempts.value > 2)
    #expect(try await table.values() == [2, 2])
  }

  @Test("serialization failures are repeated: no increment is lost")
  func repeatsSerializationFailures() async throws {
    let table = try await CountTable()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            try await table.pool.transaction(.serializable) { connection throws(PostgreSQLError) in
              let n = try connection.query("SELECT n FROM counts WHERE id = 1").only().integer(0)
              try connection.query("UPDATE counts SET n = $1 WHERE id = 1", [.integer(n + 1)])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await table.values() == [40, 0])
  }

  @Test("a conflict that never ends is reported after 20 repetitions")
  func givesUp() async throws {
    let table = try await CountTable()
    let attempts = Counter()
    let error = await #expect(throws: PostgreSQLError.self) {
      try await table.pool.transaction { connection throws(PostgreSQLError) in
        attempts.next()
        _ = try connection.execute("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$")
      }
    }
    #expect(error?.isConflict == true)
    #expect(attempts.value == 21)
  }

  @Test("idle connections that the server has closed are replaced")
  func replacesIdle() async throws {
    let table = try await CountTable()
    let pids = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await table.pool.query("SELECT pg_backend_pid() FROM pg_sleep(0.1)") { rows throws(PostgreSQLError) in
            try rows.only().integer(0)
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    try await Self.terminate(Array(pids))
    try await table.pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.execute("UPDATE counts SET n = n + 1")
    }
    #expect(try await table.values() == [1, 1])
  }

  @Test("a connection that breaks before the commit is replaced once, and the transaction is performed once")
  func reconnects() async throws {
    let table = try await CountTable()
    let attempts = Counter()
    try await table.pool.transaction { connection throws(PostgreSQLError) in
      try connection.execute("UPDATE counts SET n = n + 1")
      if attempts.next() == 0 { try connection.query("SELECT pg_terminate_backend(pg_backend_pid())") }
    }
    #expect(attempts.value == 2)
    #expect(try await table.values() == [1, 1])
  }

  @Test("a connection that is closed after the last statement is noticed before the commit is sent")
  func noticesFarewell() async throws {
    let table = try await CountTable()
    let attempts = Counter()
    let (asked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let pid = Mutex(0)
    let killer = Task {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "wait").async {
          asked.wait()
          continuation.resume()
        }
      }
      try await Self.terminate([pid.withLock { $0 }])
      done.signal()
    }
    try await table.pool.transaction { connection throws(PostgreSQLError) in
      let own = try connection.query("SELECT pg_backend_pid()").only().integer(0)
      try connection.execute("UPDATE counts SET n = n + 1")
      if attempts.next() == 0 {
        pid.withLock { $0 = own }
        asked.signal()
        done.wait()
      }
    }
    try await killer.value
    #expect(attempts.value == 2)
    #expect(try await table.values() == [1, 1])
  }

  @Test("a connection that breaks again is an error, and nothing is written")
  func reconnectsOnce() async throws {
    let table = try await CountTable()
    let attempts = Counter()
    let error = await #expect(throws: PostgreSQLError.self) {
      try await table.pool.transaction { connection throws(PostgreSQLError) in
        attempts.next()
        try connection.execute("UPDATE counts SET n = n + 1")
        try connection.query("SELECT pg_terminate_backend(pg_backend_pid())")
      }
    }
    #expect(error?.isLoss == true, "\(String(describing: error))")
    #expect(attempts.value == 2)
    #expect(try await table.values() == [0, 0])
  }

  @Test("a connection that breaks during the commit is an error that says so, and nothing is repeated")
  func doesNotRepeatCommits() async throws {
    let table = try await CountTable()
    try await table.pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.execute(
        """
        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON counts DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION die();
        """)
    }
    let attempts = Counter()
    let error = await #expect(throws: PostgreSQLError.self) {
      try await table.pool.transaction { connection throws(PostgreSQLError) in
        attempts.next()
        _ = try connection.execute("UPDATE counts SET n = n + 1")
      }
    }
    guard let error, case .commitUnknown = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(attempts.value == 1)
    #expect(
      PostgreSQLUserInfoStore.failure(error).description.hasPrefix("300: whether the write was performed is unknown"))
  }

  @Test("a commit that the server refuses is an error, and a conflict in it is repeated")
  func reportsRefusedCommits() async throws {
    let table = try await CountTable()
    try await table.pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.execute(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = TG_ARGV[0]; END $$;
        CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON counts DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (NEW.n = 1) EXECUTE FUNCTION refuse('23514');
        CREATE CONSTRAINT TRIGGER conflict AFTER UPDATE ON counts DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (NEW.n = 2) EXECUTE FUNCTION refuse('40001');
        """)
    }
    let error = await #expect(throws: PostgreSQLError.self) {
      try await table.pool.transaction { connection throws(PostgreSQLError) in
        _ = try connection.execute("UPDATE counts SET n = 1")
      }
    }
    #expect(error == .refused(sqlState: "23514", operation: "COMMIT", message: "no"))
    let attempts = Counter()
    try await table.pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.query("UPDATE counts SET n = $1", [.integer(attempts.next() == 0 ? 2 : 3)])
    }
    #expect(attempts.value == 2)
    #expect(try await table.values() == [3, 3])
  }

  /// Ends connections, and waits until they have ended.
  static func terminate(_ pids: [Int]) async throws {
    let pool = try await PostgreSQLEngine.pool(connections: 1)
    let all = try await pool.query(
      "SELECT coalesce(bool_and(pg_terminate_backend(pid::int, 600000)), true) FROM unnest($1::bigint[]) AS pid",
      [.integers(pids)]
    ) { rows throws(PostgreSQLError) in try rows.only().isTrue(0) }
    #expect(all)
  }
}
