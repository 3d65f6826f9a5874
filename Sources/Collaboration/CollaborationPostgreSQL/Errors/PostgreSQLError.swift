/// An error of the database, of the connection to it, or of the pool of connections.
///
/// Neither its values nor its description contain a connection string, a password, or a parameter of a statement.
public enum PostgreSQLError: Error, Hashable, Sendable {
  /// Not a connection string of libpq. Its text may contain a password, so it is not repeated here.
  case malformedConnectionString
  /// Not 1 to 32 lowercase letters, digits and `_`, beginning with a letter.
  case malformedSchemaName(String)
  /// There is no connection, with libpq's reason.
  case notConnected(String)
  /// The connection broke, with libpq's reason. The server has rolled back what was under way.
  case connectionLost(String)
  /// The connection broke, or the time was over, after the commit was sent: whether the write was performed is unknown.
  case commitUnknown(String)
  /// The server refused a statement.
  case refused(sqlState: String, operation: String, message: String)
  /// A result does not have the expected form.
  case unexpectedResult(operation: String, String)
  /// There was no answer in time, which includes the wait for a free connection. Nothing was written.
  case timedOut(after: Duration)
  /// The calling task was cancelled. Nothing was written.
  case cancelled
  /// The pool has been closed.
  case closed
  /// The tables come from a later release of this library.
  case newerVersion(component: String, expected: Int, actual: Int)
}

extension PostgreSQLError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedConnectionString: "the connection string is not one of libpq"
    case .malformedSchemaName(let name):
      "expected a schema name of 1 to 32 lowercase letters, digits and '_' that begins with a letter, found '\(name)'"
    case .notConnected(let reason): "there is no connection to the database: \(reason)"
    case .connectionLost(let reason): "the connection to the database was lost: \(reason)"
    case .commitUnknown(let reason): "whether the write was performed is unknown: \(reason)"
    case .refused(let sqlState, let operation, let message): "\(operation): PostgreSQL error \(sqlState): \(message)"
    case .unexpectedResult(let operation, let words): "\(operation): \(words)"
    case .timedOut(let limit): "expected an answer of the database within \(limit), found none"
    case .cancelled: "the task was cancelled"
    case .closed: "the pool of connections is closed"
    case .newerVersion(let component, let expected, let actual):
      "'\(component)': expected tables of at most version \(expected), found \(actual); a later release made them"
    }
  }
}

// MARK: - What to do next

extension PostgreSQLError {
  /// Whether the same transaction may succeed when it is performed again: it was in conflict with another one, and was
  /// rolled back (serialization failure, deadlock).
  var isConflict: Bool {
    guard case .refused(let sqlState, _, _) = self else { return false }
    return sqlState == "40001" || sqlState == "40P01"
  }

  /// Whether the transaction was rolled back because its connection broke.
  var isLoss: Bool {
    if case .connectionLost = self { true } else { false }
  }
}
