import CPostgreSQL
import Foundation

/// An open connection with its prepared statements. It is used by one thread at a time.
///
/// libpq's blocking functions wait without a limit and cannot be interrupted, so this uses the asynchronous ones and waits
/// with `poll` for the socket, for the deadline of the call, and for its cancellation. (Only the names of hosts are resolved
/// within the limits of the system.) A connection that is left in the
/// middle of an answer is not used again (``isUsable``).
package final class PostgreSQLConnection {
  private let handle: OpaquePointer
  private let wake: WakePipe
  private let string: ConnectionString
  /// The schema of the tables.
  package let schema: String
  /// Prepared statements by their text and the types of their parameters.
  private var statements: [Prepared: String] = [:]
  /// The call that the connection works for.
  private var call: PostgreSQLCall
  /// The first error since the transaction began. An error of a statement fails the transaction, even if the caller
  /// ignores or replaces it.
  private(set) var failure: PostgreSQLError?
  private var isInterrupted = false

  private struct Prepared: Hashable {
    var sql: String
    var types: [Oid]
  }

  /// Opens a connection, and prepares its session: names are those of the schema, statements and transactions whose client
  /// has gone end on the server after the time limit of the settings, and a commit is acknowledged when it is on disk.
  init(_ string: ConnectionString, _ settings: PostgreSQLSettings, call: PostgreSQLCall) throws(PostgreSQLError) {
    guard let wake = WakePipe() else { throw .notConnected("there are no file descriptors left") }
    // The string is expanded first, then the other parameters apply.
    let names = ["dbname", "fallback_application_name", "client_encoding"]
    let values = [string.text, "schemata", "UTF8"]
    let handle = Self.withCStrings(names) { names in
      Self.withCStrings(values) { values in PQconnectStartParams(names, values, 1) }
    }
    guard let handle else { throw .notConnected("there is no memory for a connection") }
    self.handle = handle
    self.wake = wake
    self.string = string
    schema = settings.schema
    self.call = call
    call.setWake(wake)
    // Otherwise, libpq prints notices to standard error.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    try establish()
    let limit = min(max(settings.requestTimeout.components.seconds, 1), 2_000_000) * 1000
    try query(
      """
      SELECT set_config('search_path', $1, false), set_config('statement_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $2, false),
        CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
      """, [.text(settings.schema), .text("\(limit)")])
  }

  deinit { PQfinish(handle) }

  /// Whether the connection is open and between two statements.
  var isUsable: Bool { !isInterrupted && PQstatus(handle) == CONNECTION_OK }

  /// Starts work for another call.
  func begin(_ call: PostgreSQLCall) {
    self.call = call
    failure = nil
    call.setWake(wake)
  }

  /// Ends the work for the call.
  func end() { call.setWake(nil) }

  /// Sleeps, at most until the deadline or the cancellation of the call.
  func sleep(milliseconds: Int32) throws(PostgreSQLError) {
    try call.check()
    wake.wait(milliseconds: min(milliseconds, call.remainingMilliseconds))
    try call.check()
  }
}

// MARK: - Statements

extension PostgreSQLConnection {
  /// Runs a statement, which is prepared once and kept. Parameters are `$1`, `$2`, …; each has the same type in every call.
  @discardableResult
  package func query(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLError) -> PostgreSQLRows {
    try remembering { () throws(PostgreSQLError) in
      let key = Prepared(sql: sql, types: values.map(\.type))
      let name: String
      if let known = statements[key] {
        name = known
      } else {
        name = "s\(statements.count)"
        try send(sql) { PQsendPrepare(handle, name, sql, Int32(key.types.count), key.types) }
        _ = try lastResult(sql)
        statements[key] = name
      }
      let fields = values.map(\.binary)
      guard fields.allSatisfy({ $0.count <= Int32.max }) else {
        throw .unexpectedResult(operation: sql, "expected at most \(Int32.max) bytes in a parameter, found more")
      }
      try send(sql) {
        Self.withPointers(fields) { pointers in
          PQsendQueryPrepared(
            handle, name, Int32(fields.count), pointers, fields.map { Int32($0.count) },
            fields.map { _ in 1 }, 1)
        }
      }
      return try lastResult(sql)
    }
  }

  /// Runs one or more statements without parameters and without preparing them, such as those of a migration.
  @discardableResult
  package func execute(_ sql: String) throws(PostgreSQLError) -> String {
    try remembering { () throws(PostgreSQLError) in
      try send(sql) { PQsendQuery(handle, sql) }
      return try lastResult(sql).status
    }
  }

