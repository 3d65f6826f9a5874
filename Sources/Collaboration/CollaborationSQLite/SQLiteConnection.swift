import CSQLite

/// An open file with its prepared statements. It is owned by one actor and not safe for concurrent use.
final class SQLiteConnection {
  private let database: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a file, and creates it if it does not exist. Nothing is read or written yet.
  /// - Parameter busyTimeout: how long to wait for another connection's lock, in milliseconds.
  init(path: String, busyTimeout: Int32) throws(SQLiteError) {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &database, flags, nil)
    guard code == SQLITE_OK, let database else {
      // A connection that failed to open contains the message, and must be closed.
      let error = SQLiteError(database, "open '\(path)'")
      sqlite3_close_v2(database)
      throw error
    }
    self.database = database
    sqlite3_busy_timeout(database, max(busyTimeout, 0))
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(database)
  }

  /// Runs a statement, which is prepared once and kept, and passes its rows to a closure.
  func run(
    _ sql: String, _ values: [SQLiteValue] = [], row: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(SQLiteError) {
    if let statement = statements[sql] { return try statement.run(values, row: row) }
    let statement = try SQLiteStatement(sql, in: database)
    statements[sql] = statement
    try statement.run(values, row: row)
  }

  /// Runs one-time statements, one after the other.
  func execute(_ statements: [String]) throws(SQLiteError) {
    for sql in statements { try SQLiteStatement(sql, in: database).run([]) { _ in } }
  }

  /// Switches the file permanently to a write-ahead log.
  ///
  /// SQLite reads before it switches, and does not wait for a lock then, because two readers that want to write would
  /// wait for each other. So if another connection is switching or writing, this waits for it to finish and tries
  /// again. By then the file has its log, unless yet another connection interferes.
  func switchOnLog() throws(SQLiteError) {
    for _ in 0..<8 {
      do {
        return try execute(["PRAGMA journal_mode = WAL"])
      } catch {
        guard error.code & 0xff == SQLITE_BUSY else { throw error }
        try execute(["BEGIN IMMEDIATE", "COMMIT"])
      }
    }
    try execute(["PRAGMA journal_mode = WAL"])
  }

  /// Returns the number in the first column of the only row.
  func integer(_ sql: String) throws(SQLiteError) -> Int {
    var number = 0
    try SQLiteStatement(sql, in: database).run([]) { number = $0.integer(0) }
    return number
  }

  enum Transaction: String {
    /// Sees one state of the file, and writes nothing.
    case reading = "BEGIN DEFERRED"
    /// Has the file's only write lock from the start, so that data it has read remains current until it writes.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Performs work as one step: all of it is on disk when this returns, or nothing if it throws.
  func transaction<Value, Failure: Error>(
    _ kind: Transaction, failure: (SQLiteError) -> Failure, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do { try run(kind.rawValue) } catch { throw failure(error) }
    do throws(Failure) {
      let value = try work()
      do { try run("COMMIT") } catch { throw failure(error) }
      return value
    } catch {
      // If SQLite has rolled back by itself, for instance on a full disk, there is nothing left to do.
      if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }
}
