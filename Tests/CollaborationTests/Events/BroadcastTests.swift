import Foundation
import SchemaRuntime
import Testing

@testable import Collaboration

/// The delivery of events to listeners that come and go.
@Suite struct BroadcastTests {
  /// The runtime reports a cancellation inside a lock of the task, and an event wakes the task inside the lock of the
  /// broadcast. On threads, because tasks could not tell that all of them wait.
  @Test("listeners can be cancelled while events are sent", arguments: ["events", "values"])
  func cancelsWhileSending(_ kind: String) async throws {
    let isEnded = Mutex(false)
    Thread.detachNewThread {
      for _ in 0..<50 {
        let (events, values) = (EventBroadcast<Int>(), CurrentValueBroadcast(0))
        let listening = (0..<200).map { _ in
          let stream = kind == "events" ? events.events() : values.values()
          return Task { for await _ in stream {} }
        }
        // Until most of the tasks wait for an event.
        usleep(2_000)
        let ready = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { part in
          // Both begin at the same moment.
          ready.withLock { $0 += 1 }
          while ready.withLock({ $0 }) < 2 {}
          if part == 1 { return kind == "events" ? events.send(1) : values.send(1) }
          for task in listening.reversed() { task.cancel() }
        }
      }
      isEnded.withLock { $0 = true }
    }
    let start = ContinuousClock.now
    while !isEnded.withLock({ $0 }), start.duration(to: .now) < .seconds(600) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(isEnded.withLock { $0 })
  }

  @Test("listeners that have ended are forgotten with the next event or the next listener")
  func forgetsListeners() async {
    var listeners = Listeners<Int>(.unlimited)
    for _ in 0..<1_000 {
      _ = listeners.add()
      #expect(listeners.count <= 2)
    }
    let stream = listeners.add()
    listeners.send(1)
    #expect(listeners.count == 1)
    listeners.finish()
    #expect(await stream.reduce(0, +) == 1)
    #expect(listeners.count == 0)
  }

  @Test("a listener who is too far behind gets what waited, and then the end; others are not affected")
  func endsSlowListeners() async {
    let events = EventBroadcast<Int>(limit: 4)
    let (slow, quick) = (events.events(), events.events())
    var iterator = quick.makeAsyncIterator()
    for number in 1...10 {
      events.send(number)
      #expect(await iterator.next() == number)
    }
    #expect(await slow.reduce(into: []) { $0.append($1) } == [1, 2, 3, 4])
    let again = events.events()
    events.send(11)
    events.endSequences()
    #expect(await again.reduce(into: []) { $0.append($1) } == [11])
    #expect(await iterator.next() == 11)
    #expect(await iterator.next() == nil)
    // Without a limit, everything waits.
    let all = EventBroadcast<Int>(limit: nil)
    let patient = all.events()
    for number in 0..<5_000 { all.send(number) }
    all.finish()
    #expect(await patient.reduce(0) { count, _ in count + 1 } == 5_000)
  }

  @Test("by default, 1,024 events wait for a listener, and of values the newest 64")
  func limits() async {
    let (events, values) = (EventBroadcast<Int>(), CurrentValueBroadcast(0))
    let (slowEvents, slowValues) = (events.events(), values.values())
    for number in 1...2_000 {
      events.send(number)
      values.send(number)
    }
    values.endSequences()
    #expect(await slowEvents.reduce(into: []) { $0.append($1) } == Array(1...1_024))
    #expect(await slowValues.reduce(into: []) { $0.append($1) } == Array(1_937...2_000))
  }

  @Test("a listener receives every event after its beginning, and the end")
  func delivers() async {
    let events = EventBroadcast<Int>()
    events.send(0)
    let stream = events.events()
    for number in 1...100 { events.send(number) }
    events.finish()
    events.send(101)
    #expect(await stream.reduce(into: []) { $0.append($1) } == Array(1...100))
    #expect(await events.events().reduce(0, +) == 0)
    events.resume()
    let later = events.events()
    events.send(102)
    events.finish()
    #expect(await later.reduce(0, +) == 102)
  }
}
