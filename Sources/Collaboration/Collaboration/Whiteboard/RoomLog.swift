public import CollaborationModels
public import SchemaRuntime

/// The order of what happens in rooms, shared by all servers that hold them.
///
/// Every server appends what it receives, and processes the entries of all servers in the order of the log. So all have
/// the same rooms, and each can replace another.
///
/// An append that fails may have happened or not: the caller repeats it, which does no harm (``RoomLogEntry``).
public protocol RoomLog: Sendable {
  /// The number of this server: positive, less than 2³¹, and never used before.
  var server: Int { get }

  /// Appends entries without gaps, durably if the log is durable.
  /// - Returns: the number of the first of them. The first entry of a room has the number 1.
  func append(_ entries: [RoomLogEntry], to room: String) async throws -> Int

  /// Returns what followed an entry; the latest record as well if the entries after that one are no longer kept.
  func history(of room: String, after number: Int) async throws -> RoomHistory

  /// Keeps a record of a room, which makes earlier entries superfluous. Ignored if there is a later record.
  /// - Parameter number: the number of the last entry that the record contains.
  func save(_ record: RoomRecord, at number: Int) async throws

  /// Keeps nothing of a room but the number of its last entry: a room that has ended. Ignored if there is a later record.
  /// - Parameter number: the number of the entry with which the room ended.
  func clear(_ room: String, at number: Int) async throws

  /// Returns rooms of which something is kept, sorted by the UTF-8 of their ids.
  /// - Parameters:
  ///   - id: the rooms follow this one; nil for the first ones.
  ///   - count: the maximum number of rooms.
  func rooms(after id: String?, count: Int) async throws -> [RoomLogSummary]

  /// Returns the numbers of all servers that run.
  func runningServers() async throws -> Set<Int>

  /// Returns what happens to the log from now on. The sequence may repeat updates.
  func updates() -> AsyncStream<RoomLogUpdate>

  /// Ends the server's use of the log: ``runningServers()`` no longer contains it.
  func close() async
}

/// What is known of a room after some entry.
public struct RoomHistory: Hashable, Sendable {
  /// A record that contains all entries up to ``start``; nil if it was not needed, or if the room ended there.
  public var record: RoomRecord?
  /// The number of the entry before the first of ``entries``.
  public var start: Int
  public var entries: [RoomLogEntry]

  public init(record: RoomRecord? = nil, start: Int, entries: [RoomLogEntry]) {
    self.record = record
    self.start = start
    self.entries = entries
  }
}

/// What a log keeps of a room.
public struct RoomLogSummary: Hashable, Sendable {
  /// The id of the room.
  public var room: String
  /// The time of the last entry.
  public var changed: Timestamp
  /// The size of record and entries, in bytes as JSON.
  public var bytes: Int

  public init(room: String, changed: Timestamp, bytes: Int) {
    self.room = room
    self.changed = changed
    self.bytes = bytes
  }
}

/// Something that happened to a log.
public enum RoomLogUpdate: Hashable, Sendable {
  /// The room has entries up to a number.
  case appended(room: String, last: Int)
  /// A server stopped running.
  case serverStopped(Int)
  /// Updates may have been missed.
  case interrupted
}
