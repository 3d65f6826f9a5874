import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// Calls over a connection that loses, doubles, delays and reorders.
@Suite struct CallLossTests {
  /// A service that lists its participants after every change, and a client that hears it.
  private struct Run {
    var present: Set<Int> = []
    var lists = FaultyChannel<(event: CallEvent, call: Int)>()
    var session = CallSession()
    var call = 0
    /// What the client has set for participants, as long as they have not left.
    var expected: [String: String] = [:]
    var latest: Timestamp?
    var now = 0

    static let configuration = LaunchConfiguration(nil)

    init() { launch() }

    mutating func launch() {
      call = session.launch(Self.configuration, remoteOptions: nil, localViewData: nil) ?? call
      _ = session.connect(call)
      expected = [:]
      latest = nil
    }

    var list: CallEvent? {
      Timestamp(secondsSinceEpoch: Int64(now)).map { time in
        let list = present.sorted().map { RemoteParticipant(identifier: CommunicationIdentifier(rawID: "4:\($0)")) }
        return .remoteParticipantsChanged(list, lastUpdate: time)
      }
    }

    mutating func step(_ random: inout SeededRandom) {
      now += 1
      let person = random.below(6)
      switch random.below(20) {
      case 0...7:
        if present.remove(person) == nil { present.insert(person) }
        if let list { lists.send((list, call), at: now, &random) }
      case 8...12:
        let identifier = CommunicationIdentifier(rawID: "4:\(person)")
        if session.set(ParticipantViewData(displayName: "\(now)"), for: identifier) == .success {
          expected[identifier.resolvedRawID] = "\(now)"
        }
      case 13 where random.below(4) == 0:
        _ = session.dismiss()
        launch()
      default: break
      }
    }

    /// Delivers what has arrived. Returns what is wrong with the result.
    mutating func deliver() -> String? {
      for (event, number) in lists.receive(at: now) {
        for effect in session.receive(event, of: number) {
          switch effect {
          case .remote(.dropViewData(let rawIDs)):
            _ = session.drop(rawIDs, of: number)
            for rawID in rawIDs { expected[rawID] = nil }
          case .remote(.joined), .remote(.left): break
          case .remote(.allViewDataDropped), .callStateChanged, .failed: return "an effect of nothing"
          }
        }
      }
      let data = session.remote.viewData
      if Dictionary(uniqueKeysWithValues: data.map { ($0.key, $0.value.displayName ?? "") }) != expected {
        return "view data \(data.keys) instead of \(expected.keys.sorted())"
      }
      if data.contains(where: { session.remote.participants[$0.key] == nil }) { return "data of nobody" }
      if let latest, let now = session.remote.lastUpdate, now.isEarlier(than: latest) { return "an older list won" }
      latest = session.remote.lastUpdate
      return nil
    }
  }

  @Test(
    "whatever is lost, doubled or overtaken, an older list never wins, data set for participants stays until they leave, and in the end the client agrees with the service"
  )
  func agrees() {
    let failures = LossRuns.failures(150) { random in
      var run = Run()
      for _ in 0..<LossRuns.events {
        run.step(&random)
        if let failure = run.deliver() { return "step \(run.now): \(failure)" }
      }
      // The service repeats its list until it arrives, after everything that is still under way.
      run.now += 1
      if let list = run.list { _ = run.session.receive(list, of: run.call) }
      run.now += 100
      _ = run.deliver()
      let listed = Set(run.session.remote.participants.keys)
      let present = Set(run.present.map { "4:\($0)" })
      return listed == present ? nil : "the client lists \(listed.sorted()), the service \(present.sorted())"
    }
    #expect(failures.prefix(3) == [])
  }

  // MARK: Sessions

  private struct Service {
    /// The latest event about each connection.
    var latest: [Int: VideoEvent] = [:]
    var roles: [Int: String] = [:]

    static func time(_ now: Int) throws -> Timestamp { try #require(Timestamp(secondsSinceEpoch: Int64(now))) }

    mutating func event(_ random: inout SeededRandom, at now: Int) throws -> VideoEvent {
      let id = random.below(5)
      let time = try Self.time(now)
      let role = ["host", "speaker"][random.below(2)]
      let user = CallUser(id: "u\(id)")
      let isLeaving = roles[id] != nil && random.below(3) == 0
      let participant = SessionParticipant(
        userSessionID: "c\(id)", user: user, role: isLeaving ? roles[id] ?? role : role, joinedAt: try Self.time(1))
      let event: VideoEvent =
        isLeaving
        ? .sessionParticipantLeft(
          SessionParticipantLeft(callCid: "a:b", sessionID: "s", participant: participant, createdAt: time))
        : .sessionParticipantJoined(
          SessionParticipantJoined(callCid: "a:b", sessionID: "s", participant: participant, createdAt: time))
      roles[id] = isLeaving ? nil : role
      latest[id] = event
      return event
    }

    func counts(at now: Int) throws -> VideoEvent {
      var counts = JSONMap<Int>()
      for role in roles.values { counts[role, default: 0] += 1 }
      return .sessionParticipantCounts(
        SessionParticipantCounts(
          callCid: "a:b", sessionID: "s", participantsCountByRole: counts, anonymousParticipantCount: 0,
          createdAt: try Self.time(now)))
    }
  }

  @Test("events of a session that are lost, doubled or overtaken bring nobody back, and count nobody twice")
  func agreesOnSessions() throws {
    let failures = try LossRuns.failures(80) { random in
      var (service, channel) = (Service(), FaultyChannel<VideoEvent>())
      var roster = SessionRoster(callCID: "a:b", sessionID: "s")
      for now in 1...LossRuns.events {
        let event = random.below(5) == 0 ? try service.counts(at: now) : try service.event(&random, at: now)
        channel.send(event, at: now, &random)
        for event in channel.receive(at: now) { _ = roster.receive(event) }
      }
      // The service repeats the latest event of each connection, and then its counts, until they arrive; what is still
      // under way arrives afterwards.
      for id in service.latest.keys.sorted() { if let event = service.latest[id] { _ = roster.receive(event) } }
      _ = roster.receive(try service.counts(at: LossRuns.events + 1))
      for event in channel.receive(at: .max) { _ = roster.receive(event) }
      let listed = Dictionary(uniqueKeysWithValues: roster.participants.map { ($0.key, $0.value.role) })
      let present = Dictionary(uniqueKeysWithValues: service.roles.map { ("c\($0.key)", $0.value) })
      if listed != present { return "the client lists \(listed), the service \(present)" }
      let counts = roster.countsByRole.reduce(into: [:]) { $0[$1.key] = $1.value }
      let expected = present.values.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      return counts == expected ? nil : "the client counts \(counts), the service \(expected)"
    }
    #expect(failures.prefix(3) == [])
  }
}
