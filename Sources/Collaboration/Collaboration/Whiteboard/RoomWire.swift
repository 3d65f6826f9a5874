package import CollaborationModels

/// The messages of rooms.
package enum RoomWire: SessionWire {
  package typealias Answer = RoomAnswer

  package static func opening(_ config: RoomConfig, session: String) -> RoomRequestFrame {
    .join(session: session, config: config)
  }

  package static func request(_ action: RoomAction, id: Int, seen: Int, session: String) -> RoomRequestFrame {
    .act(session: session, id: id, seen: seen, action: action)
  }

  package static func resume(session: String, seen: Int) -> RoomRequestFrame {
    .resume(session: session, seen: seen)
  }

  package static func leave(session: String) -> RoomRequestFrame { .leave(session: session) }

  package static func role(of frame: RoomFrame) -> FrameRole {
    switch frame {
    case .phase(let frame): .numbered(frame.revision, answers: nil)
    case .state(let frame): .numbered(frame.revision, answers: nil)
    case .writable(let frame): .numbered(frame.revision, answers: nil)
    case .appendError(let frame): .numbered(frame.revision, answers: nil)
    case .event(let frame): .numbered(frame.revision, answers: nil)
    case .uncaughtError(let frame): .numbered(frame.revision, answers: nil)
    case .store(let frame): .numbered(frame.revision, answers: nil)
    case .accepted(let frame): .numbered(frame.revision, answers: frame.request)
    case .refused(let frame): .numbered(frame.revision, answers: frame.request)
    case .snapshot(let frame):
      .snapshot(revision: frame.revision, handled: frame.handled, answers: frame.answers.map(\.request))
    case .upToDate(let frame): .upToDate(frame.revision)
    case .disconnect(let frame): .last(frame.revision, reason: frame.payload.error)
    case .kick(let frame): .last(frame.revision, reason: frame.payload.reason)
    case .ended: .ended
    }
  }

  package static func refusals(in frame: RoomFrame) -> [(request: Int, reason: String)] {
    switch frame {
    case .refused(let frame): [(frame.request, WhiteboardFailure.service(frame.payload).description)]
    case .snapshot(let snapshot):
      snapshot.answers.compactMap { answer in
        answer.error.map { (answer.request, WhiteboardFailure.service($0).description) }
      }
    case .phase, .state, .writable, .appendError, .event, .uncaughtError, .store, .accepted, .upToDate, .disconnect,
      .kick, .ended:
      []
    }
  }

  /// Changes that are visible already wait for a lost connection to return: its own time limit ends them.
  package static func waitsForConnection(_ action: RoomAction) -> Bool { action.isImmediate }

  package static func withoutAnswers(before id: Int, in frame: RoomFrame) -> RoomFrame {
    guard case .snapshot(var snapshot) = frame else { return frame }
    snapshot.answers.removeAll { $0.request < id }
    return .snapshot(snapshot)
  }
}

extension RoomAnswer: SessionAnswer {}
