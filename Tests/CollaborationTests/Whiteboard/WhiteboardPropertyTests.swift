import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Random sequences of inputs: no impossible state, and the same state when they are replayed.
@Suite struct WhiteboardPropertyTests {
  private static let roomInputs: [RoomMachine.Input] = [
    .join(timeout: 45_000), .joined(memberID: 1, isWritable: true, state: .sample),
    .joined(memberID: 1, isWritable: false, state: .sample), .joinFailed("x"), .phase(.connecting), .phase(.connected),
    .phase(.reconnecting), .phase(.disconnecting), .phase(.disconnected), .leave, .left, .timeUp(timer: 1),
    .timeUp(timer: 2), .timeUp(timer: 3), .frame(.disconnect(revision: 0, payload: DisconnectError(error: "x"))),
    .frame(.kick(revision: 0, payload: KickReason(reason: "x"))),
    .frame(.writable(revision: 0, payload: WritableChange(isAbleToCommit: false))),
    .frame(.writable(revision: 0, payload: WritableChange(isAbleToCommit: true))),
    .patch(RoomState.Patch(zoomScale: .value(2))),
    .patch(RoomState.Patch(broadcastState: .null)), .action(.setGlobalState(state: ["x": 1])), .action(.nextPage()),
    .action(.setViewMode(mode: .broadcaster)),
    .frame(.accepted(revision: 0, request: 1, payload: RoomState.Patch(globalState: .value(["x": 1])))),
    .frame(.refused(revision: 0, request: 1, payload: WhiteboardError(code: -1000))),
    .frame(.event(revision: 0, payload: .sample())),
    .frame(.event(revision: 0, payload: .sample(by: 99))), .listen(to: "poll", everyMilliseconds: 1),
    .intervalEnded(timer: 1),
    .abandoned(id: 1), .overdue(id: 1, milliseconds: 1), .overdue(id: 2, milliseconds: 1),
  ]

  private static func roomRun(_ seed: UInt64) -> (RoomMachine, String?) {
    var random = SeededRandom(seed: seed)
    var machine = RoomMachine()
    // Half of the runs start in a room, which random inputs rarely reach.
    var inputs = seed.isMultiple(of: 2) ? [roomInputs[0], roomInputs[1]] : []
    for _ in 0..<(seed.isMultiple(of: 32) ? 200 : 3) {
      inputs.append(roomInputs[Int(random.next() % UInt64(roomInputs.count))])
    }
    for input in inputs {
      let (phase, able) = (machine.phase, machine.isAbleToCommit)
      guard let effects = try? machine.receive(input) else {
        if machine.phase != phase { return (machine, "a refusal changed the phase") }
        continue
      }
      if let problem = check(effects, from: phase, able, machine) { return (machine, problem) }
    }
    // States are compared only at the end, because that takes time.
    if seed.isMultiple(of: 4), machine.pending.isEmpty, machine.state != machine.confirmed {
      return (machine, "an unconfirmed state")
    }
    return (machine, nil)
  }

  private static func check(
    _ effects: [RoomMachine.Effect], from start: RoomPhase, _ wasAble: Bool, _ machine: RoomMachine
  ) -> String? {
    var phase = start
    var able = wasAble
    for effect in effects {
      switch effect {
      case .notify(.phaseChanged(let next)):
        if !phase.canBecome(next) { return "\(phase) became \(next)" }
        phase = next
      case .notify(.ableToCommitChanged(let next)):
        if able == next { return "told twice to be able: \(next)" }
        able = next
      case .send(_, let request):
        let waits = phase == .reconnecting && request.isChange
        if phase != .connected, !waits { return "sent while \(phase)" }
      case .notify, .report, .startTimer, .stopTimer, .startInterval, .answered, .joinEnded, .leave, .close: break
      }
    }
    if phase != machine.phase { return "the phase \(machine.phase) was not told" }
    if able != machine.isAbleToCommit { return "not told to be able: \(machine.isAbleToCommit)" }
    if able, phase != .connected { return "writable while \(phase)" }
    let runs = machine.phase == .connecting || machine.phase == .reconnecting
    if (machine.timer != nil) != runs { return "a timer while \(phase)" }
    return nil
  }

  @Test("many sequences of events in a room")
  func runsRooms() {
    var problems: [String] = []
    for seed in 0..<UInt64(Effort.rounds(5_000, soak: 2_000)) {
      let (machine, problem) = Self.roomRun(seed)
      if let problem { problems.append("\(seed): \(problem)") }
      // Replays a sample of them.
      if seed.isMultiple(of: 64), Self.roomRun(seed).0 != machine { problems.append("\(seed): another end") }
    }
    #expect(problems.prefix(3) == [])
  }

