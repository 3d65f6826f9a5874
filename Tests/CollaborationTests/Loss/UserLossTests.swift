import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// Two clients of one store, over connections that lose, double, delay and reorder.
@Suite struct UserLossTests {
  private enum ToStore {
    case read(client: Int, batch: Int, [UserID], UserAttributeSelection)
    case write(client: Int, number: Int, UserInfoChange)
  }

  private enum ToClient {
    case records(batch: Int, [UserID: UserInfoRecord])
    case written(number: Int, UserInfoRecord)
    case news(UserInfoRecord)
  }

  private enum Timer {
    case window(Int)
    case batch(Int)
    case write(Int)
  }

  private struct Client {
    var machine: UserInfoRequests
    var inbox = FaultyChannel<ToClient>()
    var timers: [(due: Int, timer: Timer)] = []
    /// Requests without an answer, and the users of all requests.
    var open: [Int: [UserID]] = [:]
    var nextRequest = 0
    var nextWrite = 0
    var unansweredWrites: Set<Int> = []
    /// When the known signatures were written, by user; without those that are not known at the moment.
    var known: [UserID: Int] = [:]
    var session: Int { machine.session }
  }

  private struct Run {
    static let timeout = 10

    let users: [UserID]
    var clients: [Client]
    var outbox = FaultyChannel<ToStore>()
    var store: [UserID: UserInfoRecord] = [:]
    /// The writes that the store has performed, by client and number.
    var performed: Set<[Int]> = []
    var acknowledged: Set<[Int]> = []
    /// When each signature was written.
    var written: [UserID: [String: Int]] = [:]
    var now = 0
    var failure: String?

    init(users: [UserID]) {
      self.users = users
      clients = (0..<2).map { index in
        Client(
          machine: UserInfoRequests(
            currentUser: users[index], lifetime: .seconds(40), unknownLifetime: .seconds(5), capacity: 3, batchLimit: 2)
        )
      }
    }

    mutating func feed(_ event: UserInfoRequests.Event, to index: Int, _ random: inout SeededRandom) {
      switch event {
      case .writeUnanswered(let user, _): clients[index].known[user] = nil
      case .userChanged: clients[index].known = [:]
      case .requested, .cancelled, .windowClosed, .fetched, .learned, .storeChanged: break
      }
      for effect in clients[index].machine.receive(event, at: .seconds(now)) {
        switch effect {
        case .openWindow(let window): clients[index].timers.append((now + 2, .window(window)))
        case .fetch(let batch, let users, let selection):
          outbox.send(.read(client: index, batch: batch, users, selection), at: now, &random)
          clients[index].timers.append((now + Self.timeout, .batch(batch)))
        case .answer(let request, let answer):
          guard let users = clients[index].open.removeValue(forKey: request) else {
            failure = "request \(request) has two answers"
            continue
          }
          if case .success(let infos) = answer, Set(infos.keys) != Set(users) { failure = "an incomplete answer" }
        case .notify: break
        }
      }
      if clients[index].open.count != clients[index].machine.waitingCount { failure = "a request is forgotten" }
    }

    mutating func fetch(_ users: [UserID], _ policy: UserInfoFetchPolicy, _ index: Int, _ random: inout SeededRandom) {
      let request = clients[index].nextRequest
      clients[index].nextRequest += 1
      clients[index].open[request] = users
      let selection = random.below(3) == 0 ? UserAttributeSelection(.sign) : .all
      feed(.requested(request: request, users: users, selection, policy), to: index, &random)
    }

    mutating func act(_ random: inout SeededRandom) throws {
      now += 1
      let index = random.below(2)
      switch random.below(12) {
      case 0...4:
        let first = random.below(users.count)
        let asked = random.below(3) == 0 ? users : [users[first]]
        fetch(asked, [.cached, .cached, .refresh, .maxAge(.seconds(7))][random.below(4)], index, &random)
      case 5...8:
        guard let user = clients[index].machine.currentUser else { return }
        let number = clients[index].nextWrite
        clients[index].nextWrite += 1
        clients[index].unansweredWrites.insert(number)
        let attributes = random.below(2) == 0 ? UserInfo(sign: "\(number)") : UserInfo(nickName: "\(number)")
        outbox.send(
          .write(client: index, number: number, try UserInfoChange(user: user, attributes: attributes)), at: now,
          &random)
        clients[index].timers.append((now + Self.timeout, .write(number)))
      case 9:
        if let request = clients[index].open.keys.min() { feed(.cancelled(request: request), to: index, &random) }
      case 10 where random.below(8) == 0:
        let user = clients[index].machine.currentUser
        feed(.userChanged(nil), to: index, &random)
        feed(.userChanged(user), to: index, &random)
      default: break
      }
    }

