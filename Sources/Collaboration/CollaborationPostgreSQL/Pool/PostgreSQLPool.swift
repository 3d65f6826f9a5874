import SchemaRuntime

/// A limited number of connections to a PostgreSQL database, which stores share.
///
///     let pool = try PostgreSQLPool("host=db.example dbname=app user=app sslmode=verify-full")
///     let store = try await PostgreSQLUserInfoStore(pool: pool, options: options)
///
/// The connection string is libpq's, which also reads its environment variables, its password file and its service file;
/// encryption and authentication are its subject. It may contain passwords and appears in no error and no description.
///
/// Connections are opened when they are needed, and stay open. They keep settings and prepared statements, so a proxy
/// between pool and server must assign connections to sessions, not to transactions.
public final class PostgreSQLPool: Sendable {
  private typealias Answer = Result<PostgreSQLSession, PostgreSQLError>

  private struct State {
    var idle: [PostgreSQLSession] = []
    /// The number of sessions, idle or not.
    var count = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Answer, Never>)] = []
    var nextID = 0
    var isClosed = false
  }

  package let settings: PostgreSQLSettings
  let string: ConnectionString
  private let state = Mutex(State())

  /// Checks the connection string and the settings. Does not connect yet.
  /// - Throws: ``PostgreSQLError/malformedConnectionString`` or ``PostgreSQLError/malformedSchemaName(_:)``.
  public init(
    _ connectionString: String, settings: PostgreSQLSettings = PostgreSQLSettings()
  ) throws(PostgreSQLError) {
    string = try ConnectionString(connectionString)
    guard Self.isName(settings.schema) else { throw .malformedSchemaName(settings.schema) }
    self.settings = settings
  }

  /// Closes all connections once they are idle, and ends all waits for one. Later calls fail.
  public func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      state.idle = []
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume(returning: .failure(.closed)) }
  }

  /// Names are part of the text of statements, so they need no quotation marks.
  private static func isName(_ text: String) -> Bool {
    guard (1...32).contains(text.utf8.count), let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}

// MARK: - Transactions

extension PostgreSQLPool {
  /// Performs a transaction on a thread of its own, all of it or nothing.
  ///
  /// The work may be performed several times: after a serialization failure or a deadlock, and once more after the
  /// connection broke before the commit was sent. So it has no effects but those on the connection. If the connection
  /// breaks while a write is committed, this throws ``PostgreSQLError/commitUnknown(_:)`` and repeats nothing.
  /// - Parameters:
  /// - timeout: the maximum time for everything, which includes the wait for a free connection; nil for that of the
  ///   settings.
  /// - words: converts errors of the pool and of the transaction itself.
  package func transaction<Value: Sendable, Failure: Error>(
    _ kind: PostgreSQLTransaction = .writing, timeout: Duration? = nil,
    failure words: @escaping @Sendable (PostgreSQLError) -> Failure,
    _ work: @escaping @Sendable (PostgreSQLConnection) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let call = PostgreSQLCall(timeout: timeout ?? settings.requestTimeout)
    let session: PostgreSQLSession
    switch await takeSession(for: call) {
    case .success(let taken): session = taken
    case .failure(let error): throw words(error)
    }
    let result = await session.perform(kind, call, failure: words, work)
    giveBack(session)
    return try result.get()
  }

  /// Performs a transaction whose work throws the errors of the connection.
  package func transaction<Value: Sendable>(
    _ kind: PostgreSQLTransaction = .writing, timeout: Duration? = nil,
    _ work: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLError) -> Value
  ) async throws(PostgreSQLError) -> Value {
    try await transaction(kind, timeout: timeout, failure: { $0 }, work)
  }

  /// Performs one statement that reads.
  package func query<Value: Sendable>(
    _ sql: String, _ values: [PostgreSQLValue] = [],
    _ read: @escaping @Sendable (PostgreSQLRows) throws(PostgreSQLError) -> Value
  ) async throws(PostgreSQLError) -> Value {
    try await transaction(.none) { connection throws(PostgreSQLError) in try read(connection.query(sql, values)) }
  }
}

// MARK: - Sessions

extension PostgreSQLPool {
  /// The number of calls that wait for a session.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The number of calls that would get a session at once.
  var freeCount: Int { state.withLock { $0.idle.count + max(settings.maximumConnections, 1) - $0.count } }

  private func takeSession(for call: PostgreSQLCall) async -> Answer {
    if let answer = state.withLock({ takeFree(&$0) }) { return answer }
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    let timer = Task {
      do { try await Task.sleep(until: call.deadline, clock: .continuous) } catch { return }
      endWait(id, .timedOut(after: call.timeout))
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Answer? in
          if let answer = takeFree(&state) { return answer }
          state.waiting.append((id, continuation))
          return nil
        }
        if let answer { return continuation.resume(returning: answer) }
        // The end of the wait may have come before its beginning.
        if Task.isCancelled { endWait(id, .cancelled) }
        if ContinuousClock.now >= call.deadline { endWait(id, .timedOut(after: call.timeout)) }
      }
    } onCancel: {
      endWait(id, .cancelled)
    }
  }

  /// Returns an idle session, or a new one if there may be more; nil if the caller has to wait.
  private func takeFree(_ state: inout State) -> Answer? {
    if state.isClosed { return .failure(.closed) }
    // The latest one, so that those that are not needed stay idle.
    if let session = state.idle.popLast() { return .success(session) }
    guard state.count < max(settings.maximumConnections, 1) else { return nil }
    state.count += 1
    return .success(PostgreSQLSession(string, settings))
  }

  private func giveBack(_ session: PostgreSQLSession) {
    let next = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      if state.isClosed { return nil }
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      state.idle.append(session)
      return nil
    }
    next?.resume(returning: .success(session))
  }

  private func endWait(_ id: Int, _ error: PostgreSQLError) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    continuation?.resume(returning: .failure(error))
  }
}
