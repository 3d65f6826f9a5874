@testable import Collaboration
import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

/// A store that counts its calls, and answers on demand.
private final class CountingStore: UserInfoStore {
  private let store: any UserInfoStore
  private let calls = Mutex<[[UserID]]>([])
  /// The error with which a read fails.
  private let failure = Mutex<UserInfoError?>(nil)

  init(_ store: any UserInfoStore) { self.store = store }

  var reads: [[String]] { calls.withLock { $0.map { $0.map(\.text) } } }
  func fail(with error: UserInfoError?) { failure.withLock { $0 = error } }

  func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    calls.withLock { $0.append(users) }
    if let error = failure.withLock({ $0 }) { throw error }
    return try await store.records(of: users, attributes: attributes)
  }

  func apply(_ changes: [UserInfoChange], by author: UserInfoAuthor) async throws(UserInfoError) -> [UserInfoRecord] {
    try await store.apply(changes, by: author)
  }

  func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord? {
    try await store.deleteRecord(of: user, by: author)
  }

  func capacity() async throws(UserInfoError) -> Int { try await store.capacity() }
}

@Suite struct UserInfoManagerTests {
  private static let atOnce = UserInfoManager.Options(fetchWindow: .zero)

  private static func manager(_ kind: StoreKind = .memory, user: String? = "ana") async throws -> (
    UserInfoManager, StoreUnderTest
  ) {
    let store = try await kind.make()
    let manager = UserInfoManager(
      currentUser: try user.map { try UserID($0) }, store: store.store, options: atOnce, clock: VirtualClock())
    return (manager, store)
  }

  @Test("1b: all attributes are written, and read with the user's id", arguments: StoreKind.allCases)
  func updatesAll(_ kind: StoreKind) async throws {
    let (manager, store) = try await Self.manager(kind)
    let info = UserInfo(
      nickName: "nickname", avatarURL: "https://a.example/1.png", mail: "1@b.example", phone: "123", gender: .male,
      sign: "my signature", birth: "birthday", ext: "ext")
    var expected = info
    expected.userID = "ana"
    #expect(try await manager.updateOwnUserInfo(info) == expected)
    #expect(try await store.record("ana")?.info == expected)
    #expect(try await manager.fetchUserInfo(byId: ["ana"]) == ["ana": expected])
  }

  @Test("1b: an attribute written by its type changes only that one", arguments: UserAttributeType.allCases)
  func updatesOne(_ type: UserAttributeType) async throws {
    let (manager, store) = try await Self.manager()
    let before = UserInfo(
      userID: "ana", nickName: "a", avatarURL: "b", mail: "c", phone: "d", gender: .male, sign: "e", birth: "f",
      ext: "g")
    try await manager.updateOwnUserInfo(before)
    let after = try await manager.updateOwnUserInfo("2", withType: type)
    #expect(try await store.record("ana")?.info == after)
    for other in UserAttributeType.allCases {
      #expect(after.text(of: other) == (other == type ? "2" : before.text(of: other)))
    }
  }

