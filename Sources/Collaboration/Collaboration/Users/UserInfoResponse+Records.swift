public import CollaborationModels
public import SchemaRuntime

// Converts the service's responses to a store's records and back. The endpoint determines the kind of response: the
// member `data` is an object, `true` or a number, and no discriminator distinguishes them.

extension UserInfoResponse {
  /// Creates the response to a write or a read of one user.
  /// - Parameter duration: the duration of the request.
  /// - Throws: the errors of ``CollaborationModels/UserInfoREST/init(_:)``.
  public init(_ record: UserInfoRecord, duration: Duration) throws(UserInfoError) {
    self.init(timestamp: record.version, duration: duration.wholeMilliseconds, data: try UserInfoREST(record.info))
  }

  /// Returns the user's record, with warnings. The response does not name the user; the path of the request does.
  public func record(of user: UserID) -> (record: UserInfoRecord, warnings: [UserInfoRESTWarning]) {
    let reading = data.readLossily(of: user, at: JSONPointer(["data"]))
    return (UserInfoRecord(user: user, info: reading.info, version: timestamp), reading.warnings)
  }
}

extension UserInfoFetchResponse {
  /// Creates the response to a fetch: a record for each requested user, an empty one if there is none.
  /// - Parameters:
  /// - timestamp: the time of the response.
  /// - duration: the duration of the request.
  /// - Throws: the errors of ``CollaborationModels/UserInfoREST/init(_:)``.
  public init(
    of users: [UserID], _ records: [UserID: UserInfoRecord], timestamp: Timestamp, duration: Duration
  ) throws(UserInfoError) {
    var data = JSONMap<UserInfoREST>()
    for user in users { data[user.text] = try UserInfoREST(records[user]?.info ?? UserInfo()) }
    self.init(
      timestamp: timestamp.millisecondsSinceEpoch, duration: duration.wholeMilliseconds, data: data)
  }

  /// Returns the records by user, all with the response's timestamp, with warnings.
  /// - Throws: 1 for a key that is not an id: the response is invalid.
  public func records() throws(UserInfoError) -> (
    records: [UserID: UserInfoRecord], warnings: [UserInfoRESTWarning]
  ) {
    var records: [UserID: UserInfoRecord] = [:]
    var warnings: [UserInfoRESTWarning] = []
    for member in data {
      let user: UserID
      do { user = try UserID(member.key) } catch { throw .general(error.sentence) }
      let reading = member.value.readLossily(of: user, at: JSONPointer(["data", member.key]))
      records[user] = UserInfoRecord(user: user, info: reading.info, version: timestamp)
      warnings += reading.warnings
    }
    return (records, warnings)
  }
}

extension UserInfoFetch {
  /// Creates the request for the chosen attributes of users, without duplicates.
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

  /// The requested attributes.
  public var attributes: UserAttributeSelection {
    properties.map { UserAttributeSelection($0.map(\.type)) } ?? .all
  }
}
