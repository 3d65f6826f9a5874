public import Collaboration
public import CollaborationModels
import SchemaRuntime

/// The log of rooms in a PostgreSQL database, through which several servers hold the same rooms.
///
///     let log = try await PostgreSQLRoomLog(pool: pool)
///     let rooms = RoomService(log: log)
///
/// An entry is appended when it is committed and on the database server's disk. Appending locks the room's row, so that
/// servers append to one room in turn. Each server shows that it runs by a row that it renews; a server whose row is old
/// is reported as stopped, and its row is removed.
public final class PostgreSQLRoomLog: RoomLog {
  /// How servers show that they run.
  public struct Settings: Hashable, Sendable {
    /// How often a server renews its row.
    public var renewalInterval = Duration.seconds(2)
    /// After which time without renewal a server is taken for stopped.
    public var serverTimeout = Duration.seconds(10)

    public init() {}
  }

  public let server: Int
  private let pool: PostgreSQLPool
  private let channel: String
  private let settings: Settings
  private let listener: PostgreSQLListener<RoomLogUpdate>
  private let renewal = Mutex<Task<Void, Never>?>(nil)

  /// Creates the tables if they do not exist, migrates those of an earlier release, and gives this server a number.
  /// - Throws: ``PostgreSQLError/newerVersion(component:expected:actual:)`` for tables of a later release, which are
  ///   unchanged, and the errors of the connection.
  public init(pool: PostgreSQLPool, settings: Settings = Settings()) async throws(PostgreSQLError) {
    self.pool = pool
    self.settings = settings
    let channel = "\(pool.settings.schema).room"
    self.channel = channel
    listener = PostgreSQLListener(pool, channel: channel, missed: .interrupted, read: RoomLogUpdate.init(payload:))
    try await PostgreSQLComponent.rooms.migrate(pool)
    server = try await pool.transaction { connection throws(PostgreSQLError) in
      try connection.query("INSERT INTO room_server DEFAULT VALUES RETURNING number").only().integer(0)
    }
    renewal.withLock { $0 = renew() }
  }

  deinit { renewal.withLock { $0 }?.cancel() }

  public func append(_ entries: [RoomLogEntry], to room: String) async throws -> Int {
    let id = PostgreSQLValue.bytes(Array(room.utf8))
    let texts = PostgreSQLValue.byteArrays(try entries.map { try $0.json() })
    let (channel, count) = (channel, entries.count)
    return try await pool.transaction { connection throws(PostgreSQLError) in
      let last = try connection.query(
        """
        INSERT INTO room (id, last) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET last = room.last + $2, changed = clock_timestamp() RETURNING last
        """, [id, .integer(count)]
      ).only().integer(0)
      try connection.query(
        """
        INSERT INTO room_entry (room, number, entry)
        SELECT $1, $2 + place, entry FROM unnest($3::bytea[]) WITH ORDINALITY AS new(entry, place)
        """, [id, .integer(last - count), texts])
      let update = RoomLogUpdate.appended(room: room, last: last)
      try connection.query("SELECT pg_notify($1, $2)", [.text(channel), .text(update.payload)])
      return last - count + 1
    }
  }

  public func history(of room: String, after number: Int) async throws -> RoomHistory {
    let id = PostgreSQLValue.bytes(Array(room.utf8))
    let stored = try await pool.transaction(.reading) { connection throws(PostgreSQLError) in
      var stored = StoredRoomHistory(start: number)
      let rows = try connection.query(
        "SELECT recorded, CASE WHEN recorded > $2 THEN record END FROM room WHERE id = $1", [id, .integer(number)])
      if let row = rows.first {
        stored.record = try row.optionalBytes(1)
        stored.start = max(number, try row.integer(0))
      }
      let entries = try connection.query(
        "SELECT entry FROM room_entry WHERE room = $1 AND number > $2 ORDER BY number", [id, .integer(stored.start)])
      for row in entries { stored.entries.append(try row.bytes(0)) }
      return stored
    }
    return RoomHistory(
      record: try stored.record.map { try RoomRecord(json: $0) }, start: stored.start,
      entries: try stored.entries.map { try RoomLogEntry(json: $0) })
  }

  public func save(_ record: RoomRecord, at number: Int) async throws {
    try await save(try record.json(), of: record.uuid, at: number)
  }

