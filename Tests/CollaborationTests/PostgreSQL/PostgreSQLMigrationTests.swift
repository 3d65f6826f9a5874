import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@testable import CollaborationPostgreSQL

@Suite struct PostgreSQLMigrationTests {
  /// Steps that need each other in their order.
  private static func component(_ versions: Int) -> PostgreSQLComponent {
    let steps = [
      ["CREATE TABLE notes (text text NOT NULL)", "INSERT INTO notes VALUES ('a')"],
      ["ALTER TABLE notes ADD COLUMN size bigint", "UPDATE notes SET size = length(text)"],
      ["ALTER TABLE notes ALTER COLUMN size SET NOT NULL"],
    ]
    return PostgreSQLComponent(
      name: "notes",
      steps: steps.prefix(versions).enumerated().map {
        PostgreSQLMigration(version: $0.offset + 1, statements: $0.element)
      })
  }

  private static func text(_ sql: String, _ pool: PostgreSQLPool) async throws -> String {
    try await pool.query(sql) { rows throws(PostgreSQLError) in try rows.only().text(0) }
  }

  @Test("the steps lead from each version to the next", arguments: ["users", "rooms"])
  func stepsAreInOrder(_ name: String) {
    let component = name == "users" ? PostgreSQLComponent.users : PostgreSQLComponent.rooms
    #expect(component.steps.map(\.version) == Array(1...component.currentVersion))
  }

