import CSQLite

/// A step from one version of a file to the next. The version is stored in the file's header (`user_version`).
struct SQLiteMigration {
  /// The version after the step.
  var version: Int
  var statements: [String]
}

/// A kind of file, with every step ever released, in order. Existing files may be at any of them, so steps are added and
/// never changed.
struct SQLiteFile: Sendable {
  /// What the file contains, for messages.
  var content: String
  /// Marks a file as one of this kind (`application_id`).
  var applicationID: Int
  var steps: [SQLiteMigration]

  /// How a commit waits for the disk.
  enum Synchronous: String {
    /// A commit survives a power failure.
    case full = "FULL"
    /// A commit survives the end of the process. A power failure may lose the last ones, and leaves none half done.
    case normal = "NORMAL"
  }

  /// The version that this release writes.
  var currentVersion: Int { steps.last?.version ?? 0 }

  /// Opens a file, creates it if it does not exist, and migrates one of an earlier release.
  /// - Parameters:
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  ///   - isExclusive: whether no other connection may use the file, from the first write on.
  func open(
    _ path: String, busyTimeout: Int32, synchronous: Synchronous, isExclusive: Bool = false
  ) throws(SQLiteStoreError) -> SQLiteConnection {
    // An empty path would be an in-memory database, and a name would be truncated at a NUL.
    guard !path.isEmpty, !path.utf8.contains(0), path != ":memory:" else { throw .malformedPath(path) }
    let connection: SQLiteConnection
    do { connection = try SQLiteConnection(path: path, busyTimeout: busyTimeout) } catch { throw .sqlite(error) }
    // The log is switched on after the check, because that writes to the file.
    _ = try check(connection, path: path)
    do {
      if isExclusive { try connection.execute(["PRAGMA locking_mode = EXCLUSIVE"]) }
      try connection.switchOnLog()
      try connection.execute(["PRAGMA synchronous = \(synchronous.rawValue)"])
    } catch { throw .sqlite(error) }
    try migrate(connection, path: path)
    return connection
  }

  /// Checks that a file is a store or empty, before anything in it is changed.
  /// - Returns: the file's version.
  func check(_ connection: SQLiteConnection, path: String) throws(SQLiteStoreError) -> Int {
    // In one transaction: a file that another process is creating would look foreign in between.
    try connection.transaction(.reading, failure: SQLiteStoreError.sqlite) { () throws(SQLiteStoreError) in
      try checkInTransaction(connection, path: path)
    }
  }

  private func checkInTransaction(
    _ connection: SQLiteConnection, path: String
  ) throws(SQLiteStoreError) -> Int {
    let version: Int
    let found: Int
    let isEmpty: Bool
    do {
      version = try connection.integer("PRAGMA user_version")
      found = try connection.integer("PRAGMA application_id")
      isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    } catch { throw .sqlite(error) }
    if isEmpty, version == 0, found == 0 { return 0 }
    guard found == applicationID else { throw .foreignFile(path: path, expected: content, applicationID: found) }
    guard version <= currentVersion else {
      throw .newerVersion(path: path, expected: currentVersion, actual: version)
    }
    return version
  }

  /// Applies all pending steps to a file, all of them or none.
  func migrate(
    _ connection: SQLiteConnection, path: String, to target: Int? = nil
  ) throws(SQLiteStoreError) {
    let target = target ?? currentVersion
    guard try check(connection, path: path) < target else { return }
    try connection.transaction(.writing, failure: SQLiteStoreError.sqlite) { () throws(SQLiteStoreError) in
      // Checked again, now that no other process can write: another one may have applied the steps in the meantime.
      let version = try checkInTransaction(connection, path: path)
      for step in steps where version < step.version && step.version <= target {
        do throws(SQLiteError) {
          try connection.execute(step.statements)
          try connection.execute(["PRAGMA user_version = \(step.version)"])
        } catch { throw .sqlite(error) }
      }
    }
  }
}
