import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

@Suite struct CallSessionTests {
  private static let configuration = LaunchConfiguration(nil)

  @Test("a call is launched, connected and over; events of other calls are ignored")
  func goesThroughPhases() {
    var session = CallSession()
    func launch() -> Int? { session.launch(Self.configuration, remoteOptions: nil, localViewData: nil) }
    func connect(_ call: Int) -> Bool { session.connect(call) }
    func receive(_ state: CallState, of call: Int) -> [CallSession.Effect] {
      session.receive(.callStateChanged(state), of: call)
    }
    func end(_ call: Int? = nil) -> Bool { call.map { session.fail($0) } ?? session.dismiss() }

    let first = launch() ?? 0
    #expect(first > 0)
    #expect(launch() == nil)
    #expect(receive(.connected, of: first) == [])
    #expect(!connect(first + 1))
    #expect(connect(first))
    #expect(!connect(first))
    #expect(receive(.connected, of: first - 1) == [])
    #expect(receive(.connected, of: first) == [.callStateChanged(.connected)])
    #expect(receive(.connected, of: first) == [])
    #expect(receive(.disconnected, of: first) == [.callStateChanged(.disconnected)])
    #expect(session.isIdle && session.configuration != nil)
    #expect(receive(.connected, of: first) == [])
    let second = launch() ?? 0
    #expect(second > first && session.callState == .noneValue)
    #expect(!end(first))
    #expect(end(second))
    #expect(!end())
  }

  @Test("random steps: only a connected call has data and participants, and a replay gives the same state")
  func holdsInvariants() throws {
    let person = RemoteParticipant(identifier: CommunicationIdentifier(rawID: "4:1"))
    let times = try [#require(Timestamp(secondsSinceEpoch: 1)), #require(Timestamp(secondsSinceEpoch: 2))]
    func play(_ seed: UInt64) -> (CallSession, isLegal: Bool) {
      var random = SeededRandom(seed: seed)
      var session = CallSession()
      var isLegal = true
      for _ in 0..<(3 + seed % 3) {
        let bits = random.next()
        let call = Int(bits >> 8 % 3)
        let former = session.phase
        switch bits % 8 {
        case 0, 1:
          let number = session.launch(Self.configuration, remoteOptions: nil, localViewData: nil)
          if (number != nil) != (former == .idle) { isLegal = false }
        case 2, 3: if session.connect(call) != (former == .launching(call)) { isLegal = false }
        case 4: _ = session.dismiss()
        case 5:
          let effects = session.receive(
            .remoteParticipantsChanged([person], lastUpdate: times[Int(bits >> 16 & 1)]), of: call)
          if !effects.isEmpty, former != .inCall(call) { isLegal = false }
        case 6:
          if session.set(ParticipantViewData(), for: person.identifier) == .success, former == .idle { isLegal = false }
        default: _ = session.receive(.callStateChanged(.disconnected), of: call)
        }
        let isEmpty = session.remote.participants.isEmpty && session.remote.viewData.isEmpty
        if case .inCall = session.phase {} else if !isEmpty { isLegal = false }
      }
      return (session, isLegal)
    }
    var random = SeededRandom(seed: 8)
    var failures: [UInt64] = []
    var connected = 0
    for sequence in 0..<100_000 {
      let seed = random.next()
      let (session, isLegal) = play(seed)
      if !isLegal { failures.append(seed) }
      if case .inCall = session.phase { connected += 1 }
      guard sequence.isMultiple(of: 20) else { continue }
      let again = play(seed).0
      if again.phase != session.phase || again.callState != session.callState { failures.append(seed) }
    }
    #expect(failures.isEmpty)
    // The steps reach states in which mistakes are possible.
    #expect(connected > 1_000)
  }
}
