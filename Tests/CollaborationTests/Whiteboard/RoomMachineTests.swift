import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

@Suite struct RoomMachineTests {
  typealias Effect = RoomMachine.Effect
  typealias Input = RoomMachine.Input

  struct Case: Sendable {
    var phase = RoomPhase.connected
    var isWritable = true
    var inputs: [Input]
    var effects: [Effect]
  }

  static let color = MemberState(currentApplianceName: .shape)

  static let rows: [Named<Case>] = [
    Named(
      "3b: joining begins with connecting, with a limit in time",
      Case(
        phase: .disconnected, inputs: [.join(timeout: 45_000)],
        effects: [.notify(.phaseChanged(.connecting)), .startTimer(1, milliseconds: 45_000)])),
    Named(
      "3b: success leads to connected, and changes can be committed",
      Case(
        phase: .connecting, inputs: [.joined(memberID: 1, isWritable: true, state: .sample)],
        effects: [
          .notify(.phaseChanged(.connected)), .notify(.ableToCommitChanged(true)), .stopTimer, .joinEnded(nil),
        ])),
    Named(
      "a reader joins without being able to commit",
      Case(
        phase: .connecting, inputs: [.joined(memberID: 1, isWritable: false, state: .sample)],
        effects: [.notify(.phaseChanged(.connected)), .stopTimer, .joinEnded(nil)])),
    Named(
      "3b: failing leads to disconnected",
      Case(
        phase: .connecting, inputs: [.joinFailed("no such room")],
        effects: [
          .notify(.phaseChanged(.disconnected)), .stopTimer, .close, .joinEnded(.joinFailed("no such room")),
        ])),
    Named(
      "joining takes too long",
      Case(
        phase: .connecting, inputs: [.timeUp(timer: 1)],
        effects: [
          .notify(.phaseChanged(.disconnected)), .stopTimer, .close, .joinEnded(.joinTimedOut(after: .seconds(45))),
        ])),
    Named(
      "3b: leaving goes by way of disconnecting",
      Case(
        inputs: [.leave, .left],
        effects: [
          .notify(.phaseChanged(.disconnecting)), .notify(.ableToCommitChanged(false)), .leave,
          .notify(.phaseChanged(.disconnected)), .close,
        ])),
    Named("leaving twice is leaving once", Case(phase: .disconnecting, inputs: [.leave], effects: [])),
    Named(
      "leaving while joining ends that too",
      Case(
        phase: .connecting, inputs: [.leave],
        effects: [
          .notify(.phaseChanged(.disconnecting)), .stopTimer, .joinEnded(.joinFailed("the room was left")), .leave,
        ])),
    Named(
      "3b: a lost network starts the time to reconnect",
      Case(
        inputs: [.phase(.reconnecting)],
        effects: [
          .notify(.phaseChanged(.reconnecting)), .notify(.ableToCommitChanged(false)),
          .startTimer(2, milliseconds: 45_000),
        ])),
    Named(
      "3b: recovering in time stops it",
      Case(
        phase: .reconnecting, inputs: [.phase(.connected)],
        effects: [.notify(.phaseChanged(.connected)), .notify(.ableToCommitChanged(true)), .stopTimer])),
    Named(
      "3b: reconnecting too long disconnects, and then tells why",
      Case(
        phase: .reconnecting, inputs: [.timeUp(timer: 2)],
        effects: [
          .notify(.phaseChanged(.disconnecting)), .stopTimer, .notify(.phaseChanged(.disconnected)), .close,
          .notify(
            .disconnected(error: "Reconnect time exceeds 45000 milliseconds, sdk call disconnect automatically")),
        ])),
    Named(
      "the time of a network that came back does not end the next loss early",
      Case(
        phase: .reconnecting, inputs: [.phase(.connected), .phase(.reconnecting), .timeUp(timer: 2)],
        effects: [
          .notify(.phaseChanged(.connected)), .notify(.ableToCommitChanged(true)), .stopTimer,
          .notify(.phaseChanged(.reconnecting)), .notify(.ableToCommitChanged(false)),
          .startTimer(3, milliseconds: 45_000),
        ])),
    Named(
      "3b: an uncaught error leads to disconnected, and is then reported",
      Case(
        inputs: [.frame(.disconnect(revision: 0, payload: DisconnectError(error: "gone")))],
        effects: [
          .notify(.phaseChanged(.disconnected)), .notify(.ableToCommitChanged(false)), .close,
          .notify(.disconnected(error: "gone")),
        ])),
    Named(
      "an error that arrives after the phase is reported once",
      Case(
        inputs: [.phase(.disconnected), .frame(.disconnect(revision: 0, payload: DisconnectError(error: "gone")))],
        effects: [
          .notify(.phaseChanged(.disconnected)), .notify(.ableToCommitChanged(false)), .close,
          .notify(.disconnected(error: "gone")),
        ])),
    Named(
      "a kicked member is disconnected, and then receives the reason",
      Case(
        isWritable: false, inputs: [.frame(.kick(revision: 0, payload: KickReason(reason: "closed")))],
        effects: [.notify(.phaseChanged(.disconnected)), .close, .notify(.kicked(reason: "closed"))])),
    Named(
      "losing write access is reported once",
      Case(
        inputs: [
          .frame(.writable(revision: 0, payload: WritableChange(isAbleToCommit: false))),
          .frame(.writable(revision: 0, payload: WritableChange(isAbleToCommit: false))),
        ], effects: [.notify(.ableToCommitChanged(false))])),
    Named(
      "a right to write that comes while the network is lost counts when it is back",
      Case(
        phase: .reconnecting, isWritable: false,
        inputs: [.frame(.writable(revision: 0, payload: WritableChange(isAbleToCommit: true))), .phase(.connected)],
        effects: [.notify(.phaseChanged(.connected)), .notify(.ableToCommitChanged(true)), .stopTimer])),
    Named(
      "a failed frame is reported with its user",
      Case(
        inputs: [.frame(.appendError(revision: 0, payload: FrameError(userID: 12, error: "unknown action")))],
        effects: [.notify(.appendFrameFailed(userID: 12, error: "unknown action"))])),
    Named(
      "3b: uncaught errors are reported",
      Case(
        inputs: [.frame(.uncaughtError(revision: 0, payload: WhiteboardError(code: .max)))],
        effects: [.report(WhiteboardError(code: .max))])),
    Named(
      "an event of a name that one listens to",
      Case(
        inputs: [.listen(to: "poll", everyMilliseconds: nil), .frame(.event(revision: 0, payload: .sample()))],
        effects: [.notify(.magixEvent(.sample()))])),
    Named(
      "an event of another name is not told",
      Case(inputs: [.frame(.event(revision: 0, payload: .sample()))], effects: [])),
    Named(
      "an event is no longer reported",
      Case(
        inputs: [
          .listen(to: "poll", everyMilliseconds: nil), .stopListening(to: "poll"),
          .frame(.event(revision: 0, payload: .sample())),
        ],
        effects: [])),
    Named(
      "an event of the system needs no author",
      Case(
        inputs: [
          .listen(to: "poll", everyMilliseconds: nil),
          .frame(.event(revision: 0, payload: .sample(by: -1, scope: .system))),
        ], effects: [.notify(.magixEvent(.sample(by: -1, scope: .system)))])),
    Named(
      "3b: an interval below 500 milliseconds is 500",
      Case(
        inputs: [.listen(to: "poll", everyMilliseconds: 400), .frame(.event(revision: 0, payload: .sample()))],
        effects: [.startInterval(1, milliseconds: 500)])),
    Named(
      "a negative interval is 500 milliseconds too",
      Case(
        inputs: [.listen(to: "poll", everyMilliseconds: .min), .frame(.event(revision: 0, payload: .sample()))],
        effects: [.startInterval(1, milliseconds: 500)])),
    Named(
      "the events of an interval come together",
      Case(
        inputs: [
          .listen(to: "poll", everyMilliseconds: 800), .frame(.event(revision: 0, payload: .sample())),
          .frame(.event(revision: 0, payload: .sample(by: 3))),
          .intervalEnded(timer: 1), .intervalEnded(timer: 1),
        ],
        effects: [
          .startInterval(1, milliseconds: 800), .notify(.highFrequencyEvents([.sample(), .sample(by: 3)])),
        ])),
    Named(
      "3b: following has no effect without a broadcaster",
      Case(inputs: [.action(.setViewMode(mode: .follower))], effects: [])),
    Named(
      "3a: the tool shape draws triangles",
      Case(
        inputs: [.action(.setMemberState(state: color))], effects: [.send(id: 1, .setMemberState(state: color))])),
  ]

