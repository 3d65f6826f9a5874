import Collaboration
import CollaborationModels
import CollaborationREST
import Foundation
import SchemaRuntime
import Testing

/// Requests and responses of the REST interface. `UserInfoStoreTests` has the behavior that all stores share.
@Suite struct RESTUserInfoStoreTests {
  private static func users() throws -> (ana: UserID, ben: UserID) { (try UserID("ana"), try UserID("ben")) }

  private static func change(_ user: String, _ info: UserInfo) throws -> UserInfoChange {
    try UserInfoChange(user: UserID(user), attributes: info)
  }

  /// An operation of the store.
  enum Operation: String, CaseIterable, Sendable {
    case update, fetch, delete, capacity

    func perform(_ store: RESTUserInfoStore) async throws {
      let ana = try UserID("ana")
      switch self {
      case .update: _ = try await store.apply([change("ana", UserInfo(sign: "s"))], by: .user(ana))
      case .fetch: _ = try await store.records(of: [ana], attributes: .all)
      case .delete: try await store.deleteRecord(of: ana, by: .user(ana))
      case .capacity: _ = try await store.capacity()
      }
    }
  }

  // A table: the status, and the codes of an update, a fetch, a deletion and the capacity.
  @Test(
    "each status is the error of the service's clients, and no error contains the token",
    arguments: [
      (400, [300, 900, 300, 900]), (401, [202, 202, 202, 202]), (404, [204, 204, 204, 300]),
      (409, [300, 300, 300, 300]),
      (415, [300, 300, 300, 300]), (429, [4, 4, 4, 4]), (500, [300, 300, 300, 300]), (503, [300, 300, 300, 300]),
      (302, [300, 300, 300, 300]), (204, [1, 1, 1, 1]),
    ])
  func mapsStatus(_ status: Int, _ expected: [Int]) async throws {
    for (operation, code) in zip(Operation.allCases, expected) {
      let service = try ServiceInMemory()
      let store = try service.store()
      service.answer { _ in HTTPServer.Response(status: status, body: status == 204 ? [] : Array("token-1".utf8)) }
      let error = await #expect(throws: UserInfoError.self) { try await operation.perform(store) }
      #expect(error?.code.rawValue == code, "\(operation.rawValue): \(String(describing: error))")
      #expect(error?.description.contains("token-1") == false)
    }
  }

