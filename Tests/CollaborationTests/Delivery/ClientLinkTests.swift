import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Rows for both sides of a delivery. The random tests play them against each other.
@Suite struct ClientLinkTests {
  private typealias Link = ClientLink<MessageWire>

  private static func accepted(_ revision: Int, _ request: Int) -> MessageFrame {
    .requestAccepted(RequestAccepted(revision: revision, request: request))
  }

  private static func snapshot(_ revision: Int, handled: Int = 0, _ answers: [RequestAnswer] = []) -> MessageFrame {
    .snapshot(MessageFrame.Snapshot(revision: revision, handled: handled, answers: answers))
  }

  private static let custom = MessageAction.sendCustomMessage(
    MessageAction.SendCustomMessage(
      id: "1", message: CustomMessage(to: [], body: CustomMessageBody(customEvent: "e"))))

  /// A link of a session that has begun, with a number of requests.
  private static func live(requests: Int = 0, _ timing: LinkTiming = LinkTiming()) -> Link {
    var link = Link(timing: timing)
    _ = link.receive(.join("c", session: "s"), now: 0)
    _ = link.receive(.connected, now: 0)
    _ = link.receive(.frame(snapshot(0)), now: 0)
    for id in 0..<requests { _ = link.receive(.send(id: id + 1, custom), now: 0) }
    return link
  }

  @Test("joining and restoring a connection are given up after their time, and not before")
  func givesUp() {
    let timing = LinkTiming(connection: 5_000, retriesJoining: true)
    var link = Link(timing: timing)
    #expect(link.receive(.join("c", session: "s"), now: 0) == [.connect])
    #expect(link.receive(.disconnected("x"), now: 10) == [])
    #expect(link.receive(.wake, now: 1_010) == [.connect])
    #expect(link.receive(.disconnected("x"), now: 1_020) == [])
    #expect(link.receive(.wake, now: 5_000) == [.failed("the connection was not established in time")])
    #expect(link.phase == .idle && link.deadline == nil)

    link = Self.live(LinkTiming(connection: 5_000))
    #expect(link.receive(.disconnected("x"), now: 7_000) == [.interrupted])
    #expect(link.receive(.wake, now: 11_999) == [.connect])
    #expect(link.receive(.wake, now: 12_000) == [.failed("the connection was not established in time")])
  }

  /// The times between attempts to connect after a loss, none of which succeeds.
  private static func waits(_ count: Int, seed: UInt64) -> [Int] {
    var link = Link(timing: LinkTiming(), seed: seed)
    _ = link.receive(.join("c", session: "s"), now: 0)
    _ = link.receive(.connected, now: 0)
    _ = link.receive(.frame(snapshot(0)), now: 0)
    var (now, waits) = (0, [Int]())
    #expect(link.receive(.disconnected("x"), now: now) == [.interrupted])
    for _ in 0..<count {
      let next = link.deadline ?? .max
      #expect(link.receive(.wake, now: next) == [.connect])
      waits.append(next - now)
      now = next
      #expect(link.receive(.disconnected("x"), now: now) == [])
    }
    return waits
  }

  @Test("waits between attempts double up to a limit, are random below it, and follow from the seed")
  func backsOff() {
    #expect(Self.waits(50, seed: 7) == Self.waits(50, seed: 7))
    let all = (0..<400).map { Self.waits(12, seed: UInt64($0)) }
    for attempt in 0..<12 {
      let limit = min(1_000 << attempt, 30_000)
      let waits = all.map { $0[attempt] }.sorted()
      #expect(waits.first ?? 0 >= 1 && waits.last ?? .max <= limit)
      // Spread over the whole range, in every tenth of it.
      for tenth in 0..<10 {
        let part = limit * tenth / 10...limit * (tenth + 1) / 10
        #expect(waits.contains { part.contains($0) }, "attempt \(attempt), tenth \(tenth)")
      }
      let mean = waits.reduce(0, +) / waits.count
      #expect((mean - limit / 2).magnitude < limit / 10)
    }
  }

  @Test("the clients of a service that stops do not return at once")
  func spreads() {
    let first = (0..<10_000).map { Self.waits(1, seed: UInt64($0))[0] }
    let perTenth = Dictionary(grouping: first) { $0 / 100 }.mapValues(\.count)
    #expect(perTenth.values.max() ?? .max < 1_300)
  }

  @Test("a connection that lasts, or on which frames arrive, begins the waits again; one that is lost at once does not")
  func beginsAgain() {
    for (isSound, limit) in [(true, 1_000), (false, 30_000)] {
      var longest = 0
      for seed in 0..<200 {
        var link = Link(timing: LinkTiming(), seed: UInt64(seed))
        _ = link.receive(.join("c", session: "s"), now: 0)
        _ = link.receive(.connected, now: 0)
        _ = link.receive(.frame(Self.snapshot(0)), now: 0)
        var (now, revision) = (0, 0)
        for _ in 0..<8 {
          _ = link.receive(.disconnected("x"), now: now)
          let next = link.deadline ?? .max
          longest = max(longest, next - now)
          now = next
          _ = link.receive(.wake, now: now)
          _ = link.receive(.connected, now: now)
          let pulse = MessageFrame.sessionUpToDate(SessionUpToDate(revision: revision))
          #expect(link.receive(.frame(pulse), now: now).first == .resumed)
          if isSound {
            revision += 1
            _ = link.receive(.frame(Self.accepted(revision, 0)), now: now)
          }
        }
      }
      #expect(longest <= limit && longest > limit * 9 / 10)
    }
  }