  @Test("inputs and their effects", arguments: rows)
  func reacts(_ row: Named<Case>) throws {
    var machine = try RoomMachine.inPhase(row.value.phase, isWritable: row.value.isWritable)
    var effects: [Effect] = []
    for input in row.value.inputs { effects += try machine.receive(input) }
    #expect(effects == row.value.effects)
  }

  static let requests: [RoomAction] = [
    .setGlobalState(state: ["a": 1]), .setMemberState(state: color), .setViewMode(mode: .broadcaster),
    .setScenePath(path: "/a"),
    .setSceneIndex(index: 0), .putScenes(directory: "/", scenes: [], index: 0), .removeScenes(path: "/"),
    .addPage(scene: nil, afterCurrent: true), .removePage(index: nil), .nextPage(), .previousPage(),
    .insertImage(RoomAction.InsertImage(WhiteboardImage(uuid: "i", src: "s", width: 1, height: 1))),
    .sendEvent(name: "e", payload: nil),
    .setStore(name: "s", values: [:]), .resetStore(name: "s", values: [:]), .deleteStore(name: "s"),
  ]

  @Test("3b: a room is only writable while connected: every change in another phase is an error", arguments: requests)
  func refusesChanges(_ request: RoomAction) throws {
    for (phase, isOffline) in RoomPhase.allCases.flatMap({ [($0, true), ($0, false)] })
    where phase != .connected && !(phase == .reconnecting && isOffline) {
      var machine = try RoomMachine.inPhase(phase, acceptsOfflineChanges: isOffline)
      let before = machine
      #expect(throws: WhiteboardFailure.notConnected(phase)) { try machine.receive(.action(request)) }
      #expect(machine == before)
    }
    var reader = try RoomMachine.inPhase(.connected, isWritable: false)
    let before = reader
    #expect(throws: WhiteboardFailure.notWritable) { try reader.receive(.action(request)) }
    #expect(reader == before)
    var writer = try RoomMachine.inPhase(.connected)
    #expect(try writer.receive(.action(request)) == [.send(id: 1, request)])
  }

