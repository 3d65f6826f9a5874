import CSQLite

/// A step from one version of the file to the next. The version is stored in the file's header (`user_version`).
struct SQLiteMigration {
  /// The version after the step.
  var version: Int
  var statements: [String]

  /// Marks a file as a store of user attributes (`application_id`): "USRI" in ASCII.
  static let applicationID = 0x5553_5249

  /// Every step ever released, in order. Existing files may be at any of them, so steps are added and never changed.
  static let all = [
    SQLiteMigration(
      version: 1,
      statements: [
        "PRAGMA application_id = \(applicationID)",
        """
        CREATE TABLE user_info (
          id TEXT PRIMARY KEY NOT NULL,
          record BLOB NOT NULL,
          timestamp INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
      ]),
    // The total size of all users, stored in the file: computing it for every write would read every record.
    SQLiteMigration(
      version: 2,
      statements: [
        "ALTER TABLE user_info ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0",
        "CREATE TABLE capacity (bytes INTEGER NOT NULL) STRICT",
        "INSERT INTO capacity VALUES (0)",
        """
        CREATE TRIGGER user_info_insert AFTER INSERT ON user_info
        BEGIN UPDATE capacity SET bytes = bytes + NEW.bytes; END
        """,
        """
        CREATE TRIGGER user_info_update AFTER UPDATE ON user_info
        BEGIN UPDATE capacity SET bytes = bytes + NEW.bytes - OLD.bytes; END
        """,
        """
        CREATE TRIGGER user_info_delete AFTER DELETE ON user_info
        BEGIN UPDATE capacity SET bytes = bytes - OLD.bytes; END
        """,
        // A record contains text members and the gender, a one-digit number. The id does not count; of undeclared
        // members, the names count as well.
        """
        UPDATE user_info SET bytes = (
          SELECT coalesce(sum(
            length(CAST(value AS BLOB)) + CASE WHEN key IN (
              'nickName', 'avatarUrl', 'mail', 'phone', 'gender', 'sign', 'birth', 'ext'
            ) THEN 0 ELSE length(CAST(key AS BLOB)) END), 0)
          FROM json_each(CAST(record AS TEXT)) WHERE key <> 'userId')
        """,
      ]),
  ]

  /// The version that this release writes.
  static var currentVersion: Int { all.last?.version ?? 0 }

  /// Checks that a file is a store or empty, before anything in it is changed.
  /// - Returns: the file's version.
  static func check(_ connection: SQLiteConnection, path: String) throws(SQLiteStoreError) -> Int {
    // In one transaction: a file that another process is creating would look foreign in between.
    try connection.transaction(.reading, failure: SQLiteStoreError.sqlite) { () throws(SQLiteStoreError) in
      try checkInTransaction(connection, path: path)
    }
  }

  private static func checkInTransaction(
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
    guard found == applicationID else { throw .foreignFile(path: path, applicationID: found) }
    guard version <= currentVersion else {
      throw .newerVersion(path: path, expected: currentVersion, actual: version)
    }
    return version
  }

  /// Applies all pending steps to a file, all of them or none.
  static func migrate(
    _ connection: SQLiteConnection, path: String, to target: Int = currentVersion
  ) throws(SQLiteStoreError) {
    guard try check(connection, path: path) < target else { return }
    try connection.transaction(.writing, failure: SQLiteStoreError.sqlite) { () throws(SQLiteStoreError) in
      // Checked again, now that no other process can write: another one may have applied the steps in the meantime.
      let version = try checkInTransaction(connection, path: path)
      for step in all where version < step.version && step.version <= target {
        do throws(SQLiteError) {
          try connection.execute(step.statements)
          try connection.execute(["PRAGMA user_version = \(step.version)"])
        } catch { throw .sqlite(error) }
      }
    }
  }
}
