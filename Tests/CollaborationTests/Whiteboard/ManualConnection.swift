import CollaborationModels
import SchemaRuntime

@testable import Collaboration

/// A frame of the service in which nothing is validated, not even the JSON.
struct RawFrame: Sendable {
  enum Kind: String {
    case phaseChange = "firePhaseChanged"
    case stateChange = "fireRoomStateChanged"
    case writableChange = "fireBeingAbleToCommitChange"
    case disconnect = "fireDisconnectWithError"
    case kick = "fireKickedWithReason"
    case frameError = "fireCatchErrorWhenAppendFrame"
    case event = "fireMagixEvent"
    case uncaughtError = "throwError"
    case storeChange = "fireSyncedStoreUpdate"
    case accepted, refused
  }

  var kind: Kind
  var payload: String
  var request: Int?
  var value: JSONValue?

  init(_ kind: Kind, _ payload: String, request: Int? = nil, value: JSONValue? = nil) {
    (self.kind, self.payload, self.request, self.value) = (kind, payload, request, value)
  }

  func json(revision: Int) -> [UInt8] {
    let request = request.map { #","request":\#($0)"# } ?? ""
    let content = value.flatMap { value in try? JSONWriter.text { $0.write(value) } }
    let value = content.map { #","value":\#(String(decoding: $0, as: UTF8.self))"# } ?? ""
    return text(#"{"kind":"\#(kind.rawValue)","revision":\#(revision)\#(request)\#(value),"payload":\#(payload)}"#)
  }
}

/// A manual connection: the test is the service. It answers joining, leaving and `synchronize` by itself.
final class ManualConnection: RoomTransport {
  private struct State {
    var revision = 0
    var handled = 0
    var requests: [RoomAction] = []
    var receivedActions = 0
    var connections = 0
    var line: AsyncStream<[UInt8]>.Continuation?
  }

  private struct Line: MessageConnection {
    let owner: ManualConnection
    let messages: AsyncStream<[UInt8]>

    func send(_ message: [UInt8]) { owner.receive(message) }
    func close() { owner.leaves.send(()) }
  }

  /// What the service does not answer.
  enum Silence { case none, requests, everything }

  private let roomState: String
  private let joinError: WhiteboardFailure?
  private let gate: AsyncStream<Void>?
  private let silence: Silence
  private let guarded = Mutex(State())
  private let leaves = EventBroadcast<Void>()
  /// One element for each closed connection.
  let left: AsyncStream<Void>

  init(
    state: [UInt8]? = nil, joinError: WhiteboardFailure? = nil, gate: AsyncStream<Void>? = nil, silence: Silence = .none
  ) throws {
    roomState = String(decoding: try state ?? RoomState.sample.json(), as: UTF8.self)
    self.joinError = joinError
    self.gate = gate
    self.silence = silence
    left = leaves.events()
  }

  var sent: [RoomAction] { guarded.withLock { $0.requests } }
  /// How often actions were received, with repetitions.
  var receivedActions: Int { guarded.withLock { $0.receivedActions } }
  /// How often a connection was opened.
  var connections: Int { guarded.withLock { $0.connections } }
  var service: ManualConnection { self }

  func connect(_ config: RoomConfig) async throws -> any MessageConnection {
    if let gate { for await _ in gate {} }
    if let joinError { throw joinError }
    let (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    guarded.withLock { state in
      state.line = continuation
      state.connections += 1
    }
    return Line(owner: self, messages: messages)
  }

  func yield(_ frame: RawFrame) {
    guarded.withLock { state in
      let json = frame.json(revision: state.revision + 1)
      // A frame that cannot be read at all does not count.
      if (try? JSONValue(parsing: json)) != nil { state.revision += 1 }
      state.line?.yield(json)
    }
  }

  func finish() { guarded.withLock { $0.line?.finish() } }

  private func receive(_ text: [UInt8]) {
    guard let message = try? RoomRequestFrame(json: text), silence != .everything else { return }
    switch message {
    case .join:
      answer(
        #"{"kind":"snapshot","revision":0,"memberId":1,"isWritable":true,"stores":{},"handled":0,"answers":[],"state":"#
          + roomState + "}")
    case .resume:
      if silence == .none {
        answer(#"{"kind":"upToDate","revision":\#(guarded.withLock { $0.revision })}"#)
      }
    case .leave: if silence == .none { answer(#"{"kind":"ended"}"#) }
    case .act(let act):
      let isNew = guarded.withLock { state in
        state.receivedActions += 1
        guard act.id > state.handled else { return false }
        state.handled = act.id
        state.requests.append(act.action)
        return true
      }
      if isNew, silence == .none, case .synchronize = act.action { yield(RawFrame(.accepted, "{}", request: act.id)) }
    }
  }

  private func answer(_ json: String) { guarded.withLock { _ = $0.line?.yield(text(json)) } }
}
