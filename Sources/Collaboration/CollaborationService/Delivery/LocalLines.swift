import Collaboration
import SchemaRuntime

/// The connections of a service in memory, which carry the same JSON texts as a socket would.
final class LocalLines<Service: Sendable, Frame: WritableModel, Peer: Sendable>: Sendable {
  typealias Output = [OutgoingFrame<Frame>]

  private struct Line {
    var peer: Peer
    var continuation: AsyncStream<[UInt8]>.Continuation
  }

  private struct State {
    var service: Service
    var lines: [Int: Line] = [:]
    var lastLine = 0
  }

  private struct Connection: MessageConnection {
    let lines: LocalLines
    let line: Int
    let messages: AsyncStream<[UInt8]>

    func send(_ message: [UInt8]) { lines.receive(message, on: line) }
    func close() { lines.close(line) }
  }

  // A lock rather than an actor, because messages must be processed in the order of the calls, and `send` must not wait.
  private let state: Mutex<State>
  private let process: @Sendable (inout Service, [UInt8], Peer, Int) -> Output
  private let disconnect: @Sendable (inout Service, Peer, Int) -> Output

  /// - Parameters:
  ///   - process: processes a message that arrived on a connection.
  ///   - disconnect: ends a connection.
  init(
    _ service: Service, process: @escaping @Sendable (inout Service, [UInt8], Peer, Int) -> Output,
    disconnect: @escaping @Sendable (inout Service, Peer, Int) -> Output
  ) {
    state = Mutex(State(service: service))
    self.process = process
    self.disconnect = disconnect
  }

  func connect(_ peer: Peer) -> any MessageConnection {
    let (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    return state.withLock { state in
      state.lastLine += 1
      state.lines[state.lastLine] = Line(peer: peer, continuation: continuation)
      return Connection(lines: self, line: state.lastLine, messages: messages)
    }
  }

  func read<Value: Sendable>(_ value: (Service) -> Value) -> Value { state.withLock { value($0.service) } }

  func change(_ body: (inout Service) -> Output) {
    state.withLock { state in
      for output in body(&state.service) {
        // Everything in it was validated when it was received, so it can always be written.
        guard let text = try? output.frame.json() else { continue }
        state.lines[output.connection]?.continuation.yield(text)
      }
    }
  }

  /// Closes the connections of some peers, as if the network had failed.
  func drop(where isDropped: (Peer) -> Bool) {
    let dropped = state.withLock { state in
      state.lines.filter { isDropped($0.value.peer) }.keys.sorted()
    }
    for line in dropped { close(line) }
  }

  private func receive(_ text: [UInt8], on line: Int) {
    guard let peer = state.withLock({ $0.lines[line]?.peer }) else { return }
    change { process(&$0, text, peer, line) }
  }

  /// Closes a connection, as if the network had failed.
  func close(_ line: Int) {
    guard let closed = state.withLock({ $0.lines.removeValue(forKey: line) }) else { return }
    change { disconnect(&$0, closed.peer, line) }
    closed.continuation.finish()
  }
}
