import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Rows for the services' logic.
@Suite struct DeliveryServiceTests {
  private static let room = JoinLocator.roomCall(RoomCallLocator(roomID: "1"))
  private static let time = Timestamp(validated: "2026-04-17T06:31:00Z")

  private static func join(_ session: String) -> CallRequestFrame {
    CallWire.opening(.join(RemoteOptionsPayload(locator: room)), session: session)
  }

  private static func person(_ number: Int) -> CommunicationIdentifier { CommunicationIdentifier(rawID: "4:\(number)") }

  /// The kinds of the frames, with their connections.
  private static func kinds<Frame: WritableModel>(_ output: [OutgoingFrame<Frame>]) throws -> [String] {
    try output.map { output in
      let kind = try JSONValue(parsing: output.frame.json()).object?["kind"]?.string
      return "\(output.connection) \(kind ?? "")"
    }
  }

  @Test("a session belongs to its participant, and to one connection at a time")
  func ownsSessions() throws {
    var service = CallService()
    let time = Self.time
    #expect(try Self.kinds(service.receive(Self.join("a"), from: Self.person(1), on: 1, at: time)) == ["1 snapshot"])
    // Another user who knows the session does not get it.
    let resume = CallWire.resume(session: "a", seen: 0)
    #expect(try Self.kinds(service.receive(resume, from: Self.person(2), on: 2, at: time)) == ["2 ended"])
    #expect(try Self.kinds(service.receive(Self.join("a"), from: nil, on: 2, at: time)) == ["2 ended"])
    #expect(try Self.kinds(service.receive(Self.join("b"), from: nil, on: 2, at: time)) == ["2 rejected"])
    // A second session on the connection replaces the first one, which others no longer see.
    let second = service.receive(Self.join("b"), from: Self.person(1), on: 1, at: time)
    #expect(try Self.kinds(second) == ["1 snapshot"])
    #expect(service.participants(of: Self.room).count == 1)
    #expect(try Self.kinds(service.disconnect(1, at: time)) == [])
    #expect(service.participants(of: Self.room) == [])
    #expect(try Self.kinds(service.receive(resume, from: Self.person(1), on: 3, at: time)).last == "3 upToDate")
  }

  @Test("a session that was left does not begin again, whatever arrives late")
  func endsSessions() throws {
    var service = CallService()
    let leave = CallWire.leave(session: "a")
    let messages = [
      Self.join("a"), leave, leave, Self.join("a"), CallWire.request(.hold, id: 1, seen: 0, session: "a"),
    ]
    let frames = messages.flatMap { service.receive($0, from: Self.person(1), on: 1, at: Self.time) }
    #expect(try Self.kinds(frames) == ["1 snapshot", "1 ended", "1 ended", "1 ended", "1 ended"])
    #expect(service.participants(of: Self.room) == [])
  }

  @Test("a repeated request is answered again, and not performed again")
  func answersAgain() throws {
    var service = CallService()
    _ = service.receive(Self.join("a"), from: Self.person(1), on: 1, at: Self.time)
    let hold = CallWire.request(.hold, id: 1, seen: 0, session: "a")
    let rows = [["1 callStateChanged", "1 accepted"], ["1 accepted"], ["1 accepted"]]
    for row in rows {
      #expect(try Self.kinds(service.receive(hold, from: Self.person(1), on: 1, at: Self.time)) == row)
    }
  }

