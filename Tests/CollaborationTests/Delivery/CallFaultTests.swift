import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Participants and a service of calls over connections that lose, delay, double and reorder messages and break.
/// `make soak` runs 100,000 of these sequences.
@Suite struct CallFaultTests {
  private struct Scenario: FaultScenario {
    private static let call = JoinLocator.roomCall(RoomCallLocator(roomID: "1"))
    private static let identifiers = (0..<3).map { CommunicationIdentifier(rawID: "4:\($0)") }

    private var service: CallService

    init(seed: UInt64) {
      // Every third run has a service that forgets quickly.
      let limits =
        seed.isMultiple(of: 3) ? ServiceLimits(frames: 4, offlineSessions: 1, endedSessions: 16) : ServiceLimits()
      service = CallService(limits: limits)
      service.ring("7", for: Self.call)
    }

    /// A clock that runs backwards now and then.
    private func time(_ now: Int) -> Timestamp {
      Timestamp(secondsSinceEpoch: Int64(now / 1_000 - now % 3)) ?? Timestamp(validated: "1970-01-01T00:00:00Z")
    }

    mutating func receive(
      _ message: CallRequestFrame, from client: Int, on line: Int, now: Int
    ) -> [OutgoingFrame<CallFrame>] {
      service.receive(message, from: Self.identifiers[client], on: line, at: time(now))
    }

    mutating func disconnect(_ line: Int, now: Int) -> [OutgoingFrame<CallFrame>] {
      service.disconnect(line, at: time(now))
    }

    func opening(of client: Int) -> CallWire.Opening {
      client == 2
        ? .accept(callID: "7") : .join(RemoteOptionsPayload(locator: Self.call, displayName: "\(client)"))
    }

    mutating func request(
      of client: Int, _ sent: [SimulatedClient<CallWire>.Sent], _ random: inout SeededRandom
    ) -> CallAction {
      random.below(2) == 0 ? .hold : .resume
    }

    mutating func disturb(_ random: inout SeededRandom, now: Int) -> [OutgoingFrame<CallFrame>] {
      switch random.below(12) {
      case 0: service.endCall(Self.call, at: time(now))
      case 1, 2: service.evict("4:\(random.below(3))", from: Self.call, at: time(now))
      default: []
      }
    }

    mutating func sessionEnds(_ client: Int, _ state: SimulatedClient<CallWire>) {}

    var size: Int { service.table.size.kept }

    func verdict(_ clients: [SimulatedClient<CallWire>]) -> String? {
      let listed = service.participants(of: Self.call)
      // Sessions that ended without a farewell are offline.
      if listed.count != clients.count { return "the service lists \(listed.count) of \(clients.count)" }
      for (number, client) in clients.enumerated() {
        let own = Self.identifiers[number].resolvedRawID
        let others = listed.filter { $0.identifier.resolvedRawID != own }.map(\.summary).sorted()
        if client.participants != others { return "client \(number) sees \(client.participants), not \(others)" }
        if !client.listsAreNewer { return "client \(number) heard a list that is not newer" }
        let isOnHold = listed.contains { $0.identifier.resolvedRawID == own && $0.status == .hold }
        if client.state != (isOnHold ? .localHold : .connected) { return "client \(number) is \(client.state)" }
        // All requests were performed, in order.
        if let last = client.sent.last, (last.request == .hold) != isOnHold { return "the last request was lost" }
      }
      return size > 3 * 256 * 3 ? "the service keeps \(size)" : nil
    }
  }

  @Test("random sequences with faults: once it is quiet, all agree, every request was performed once, nothing hangs")
  func survivesFaults() async {
    #expect(await FaultyWorld<Scenario>.problems(25, soak: 2_000).prefix(5) == [])
  }
}

extension CallMember {
  fileprivate var summary: String { "\(identifier.resolvedRawID) \(displayName ?? "") \(status)" }
}

extension SimulatedClient<CallWire> {
  /// The participants according to the latest list.
  fileprivate var participants: [String] {
    for frame in heard.reversed() {
      if let list = frame.snapshot?.participants ?? frame.participants?.participants {
        return list.map(\.summary).sorted()
      }
    }
    return []
  }

  /// The state according to the latest frame.
  fileprivate var state: CallState {
    for frame in heard.reversed() { if let state = frame.snapshot?.state ?? frame.state?.state { return state } }
    return .noneValue
  }

  /// Whether every list is newer than the one before, so that none is ignored.
  fileprivate var listsAreNewer: Bool {
    var latest: Timestamp?
    for frame in heard {
      guard let time = frame.participants?.lastUpdate else { continue }
      if let latest, !latest.isEarlier(than: time) { return false }
      latest = time
    }
    return true
  }
}
