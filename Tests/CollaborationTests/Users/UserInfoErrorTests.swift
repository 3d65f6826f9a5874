import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

/// Refused requests, their codes, and that they change nothing.
@Suite struct UserInfoErrorTests {
  /// A row: the request and the error.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let user: String?
    let expected: UserInfoErrorCode
    let action: @Sendable (UserInfoManager) async throws(UserInfoError) -> Void

    init(
      _ name: String, user: String? = "ana", _ expected: UserInfoErrorCode,
      _ action: @escaping @Sendable (UserInfoManager) async throws(UserInfoError) -> Void
    ) {
      (self.name, self.user, self.expected, self.action) = (name, user, expected, action)
    }

    var testDescription: String { name }
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }
  private static func ids(_ count: Int) -> [String] { (0..<count).map { "user-\($0)" } }

  private static let updates = [
    Row("1b: an update without attributes is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo())
    },
    Row("1b: an id is not an attribute: by itself it is refused with 205", .illegalArgument) {
      m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo(userID: "ana"))
    },
    Row("1b: an update without a login is refused with 201", user: nil, .notLoggedIn) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo(sign: "s"))
    },
    Row("1b: a typed update without a login is refused with 201", user: nil, .notLoggedIn) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo("s", withType: .sign)
    },
    Row("1b: the arguments are checked before the login", user: nil, .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo())
    },
    Row("1b: the gender is checked before the login", user: nil, .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo("female", withType: .gender)
    },
    Row("1b: the login is checked before the limits", user: nil, .notLoggedIn) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(text(65), withType: .nickName)
    },
    Row("1b: a record of another user is refused with 202", .authenticationFailed) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo(userID: "ben", nickName: "Ben"))
    },
    Row("1a: all attributes together have at most 2048 bytes, or 901", .dataLengthExceeded) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo(ext: text(2049)))
    },
    Row("1a: many empty undeclared attributes have an end as well", .dataLengthExceeded) { m throws(UserInfoError) in
      let members = JSONObject((0..<500).map { ("member-\($0)", JSONValue.string("")) })
      _ = try await m.updateOwnUserInfo(UserInfo(additionalMembers: members))
    },
    Row("an undeclared attribute that is not text is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo(additionalMembers: ["age": .null]))
    },
    Row("1c: an attribute called 'avatarurl' is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.updateOwnUserInfo(UserInfo(additionalMembers: ["avatarurl": "u"]))
    },
    Row("deleting without a login is refused with 201", user: nil, .notLoggedIn) { m throws(UserInfoError) in
      try await m.deleteOwnUserInfo()
    },
  ]

  private static let fetches = [
    Row("1b: an empty list of ids is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.fetchUserInfo(byId: [])
    },
    Row("1b: an empty list of ids is refused before the login is asked", user: nil, .illegalArgument) {
      m throws(UserInfoError) in _ = try await m.fetchUserInfo(byId: [], type: [])
    },
    Row("an empty list of types is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      _ = try await m.fetchUserInfo(byId: ["ana"], type: [])
    },
    Row("1b: a fetch without a login is refused with 201", user: nil, .notLoggedIn) { m throws(UserInfoError) in
      _ = try await m.fetchUserInfo(byId: ["ana"])
    },
    Row("1b: 101 users are refused with 900", .userCountExceeded) { m throws(UserInfoError) in
      _ = try await m.fetchUserInfo(byId: ids(101))
    },
    Row("1b: the login is checked before the count", user: nil, .notLoggedIn) { m throws(UserInfoError) in
      _ = try await m.fetchUserInfo(byId: ids(101))
    },
    Row("1b: an empty list of ids for the cache is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      _ = try m.cachedUserInfo(byId: [])
    },
    Row("a message of the service without an id is refused with 205", .illegalArgument) { m throws(UserInfoError) in
      try m.receive(UserInfo(sign: "s"), timestamp: 1)
    },
  ]

  @Test("an invalid request has its code, and changes nothing", arguments: updates + fetches)
  func refuses(_ row: Row) async throws {
    let store = try await StoreKind.memory.make()
    let before = try await store.write("ana", UserInfo(sign: "before"))
    let manager = UserInfoManager(
      currentUser: try row.user.map { try UserID($0) }, store: store.store, options: .init(fetchWindow: .zero),
      clock: SlowClock())
    let error = await #expect(throws: UserInfoError.self) { try await row.action(manager) }
    #expect(error?.code == row.expected)
    #expect(error?.description.hasPrefix("\(row.expected.rawValue): ") == true)
    #expect(try await store.record("ana") == before)
    #expect(try await store.store.capacity() == 6)
    #expect(try manager.cachedUserInfo(byId: ["ana"]).isEmpty)
  }

  @Test("1b: 100 users are accepted, even if one of them is named twice")
  func takesHundred() async throws {
    let store = try await StoreKind.memory.make()
    let manager = UserInfoManager(
      currentUser: try UserID("ana"), store: store.store, options: .init(fetchWindow: .zero), clock: SlowClock())
    #expect(try await manager.fetchUserInfo(byId: Self.ids(100) + ["user-0"]).count == 100)
  }

  @Test(
    "1a: an attribute may be longer than recommended, in every store, until all together are too long",
    arguments: [
      (UserAttributeType.nickName, 64), (.avatarURL, 256), (.mail, 64), (.phone, 32), (.sign, 256), (.birth, 64),
    ])
  func acceptsLongAttributes(_ type: UserAttributeType, _ limit: Int) async throws {
    for kind in StoreKind.allCases {
      let store = try await kind.make()
      let ana = try UserID("ana")
      let manager = UserInfoManager(
        currentUser: ana, store: store.store, options: .init(fetchWindow: .zero), clock: SlowClock())
      let full = try await manager.updateOwnUserInfo(Self.text(limit), withType: type)
      #expect(full.attributesBeyondLimits == [])
      // Bytes, not characters: the last character takes two.
      for text in [Self.text(limit + 1), Self.text(limit - 1) + "é", Self.text(2_048)] {
        for isTyped in [true, false] {
          var info = UserInfo()
          info.set(type, to: text)
          let written =
            isTyped
            ? try await manager.updateOwnUserInfo(text, withType: type) : try await manager.updateOwnUserInfo(info)
          #expect(written.text(of: type) == text && written.attributesBeyondLimits == [type])
          #expect(try await store.record("ana")?.info == written)
          #expect(try await manager.fetchUserInfo(byId: ["ana"])["ana"] == written)
        }
      }
      let before = try await store.record("ana")
      let error = UserInfoError.dataLengthExceeded(.user(ana), limit: 2_048, actual: 2_049)
      await #expect(throws: error) { try await manager.updateOwnUserInfo(Self.text(2_049), withType: type) }
      #expect(try await store.record("ana") == before)
    }
  }

  @Test("1a: a gender is '0', '1' or '2'", arguments: ["", "3", "01", " 1", "1.0", "-1", "female", "１", "1\u{301}"])
  func refusesGender(_ text: String) async throws {
    let store = try await StoreKind.memory.make()
    let manager = UserInfoManager(currentUser: try UserID("ana"), store: store.store, clock: SlowClock())
    await #expect(
      throws: UserInfoError.illegalArgument(.malformedGender(found: text, at: JSONPointer(["value"])))
    ) { try await manager.updateOwnUserInfo(text, withType: .gender) }
    #expect(try await store.record("ana") == nil)
    for gender in Gender.allCases {
      #expect(try await manager.updateOwnUserInfo("\(gender.rawValue)", withType: .gender).gender == gender)
    }
  }

  @Test(
    "1a: an id is 1 to 64 lowercase letters, digits, '_', '.' and '-'",
    arguments: [
      ("", false), ("Ana", false), ("ana b", false), ("ana@b", false), ("änna", false), ("a\u{0}", false),
      ("a\n", false),
      ("k\u{212a}", false), (String(repeating: "a", count: 65), false), (String(repeating: "a", count: 64), true),
      ("101111610803722131393", true), ("oriana_97", true), ("a.b-c", true), ("-", true),
    ])
  func checksIDs(_ text: String, _ isValid: Bool) async throws {
    #expect(((try? UserID(text)) != nil) == isValid)
    let store = try await StoreKind.memory.make()
    let manager = UserInfoManager(
      currentUser: try UserID("ana"), store: store.store, options: .init(fetchWindow: .zero), clock: SlowClock())
    if isValid {
      #expect(try await manager.fetchUserInfo(byId: ["ana", text])[text] == UserInfo(userID: text))
    } else {
      await #expect(throws: UserInfoError.illegalArgument(.malformedUserID(text))) {
        try await manager.fetchUserInfo(byId: ["ana", text])
      }
      #expect(throws: UserInfoError.illegalArgument(.malformedUserID(text))) {
        try manager.receive(UserInfo(userID: text, sign: "s"), timestamp: 1)
      }
    }
  }

  @Test(
    "1b: a status of the service has the code of its table",
    arguments: [
      (200, UserInfoOperation.update, UserInfoErrorCode?.none), (204, .fetch, nil), (404, .update, .userNotFound),
      (401, .update, .authenticationFailed), (403, .update, .dataLengthExceeded), (413, .update, .dataLengthExceeded),
      (429, .update, .serviceLimitExceeded), (409, .update, .serverUnreachable), (415, .update, .serverUnreachable),
      (500, .update, .serverUnreachable), (400, .update, .serverUnreachable), (400, .fetch, .userCountExceeded),
      (401, .fetch, .authenticationFailed), (404, .fetch, .userNotFound), (429, .fetch, .serviceLimitExceeded),
      (403, .fetch, .serverUnreachable), (.min, .fetch, .serverUnreachable), (199, .fetch, .serverUnreachable),
      (300, .update, .serverUnreachable),
    ])
  func mapsStatus(_ status: Int, _ operation: UserInfoOperation, _ expected: UserInfoErrorCode?) {
    #expect(UserInfoErrorCode(status: status, of: operation) == expected)
  }

  @Test("an error contains the user, the attribute and the limit")
  func saysWhat() throws {
    let ana = try UserID("ana")
    let rows: [(UserInfoError, String)] = [
      (.illegalArgument(.noAttributes), "205: expected at least one attribute to write"),
      (.notLoggedIn, "201: expected a user to be logged in"),
      (
        .authenticationFailed(.foreignRecord(owner: "ben", author: "ana")),
        "202: expected the author of a record to be its owner 'ben', found 'ana'"
      ),
      (.userNotFound(ana), "204: there is no user 'ana'"),
      (.userCountExceeded(limit: 100, actual: 101), "900: expected at most 100 users in a request, found 101"),
      (
        .dataLengthExceeded(.attribute(.avatarURL), limit: 256, actual: 257),
        "901: expected at most 256 bytes for the attribute 'avatarurl', found 257"
      ),
      (
        .illegalArgument(.malformedGender(found: "female", at: JSONPointer(["data", "ana", "gender"]))),
        "205: /data/ana/gender: expected the gender '0', '1' or '2', found 'female'"
      ),
      (.storeFailed("disk full"), "300: disk full"),
    ]
    for (error, sentence) in rows { #expect(error.description == sentence) }
  }
}
