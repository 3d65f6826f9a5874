import CPoller
import Dispatch
import Foundation
import Synchronization

/// What other threads want from the thread of a web server, and what they see of it.
final class Mailbox: WebSocketOutput {
  enum Order: Sendable {
    /// The response to a request of a connection.
    case respond(UInt64, request: Int, Response)
    case send(UInt64, [UInt8])
    case close(UInt64, Frame.Closure)
    /// Close all connections; responses have until then, in milliseconds of ``EventLoop/time``.
    case stop(Int)
  }

  private struct State {
    var orders: [Order] = []
    /// The end of a pipe that wakes the thread; nil when it has ended.
    var alarm: Int32?
  }

  private let state: Mutex<State>
  let connections = Atomic<Int>(0)
  /// When the thread last began a turn.
  let lastTurn = Atomic<Int>(EventLoop.time)
  let hasEnded = Atomic<Bool>(false)

  init(alarm: Int32) { state = Mutex(State(alarm: alarm)) }

  func post(_ order: Order) {
    state.withLock { state in
      guard let alarm = state.alarm else { return }
      if state.orders.isEmpty { _ = write(alarm, [1], 1) }
      state.orders.append(order)
    }
  }

  fileprivate func take() -> [Order] {
    state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Forgets the orders, and takes no more.
  fileprivate func end() {
    state.withLock { state in
      if let alarm = state.alarm { Foundation.close(alarm) }
      state = State(alarm: nil)
    }
    hasEnded.store(true, ordering: .sequentiallyConsistent)
  }

  func send(_ message: [UInt8], on number: UInt64) { post(.send(number, message)) }

  func close(_ number: UInt64, code: Int, reason: String) { post(.close(number, Frame.Closure(code, reason))) }
}

/// The thread of a web server: it accepts connections, and serves them when they can be read or written.
///
/// Only its own thread may use it.
final class EventLoop {
  /// How many connections beyond the limit are answered with 503 at the same time; further ones have to wait.
  static let refusedConnections = 32
  /// How many milliseconds pass between two looks at the time limits.
  private static let sweepInterval = 250

  /// Milliseconds from some time on.
  static var time: Int { Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  let application: any WebApplication
  let options: WebServer.Options
  let mailbox: Mailbox
  private(set) var now = EventLoop.time
  private(set) var isStopping = false
  /// The bytes that wait to be sent on all connections.
  var waiting = 0
  /// For what is read, before it belongs to a connection.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  private let poller: Int32
  private let alarm: Int32
  private var listener: Int32?
  private var connections: [UInt64: Connection] = [:]
  private var lastNumber = Key.first
  private var nextSweep = 0
  /// When the listener listens again; nil if it does.
  private var pauseEnd: Int?
  private var stopTime = Int.max

  /// The keys of the poller that are not numbers of connections.
  private enum Key {
    static let alarm: UInt64 = 0
    static let listener: UInt64 = 1
    static let first: UInt64 = 15
  }

  /// - Parameters:
  /// - listener: a listening socket that does not block. The loop closes it.
  /// - alarm: a descriptor that can be read when there are orders.
  init(
    _ options: WebServer.Options, _ application: any WebApplication, mailbox: Mailbox, poller: Int32, listener: Int32,
    alarm: Int32
  ) {
    (self.options, self.application, self.mailbox) = (options, application, mailbox)
    (self.poller, self.listener, self.alarm) = (poller, listener, alarm)
    _ = poller_set(poller, alarm, Key.alarm, true, true, false)
    _ = poller_set(poller, listener, Key.listener, true, true, false)
  }

  /// Serves until an order stops it.
  func run() {
    var events = [poller_event](repeating: poller_event(), count: 256)
    while !isStopping || (!connections.isEmpty && now < stopTime) {
      let count = poller_wait(poller, &events, Int32(events.count), Int32(Self.sweepInterval))
      now = Self.time
      mailbox.lastTurn.store(now, ordering: .relaxed)
      for event in events.prefix(Int(count)) { handle(event) }
      for order in mailbox.take() { handle(order) }
      if now >= nextSweep { sweep() }
    }
    for connection in Array(connections.values) { connection.end() }
    if let listener { close(listener) }
    close(alarm)
    close(poller)
    buffer.deallocate()
    mailbox.end()
  }

  private func handle(_ event: poller_event) {
    switch event.key {
    case Key.alarm: _ = read(alarm, buffer.baseAddress, buffer.count)
    case Key.listener: accept()
    default:
      guard let connection = connections[event.key] else { return }
      if event.is_over { return connection.end() }
      if event.can_write { connection.write() }
      if event.can_read { connection.read() }
    }
  }

  private func handle(_ order: Mailbox.Order) {
    switch order {
    case .respond(let number, let request, let response): connections[number]?.respond(response, to: request)
    case .send(let number, let message): connections[number]?.send(message)
    case .close(let number, let closure): connections[number]?.close(closure)
    case .stop(let time):
      (isStopping, stopTime) = (true, time)
      if let listener { close(listener) }
      listener = nil
      for connection in Array(connections.values) { connection.stop() }
    }
  }

  private func sweep() {
    nextSweep = now + Self.sweepInterval
    if let pauseEnd, now >= pauseEnd { pause(until: nil) }
    for connection in Array(connections.values) { connection.checkTime() }
  }

  // MARK: - Connections

  private func accept() {
    // Others wait, too.
    for _ in 0..<64 {
      guard let listener, pauseEnd == nil else { return }
      // As long as nobody leaves, there is nothing to do for more of them.
      guard connections.count < options.maximumConnections + Self.refusedConnections else {
        return pause(until: now + Self.sweepInterval)
      }
      guard let (descriptor, peer) = Listening.accept(listener) else {
        // The descriptors or the memory of the process or of the system are used up: trying again at once is of no use.
        if ![EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno) { pause(until: now + Self.sweepInterval) }
        return
      }
      lastNumber += 1
      let connection = Connection(descriptor, number: lastNumber, peer: peer, in: self)
      guard poller_set(poller, descriptor, lastNumber, true, true, false) == 0 else {
        close(descriptor)
        continue
      }
      connections[lastNumber] = connection
      count()
      if connections.count > options.maximumConnections {
        connection.refuse(RequestFailure(503, "expected at most \(options.maximumConnections) connections"))
      }
    }
  }

  private func pause(until time: Int?) {
    pauseEnd = time
    if let listener { _ = poller_set(poller, listener, Key.listener, false, time == nil, false) }
  }

  /// Waits until a connection can be read or written.
  func watch(_ connection: Connection, reads: Bool, writes: Bool) {
    _ = poller_set(poller, connection.descriptor, connection.number, false, reads, writes)
  }

  func remove(_ connection: Connection) {
    // The poller forgets a descriptor that is closed.
    close(connection.descriptor)
    connections[connection.number] = nil
    count()
  }

  private func count() { mailbox.connections.store(connections.count, ordering: .relaxed) }
}