    mutating func deliver(_ random: inout SeededRandom) throws {
      forgetExpired()
      for request in outbox.receive(at: now) {
        switch request {
        case .read(let client, let batch, let users, let selection):
          let records = users.reduce(into: [:]) { $0[$1] = store[$1]?.filtered(selection) }
          clients[client].inbox.send(.records(batch: batch, records), at: now, &random)
        case .write(let client, let number, let change):
          // The service recognizes a doubled request.
          if performed.contains([client, number]) { continue }
          let record = try change.applied(to: store[change.user], at: Timestamp(millisecondsSinceEpoch: now))
          store[change.user] = record
          performed.insert([client, number])
          if let sign = change.attributes.sign { written[change.user, default: [:]][sign] = record.version }
          clients[client].inbox.send(.written(number: number, record), at: now, &random)
          clients[1 - client].inbox.send(.news(record), at: now, &random)
        }
      }
      for index in clients.indices {
        for answer in clients[index].inbox.receive(at: now) {
          switch answer {
          case .records(let batch, let records): feed(.fetched(batch: batch, .success(records)), to: index, &random)
          case .written(let number, let record):
            clients[index].unansweredWrites.remove(number)
            acknowledged.insert([index, number])
            feed(.learned(record, session: clients[index].session), to: index, &random)
          case .news(let record): feed(.learned(record, session: clients[index].session), to: index, &random)
          }
        }
        let due = clients[index].timers.filter { $0.due <= now }
        clients[index].timers.removeAll { $0.due <= now }
        for (_, timer) in due {
          switch timer {
          case .window(let window): feed(.windowClosed(window: window), to: index, &random)
          case .batch(let batch):
            feed(.fetched(batch: batch, .failure(.timedOut(after: .seconds(10)))), to: index, &random)
          case .write(let number):
            guard clients[index].unansweredWrites.remove(number) != nil else { continue }
            guard let user = clients[index].machine.currentUser else { continue }
            feed(.writeUnanswered(user, session: clients[index].session), to: index, &random)
          }
        }
      }
    }

    private mutating func forgetExpired() {
      for index in clients.indices {
        for user in users {
          let sign = UserAttributeSelection(.sign)
          let info = clients[index].machine.cache.info(of: user, sign, at: .seconds(now))
          if info == nil { clients[index].known[user] = nil }
        }
      }
    }

    /// A signature that is known is never replaced by an older one.
    mutating func watch() {
      for index in clients.indices {
        for user in users {
          let former = clients[index].known[user]
          let info = clients[index].machine.cache.info(of: user, UserAttributeSelection(.sign), at: .seconds(now))
          let time = info.map { $0.sign.flatMap { written[user]?[$0] } ?? 0 }
          if let former, let time, time < former { failure = "an older signature of \(user) won" }
          clients[index].known[user] = time
        }
      }
    }

    /// What is wrong once nothing is under way any longer, and both clients have asked again.
    mutating func settle(_ random: inout SeededRandom) throws -> String? {
      outbox.lost = 0
      for index in clients.indices { clients[index].inbox.lost = 0 }
      for round in 0..<80 {
        now += 1
        if round == 40 { for index in clients.indices { fetch(users, .refresh, index, &random) } }
        try deliver(&random)
      }
      if let failure { return failure }
      if clients.contains(where: { !$0.open.isEmpty }) { return "a request has no answer" }
      if !acknowledged.isSubset(of: performed) { return "an acknowledged write was not performed" }
      for user in users {
        let stored = store[user]?.info ?? UserInfo(userID: user.text)
        for client in clients {
          // With three users the cache is full, so some attributes may have to be asked for again.
          let sign = UserAttributeSelection(.sign)
          if let known = client.machine.cache.info(of: user, sign, at: .seconds(now)), known.sign != stored.sign {
            return "\(user) is \(known.sign ?? "-") to a client, and \(stored.sign ?? "-") to the store"
          }
        }
      }
      return nil
    }
  }

  @Test(
    "whatever is lost, doubled or overtaken, every fetch has one answer, and in the end both clients agree with the store"
  )
  func agrees() throws {
    let users = try ["ana", "ben", "cai"].map { try UserID($0) }
    let failures = try LossRuns.failures(60) { random in
      var run = Run(users: users)
      for _ in 0..<LossRuns.events {
        try run.act(&random)
        try run.deliver(&random)
        run.watch()
        if let failure = run.failure { return "step \(run.now): \(failure)" }
      }
      return try run.settle(&random)
    }
    #expect(failures.prefix(3) == [])
  }
}
