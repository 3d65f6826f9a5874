import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// Members and a service over connections that lose, delay, double and reorder messages and break. `make soak` runs
/// 100,000 of these sequences.
@Suite struct RoomFaultTests {
  @Test("random sequences with faults: once it is quiet, all agree, nothing acknowledged is lost, and nothing hangs")
  func survivesFaults() async {
    let count = UInt64(Effort.rounds(40, soak: 2_000))
    let problems = await withTaskGroup(of: [String].self) { group in
      for part in 0..<8 as Range<UInt64> {
        group.addTask {
          stride(from: part, to: count, by: 8).compactMap { number in
            let seed = Effort.seed &* 1_000_003 &+ number
            var room = SimulatedRoom(seed: seed)
            return room.run(events: 200).map { "seed \(seed): \($0)" }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(problems.prefix(5) == [])
  }
}
