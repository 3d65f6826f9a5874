import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// The manager's core, event by event.
@Suite struct UserInfoRequestsTests {
  private typealias Requests = UserInfoRequests

  private static let (ana, ben) = ("ana", "ben")

  private static func id(_ text: String) throws -> UserID { try UserID(text) }

  private static func machine(
    user: String? = "ana", lifetime: Duration = .seconds(10), capacity: Int = 100, batchLimit: Int = 100
  ) throws -> UserInfoRequests {
    UserInfoRequests(
      currentUser: try user.map { try UserID($0) }, lifetime: lifetime, unknownLifetime: lifetime, capacity: capacity,
      batchLimit: batchLimit)
  }

  private static func record(_ user: String, _ info: UserInfo, at timestamp: Int) throws -> UserInfoRecord {
    UserInfoRecord(user: try UserID(user), info: info, version: timestamp)
  }

  @Test("1b: requests of one window are fetched together, each user once, grouped by the requested attributes")
  func collects() throws {
    var machine = try Self.machine()
    let users = try ["ana", "ben", "cai"].map(Self.id)
    #expect(machine.receive(.requested(request: 0, users: Array(users[..<2]), .all), at: .zero) == [.openWindow(0)])
    #expect(machine.receive(.requested(request: 1, users: Array(users[1...]), .all), at: .zero) == [])
    let nick = UserAttributeSelection(.nickName)
    #expect(machine.receive(.requested(request: 2, users: [users[2], try Self.id("dee")], nick), at: .zero) == [])
    #expect(
      machine.receive(.windowClosed(window: 0), at: .seconds(1)) == [
        .fetch(batch: 0, users, .all), .fetch(batch: 1, [try Self.id("dee")], nick),
      ])
    #expect(machine.receive(.windowClosed(window: 0), at: .seconds(1)) == [])
    let ben = try Self.record("ben", UserInfo(nickName: "Ben"), at: 5)
    #expect(
      machine.receive(.fetched(batch: 0, .success([ben.user: ben])), at: .seconds(1)) == [
        .answer(request: 0, .success([users[0]: UserInfo(userID: "ana"), users[1]: ben.info])),
        .answer(request: 1, .success([users[1]: ben.info, users[2]: UserInfo(userID: "cai")])),
      ])
    #expect(machine.waitingCount == 1)
  }

  @Test("the work for a response does not grow with the requests that wait for others")
  func scales() throws {
    #expect(try ProcessorTime.measure(Self.answerThousands) < .seconds(120))
  }

  private static func answerThousands() throws {
    var machine = try machine(capacity: 1_000_000, batchLimit: 10)
    let count = 4_000
    let users = try (0..<count).map { request in try (0..<10).map { try id("user-\(request)-\($0)") } }
    for (request, users) in users.enumerated() {
      _ = machine.receive(.requested(request: request, users: users, .all), at: .zero)
    }
    #expect(machine.receive(.windowClosed(window: 0), at: .zero).count == count)
    // The same number wait again for batches in progress.
    for (request, users) in users.enumerated() {
      #expect(machine.receive(.requested(request: count + request, users: users, .all), at: .zero) == [])
    }
    var answers = 0
    for batch in 0..<count { answers += machine.receive(.fetched(batch: batch, .success([:])), at: .zero).count }
    #expect(answers == 2 * count)
    #expect(machine.waitingCount == 0)
  }

  @Test("1b: the size of a batch is limited")
  func dividesBatches() throws {
    var machine = try Self.machine(batchLimit: 2)
    let users = try (0..<5).map { try Self.id("user-\($0)") }
    _ = machine.receive(.requested(request: 0, users: users, .all), at: .zero)
    let effects = machine.receive(.windowClosed(window: 0), at: .zero)
    #expect(
      effects == [
        .fetch(batch: 0, Array(users[0..<2]), .all), .fetch(batch: 1, Array(users[2..<4]), .all),
        .fetch(batch: 2, [users[4]], .all),
      ])
    #expect(machine.receive(.fetched(batch: 2, .success([:])), at: .zero) == [])
    #expect(
      machine.receive(.fetched(batch: 0, .failure(.serviceLimitExceeded)), at: .zero) == [
        .answer(request: 0, .failure(.serviceLimitExceeded))
      ])
    #expect(machine.receive(.fetched(batch: 1, .success([:])), at: .zero) == [])
  }

  @Test("1b: only users who are missing or have expired are fetched")
  func fetchesMissing() throws {
    var machine = try Self.machine()
    let (ana, ben) = (try Self.id("ana"), try Self.id("ben"))
    _ = machine.receive(.learned(try Self.record("ana", UserInfo(sign: "a"), at: 1), session: 0), at: .zero)
    _ = machine.receive(.requested(request: 0, users: [ana, ben], .all), at: .seconds(9))
    #expect(machine.receive(.windowClosed(window: 0), at: .seconds(9)) == [.fetch(batch: 0, [ben], .all)])
    _ = machine.receive(.fetched(batch: 0, .success([:])), at: .seconds(9))
    // The absence of a record is cached as well.
    #expect(
      machine.receive(.requested(request: 1, users: [ana, ben], .all), at: .milliseconds(9_999)) == [
        .answer(request: 1, .success([ana: UserInfo(userID: "ana", sign: "a"), ben: UserInfo(userID: "ben")]))
      ])
    _ = machine.receive(.requested(request: 2, users: [ana, ben], .all), at: .seconds(10))
    #expect(machine.receive(.windowClosed(window: 1), at: .seconds(10)) == [.fetch(batch: 1, [ana], .all)])
  }

  @Test("a user who is being fetched is not fetched again, unless further attributes are requested")
  func joinsFetches() throws {
    var machine = try Self.machine()
    let ana = try Self.id("ana")
    let (nick, mail) = (UserAttributeSelection(.nickName), UserAttributeSelection(.mail))
    _ = machine.receive(.requested(request: 0, users: [ana], nick), at: .zero)
    _ = machine.receive(.windowClosed(window: 0), at: .zero)
    #expect(machine.receive(.requested(request: 1, users: [ana], nick), at: .zero) == [])
    #expect(machine.receive(.requested(request: 2, users: [ana], mail), at: .zero) == [.openWindow(1)])
    let record = try Self.record("ana", UserInfo(nickName: "Ana"), at: 1)
    #expect(
      machine.receive(.fetched(batch: 0, .success([ana: record])), at: .zero) == [
        .answer(request: 0, .success([ana: record.info])), .answer(request: 1, .success([ana: record.info])),
      ])
  }

  @Test("1b: attributes are cached separately: a selective fetch updates only its own")
  func mergesAttributes() throws {
    var cache = UserInfoCache(lifetime: .seconds(10), unknownLifetime: .seconds(10), capacity: 10)
    let ana = try Self.id("ana")
    let (nick, mail) = (UserAttributeSelection(.nickName), UserAttributeSelection(.mail))
    _ = cache.learn(try Self.record("ana", UserInfo(nickName: "Ana"), at: 1), nick, at: .zero)
    _ = cache.learn(try Self.record("ana", UserInfo(nickName: "no", mail: "m"), at: 2), mail, at: .seconds(5))
    #expect(cache.info(of: ana, [nick, mail], at: .seconds(5)) == UserInfo(userID: "ana", nickName: "Ana", mail: "m"))
    #expect(cache.info(of: ana, .all, at: .seconds(5)) == nil)
    #expect(cache.info(of: ana, [nick, mail], at: .seconds(10)) == nil)
    #expect(cache.info(of: ana, mail, at: .seconds(10)) == UserInfo(userID: "ana", mail: "m"))
  }

  @Test("a response that was in progress during a newer write does not undo it")
  func keepsNewer() throws {
    var machine = try Self.machine()
    let ana = try Self.id("ana")
    _ = machine.receive(.requested(request: 0, users: [ana], .all), at: .zero)
    _ = machine.receive(.windowClosed(window: 0), at: .zero)
    let newer = try Self.record("ana", UserInfo(sign: "new"), at: 2)
    _ = machine.receive(.learned(newer, session: 0), at: .zero)
    let older = try Self.record("ana", UserInfo(sign: "old", birth: "b"), at: 1)
    #expect(
      machine.receive(.fetched(batch: 0, .success([ana: older])), at: .zero) == [
        .answer(request: 0, .success([ana: newer.info]))
      ])
  }

  @Test(
    "1b: news is reported only if its timestamp is newer than the known one",
    arguments: [
      ([1], 1), ([1, 1], 1), ([2, 1], 1), ([1, 2], 2), ([1, 3, 2, 3, 4], 3), ([.max, 0], 1),
    ])
  func tellsNewer(_ timestamps: [Int], _ expected: Int) throws {
    var machine = try Self.machine()
    var told = 0
    for timestamp in timestamps {
      let record = try Self.record("ben", UserInfo(sign: "\(timestamp)"), at: timestamp)
      told += machine.receive(.learned(record, session: 0), at: .zero).count
    }
    #expect(told == expected)
  }

  @Test("a fetch reports known users who have changed, and whose attributes they are")
  func tellsOfFetches() throws {
    var machine = try Self.machine(lifetime: .zero)
    let users = try [Self.id("ana"), Self.id("ben")]
    var told: [UserInfoNotification] = []
    for timestamp in [1, 1, 2] {
      let request = Requests.Event.requested(request: timestamp, users: users, .all)
      guard case .openWindow(let window)? = machine.receive(request, at: .zero).first,
        case .fetch(let batch, _, _)? = machine.receive(.windowClosed(window: window), at: .zero).first
      else { Issue.record("nothing was fetched"); return }
      let info = UserInfo(sign: "\(timestamp)")
      let records = [users[0]: UserInfoRecord(user: users[0], info: info, version: timestamp)]
      for case .notify(let news) in machine.receive(.fetched(batch: batch, .success(records)), at: .zero) {
        told.append(news)
      }
    }
    #expect(
      told == [
        UserInfoNotification(user: users[0], info: UserInfo(userID: "ana", sign: "2"), timestamp: 2, isOwn: true)
      ])
  }

  @Test("1b: another login clears everything, ends waiting requests with 201, and ignores earlier responses")
  func forgets() throws {
    var machine = try Self.machine()
    let (ana, ben) = (try Self.id("ana"), try Self.id("ben"))
    let record = try Self.record("ben", UserInfo(sign: "s"), at: 1)
    _ = machine.receive(.learned(record, session: 0), at: .zero)
    _ = machine.receive(.requested(request: 0, users: [ana], .all), at: .zero)
    _ = machine.receive(.windowClosed(window: 0), at: .zero)
    _ = machine.receive(.requested(request: 1, users: [try Self.id("cai")], .all), at: .zero)
    #expect(machine.receive(.userChanged(ana), at: .zero) == [])
    #expect(
      machine.receive(.userChanged(ben), at: .zero) == [
        .answer(request: 0, .failure(.notLoggedIn)), .answer(request: 1, .failure(.notLoggedIn)),
      ])
    #expect(machine.cache.count == 0)
    #expect(machine.receive(.fetched(batch: 0, .success([:])), at: .zero) == [])
    #expect(machine.receive(.windowClosed(window: 1), at: .zero) == [])
    #expect(machine.receive(.learned(record, session: 0), at: .zero) == [])
    #expect(machine.cache.count == 0)
    _ = machine.receive(.userChanged(nil), at: .zero)
    #expect(
      machine.receive(.requested(request: 2, users: [ana], .all), at: .zero) == [
        .answer(request: 2, .failure(.notLoggedIn))
      ])
  }

  @Test("the cache is limited in size, and removes those that expire first")
  func forgetsFirst() throws {
    var cache = UserInfoCache(lifetime: .seconds(10), unknownLifetime: .seconds(10), capacity: 4)
    for number in 0..<5 {
      _ = cache.learn(try Self.record("user-\(number)", UserInfo(), at: 1), .all, at: .seconds(number))
    }
    #expect(cache.count == 2)
    #expect(cache.info(of: try Self.id("user-4"), .all, at: .seconds(5)) != nil)
    #expect(cache.info(of: try Self.id("user-2"), .all, at: .seconds(5)) == nil)
    var none = UserInfoCache(lifetime: .seconds(10), unknownLifetime: .seconds(10), capacity: -1)
    _ = none.learn(try Self.record("ana", UserInfo(), at: 1), .all, at: .zero)
    #expect(none.count == 0)
  }
}