  @Test("an unanswered message is repeated later each time, and not before its answer can be expected")
  func repeatsLater() {
    for seed in 0..<100 {
      var link = Link(timing: LinkTiming(request: 1_000_000, heartbeat: 1_000_000), seed: UInt64(seed))
      _ = link.receive(.join("c", session: "s"), now: 0)
      _ = link.receive(.connected, now: 0)
      _ = link.receive(.frame(Self.snapshot(0)), now: 0)
      _ = link.receive(.send(id: 1, Self.custom), now: 0)
      var now = 0
      for attempt in 0..<8 {
        let next = link.deadline ?? .max
        #expect(next - now > 1_000 && next - now <= 1_000 + min(1_000 << attempt, 30_000))
        now = next
        #expect(link.receive(.wake, now: now).count == 1)
      }
    }
  }

  @Test("joining without repetitions fails with the reason, and a rejection ends it")
  func failsToJoin() {
    var link = Link()
    _ = link.receive(.join("c", session: "s"), now: 0)
    #expect(link.receive(.disconnected("x"), now: 10) == [.failed("x")])
    _ = link.receive(.join("c", session: "s"), now: 20)
    _ = link.receive(.connected, now: 30)
    let rejected = MessageFrame.sessionRejected(SessionRejected(error: .tokenExpired))
    #expect(link.receive(.frame(rejected), now: 40) == [.failed("expected a valid token")])
    // One that arrives late, in a session, has no effect.
    link = Self.live()
    #expect(link.receive(.frame(rejected), now: 40) == [])
  }

  @Test("a frame that cannot be read counts as received, and ends the wait for its answer")
  func skipsUnreadable() {
    var link = Self.live(requests: 2)
    #expect(link.receive(.unreadable(revision: nil, request: nil), now: 1) == [])
    let second = Self.accepted(2, 2)
    let resume = MessageWire.resume(session: "s", seen: 0)
    #expect(link.receive(.frame(second), now: 1) == [.transmit(resume)])
    #expect(link.receive(.unreadable(revision: 1, request: 1), now: 2) == [.overdue(id: 1), .deliver(second)])
    #expect(link.receive(.unreadable(revision: 1, request: 1), now: 3) == [])
    #expect(link.size == 0)
  }

  @Test("a snapshot with later frames skips only what is lost")
  func skipsLost() {
    var link = Self.live(requests: 2)
    let answers = [RequestAnswer(request: 1), RequestAnswer(request: 2)]
    let frames = [Self.snapshot(7, handled: 2, answers), Self.accepted(8, 2)]
    #expect(frames.map { link.receive(.frame($0), now: 1) } == frames.map { [.deliver($0)] })
    #expect(link.seen == 8 && link.size == 0)
  }

  @Test("the largest revision of a hostile service is only a number")
  func survivesLargeNumbers() {
    var link = Self.live(requests: 1)
    _ = link.receive(.frame(Self.snapshot(.max, handled: .max)), now: 1)
    _ = link.receive(.frame(Self.accepted(.max, 1)), now: 2)
    _ = link.receive(.unreadable(revision: .max, request: .max), now: 3)
    #expect(link.seen == .max)
    var service = ServiceLink<MessageWire>(session: "s", connection: 1, limits: ServiceLimits(frames: 4))
    service.take(Self.custom, id: .max)
    service.acknowledge(.max)
    #expect(service.missing(after: .max).frames == [] && service.size == 0)
  }

  // MARK: The service's side

  @Test("a service's link passes on requests in order, once, and not too many without an acknowledgment")
  func ordersRequests() {
    var link = ServiceLink<MessageWire>(session: "s", connection: 1, limits: ServiceLimits(frames: 100))
    for id in [3, 2, 2, 1, 66, 65] { link.take(Self.custom, id: id) }
    var ids: [Int] = []
    while let next = link.next() { ids.append(next.id) }
    #expect(ids == [1, 2, 3])
    for id in 4...64 { link.take(Self.custom, id: id) }
    link.take(Self.custom, id: 1)
    while let next = link.next() {
      ids.append(next.id)
      _ = link.number(RequestAnswer(request: next.id)) { Self.accepted($0, next.id) }
    }
    // Beyond the window, 66 was ignored. Nothing but frames and answers is kept.
    #expect(ids == Array(1...64) && link.size == 2 * 61)
  }

  @Test("a service's link keeps what was not acknowledged, up to its limit")
  func keepsFrames() {
    var link = ServiceLink<MessageWire>(session: "s", connection: 1, limits: ServiceLimits(frames: 3))
    for id in 1...5 { _ = link.number(RequestAnswer(request: id)) { Self.accepted($0, id) } }
    #expect(link.missing(after: 2) == .init(lost: nil, frames: (3...5).map { Self.accepted($0, $0) }))
    #expect(link.missing(after: 1) == .init(lost: 2, frames: (3...5).map { Self.accepted($0, $0) }))
    #expect(link.missing(after: 5) == .init(lost: nil, frames: []))
    #expect(link.answers.map(\.request) == [1, 2, 3, 4, 5])
    link.acknowledge(4)
    #expect(link.missing(after: 4).frames == [Self.accepted(5, 5)] && link.answers.map(\.request) == [5])
    #expect(link.answer(to: 5) == Self.accepted(5, 5) && link.answer(to: 4) == nil)
  }
}
