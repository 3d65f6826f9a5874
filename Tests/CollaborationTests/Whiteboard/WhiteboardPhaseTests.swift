import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

@Suite struct WhiteboardPhaseTests {
  /// 3b: the transitions from each phase of a room.
  static let room: [(RoomPhase, [RoomPhase])] = [
    (.connecting, [.connected, .disconnecting, .disconnected]),
    (.connected, [.reconnecting, .disconnecting, .disconnected]),
    (.reconnecting, [.connected, .disconnecting, .disconnected]),
    (.disconnecting, [.disconnected]),
    (.disconnected, [.connecting]),
  ]

  static let player: [(PlayerPhase, [PlayerPhase])] = [
    (.waitingFirstFrame, [.playing, .paused, .stopped, .ended, .buffering]),
    (.playing, [.paused, .stopped, .ended, .buffering]),
    (.paused, [.playing, .stopped, .ended, .buffering]),
    (.stopped, []),
    (.ended, [.playing, .paused, .stopped, .buffering]),
    (.buffering, [.playing, .paused, .stopped, .ended]),
  ]

  static let roomRows = room.flatMap { from, legal in
    RoomPhase.allCases.map { to in
      Named("3b: \(from) \(legal.contains(to) ? "becomes" : "never becomes") \(to)", (from, to, legal.contains(to)))
    }
  }

  static let playerRows = player.flatMap { from, legal in
    PlayerPhase.allCases.map { to in
      Named("3b: \(from) \(legal.contains(to) ? "becomes" : "never becomes") \(to)", (from, to, legal.contains(to)))
    }
  }

  @Test("phases of a room", arguments: roomRows)
  func followsRoom(_ row: Named<(RoomPhase, RoomPhase, Bool)>) throws {
    let (from, to, isLegal) = row.value
    #expect(from.canBecome(to) == isLegal)
    var machine = try RoomMachine.inPhase(from)
    #expect(machine.phase == from)
    let before = machine
    // Only joining starts with connecting and ends with connected: there must be a state.
    let isJoining = to == .connecting || (from == .connecting && to == .connected)
    if from == to {
      #expect(try machine.receive(.phase(to)) == [])
      #expect(machine == before)
    } else if isLegal, !isJoining {
      let effects = try machine.receive(.phase(to))
      #expect(effects.first == .notify(.phaseChanged(to)))
      #expect(machine.phase == to)
    } else {
      #expect(throws: WhiteboardFailure.illegalRoomPhase(from: from, to: to)) { try machine.receive(.phase(to)) }
      #expect(machine == before)
    }
  }

  @Test("phases of a playback", arguments: playerRows)
  func followsPlayer(_ row: Named<(PlayerPhase, PlayerPhase, Bool)>) {
    #expect(row.value.0.canBecome(row.value.1) == row.value.2)
  }

  @Test("3a: phases have exactly the service's texts, and 3c: waitingFirstFrame is accepted in any payload")
  func readsPhases() throws {
    #expect(
      RoomPhase.allCases.map(\.rawValue)
        == ["connecting", "connected", "reconnecting", "disconnecting", "disconnected"])
    #expect(try PlayerPhaseChange(json: #"{"phase":"waitingFirstFrame"}"#).phase == .waitingFirstFrame)
    #expect(PlayerPhase.paused.rawValue == "pause" && PlayerPhase.stopped.rawValue == "stop")
    #expect(!PlayerPhaseChange.isValid(text(#"{"phase":"waitingfirstframe"}"#)))
  }

  @Test("3a: each mode is read in lower case and set capitalized")
  func convertsModes() {
    #expect(ViewMode.allCases.map(\.key.rawValue) == ["Freedom", "Follower", "Broadcaster"])
    #expect(ViewMode.allCases.allSatisfy { $0.key.mode == $0 })
  }
}