  @Test("requests have the paths, types and bodies of the interface")
  func sendsRequests() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    for operation in Operation.allCases { try await operation.perform(store) }
    let (ana, ben) = try Self.users()
    _ = try await store.records(of: [ben, ana, ben], attributes: UserAttributeSelection([.nickName, .ext]))
    #expect(
      service.lines == [
        "PUT user/ana", "POST user/get", "POST user/get", "DELETE user/ana", "GET capacity", "POST user/get",
      ])
    let requests = service.requests
    #expect(requests[0].fields["content-type"] == "application/x-www-form-urlencoded")
    #expect(String(decoding: requests[0].body, as: UTF8.self) == "sign=s")
    #expect(requests[1].fields["content-type"] == "application/json")
    #expect(
      String(decoding: requests[5].body, as: UTF8.self)
        == #"{"targets":["ana","ben"],"properties":["nickname","ext"]}"#)
    #expect(requests.allSatisfy { $0.fields["authorization"] == "Bearer token-1" })
  }

  @Test("a refused token is renewed once, also for many calls at once")
  func renewsToken() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    service.setToken("token-2")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try await store.capacity() } }
      try await group.waitForAll()
    }
    #expect(service.renewals.value == 1)
    #expect(service.requests.suffix(8).allSatisfy { $0.fields["authorization"] == "Bearer token-2" })
    service.setToken("token-3")
    try await Operation.update.perform(store)
    #expect(service.renewals.value == 2)
  }

  @Test("a renewed token that is refused as well gives 202, and is not renewed again; so does a token without renewal")
  func renewsOnce() async throws {
    let service = try ServiceInMemory()
    service.answer { _ in HTTPServer.Response(status: 401) }
    await #expect(throws: UserInfoError.self) { try await service.store().capacity() }
    #expect(service.renewals.value == 1)
    #expect(service.lines == ["GET capacity", "GET capacity"])
    let fixed = try RESTUserInfoStore(url: service.url, credential: CommunicationTokenCredential(token: "fixed"))
    let error = await #expect(throws: UserInfoError.self) { try await fixed.capacity() }
    #expect(error?.code == .authenticationFailed)
    #expect(service.lines.count == 3)
  }

  /// Attributes whose form takes more than 4,096 bytes.
  private static let long = UserInfo(
    nickName: String(repeating: "é", count: 32), avatarURL: String(repeating: "é", count: 128),
    sign: String(repeating: "é", count: 128), ext: String(repeating: "é", count: 600))

  @Test("a change that is too long for one request is sent in several, each short enough")
  func splitsForms() async throws {
    let service = try ServiceInMemory()
    let records = try await service.store().apply([Self.change("ana", Self.long)], by: .service)
    var expected = Self.long
    expected.userID = "ana"
    #expect(records.map(\.info) == [expected])
    let puts = service.requests.filter { $0.method == "PUT" }
    #expect(puts.count == 2)
    #expect(puts.allSatisfy { $0.body.count <= 4_096 })
  }

  @Test("an attribute that is too long for a request gives 901, and nothing is sent")
  func refusesLongAttribute() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    let info = UserInfo(ext: String(repeating: "é", count: 690))
    await #expect(throws: UserInfoError.dataLengthExceeded(.request, limit: 4096, actual: 4144)) {
      try await store.apply([Self.change("ana", info)], by: .service)
    }
    #expect(service.lines == [])
  }

  @Test("if a request fails after another one was performed, the error says so")
  func reportsParts() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    service.answer { request in
      request.method == "PUT" && request.body.starts(with: Array("sign=".utf8)) || request.path.hasSuffix("user/ben")
        ? HTTPServer.Response(status: 500) : nil
    }
    let (ana, _) = try Self.users()
    for changes in [
      [try Self.change("ana", UserInfo(nickName: "Ana")), try Self.change("ben", UserInfo(nickName: "Ben"))],
      [try Self.change("ana", UserInfo(nickName: "Ana")), try Self.change("ana", UserInfo(sign: "s"))],
    ] {
      await #expect(
        throws: UserInfoError.storeFailed(
          "1 of 2 requests were performed, then: 300: the service answered with the status 500")
      ) { try await store.apply(changes, by: .service) }
      #expect(
        try await store.records(of: [ana], attributes: .all)[ana]?.info == UserInfo(userID: "ana", nickName: "Ana"))
    }
  }

  @Test("the limits of several requests are checked before the first one is sent")
  func checksBefore() async throws {
    let service = try ServiceInMemory()
    let store = try service.store(maximumBytes: 3_000)
    let info = UserInfo(ext: String(repeating: "x", count: 2_000))
    let changes = try ["ana", "ben"].map { try Self.change($0, info) }
    await #expect(throws: UserInfoError.dataLengthExceeded(.application, limit: 3_000, actual: 4_000)) {
      try await store.apply(changes, by: .service)
    }
    #expect(service.lines == ["POST user/get", "GET capacity"])
  }

  @Test("a write that the service refuses although no limit is exceeded gives 300")
  func distinguishesRefusals() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    service.answer { $0.method == "PUT" ? HTTPServer.Response(status: 403) : nil }
    let error = await #expect(throws: UserInfoError.self) { try await Operation.update.perform(store) }
    #expect(error?.description.contains("attributes may be disabled") == true)
    #expect(error?.code == .serverUnreachable)
  }

  @Test("a fetch of more than 100 users is sent in several requests, each user once")
  func splitsFetches() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    let users = try (0..<250).map { try UserID("user-\($0)") }
    for user in [users[3], users[249]] {
      _ = try await store.apply([UserInfoChange(user: user, attributes: UserInfo(sign: user.text))], by: .service)
    }
    let before = service.requests.count
    let records = try await store.records(of: users + users, attributes: .all)
    #expect(records.count == 250)
    #expect(
      records.values.filter { !$0.info.attributes.isEmpty }.map(\.info.sign).compactMap { $0 }.sorted()
        == ["user-249", "user-3"])
    let fetches = try service.requests.dropFirst(before).map { try UserInfoFetch(json: $0.body).targets }
    #expect(fetches.map(\.count) == [100, 100, 50])
    #expect(Set(fetches.joined()).count == 250)
  }

  @Test("users who were not asked for are left out, and so are those without an answer")
  func filtersAnswer() async throws {
    let service = try ServiceInMemory()
    let (ana, ben) = try Self.users()
    service.answer { _ in
      HTTPServer.Response(body: Array(#"{"timestamp":7,"duration":1,"data":{"ana":{},"eve":{"sign":"x"}}}"#.utf8))
    }
    #expect(
      try await service.store().records(of: [ana, ben], attributes: .all)
        == [ana: UserInfoRecord(user: ana, timestamp: 7)])
  }

  @Test("what clients ignore is reported, and the rest is read")
  func warns() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    let (ana, _) = try Self.users()
    var warnings = store.warnings().makeAsyncIterator()
    let nickname = String(repeating: "n", count: 65)
    service.answer { _ in
      let record = #"{"nickname":"\#(nickname)","gender":"female","avatarUrl":"a","city":"Chania"}"#
      return HTTPServer.Response(body: Array(#"{"timestamp":7,"duration":1,"data":{"ana":\#(record)}}"#.utf8))
    }
    let record = try await store.records(of: [ana], attributes: .all)[ana]
    #expect(record?.info == UserInfo(userID: "ana", nickName: nickname, additionalMembers: ["city": "Chania"]))
    let found = [await warnings.next(), await warnings.next(), await warnings.next()]
    let place = JSONPointer(["data", "ana"])
    #expect(found.allSatisfy { $0?.user == ana })
    #expect(
      found.map(\.?.warning) == [
        .longerThanRecommended(.nickName, limit: 64, actual: 65, at: place.appending("nickname")),
        .unreadable(
          .gender, .illegalArgument(.malformedGender(found: "female", at: place.appending("gender")))),
        .misspelledName("avatarUrl", expected: .avatarURL, at: place.appending("avatarUrl")),
      ])
  }

  @Test(
    "an invalid response gives 1",
    arguments: [
      "", "{", "[]", "{}", #"{"timestamp":1,"duration":1}"#, #"{"timestamp":1,"duration":1,"data":{"ana":{"sign":1}}}"#,
      #"{"timestamp":1,"duration":1,"data":{"Not an id":{}}}"#, String(repeating: "[", count: 10_000),
    ])
  func refusesInvalid(_ text: String) async throws {
    let service = try ServiceInMemory()
    service.answer { _ in HTTPServer.Response(body: Array(text.utf8)) }
    let store = try service.store()
    let error = await #expect(throws: UserInfoError.self) { try await Operation.fetch.perform(store) }
    #expect(error?.code == .general)
  }

  @Test("a response that is too long gives 1, with and without an announced length", arguments: [true, false])
  func refusesLong(_ hasLength: Bool) async throws {
    let service = try ServiceInMemory()
    service.answer { _ in
      HTTPServer.Response(body: Array(repeating: UInt8(ascii: " "), count: 5_000_000), hasLength: hasLength)
    }
    let store = try service.store(maximumResponseBytes: 100_000)
    await #expect(throws: UserInfoError.general("expected a response of at most 100000 bytes, found more")) {
      try await Operation.fetch.perform(store)
    }
  }

  @Test("a response that is cut off gives 300, and so does a server that is not there")
  func reportsBrokenConnections() async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    service.answer { _ in HTTPServer.Response(body: Array("{".utf8), isCutOff: true) }
    let error = await #expect(throws: UserInfoError.self) { try await Operation.fetch.perform(store) }
    #expect(error?.code == .serverUnreachable)
    let url = try #require(URL(string: "http://127.0.0.1:1/org/app"))
    let absent = try RESTUserInfoStore(url: url, credential: CommunicationTokenCredential(token: "secret"))
    let absence = await #expect(throws: UserInfoError.self) { try await Operation.update.perform(absent) }
    #expect(absence?.code == .serverUnreachable)
    #expect(absence?.description.contains("secret") == false)
  }

  @Test("a slow answer ends the call at its deadline, and a cancelled task at once", arguments: Operation.allCases)
  func endsWaits(_ operation: Operation) async throws {
    let service = try ServiceInMemory()
    service.answer { _ in HTTPServer.Response(delay: .seconds(3_600)) }
    let store = try service.store(timeout: .milliseconds(100))
    await #expect(throws: UserInfoError.timedOut(after: .milliseconds(100))) { try await operation.perform(store) }
    let patient = try service.store()
    let count = service.requests.count
    let task = Task { try await operation.perform(patient) }
    while service.requests.count == count { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    await #expect(throws: UserInfoError.cancelled) { try await task.value }
  }

  @Test("a token that does not come ends the call at its deadline")
  func endsWaitForToken() async throws {
    let service = try ServiceInMemory()
    let credential = CommunicationTokenCredential(
      requestTimeout: .seconds(3_600), now: { Timestamp(validated: "1970-01-01T00:00:00Z") }
    ) {
      try await Task.sleep(for: .seconds(3_600))
      return AccessToken(token: "late")
    }
    let store = try RESTUserInfoStore(
      url: service.url, credential: credential,
      settings: RESTUserInfoStore.Settings(requestTimeout: .milliseconds(100)))
    await #expect(throws: UserInfoError.timedOut(after: .milliseconds(100))) { try await store.capacity() }
    #expect(service.lines == [])
  }

  @Test("a redirect is not followed: the token reaches no other host", arguments: [301, 302, 303, 307, 308])
  func refusesRedirects(_ status: Int) async throws {
    let (service, other) = (try ServiceInMemory(), try ServiceInMemory())
    let target = other.url.absoluteString
    service.answer { _ in HTTPServer.Response(status: status, fields: ["Location": target]) }
    let store = try service.store()
    for operation in Operation.allCases {
      await #expect(throws: UserInfoError.storeFailed("the service answered with the status \(status)")) {
        try await operation.perform(store)
      }
    }
    #expect(service.requests.count == 4)
    #expect(other.requests.isEmpty)
  }

  @Test(
    "addresses to which a token must not be sent are refused",
    arguments: [
      ("https://rest.example/org/app", true), ("http://localhost:8080/org/app", true), ("http://rest.example/a", false),
      ("https://u:p@rest.example/a", false), ("https://rest.example/a?b=c", false), ("file:///tmp", false),
      ("ftp://localhost/a", false), ("https:", false),
    ])
  func checksAddress(_ text: String, _ isAccepted: Bool) throws {
    let url = try #require(URL(string: text))
    let credential = CommunicationTokenCredential(token: "t")
    if isAccepted {
      _ = try RESTUserInfoStore(url: url, credential: credential)
    } else {
      #expect(throws: UserInfoError.self) { _ = try RESTUserInfoStore(url: url, credential: credential) }
    }
  }

  @Test("ids that are steps of a path are not written, and can be read", arguments: [".", ".."])
  func refusesSteps(_ id: String) async throws {
    let service = try ServiceInMemory()
    let store = try service.store()
    let user = try UserID(id)
    let error = UserInfoError.illegalArgument(.malformedUserID(id))
    await #expect(throws: error) { try await store.apply([Self.change(id, UserInfo(sign: "s"))], by: .service) }
    await #expect(throws: error) { try await store.deleteRecord(of: user, by: .service) }
    #expect(service.lines == [])
    #expect(try await store.records(of: [user], attributes: .all)[user]?.info == UserInfo(userID: id))
  }
}
