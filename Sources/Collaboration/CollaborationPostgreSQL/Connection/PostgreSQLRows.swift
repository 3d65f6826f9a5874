import CPostgreSQL

/// The rows of a result. They belong to the thread of the connection; take the values out before the transaction ends.
package final class PostgreSQLRows: RandomAccessCollection {
  private let result: OpaquePointer
  private let operation: String
  package let count: Int

  /// Owns the result.
  init(_ result: OpaquePointer, _ operation: String) {
    self.result = result
    self.operation = operation
    count = Int(PQntuples(result))
  }

  deinit { PQclear(result) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> PostgreSQLRow { PostgreSQLRow(rows: self, index: Int32(clamping: index)) }

  /// Returns the only row.
  package func only() throws(PostgreSQLError) -> PostgreSQLRow {
    guard count == 1 else { throw unexpected("expected one row, found \(count)") }
    return self[0]
  }

  /// The words with which the server describes what was done, such as "COMMIT" or "INSERT 0 1".
  var status: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

  fileprivate func value<Value>(
    _ row: Int32, _ column: Int, _ read: (UnsafeRawBufferPointer) throws(PostgreSQLError) -> Value
  ) throws(PostgreSQLError) -> Value? {
    guard let number = Int32(exactly: column), (0..<PQnfields(result)).contains(number) else {
      throw unexpected("expected a column \(column), found \(PQnfields(result)) columns")
    }
    if PQgetisnull(result, row, number) == 1 { return nil }
    return try read(
      UnsafeRawBufferPointer(start: PQgetvalue(result, row, number), count: Int(PQgetlength(result, row, number))))
  }

  fileprivate func unexpected(_ words: String) -> PostgreSQLError { .unexpectedResult(operation: operation, words) }
}

/// A row of a result. Values are read by column, from 0.
package struct PostgreSQLRow {
  fileprivate let rows: PostgreSQLRows
  fileprivate let index: Int32

  /// Returns the value of a `bigint`, `integer` or `smallint`. Other numbers are cast in the statement.
  package func integer(_ column: Int) throws(PostgreSQLError) -> Int {
    try required(column, try optionalInteger(column))
  }

  package func optionalInteger(_ column: Int) throws(PostgreSQLError) -> Int? {
    try rows.value(index, column) { bytes throws(PostgreSQLError) in
      guard [2, 4, 8].contains(bytes.count), let first = bytes.first else {
        throw rows.unexpected("expected an integer in column \(column), found \(bytes.count) bytes")
      }
      // Big-endian, with the sign of the first byte.
      return Int(bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) })
    }
  }

  package func bytes(_ column: Int) throws(PostgreSQLError) -> [UInt8] {
    try required(column, try optionalBytes(column))
  }

  package func optionalBytes(_ column: Int) throws(PostgreSQLError) -> [UInt8]? {
    try rows.value(index, column) { Array($0) }
  }

  package func text(_ column: Int) throws(PostgreSQLError) -> String {
    String(decoding: try bytes(column), as: UTF8.self)
  }

  package func isTrue(_ column: Int) throws(PostgreSQLError) -> Bool { try bytes(column) == [1] }

  private func required<Value>(_ column: Int, _ value: Value?) throws(PostgreSQLError) -> Value {
    guard let value else { throw rows.unexpected("expected a value in column \(column), found NULL") }
    return value
  }
}
