internal import CSQLite

/// What SQLite refused, in its words.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code, as `SQLITE_BUSY` or `SQLITE_FULL`.
  public var code: Int32
  /// What was done, as "open '/var/lib/users.sqlite'".
  public var operation: String
  /// SQLite's own message.
  public var message: String

  public var description: String { "\(operation): SQLite error \(code): \(message)" }
}
