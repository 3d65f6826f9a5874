import Testing

@testable import Collaboration

@Suite struct VirtualClockTests {
  @Test("sleepers wake in the order of their deadlines, and never early")
  func wakesInOrder() async {
    let clock = VirtualClock()
    let woken = EventBroadcast<Int>()
    var heard = woken.events().makeAsyncIterator()
    for seconds in [3, 1, 2] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        woken.send(seconds)
      }
    }
    await clock.sleepers(3)
    for seconds in 1...3 {
      clock.advance(by: .milliseconds(999))
      #expect(clock.sleeperCount == 4 - seconds)
      clock.advance(by: .milliseconds(1))
      #expect(await heard.next() == seconds)
    }
    #expect(clock.now.offset == .seconds(3))
  }

  @Test("a cancelled sleeper wakes with an error, and a deadline in the past does not sleep")
  func wakesCancelled() async throws {
    let clock = VirtualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(1)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
    try await clock.sleep(for: .zero)
  }
}
