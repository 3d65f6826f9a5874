import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

/// A store that fails to write, although it may have written.
private actor FailingStore: UserInfoStore {
  private let store = InMemoryUserInfoStore(options: UserInfoStoreOptions(now: { 1 }))
  private var failure: UserInfoError?

  func fail(with error: UserInfoError) { failure = error }

  func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    try await store.records(of: users, attributes: attributes)
  }

  func apply(_ changes: [UserInfoChange], by author: UserInfoAuthor) async throws(UserInfoError) -> [UserInfoRecord] {
    if let failure { throw failure }
    return try await store.apply(changes, by: author)
  }

  func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord? {
    try await store.deleteRecord(of: user, by: author)
  }

  func capacity() async throws(UserInfoError) -> Int { try await store.capacity() }
}

@Suite struct UnansweredWriteTests {
  static let failures: [Named<(error: UserInfoError, isKnown: Bool)>] = [
    Named("no answer in time", (.timedOut(after: .seconds(1)), false)), Named("cancelled", (.cancelled, false)),
    Named("refused", (.serviceLimitExceeded, true)), Named("failed", (.storeFailed("disk"), true)),
  ]

  @Test("a store that does not know whether it has written makes the user's attributes unknown", arguments: failures)
  func forgets(_ row: Named<(error: UserInfoError, isKnown: Bool)>) async throws {
    let store = FailingStore()
    let manager = UserInfoManager(currentUser: try UserID("ana"), store: store, clock: VirtualClock())
    try await manager.updateOwnUserInfo("1", withType: .sign)
    await store.fail(with: row.value.error)
    await #expect(throws: row.value.error) { try await manager.updateOwnUserInfo("2", withType: .sign) }
    let expected = row.value.isKnown ? ["ana": UserInfo(userID: "ana", sign: "1")] : [:]
    #expect(try manager.cachedUserInfo(byId: ["ana"]) == expected)
  }
}
