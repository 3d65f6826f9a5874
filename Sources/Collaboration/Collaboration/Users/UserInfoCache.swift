import CollaborationModels

/// Caches known users by attribute, each with the version of its record and its expiry. Times are offsets from an
/// arbitrary fixed moment.
struct UserInfoCache: Hashable, Sendable {
  private struct Attribute: Hashable, Sendable {
    var version: Int
    /// When the attribute was last learned or confirmed.
    var learned: Duration
    var expiry: Duration
  }

  private struct Entry: Hashable, Sendable {
    var info: UserInfo
    /// By the bit index of the selection; nil if unknown.
    var attributes: [Attribute?]
    /// The timestamp of the newest known record, even if only part of it is known.
    var newest: Int
    /// The expiry of the last attribute to expire.
    var lastExpiry: Duration
  }

  private var entries: [UserID: Entry] = [:]
  private let lifetime: Duration
  /// The lifetime of the knowledge that a user has no record.
  private let unknownLifetime: Duration
  /// With more users than this, the first ones to expire are removed until half are left.
  private let capacity: Int

  init(lifetime: Duration, unknownLifetime: Duration, capacity: Int) {
    self.lifetime = max(lifetime, .zero)
    self.unknownLifetime = min(max(unknownLifetime, .zero), self.lifetime)
    self.capacity = max(capacity, 0)
  }

  var count: Int { entries.count }

  /// Returns the timestamp of the newest known record of a user.
  func newest(of user: UserID) -> Int? { entries[user]?.newest }

  /// Returns the chosen attributes if all of them are known, have not expired, and are younger than the maximum age.
  func info(
    of user: UserID, _ selection: UserAttributeSelection, at now: Duration, maximumAge: Duration? = nil
  ) -> UserInfo? {
    guard let entry = entries[user] else { return nil }
    for index in 0..<UserAttributeSelection.bitCount where selection.hasBit(index) {
      guard let attribute = entry.attributes[index], now < attribute.expiry else { return nil }
      if let maximumAge, now - attribute.learned >= maximumAge { return nil }
    }
    return entry.info.filtered(selection)
  }

  /// Learns a record with the chosen attributes.
  ///
  /// Attributes of an older record never replace those of a newer one, whichever came first. A record without a
  /// timestamp means that the user has none, which is remembered for a shorter time.
  /// - Returns: the chosen attributes as now known, and whether the record is newer than any before.
  mutating func learn(
    _ record: UserInfoRecord, _ selection: UserAttributeSelection, at now: Duration
  ) -> (info: UserInfo, isNewer: Bool) {
    var entry =
      entries[record.user]
      ?? Entry(
        info: UserInfo(userID: record.user.text),
        attributes: Array(repeating: nil, count: UserAttributeSelection.bitCount), newest: .min, lastExpiry: .zero)
    var learned: UserAttributeSelection = []
    let expiry = now + (record.version == 0 ? unknownLifetime : lifetime)
    for index in 0..<UserAttributeSelection.bitCount where selection.hasBit(index) {
      // Expired attributes are no longer known and are replaced by any record. A record that is already known only
      // extends their lifetime.
      if let known = entry.attributes[index], now < known.expiry, record.version <= known.version {
        if record.version == known.version {
          entry.attributes[index]?.learned = now
          entry.attributes[index]?.expiry = expiry
        }
        continue
      }
      entry.attributes[index] = Attribute(version: record.version, learned: now, expiry: expiry)
      learned.insert(UserAttributeSelection(rawValue: 1 << UInt16(index)))
    }
    if learned == .all { entry.info = record.info } else { entry.info.replace(learned, with: record.info) }
    let isNewer = record.version > entry.newest
    if isNewer { entry.newest = record.version }
    entry.lastExpiry = max(entry.lastExpiry, expiry)
    entries[record.user] = entry
    if entries.count > capacity { evict() }
    return (entry.info.filtered(selection), isNewer)
  }

  /// Forgets a user's attributes, which a write without an answer may have changed. The version of the newest known
  /// record is kept.
  mutating func expire(_ user: UserID) {
    entries[user]?.attributes = Array(repeating: nil, count: UserAttributeSelection.bitCount)
  }

  /// Forgets the attributes of all users, but not the versions of their newest known records.
  mutating func expireAll() {
    for user in Array(entries.keys) { expire(user) }
  }

  mutating func removeAll() { entries = [:] }

  private mutating func evict() {
    let order = entries.map { (expiry: $0.value.lastExpiry, user: $0.key) }
      .sorted { ($0.expiry, $0.user) < ($1.expiry, $1.user) }
    for (_, user) in order.prefix(order.count - capacity / 2) { entries[user] = nil }
  }
}
