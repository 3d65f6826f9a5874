import Collaboration
import CollaborationModels
import SchemaRuntime

/// A transport that records everything it receives, and sends the test's events.
final class RecordingCallTransport: CallTransport {
  private struct State {
    var calls: [String] = []
    var payloads: [[UInt8]] = []
    var credentials: [CommunicationTokenCredential?] = []
    var continuations: [AsyncStream<CallEvent>.Continuation] = []
    var error: CallError?
    var whenJoining: (@Sendable () async -> Void)?
    var whenLeaving: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  /// The calls of the transport, with their ids.
  var calls: [String] { state.withLock { $0.calls } }
  /// The bytes of each payload.
  var payloads: [[UInt8]] { state.withLock { $0.payloads } }
  /// The credential of each joined call.
  var credentials: [CommunicationTokenCredential?] { state.withLock { $0.credentials } }
  /// One for each joined call.
  var continuations: [AsyncStream<CallEvent>.Continuation] { state.withLock { $0.continuations } }

  func fail(with error: CallError?) { state.withLock { $0.error = error } }

  /// Called while the transport joins.
  func whenJoining(_ action: @escaping @Sendable () async -> Void) { state.withLock { $0.whenJoining = action } }

  /// Called before the transport has left.
  func whenLeaving(_ action: @escaping @Sendable () async -> Void) { state.withLock { $0.whenLeaving = action } }

  /// Sends an event of the call that was joined last.
  func tell(_ event: CallEvent) { continuations.last?.yield(event) }

  func end() { continuations.last?.finish() }

  func join(
    _ remoteOptions: OutgoingPayload<RemoteOptionsPayload>, credential: CommunicationTokenCredential?
  ) async throws(CallError) -> AsyncStream<CallEvent> {
    state.withLock { state in
      state.payloads.append(remoteOptions.bytes)
      state.credentials.append(credential)
    }
    let stream = try connect("join")
    if let action = state.withLock({ $0.whenJoining }) { await action() }
    return stream
  }

  func accept(callID: String) async throws(CallError) -> AsyncStream<CallEvent> { try connect("accept \(callID)") }

  func hold() async throws(CallError) { note("hold") }

  func resume() async throws(CallError) { note("resume") }

  func leave() async {
    if let action = state.withLock({ $0.whenLeaving }) { await action() }
    note("leave")
  }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

  private func connect(_ call: String) throws(CallError) -> AsyncStream<CallEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: CallEvent.self)
    let error = state.withLock { state -> CallError? in
      state.calls.append(call)
      if state.error == nil { state.continuations.append(continuation) }
      return state.error
    }
    if let error { throw error }
    return stream
  }
}

/// Counts the actions of many tasks.
final class AnswerCounter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}
