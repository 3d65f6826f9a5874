public import CollaborationModels

/// The forms with completion handlers. A completion is called exactly once, on no thread in particular.
extension UserInfoManager {
  /// ``updateOwnUserInfo(_:)-(UserInfo)`` for callers who do not wait.
  public func updateOwnUserInfo(
    _ info: UserInfo, completion: @escaping @Sendable (Result<UserInfo, UserInfoError>) -> Void
  ) {
    Self.call(completion) { () async throws(UserInfoError) in try await self.updateOwnUserInfo(info) }
  }

  /// ``updateOwnUserInfo(_:withType:)`` for callers who do not wait.
  public func updateOwnUserInfo(
    _ value: String, withType type: UserAttributeType,
    completion: @escaping @Sendable (Result<UserInfo, UserInfoError>) -> Void
  ) {
    Self.call(completion) { () async throws(UserInfoError) in
      try await self.updateOwnUserInfo(value, withType: type)
    }
  }

  /// ``fetchUserInfo(byId:)`` for callers who do not wait.
  public func fetchUserInfo(
    byId ids: [String], completion: @escaping @Sendable (Result<[String: UserInfo], UserInfoError>) -> Void
  ) {
    Self.call(completion) { () async throws(UserInfoError) in try await self.fetchUserInfo(byId: ids) }
  }

  /// ``fetchUserInfo(byId:type:)`` for callers who do not wait.
  public func fetchUserInfo(
    byId ids: [String], type types: [UserAttributeType],
    completion: @escaping @Sendable (Result<[String: UserInfo], UserInfoError>) -> Void
  ) {
    Self.call(completion) { () async throws(UserInfoError) in
      try await self.fetchUserInfo(byId: ids, type: types)
    }
  }

  private static func call<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, UserInfoError>) -> Void,
    _ work: @escaping @Sendable () async throws(UserInfoError) -> Value
  ) {
    Task {
      let result: Result<Value, UserInfoError>
      do throws(UserInfoError) { result = .success(try await work()) } catch { result = .failure(error) }
      completion(result)
    }
  }
}
