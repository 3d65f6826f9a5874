import CSQLite

/// An error reported by SQLite.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code, such as `SQLITE_BUSY` or `SQLITE_FULL`.
  public var code: Int32
  /// The failed operation, such as "open '/var/lib/users.sqlite'".
  public var operation: String
  /// SQLite's own message.
  public var message: String

  public var description: String { "\(operation): SQLite error \(code): \(message)" }
}

/// The reason why a file cannot be opened as a store. The file is unchanged.
public enum SQLiteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite failed: the file is not a database, is corrupt, locked, or inaccessible.
  case sqlite(SQLiteError)
  /// A path that no file can have.
  case malformedPath(String)
  /// A database of another application.
  case foreignFile(path: String, expected: String, applicationID: Int)
  /// A store that a later release of this library wrote.
  case newerVersion(path: String, expected: Int, actual: Int)

  public var description: String {
    switch self {
    case .sqlite(let error): error.description
    case .malformedPath(let path): "expected the path of a file, found '\(path.replacing("\0", with: "\\0"))'"
    case .foreignFile(let path, let expected, let id):
      "'\(path)': expected a database of \(expected), found one of another application (application id \(id))"
    case .newerVersion(let path, let expected, let actual):
      "'\(path)': expected a version of at most \(expected), found \(actual); a later release wrote the file"
    }
  }
}
