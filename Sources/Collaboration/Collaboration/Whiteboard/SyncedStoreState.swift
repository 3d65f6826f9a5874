public import SchemaRuntime

/// The change of one value in a synced store: without an old value it was added, without a new one it was removed.
public struct SyncedStoreChange: Hashable, Sendable {
  /// The old value, if any.
  public var oldValue: JSONValue?
  /// The new value, if any.
  public var newValue: JSONValue?

  public init(oldValue: JSONValue?, newValue: JSONValue?) {
    self.oldValue = oldValue
    self.newValue = newValue
  }
}

/// The changed values of a synced store, by key.
public typealias SyncedStoreDiff = JSONMap<SyncedStoreChange>

/// The values of a synced store.
public struct SyncedStoreState: Hashable, Sendable {
  /// The values by key.
  public private(set) var values: JSONObject
  /// Whether changes arrive and can be made.
  public private(set) var isConnected = true

  public init(values: JSONObject) { self.values = values }

  /// Sets some values; other keys stay. A value replaces the old one entirely, null removes the key.
  public mutating func set(_ partial: JSONObject) -> SyncedStoreDiff {
    var new = values
    for member in partial {
      if member.value.isNull { new[member.key] = nil } else { new[member.key] = member.value }
    }
    return replace(by: new)
  }

  /// Replaces all values.
  /// - Returns: the actual changes.
  public mutating func replace(by new: JSONObject) -> SyncedStoreDiff {
    var diff = SyncedStoreDiff()
    for member in values where new[member.key] == nil {
      diff[member.key] = SyncedStoreChange(oldValue: member.value, newValue: nil)
    }
    for member in new where values[member.key] != member.value {
      diff[member.key] = SyncedStoreChange(oldValue: values[member.key], newValue: member.value)
    }
    values = new
    return diff
  }

  /// Ends the connection. The last values can still be read.
  public mutating func disconnect() { isConnected = false }
}
