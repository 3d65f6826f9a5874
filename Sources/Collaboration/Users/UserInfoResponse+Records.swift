public import CollaborationModels
import SchemaRuntime

// The answers of the service and the records of a store, in both directions. Which answer it is the endpoint says: the
// member `data` is an object, `true` or a number, and no union tells them apart.

extension UserInfoResponse {
  /// The answer to a write or a read of one user.
  /// - Parameter duration: how long the request took, in milliseconds.
  /// - Throws: as ``CollaborationModels/UserInfoREST/init(_:)``.
  public init(_ record: UserInfoRecord, duration: Int) throws(UserInfoError) {
    self.init(timestamp: record.timestamp, duration: duration, data: try UserInfoREST(record.info))
  }

  /// The user's record, and what was wrong with it. The answer does not say whose it is: the path of the request does.
  public func record(of user: UserID) -> (record: UserInfoRecord, warnings: [UserInfoRESTWarning]) {
    let reading = data.readLossily(of: user, at: JSONPointer(["data"]))
    return (UserInfoRecord(user: user, info: reading.info, timestamp: timestamp), reading.warnings)
  }
}

extension UserInfoFetchResponse {
  /// The answer to a fetch: a record for each user who was asked for, an empty one where there is none.
  /// - Parameters:
  ///   - timestamp: when the service answered, in milliseconds since 1970-01-01 UTC.
  ///   - duration: how long the request took, in milliseconds.
  /// - Throws: as ``CollaborationModels/UserInfoREST/init(_:)``.
  public init(
    of users: [UserID], _ records: [UserID: UserInfoRecord], timestamp: Int, duration: Int
  ) throws(UserInfoError) {
    var data = JSONMap<UserInfoREST>()
    for user in users { data[user.text] = try UserInfoREST(records[user]?.info ?? UserInfo()) }
    self.init(timestamp: timestamp, duration: duration, data: data)
  }

  /// The records by user, all of them as new as the answer, and what was wrong with them.
  /// - Throws: 1 for a key that is no id: the service's answer makes no sense.
  public func records() throws(UserInfoError) -> (
    records: [UserID: UserInfoRecord], warnings: [UserInfoRESTWarning]
  ) {
    var records: [UserID: UserInfoRecord] = [:]
    var warnings: [UserInfoRESTWarning] = []
    for member in data {
      let user: UserID
      do { user = try UserID(member.name) } catch { throw .general(error.sentence) }
      let reading = member.value.readLossily(of: user, at: JSONPointer(["data", member.name]))
      records[user] = UserInfoRecord(user: user, info: reading.info, timestamp: timestamp)
      warnings += reading.warnings
    }
    return (records, warnings)
  }
}

extension UserInfoFetch {
  /// The request for the chosen attributes of users, each of whom is named once.
  /// - Throws: 205 without users or without a declared attribute, 900 for more than 100 users.
  public init(of users: [UserID], attributes: UserAttributeSelection) throws(UserInfoError) {
    guard !users.isEmpty else { throw .illegalArgument(.noUsers) }
    guard !attributes.types.isEmpty else { throw .illegalArgument(.noAttributeTypes) }
    var seen: Set<UserID> = []
    let users = users.filter { seen.insert($0).inserted }
    guard users.count <= UserInfoManager.maximumUsersOfFetch else {
      throw .userCountExceeded(limit: UserInfoManager.maximumUsersOfFetch, actual: users.count)
    }
    self.init(
      targets: users.map(\.text), properties: attributes == .all ? nil : attributes.types.map(\.name))
  }

  /// Which attributes are asked for.
  public var attributes: UserAttributeSelection {
    properties.map { UserAttributeSelection($0.map(\.type)) } ?? .all
  }
}