  private func remembering<Value>(_ work: () throws(PostgreSQLError) -> Value) throws(PostgreSQLError) -> Value {
    do { return try work() } catch {
      if failure == nil { failure = error }
      throw error
    }
  }
}

// MARK: - Transactions

/// The kind of a transaction.
package enum PostgreSQLTransaction: String, Sendable {
  /// One statement that reads, without a transaction around it.
  case none = ""
  /// Sees one state of the database, and writes nothing.
  case reading = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
  /// Each statement sees what was committed before it. Lock the rows that are read before they are written (`FOR
  /// UPDATE`).
  case writing = "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE"
  /// As if transactions were performed one after another. Conflicts are noticed late and repeated.
  case serializable = "BEGIN ISOLATION LEVEL SERIALIZABLE, READ WRITE"

  fileprivate var writes: Bool {
    switch self {
    case .none, .reading: false
    case .writing, .serializable: true
    }
  }
}

extension PostgreSQLConnection {
  /// Performs work as one step: all of it is committed when this returns, or nothing if it throws, except for
  /// ``PostgreSQLError/commitUnknown(_:)``.
  func transaction<Value, Failure: Error>(
    _ kind: PostgreSQLTransaction, failure words: (PostgreSQLError) -> Failure,
    _ work: (PostgreSQLConnection) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if kind == .none { return try work(self) }
    do { try execute(kind.rawValue) } catch { throw words(error) }
    let value: Value
    do { value = try work(self) } catch {
      rollBack()
      throw error
    }
    do { try commit(kind) } catch { throw words(error) }
    return value
  }

  /// Rolls back, without affecting the error that is already known.
  private func rollBack() {
    guard isUsable, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
    let known = failure
    do {
      try execute("ROLLBACK")
    } catch { isInterrupted = true }
    failure = known
  }

  private func commit(_ kind: PostgreSQLTransaction) throws(PostgreSQLError) {
    try remembering { () throws(PostgreSQLError) in
      if let failure {
        // The caller has ignored an error of a statement, after which nothing can be committed.
        rollBack()
        throw failure
      }
      do throws(PostgreSQLError) {
        try call.check()
      } catch {
        rollBack()
        throw error
      }
      // A connection that the server has closed since is noticed here, before the commit is sent.
      try readWhatIsThere("COMMIT")
      let status: String
      do throws(PostgreSQLError) {
        status = try sendCommit()
      } catch {
        // A refused commit is rolled back.
        if case .refused = error { throw error }
        throw kind.writes ? .commitUnknown(error.description) : error
      }
      guard status == "COMMIT" else {
        throw .unexpectedResult(operation: "COMMIT", "expected 'COMMIT', found '\(status)'")
      }
    }
  }

  private func sendCommit() throws(PostgreSQLError) -> String {
    try send("COMMIT", isCancellable: false) { PQsendQuery(handle, "COMMIT") }
    return try lastResult("COMMIT", isCancellable: false).status
  }
}

// MARK: - Notifications

extension PostgreSQLConnection {
  /// The notifications that have arrived (`LISTEN`), in their order.
  func takeNotifications() -> [(channel: String, payload: String)] {
    var found: [(channel: String, payload: String)] = []
    while let notification = PQnotifies(handle) {
      found.append((String(cString: notification.pointee.relname), String(cString: notification.pointee.extra)))
      PQfreemem(notification)
    }
    return found
  }

  /// Waits for anything from the server, at most until the deadline of the call.
  /// - Returns: whether something came.
  func waitForInput() throws(PostgreSQLError) -> Bool {
    do throws(PostgreSQLError) {
      try wait(for: POLLIN, isCancellable: true)
    } catch {
      // Nothing was asked, so the connection is still in order.
      isInterrupted = false
      guard case .timedOut = error else { throw error }
      return false
    }
    try readWhatIsThere("LISTEN")
    return true
  }
}

// MARK: - Sending and receiving

extension PostgreSQLConnection {
  private func establish() throws(PostgreSQLError) {
    var next = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while next != PGRES_POLLING_OK {
      guard next != PGRES_POLLING_FAILED else { throw .notConnected(message()) }
      do throws(PostgreSQLError) {
        try wait(for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT, isCancellable: true)
      } catch {
        if case .connectionLost(let reason) = error { throw .notConnected(reason) }
        throw error
      }
      next = PQconnectPoll(handle)
    }
    guard PQsetnonblocking(handle, 1) == 0 else { throw .notConnected(message()) }
  }

