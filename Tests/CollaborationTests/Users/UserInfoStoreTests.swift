import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

/// The behavior that all stores share.
@Suite struct UserInfoStoreTests {
  @Test("1b: written attributes are read back, and absent ones keep their value", arguments: StoreKind.allCases)
  func mergesWrites(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    try await store.write("ana", UserInfo(nickName: "Ana", phone: "1"))
    try await store.write("ana", UserInfo(phone: "2", gender: .female, additionalMembers: ["city": "Chania"]))
    let record = try #require(try await store.record("ana"))
    #expect(
      record.info
        == UserInfo(
          userID: "ana", nickName: "Ana", phone: "2", gender: .female, additionalMembers: ["city": "Chania"]))
  }

  @Test("1b: a read with chosen attributes returns only those", arguments: StoreKind.allCases)
  func readsChosen(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    try await store.write("ana", UserInfo(nickName: "Ana", mail: "a@b.c", additionalMembers: ["city": "Chania"]))
    let user = try UserID("ana")
    let record = try await store.store.records(of: [user, user], attributes: UserAttributeSelection([.mail, .ext]))
    #expect(record == [user: UserInfoRecord(user: user, info: UserInfo(mail: "a@b.c"), timestamp: 1_000)])
  }

  @Test("1b: a user without a stored record is omitted without an error", arguments: StoreKind.allCases)
  func leavesOutUnknown(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    #expect(try await store.store.records(of: [UserID("nobody")], attributes: .all).isEmpty)
    #expect(try await store.store.records(of: [], attributes: .all).isEmpty)
  }

  @Test(
    "a later write is newer, even in the same millisecond, after the clock went back, and up to the last time",
    arguments: StoreKind.allCases)
  func countsUp(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    var timestamps: [Int] = []
    for now in [1_000, 1_000, 5, .min, 2_000, .max, .max] {
      store.time.set(now)
      timestamps.append(try await store.write("ana", UserInfo(sign: "\(now)")).version)
    }
    // The end of the year 9999.
    let last = Timestamp("9999-12-31T23:59:59.999Z")
    #expect(timestamps.prefix(5) == [1_000, 1_001, 1_002, 1_003, 2_000])
    #expect(timestamps.suffix(2).allSatisfy { Timestamp(millisecondsSinceEpoch: $0) == last })
    #expect(try await store.record("ana")?.timestamp == last)
  }

  @Test("1b: a user writes and deletes only their own record, the service all records", arguments: StoreKind.allCases)
  func refusesForeign(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    try await store.write("ben", UserInfo(nickName: "Ben"))
    let own = try UserInfoChange(user: ana, attributes: UserInfo(nickName: "Ana"))
    let foreign = try UserInfoChange(user: ben, attributes: UserInfo(nickName: "Hacked"))
    let error = UserInfoError.authenticationFailed(.foreignRecord(owner: "ben", author: "ana"))
    await #expect(throws: error) { try await store.store.apply([own, foreign], by: .user(ana)) }
    await #expect(throws: error) { try await store.store.deleteRecord(of: ben, by: .user(ana)) }
    #expect(try await store.record("ana") == nil)
    #expect(try await store.record("ben")?.info.nickName == "Ben")
    _ = try await store.store.apply([own, foreign], by: .service)
    #expect(try await store.record("ben")?.info.nickName == "Hacked")
  }

  @Test(
    "1a: all attributes of a user take at most 2048 bytes, and a batch with more changes nothing",
    arguments: StoreKind.allCases)
  func limitsUser(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    try await store.write("ana", UserInfo(nickName: "Ana", ext: String(repeating: "x", count: 2045)))
    #expect(try await store.store.capacity() == 2048)
    let before = try await store.record("ana")
    let ana = try UserID("ana")
    let changes = [
      try UserInfoChange(user: UserID("ben"), attributes: UserInfo(nickName: "Ben")),
      try UserInfoChange(user: ana, attributes: UserInfo(gender: .unknown)),
    ]
    await #expect(throws: UserInfoError.dataLengthExceeded(.user(ana), limit: 2048, actual: 2049)) {
      try await store.store.apply(changes, by: .service)
    }
    #expect(try await store.record("ana") == before)
    #expect(try await store.record("ben") == nil)
    #expect(try await store.store.capacity() == 2048)
  }

  @Test(
    "1a: the total size of all users is limited, and smaller records are still accepted",
    arguments: StoreKind.allCases)
  func limitsApplication(_ kind: StoreKind) async throws {
    let store = try await kind.make(maximumBytes: 10)
    try await store.write("ana", UserInfo(nickName: "123456"))
    try await store.write("ben", UserInfo(nickName: "1234"))
    await #expect(throws: UserInfoError.dataLengthExceeded(.application, limit: 10, actual: 11)) {
      try await store.write("ben", UserInfo(nickName: "12345"))
    }
    #expect(try await store.record("ben")?.info.nickName == "1234")
    try await store.write("ben", UserInfo(nickName: "123"))
    #expect(try await store.store.capacity() == 9)
  }

  @Test(
    "1b: deletion leaves no attribute, is newer than the deleted record, and is idempotent",
    arguments: StoreKind.allCases)
  func deletes(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    let ana = try UserID("ana")
    #expect(try await store.store.deleteRecord(of: ana, by: .user(ana)) == nil)
    #expect(try await store.record("ana") == nil)
    try await store.write("ana", UserInfo(nickName: "Ana"))
    let deleted = UserInfoRecord(user: ana, timestamp: 1_001)
    #expect(try await store.store.deleteRecord(of: ana, by: .user(ana)) == deleted)
    #expect(try await store.record("ana") == deleted)
    #expect(try await store.store.capacity() == 0)
    #expect(try await store.store.deleteRecord(of: ana, by: .user(ana)) == deleted)
    #expect(try await store.record("ana") == deleted)
  }

  @Test("changes of one batch are applied one after the other", arguments: StoreKind.allCases)
  func appliesInOrder(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    let ana = try UserID("ana")
    let changes = try ["a", "b", "c"].map { try UserInfoChange(user: ana, attributes: UserInfo(sign: $0)) }
    let records = try await store.store.apply(changes, by: .user(ana))
    #expect(records.map(\.info.sign) == ["a", "b", "c"])
    #expect(records.map(\.timestamp) == [1_000, 1_001, 1_002])
    #expect(try await store.record("ana") == records.last)
  }

  @Test("text of any kind is preserved scalar by scalar", arguments: StoreKind.allCases)
  func keepsText(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    for text in ["", "\u{0}", "e\u{301}", "é", "林佩儀 🎋", "\"\\\n\u{2028}", "'; DROP TABLE user_info; --"] {
      // A form has no empty names.
      let name = kind == .rest && text.isEmpty ? "empty" : text
      try await store.write("ana", UserInfo(sign: text, additionalMembers: [name: .string(text)]))
      let record = try #require(try await store.record("ana"))
      #expect(record.info.sign.map { Array($0.utf8) } == Array(text.utf8))
      #expect(record.info.additionalMembers[name]?.string.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test(
    "many concurrent writers lose nothing, and the capacity is the sum of the records", arguments: StoreKind.allCases)
  func survivesManyTasks(_ kind: StoreKind) async throws {
    let store = try await kind.make()
    let rounds = kind == .memory ? 400 : 40
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<rounds {
            // All tasks write to one shared record, each a member of its own, and to their own record.
            try await store.write("shared", UserInfo(additionalMembers: ["t\(task)": .string("\(round)")]))
            try await store.write("own-\(task)", UserInfo(sign: String(repeating: "x", count: round % 100)))
            _ = try await store.record("shared")
          }
        }
      }
      try await group.waitForAll()
    }
    let shared = try #require(try await store.record("shared"))
    #expect(shared.info.additionalMembers.count == 8)
    #expect(shared.info.additionalMembers.allSatisfy { $0.value == .string("\(rounds - 1)") })
    #expect(shared.version == 1_000 + 8 * rounds - 1)
    var bytes = shared.info.attributeBytes
    for task in 0..<8 { bytes += try await store.record("own-\(task)")?.info.attributeBytes ?? 0 }
    #expect(try await store.store.capacity() == bytes)
  }

  @Test("random changes leave all stores with the same records and the same capacity")
  func agree() async throws {
    var random = SeededRandom(seed: 7)
    let time = StoreTime()
    var stores: [StoreUnderTest] = []
    for kind in StoreKind.allCases { stores.append(try await kind.make(maximumBytes: 4_000, time: time)) }
    let users = try (0..<4).map { try UserID("user-\($0)") }
    for _ in 0..<300 {
      time.set(Int.random(in: 0..<10_000, using: &random))
      let user = try #require(users.randomElement(using: &random))
      let change = try UserInfoChange(
        user: user,
        attributes: UserInfo(
          sign: String(repeating: "s", count: Int.random(in: 0...256, using: &random)),
          ext: String(repeating: "e", count: Int.random(in: 0...2_000, using: &random))))
      let isDeletion = Int.random(in: 0..<5, using: &random) == 0
      var outcomes: [Result<[UserInfoRecord], UserInfoError>] = []
      for store in stores {
        do throws(UserInfoError) {
          if isDeletion {
            try await store.store.deleteRecord(of: user, by: .service)
            outcomes.append(.success([]))
          } else {
            outcomes.append(.success(try await store.store.apply([change], by: .service)))
          }
        } catch { outcomes.append(.failure(error)) }
      }
      #expect(outcomes.dropFirst().allSatisfy { $0 == outcomes[0] })
    }
    for store in stores {
      // One at a time, because the REST interface has one time for all users of a response.
      for user in users {
        #expect(
          try await store.store.records(of: [user], attributes: .all)
            == stores[0].store.records(of: [user], attributes: .all))
      }
      #expect(try await store.store.capacity() == stores[0].store.capacity())
    }
  }

  @Test("tenants have records and sizes of their own", arguments: StoreKind.allCases)
  func separatesTenants(_ kind: StoreKind) async throws {
    let under = try await kind.make(maximumBytes: 10)
    // A client is one of a tenant.
    guard let store = under.store as? any TenantUserInfoStore else { return }
    let (one, two) = (try #require(Tenant("o/1")), try #require(Tenant("o/2")))
    let user = try UserID(subject: "auth0|Ána b")
    func write(_ sign: String, _ tenant: Tenant) async throws {
      _ = try await store.apply(
        [UserInfoChange(user: user, attributes: UserInfo(sign: sign))], by: .service, in: tenant)
    }
    func sign(_ tenant: Tenant) async throws -> String? {
      try await store.records(of: [user], attributes: .all, in: tenant)[user]?.info.sign
    }
    try await write("0", .none)
    try await write("11111", one)
    try await write("2222222", two)
    for (tenant, text) in [(Tenant.none, "0"), (one, "11111"), (two, "2222222")] {
      #expect(try await sign(tenant) == text)
      #expect(try await store.capacity(of: tenant) == text.count)
    }
    await #expect(throws: UserInfoError.self) { try await write("12345678901", two) }
    try await store.deleteRecord(of: user, by: .user(user), in: one)
    #expect(try await sign(one) == nil)
    #expect(try await sign(two) == "2222222")
    #expect(try await store.capacity(of: one) == 0)
    let three = try #require(Tenant("o/3"))
    #expect(try await store.records(of: [user], attributes: .all, in: three).isEmpty)
    try await store.assignRecords(to: three)
    #expect(try await sign(three) == "0")
    #expect(try await sign(.none) == nil)
    #expect(try await store.capacity() == 0)
  }
}
