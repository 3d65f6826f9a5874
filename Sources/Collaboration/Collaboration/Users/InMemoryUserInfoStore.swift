import CollaborationModels

/// A store that lives as long as the process, for tests, previews, and applications that persist nothing.
public actor InMemoryUserInfoStore: TenantUserInfoStore {
  private let options: UserInfoStoreOptions
  private struct Records {
    var byUser: [UserID: UserInfoRecord] = [:]
    var bytes = 0
  }

  /// Only of tenants that something was written for.
  private var tenants: [Tenant: Records] = [:]

  public init(options: UserInfoStoreOptions = UserInfoStoreOptions()) { self.options = options }

  public func records(
    of users: [UserID], attributes: UserAttributeSelection, in tenant: Tenant
  ) throws(UserInfoError) -> [UserID: UserInfoRecord] {
    var found: [UserID: UserInfoRecord] = [:]
    guard let records = tenants[tenant]?.byUser else { return [:] }
    for user in users { found[user] = records[user]?.filtered(attributes) }
    return found
  }

  public func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor, in tenant: Tenant
  ) throws(UserInfoError) -> [UserInfoRecord] {
    // Kept apart from the stored records until every change is known to succeed.
    var changed: [UserID: UserInfoRecord] = [:]
    var results: [UserInfoRecord] = []
    let known = tenants[tenant] ?? Records()
    var total = known.bytes
    for change in changes {
      try author.mayWrite(recordOf: change.user)
      let stored = changed[change.user] ?? known.byUser[change.user]
      let record = try change.applied(to: stored, at: options.now())
      total += record.info.attributeBytes - (stored?.info.attributeBytes ?? 0)
      changed[change.user] = record
      results.append(record)
    }
    guard total <= options.maximumBytes || total <= known.bytes else {
      throw .dataLengthExceeded(.application, limit: options.maximumBytes, actual: total)
    }
    if changed.isEmpty { return [] }
    tenants[tenant, default: Records()].byUser.merge(changed) { _, new in new }
    tenants[tenant]?.bytes = total
    return results
  }

  @discardableResult
  public func deleteRecord(
    of user: UserID, by author: UserInfoAuthor, in tenant: Tenant
  ) throws(UserInfoError) -> UserInfoRecord? {
    try author.mayWrite(recordOf: user)
    let stored = tenants[tenant]?.byUser[user]
    guard let stored, !stored.info.attributes.isEmpty else { return stored }
    let deleted = stored.deleted(at: options.now())
    tenants[tenant]?.bytes -= stored.info.attributeBytes
    tenants[tenant]?.byUser[user] = deleted
    return deleted
  }

  public func capacity(of tenant: Tenant) throws(UserInfoError) -> Int { tenants[tenant]?.bytes ?? 0 }

  public func assignRecords(to tenant: Tenant) throws(UserInfoError) {
    guard tenant != .none, let former = tenants.removeValue(forKey: .none) else { return }
    var (known, rest) = (tenants[tenant] ?? Records(), Records())
    for (user, record) in former.byUser {
      let bytes = record.info.attributeBytes
      if known.byUser[user] == nil {
        known.byUser[user] = record
        known.bytes += bytes
      } else {
        rest.byUser[user] = record
        rest.bytes += bytes
      }
    }
    tenants[tenant] = known
    if !rest.byUser.isEmpty { tenants[.none] = rest }
  }
}
