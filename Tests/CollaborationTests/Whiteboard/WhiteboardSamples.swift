import CollaborationModels
import SchemaRuntime

@testable import Collaboration
@testable import CollaborationService

/// One case of a table: its name and its data.
struct Named<Value: Sendable>: Sendable, CustomStringConvertible {
  var description: String
  var value: Value

  init(_ description: String, _ value: Value) {
    self.description = description
    self.value = value
  }
}

func text(_ string: String) -> [UInt8] { Array(string.utf8) }

extension RoomState {
  /// A room with three members: 1 (the local one), 2 and 3.
  static var sample: RoomState {
    var state = RoomState.empty
    state.globalState = ["lesson": "Fractions", "timer": ["running": true, "left": 90]]
    state.roomMembers = (1...3).map { .sample($0) }
    return state
  }

  func applying(_ patch: RoomState.Patch) throws(SchemaError) -> RoomState {
    var state = self
    try state.apply(patch)
    return state
  }
}

extension RoomMember {
  static func sample(_ id: Int) -> RoomMember {
    RoomMember(
      memberID: id, memberState: MemberState(currentApplianceName: .pencil), session: "session-\(id)",
      payload: ["nickName": .string("member \(id)")])
  }
}

extension PlayerState {
  static var sample: PlayerState {
    PlayerState(
      globalState: ["lesson": "Fractions"], roomMembers: [.sample(1), .sample(2)], sceneState: .initial,
      cameraState: .initial, observerMode: .directory)
  }
}

extension WhiteboardEvent {
  static func sample(_ name: String = "poll", by author: Int = 2, scope: EventScope = .custom) -> WhiteboardEvent {
    WhiteboardEvent(eventName: name, uuid: "room", scope: scope, authorID: author)
  }
}

extension RoomMachine {
  /// A machine in a phase, reached by the shortest path; the local member is 1.
  static func inPhase(
    _ phase: RoomPhase, isWritable: Bool = true, acceptsOfflineChanges: Bool = true
  ) throws -> RoomMachine {
    var machine = RoomMachine(acceptsOfflineChanges: acceptsOfflineChanges)
    if phase == .disconnected { return machine }
    _ = try machine.receive(.join(timeout: 45_000))
    if phase == .connecting { return machine }
    _ = try machine.receive(.joined(memberID: 1, isWritable: isWritable, state: .sample))
    if phase == .reconnecting { _ = try machine.receive(.phase(.reconnecting)) }
    if phase == .disconnecting { _ = try machine.receive(.leave) }
    return machine
  }
}

extension RoomMachine.Input {
  static func phase(_ phase: RoomPhase) -> RoomMachine.Input {
    .frame(.phase(revision: 0, payload: RoomPhaseChange(phase: phase)))
  }

  static func patch(_ patch: RoomState.Patch) -> RoomMachine.Input { .frame(.state(revision: 0, payload: patch)) }
}

/// Records a room's callbacks, with the state that can be read in them.
final class RoomDiary: RoomCallbacks {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock { $0 } }

  private func note(_ line: String) { entries.withLock { $0.append(line) } }

  func firePhaseChanged(_ phase: RoomPhase, in room: Room) { note("phase \(phase), reads \(room.phase)") }
  func fireRoomStateChanged(_ modifyState: RoomState.Patch, in room: Room) {
    let isThere = (try? room.state.applying(modifyState)) == room.state
    note("state\(modifyState.names), reads \(isThere ? "new" : "old")")
  }
  func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool, in room: Room) {
    note("able \(isAbleToCommit), reads \(room.isAbleToCommit)")
  }
  func fireDisconnect(error: String, in room: Room) { note("error \(error), reads \(room.phase)") }
  func fireKicked(reason: String, in room: Room) { note("kicked \(reason), reads \(room.phase)") }
  func fireCatchErrorWhenAppendFrame(userID: Int, error: String, in room: Room) { note("frame \(userID) \(error)") }
  func fireMagixEvent(_ event: WhiteboardEvent, in room: Room) { note("event \(event.eventName)") }
  func fireHighFrequencyEvents(_ events: [WhiteboardEvent], in room: Room) { note("events \(events.count)") }
  func fireSyncedStoreUpdate(_ diff: SyncedStoreDiff, name: String, in room: Room) {
    note("store \(name) \(diff.keys)")
  }
  func fireChangeFailed(_ change: RoomAction, failure: WhiteboardFailure, in room: Room) {
    note("failed \(change): \(failure)")
  }
}

extension RoomState.Patch {
  /// The names of the present parts.
  var names: [String] { (try? JSONValue(parsing: json()).object?.keys) ?? ["unreadable"] }
}

/// Records the common callbacks, and marks addresses.
final class CommonDiary: CommonCallbacks {
  private let entries = Mutex<[WhiteboardError]>([])
  private let mark: String

  init(mark: String = "") { self.mark = mark }

  var errors: [WhiteboardError] { entries.withLock { $0 } }

  func throwError(_ error: WhiteboardError) { entries.withLock { $0.append(error) } }
  func urlInterrupter(_ url: String) -> String { url + mark }
}

/// A library with an in-memory service and a stopped clock.
struct Whiteboard: Sendable {
  let service = LocalWhiteboard()
  let clock = VirtualClock()
  let common = CommonDiary()
  let sdk: WhiteboardSDK

  init(recordings: any RecordingSource = NoRecordings()) {
    sdk = WhiteboardSDK(transport: service, recordings: recordings, clock: clock, commonCallbacks: common)
  }

  func join(
    _ name: String = "member", isWritable: Bool = true, callbacks: (any RoomCallbacks)? = nil
  ) async throws -> Room {
    try await sdk.joinRoom(
      RoomConfig(
        uuid: "room", roomToken: "NOT_A_REAL_TOKEN", userPayload: ["nickName": .string(name)], isWritable: isWritable),
      callbacks: callbacks)
  }
}