  private static func playerRun(_ seed: UInt64, _ recording: RoomRecording) -> (PlayerMachine, String?) {
    var random = SeededRandom(seed: seed)
    var machine = PlayerMachine(recording, step: 500)
    for step in 0..<(seed.isMultiple(of: 32) ? 200 : 6) {
      let input: PlayerMachine.Input =
        switch random.next() % 9 {
        case 0, 1: .play
        case 2: .pause
        case 3: random.next() % 4 == 0 ? .stop : .play
        case 4: .seek(id: step, to: Int(random.next() % 1_400) - 100)
        case 5, 6: .prepared(load: Int(random.next() % 3) + 1)
        case 7: random.next() % 2 == 0 ? .preparingFailed(load: 1, reason: "x") : .setObserverMode(.freedom)
        default: .timePassed(milliseconds: Int(random.next() % 700) - 50)
        }
      let before = machine.phase
      guard let effects = try? machine.receive(input) else {
        if machine.phase != before { return (machine, "a refusal changed the phase") }
        continue
      }
      if let problem = check(effects, from: before, machine, recording) { return (machine, problem) }
    }
    return (machine, nil)
  }

  private static func check(
    _ effects: [PlayerMachine.Effect], from start: PlayerPhase, _ machine: PlayerMachine, _ recording: RoomRecording
  ) -> String? {
    var phase = start
    for case .notify(.phaseChanged(let next)) in effects {
      if !phase.canBecome(next) { return "\(phase) became \(next)" }
      phase = next
    }
    if phase != machine.phase { return "the phase \(machine.phase) was not told" }
    if phase == .waitingFirstFrame, machine.state != nil { return "a state before the first frame" }
    let needsState = phase != .waitingFirstFrame && phase != .stopped
    if needsState, machine.state == nil { return "no state while \(phase)" }
    if !(0...recording.length).contains(machine.position) { return "at \(machine.position)" }
    if let next = machine.timeToNext, next < 0 || phase != .playing { return "\(next) to go while \(phase)" }
    return nil
  }

  @Test("many sequences of events in a playback")
  func runsPlaybacks() throws {
    let recording = try RoomRecording.sample()
    var problems: [String] = []
    for seed in 0..<UInt64(Effort.rounds(5_000, soak: 2_000)) {
      let (machine, problem) = Self.playerRun(seed, recording)
      if let problem { problems.append("\(seed): \(problem)") }
      if seed.isMultiple(of: 64), Self.playerRun(seed, recording).0 != machine {
        problems.append("\(seed): another end")
      }
    }
    #expect(problems.prefix(3) == [])
  }

  private static func scenesRun(_ seed: UInt64) -> (SceneTree, String?) {
    var random = SeededRandom(seed: seed)
    let paths = ["/", "/init", "/a", "/a/x", "/a/b", "b", "/c"]
    var tree = SceneTree()
    for _ in 0..<8 {
      let path = paths[Int(random.next() % 7)]
      let index = Int(random.next() % 5) - 1
      let before = tree
      do throws(WhiteboardFailure) {
        switch random.next() % 8 {
        case 0, 1: try tree.putScenes(in: path, [WhiteboardScene(name: "x"), WhiteboardScene(name: "y")], at: index)
        case 2: try tree.setScenePath(path + "/x")
        case 3: try tree.removeScenes(path)
        case 4: try tree.removePage(index < 0 ? nil : index)
        case 5: try tree.addPage(nil, afterCurrent: index > 1)
        case 6: try tree.setSceneIndex(index)
        default: _ = index > 1 ? tree.nextPage() : tree.previousPage()
        }
      } catch {
        if tree != before { return (tree, "a refusal changed the scenes: \(error)") }
      }
      let state = tree.sceneState
      guard state.scenes.indices.contains(state.index), state.scenes[state.index].name == state.sceneName else {
        return (tree, "nothing is shown")
      }
      if tree.pathType(state.scenePath) != .page { return (tree, "\(state.scenePath) is no scene") }
      if Set(state.scenes.map(\.name)).count != state.scenes.count { return (tree, "two scenes of one name") }
    }
    return (tree, nil)
  }

  @Test("10,000 sequences of scene changes")
  func changesScenes() {
    var problems: [String] = []
    for seed in 0..<10_000 as Range<UInt64> {
      let (tree, problem) = Self.scenesRun(seed)
      if let problem { problems.append("\(seed): \(problem)") }
      if seed.isMultiple(of: 16), Self.scenesRun(seed).0 != tree { problems.append("\(seed): another end") }
    }
    #expect(problems.prefix(3) == [])
  }
}
