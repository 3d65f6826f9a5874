import Collaboration
import CollaborationModels
import Testing

@testable import CollaborationSQLite

@Suite struct SQLiteMigrationTests {
  private static let options = UserInfoStoreOptions { 1_000 }

  @Test("the steps lead from each version to the next")
  func stepsAreInOrder() {
    #expect(SQLiteMigration.all.map(\.version) == Array(1...SQLiteMigration.currentVersion))
  }

  @Test(
    "a file of every earlier version is migrated with all records",
    arguments: 0..<SQLiteMigration.currentVersion)
  func migrates(from version: Int) async throws {
    let folder = try StoreFolder()
    let ana = try UserID("ana")
    do {
      let connection = try SQLiteConnection(path: folder.file, busyTimeout: 0)
      try SQLiteMigration.migrate(connection, path: folder.file, to: version)
      #expect(try connection.integer("PRAGMA user_version") == version)
      if version > 0 {
        let text = #"{"userId":"ana","nickName":"Ána","gender":2,"sign":"\u0041","ö":"x"}"#
        try connection.run(
          "INSERT INTO user_info (id, record, timestamp) VALUES ('ana', ?, 7)", [.bytes(Array(text.utf8))])
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

  @Test("a file of a later release is refused and left unchanged")
  func refusesFuture() throws {
    let folder = try StoreFolder()
    let connection = try SQLiteConnection(path: folder.file, busyTimeout: 0)
    try SQLiteMigration.migrate(connection, path: folder.file)
    try connection.execute(["PRAGMA user_version = 99"])
    #expect(throws: SQLiteStoreError.newerVersion(path: folder.file, expected: 2, actual: 99)) {
      _ = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    }
    #expect(try connection.integer("PRAGMA user_version") == 99)
    #expect(try connection.integer("SELECT count(*) FROM user_info") == 0)
  }

  @Test("a step that fails changes nothing")
  func rollsBack() throws {
    let folder = try StoreFolder()
    let connection = try SQLiteConnection(path: folder.file, busyTimeout: 0)
    try SQLiteMigration.migrate(connection, path: folder.file, to: 1)
    // Obstructs the second step.
    try connection.execute(["CREATE TABLE capacity (anything INTEGER)"])
    let error = #expect(throws: SQLiteStoreError.self) {
      try SQLiteMigration.migrate(connection, path: folder.file)
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