  @Test("a reader may move the view, listen to stores, and request write access")
  func letsReadersLook() throws {
    var reader = try RoomMachine.inPhase(.connected, isWritable: false)
    let requests: [RoomAction] = [
      .setCamera(camera: .initial), .setWritable(isWritable: true), .connectStore(name: "s", values: [:]),
      .disconnectStore(name: "s"),
      .entireScenes(), .scenePathType(path: "/"), .synchronize(),
    ]
    for (index, request) in requests.enumerated() {
      #expect(try reader.receive(.action(request)) == [.send(id: index + 1, request)])
    }
  }

  static let refused: [Named<(RoomPhase, Input, WhiteboardFailure)>] = [
    Named("joining twice", (.connected, .join(timeout: 1), .illegalRoomPhase(from: .connected, to: .connecting))),
    Named(
      "a connection to the room after joining was cancelled",
      (
        .disconnected, .joined(memberID: 1, isWritable: true, state: .sample),
        .illegalRoomPhase(from: .disconnected, to: .connected)
      )),
    Named(
      "failing to join when joined",
      (.connected, .joinFailed(""), .illegalRoomPhase(from: .connected, to: .disconnected))),
    Named(
      "an update before joining is done",
      (.connecting, .patch(RoomState.Patch(zoomScale: .value(2))), .notConnected(.connecting))),
    Named(
      "an update after leaving",
      (.disconnecting, .patch(RoomState.Patch(zoomScale: .value(2))), .notConnected(.disconnecting))),
    Named(
      "an event by a member who is not there",
      (.connected, .frame(.event(revision: 0, payload: .sample(by: 99))), .unknownMember(99))),
    Named(
      "an event before joining",
      (.disconnected, .frame(.event(revision: 0, payload: .sample())), .notConnected(.disconnected))),
    Named(
      "the reason for a kick from a room that was never joined",
      (.disconnected, .frame(.kick(revision: 0, payload: KickReason(reason: ""))), .notConnected(.disconnected))),
    Named(
      "an error of a room one never was in",
      (
        .disconnected, .frame(.disconnect(revision: 0, payload: DisconnectError(error: ""))),
        .notConnected(.disconnected)
      )),
    Named(
      "a right to write before joining",
      (
        .connecting, .frame(.writable(revision: 0, payload: WritableChange(isAbleToCommit: true))),
        .notConnected(.connecting)
      )),
    Named(
      "an answer after the room was left",
      (
        .disconnected, .frame(.accepted(revision: 0, request: 1, payload: RoomState.Patch())),
        .notConnected(.disconnected)
      )),
  ]

