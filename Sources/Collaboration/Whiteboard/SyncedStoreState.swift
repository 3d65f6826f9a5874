public import SchemaRuntime

/// What became of one value of a synced store: without an old value it is new, without a new one it is gone.
public struct SyncedStoreChange: Hashable, Sendable {
  /// The value before; nil when there was none.
  public var oldValue: JSONValue?
  /// The value now; nil when there is none any more.
  public var newValue: JSONValue?

  public init(oldValue: JSONValue?, newValue: JSONValue?) {
    self.oldValue = oldValue
    self.newValue = newValue
  }
}

/// The values of a synced store that have changed, by key.
public typealias SyncedStoreDiff = JSONMap<SyncedStoreChange>

/// The values of a synced store.
public struct SyncedStoreState: Hashable, Sendable {
  /// The values by key.
  public private(set) var values: JSONObject
  /// Whether changes arrive and can be made.
  public private(set) var isConnected = true

  public init(values: JSONObject) { self.values = values }

  /// Sets some values; those of other keys stay. A value replaces the old one whole, null removes the key.
  public mutating func set(_ partial: JSONObject) -> SyncedStoreDiff {
    var new = values
    for member in partial {
      if member.value.isNull { new[member.name] = nil } else { new[member.name] = member.value }
    }
    return replace(by: new)
  }

  /// Sets all values at once.
  /// - Returns: what has truly changed.
  public mutating func replace(by new: JSONObject) -> SyncedStoreDiff {
    var diff = SyncedStoreDiff()
    for member in values where new[member.name] == nil {
      diff[member.name] = SyncedStoreChange(oldValue: member.value, newValue: nil)
    }
    for member in new where values[member.name] != member.value {
      diff[member.name] = SyncedStoreChange(oldValue: values[member.name], newValue: member.value)
    }
    values = new
    return diff
  }

  /// Ends the connection. The last values can still be read.
  public mutating func disconnect() { isConnected = false }
}
