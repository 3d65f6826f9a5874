import CollaborationModels

/// A room's side of the delivery of requests and frames. ``MemberLink`` is the other side.
typealias RoomLink = ClientLink<RoomWire>

/// The messages of rooms.
enum RoomWire: DeliveryWire {
  static func opening(_ config: RoomConfig, session: String) -> RoomRequestFrame {
    .join(RoomRequestFrame.Join(session: session, config: config))
  }

  static func request(_ request: RoomRequest, id: Int, seen: Int, session: String) -> RoomRequestFrame {
    .act(RoomRequestFrame.Act(session: session, id: id, seen: seen, action: request.action))
  }

  static func resume(session: String, seen: Int) -> RoomRequestFrame {
    .resume(RoomRequestFrame.Resume(session: session, seen: seen))
  }

  static func leave(session: String) -> RoomRequestFrame { .leave(RoomRequestFrame.Leave(session: session)) }

  static func role(of frame: RoomFrame) -> FrameRole {
    switch frame {
    case .snapshot(let snapshot):
      .snapshot(
        revision: snapshot.revision, handled: snapshot.handled, answers: snapshot.answers.map(\.request))
    case .upToDate(let frame): .upToDate(frame.revision)
    case .ended: .ended
    case .disconnect(let frame): .last(frame.revision, reason: frame.payload.error)
    case .kick(let frame): .last(frame.revision, reason: frame.payload.reason)
    case .phase, .state, .writable, .appendError, .event, .uncaughtError, .store, .accepted, .refused:
      .numbered(frame.number ?? 0, answers: frame.answered)
    }
  }

  /// Changes that are visible already wait for a lost connection to return: its own time limit ends them.
  static func waitsForConnection(_ request: RoomRequest) -> Bool { request.isImmediate }

  static func withoutAnswers(before id: Int, in frame: RoomFrame) -> RoomFrame {
    guard case .snapshot(var snapshot) = frame else { return frame }
    snapshot.answers.removeAll { $0.request < id }
    return .snapshot(snapshot)
  }
}