  @Test("what is kept for those who are offline is limited")
  func limitsOffline() throws {
    var calls = CallService(limits: ServiceLimits(frames: 1, offlineSessions: 2, endedSessions: 4))
    _ = calls.receive(Self.join("watcher"), from: Self.person(0), on: 0, at: Self.time)
    for number in 1...50 {
      _ = calls.receive(Self.join("s\(number)"), from: Self.person(number), on: number, at: Self.time)
      _ = calls.disconnect(number, at: Self.time)
    }
    #expect(calls.table.size.sessions == 3)
    #expect(calls.table.size.kept <= 3 + 4)
    // The last but one continues with a snapshot, the first one has ended.
    let late = calls.receive(CallWire.resume(session: "s49", seen: 0), from: Self.person(49), on: 98, at: Self.time)
    #expect(try Self.kinds(late.filter { $0.connection == 98 }) == ["98 snapshot", "98 upToDate"])
    let first = calls.receive(CallWire.resume(session: "s1", seen: 0), from: Self.person(1), on: 99, at: Self.time)
    #expect(try Self.kinds(first) == ["99 ended"])
    for number in 0..<300 { calls.ring("\(number)", for: Self.room) }
    let forgotten = CallWire.opening(.accept(callID: "0"), session: "x")
    #expect(
      try Self.kinds(calls.receive(forgotten, from: Self.person(60), on: 100, at: Self.time)) == ["100 rejected"])
  }

  @Test("messages reach the channel and the receivers, also those who are offline, as far as they fit")
  func deliversMessages() throws {
    var service = MessageService(limits: ServiceLimits(frames: 2))
    func join(_ user: String, _ channel: String, _ line: Int) {
      _ = service.receive(MessageWire.opening(channel, session: user), from: user, on: line)
    }
    for (line, row) in [("ana", "a"), ("ben", "a"), ("cia", "b")].enumerated() { join(row.0, row.1, line) }
    var id = 0
    func send(_ action: MessageAction) throws -> [String] {
      id += 1
      return try Self.kinds(
        service.receive(MessageWire.request(action, id: id, seen: id - 1, session: "ana"), from: "ana", on: 0))
    }
    let message = MessageAction.sendMessage(MessageAction.SendMessage(message: try .sample("1", by: "ana", [])))
    func custom(_ name: String, to users: [String], _ ext: String = "") -> MessageAction {
      let body = CustomMessageBody(customEvent: "e", customExts: ["n": ext])
      return .sendCustomMessage(
        MessageAction.SendCustomMessage(id: name, message: CustomMessage(to: users, body: body)))
    }
    #expect(try send(message) == ["1 message", "0 accepted"])
    #expect(try send(message) == ["0 accepted"])
    #expect(try send(custom("1", to: ["cia", "cia", "ana", "eve"])) == ["2 customMessage", "0 accepted"])
    #expect(try send(custom("1", to: ["cia"])) == ["0 accepted"])
    #expect(try send(custom("2", to: ["cia"], String(repeating: "a", count: 5_120))) == ["0 refused"])
    _ = service.disconnect(2)
    for number in 3...6 { #expect(try send(custom("\(number)", to: ["cia"])) == ["0 accepted"]) }
    let missed = service.receive(MessageWire.resume(session: "cia", seen: 1), from: "cia", on: 3)
    #expect(try Self.kinds(missed) == ["3 snapshot", "3 customMessage", "3 customMessage", "3 upToDate"])
    #expect(missed.first?.frame.snapshot?.revision == 3)
  }

  @Test("what a session misses, and what arrives before an earlier request, is kept up to a size")
  func limitsBytes() throws {
    var service = MessageService(limits: ServiceLimits(frameBytes: 10_000))
    for (line, user) in ["ana", "ben"].enumerated() {
      _ = service.receive(MessageWire.opening("a", session: user), from: user, on: line)
    }
    func send(_ id: Int, bytes: Int) throws -> [String] {
      let message = try Message.sample(String(repeating: "x", count: bytes), by: "ana", [])
      let action = MessageAction.sendMessage(MessageAction.SendMessage(message: message))
      let request = MessageWire.request(action, id: id, seen: id - 1, session: "ana")
      return try Self.kinds(service.receive(request, from: "ana", on: 0))
    }
    // The messages differ in their ids, which are also their sizes.
    _ = service.disconnect(1)
    for id in 1...100 { #expect(try send(id, bytes: 100 + id) == ["0 accepted"]) }
    let missed = try Self.kinds(service.receive(MessageWire.resume(session: "ben", seen: 0), from: "ben", on: 2))
    let kept = missed.count { $0 == "2 message" }
    #expect(missed.first == "2 snapshot" && (5...60).contains(kept), "\(kept) messages")
  }

  @Test(
    "early requests: the next one in turn is always taken, the others up to a number and a size",
    arguments: [
      Named("in turn", (requests: [(1, 2 << 20)], taken: [1])),
      Named("repeated", (requests: [(2, 1 << 19), (2, 1 << 19), (3, 1 << 19), (4, 1)], taken: [2, 3])),
      Named("handled before", (requests: [(0, 1), (-3, 1), (Int.min, 1)], taken: [])),
      Named("beyond the window", (requests: [(64, 1), (65, 1), (Int.max, 1)], taken: [64])),
      Named("too large", (requests: [(3, 1 << 20), (2, 1), (1, 1 << 20)], taken: [1, 3])),
    ] as [Named<(requests: [(Int, Int)], taken: [Int])>])
  func takesEarlyRequests(_ row: Named<(requests: [(Int, Int)], taken: [Int])>) {
    var early = EarlyRequests<String>()
    for (id, size) in row.value.requests { early.take("request \(id)", id: id, after: 0) { size } }
    #expect(early.elements.map(\.id) == row.value.taken)
    #expect(early.remove(7) == nil)
    for id in row.value.taken { #expect(early.remove(id) == "request \(id)") }
    #expect(early.count == 0)
  }

  @Test("a queue with sizes removes its oldest elements, and always keeps the newest")
  func trimsQueues() {
    var queue = SizedQueue<Int>()
    queue.trim(count: 0, size: 0)
    for number in 1...5 { queue.append(number, size: number * 10) }
    #expect(queue.size == 150)
    queue.trim(count: 4, size: 200)
    #expect(Array(queue.elements) == [2, 3, 4, 5] && queue.size == 140)
    queue.trim(count: 9, size: 95)
    #expect(Array(queue.elements) == [4, 5] && queue.size == 90)
    queue.trim(count: 9, size: 1)
    #expect(Array(queue.elements) == [5] && queue.size == 50 && queue.first == 5)
    queue.removeFirst()
    queue.removeFirst()
    #expect(queue.count == 0 && queue.size == 0)
  }
}
