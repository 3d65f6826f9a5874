public import SchemaRuntime

/// A report of a store that several processes share: records that any of them has changed.
public enum UserInfoStoreChange: Hashable, Sendable {
  /// Records were written or deleted; by user, the timestamp of the new record.
  case written([UserID: Timestamp])
  /// Changes may have been missed, because reports begin now, or begin again after an interruption.
  case mayHaveMissedChanges
}
