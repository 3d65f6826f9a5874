import CollaborationModels

/// A store that lives as long as the process, for tests, previews, and applications that persist nothing.
public actor InMemoryUserInfoStore: UserInfoStore {
  private let options: UserInfoStoreOptions
  private var records: [UserID: UserInfoRecord] = [:]
  private var bytes = 0

  public init(options: UserInfoStoreOptions) { self.options = options }

  public func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) throws(UserInfoError) -> [UserID: UserInfoRecord] {
    var found: [UserID: UserInfoRecord] = [:]
    for user in users { found[user] = records[user]?.filtered(attributes) }
    return found
  }

  public func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor
  ) throws(UserInfoError) -> [UserInfoRecord] {
    // Kept apart from the stored records until every change is known to succeed.
    var changed: [UserID: UserInfoRecord] = [:]
    var results: [UserInfoRecord] = []
    var total = bytes
    for change in changes {
      try author.mayWrite(recordOf: change.user)
      let stored = changed[change.user] ?? records[change.user]
      let record = try change.applied(to: stored, at: options.now())
      total += record.info.attributeBytes - (stored?.info.attributeBytes ?? 0)
      changed[change.user] = record
      results.append(record)
    }
    guard total <= options.maximumBytes || total <= bytes else {
      throw .dataLengthExceeded(.application, limit: options.maximumBytes, actual: total)
    }
    for (user, record) in changed { records[user] = record }
    bytes = total
    return results
  }

  @discardableResult
  public func deleteRecord(
    of user: UserID, by author: UserInfoAuthor
  ) throws(UserInfoError) -> UserInfoRecord? {
    try author.mayWrite(recordOf: user)
    guard let stored = records[user], !stored.info.attributes.isEmpty else { return records[user] }
    bytes -= stored.info.attributeBytes
    let deleted = stored.deleted(at: options.now())
    records[user] = deleted
    return deleted
  }

  public func capacity() throws(UserInfoError) -> Int { bytes }
}
