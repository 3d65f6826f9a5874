import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// What reports of a store change in the manager's core.
@Suite struct UserInfoFollowTests {
  private static func record(_ user: UserID, _ sign: String, at timestamp: Int) -> UserInfoRecord {
    UserInfoRecord(user: user, info: UserInfo(sign: sign), version: timestamp)
  }

  private static func machine(_ user: UserID?) -> UserInfoRequests {
    UserInfoRequests(currentUser: user, lifetime: .seconds(1_000), capacity: 100, batchLimit: 2)
  }

  @Test("a newer record of a known user is fetched and reported; older reports, and those of others, have no effect")
  func fetchesNewer() throws {
    let (ana, ben, cai) = (try UserID("ana"), try UserID("ben"), try UserID("cai"))
    var machine = Self.machine(ana)
    _ = machine.receive(.learned(Self.record(ben, "1", at: 5), session: 0), at: .zero)
    for change in [UserInfoStoreChange.written([ben: 5]), .written([ben: 4]), .written([cai: 9])] {
      #expect(machine.receive(.storeChanged(request: 0, change), at: .zero) == [.answer(request: 0, .success([:]))])
    }
    #expect(machine.cache.info(of: ben, .all, at: .zero)?.sign == "1")
    #expect(machine.receive(.storeChanged(request: 1, .written([ben: 6, cai: 9])), at: .zero) == [.openWindow(0)])
    #expect(machine.cache.info(of: ben, .all, at: .zero) == nil)
    #expect(machine.receive(.windowClosed(window: 0), at: .zero) == [.fetch(batch: 0, [ben], .all)])
    let record = Self.record(ben, "2", at: 6)
    #expect(
      machine.receive(.fetched(batch: 0, .success([ben: record])), at: .zero) == [
        .notify(UserInfoNotification(user: ben, info: record.info, timestamp: 6, isOwn: false)),
        .answer(request: 1, .success([ben: record.info])),
      ])
    #expect(machine.cache.info(of: ben, .all, at: .zero)?.sign == "2")
  }

  @Test("after a gap in the reports, all users are asked for again")
  func forgetsAfterGap() throws {
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    var machine = Self.machine(ana)
    _ = machine.receive(.learned(Self.record(ben, "1", at: 5), session: 0), at: .zero)
    _ = machine.receive(.storeChanged(request: 0, .mayHaveMissedChanges), at: .zero)
    #expect(machine.cache.info(of: ben, .all, at: .zero) == nil)
    #expect(machine.receive(.requested(request: 1, users: [ben], .all), at: .zero) == [.openWindow(0)])
  }

  @Test("a record that was read before a reported change answers its request, is not kept, and is read again")
  func keepsNothingOutdated() throws {
    let (ana, ben) = (try UserID("ana"), try UserID("ben"))
    for change in [UserInfoStoreChange.written([ben: 6]), .mayHaveMissedChanges] {
      var machine = Self.machine(ana)
      _ = machine.receive(.requested(request: 0, users: [ben], .all), at: .zero)
      _ = machine.receive(.windowClosed(window: 0), at: .zero)
      #expect(machine.receive(.storeChanged(request: 1, change), at: .zero) == [.openWindow(1)])
      let (old, new) = (Self.record(ben, "1", at: 5), Self.record(ben, "2", at: 6))
      #expect(
        machine.receive(.fetched(batch: 0, .success([ben: old])), at: .zero) == [
          .answer(request: 0, .success([ben: old.info]))
        ])
      #expect(machine.cache.info(of: ben, .all, at: .zero) == nil)
      #expect(machine.receive(.windowClosed(window: 1), at: .zero) == [.fetch(batch: 1, [ben], .all)])
      #expect(
        machine.receive(.fetched(batch: 1, .success([ben: new])), at: .zero) == [
          .notify(UserInfoNotification(user: ben, info: new.info, timestamp: 6, isOwn: false)),
          .answer(request: 1, .success([ben: new.info])),
        ])
    }
  }

  @Test("reports have no effect while no user is logged in")
  func ignoresWithoutUser() throws {
    var machine = Self.machine(nil)
    let change = UserInfoStoreChange.written([try UserID("ben"): 1])
    let effects = machine.receive(.storeChanged(request: 0, change), at: .zero)
    #expect(effects == [.answer(request: 0, .failure(.notLoggedIn))])
  }

  /// A store with one client, whose reports, reads and answers take any time.
  private struct Run {
    var machine: UserInfoRequests
    let users: [UserID]
    var store: [UserID: UserInfoRecord] = [:]
    var time = 0
    var reports: [UserInfoStoreChange] = []
    var windows: [Int] = []
    var answers: [(batch: Int, records: [UserID: UserInfoRecord])] = []
    var next = 0

    mutating func feed(_ event: UserInfoRequests.Event) {
      for effect in machine.receive(event, at: .zero) {
        switch effect {
        case .openWindow(let window): windows.append(window)
        case .fetch(let batch, let users, let selection):
          answers.append((batch, users.reduce(into: [:]) { $0[$1] = store[$1]?.filtered(selection) }))
        case .answer, .notify: break
        }
      }
    }

    mutating func step(_ dice: Int, _ random: inout SeededRandom) {
      let user = users[random.below(users.count)]
      next += 1
      switch dice {
      case 0, 1:
        time += 1
        store[user] = UserInfoFollowTests.record(user, "\(time)", at: time)
        reports.append(.written([user: Timestamp(millisecondsSinceEpoch: time)]))
      case 2: if !reports.isEmpty { feed(.storeChanged(request: next, reports.removeFirst())) }
      case 3: if !reports.isEmpty { reports = [.mayHaveMissedChanges] }
      case 4: feed(.requested(request: next, users: [user], random.below(2) == 0 ? .all : [.init(.sign)]))
      case 5: if !windows.isEmpty { feed(.windowClosed(window: windows.removeFirst())) }
      case 6, 7:
        guard !answers.isEmpty else { return }
        let answer = answers.remove(at: random.below(answers.count))
        feed(.fetched(batch: answer.batch, dice == 6 ? .success(answer.records) : .failure(.serviceLimitExceeded)))
      default: break
      }
    }
  }

  @Test("whatever overtakes what, once all reports have arrived, nothing in the cache is older than the store")
  func staysCurrent() throws {
    var random = SeededRandom(seed: 21)
    let users = try ["ana", "ben", "cai"].map { try UserID($0) }
    var failures: [String] = []
    var known = 0
    for number in 0..<Effort.rounds(3_000, soak: 1_000) {
      var run = Run(machine: Self.machine(users[0]), users: users)
      for _ in 0..<(4 + number % 30) { run.step(random.below(8), &random) }
      while !run.reports.isEmpty || !run.windows.isEmpty || !run.answers.isEmpty {
        for dice in [2, 5, 6] { run.step(dice, &random) }
      }
      for user in users {
        guard let info = run.machine.cache.info(of: user, [.init(.sign)], at: .zero) else { continue }
        known += 1
        if info.sign != run.store[user]?.info.sign { failures.append("run \(number): \(user) is outdated") }
      }
    }
    #expect(failures.prefix(3) == [])
    #expect(known > 1_000)
  }
}
