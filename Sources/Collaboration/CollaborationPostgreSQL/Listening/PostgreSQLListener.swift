import Foundation
import SchemaRuntime

/// Receives the notifications of a channel (`LISTEN`) over a connection of its own, as long as there are consumers.
///
/// A lost connection is opened again, with growing pauses. Notifications that are sent in the meantime are lost, so each
/// consumer is told whenever listening begins: first, and again after each loss. What a consumer reads from the database
/// after that report is at least as new as everything that it was not told.
package final class PostgreSQLListener<Report: Sendable>: Sendable {
  private let pool: PostgreSQLPool
  private let channel: String
  private let read: @Sendable (String) -> Report?
  private let hub: NotificationHub<Report>
  /// Its thread waits for the server (see `PostgreSQLSession`).
  private let queue = DispatchQueue(label: "schemata.postgresql.listener")
  /// The work that is under way, if there are consumers.
  private let listening = Mutex<PostgreSQLListening?>(nil)

  /// - Parameters:
  /// - channel: at most 63 bytes.
  /// - missed: says that notifications may have been missed.
  /// - read: returns what a notification says; nil if it is not understood, which is reported like a missed one.
  package init(
    _ pool: PostgreSQLPool, channel: String, missed: Report, read: @escaping @Sendable (String) -> Report?
  ) {
    self.pool = pool
    self.channel = channel
    self.read = read
    hub = NotificationHub(missed: missed)
  }

  deinit {
    listening.withLock { $0 }?.stop()
    hub.finish()
  }

  /// Returns all reports from now on. The first one comes when listening has begun.
  package func reports() -> AsyncStream<Report> {
    listening.withLock { listening in
      let (id, stream, continuation, isFirst) = hub.add()
      // Later, because a cancelled task must not wait for the lock inside which reports wake it.
      continuation.onTermination = { [weak self] _ in Task { self?.remove(id) } }
      if isFirst { listening = start() }
      return stream
    }
  }

  private func remove(_ id: Int) {
    listening.withLock { listening in
      guard hub.remove(id) else { return }
      listening?.stop()
      listening = nil
    }
  }

  private func start() -> PostgreSQLListening {
    let listening = PostgreSQLListening()
    // Begins when earlier work, which has been stopped, has ended. It does not keep the listener alive.
    queue.async { [pool, channel, read, hub] in listening.run(pool.string, pool.settings, channel, hub, read) }
    return listening
  }
}

/// One thread's work for a listener.
private final class PostgreSQLListening: Sendable {
  private struct State {
    var isStopped = false
    /// The step that is under way.
    var call: PostgreSQLCall?
  }

  private let state = Mutex(State())

  func stop() {
    let call = state.withLock { state in
      state.isStopped = true
      return state.call
    }
    call?.cancel()
  }

  /// Begins a step with a time limit; nil when the work has been stopped.
  private func step(within timeout: Duration) -> PostgreSQLCall? {
    let call = PostgreSQLCall(timeout: timeout)
    return state.withLock { state in
      if state.isStopped { return nil }
      state.call = call
      return call
    }
  }

  func run<Report>(
    _ string: ConnectionString, _ settings: PostgreSQLSettings, _ channel: String, _ hub: NotificationHub<Report>,
    _ read: (String) -> Report?
  ) {
    let (shortest, longest) = (Duration.milliseconds(50), Duration.seconds(5))
    var pause = shortest
    let wake = WakePipe()
    defer { hub.pause() }
    while let call = step(within: settings.requestTimeout) {
      do throws(PostgreSQLError) {
        let connection = try PostgreSQLConnection(string, settings, call: call)
        try connection.execute("LISTEN \"\(channel)\"")
        pause = shortest
        hub.begin()
        try listen(with: connection, settings, hub, read)
      } catch { hub.pause() }
      guard let call = step(within: pause) else { return }
      call.setWake(wake)
      wake?.wait(milliseconds: call.remainingMilliseconds)
      pause = min(pause * 2, longest)
    }
  }

  private func listen<Report>(
    with connection: PostgreSQLConnection, _ settings: PostgreSQLSettings, _ hub: NotificationHub<Report>,
    _ read: (String) -> Report?
  ) throws(PostgreSQLError) {
    while let wait = step(within: max(settings.heartbeatInterval, .milliseconds(10))) {
      connection.begin(wait)
      if try !connection.waitForInput() {
        // A server that is gone without a farewell is noticed by its silence.
        guard let check = step(within: settings.requestTimeout) else { return }
        connection.begin(check)
        try connection.query("SELECT 1")
        hub.deliverMissed()
      }
      for notification in connection.takeNotifications() {
        if let report = read(notification.payload) { hub.send(report) } else { hub.sendMissed() }
      }
    }
  }
}
