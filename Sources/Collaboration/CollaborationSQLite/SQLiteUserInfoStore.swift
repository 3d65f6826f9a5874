public import Collaboration
import CollaborationModels
import SchemaRuntime

/// Stores the attributes of all users in one SQLite file.
///
///     let store = try SQLiteUserInfoStore(path: "/var/lib/app/users.sqlite", options: options)
///     let manager = UserInfoManager(currentUser: user, store: store)
///
/// Acknowledged writes are on disk: a killed process or a power failure loses none of them and leaves no partial record
/// (write-ahead log, `synchronous=FULL`). Several stores, in one or more processes, may share a file; writers wait for
/// each other (``Settings/busyTimeout``). SQLite keeps `-wal` and `-shm` files next to the file.
///
/// A call blocks its thread until the disk has responded; calls run one at a time.
public actor SQLiteUserInfoStore: TenantUserInfoStore {
  /// Settings for access to the file.
  public struct Settings: Hashable, Sendable {
    /// How long a call waits for another writer's lock, in milliseconds, before it fails with 300.
    public var busyTimeout: Int32

    public init(busyTimeout: Int32 = 5_000) { self.busyTimeout = busyTimeout }
  }

  private let connection: SQLiteConnection
  private let options: UserInfoStoreOptions
  private var reader = JSONReader()

  /// Opens a file, creates it if it does not exist, and migrates one of an earlier release. It is closed when the store
  /// is released.
  /// - Throws: ``SQLiteStoreError`` for a file that is not a store, is corrupt, or comes from a later release; the file
  ///   is unchanged.
  public init(
    path: String, options: UserInfoStoreOptions = UserInfoStoreOptions(), settings: Settings = Settings()
  ) throws(SQLiteStoreError) {
    self.options = options
    connection = try SQLiteFile.users.open(path, busyTimeout: settings.busyTimeout, synchronous: .full)
  }

  public func records(
    of users: [UserID], attributes: UserAttributeSelection, in tenant: Tenant
  ) throws(UserInfoError) -> [UserID: UserInfoRecord] {
    try connection.transaction(.reading, failure: Self.failure) { () throws(UserInfoError) in
      var records: [UserID: UserInfoRecord] = [:]
      for user in users where records[user] == nil {
        records[user] = try record(of: user, in: tenant)?.filtered(attributes)
      }
      return records
    }
  }

  public func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor, in tenant: Tenant
  ) throws(UserInfoError) -> [UserInfoRecord] {
    for change in changes { try author.mayWrite(recordOf: change.user) }
    return try connection.transaction(.writing, failure: Self.failure) { () throws(UserInfoError) in
      let before = try storedBytes(tenant)
      var records: [UserInfoRecord] = []
      records.reserveCapacity(changes.count)
      for change in changes {
        let record = try change.applied(to: try record(of: change.user, in: tenant), at: options.now())
        try write(record, in: tenant)
        records.append(record)
      }
      let after = try storedBytes(tenant)
      guard after <= options.maximumBytes || after <= before else {
        throw .dataLengthExceeded(.application, limit: options.maximumBytes, actual: after)
      }
      return records
    }
  }

  @discardableResult
  public func deleteRecord(
    of user: UserID, by author: UserInfoAuthor, in tenant: Tenant
  ) throws(UserInfoError) -> UserInfoRecord? {
    try author.mayWrite(recordOf: user)
    return try connection.transaction(.writing, failure: Self.failure) { () throws(UserInfoError) in
      let stored = try record(of: user, in: tenant)
      guard let stored, !stored.info.attributes.isEmpty else { return stored }
      let deleted = stored.deleted(at: options.now())
      try write(deleted, in: tenant)
      return deleted
    }
  }

  public func capacity(of tenant: Tenant) throws(UserInfoError) -> Int { try storedBytes(tenant) }

  public func assignRecords(to tenant: Tenant) throws(UserInfoError) {
    guard tenant != .none else { return }
    try connection.transaction(.writing, failure: Self.failure) { () throws(UserInfoError) in
      do throws(SQLiteError) {
        try connection.run(
          "UPDATE OR IGNORE user_info SET organization = ?, app = ? WHERE organization = '' AND app = ''", tenant.values
        )
      } catch { throw Self.failure(error) }
    }
  }

  /// Returns a setting of the connection.
  func setting(_ name: String) throws(SQLiteError) -> String {
    var value = ""
    try connection.run("PRAGMA \(name)") { value = $0.text(0) }
    return value
  }
}

// MARK: - Records

extension SQLiteUserInfoStore {
  private func record(of user: UserID, in tenant: Tenant) throws(UserInfoError) -> UserInfoRecord? {
    var found: (bytes: [UInt8], timestamp: Int)?
    do {
      try connection.run(
        "SELECT record, timestamp FROM user_info WHERE organization = ? AND app = ? AND id = ?",
        tenant.values + [.text(user.text)]
      ) {
        found = ($0.bytes(0), $0.integer(1))
      }
    } catch { throw Self.failure(error) }
    guard let found else { return nil }
    let info: UserInfo
    do { info = try UserInfo(stored: found.bytes, using: &reader) } catch {
      throw .general("the stored record of '\(user)' is invalid: \(error)")
    }
    guard info.userID == user.text else {
      throw .general("expected the stored record of '\(user)', found one of '\(info.userID ?? "")'")
    }
    return UserInfoRecord(user: user, info: info, version: found.timestamp)
  }

  private func write(_ record: UserInfoRecord, in tenant: Tenant) throws(UserInfoError) {
    let bytes: [UInt8]
    do { bytes = try record.info.json() } catch { throw .general(error.description) }
    do {
      try connection.run(
        """
        INSERT INTO user_info (organization, app, id, record, timestamp, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (organization, app, id) DO UPDATE SET record = ?4, timestamp = ?5, bytes = ?6
        """,
        tenant.values + [
          .text(record.user.text), .bytes(bytes), .integer(record.version), .integer(record.info.attributeBytes),
        ])
    } catch { throw Self.failure(error) }
  }

  private func storedBytes(_ tenant: Tenant) throws(UserInfoError) -> Int {
    var bytes = 0
    do {
      try connection.run("SELECT bytes FROM capacity WHERE organization = ? AND app = ?", tenant.values) {
        bytes = $0.integer(0)
      }
    } catch { throw Self.failure(error) }
    return bytes
  }

  private static func failure(_ error: SQLiteError) -> UserInfoError { .storeFailed(error.description) }
}

extension Tenant {
  fileprivate var values: [SQLiteValue] { [.text(organization), .text(app)] }
}