  @Test("tables of every earlier version are migrated, and current ones stay", arguments: 0...3)
  func migrates(from version: Int) async throws {
    let pool = try await PostgreSQLEngine.pool()
    try await Self.component(3).migrate(pool, to: version)
    try await Self.component(3).migrate(pool)
    #expect(try await Self.text("SELECT text || size FROM notes", pool) == "a1")
    #expect(try await Self.text("SELECT version::text FROM schema_version WHERE component = 'notes'", pool) == "3")
    // Components have versions of their own.
    _ = try await PostgreSQLUserInfoStore(pool: pool, options: UserInfoStoreOptions { 0 })
    #expect(
      try await Self.text("SELECT string_agg(component, ' ' ORDER BY 1) FROM schema_version", pool) == "notes users")
  }

  @Test("tables of a later release are refused and left unchanged")
  func refusesFuture() async throws {
    let pool = try await PostgreSQLEngine.pool()
    try await Self.component(3).migrate(pool)
    await #expect(throws: PostgreSQLError.newerVersion(component: "notes", expected: 2, actual: 3)) {
      try await Self.component(2).migrate(pool)
    }
    #expect(try await Self.text("SELECT version::text FROM schema_version", pool) == "3")
  }

  @Test("a step that fails changes nothing, not even the steps before it")
  func rollsBack() async throws {
    let pool = try await PostgreSQLEngine.pool()
    var component = Self.component(3)
    component.steps[2].statements.append("SELECT 1 / 0")
    let error = await #expect(throws: PostgreSQLError.self) { try await component.migrate(pool) }
    #expect(error?.description.contains("division by zero") == true)
    #expect(
      try await Self.text("SELECT coalesce(to_regnamespace($$\(pool.settings.schema)$$)::text, '-')", pool) == "-")
    try await Self.component(3).migrate(pool)
    #expect(try await Self.text("SELECT text || size FROM notes", pool) == "a1")
  }

  @Test("the records and rooms of a release with one tenant are there after the migration")
  func migratesRecords() async throws {
    let pool = try await PostgreSQLEngine.pool()
    try await PostgreSQLComponent.users.migrate(pool, to: 1)
    try await PostgreSQLComponent.rooms.migrate(pool, to: 1)
    // As the first version wrote them.
    try await pool.transaction { connection throws(PostgreSQLError) in
      for id in ["ana", "ben"] {
        try connection.execute(
          """
          INSERT INTO user_info (id, record, timestamp, bytes)
          VALUES ('\(id)', convert_to('{"userId":"\(id)","sign":"old"}', 'UTF8'), 7, 3)
          """)
      }
      try connection.execute("UPDATE user_info_capacity SET bytes = 6")
      try connection.execute("INSERT INTO room (id, last) VALUES ('r', 1)")
      try connection.execute(
        "INSERT INTO room_entry VALUES ('r', 1, convert_to('{\"kind\":\"disconnection\",\"connection\":1}', 'UTF8'))")
    }
    let store = try await PostgreSQLUserInfoStore(pool: pool, options: UserInfoStoreOptions { 9 })
    let (tenant, users) = (try #require(Tenant("org/app")), try ["ana", "ben"].map { try UserID($0) })
    #expect(try await store.records(of: users, attributes: .all).count == 2)
    _ = try await store.apply(
      [UserInfoChange(user: users[0], attributes: UserInfo(sign: "x"))], by: .service, in: tenant)
    try await store.assignRecords(to: tenant)
    let records = try await store.records(of: users, attributes: .all, in: tenant)
    #expect(records[users[0]]?.info.sign == "x" && records[users[1]]?.info.sign == "old")
    #expect(try await store.capacity(of: tenant) == 4)
    #expect(try await store.capacity() == 3)
    let log = try await PostgreSQLRoomLog(pool: pool)
    #expect(try await log.history(of: "r", after: 0).entries.count == 1)
    #expect(try await log.rooms(after: nil, count: 9).map(\.room) == ["r"])
  }

  @Test("servers that start at once create the tables once")
  func startTogether() async throws {
    let schema = PostgreSQLEngine.makeSchema()
    let ana = try UserID("ana")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let store = try await PostgreSQLUserInfoStore(
            pool: PostgreSQLEngine.pool(schema: schema, connections: 1), options: UserInfoStoreOptions { 1_000 })
          let info = UserInfo(additionalMembers: ["t\(task)": "x"])
          _ = try await store.apply([UserInfoChange(user: ana, attributes: info)], by: .service)
        }
      }
      try await group.waitForAll()
    }
    let store = try await PostgreSQLUserInfoStore(
      pool: PostgreSQLEngine.pool(schema: schema), options: UserInfoStoreOptions { 1_000 })
    #expect(try await store.records(of: [ana], attributes: .all)[ana]?.info.additionalMembers.count == 8)
    #expect(try await store.capacity() == 24)
  }

  @Test("a role that may not create tables uses those that are there")
  func needsNoPermission() async throws {
    let engine = try await PostgreSQLEngine.shared
    let pool = try await PostgreSQLEngine.pool()
    let schema = pool.settings.schema
    let string = engine.connectionString.replacing("user=postgres", with: "user=\(schema)")
    let limited = try PostgreSQLPool(string, settings: pool.settings)
    try await pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.execute("CREATE ROLE \(schema) LOGIN PASSWORD '\(engine.password)'")
    }
    let error = await #expect(throws: PostgreSQLError.self) {
      _ = try await PostgreSQLUserInfoStore(pool: limited, options: UserInfoStoreOptions { 0 })
    }
    #expect(error?.description.contains("permission denied") == true)
    _ = try await PostgreSQLUserInfoStore(pool: pool, options: UserInfoStoreOptions { 0 })
    try await pool.transaction { connection throws(PostgreSQLError) in
      _ = try connection.execute(
        """
        GRANT USAGE ON SCHEMA \(schema) TO \(schema);
        GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA \(schema) TO \(schema)
        """)
    }
    let store = try await PostgreSQLUserInfoStore(pool: limited, options: UserInfoStoreOptions { 5 })
    let ana = try UserID("ana")
    let records = try await store.apply(
      [UserInfoChange(user: ana, attributes: UserInfo(sign: "s"))], by: .user(ana))
    #expect(records.first?.timestamp == 5)
  }
}