  @Test("a refused input changes nothing", arguments: refused)
  func refuses(_ row: Named<(RoomPhase, Input, WhiteboardFailure)>) throws {
    var machine = try RoomMachine.inPhase(row.value.0)
    let before = machine
    #expect(throws: row.value.2) { try machine.receive(row.value.1) }
    #expect(machine == before)
  }
}

@Suite struct RoomMachineChangeTests {
  @Test("a room that is joined again counts its requests from 1, and starts intervals of frequent events again")
  func joinsAgain() throws {
    var machine = try RoomMachine.inPhase(.connected)
    _ = try machine.receive(.listen(to: "poll", everyMilliseconds: 800))
    #expect(
      try machine.receive(.frame(.event(revision: 0, payload: .sample()))) == [.startInterval(1, milliseconds: 800)])
    _ = try machine.receive(.action(.setGlobalState(state: ["x": 1])))
    let ended = try machine.receive(.frame(.kick(revision: 0, payload: KickReason(reason: "x"))))
    // The change was not confirmed, so it is taken back.
    let patch = RoomState.Patch(globalState: .value(["x": nil]))
    #expect(ended.contains(.notify(.roomStateChanged(patch))))
    #expect(ended.contains(.notify(.changeFailed(.setGlobalState(state: ["x": 1]), .connectionEnded))))
    #expect(machine.state == .sample)
    _ = try machine.receive(.join(timeout: 45_000))
    _ = try machine.receive(.joined(memberID: 4, isWritable: true, state: .sample))
    #expect(
      try machine.receive(.frame(.event(revision: 0, payload: .sample()))) == [.startInterval(2, milliseconds: 800)])
    #expect(try machine.receive(.action(.nextPage())) == [.send(id: 1, .nextPage())])
  }

  @Test("a change whose caller no longer waits is reported like one of others, when it is made")
  func reportsAbandoned() throws {
    var machine = try RoomMachine.inPhase(.connected)
    _ = try machine.receive(.action(.nextPage()))
    #expect(try machine.receive(.abandoned(id: 1)) == [])
    let patch = RoomState.Patch(pageState: .value(PageState.Patch(index: 1, length: 2)))
    #expect(
      try machine.receive(.frame(.accepted(revision: 0, request: 1, payload: patch)))
        == [.notify(.roomStateChanged(patch)), .answered(id: 1, nil)])
  }

  @Test("an own change is visible immediately and causes no callback, even when it is confirmed")
  func doesNotEcho() throws {
    var machine = try RoomMachine.inPhase(.connected)
    let change: JSONObject = ["timer": ["left": 80], "lesson": nil]
    #expect(
      try machine.receive(.action(.setGlobalState(state: change))) == [.send(id: 1, .setGlobalState(state: change))])
    #expect(machine.state.globalState == ["timer": ["running": true, "left": 80]])
    let answer = RoomFrame.accepted(revision: 0, request: 1, payload: RoomState.Patch(globalState: .value(change)))
    #expect(try machine.receive(.frame(answer)) == [.answered(id: 1, nil)])
    #expect(machine.state.globalState == ["timer": ["running": true, "left": 80]])
  }

  @Test("a concurrent change of another member leaves both with the same state")
  func settlesCrossing() throws {
    var machine = try RoomMachine.inPhase(.connected)
    _ = try machine.receive(.action(.setGlobalState(state: ["x": 1])))
    // The service received the other's change first, so the own one is later: no other value is ever visible.
    let other = RoomState.Patch(globalState: .value(["x": 2, "y": 2]))
    let told = try machine.receive(.patch(other))
    #expect(machine.state.globalState["x"] == 1 && machine.state.globalState["y"] == 2)
    #expect(told == [.notify(.roomStateChanged(RoomState.Patch(globalState: .value(["y": 2]))))])
    let answer = RoomFrame.accepted(revision: 0, request: 1, payload: RoomState.Patch(globalState: .value(["x": 1])))
    #expect(try machine.receive(.frame(answer)) == [.answered(id: 1, nil)])
    #expect(machine.state.globalState["x"] == 1)
    // If it had received the own one first, the answer would have come first, and the other's change is later.
    _ = try machine.receive(.patch(RoomState.Patch(globalState: .value(["x": 3]))))
    #expect(machine.state.globalState["x"] == 3)
  }

  @Test("a change that the service refuses is reverted and reported")
  func takesBack() throws {
    var machine = try RoomMachine.inPhase(.connected)
    let before = machine.state
    _ = try machine.receive(.action(.setGlobalState(state: ["x": 1])))
    let error = WhiteboardError(code: -1000, message: "no")
    let effects = try machine.receive(.frame(.refused(revision: 0, request: 1, payload: error)))
    #expect(machine.state == before)
    #expect(
      effects == [
        .notify(.roomStateChanged(RoomState.Patch(globalState: .value(["x": nil])))),
        .notify(.changeFailed(.setGlobalState(state: ["x": 1]), .service(error))), .answered(id: 1, error),
      ])
  }

  @Test("an answer about scenes changes the cache without a callback, and an unexpected answer changes nothing")
  func takesAnswers() throws {
    var machine = try RoomMachine.inPhase(.connected)
    _ = try machine.receive(.action(.nextPage()))
    let patch = RoomState.Patch(pageState: .value(PageState.Patch(index: 1, length: 2)))
    #expect(try machine.receive(.frame(.accepted(revision: 0, request: 1, payload: patch))) == [.answered(id: 1, nil)])
    #expect(machine.state.pageState == PageState(index: 1, length: 2))
    let before = machine
    #expect(
      try machine.receive(.frame(.refused(revision: 0, request: 99, payload: WhiteboardError(code: 1))))
        == [.answered(id: 99, WhiteboardError(code: 1))])
    #expect(machine == before)
  }

  @Test("3b: a new broadcaster leads immediately; following and moving away work as documented")
  func setsViewModes() throws {
    var machine = try RoomMachine.inPhase(.connected)
    _ = try machine.receive(.action(.setViewMode(mode: .broadcaster)))
    #expect(machine.state.broadcastState.mode == .broadcaster)
    #expect(machine.state.broadcastState.broadcasterID == .value(1))
    #expect(machine.state.broadcastState.broadcasterInformation.value?.payload == ["nickName": "member 1"])
    // A broadcaster has no one to follow.
    #expect(try machine.receive(.action(.setViewMode(mode: .follower))) == [])
    _ = try machine.receive(.action(.setViewMode(mode: .freedom)))
    #expect(machine.state.broadcastState == BroadcastState(mode: .freedom))
    for request in 1...2 {
      let nobody = RoomState.Patch(broadcastState: .value(BroadcastState.Patch(mode: .freedom)))
      _ = try machine.receive(.frame(.accepted(revision: 0, request: request, payload: nobody)))
    }
    // Another member takes over, and the local one follows.
    let led = BroadcastState.Patch(mode: .follower, broadcasterID: .value(2))
    _ = try machine.receive(.patch(RoomState.Patch(broadcastState: .value(led))))
    _ = try machine.receive(
      .action(.setCamera(camera: CameraState(centerX: 9, centerY: 0, scale: 2, width: 0, height: 0))))
    #expect(machine.state.broadcastState.mode == .freedom)
    #expect(machine.state.zoomScale == 2)
    #expect(machine.state.broadcastState.broadcasterID == .value(2))
    _ = try machine.receive(.action(.setViewMode(mode: .follower)))
    #expect(machine.state.broadcastState.mode == .follower)
  }

  @Test("a chosen tool appears in the list of members too, and shapes are triangles until another is chosen")
  func setsTool() throws {
    var machine = try RoomMachine.inPhase(.connected)
    _ = try machine.receive(.action(.setMemberState(state: MemberState(currentApplianceName: .text, textSize: 20))))
    _ = try machine.receive(.action(.setMemberState(state: MemberState(currentApplianceName: .shape))))
    #expect(machine.state.memberState.shapeType == .triangle)
    #expect(machine.state.memberState.textSize == 20)
    #expect(machine.state.roomMembers.first?.memberState == machine.state.memberState)
    _ = try machine.receive(
      .action(.setMemberState(state: MemberState(currentApplianceName: .shape, shapeType: .rhombus))))
    _ = try machine.receive(.action(.setMemberState(state: MemberState(currentApplianceName: .shape))))
    #expect(machine.state.memberState.shapeType == .rhombus)
  }
}