  /// Sends a request completely.
  private func send(_ operation: String, isCancellable: Bool = true, _ request: () -> Int32) throws(PostgreSQLError) {
    if isCancellable { try call.check() }
    guard isUsable else { throw .connectionLost(message()) }
    guard request() == 1 else {
      if PQstatus(handle) == CONNECTION_BAD { throw .connectionLost(message()) }
      throw .unexpectedResult(operation: operation, message())
    }
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        // The server may have to get rid of its answers before it reads on.
        try wait(for: POLLIN | POLLOUT, isCancellable: isCancellable)
        guard PQconsumeInput(handle) == 1 else { throw .connectionLost(message()) }
      default: throw .connectionLost(message())
      }
    }
  }

  /// Receives the whole answer, and returns its last result.
  private func lastResult(_ operation: String, isCancellable: Bool = true) throws(PostgreSQLError) -> PostgreSQLRows {
    var last: PostgreSQLRows?
    var error: PostgreSQLError?
    while true {
      while PQisBusy(handle) == 1 {
        try wait(for: POLLIN, isCancellable: isCancellable)
        guard PQconsumeInput(handle) == 1 else { throw .connectionLost(error?.description ?? message()) }
      }
      guard let result = PQgetResult(handle) else { break }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: last = PostgreSQLRows(result, operation)
      case PGRES_FATAL_ERROR:
        if error == nil { error = refusal(result, operation) }
        PQclear(result)
      default:
        // Another protocol, such as that of COPY, which nothing here uses.
        let words = String(cString: PQresStatus(PQresultStatus(result)))
        PQclear(result)
        isInterrupted = true
        throw .unexpectedResult(operation: operation, "expected rows, found \(words)")
      }
    }
    if PQstatus(handle) == CONNECTION_BAD { throw .connectionLost(error?.description ?? message()) }
    if let error { throw error }
    guard let last else { throw .unexpectedResult(operation: operation, "expected a result, found none") }
    return last
  }

  private func refusal(_ result: OpaquePointer, _ operation: String) -> PostgreSQLError {
    // `PG_DIAG_SQLSTATE` and `PG_DIAG_MESSAGE_PRIMARY`. The other fields may contain stored values.
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    let words = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
    guard let state else { return .connectionLost(message()) }
    return .refused(sqlState: state, operation: operation, message: words ?? "no message")
  }

  /// Reads what the server has sent without being asked: notifications, and its farewell.
  private func readWhatIsThere(_ operation: String) throws(PostgreSQLError) {
    while isUsable {
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) > 0 else { return }
      guard PQconsumeInput(handle) == 1 else { throw .connectionLost(message()) }
    }
    throw .connectionLost(message())
  }

  /// Checks that the server has not closed the connection since it was last used.
  func isStillOpen() -> Bool {
    do { try readWhatIsThere("") } catch { return false }
    return isUsable
  }

  /// Waits for the socket. A connection whose wait has ended otherwise is not used again.
  private func wait(for events: Int32, isCancellable: Bool) throws(PostgreSQLError) {
    var isReady = false
    defer { if !isReady { isInterrupted = true } }
    while true {
      if isCancellable || ContinuousClock.now >= call.deadline { try call.check() }
      let socket = PQsocket(handle)
      guard socket >= 0 else { throw .connectionLost(message()) }
      var descriptors = [
        pollfd(fd: socket, events: Int16(events), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      // A cancellation is only of interest if it can have an effect.
      let count = poll(&descriptors, isCancellable ? 2 : 1, call.remainingMilliseconds)
      guard count >= 0 || errno == EINTR else { throw .connectionLost(String(cString: strerror(errno))) }
      if count <= 0 { continue }
      if descriptors[1].revents != 0 { wake.drain() }
      if descriptors[0].revents != 0 {
        isReady = true
        return
      }
    }
  }

  /// libpq's last message, without passwords.
  private func message() -> String {
    let words = PQerrorMessage(handle).map { string.redacted(String(cString: $0)) } ?? ""
    return words.isEmpty ? "the connection is closed" : words
  }
}

// MARK: - Arguments of C functions

extension PostgreSQLConnection {
  /// Calls a function with an array of C strings that ends with a null pointer.
  private static func withCStrings<Value>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    withPointers(strings.map { Array($0.utf8) + [0] }, body)
  }

  /// Calls a function with the addresses of arrays, followed by a null pointer. Empty arrays have an address as well,
  /// because libpq reads a null pointer as NULL.
  private static func withPointers<Value>(
    _ arrays: [[UInt8]], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    var bytes: [UInt8] = []
    for array in arrays { bytes += array }
    bytes.append(0)
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return body(nil) }
      var pointers: [UnsafePointer<CChar>?] = []
      var offset = 0
      for array in arrays {
        pointers.append((base + offset).assumingMemoryBound(to: CChar.self))
        offset += array.count
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}
