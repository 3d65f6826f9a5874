import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// A playback whose data comes late, twice, in another order, or never.
@Suite struct PlayerFaultTests {
  private struct Run {
    var machine: PlayerMachine
    var random: SeededRandom
    /// All loads that were requested; any of them may be answered at any time, repeatedly.
    var loads: [Int] = []
    var seeks: [Int: Int] = [:]
    var problem: String?

    mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func process(_ input: PlayerMachine.Input) {
      guard let effects = try? machine.receive(input) else { return }
      for effect in effects {
        switch effect {
        case .prepare(let load, _): loads.append(load)
        case .seekEnded(let id, _):
          seeks[id, default: 0] += 1
          if seeks[id] != 1 { problem = "seek \(id) ended \(seeks[id] ?? 0) times" }
        case .notify, .startTime, .stopTime: break
        }
      }
    }

    mutating func act(_ step: Int) {
      switch pick(12) {
      case 0, 1: process(.play)
      case 2: process(.pause)
      case 3, 4:
        seeks[step] = 0
        process(.seek(id: step, to: pick(2_200)))
      case 5, 6, 7:
        if let load = loads.isEmpty ? nil : loads[pick(loads.count)] { process(.prepared(load: load)) }
      case 8: if let load = loads.last { process(.prepared(load: load)) }
      case 9:
        if let load = loads.isEmpty ? nil : loads[pick(loads.count)] {
          process(.preparingFailed(load: load, reason: "x"))
        }
      default: process(.timePassed(milliseconds: pick(400)))
      }
    }
  }

  private static func problem(_ seed: UInt64, _ recording: RoomRecording) -> String? {
    let machine = PlayerMachine(recording, hasMedia: seed.isMultiple(of: 5))
    var run = Run(machine: machine, random: SeededRandom(seed: seed))
    for step in 0..<200 { run.act(step) }
    // It becomes quiet: what is outstanding fails after its time limit.
    if let load = run.loads.last { run.process(.preparingFailed(load: load, reason: "timeout")) }
    if let hanging = run.seeks.first(where: { $0.value == 0 })?.key { return "seek \(hanging) hangs" }
    run.process(.pause)
    for (time, page) in [(1_500, 2), (300, 1)] {
      run.seeks[1_000 + time] = 0
      run.process(.seek(id: 1_000 + time, to: time))
      if let load = run.loads.last { run.process(.prepared(load: load)) }
      if run.seeks[1_000 + time] != 1 { return "the last seek hangs" }
      if run.machine.state?.globalState["page"]?.int != page { return "another state at \(time)" }
    }
    return run.problem
  }

  @Test("random sequences with faults: every seek ends once, and then the state is the recording's")
  func survivesFaults() async throws {
    let recording = try RoomRecording.sample()
    let count = UInt64(Effort.rounds(300, soak: 2_000))
    let problems = (0..<count).compactMap { number -> String? in
      let seed = Effort.seed &* 1_000_003 &+ number
      return Self.problem(seed, recording).map { "seed \(seed): \($0)" }
    }
    #expect(problems.prefix(5) == [])
  }
}
