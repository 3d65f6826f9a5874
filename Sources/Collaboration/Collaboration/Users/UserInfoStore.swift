public import SchemaRuntime

/// Stores the attributes of all users.
///
/// A store acknowledges a write by returning. Acknowledged writes are kept: by ``InMemoryUserInfoStore`` as long as it
/// lives, by a store on disk permanently. A call that throws has changed nothing, unless it throws
/// ``UserInfoError/timedOut(after:)`` or ``UserInfoError/cancelled``: then the result is unknown. Calls may come from many
/// tasks concurrently.
public protocol UserInfoStore: Sendable {
  /// Returns the stored records of users with the chosen attributes; users without a record are omitted. The number of
  /// users is unlimited; duplicate ids count once.
  /// - Throws: 1 if a stored record is invalid, 300 if the store failed.
  func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord]

  /// Applies the changes one after another, all of them or none (``UserInfoChange/applied(to:at:)``).
  /// - Returns: the complete record after each change.
  /// - Throws: 202 if the author may not write one of the records, 901 if a record or all users together take too many
  ///   bytes, 1 if a stored record is invalid, 300 if the store failed.
  func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor
  ) async throws(UserInfoError) -> [UserInfoRecord]

  /// Deletes all attributes of a user. Deletion is idempotent.
  ///
  /// A record without attributes is kept, with a timestamp newer than all before, so that clients with cached
  /// attributes notice the deletion.
  /// - Returns: that record; nil for a user without a stored record.
  /// - Throws: the errors of ``apply(_:by:)``.
  @discardableResult
  func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord?

  /// Returns the total size of all users' attributes in bytes (``UserInfo/attributeBytes``).
  func capacity() async throws(UserInfoError) -> Int
}

/// Options that all stores have in common.
public struct UserInfoStoreOptions: Sendable {
  /// The maximum total size of all users in bytes. Default: 10 GB.
  public var maximumBytes: Int
  /// Returns the time of a write.
  public var now: @Sendable () -> Timestamp

  public init(maximumBytes: Int = 10_000_000_000, now: @escaping @Sendable () -> Timestamp = { .now }) {
    self.maximumBytes = maximumBytes
    self.now = now
  }
}
