import Collaboration
import CollaborationModels
import SchemaRuntime

/// A row of the table of records.
struct StoredUserInfo {
  var id: String
  /// The record as JSON; nil for a user who is only written now.
  var json: [UInt8]?
  var timestamp: Int
  /// The size of the attributes, as it counts in the total size.
  var bytes: Int

  static func list(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> [StoredUserInfo] {
    var list: [StoredUserInfo] = []
    list.reserveCapacity(rows.count)
    for row in rows {
      list.append(
        StoredUserInfo(
          id: try row.text(0), json: try row.optionalBytes(1), timestamp: try row.integer(2), bytes: try row.integer(3))
      )
    }
    return list
  }

  /// - Throws: 1 if the record is invalid.
  func record() throws(UserInfoError) -> UserInfoRecord? {
    guard let json else { return nil }
    let user: UserID
    do { user = try UserID(subject: id) } catch { throw .general("the stored id '\(id)' is invalid") }
    let info: UserInfo
    var reader = JSONReader()
    do { info = try UserInfo(stored: json, using: &reader) } catch {
      throw .general("the stored record of '\(id)' is invalid: \(error)")
    }
    guard info.userID == id else {
      throw .general("expected the stored record of '\(id)', found one of '\(info.userID ?? "")'")
    }
    return UserInfoRecord(user: user, info: info, version: timestamp)
  }
}

/// The reads and writes of one transaction. All transactions lock in the same order, the records by id and then the total
/// size, so that they do not wait for each other in a circle.
struct UserInfoTransaction {
  private let connection: PostgreSQLConnection
  private let options: UserInfoStoreOptions
  private let tenant: Tenant

  /// Changes the size of a tenant, which is the size of the change for a new one.
  static let grow = """
    INSERT INTO user_info_capacity (organization, app, bytes) VALUES ($1, $2, $3)
    ON CONFLICT (organization, app) DO UPDATE SET bytes = user_info_capacity.bytes + excluded.bytes RETURNING bytes
    """

  init(_ connection: PostgreSQLConnection, _ options: UserInfoStoreOptions, _ tenant: Tenant) {
    self.connection = connection
    self.options = options
    self.tenant = tenant
  }

  /// Locks the users' rows until the end of the transaction.
  /// - Parameter createMissing: whether users without a row get an empty one. Otherwise nothing would be locked, and one of
  ///   two first writes would be lost.
  func lock(_ users: Set<UserID>, createMissing: Bool) throws(UserInfoError) -> [UserID: StoredUserInfo] {
    let ids = PostgreSQLValue.texts(users.map(\.text).sorted())
    let rows: [StoredUserInfo]
    do {
      if createMissing {
        try connection.query(
          """
          INSERT INTO user_info (organization, app, id)
          SELECT $1, $2, id FROM unnest($3::text[]) AS id ORDER BY id COLLATE "C"
          ON CONFLICT (organization, app, id) DO NOTHING
          """, tenant.values + [ids])
      }
      rows = try StoredUserInfo.list(
        connection.query(
          """
          SELECT id, record, timestamp, bytes FROM user_info
          WHERE organization = $1 AND app = $2 AND id = ANY($3) ORDER BY id FOR UPDATE
          """, tenant.values + [ids]))
    } catch { throw PostgreSQLUserInfoStore.failure(error) }
    let byID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    return Dictionary(uniqueKeysWithValues: users.compactMap { user in byID[user.text].map { (user, $0) } })
  }

  /// Writes records, adjusts the total size, and announces the changes at the commit.
  /// - Throws: 901 if all users together take too many bytes.
  func write(
    _ records: [UserID: UserInfoRecord], replacing stored: [UserID: StoredUserInfo]
  ) throws(UserInfoError) {
    let records = records.values.sorted { $0.user < $1.user }
    var json: [[UInt8]] = []
    for record in records {
      do { json.append(try record.info.json()) } catch { throw .general(error.description) }
    }
    let sizes = records.map(\.info.attributeBytes)
    let growth = sizes.reduce(0, +) - stored.values.reduce(0) { $0 + $1.bytes }
    let channel = PostgreSQLUserInfoStore.channel(connection.schema)
    let total: Int?
    do {
      try connection.query(
        """
        UPDATE user_info SET record = new.record, timestamp = new.timestamp, bytes = new.bytes
        FROM unnest($3::text[], $4::bytea[], $5::bigint[], $6::bigint[]) AS new(id, record, timestamp, bytes)
        WHERE user_info.organization = $1 AND user_info.app = $2 AND user_info.id = new.id
        """,
        tenant.values + [
          .texts(records.map(\.user.text)), .byteArrays(json), .integers(records.map(\.version)), .integers(sizes),
        ])
      // Those who follow changes follow one app.
      if tenant == .none {
        try connection.query(
          "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload",
          [.text(channel), .texts(UserInfoStoreChange.payloads(of: records))])
      }
      // Last, because all writers wait for this row.
      total =
        growth == 0
        ? nil
        : try connection.query(Self.grow, tenant.values + [.integer(growth)]).only().integer(0)
    } catch { throw PostgreSQLUserInfoStore.failure(error) }
    if let total, growth > 0, total > options.maximumBytes {
      throw .dataLengthExceeded(.application, limit: options.maximumBytes, actual: total)
    }
  }
}
