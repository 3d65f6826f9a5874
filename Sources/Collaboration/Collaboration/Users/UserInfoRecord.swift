public import CollaborationModels
public import SchemaRuntime

/// A user's stored attributes, or a selection of them.
public struct UserInfoRecord: Hashable, Sendable {
  /// The user.
  public let user: UserID
  /// The attributes, with ``user`` as their id.
  public var info: UserInfo {
    didSet { info.userID = user.text }
  }
  /// The time of the last write. Of two records of a user, the one with the later timestamp is newer; milliseconds
  /// count. Nil for a user without a stored record.
  public var timestamp: Timestamp?

  public init(user: UserID, info: UserInfo = UserInfo(), timestamp: Timestamp? = nil) {
    self.user = user
    self.info = info
    self.timestamp = timestamp
    self.info.userID = user.text
  }

  /// Creates a record from what stores and responses have.
  /// - Parameter version: the timestamp in milliseconds since 1970-01-01 UTC; 0 for a user without a stored record.
  package init(user: UserID, info: UserInfo = UserInfo(), version: Int) {
    self.init(user: user, info: info, timestamp: version == 0 ? nil : Timestamp(millisecondsSinceEpoch: version))
  }

  /// The timestamp in milliseconds since 1970-01-01 UTC; 0 for a user without a stored record.
  package var version: Int { timestamp?.millisecondsSinceEpoch ?? 0 }

  /// Returns the record with the chosen attributes only.
  public func filtered(_ selection: UserAttributeSelection) -> UserInfoRecord {
    UserInfoRecord(user: user, info: info.filtered(selection), timestamp: timestamp)
  }

  /// Returns the record of a user whose attributes were deleted, with a timestamp newer than the record's.
  public func deleted(at now: Timestamp) -> UserInfoRecord {
    UserInfoRecord(user: user, timestamp: UserInfoChange.timestamp(after: self, at: now))
  }
}

/// The author of a write to a store.
public enum UserInfoAuthor: Hashable, Sendable {
  /// A user, who may only write their own record.
  case user(UserID)
  /// The application's own server, which may write all records.
  case service

  /// Checks permission; every store calls this before it writes.
  /// - Throws: ``UserInfoError/authenticationFailed(_:)`` unless the author may write the owner's record.
  public func mayWrite(recordOf owner: UserID) throws(UserInfoError) {
    switch self {
    case .service: return
    case .user(let author):
      guard author == owner else {
        throw .authenticationFailed(.foreignRecord(owner: owner.text, author: author.text))
      }
    }
  }
}

/// Attributes to write to a user's record, known to be well-formed.
///
/// The limits of single attributes are recommendations (``CollaborationModels/UserInfo/attributesBeyondLimits``): only the
/// size of all attributes of a user is limited.
public struct UserInfoChange: Hashable, Sendable {
  /// The maximum size of all attributes of a user in bytes (``UserInfo/attributeBytes``).
  public static var maximumBytes: Int { 2048 }

  public let user: UserID
  /// At least one attribute. Absent ones keep their stored value.
  public let attributes: UserInfo

  /// - Throws: 205 without attributes or with one that is not text, 202 if the attributes have another user's id; in this
  ///   order.
  public init(user: UserID, attributes: UserInfo) throws(UserInfoError) {
    try Self.checkArguments(attributes)
    var attributes = attributes
    // The schema allows writers to ignore the id. Writing a record that was read from another user would copy that
    // user's attributes, so another id is refused.
    if let owner = attributes.userID, owner != user.text {
      throw .authenticationFailed(.foreignRecord(owner: owner, author: user.text))
    }
    attributes.userID = user.text
    try attributes.validateExceptLengths()
    self.user = user
    self.attributes = attributes
  }

  /// Checks attributes, regardless of their author.
  static func checkArguments(_ attributes: UserInfo) throws(UserInfoError) {
    guard !attributes.attributes.isEmpty else { throw .illegalArgument(.noAttributes) }
    try checkUndeclared(attributes)
  }

  /// Checks attributes that the schema does not name.
  static func checkUndeclared(_ attributes: UserInfo) throws(UserInfoError) {
    for (name, value) in attributes.additionalMembers {
      let location = JSONPointer([name])
      guard value.string != nil else { throw .illegalArgument(.notText(name: name, at: location)) }
      // Names that are declared here or in the REST form would lead to two members of one name.
      guard !Self.reservedNames.contains(name) else {
        throw .illegalArgument(.misspelledName(name: name, at: location))
      }
    }
  }

  /// The names that an undeclared attribute must not have.
  static let reservedNames: Set<String> = Set(
    ["userId"] + UserAttributeType.allCases.flatMap { [$0.memberName, $0.name.rawValue] })

  /// Returns the record after the change. Stores call it inside the transaction that reads the stored record.
  /// - Parameter now: the time of the write. If the clock went back, or two writes fall into the same millisecond, the
  ///   timestamp is a millisecond after the stored one, so that a later write is always newer.
  /// - Throws: ``UserInfoError/dataLengthExceeded(_:limit:actual:)`` if all attributes together are too long.
  public func applied(to stored: UserInfoRecord?, at now: Timestamp) throws(UserInfoError) -> UserInfoRecord {
    var record = stored ?? UserInfoRecord(user: user)
    var info = record.info
    info.merge(attributes)
    let bytes = info.attributeBytes
    guard bytes <= Self.maximumBytes else {
      throw .dataLengthExceeded(.user(user), limit: Self.maximumBytes, actual: bytes)
    }
    record.info = info
    record.timestamp = Self.timestamp(after: record, at: now)
    return record
  }

  /// Returns a timestamp newer than the stored one, as long as there are later ones.
  static func timestamp(after stored: UserInfoRecord, at now: Timestamp) -> Timestamp {
    Timestamp(millisecondsSinceEpoch: max(now.millisecondsSinceEpoch, stored.version + 1))
  }
}
