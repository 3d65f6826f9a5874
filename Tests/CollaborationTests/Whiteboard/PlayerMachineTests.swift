import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

extension PlayerFrame {
  init(at time: Duration, _ kind: Kind, _ payload: String) { self.init(at: time, kind, payload: text(payload)) }
}

extension RoomRecording {
  /// Two seconds: a state, a change after 0.2 s, a slice, an event and an invalid frame after 0.5 s, an error after 1
  /// s, and another change after 1.2 s.
  static func sample(_ more: [PlayerFrame] = []) throws -> RoomRecording {
    let frames =
      [
        PlayerFrame(at: .zero, .state, payload: try PlayerState.sample.json()),
        PlayerFrame(at: .milliseconds(200), .stateChange, #"{"globalState":{"page":1}}"#),
        PlayerFrame(at: .milliseconds(500), .slice, #"{"slice":"s2"}"#),
        PlayerFrame(
          at: .milliseconds(500), .event, #"{"eventName":"poll","uuid":"room","scope":"custom","authorId":2}"#),
        PlayerFrame(at: .milliseconds(500), .stateChange, #"{"observerMode":"Freedom"}"#),
        PlayerFrame(at: .milliseconds(1000), .stop, #"{"code":-101,"message":"damaged"}"#),
        PlayerFrame(at: .milliseconds(1200), .stateChange, #"{"globalState":{"page":2,"lesson":null}}"#),
      ] + more
    return try RoomRecording(
      beginTimestamp: 1_769_862_645_000, duration: 2, frames: frames.sorted { $0.time < $1.time })
  }
}

@Suite struct PlayerMachineTests {
  typealias Effect = PlayerMachine.Effect
  typealias Input = PlayerMachine.Input

  struct Case: Sendable {
    var inputs: [Input]
    /// The effects of the last input.
    var effects: [String]
    var phase: PlayerPhase
    var position = 0
  }

  static let start: [Input] = [.play, .prepared(load: 1)]

  static let rows: [Named<Case>] = [
    Named(
      "3b: a playback waits for its first frame",
      Case(inputs: [.timePassed(milliseconds: 9)], effects: [], phase: .waitingFirstFrame)),
    Named(
      "playing asks for the first frame", Case(inputs: [.play], effects: ["prepare 1 at 0"], phase: .waitingFirstFrame)),
    Named("playing twice asks once", Case(inputs: [.play, .play], effects: [], phase: .waitingFirstFrame)),
    Named(
      "3b: the first frame is reported without a change of state, followed by the phase",
      Case(inputs: start, effects: ["first frame", "phase playing", "start"], phase: .playing)),
    Named(
      "a pause before the first frame waits behind it",
      Case(inputs: [.play, .pause, .prepared(load: 1)], effects: ["first frame", "phase pause"], phase: .paused)),
    Named(
      "a seek alone loads the first frame and pauses there",
      Case(
        inputs: [.seek(id: 1, to: 300), .prepared(load: 1)],
        effects: ["time 0.3", "first frame", "phase pause", "seek 1 success"], phase: .paused, position: 300)),
    Named(
      "an unavailable first frame is reported, and the playback keeps waiting",
      Case(
        inputs: [.play, .preparingFailed(load: 1, reason: "gone")],
        effects: ["stopped -101 the recording cannot be played: gone"], phase: .waitingFirstFrame)),
    Named(
      "the time is not reported before the step",
      Case(inputs: start + [.timePassed(milliseconds: 199)], effects: [], phase: .playing, position: 199)),
    Named(
      "a change is reported when its time comes",
      Case(
        inputs: start + [.timePassed(milliseconds: 200)], effects: ["state globalState"], phase: .playing, position: 200
      )),
    Named(
      "slice, event, wrong frame and time come in their order",
      Case(
        inputs: start + [.timePassed(milliseconds: 200), .timePassed(milliseconds: 300)],
        effects: ["slice s2", "event poll", "append -100", "time 0.5"], phase: .playing, position: 500)),
    Named(
      "3b: the time is reported once per step, however often it advances",
      Case(
        inputs: start + [.timePassed(milliseconds: 501), .timePassed(milliseconds: 400)], effects: [], phase: .playing,
        position: 901)),
    Named(
      "an error pauses the playback, and later events wait",
      Case(
        inputs: start + [.timePassed(milliseconds: 600), .timePassed(milliseconds: 5000)],
        effects: ["phase pause", "stop", "stopped -101 damaged"], phase: .paused, position: 1000)),
    Named(
      "after the error one can play on",
      Case(
        inputs: start + [
          .timePassed(milliseconds: 600), .timePassed(milliseconds: 5000), .play, .timePassed(milliseconds: .max),
        ],
        effects: ["state globalState", "time 2.0", "phase ended", "stop"], phase: .ended, position: 2000)),
    Named(
      "time that goes backwards does not",
      Case(inputs: start + [.timePassed(milliseconds: .min)], effects: [], phase: .playing)),
    Named("a pause stops time", Case(inputs: start + [.pause], effects: ["phase pause", "stop"], phase: .paused)),
    Named("a pause twice is one", Case(inputs: start + [.pause, .pause], effects: [], phase: .paused)),
    Named(
      "playing again starts time",
      Case(inputs: start + [.pause, .play], effects: ["phase playing", "start"], phase: .playing)),
    Named("a stop is for good", Case(inputs: start + [.stop], effects: ["phase stop", "stop"], phase: .stopped)),
    Named("a stop twice is one", Case(inputs: start + [.stop, .stop], effects: [], phase: .stopped)),
    Named(
      "3a: a seek to where one is is unnecessary",
      Case(inputs: start + [.seek(id: 1, to: 0)], effects: ["seek 1 successButUnnecessary"], phase: .playing)),
    Named(
      "a seek waits for the required data",
      Case(
        inputs: start + [.seek(id: 1, to: 1300)], effects: ["phase buffering", "stop", "prepare 2 at 1300"],
        phase: .buffering)),
    Named(
      "after a seek the state is the one of that time, and it plays on",
      Case(
        inputs: start + [.seek(id: 1, to: 1300), .prepared(load: 2)],
        effects: ["state globalState", "slice s2", "time 1.3", "phase playing", "start", "seek 1 success"],
        phase: .playing, position: 1300)),
    Named(
      "a seek back plays the state back",
      Case(
        inputs: start + [.timePassed(milliseconds: 300), .seek(id: 1, to: 100), .prepared(load: 2)],
        effects: ["state globalState", "time 0.1", "phase playing", "start", "seek 1 success"], phase: .playing,
        position: 100)),
    Named(
      "3a: a later seek replaces an earlier one",
      Case(
        inputs: start + [.seek(id: 1, to: 300), .seek(id: 2, to: 700)],
        effects: ["seek 1 override", "prepare 3 at 700"], phase: .buffering)),
    Named(
      "what an overridden seek waited for changes nothing",
      Case(
        inputs: start + [.seek(id: 1, to: 300), .seek(id: 2, to: 700), .prepared(load: 2)], effects: [],
        phase: .buffering)),
    Named(
      "3a: a stop ends a seek",
      Case(
        inputs: start + [.seek(id: 1, to: 300), .stop], effects: ["phase stop", "seek 1 stopped"], phase: .stopped)),
    Named(
      "a seek after a stop is stopped",
      Case(inputs: start + [.stop, .seek(id: 1, to: 3)], effects: ["seek 1 stopped"], phase: .stopped)),
    Named(
      "a seek past the end is one to the end",
      Case(
        inputs: start + [.seek(id: 1, to: .max)], effects: ["phase buffering", "stop", "prepare 2 at 2000"],
        phase: .buffering)),
    Named(
      "a seek that cannot be pauses",
      Case(
        inputs: start + [.seek(id: 1, to: 300), .preparingFailed(load: 2, reason: "gone")],
        effects: ["phase pause", "stopped -101 the recording cannot be played: gone", "seek 1 stopped"], phase: .paused
      )),
    Named(
      "a pause while buffering holds when data are there",
      Case(
        inputs: start + [.seek(id: 1, to: 100), .pause, .prepared(load: 2)],
        effects: ["time 0.1", "phase pause", "seek 1 success"], phase: .paused, position: 100)),
    Named(
      "after the end it plays once more from the beginning",
      Case(
        inputs: [.seek(id: 1, to: 2000), .prepared(load: 1), .play, .timePassed(milliseconds: 0), .play],
        effects: ["phase buffering", "prepare 2 at 0"], phase: .buffering, position: 2000)),
    Named(
      "the viewer's own change is not reported",
      Case(inputs: start + [.setObserverMode(.freedom)], effects: [], phase: .playing)),
  ]

  static func line(_ effect: Effect) -> String {
    switch effect {
    case .notify(.phaseChanged(let phase)): "phase \(phase.rawValue)"
    case .notify(.firstFrameLoaded): "first frame"
    case .notify(.sliceChanged(let slice)): "slice \(slice)"
    case .notify(.playerStateChanged(let patch)):
      "state \(((try? JSONValue(parsing: patch.json()).object?.keys) ?? []).joined(separator: " "))"
    case .notify(.stoppedWithError(let error)): "stopped \(error.code) \(error.message ?? "")"
    case .notify(.scheduleTimeChanged(let time)): "time \(time.inSeconds)"
    case .notify(.appendFrameFailed(let error)): "append \(error.code)"
    case .notify(.renderFailed(let error)): "render \(error.code)"
    case .notify(.magixEvent(let event)): "event \(event.eventName)"
    case .prepare(let load, let time): "prepare \(load) at \(time)"
    case .seekEnded(let id, let result): "seek \(id) \(result.rawValue)"
    case .startTime: "start"
    case .stopTime: "stop"
    }
  }

  @Test("inputs and their effects", arguments: rows)
  func reacts(_ row: Named<Case>) throws {
    var machine = PlayerMachine(try .sample())
    var last: [Effect] = []
    for input in row.value.inputs { last = try machine.receive(input) }
    #expect(last.map(Self.line) == row.value.effects)
    #expect(machine.phase == row.value.phase)
    #expect(machine.position == row.value.position)
  }

  static let refused: [Named<([Input], Input, WhiteboardFailure)>] = [
    Named("playing after a stop", ([.stop], .play, .illegalPlayerPhase(from: .stopped, to: .playing))),
    Named("pausing after a stop", ([.stop], .pause, .illegalPlayerPhase(from: .stopped, to: .paused))),
    Named("a seek before the beginning", (start, .seek(id: 1, to: -1), .invalidTime(.milliseconds(-1)))),
    Named("a seek before everything", ([], .seek(id: 1, to: .min), .invalidTime(.milliseconds(Int.min)))),
  ]

  @Test("a refused input changes nothing", arguments: refused)
  func refuses(_ row: Named<([Input], Input, WhiteboardFailure)>) throws {
    var machine = PlayerMachine(try .sample())
    for input in row.value.0 { _ = try machine.receive(input) }
    let before = machine
    #expect(throws: row.value.2) { try machine.receive(row.value.1) }
    #expect(machine == before)
  }

  static let frames: [Named<(PlayerFrame, [String], PlayerPhase)>] = [
    Named(
      "a recorded pause",
      (PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"pause"}"#), ["phase pause", "stop"], .paused)),
    Named(
      "a recorded lack of data",
      (
        PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"buffering"}"#),
        ["phase buffering", "stop", "prepare 2 at 100"],
        .buffering
      )),
    Named(
      "a recorded end",
      (PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"ended"}"#), ["phase ended", "stop"], .ended)),
    Named(
      "a recorded stop",
      (PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"stop"}"#), ["phase stop", "stop"], .stopped)),
    Named(
      "a phase that it has already",
      (PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"playing"}"#), [], .playing)),
    Named(
      "a phase that cannot come again",
      (PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"waitingFirstFrame"}"#), ["append -100"], .playing)),
    Named(
      "3c: a phase in the wrong case",
      (PlayerFrame(at: .milliseconds(100), .phaseChange, #"{"phase":"Playing"}"#), ["append -100"], .playing)),
    Named(
      "an event by a member who was not there",
      (
        PlayerFrame(at: .milliseconds(100), .event, #"{"eventName":"e","uuid":"r","scope":"custom","authorId":9}"#),
        ["append -100"],
        .playing
      )),
    Named(
      "an event of the system",
      (
        PlayerFrame(at: .milliseconds(100), .event, #"{"eventName":"e","uuid":"r","scope":"system","authorId":9}"#),
        ["event e"],
        .playing
      )),
    Named(
      "an error while appending",
      (PlayerFrame(at: .milliseconds(100), .appendError, #"{"code":-100}"#), ["append -100"], .playing)),
    Named(
      "an error while drawing",
      (PlayerFrame(at: .milliseconds(100), .renderError, #"{"code":-100}"#), ["render -100"], .playing)),
    Named(
      "a change of the wrong type",
      (PlayerFrame(at: .milliseconds(100), .stateChange, #"{"roomMembers":{}}"#), ["append -100"], .playing)),
    Named("a frame that is no JSON", (PlayerFrame(at: .milliseconds(100), .slice, "{"), ["append -100"], .playing)),
    Named("a change of nothing", (PlayerFrame(at: .milliseconds(100), .stateChange, "{}"), [], .playing)),
    Named(
      "3c: how the viewer sees the room is read, not always freedom",
      (
        PlayerFrame(at: .milliseconds(100), .stateChange, #"{"observerMode":"freedom"}"#), ["state observerMode"],
        .playing
      )),
  ]

  @Test("frames of a recording", arguments: frames)
  func appends(_ row: Named<(PlayerFrame, [String], PlayerPhase)>) throws {
    var machine = PlayerMachine(try .sample([row.value.0]))
    for input in Self.start { _ = try machine.receive(input) }
    let before = machine.state
    let lines = try machine.receive(.timePassed(milliseconds: 100)).map(Self.line)
    #expect(lines == row.value.1)
    #expect(machine.phase == row.value.2)
    #expect((machine.state == before) == !lines.contains { $0.hasPrefix("state") })
  }

  @Test("with sound or video a seek succeeds immediately, and the whiteboard follows")
  func seeksWithMedia() throws {
    var machine = PlayerMachine(try .sample(), hasMedia: true)
    for input in Self.start { _ = try machine.receive(input) }
    let effects = try machine.receive(.seek(id: 7, to: 300)).map(Self.line)
    #expect(effects == ["phase buffering", "stop", "prepare 2 at 300", "seek 7 success"])
    #expect(
      try machine.receive(.prepared(load: 2)).map(Self.line) == [
        "state globalState", "time 0.3", "phase playing", "start",
      ])
  }

  @Test("the viewer's observer mode survives changes and seeks")
  func keepsObserverMode() throws {
    var machine = PlayerMachine(try .sample())
    for input in Self.start + [.setObserverMode(.freedom), .timePassed(milliseconds: 250)] {
      _ = try machine.receive(input)
    }
    #expect(machine.state?.observerMode == .freedom)
    for input in [Input.seek(id: 1, to: 0), .prepared(load: 2)] { _ = try machine.receive(input) }
    #expect(machine.state?.observerMode == .freedom)
    #expect(machine.state?.globalState == ["lesson": "Fractions"])
  }

  static let wrong: [Named<(Int, [PlayerFrame])>] = [
    Named("no frames", (10, [])),
    Named("a negative duration", (-1, [])),
    Named("a first frame that is no state", (10, [PlayerFrame(at: .zero, .slice, #"{"slice":"s"}"#)])),
    Named("a first state that is not valid", (10, [PlayerFrame(at: .zero, .state, "{}")])),
    Named("a frame after the end", (10, [PlayerFrame(at: .milliseconds(11), .slice, #"{"slice":"s"}"#)])),
    Named("a frame before the beginning", (10, [PlayerFrame(at: .milliseconds(-1), .slice, #"{"slice":"s"}"#)])),
  ]

  @Test("recordings that cannot be played", arguments: wrong)
  func refusesRecordings(_ row: Named<(Int, [PlayerFrame])>) {
    let error = #expect(throws: WhiteboardFailure.self) {
      _ = try RoomRecording(beginTimestamp: 0, duration: .milliseconds(row.value.0), frames: row.value.1)
    }
    #expect(error?.code == -101)
  }

  @Test("a part of a recording begins with the state of its time, and reports no earlier events")
  func takesParts() throws {
    let part = try RoomRecording.sample().part(from: 1_769_862_646_100, duration: 500)
    #expect(part.duration == .milliseconds(500))
    #expect(part.beginTimestamp == 1_769_862_646_100)
    var machine = PlayerMachine(part)
    _ = try machine.receive(.play)
    #expect(try machine.receive(.prepared(load: 1)).map(Self.line) == ["first frame", "phase playing", "start"])
    #expect(machine.state?.globalState == ["lesson": "Fractions", "page": 1])
    #expect(try machine.receive(.timePassed(milliseconds: 100)).map(Self.line) == ["state globalState"])
    for begin in [0, Int.min, Int.max, 1_769_862_647_001] {
      #expect(throws: WhiteboardFailure.self) { try RoomRecording.sample().part(from: begin, duration: nil) }
    }
  }
}