  public func clear(_ room: String, at number: Int) async throws { try await save(nil, of: room, at: number) }

  private func save(_ record: [UInt8]?, of room: String, at number: Int) async throws {
    let id = PostgreSQLValue.bytes(Array(room.utf8))
    let text = PostgreSQLValue.bytes(record ?? [])
    try await pool.transaction { connection throws(PostgreSQLError) in
      let saved = try connection.query(

        """
        UPDATE room SET recorded = $2, record = nullif($3, ''::bytea)
        WHERE id = $1 AND recorded < $2 AND last >= $2 RETURNING recorded
        """,
        [id, .integer(number), text])
      guard !saved.isEmpty else { return }
      try connection.query("DELETE FROM room_entry WHERE room = $1 AND number <= $2", [id, .integer(number)])
    }
  }

  public func rooms(after id: String?, count: Int) async throws -> [RoomLogSummary] {
    let values: [PostgreSQLValue] = [.bytes(Array((id ?? "").utf8)), .integer(count)]
    return try await pool.query(
      """
      SELECT id, (extract(epoch FROM changed) * 1000)::bigint, coalesce(length(record), 0)
        + (SELECT coalesce(sum(length(entry)), 0) FROM room_entry WHERE room = id)::bigint
      FROM room WHERE id > $1 AND (record IS NOT NULL OR last > recorded) ORDER BY id LIMIT $2
      """, values
    ) { rows throws(PostgreSQLError) in
      var list: [RoomLogSummary] = []
      for row in rows {
        list.append(
          RoomLogSummary(
            room: String(decoding: try row.bytes(0), as: UTF8.self),
            changed: Timestamp(millisecondsSinceEpoch: try row.integer(1)),
            bytes: try row.integer(2)))
      }
      return list
    }
  }

  public func updates() -> AsyncStream<RoomLogUpdate> { listener.reports() }
}

/// What is stored of a room, as JSON texts.
private struct StoredRoomHistory: Sendable {
  var record: [UInt8]?
  var start: Int
  var entries: [[UInt8]] = []
}

// MARK: - Servers

extension PostgreSQLRoomLog {
  public func runningServers() async throws -> Set<Int> {
    let timeout = PostgreSQLValue.integer(settings.serverTimeout.inMilliseconds)
    let numbers = try await pool.query(
      "SELECT number FROM room_server WHERE seen > clock_timestamp() - $1 * interval '1 millisecond'", [timeout]
    ) { rows throws(PostgreSQLError) in
      var numbers: [Int] = []
      for row in rows { numbers.append(try row.integer(0)) }
      return numbers
    }
    return Set(numbers).union([server])
  }

  public func close() async {
    let task = renewal.withLock { renewal in
      defer { renewal = nil }
      return renewal
    }
    guard let task else { return }
    task.cancel()
    await task.value
    let (server, channel) = (server, channel)
    // If it fails, the other servers notice that the row is old.
    try? await pool.transaction { connection throws(PostgreSQLError) in
      try connection.query("DELETE FROM room_server WHERE number = $1", [.integer(server)])
      try connection.query(
        "SELECT pg_notify($1, $2)", [.text(channel), .text(RoomLogUpdate.serverStopped(server).payload)])
    }
  }

  /// Renews this server's row, and removes those of servers that no longer renew theirs.
  private func renew() -> Task<Void, Never> {
    Task { [pool, channel, settings, server] in
      while true {
        do { try await Task.sleep(for: settings.renewalInterval) } catch { return }
        // A failure is repeated: meanwhile others may take this server for stopped, and its members come back.
        try? await pool.transaction { connection throws(PostgreSQLError) in
          try connection.query(
            """
            INSERT INTO room_server (number) VALUES ($1)
            ON CONFLICT (number) DO UPDATE SET seen = clock_timestamp()
            """, [.integer(server)])
          let stopped = try connection.query(
            """
            DELETE FROM room_server WHERE seen < clock_timestamp() - $1 * interval '1 millisecond' RETURNING number
            """, [.integer(settings.serverTimeout.inMilliseconds)])
          for row in stopped {
            let update = RoomLogUpdate.serverStopped(try row.integer(0))
            try connection.query("SELECT pg_notify($1, $2)", [.text(channel), .text(update.payload)])
          }
        }
      }
    }
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
