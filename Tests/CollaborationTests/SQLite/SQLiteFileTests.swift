import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime
import TestSupport
import Testing

@testable import CollaborationSQLite

@Suite struct SQLiteFileTests {
  private static let options = UserInfoStoreOptions { 1_000 }

  @Test("written records are there when the file is opened again")
  func survivesClosing() async throws {
    let folder = try StoreFolder()
    let ana = try UserID("ana")
    for round in 0..<3 {
      let store = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
      let known = try await store.records(of: [ana], attributes: .all)[ana]
      #expect(known?.info.sign == (round == 0 ? nil : "\(round - 1)"))
      _ = try await store.apply([UserInfoChange(user: ana, attributes: UserInfo(sign: "\(round)"))], by: .service)
    }
  }

  @Test("stores that share a file see each other's writes, and can open it at the same time")
  func sharesFile() async throws {
    let folder = try StoreFolder()
    let path = folder.file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let user = try UserID("user-\(task)")
          let store = try SQLiteUserInfoStore(path: path, options: Self.options, settings: .patient)
          for round in 0..<5 {
            _ = try await store.apply(
              [UserInfoChange(user: user, attributes: UserInfo(sign: "\(round)"))], by: .service)
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try SQLiteUserInfoStore(path: path, options: Self.options, settings: .patient)
    let users = try (0..<8).map { try UserID("user-\($0)") }
    let records = try await store.records(of: users, attributes: .all)
    #expect(users.allSatisfy { records[$0]?.info.sign == "4" && records[$0]?.timestamp == 1_004 })
    #expect(try await store.capacity() == 8)
  }

  @Test("stores that create a file at the same time can all open it, repeatedly")
  func openTogether() async throws {
    for _ in 0..<Effort.rounds(quick: 60, thorough: 150) {
      let folder = try StoreFolder()
      let path = folder.file
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { _ = try SQLiteUserInfoStore(path: path, options: Self.options, settings: .patient) }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("a locked file gives 300 and changes nothing")
  func reportsLock() async throws {
    let folder = try StoreFolder()
    let store = try SQLiteUserInfoStore(
      path: folder.file, options: Self.options, settings: .init(busyTimeout: 0))
    let ana = try UserID("ana")
    let change = try UserInfoChange(user: ana, attributes: UserInfo(sign: "s"))
    let other = try SQLiteConnection(path: folder.file, busyTimeout: 0)
    try other.run("BEGIN IMMEDIATE")
    let error = await #expect(throws: UserInfoError.self) { try await store.apply([change], by: .service) }
    #expect(error?.code == .serverUnreachable)
    #expect(error?.description.contains("database is locked") == true)
    #expect(try await store.records(of: [ana], attributes: .all).isEmpty)
    try other.run("ROLLBACK")
    _ = try await store.apply([change], by: .service)
    #expect(try await store.records(of: [ana], attributes: .all).count == 1)
  }

  @Test(
    "an invalid record gives 1, and is not overwritten",
    arguments: [
      "{}", "{\"userId\":\"ben\"}", "{\"userId\":\"ana\",\"gender\":3}", "", "{\"userId\":\"ana\"", "\u{ff}",
      "{\"userId\":\"ana\",\"nickName\":1}",
      "{\"userId\":\"ana\",\"gender\":3,\"nickName\":\"" + String(repeating: "x", count: 65) + "\"}",
    ])
  func reportsBrokenRecord(_ text: String) async throws {
    let folder = try StoreFolder()
    let store = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    let connection = try SQLiteConnection(path: folder.file, busyTimeout: 1_000)
    try connection.run("INSERT INTO user_info VALUES ('', '', 'ana', ?, 5, 0)", [.bytes(Array(text.utf8))])
    let ana = try UserID("ana")
    let change = try UserInfoChange(user: ana, attributes: UserInfo(sign: "s"))
    for work in [
      { _ = try await store.records(of: [ana], attributes: .all) },
      { _ = try await store.apply([change], by: .service) },
    ] as [@Sendable () async throws -> Void] {
      let error = await #expect(throws: UserInfoError.self) { try await work() }
      #expect(error?.code == .general)
    }
    var stored: [UInt8] = []
    try connection.run("SELECT record FROM user_info") { stored = $0.bytes(0) }
    #expect(stored == Array(text.utf8))
  }

  @Test("a file that is not a database, or is another application's, is refused and left unchanged")
  func refusesForeign() throws {
    let folder = try StoreFolder()
    let url = URL(fileURLWithPath: folder.file)
    let foreign = try SQLiteConnection(path: folder.file, busyTimeout: 0)
    try foreign.execute(["PRAGMA application_id = 77", "CREATE TABLE notes (text TEXT)"])
    let database = try Data(contentsOf: url)
    #expect(throws: SQLiteStoreError.foreignFile(path: folder.file, expected: "user attributes", applicationID: 77)) {
      _ = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    }
    #expect(try Data(contentsOf: url) == database)
    try foreign.execute(["PRAGMA application_id = 0"])
    #expect(throws: SQLiteStoreError.foreignFile(path: folder.file, expected: "user attributes", applicationID: 0)) {
      _ = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
    }
    for data in [Data("Dear diary, this is no database.".utf8) + Data(count: 5_000), database.prefix(60)] {
      try data.write(to: url)
      let error = #expect(throws: SQLiteStoreError.self) {
        _ = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
      }
      guard case .sqlite = error else { Issue.record("\(String(describing: error))"); return }
      #expect(try Data(contentsOf: url) == data)
    }
  }

  @Test("a file damaged at random offsets gives an error or a record, and never ends the process")
  func survivesTornFiles() async throws {
    let folder = try StoreFolder()
    let users = try (0..<200).map { try UserID("user-\($0)") }
    do {
      let store = try SQLiteUserInfoStore(path: folder.file, options: Self.options)
      _ = try await store.apply(
        users.map { try UserInfoChange(user: $0, attributes: UserInfo(sign: String(repeating: "s", count: 200))) },
        by: .service)
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    var random = SeededRandom(seed: 11)
    var errors = 0
    for round in 0..<60 {
      var torn = whole
      for _ in 0..<20 {
        torn[Int.random(in: 0..<torn.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if round % 3 == 0 { torn = torn.prefix(Int.random(in: 1..<torn.count, using: &random)) }
      let path = folder.url.appending(path: "torn-\(round)").path
      try torn.write(to: URL(fileURLWithPath: path))
      do {
        let store = try SQLiteUserInfoStore(path: path, options: Self.options, settings: .patient)
        for user in users { _ = try await store.records(of: [user], attributes: .all) }
      } catch { errors += 1 }
    }
    #expect(errors > 20)
  }

  @Test("paths that no file can have are refused", arguments: ["", ":memory:", "/tmp/a\0b", "/nowhere/at/all/users"])
  func refusesPath(_ path: String) {
    let error = #expect(throws: SQLiteStoreError.self) {
      _ = try SQLiteUserInfoStore(path: path, options: Self.options, settings: .patient)
    }
    if path.hasPrefix("/nowhere") {
      #expect(error?.description.contains("unable to open database file") == true)
    } else {
      #expect(error == .malformedPath(path))
    }
  }
}
