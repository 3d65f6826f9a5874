public import Collaboration

/// Stores the attributes of all users in a PostgreSQL database, which several processes may share.
///
///     let pool = try PostgreSQLPool("host=db.example dbname=app user=app sslmode=verify-full")
///     let store = try await PostgreSQLUserInfoStore(pool: pool, options: options)
///     let manager = UserInfoManager(currentUser: user, store: store)
///     manager.follow(store.changes())
///
/// Acknowledged writes are committed and on the server's disk. A write locks the records that it changes, so that writers of
/// one record wait for each other; writers of different records only wait while another one commits a change of the total
/// size. Conflicts and a lost connection are repeated inside the time limit of the pool
/// (``PostgreSQLSettings/requestTimeout``). If the connection is lost while a write is committed, the error is 300, and its
/// text says that it is unknown whether the write was performed; read the record to find out.
public final class PostgreSQLUserInfoStore: TenantUserInfoStore {
  let pool: PostgreSQLPool
  let options: UserInfoStoreOptions
  private let listener: PostgreSQLListener<UserInfoStoreChange>

  /// Creates the tables if they do not exist, and migrates those of an earlier release. Several servers may do so at once.
  /// - Throws: ``PostgreSQLError/newerVersion(component:expected:actual:)`` for tables of a later release, which are
  ///   unchanged, and the errors of the connection.
  public init(pool: PostgreSQLPool, options: UserInfoStoreOptions = UserInfoStoreOptions())
    async throws(PostgreSQLError)
  {
    self.pool = pool
    self.options = options
    listener = PostgreSQLListener(
      pool, channel: Self.channel(pool.settings.schema), missed: .mayHaveMissedChanges,
      read: UserInfoStoreChange.init(payload:))
    try await PostgreSQLComponent.users.migrate(pool)
  }

  /// Returns all changes to records without a tenant from now on, by this and all other processes.
  ///
  /// The first element is ``Collaboration/UserInfoStoreChange/mayHaveMissedChanges``, as soon as the store listens. It comes
  /// again whenever changes may have been missed: after the connection was lost and opened again, or if a consumer was too
  /// slow. The connection is separate from those of the pool, and open as long as there are consumers.
  public func changes() -> AsyncStream<UserInfoStoreChange> { listener.reports() }

  public func records(
    of users: [UserID], attributes: UserAttributeSelection, in tenant: Tenant
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    guard !users.isEmpty else { return [:] }
    let rows: [StoredUserInfo]
    do {
      rows = try await pool.query(
        """
        SELECT id, record, timestamp, bytes FROM user_info WHERE organization = $1 AND app = $2 AND id = ANY($3)
        """, tenant.values + [.texts(users.map(\.text))]
      ) { rows throws(PostgreSQLError) in try StoredUserInfo.list(rows) }
    } catch { throw Self.failure(error) }
    var records: [UserID: UserInfoRecord] = [:]
    for row in rows {
      guard let record = try row.record() else { continue }
      records[record.user] = record.filtered(attributes)
    }
    return records
  }

  public func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor, in tenant: Tenant
  ) async throws(UserInfoError) -> [UserInfoRecord] {
    for change in changes { try author.mayWrite(recordOf: change.user) }
    if changes.isEmpty { return [] }
    return try await pool.transaction(failure: Self.failure) { [options] connection throws(UserInfoError) in
      let transaction = UserInfoTransaction(connection, options, tenant)
      let stored = try transaction.lock(Set(changes.map(\.user)), createMissing: true)
      var changed: [UserID: UserInfoRecord] = [:]
      var records: [UserInfoRecord] = []
      records.reserveCapacity(changes.count)
      for change in changes {
        let current: UserInfoRecord?
        if let before = changed[change.user] { current = before } else { current = try stored[change.user]?.record() }
        let record = try change.applied(to: current, at: options.now())
        changed[change.user] = record
        records.append(record)
      }
      try transaction.write(changed, replacing: stored)
      return records
    }
  }

  @discardableResult
  public func deleteRecord(
    of user: UserID, by author: UserInfoAuthor, in tenant: Tenant
  ) async throws(UserInfoError) -> UserInfoRecord? {
    try author.mayWrite(recordOf: user)
    return try await pool.transaction(failure: Self.failure) { [options] connection throws(UserInfoError) in
      let transaction = UserInfoTransaction(connection, options, tenant)
      let rows = try transaction.lock([user], createMissing: false)
      let stored = try rows[user]?.record()
      guard let stored, !stored.info.attributes.isEmpty else { return stored }
      let deleted = stored.deleted(at: options.now())
      try transaction.write([user: deleted], replacing: rows)
      return deleted
    }
  }

  public func capacity(of tenant: Tenant) async throws(UserInfoError) -> Int {
    do {
      return try await pool.query(
        "SELECT bytes FROM user_info_capacity WHERE organization = $1 AND app = $2", tenant.values
      ) { rows throws(PostgreSQLError) in
        try rows.first?.integer(0) ?? 0
      }
    } catch { throw Self.failure(error) }
  }

  public func assignRecords(to tenant: Tenant) async throws(UserInfoError) {
    guard tenant != .none else { return }
    do {
      try await pool.transaction { connection throws(PostgreSQLError) in
        // Nobody writes meanwhile: a row that is written first would have no tenant, or two.
        try connection.execute("LOCK TABLE user_info, user_info_capacity IN EXCLUSIVE MODE")
        let moved = try connection.query(
          """
          UPDATE user_info SET organization = $1, app = $2 WHERE organization = '' AND app = '' AND NOT EXISTS (
            SELECT FROM user_info AS other WHERE other.organization = $1 AND other.app = $2 AND other.id = user_info.id)
          RETURNING bytes
          """, tenant.values)
        var bytes = 0
        for row in moved { bytes += try row.integer(0) }
        if bytes == 0 { return }
        try connection.query(
          "UPDATE user_info_capacity SET bytes = bytes - $1 WHERE organization = '' AND app = ''", [.integer(bytes)])
        try connection.query(UserInfoTransaction.grow, tenant.values + [.integer(bytes)])
      }
    } catch { throw Self.failure(error) }
  }

  static func failure(_ error: PostgreSQLError) -> UserInfoError {
    switch error {
    case .timedOut(let limit): .timedOut(after: limit)
    case .cancelled: .cancelled
    case .unexpectedResult: .general(error.description)
    case .malformedConnectionString, .malformedSchemaName, .notConnected, .connectionLost, .commitUnknown, .refused,
      .closed, .newerVersion:
      .storeFailed(error.description)
    }
  }

  /// The channel of the notifications. Channels belong to a database, not to a schema.
  static func channel(_ schema: String) -> String { "\(schema).user_info" }
}

extension Tenant {
  var values: [PostgreSQLValue] { [.text(organization), .text(app)] }
}
