public import CollaborationModels

/// The news that a user's attributes have changed.
public struct UserInfoNotification: Hashable, Sendable {
  /// Whose attributes these are.
  public var user: UserID
  /// The attributes that are known by the record that is newer: all of them, or those that were asked for.
  public var info: UserInfo
  /// When they were written, in milliseconds since 1970-01-01 UTC.
  public var timestamp: Int
  /// Whether they are those of the user who is logged in.
  public var isOwn: Bool
}
