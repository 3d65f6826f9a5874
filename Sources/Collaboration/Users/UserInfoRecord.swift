public import CollaborationModels
import SchemaRuntime

/// What a store holds of one user, or the chosen part of it.
public struct UserInfoRecord: Hashable, Sendable {
  /// Whose attributes these are.
  public let user: UserID
  /// The attributes, with ``user`` as their id.
  public var info: UserInfo {
    didSet { info.userId = user.text }
  }
  /// When the record was last written, in milliseconds since 1970-01-01 UTC; of two records of one user the one with
  /// the larger timestamp is newer. 0 for a user of whom nothing was ever stored.
  public var timestamp: Int

  public init(user: UserID, info: UserInfo = UserInfo(), timestamp: Int = 0) {
    self.user = user
    self.info = info
    self.timestamp = timestamp
    self.info.userId = user.text
  }

  /// The id, the timestamp, and the chosen attributes alone.
  public func filtered(_ selection: UserAttributeSelection) -> UserInfoRecord {
    UserInfoRecord(user: user, info: info.filtered(selection), timestamp: timestamp)
  }

  /// The record of a user whose attributes were deleted, at a time that is newer than the record's.
  public func deleted(at now: Int) -> UserInfoRecord {
    UserInfoRecord(user: user, timestamp: UserInfoChange.timestamp(after: timestamp, at: now))
  }
}

/// Who writes to a store.
public enum UserInfoAuthor: Hashable, Sendable {
  /// A user, who may write one record: the own one.
  case user(UserID)
  /// The application's own server, which may write all of them.
  case service

  /// Every store asks this before it writes.
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

/// Attributes to write to one user's record, known to be well-formed and within the limits of each attribute.
public struct UserInfoChange: Hashable, Sendable {
  /// The most bytes of all attributes of a user (``UserInfo/attributeBytes``).
  public static var maximumBytes: Int { 2048 }

  public let user: UserID
  /// At least one attribute. Those that are absent keep their stored value.
  public let attributes: UserInfo

  /// - Throws: 205 without attributes or with one that is not text, 202 when the attributes carry another user's id,
  ///   901 when an attribute passes its limit; in this order.
  public init(user: UserID, attributes: UserInfo) throws(UserInfoError) {
    try Self.checkArguments(attributes)
    var attributes = attributes
    // The schema lets writers ignore the id. A record that was read of another user and is written to one's own would
    // copy that user's attributes, so another id is refused.
    if let owner = attributes.userId, owner != user.text {
      throw .authenticationFailed(.foreignRecord(owner: owner, author: user.text))
    }
    attributes.userId = user.text
    do { try attributes.validate() } catch { throw UserInfoError(error) }
    self.user = user
    self.attributes = attributes
  }

  /// What can be wrong with attributes, no matter who writes them.
  static func checkArguments(_ attributes: UserInfo) throws(UserInfoError) {
    guard !attributes.attributes.isEmpty else { throw .illegalArgument(.noAttributes) }
    try checkUndeclared(attributes)
  }

  /// What can be wrong with attributes that the schema does not name.
  static func checkUndeclared(_ attributes: UserInfo) throws(UserInfoError) {
    for member in attributes.additionalMembers {
      let place = JSONPointer([member.name])
      guard member.value.string != nil else { throw .illegalArgument(.notText(name: member.name, at: place)) }
      // Names that are declared here or in the REST form would be two members of one name, here or there.
      guard !Self.reservedNames.contains(member.name) else {
        throw .illegalArgument(.misspelledName(name: member.name, at: place))
      }
    }
  }

  /// The names that an undeclared attribute cannot have.
  static let reservedNames: Set<String> = Set(
    ["userId"] + UserAttributeType.allCases.flatMap { [$0.memberName, $0.name.rawValue] })

  /// The record after the change. Stores call it inside the transaction that reads the stored record.
  /// - Parameter now: milliseconds since 1970-01-01 UTC. Where the clock went back, or two writes fall into one
  ///   millisecond, the timestamp is one more than the stored one, so that a later write is always newer.
  /// - Throws: ``UserInfoError/dataLengthExceeded(_:limit:actual:)`` when all attributes together are too long.
  public func applied(to stored: UserInfoRecord?, at now: Int) throws(UserInfoError) -> UserInfoRecord {
    var record = stored ?? UserInfoRecord(user: user)
    var info = record.info
    info.merge(attributes)
    let bytes = info.attributeBytes
    guard bytes <= Self.maximumBytes else {
      throw .dataLengthExceeded(.user(user), limit: Self.maximumBytes, actual: bytes)
    }
    record.info = info
    record.timestamp = Self.timestamp(after: record.timestamp, at: now)
    return record
  }

  /// A timestamp that is newer than the stored one as long as there are larger numbers.
  static func timestamp(after stored: Int, at now: Int) -> Int {
    stored < .max ? max(now, stored + 1) : .max
  }
}
