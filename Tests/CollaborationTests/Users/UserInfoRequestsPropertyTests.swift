import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// 100,000 random runs of the manager's core.
@Suite struct UserInfoRequestsPropertyTests {
  /// Chosen so that responses to batches, and windows and batches that were never opened, all occur.
  private struct Run {
    var machine: UserInfoRequests
    var open: Set<Int> = []
    var windows: Set<Int> = []
    var batches: [Int: [UserID]] = [:]
    var newest = 0
    var failure: String?

    /// Applies an event, with the events that result from it.
    mutating func receive(_ event: UserInfoRequests.Event, at now: Duration) {
      if case .requested(let request, _, _, _) = event { open.insert(request) }
      if case .fetched(let batch, _) = event { batches[batch] = nil }
      for effect in machine.receive(event, at: now) {
        switch effect {
        case .openWindow(let window):
          if !windows.insert(window).inserted { failure = "window \(window) opened twice" }
        case .fetch(let batch, let users, _):
          if users.isEmpty || users.count > 2 || Set(users).count != users.count { failure = "batch of \(users)" }
          if batches.updateValue(users, forKey: batch) != nil { failure = "batch \(batch) twice" }
        case .answer(let request, let answer):
          if open.remove(request) == nil { failure = "request \(request) answered twice or unasked" }
          if case .success(let infos) = answer, infos.isEmpty { failure = "request \(request) without users" }
        case .notify(let news):
          if news.timestamp < 1 { failure = "news of nothing" }
        }
      }
      if open.count != machine.waitingCount { failure = "\(open) wait, the machine has \(machine.waitingCount)" }
    }
  }

  @Test("in any order of events, each request has one answer, and a replay ends in the same state")
  func keepsItsWord() throws {
    var random = SeededRandom(seed: 3)
    let users = try ["ana", "ben", "cai"].map { try UserID($0) }
    let records = (0..<4).map { UserInfoRecord(user: users[$0 % 2], info: UserInfo(sign: "\($0)"), version: $0 + 1) }
    let start = UserInfoRequests(currentUser: users[0], lifetime: .seconds(2), capacity: 2, batchLimit: 2)
    let selections: [UserAttributeSelection] = [.all, UserAttributeSelection(.sign)]
    var failures: [String] = []
    for number in 0..<Effort.rounds(5_000, soak: 2_000) {
      var run = Run(machine: start)
      var events: [(UserInfoRequests.Event, Duration)] = []
      for step in 0...(number & 3) {
        let dice = random.next()
        let event: UserInfoRequests.Event
        let pick = Int(truncatingIfNeeded: dice >> 8) & 3
        switch dice & 7 {
        case 0, 1, 2:
          event = .requested(
            request: step, users: pick == 3 ? users : [users[pick]], selections[Int(truncatingIfNeeded: dice >> 16) & 1]
          )
        case 3, 4: event = .windowClosed(window: (run.windows.max() ?? 0) + (pick == 3 ? 1 : 0))
        case 5:
          event = .fetched(
            batch: pick & 1, pick > 1 ? .failure(.serviceLimitExceeded) : .success([records[pick].user: records[pick]]))
        case 6: event = .learned(records[pick], session: pick & 1)
        default: event = .userChanged(pick == 3 ? nil : users[pick & 1])
        }
        let now = Duration.seconds(step)
        events.append((event, now))
        run.receive(event, at: now)
      }
      if run.machine.cache.count > 2 { run.failure = "too many users" }
      var replay = start
      for (event, now) in events { _ = replay.receive(event, at: now) }
      if replay != run.machine { run.failure = "a replay ends elsewhere" }
      // In the end every request is answered.
      for window in run.windows { run.receive(.windowClosed(window: window), at: .seconds(9)) }
      for batch in run.batches.keys.sorted() { run.receive(.fetched(batch: batch, .success([:])), at: .seconds(9)) }
      if !run.open.isEmpty { run.failure = "\(run.open) never answered" }
      if let failure = run.failure { failures.append("run \(number): \(failure)") }
    }
    #expect(failures.prefix(3) == [])
  }

  @Test("in any order of records, an attribute that has not expired never becomes older")
  func neverGoesBack() throws {
    var random = SeededRandom(seed: 4)
    let ana = try UserID("ana")
    let records = (0..<4).map { UserInfoRecord(user: ana, info: UserInfo(sign: "\($0)"), version: $0) }
    let selection = UserAttributeSelection(.sign)
    var failures: [String] = []
    for number in 0..<Effort.rounds(5_000, soak: 2_000) {
      var cache = UserInfoCache(lifetime: .seconds(3), unknownLifetime: .seconds(3), capacity: 2)
      var (newest, expiry) = (-1, Duration.zero)
      for step in 0...(number & 1 + 1) {
        let record = records[Int(truncatingIfNeeded: random.next() & 3)]
        let now = Duration.seconds(step * (number & 2 == 0 ? 1 : 2))
        if record.version >= newest || now >= expiry { (newest, expiry) = (record.version, now + .seconds(3)) }
        let (info, _) = cache.learn(record, selection, at: now)
        if info.sign != "\(newest)" { failures.append("run \(number): \(info.sign ?? "nothing"), not \(newest)") }
        if cache.info(of: ana, selection, at: expiry) != nil { failures.append("run \(number): has not expired") }
      }
    }
    #expect(failures.prefix(3) == [])
  }
}