  @Test("1b: absent attributes are not sent: they keep their value, and an empty text replaces one")
  func sendsNothingAbsent() async throws {
    let (manager, _) = try await Self.manager()
    try await manager.updateOwnUserInfo(UserInfo(nickName: "Ana", gender: .female))
    try await manager.updateOwnUserInfo(UserInfo(sign: "s"))
    #expect(
      try await manager.updateOwnUserInfo(UserInfo(sign: ""))
        == UserInfo(userID: "ana", nickName: "Ana", gender: .female, sign: ""))
  }

  @Test("the payload of an update is applied in both of its forms")
  func appliesPayloads() async throws {
    let (manager, _) = try await Self.manager()
    try await manager.updateOwnUserInfo(UserInfoUpdate(json: #"{"attributes":{"nickName":"Oriana","gender":2}}"#))
    let info = try await manager.updateOwnUserInfo(UserInfoUpdate(json: #"{"type":2,"value":"+30 2810"}"#))
    #expect(info == UserInfo(userID: "ana", nickName: "Oriana", phone: "+30 2810", gender: .female))
  }

  @Test(
    "1b: a fetch with types contains only those; an unknown user has an empty record", arguments: StoreKind.allCases)
  func fetchesChosen(_ kind: StoreKind) async throws {
    let (manager, store) = try await Self.manager(kind)
    try await store.write("ben", UserInfo(nickName: "Ben", avatarURL: "u", mail: "m"))
    #expect(
      try await manager.fetchUserInfo(byId: ["ben", "nobody", "ben"], type: [.nickName, .avatarURL, .nickName]) == [
        "ben": UserInfo(userID: "ben", nickName: "Ben", avatarURL: "u"), "nobody": UserInfo(userID: "nobody"),
      ])
    let payload = try UserInfoFetch(json: #"{"targets":["ben"],"properties":["mail"]}"#)
    #expect(try await manager.fetchUserInfo(payload) == ["ben": UserInfo(userID: "ben", mail: "m")])
    let whole = try await manager.fetchUserInfo(UserInfoFetch(json: #"{"targets":["ben"]}"#))
    #expect(whole["ben"] == UserInfo(userID: "ben", nickName: "Ben", avatarURL: "u", mail: "m"))
  }

  @Test(
    "1b: fetches within 0.2 seconds go to the store together, and cached attributes can be used for 24 hours")
  func collects() async throws {
    let store = try await StoreKind.memory.make()
    for user in ["ben", "cai", "dee"] { try await store.write(user, UserInfo(sign: user)) }
    let counting = CountingStore(store.store)
    let clock = VirtualClock()
    let manager = UserInfoManager(currentUser: try UserID("ana"), store: counting, clock: clock)
    async let first = manager.fetchUserInfo(byId: ["ben", "cai"])
    async let second = manager.fetchUserInfo(byId: ["cai", "dee"])
    await clock.sleepers(1)
    // Both are waiting before time passes: the second request is processed once the first has opened the window.
    while manager.waitingFetches < 2 { await Task.yield() }
    clock.advance(by: .milliseconds(199))
    #expect(counting.reads == [])
    clock.advance(by: .milliseconds(1))
    #expect(try await first.keys.sorted() == ["ben", "cai"])
    #expect(try await second.keys.sorted() == ["cai", "dee"])
    #expect(counting.reads.map { $0.sorted() } == [["ben", "cai", "dee"]])
    clock.advance(by: .seconds(24 * 60 * 60 - 1))
    _ = try await manager.fetchUserInfo(byId: ["ben", "cai", "dee"], policy: .cached)
    #expect(try manager.cachedUserInfo(byId: ["ben", "eve"]) == ["ben": UserInfo(userID: "ben", sign: "ben")])
    #expect(counting.reads.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try manager.cachedUserInfo(byId: ["ben"]).isEmpty)
    async let third = manager.fetchUserInfo(byId: ["ben"], policy: .cached)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(200))
    #expect(try await third == ["ben": UserInfo(userID: "ben", sign: "ben")])
    #expect(counting.reads.count == 2)
  }

  @Test(
    "a fetch asks the store, unless cached attributes are wanted, and an unknown user is asked for again after a minute"
  )
  func refreshes() async throws {
    let store = try await StoreKind.memory.make()
    let counting = CountingStore(store.store)
    let clock = VirtualClock()
    let manager = UserInfoManager(
      currentUser: try UserID("ana"), store: counting, options: Self.atOnce, clock: clock)
    func sign(_ policy: UserInfoFetchPolicy) async throws -> String? {
      try await manager.fetchUserInfo(byId: ["ben"], policy: policy)["ben"]?.sign
    }
    #expect(try await sign(.cached) == nil)
    try await store.write("ben", UserInfo(sign: "1"))
    clock.advance(by: .seconds(59))
    #expect(try await sign(.cached) == nil)
    clock.advance(by: .seconds(1))
    #expect(try await sign(.cached) == "1")
    store.time.set(2_000)
    try await store.write("ben", UserInfo(sign: "2"))
    #expect(try await sign(.cached) == "1")
    #expect(try await sign(.maxAge(.seconds(5))) == "1")
    clock.advance(by: .seconds(5))
    #expect(try await sign(.maxAge(.seconds(5))) == "2")
    store.time.set(3_000)
    try await store.write("ben", UserInfo(sign: "3"))
    #expect(try await manager.fetchUserInfo(byId: ["ben"])["ben"]?.sign == "3")
    #expect(try await sign(.cached) == "3")
    #expect(counting.reads.count == 4)
    store.time.set(4_000)
    try await store.write("ben", UserInfo(sign: "4"))
    #expect(try await manager.fetchUserInfo(byId: ["ben"], type: [.sign])["ben"]?.sign == "4")
    store.time.set(5_000)
    try await store.write("ben", UserInfo(sign: "5"))
    let fetch = try UserInfoFetch(json: #"{"targets":["ben"]}"#)
    #expect(try await manager.fetchUserInfo(fetch)["ben"]?.sign == "5")
    #expect(counting.reads.count == 6)
  }

  @Test("an error of the store reaches all waiting callers, and the next fetch asks again")
  func passesErrorsOn() async throws {
    let counting = CountingStore(try await StoreKind.memory.make().store)
    let manager = UserInfoManager(
      currentUser: try UserID("ana"), store: counting, options: Self.atOnce, clock: SlowClock())
    for error in [UserInfoError.storeFailed("disk"), .serviceLimitExceeded, .userNotFound(try UserID("ben"))] {
      counting.fail(with: error)
      await #expect(throws: error) { try await manager.fetchUserInfo(byId: ["ben"]) }
    }
    counting.fail(with: nil)
    #expect(try await manager.fetchUserInfo(byId: ["ben"]) == ["ben": UserInfo(userID: "ben")])
  }

  @Test("1b: another login ends waiting fetches with 201, clears the cache, and writes to the other record")
  func changesUser() async throws {
    let store = try await StoreKind.memory.make()
    let clock = VirtualClock()
    let manager = UserInfoManager(currentUser: try UserID("ana"), store: store.store, clock: clock)
    try await manager.updateOwnUserInfo(UserInfo(sign: "a"))
    #expect(try manager.cachedUserInfo(byId: ["ana"]).count == 1)
    let waiting = Task { try await manager.fetchUserInfo(byId: ["ben"]) }
    await clock.sleepers(1)
    manager.changeUser(to: try UserID("ben"))
    await #expect(throws: UserInfoError.notLoggedIn) { try await waiting.value }
    #expect(try manager.cachedUserInfo(byId: ["ana"]).isEmpty)
    try await manager.updateOwnUserInfo(UserInfo(sign: "b"))
    #expect(try await store.record("ana")?.info.sign == "a")
    #expect(try await store.record("ben")?.info.sign == "b")
  }

  @Test("1b: own writes, messages of the service and deletions are reported, each only if it is newer")
  func notifies() async throws {
    let (manager, store) = try await Self.manager()
    var news = manager.notifications().makeAsyncIterator()
    try await manager.updateOwnUserInfo(UserInfo(sign: "1"))
    try manager.receive(UserInfo(userID: "ben", sign: "2"), timestamp: 50)
    try manager.receive(UserInfo(userID: "ben", sign: "older"), timestamp: 49)
    try manager.receive(UserInfo(userID: "ben", sign: "the same"), timestamp: 50)
    try manager.receive(UserInfo(userID: "ana", sign: "older"), timestamp: 999)
    store.time.set(5_000)
    try await manager.deleteOwnUserInfo()
    try await manager.deleteOwnUserInfo()
    try await manager.updateOwnUserInfo(UserInfo(sign: "3"))
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    let expected = [
      (ana, UserInfo(userID: "ana", sign: "1"), 1_000), (ben, UserInfo(userID: "ben", sign: "2"), 50),
      (ana, UserInfo(userID: "ana"), 5_000), (ana, UserInfo(userID: "ana", sign: "3"), 5_001),
    ]
    for (user, info, timestamp) in expected {
      let heard = await news.next()
      #expect(
        heard?.user == user && heard?.info == info && heard?.timestamp == Timestamp(millisecondsSinceEpoch: timestamp))
      #expect(heard?.isOwn == (user == ana))
    }
    #expect(try manager.cachedUserInfo(byId: ["ben"])["ben"]?.sign == "2")
  }

  @Test("1b: each completion is called once, with a record or an error")
  func completes() async throws {
    let (manager, _) = try await Self.manager()
    let (stream, calls) = AsyncStream.makeStream(of: String.self)
    manager.updateOwnUserInfo(UserInfo(sign: "1")) { calls.yield("update \((try? $0.get())?.sign ?? "-")") }
    manager.updateOwnUserInfo("3", withType: .gender) { result in
      if case .failure(let error) = result { calls.yield("gender \(error.code.rawValue)") }
    }
    manager.fetchUserInfo(byId: ["ben"]) { calls.yield("fetch \((try? $0.get())?.count ?? -1)") }
    manager.fetchUserInfo(byId: [], type: [.sign]) { result in
      if case .failure(let error) = result { calls.yield("ids \(error.code.rawValue)") }
    }
    var heard: [String] = []
    for await call in stream {
      heard.append(call)
      if heard.count == 4 { break }
    }
    #expect(heard.sorted() == ["fetch 1", "gender 205", "ids 205", "update 1"])
  }

  @Test("1b: a write with a completion applies to the user logged in at the call, and the last call wins")
  func completesForCaller() async throws {
    let (manager, store) = try await Self.manager()
    let (stream, calls) = AsyncStream.makeStream(of: String.self)
    for round in 0..<100 {
      manager.updateOwnUserInfo("\(round)", withType: .sign) { calls.yield((try? $0.get())?.sign ?? "-") }
      manager.updateOwnUserInfo(UserInfo(birth: "\(round)")) { calls.yield((try? $0.get())?.birth ?? "-") }
    }
    manager.changeUser(to: try UserID("ben"))
    var heard: [String] = []
    for await call in stream {
      heard.append(call)
      if heard.count == 200 { break }
    }
    #expect(heard == (0..<100).flatMap { ["\($0)", "\($0)"] })
    #expect(try await store.record("ana")?.info == UserInfo(userID: "ana", sign: "99", birth: "99"))
    #expect(try await store.record("ben") == nil)
  }

  @Test("1b: news without a login is refused with 201, and may be longer than recommended")
  func checksNewsInOrder() async throws {
    let (manager, _) = try await Self.manager(user: nil)
    let long = UserInfo(userID: "ben", nickName: String(repeating: "x", count: 65))
    #expect(throws: UserInfoError.notLoggedIn) { try manager.receive(long, timestamp: 1) }
    #expect(throws: UserInfoError.illegalArgument(.malformedUserID(""))) {
      try manager.receive(UserInfo(sign: "s"), timestamp: 1)
    }
    manager.changeUser(to: try UserID("ana"))
    // What another client has stored is visible, whatever its length.
    try manager.receive(long, timestamp: 1)
    #expect(try manager.cachedUserInfo(byId: ["ben"])["ben"] == long)
    let number = UserInfo(userID: "ben", additionalMembers: ["age": 9])
    let notText = UserInfoError.IllegalArgument.notText(name: "age", at: JSONPointer(["age"]))
    #expect(throws: UserInfoError.illegalArgument(notText)) { try manager.receive(number, timestamp: 1) }
  }

  @Test("1c: without a nickname, or with an empty one, the id is shown")
  func showsID() {
    #expect(UserInfo(userID: "ana").displayName == "ana")
    #expect(UserInfo(userID: "ana", nickName: "").displayName == "ana")
    #expect(UserInfo(userID: "ana", nickName: "Ana").displayName == "Ana")
    #expect(UserInfo().displayName == "")
  }

  @Test(
    "eight tasks write, read and log in and out concurrently: each call is answered, and the record is the last one")
  func survivesManyTasks() async throws {
    let (manager, store) = try await Self.manager()
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    let answers = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var answers = 0
          for round in 0..<300 {
            do throws(UserInfoError) {
              switch (task + round) % 5 {
              case 0: _ = try await manager.updateOwnUserInfo("\(round)", withType: .sign)
              case 1: _ = try await manager.fetchUserInfo(byId: ["ana", "ben", "user-\(round % 20)"])
              case 2: _ = try await manager.fetchUserInfo(byId: ["ben"], type: [.sign])
              case 3:
                try manager.receive(
                  UserInfo(userID: "ana", birth: "x"), timestamp: Timestamp(millisecondsSinceEpoch: round))
              default: manager.changeUser(to: round % 3 == 0 ? nil : round % 3 == 1 ? ana : ben)
              }
            } catch { if error != .notLoggedIn { Issue.record("\(error)") } }
            answers += 1
          }
          return answers
        }
      }
      return await group.reduce(0, +)
    }
    #expect(answers == 8 * 300)
    manager.changeUser(to: nil)
    manager.changeUser(to: ana)
    #expect(
      try await manager.fetchUserInfo(byId: ["ana"])["ana"] == store.record("ana")?.info ?? UserInfo(userID: "ana"))
    let own = try await manager.updateOwnUserInfo("last", withType: .sign)
    #expect(try manager.cachedUserInfo(byId: ["ana"])["ana"] == own)
  }
}
