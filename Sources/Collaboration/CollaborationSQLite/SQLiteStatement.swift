import CSQLite

/// A prepared statement. It belongs to the connection that prepared it and must be released before it.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: OpaquePointer
  private let sql: String

  init(_ sql: String, in database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(database, "prepare '\(sql)'") }
    self.handle = handle
    self.database = database
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds values to the parameters in order, passes each row to a closure, and resets the statement, also after an
  /// error.
  func run(_ values: [SQLiteValue], row: (borrowing SQLiteRow) -> Void) throws(SQLiteError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() where value.bind(to: handle, at: Int32(index + 1)) != SQLITE_OK {
      throw SQLiteError(database, "bind to '\(sql)'")
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: row(SQLiteRow(handle: handle))
      case SQLITE_DONE: return
      default: throw SQLiteError(database, sql)
      }
    }
  }
}

/// A value bound to a statement.
enum SQLiteValue {
  case integer(Int)
  case text(String)
  case bytes([UInt8])

  /// SQLite copies the bytes, so they need not live longer than the call.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            statement, index, characters.baseAddress, UInt64(characters.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { buffer in
        // Without an address SQLite would bind NULL.
        buffer.baseAddress == nil
          ? sqlite3_bind_zeroblob(statement, index, 0)
          : sqlite3_bind_blob64(statement, index, buffer.baseAddress, UInt64(buffer.count), Self.copied)
      }
    }
  }
}

/// A row of a result, valid while the statement is on it.
struct SQLiteRow: ~Copyable {
  fileprivate let handle: OpaquePointer

  func integer(_ column: Int32) -> Int { Int(clamping: sqlite3_column_int64(handle, column)) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let address = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: address, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}

extension SQLiteError {
  /// Creates the last error of a connection.
  init(_ database: OpaquePointer?, _ operation: String) {
    let code = database.map { sqlite3_extended_errcode($0) } ?? SQLITE_NOMEM
    let message = (database.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)).map { String(cString: $0) }
    self.init(code: code, operation: operation, message: message ?? "no message")
  }
}
