import CollaborationModels

/// What is known of users, attribute by attribute: each with the version of the record it came with and the time until
/// which it is good. Time is the distance from any fixed moment.
struct UserInfoCache: Hashable, Sendable {
  private struct Attribute: Hashable, Sendable {
    var version: Int
    var expiry: Duration
  }

  private struct Entry: Hashable, Sendable {
    var info: UserInfo
    /// By the places of a selection's bits; nil where nothing is known.
    var attributes: [Attribute?]
    /// The newest record that was heard of, also where only a part of it is known.
    var newest: Int
    /// When the last of the attributes expires.
    var lastExpiry: Duration
  }

  private var entries: [UserID: Entry] = [:]
  private let lifetime: Duration
  /// With more users than this, those go whose attributes expire first, until a half is left.
  private let capacity: Int

  init(lifetime: Duration, capacity: Int) {
    self.lifetime = max(lifetime, .zero)
    self.capacity = max(capacity, 0)
  }

  var count: Int { entries.count }

  /// The timestamp of the newest record of a user that was heard of.
  func newest(of user: UserID) -> Int? { entries[user]?.newest }

  /// The chosen attributes, where all of them are known and good.
  func info(of user: UserID, _ selection: UserAttributeSelection, at now: Duration) -> UserInfo? {
    guard let entry = entries[user] else { return nil }
    for place in 0..<UserAttributeSelection.bitCount where selection.hasBit(place) {
      guard let attribute = entry.attributes[place], now < attribute.expiry else { return nil }
    }
    return entry.info.filtered(selection)
  }

  /// What a record with the chosen attributes says about a user, together with what is known.
  ///
  /// Attributes of an older record do not replace those of a newer one, whichever came first.
  /// - Returns: the chosen attributes as they are known now, and whether the record is newer than any before.
  mutating func learn(
    _ record: UserInfoRecord, _ selection: UserAttributeSelection, at now: Duration
  ) -> (info: UserInfo, isNewer: Bool) {
    var entry =
      entries[record.user]
      ?? Entry(
        info: UserInfo(userId: record.user.text),
        attributes: Array(repeating: nil, count: UserAttributeSelection.bitCount), newest: .min, lastExpiry: .zero)
    var learned: UserAttributeSelection = []
    let expiry = now + lifetime
    for place in 0..<UserAttributeSelection.bitCount where selection.hasBit(place) {
      // What has expired is no longer known, and gives way to any record. A record that is known already says nothing
      // new, but that its attributes are still good.
      if let known = entry.attributes[place], now < known.expiry, record.timestamp <= known.version {
        if record.timestamp == known.version { entry.attributes[place]?.expiry = expiry }
        continue
      }
      entry.attributes[place] = Attribute(version: record.timestamp, expiry: expiry)
      learned.insert(UserAttributeSelection(rawValue: 1 << UInt16(place)))
    }
    if learned == .all { entry.info = record.info } else { entry.info.replace(learned, with: record.info) }
    let isNewer = record.timestamp > entry.newest
    if isNewer { entry.newest = record.timestamp }
    entry.lastExpiry = max(entry.lastExpiry, expiry)
    entries[record.user] = entry
    if entries.count > capacity { evict() }
    return (entry.info.filtered(selection), isNewer)
  }

  mutating func removeAll() { entries = [:] }

  private mutating func evict() {
    let order = entries.map { (expiry: $0.value.lastExpiry, user: $0.key) }
      .sorted { ($0.expiry, $0.user) < ($1.expiry, $1.user) }
    for (_, user) in order.prefix(order.count - capacity / 2) { entries[user] = nil }
  }
}
