import Foundation

/// A place in the pool: a queue, and the connection that only this queue uses.
///
/// Swift's cooperative threads must not block, and there are only as many as processors. So each session has its own serial
/// queue, whose thread waits for the server instead. (A queue without a target gets a thread even if all others are busy.)
/// One thread per connection is few, and lets the work of a transaction be ordinary code without suspensions, in which no
/// other work can come between two statements.
final class PostgreSQLSession: @unchecked Sendable {
  // Unchecked: only the queue uses the connection.
  private let queue = DispatchQueue(label: "schemata.postgresql")
  private var connection: PostgreSQLConnection?
  private let string: ConnectionString
  private let settings: PostgreSQLSettings

  /// The number of times that a transaction is performed again after a conflict with another one.
  private static let maximumRepetitions = 20

  init(_ string: ConnectionString, _ settings: PostgreSQLSettings) {
    self.string = string
    self.settings = settings
  }

  /// Performs a transaction on the session's thread.
  ///
  /// After a conflict with another transaction it is performed again. If the connection breaks before the commit was sent,
  /// the server rolls back, and the transaction is performed once more with a new connection.
  func perform<Value: Sendable, Failure: Error>(
    _ kind: PostgreSQLTransaction, _ call: PostgreSQLCall,
    failure words: @escaping @Sendable (PostgreSQLError) -> Failure,
    _ work: @escaping @Sendable (PostgreSQLConnection) throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.performBlocking(kind, call, failure: words, work)) }
      }
    } onCancel: {
      call.cancel()
    }
  }

  private func performBlocking<Value, Failure: Error>(
    _ kind: PostgreSQLTransaction, _ call: PostgreSQLCall, failure words: (PostgreSQLError) -> Failure,
    _ work: (PostgreSQLConnection) throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    var repetitions = 0
    var isReconnected = false
    while true {
      let connection: PostgreSQLConnection
      do { connection = try open(call) } catch { return .failure(words(error)) }
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try connection.transaction(kind, failure: words, work))
      } catch { result = .failure(error) }
      connection.end()
      if !connection.isUsable { self.connection = nil }
      guard case .failure = result, let cause = connection.failure else { return result }
      if cause.isConflict, repetitions < Self.maximumRepetitions {
        repetitions += 1
        // The transactions in conflict wait for different times, so that they do not meet again.
        let longest = Int32(1 << min(repetitions, 7))
        do { try connection.sleep(milliseconds: .random(in: 0...longest)) } catch { return result }
      } else if cause.isLoss, !isReconnected {
        isReconnected = true
      } else {
        return result
      }
    }
  }

  /// Returns the open connection, or a new one if there is none or the server has closed it.
  private func open(_ call: PostgreSQLCall) throws(PostgreSQLError) -> PostgreSQLConnection {
    try call.check()
    if let connection, connection.isStillOpen() {
      connection.begin(call)
      return connection
    }
    connection = nil
    let opened = try PostgreSQLConnection(string, settings, call: call)
    opened.begin(call)
    connection = opened
    return opened
  }
}
