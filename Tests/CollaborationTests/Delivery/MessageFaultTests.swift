import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Users and a service of messages over connections that lose, delay, double and reorder messages and break.
/// `make soak` runs 100,000 of these sequences.
@Suite struct MessageFaultTests {
  private struct Scenario: FaultScenario {
    private static let users = ["ana", "ben", "cia"]
    private static let sample = try? Message.sample("", by: "", [])

    private var service: MessageService
    private var counter = 0

    init(seed: UInt64) {
      // Every third run has a service that forgets quickly.
      let limits =
        seed.isMultiple(of: 3) ? ServiceLimits(frames: 4, offlineSessions: 1, endedSessions: 16) : ServiceLimits()
      service = MessageService(limits: limits)
    }

    mutating func receive(
      _ message: MessageRequestFrame, from client: Int, on line: Int, now: Int
    ) -> [OutgoingFrame<MessageFrame>] {
      service.receive(message, from: Self.users[client], on: line)
    }

    mutating func disconnect(_ line: Int, now: Int) -> [OutgoingFrame<MessageFrame>] { service.disconnect(line) }

    func opening(of client: Int) -> String { "channel" }

    mutating func request(
      of client: Int, _ sent: [SimulatedClient<MessageWire>.Sent], _ random: inout SeededRandom
    ) -> MessageAction {
      // Sent again with the same id, because of a time limit or needlessly.
      if random.below(6) == 0, !sent.isEmpty { return sent[random.below(sent.count)].request }
      counter += 1
      // Some are refused: their sender is somebody else.
      let sender = random.below(20) == 0 ? "eve" : Self.users[client]
      if random.below(2) == 0, var message = Self.sample {
        (message.id, message.user.id) = ("\(counter)", sender)
        return .sendMessage(MessageAction.SendMessage(message: message))
      }
      let body = CustomMessageBody(customEvent: "n", customExts: ["n": "\(counter)"])
      return .sendCustomMessage(
        MessageAction.SendCustomMessage(
          id: "\(counter)", message: CustomMessage(from: sender, to: Self.users, body: body)))
    }

    mutating func disturb(_ random: inout SeededRandom, now: Int) -> [OutgoingFrame<MessageFrame>] { [] }

    mutating func sessionEnds(_ client: Int, _ state: SimulatedClient<MessageWire>) {}

    var size: Int { service.table.size.kept }

    func verdict(_ clients: [SimulatedClient<MessageWire>]) -> String? {
      for (receiver, client) in clients.enumerated() {
        for (author, other) in clients.enumerated() where author != receiver {
          let heard = client.numbers(from: Self.users[author])
          for (former, next) in zip(heard, heard.dropFirst()) where former >= next {
            return "client \(receiver) heard \(next) after \(former)"
          }
          guard !client.hasGap, let begun = client.begun else { continue }
          let known = Set(heard)
          // A message that was sent before and again may have been delivered before this session.
          var earlier: Set<Int> = []
          for sent in other.sent {
            let isFirst = earlier.insert(sent.request.number).inserted
            guard isFirst, sent.outcome == .accepted, sent.time > begun else { continue }
            if !known.contains(sent.request.number) { return "\(sent.request.number) was acknowledged and lost" }
          }
        }
        if !client.numbers(from: "eve").isEmpty { return "a refused message arrived" }
        for sent in client.sent where sent.outcome == .accepted && sent.request.sender == "eve" {
          return "a message of somebody else was accepted"
        }
      }
      return size > 4 * 256 * 3 ? "the service keeps \(size)" : nil
    }
  }

  @Test(
    "random sequences with faults: once it is quiet, nothing acknowledged is lost or doubled, all is in order, nothing hangs"
  )
  func survivesFaults() async {
    #expect(await FaultyWorld<Scenario>.problems(25, soak: 2_000).prefix(5) == [])
  }
}

extension SimulatedClient<MessageWire> {
  /// The numbers of the messages from a user, in the order in which they arrived.
  fileprivate func numbers(from user: String) -> [Int] {
    heard.compactMap { frame in
      switch frame {
      case .arrival(let frame): frame.message.user.id == user ? Int(frame.message.id) : nil
      case .customArrival(let frame):
        frame.message.from == user ? frame.message.body.customExts?["n"].flatMap { Int($0) } : nil
      case .requestAccepted, .requestRefused, .snapshot, .sessionUpToDate, .sessionRejected, .sessionEnded: nil
      }
    }
  }
}

extension MessageAction {
  fileprivate var number: Int {
    switch self {
    case .sendMessage(let send): Int(send.message.id) ?? 0
    case .sendCustomMessage(let send): Int(send.id) ?? 0
    }
  }

  fileprivate var sender: String? {
    switch self {
    case .sendMessage(let send): send.message.user.id
    case .sendCustomMessage(let send): send.message.from
    }
  }
}
