public import CollaborationModels
public import SchemaRuntime

/// A notification that a user's attributes have changed.
public struct UserInfoNotification: Hashable, Sendable {
  /// The user.
  public var user: UserID
  /// The known attributes of the newer record: all of them, or the requested ones.
  public var info: UserInfo
  /// The time of the change.
  public var timestamp: Timestamp
  /// Whether it is the user who is logged in.
  public var isOwn: Bool
}
