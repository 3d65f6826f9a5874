public import Collaboration
public import CollaborationModels
public import SchemaRuntime

/// The log of rooms in one SQLite file, for one server.
///
///     let rooms = RoomService(log: try SQLiteRoomLog(path: "/var/lib/app/rooms.sqlite"))
///
/// What was appended survives the end of the process; a power failure may lose the last moments (`synchronous=NORMAL`).
/// Only one server at a time can open a file: the entries of another one would not be noticed.
public final class SQLiteRoomLog: RoomLog {
  public let server: Int
  private let file: RoomFile

  /// Opens a file, creates it if it does not exist, and migrates one of an earlier release.
  /// - Parameter now: returns the time of an entry.
  /// - Throws: ``SQLiteStoreError`` for a file that is not a log of rooms, is corrupt, is used by another server, or comes
  ///   from a later release; the file is unchanged.
  public init(path: String, now: @escaping @Sendable () -> Timestamp = { .now }) throws(SQLiteStoreError) {
    let connection = try SQLiteFile.rooms.open(path, busyTimeout: 1_000, synchronous: .normal, isExclusive: true)
    var number = 0
    do {
      try connection.run("UPDATE room_server SET last = last + 1 RETURNING last") { number = $0.integer(0) }
    } catch { throw .sqlite(error) }
    server = number
    file = RoomFile(connection, now)
  }

  public func append(_ entries: [RoomLogEntry], to room: String) async throws -> Int {
    try await file.append(try entries.map { try $0.json() }, to: Array(room.utf8))
  }

  public func history(of room: String, after number: Int) async throws -> RoomHistory {
    let (record, start, entries) = try await file.history(of: Array(room.utf8), after: number)
    return RoomHistory(
      record: try record.map { try RoomRecord(json: $0) }, start: start,
      entries: try entries.map { try RoomLogEntry(json: $0) })
  }

  public func save(_ record: RoomRecord, at number: Int) async throws {
    try await file.save(try record.json(), of: Array(record.uuid.utf8), at: number)
  }

  public func clear(_ room: String, at number: Int) async throws {
    try await file.save(nil, of: Array(room.utf8), at: number)
  }

  public func rooms(after id: String?, count: Int) async throws -> [RoomLogSummary] {
    try await file.rooms(after: id.map { Array($0.utf8) }, count: count)
  }

  public func runningServers() -> Set<Int> { [server] }

  /// There are none: no other server writes to the file.
  public func updates() -> AsyncStream<RoomLogUpdate> { AsyncStream { $0.finish() } }

  public func close() {}
}

/// An open file. A call blocks its thread until the system has responded; calls run one at a time.
private actor RoomFile {
  private let connection: SQLiteConnection
  private let now: @Sendable () -> Timestamp

  init(_ connection: sending SQLiteConnection, _ now: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    self.now = now
  }

  func append(_ entries: [[UInt8]], to room: [UInt8]) throws(SQLiteError) -> Int {
    try transaction(.writing) { () throws(SQLiteError) in
      var last = 0
      try connection.run(
        """
        INSERT INTO room (id, last, changed) VALUES (?1, ?2, ?3)
        ON CONFLICT (id) DO UPDATE SET last = last + ?2, changed = ?3 RETURNING last
        """, [.bytes(room), .integer(entries.count), .integer(Int(now().secondsSinceEpoch))]
      ) { last = $0.integer(0) }
      let first = last - entries.count + 1
      for (offset, entry) in entries.enumerated() {
        try connection.run(
          "INSERT INTO room_entry VALUES (?, ?, ?)", [.bytes(room), .integer(first + offset), .bytes(entry)])
      }
      return first
    }
  }

  func history(
    of room: [UInt8], after number: Int
  ) throws(SQLiteError) -> (record: [UInt8]?, start: Int, entries: [[UInt8]]) {
    try transaction(.reading) { () throws(SQLiteError) in
      var (start, record, entries): (Int, [UInt8]?, [[UInt8]]) = (number, nil, [])
      try connection.run(
        "SELECT recorded, record FROM room WHERE id = ? AND recorded > ?", [.bytes(room), .integer(number)]
      ) {
        start = $0.integer(0)
        // A record has at least some braces.
        record = $0.bytes(1).isEmpty ? nil : $0.bytes(1)
      }
      try connection.run(
        "SELECT entry FROM room_entry WHERE room = ? AND number > ? ORDER BY number", [.bytes(room), .integer(start)]
      ) { entries.append($0.bytes(0)) }
      return (record, start, entries)
    }
  }

  /// Replaces the entries up to a number by a record; nil for a room that ended.
  func save(_ record: [UInt8]?, of room: [UInt8], at number: Int) throws(SQLiteError) {
    try transaction(.writing) { () throws(SQLiteError) in
      var isSaved = false
      try connection.run(
        """
        UPDATE room SET recorded = ?2, record = nullif(?3, x'')
        WHERE id = ?1 AND recorded < ?2 AND last >= ?2 RETURNING recorded
        """, [.bytes(room), .integer(number), .bytes(record ?? [])]
      ) { _ in isSaved = true }
      if isSaved {
        try connection.run("DELETE FROM room_entry WHERE room = ? AND number <= ?", [.bytes(room), .integer(number)])
      }
    }
  }

  func rooms(after id: [UInt8]?, count: Int) throws(SQLiteError) -> [RoomLogSummary] {
    var rooms: [RoomLogSummary] = []
    try connection.run(
      """
      SELECT id, changed, coalesce(length(record), 0)
        + (SELECT coalesce(sum(length(entry)), 0) FROM room_entry WHERE room = id)
      FROM room WHERE id > ?1 AND (record IS NOT NULL OR last > recorded) ORDER BY id LIMIT ?2
      """, [.bytes(id ?? []), .integer(count)]
    ) {
      // After the year 9999 are the milliseconds that earlier releases wrote by default: such a room is not ended.
      let changed = Timestamp(secondsSinceEpoch: Int64($0.integer(1))) ?? Timestamp(millisecondsSinceEpoch: .max)
      rooms.append(RoomLogSummary(room: $0.text(0), changed: changed, bytes: $0.integer(2)))
    }
    return rooms
  }

  private func transaction<Value>(
    _ kind: SQLiteConnection.Transaction, _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try connection.transaction(kind, failure: { $0 }, work)
  }
}
