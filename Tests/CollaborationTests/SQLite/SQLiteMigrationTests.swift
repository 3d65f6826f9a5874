import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@testable import CollaborationSQLite

@Suite struct SQLiteMigrationTests {
  private static let options = UserInfoStoreOptions { 1_000 }

  @Test("the steps lead from each version to the next", arguments: ["users", "rooms"])
  func stepsAreInOrder(_ name: String) {
    let file = name == "users" ? SQLiteFile.users : SQLiteFile.rooms
    #expect(file.steps.map(\.version) == Array(1...file.currentVersion))
  }

  @Test(
    "a file of every earlier version is migrated with all records",
    arguments: 0..<SQLiteFile.users.currentVersion)
  func migrates(from version: Int) async throws {
    let folder = try StoreFolder()
    let ana = try UserID("ana")
    do {
      let connection = try SQLiteConnection(path: folder.file, busyTimeout: 0)
      try SQLiteFile.users.migrate(connection, path: folder.file, to: version)
      #expect(try connection.integer("PRAGMA user_version") == version)
      if version > 0 {
        let text = #"{"userId":"ana","nickName":"Ána","gender":2,"sign":"\u0041","ö":"x"}"#
        try connection.run(
          "INSERT INTO user_info (id, record, timestamp) VALUES ('ana', ?, 7)", [.bytes(Array(text.utf8))])
        // The second version stores the size.
        if version == 2 { try connection.execute(["UPDATE user_info SET bytes = 9"]) }
      }
    }
    let store = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    let record = try await store.records(of: [ana], attributes: .all)[ana]
    #expect(record?.timestamp == (version > 0 ? 7 : nil))
    // Four bytes of the name, one of the gender, one of the signature, and three of the undeclared member.
    #expect(try await store.capacity() == (version > 0 ? 9 : 0))
    #expect((record?.info.attributeBytes ?? 0) == (version > 0 ? 9 : 0))
    _ = try await store.apply([UserInfoChange(user: ana, attributes: UserInfo(sign: "four"))], by: .service)
    #expect(try await store.capacity() == (version > 0 ? 12 : 4))
  }

  /// What the second version wrote, without what triggers did.
  private static let secondVersion = [
    "PRAGMA application_id = 1431523913", "PRAGMA user_version = 2",
    """
    CREATE TABLE user_info (
      id TEXT PRIMARY KEY NOT NULL, record BLOB NOT NULL, timestamp INTEGER NOT NULL, bytes INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE TABLE capacity (bytes INTEGER NOT NULL) STRICT", "INSERT INTO capacity VALUES (6)",
    "CREATE TRIGGER user_info_insert AFTER INSERT ON user_info BEGIN UPDATE capacity SET bytes = bytes + NEW.bytes; END",
    "CREATE TRIGGER user_info_update AFTER UPDATE ON user_info BEGIN UPDATE capacity SET bytes = bytes; END",
    "CREATE TRIGGER user_info_delete AFTER DELETE ON user_info BEGIN UPDATE capacity SET bytes = bytes - OLD.bytes; END",
    #"INSERT INTO user_info VALUES ('ana', CAST('{"userId":"ana","sign":"old"}' AS BLOB), 7, 3)"#,
    #"INSERT INTO user_info VALUES ('ben', CAST('{"userId":"ben","sign":"old"}' AS BLOB), 8, 3)"#,
  ]

  @Test("the records of a release with one tenant have none, and get one without replacing what it has")
  func assignsTenants() async throws {
    let folder = try StoreFolder()
    do { try SQLiteConnection(path: folder.file, busyTimeout: 0).execute(Self.secondVersion) }
    let store = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    let tenant = try #require(Tenant("org/app"))
    let users = try ["ana", "ben"].map { try UserID($0) }
    func signs(_ tenant: Tenant) async throws -> [String?] {
      let records = try await store.records(of: users, attributes: .all, in: tenant)
      return users.map { records[$0]?.info.sign }
    }
    #expect(try await signs(.none) == ["old", "old"])
    #expect(try await store.capacity() == 6)
    _ = try await store.apply(
      [UserInfoChange(user: users[0], attributes: UserInfo(sign: "x"))], by: .service, in: tenant)
    try await store.assignRecords(to: tenant)
    #expect(try await signs(tenant) == ["x", "old"])
    #expect(try await signs(.none) == ["old", nil])
    #expect(try await store.capacity(of: tenant) == 4)
    #expect(try await store.capacity() == 3)
  }

  @Test("a file of a later release is refused and left unchanged")
  func refusesFuture() throws {
    let folder = try StoreFolder()
    let connection = try SQLiteConnection(path: folder.file, busyTimeout: 0)
    try SQLiteFile.users.migrate(connection, path: folder.file)
    try connection.execute(["PRAGMA user_version = 99"])
    #expect(throws: SQLiteStoreError.newerVersion(path: folder.file, expected: 3, actual: 99)) {
      _ = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    }
    #expect(try connection.integer("PRAGMA user_version") == 99)
    #expect(try connection.integer("SELECT count(*) FROM user_info") == 0)
  }

  @Test("a step that fails changes nothing")
  func rollsBack() throws {
    let folder = try StoreFolder()
    let connection = try SQLiteConnection(path: folder.file, busyTimeout: 0)
    try SQLiteFile.users.migrate(connection, path: folder.file, to: 1)
    // Obstructs the second step.
    try connection.execute(["CREATE TABLE capacity (anything INTEGER)"])
    let error = #expect(throws: SQLiteStoreError.self) {
      try SQLiteFile.users.migrate(connection, path: folder.file)
    }
    #expect(error?.description.contains("capacity already exists") == true)
    #expect(try connection.integer("PRAGMA user_version") == 1)
    #expect(try connection.integer("SELECT count(*) FROM pragma_table_info('user_info')") == 3)
  }

  @Test("an acknowledged write is on disk: the log is on, and every commit waits for it")
  func isDurable() async throws {
    let folder = try StoreFolder()
    let store = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    #expect(try await store.setting("journal_mode") == "wal")
    #expect(try await store.setting("synchronous") == "2")
  }
}
