public import Collaboration
public import CollaborationModels

/// The variants with completion handlers. A completion is called exactly once, on an unspecified thread.
///
/// Writes apply to the record of the user who is logged in at the time of the call, even if another user has logged in
/// since, and are performed in the order of the calls.
extension UserInfoManager {
  /// Variant of ``Collaboration/UserInfoManager/updateOwnUserInfo(_:)-(UserInfo)`` with a completion handler.
  public func updateOwnUserInfo(
    _ info: UserInfo, completion: @escaping @Sendable (Result<UserInfo, UserInfoError>) -> Void
  ) {
    writeInTurn(completion) { () throws(UserInfoError) in try ownChange(info) }
  }

  /// Variant of ``Collaboration/UserInfoManager/updateOwnUserInfo(_:withType:)`` with a completion handler.
  public func updateOwnUserInfo(
    _ value: String, withType type: UserAttributeType,
    completion: @escaping @Sendable (Result<UserInfo, UserInfoError>) -> Void
  ) {
    writeInTurn(completion) { () throws(UserInfoError) in try ownChange(value, of: type) }
  }

  /// Variant of ``Collaboration/UserInfoManager/fetchUserInfo(byId:policy:)`` with a completion handler.
  public func fetchUserInfo(
    byId ids: [String], policy: UserInfoFetchPolicy = .refresh,
    completion: @escaping @Sendable (Result<[String: UserInfo], UserInfoError>) -> Void
  ) {
    Self.call(completion) { () async throws(UserInfoError) in
      try await self.fetchUserInfo(byId: ids, policy: policy)
    }
  }

  /// Variant of ``Collaboration/UserInfoManager/fetchUserInfo(byId:type:policy:)`` with a completion handler.
  public func fetchUserInfo(
    byId ids: [String], type types: [UserAttributeType], policy: UserInfoFetchPolicy = .refresh,
    completion: @escaping @Sendable (Result<[String: UserInfo], UserInfoError>) -> Void
  ) {
    Self.call(completion) { () async throws(UserInfoError) in
      try await self.fetchUserInfo(byId: ids, type: types, policy: policy)
    }
  }

  // The completions of the chat SDK, with an optional error instead of a result.

  /// Variant with a completion handler that takes the complete record, or an error.
  public func updateOwnUserInfo(
    _ info: UserInfo, completion: @escaping @Sendable (_ userInfo: UserInfo?, _ error: UserInfoError?) -> Void
  ) {
    updateOwnUserInfo(info) { result in Self.pass(result, to: completion) }
  }

  /// Variant with a completion handler that takes the complete record, or an error.
  public func updateOwnUserInfo(
    _ value: String, withType type: UserAttributeType,
    completion: @escaping @Sendable (_ userInfo: UserInfo?, _ error: UserInfoError?) -> Void
  ) {
    updateOwnUserInfo(value, withType: type) { result in Self.pass(result, to: completion) }
  }

  /// Variant with a completion handler that takes the records, which are empty after an error.
  public func fetchUserInfo(
    byId ids: [String], policy: UserInfoFetchPolicy = .refresh,
    completion: @escaping @Sendable (_ userInfos: [String: UserInfo], _ error: UserInfoError?) -> Void
  ) {
    fetchUserInfo(byId: ids, policy: policy) { result in
      Self.pass(result, to: { userInfos, error in completion(userInfos ?? [:], error) })
    }
  }

  /// Variant with a completion handler that takes the records, which are empty after an error.
  public func fetchUserInfo(
    byId ids: [String], type types: [UserAttributeType], policy: UserInfoFetchPolicy = .refresh,
    completion: @escaping @Sendable (_ userInfos: [String: UserInfo], _ error: UserInfoError?) -> Void
  ) {
    fetchUserInfo(byId: ids, type: types, policy: policy) { result in
      Self.pass(result, to: { userInfos, error in completion(userInfos ?? [:], error) })
    }
  }

  private static func pass<Value>(
    _ result: Result<Value, UserInfoError>, to completion: (Value?, UserInfoError?) -> Void
  ) {
    switch result {
    case .success(let value): completion(value, nil)
    case .failure(let error): completion(nil, error)
    }
  }

  private func writeInTurn(
    _ completion: @escaping @Sendable (Result<UserInfo, UserInfoError>) -> Void,
    _ makeChange: () throws(UserInfoError) -> OwnChange
  ) {
    let change: Result<OwnChange, UserInfoError>
    do throws(UserInfoError) { change = .success(try makeChange()) } catch { change = .failure(error) }
    writeInTurn {
      let result: Result<UserInfo, UserInfoError>
      do throws(UserInfoError) { result = .success(try await self.write(change.get())) } catch {
        result = .failure(error)
      }
      completion(result)
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
