import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

/// The limit of what members write into a room.
@Suite struct RoomSizeTests {
  /// A room with one member.
  private func room(limit: Int = LocalRoom.defaultSizeLimit) throws -> LocalRoom {
    var room = LocalRoom(uuid: "room")
    room.sizeLimit = limit
    _ = try room.join(config(), link: link("a", 1), mayWrite: true)
    return room
  }

  private func link(_ session: String, _ connection: Int) -> ServiceLink<RoomWire> {
    ServiceLink(session: session, connection: connection, limits: LocalRoom.limits)
  }

  private func config(payload: JSONValue? = nil) -> RoomConfig {
    RoomConfig(uuid: "room", roomToken: "t", userPayload: payload)
  }

  private func isRefused(_ output: LocalRoom.Output, limit: Int) -> Bool {
    let expected = WhiteboardFailure.roomFull(limit: limit).error
    return output.contains { $0.frame(1).refused?.payload == expected }
  }

  private static let long = JSONValue.string(String(repeating: "x", count: 900))

  @Test(
    "a request that would make the room too large is refused",
    arguments: [
      .setGlobalState(state: ["a": long]), .setStore(name: "s", values: ["a": long]),
      .resetStore(name: "s", values: ["a": long]), .connectStore(name: "s", values: ["a": long]),
      .connectStore(name: String(repeating: "x", count: 900), values: [:]),
      .putScenes(directory: "/a", scenes: [WhiteboardScene(name: String(repeating: "x", count: 900))], index: 0),
      .putScenes(directory: "/" + String(repeating: "x", count: 900), scenes: [WhiteboardScene(name: "x")], index: 0),
      .addPage(scene: WhiteboardScene(name: String(repeating: "x", count: 900)), afterCurrent: true),
      .setMemberState(state: MemberState(currentApplianceName: .pencil, additionalMembers: ["a": long])),
      .setCamera(
        camera:
          CameraState(centerX: 0, centerY: 0, scale: 1, width: 1, height: 1, additionalMembers: ["a": long])),
    ] as [RoomAction])
  func refuses(_ request: RoomAction) throws {
    var large = try room()
    #expect(!isRefused(large.handle(request, id: 1, from: 1), limit: LocalRoom.defaultSizeLimit))
    #expect(large.size > 900)
    var small = try room(limit: 800)
    let before = small.record
    let output = small.handle(request, id: 1, from: 1)
    #expect(output.count == 1)
    guard case .refused(let refusal) = output.first?.frame(1), refusal.request == 1 else {
      Issue.record("expected a refusal, found \(output)")
      return
    }
    #expect(
      refusal.payload == WhiteboardError(code: -1000, message: "expected at most 800 bytes in the room, found more"))
    #expect(small.record == before)
  }

  @Test("a camera that all follow is counted for each of them, and a deleted store until all know")
  func countsWhatIsCopied() throws {
    var room = try room()
    for (id, session) in [(2, "b"), (3, "c")] {
      _ = try room.join(config(), link: link(session, id), mayWrite: true)
      _ = room.handle(.connectStore(name: "store", values: [:]), id: 1, from: id)
    }
    _ = room.handle(.setViewMode(mode: .broadcaster), id: 1, from: 1)
    let before = room.size
    let camera = CameraState(
      centerX: 0, centerY: 0, scale: 1, width: 1, height: 1, additionalMembers: ["a": Self.long])
    let growth = room.growth(of: .setCamera(camera: camera), by: 0)
    _ = room.handle(.setCamera(camera: camera), id: 2, from: 1)
    #expect(room.size - before == 3 * #"{"a":""}"#.count + 3 * 900 && growth == room.size - before)
    #expect(room.growth(joining: config()) > 900)
    _ = room.handle(.deleteStore(name: "store"), id: 3, from: 1)
    #expect(room.members.map(\.lostStores.count) == [0, 1, 1])
    #expect(room.size - before - growth == -#""store"{}"#.count)
  }

  @Test("a full room can be emptied, and takes what fits again")
  func canBeEmptied() throws {
    var room = try room(limit: 1_500)
    #expect(!isRefused(room.handle(.setGlobalState(state: ["a": Self.long]), id: 1, from: 1), limit: 1_500))
    #expect(isRefused(room.handle(.setGlobalState(state: ["b": Self.long]), id: 2, from: 1), limit: 1_500))
    #expect(!isRefused(room.handle(.setGlobalState(state: ["a": nil]), id: 3, from: 1), limit: 1_500))
    #expect(!isRefused(room.handle(.setGlobalState(state: ["b": Self.long]), id: 4, from: 1), limit: 1_500))
    #expect(!isRefused(room.handle(.sendEvent(name: "e", payload: Self.long), id: 5, from: 1), limit: 1_500))
  }

  @Test("whoever has too much to say of themselves does not enter, and others do")
  func refusesMembers() throws {
    var room = try room(limit: 1_000)
    let before = room.record
    #expect(throws: WhiteboardFailure.roomFull(limit: 1_000)) {
      try room.join(config(payload: Self.long), link: link("b", 2), mayWrite: true)
    }
    #expect(room.record == before)
    _ = try room.join(config(payload: "b"), link: link("b", 2), mayWrite: true)
    let join = RoomRequestFrame.join(RoomRequestFrame.Join(session: "c", config: config(payload: Self.long)))
    guard case .disconnect(let refusal) = room.receive(join, on: 3).first?.frame else {
      Issue.record("expected a refusal")
      return
    }
    #expect(refusal.payload.error == "expected at most 1000 bytes in the room, found more")
  }

  @Test("a request is refused exactly when it makes a room larger, and then too large, also after a restart")
  func decidesByTheRoomAlone() throws {
    var random = SeededRandom(seed: Effort.seed)
    var refusals = 0
    for _ in 0..<Effort.rounds(60, soak: 100) {
      var rooms = [try room(limit: 1_500), try room(limit: 1_500)]
      for id in 1...60 {
        let request = self.request(&random)
        var unlimited = rooms[0]
        unlimited.sizeLimit = .max
        _ = unlimited.handle(request, id: id, from: 1)
        let isTooLarge = unlimited.size > 1_500 && unlimited.size > rooms[0].size
        let growth = unlimited.size - rooms[0].size
        #expect(growth <= rooms[0].growth(of: request, by: 0), "\(request)")
        let refused = rooms.indices.map { isRefused(rooms[$0].handle(request, id: id, from: 1), limit: 1_500) }
        #expect(refused == [isTooLarge, isTooLarge], "\(request)")
        #expect(rooms[0].record == rooms[1].record)
        refusals += isTooLarge ? 1 : 0
        if random.below(5) == 0 {
          rooms[1] = try #require(LocalRoom(rooms[1].record))
          rooms[1].sizeLimit = 1_500
        }
      }
    }
    #expect(refusals > 100)
  }

  private func request(_ random: inout SeededRandom) -> RoomAction {
    let name = ["a", "b", "é\n", "d"][random.below(4)]
    let text = JSONValue.string(String(repeating: "\u{1}x", count: random.below(80)))
    let value: JSONValue = [text, nil, .number(JSONNumber(random.below(1_000))), .object([name: text])][random.below(4)]
    switch random.below(11) {
    case 0...2: return .setGlobalState(state: [name: value])
    case 3: return .setStore(name: name, values: [name: value])
    case 4: return .connectStore(name: name, values: [name: value])
    case 5: return .deleteStore(name: name)
    case 6:
      let scenes = (0..<random.below(4)).map { WhiteboardScene(name: "\(name)\($0)") }
      return .putScenes(directory: ["/", "/f", "/g/h"][random.below(3)], scenes: scenes, index: 0)
    case 7: return .removeScenes(path: ["/", "/f", "/g"][random.below(3)])
    case 8: return .addPage(scene: nil, afterCurrent: true)
    case 9: return .resetStore(name: name, values: [name: value])
    default: return .setGlobalState(state: [name: nil])
    }
  }

  // MARK: What is kept for members

  private func act(_ session: String, id: Int, seen: Int = 0, _ action: RoomAction) -> RoomRequestFrame {
    .act(session: session, id: id, seen: seen, action: action)
  }

  private func event(bytes: Int) -> RoomAction {
    .sendEvent(name: "e", payload: .string(String(repeating: "x", count: bytes)))
  }

  /// The requests that are answered in frames.
  private func answered(_ deliveries: LocalRoom.Deliveries) -> [Int] {
    deliveries.compactMap { $0.frame.accepted?.request ?? $0.frame.refused?.request }
  }

  @Test(
    "what a member misses is kept up to a size",
    arguments: [(count: 15, isKept: true), (count: 17, isKept: false), (count: 200, isKept: false)])
  func limitsMissedFrames(_ row: (count: Int, isKept: Bool)) throws {
    var room = try room()
    _ = try room.join(config(), link: link("b", 2), mayWrite: true)
    _ = room.disconnect(2)
    for id in 1...row.count { _ = room.receive(act("a", id: id, seen: 1_000, event(bytes: 256 << 10)), on: 1) }
    let back = room.receive(.resume(RoomRequestFrame.Resume(session: "b", seen: 0)), on: 3)
    #expect(back.count { $0.frame.event != nil } == (row.isKept ? row.count : 0))
    #expect(back.contains { $0.frame.snapshot != nil } == !row.isKept)
    #expect(room.members[1].link.size <= 1 + 16)
  }

  @Test("requests that arrive before an earlier one are kept up to a size, and all are handled once they are repeated")
  func limitsEarlyRequests() throws {
    var room = try room()
    for id in 2...9 { #expect(room.receive(act("a", id: id, event(bytes: 200 << 10)), on: 1).isEmpty) }
    #expect(room.members[0].link.early.elements.map(\.id) == [2, 3, 4, 5, 6])
    // A server that continues from the record decides alike.
    #expect(LocalRoom(room.record)?.members.first?.link.early == room.members[0].link.early)
    #expect(answered(room.receive(act("a", id: 1, event(bytes: 256 << 10)), on: 1)) == Array(1...6))
    for id in [9, 8, 7] { _ = room.receive(act("a", id: id, event(bytes: 200 << 10)), on: 1) }
    #expect(room.members[0].link.handled == 9)
    for id in 11...14 { _ = room.receive(act("a", id: id, event(bytes: 1)), on: 1) }
    #expect(room.members[0].link.early.count == 4)
    _ = room.disconnect(1)
    #expect(room.members[0].link.early.count == 0)
  }

  @Test("large answers are kept up to a size, and handling goes on when the member has seen them")
  func limitsAnswers() throws {
    var room = try room()
    _ = room.receive(
      act("a", id: 1, .setStore(name: "s", values: ["x": .string(String(repeating: "x", count: 900 << 10))])), on: 1)
    let small = RoomAction.setStore(name: "s", values: ["y": 1])
    var found: [Int] = []
    for id in 2...10 { found += answered(room.receive(act("a", id: id, small), on: 1)) }
    #expect(found == [2, 3, 4, 5])
    #expect(LocalRoom(room.record)?.members.first?.link.remembered == room.members[0].link.remembered)
    let seen = room.members[0].link.revision
    #expect(answered(room.receive(act("a", id: 6, seen: seen, small), on: 1)) == [6, 7, 8, 9, 10])
  }

  @Test("refusals that quote a long path count as answers")
  func limitsRefusals() throws {
    var room = try room()
    let path = RoomAction.setScenePath(path: "/" + String(repeating: "x", count: 250 << 10))
    for id in 1...40 { _ = room.receive(act("a", id: id, path), on: 1) }
    #expect((10...20).contains(room.members[0].link.handled))
    let seen = room.members[0].link.revision
    #expect(!answered(room.receive(act("a", id: 41, seen: seen, path), on: 1)).isEmpty)
  }

  @Test("members who are offline are forgotten when too much is kept for them")
  func forgetsOfflineMembers() throws {
    var room = try room()
    let large = JSONValue.string(String(repeating: "x", count: 900 << 10))
    _ = room.receive(act("a", id: 1, .setStore(name: "s", values: ["x": large])), on: 1)
    _ = try room.join(config(), link: link("nothing kept", 9), mayWrite: true)
    _ = room.disconnect(9)
    for number in 1...8 {
      let session = "s\(number)"
      let member = try room.join(config(), link: link(session, 9), mayWrite: true).member
      for id in 1...5 { _ = room.receive(act(session, id: id, .setStore(name: "s", values: ["y": 1])), on: 9) }
      #expect(room.members.last?.id == member.id)
      _ = room.disconnect(9)
      let kept = room.members.filter { !$0.isOnline }.reduce(0) { $0 + $1.link.remembered.size }
      #expect(kept <= LocalRoom.offlineAnswerLimit)
    }
    #expect(room.members.map(\.id) == [1, 2, 8, 9, 10])
  }
}
