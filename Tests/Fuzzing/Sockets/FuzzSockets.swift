// Messages of any content on the server's WebSockets: every frame that is sent is valid, and a message that is refused
// closes the socket with a code and a reason that fit.
//
// Input: two bytes for choices (the service, what is put right), then a JSON array of messages, or one message.
import Collaboration
import CollaborationService
import CollaborationModels
import FuzzSupport
import SchemaRuntime
import SchemaSampling
import ServerModels
import TestSupport

@testable import CollaborationServer

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let service = Service.allCases[input.index(below: Service.allCases.count)]
  let corrections = input.byte()
  let text = input.rest
  var messages = [text]
  if corrections & 3 != 0, let list = try? JSONValue(parsing: text).array {
    var ids = [0, 0]
    messages = list.map { corrections & 1 == 0 ? $0.json() : corrected($0, &ids).json() }
  }
  play(messages, on: service, mayWrite: corrections & 4 == 0)
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private enum Service: CaseIterable {
  case room, calls, messages

  var route: SocketRoutes.Route {
    switch self {
    case .room: .room("room")
    case .calls: .calls
    case .messages: .messages
    }
  }

  var model: any SchemaModel.Type {
    switch self {
    case .room: RoomRequestFrame.self
    case .calls: CallRequestFrame.self
    case .messages: MessageRequestFrame.self
    }
  }

  /// Samples of the messages.
  var sampler: SchemaSampler {
    SchemaSampler(
      model.schema.evaluator.program, schema: model.schema.id,
      options: SchemaSampler.Options(maximumValues: 2_000, maximumDepth: 6, maximumLength: 40, maximumCount: 3))
  }

  func isFrame(_ text: [UInt8]) -> Bool {
    switch self {
    case .room: (try? RoomFrame(json: text)) != nil
    case .calls: (try? CallFrame(json: text)) != nil
    case .messages: (try? MessageFrame(json: text)) != nil
    }
  }
}

private let samplers = Service.allCases.map(\.sampler)

private let words: [String] = {
  var words: Set = ["room", "session-a", "session-b", "/init", "/", "page-2"]
  for sampler in samplers {
    for size in SchemaSampler.Size.allCases {
      for seed in 1...40 as ClosedRange<UInt64> {
        if case .value(let value) = sampler.sample(seed: seed, size: size) { words.formUnion(value.words) }
      }
    }
  }
  return words.sorted()
}()

private let mutation: JSONMutation = {
  var mutation = JSONMutation(names: words, values: words.map { .string($0) }, headerCount: 2)
  mutation.fresh = { header, random in
    let sampler = samplers[Int(header[0]) % samplers.count]
    var messages: [JSONValue] = []
    for _ in 0..<(1 + random.below(12)) {
      let size = random.pick(SchemaSampler.Size.allCases) ?? .typical
      if case .value(let value) = sampler.sample(seed: random.next(), size: size) { messages.append(value) }
    }
    return JSONValue.array(messages).json()
  }
  return mutation
}()

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(words)
  return 0
}

@_cdecl("FuzzSockets_main")
public func unusedMain() -> Int32 { 0 }

/// Returns a message of one of two sessions, with the session's next id, and for the room of the socket: messages of
/// other rooms and with random ids are soon ignored.
private func corrected(_ message: JSONValue, _ ids: inout [Int]) -> JSONValue {
  guard var object = message.object else { return message }
  var session = 0
  if let text = object["session"]?.string {
    session = text.utf8.count % 2
    object["session"] = .string(session == 0 ? "session-a" : "session-b")
  }
  if object["id"] != nil {
    ids[session] += 1
    object["id"] = .number(JSONNumber(ids[session]))
  }
  if var config = object["config"]?.object {
    config["uuid"] = "room"
    object["config"] = .object(config)
  }
  return .object(object)
}

// MARK: - Playing

/// Keeps what a server sends on its sockets.
private final class Output: WebSocketOutput {
  struct State {
    var frames: [[UInt8]] = []
    var isClosed = false
  }

  let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func send(_ message: [UInt8], on number: UInt64) { state.withLock { $0.frames.append(message) } }

  func close(_ number: UInt64, code: Int, reason: String) {
    check([1001, 1007, 1008, 1009].contains(code), "the close code \(code)")
    check(reason.utf8.count <= 120, "a reason of \(reason.utf8.count) bytes")
    state.withLock { $0.isClosed = true }
  }
}

/// Plays messages on two sockets by turns.
private func play(_ messages: [[UInt8]], on service: Service, mayWrite: Bool) {
  let rooms = RoomService(log: InMemoryRoomLog())
  let routes = SocketRoutes(rooms: rooms, metrics: Metrics())
  let scope = mayWrite ? "rooms:write channels:write calls:write" : "rooms:read channels:read calls:write"
  let identity = Identity(user: nil, permissions: Permissions(scope: scope), rawID: "8:acs:a")
  let outputs = [Output(), Output()]
  let handlers = outputs.enumerated().map { index, output in
    routes.open(WebSocket(number: UInt64(index), output: output), service.route, identity)
  }
  for (index, message) in messages.enumerated() {
    let turn = index % 2
    guard let handler = handlers[turn] else { reportFinding("a socket cannot be opened") }
    if outputs[turn].isClosed { continue }
    message.withUnsafeBufferPointer { handler.receive($0) }
  }
  for handler in handlers { handler?.closed() }
  wait { await rooms.stop() }
  checkEqual(rooms.counts.failures, 0, "failures of the rooms")
  for output in outputs {
    for frame in output.state.withLock({ $0.frames }) {
      check(service.isFrame(frame), "an invalid frame: \(String(decoding: frame, as: UTF8.self))")
    }
  }
}
