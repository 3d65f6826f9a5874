/// Where the attributes of all users are kept.
///
/// A store acknowledges by returning. What it has acknowledged, it has: ``InMemoryUserInfoStore`` as long as it lives,
/// one on disk for good. A call that throws has changed nothing. Calls may come from many tasks at once.
public protocol UserInfoStore: Sendable {
  /// The records of those users of whom anything was ever stored, with the chosen attributes; users of whom there is
  /// nothing are left out. Any number of users; an id that is named twice counts once.
  /// - Throws: 1 when a stored record makes no sense, 300 when the store failed.
  func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord]

  /// Applies the changes one after the other, all of them or none (``UserInfoChange/applied(to:at:)``).
  /// - Returns: the whole record after each change.
  /// - Throws: 202 when the author may not write one of the records, 901 when one of them or all users together take
  ///   too many bytes, 1 when a stored record makes no sense, 300 when the store failed.
  func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor
  ) async throws(UserInfoError) -> [UserInfoRecord]

  /// Deletes all attributes of a user. Deleting again, or what never was, changes nothing.
  ///
  /// A record without attributes stays, with a timestamp newer than all before, so that those who know the attributes
  /// learn that they are gone.
  /// - Returns: that record; nil for a user of whom nothing was ever stored.
  /// - Throws: as ``apply(_:by:)``.
  @discardableResult
  func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord?

  /// How many bytes the attributes of all users take (``UserInfo/attributeBytes``).
  func capacity() async throws(UserInfoError) -> Int
}

/// What stores have in common.
public struct UserInfoStoreOptions: Sendable {
  /// The most bytes of all users of the application together: 10 GB, the smaller reading of the documents' unit.
  public var maximumBytes: Int
  /// The time, in milliseconds since 1970-01-01 UTC.
  public var now: @Sendable () -> Int

  public init(maximumBytes: Int = 10_000_000_000, now: @escaping @Sendable () -> Int) {
    self.maximumBytes = maximumBytes
    self.now = now
  }
}
