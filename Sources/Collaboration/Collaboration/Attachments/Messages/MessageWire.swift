package import CollaborationModels

/// The messages between users' clients and the service of messages.
package enum MessageWire: ServiceWire {
  /// - Parameter channel: the channel that the session joins.
  package static func opening(_ channel: String, session: String) -> MessageRequestFrame {
    .join(MessageRequestFrame.Join(session: session, channel: channel))
  }

  package static func request(_ action: MessageAction, id: Int, seen: Int, session: String) -> MessageRequestFrame {
    .act(MessageRequestFrame.Act(session: session, id: id, seen: seen, action: action))
  }

  package static func content(of message: MessageRequestFrame) -> (session: String, content: ClientContent<MessageWire>)
  {
    switch message {
    case .join(let join): (join.session, .opening(join.channel))
    case .act(let act): (act.session, .request(id: act.id, seen: act.seen, act.action))
    case .sessionResume(let resume): (resume.session, .resume(seen: resume.seen))
    case .sessionLeave(let leave): (leave.session, .leave)
    }
  }

  package static func role(of frame: MessageFrame) -> FrameRole {
    switch frame {
    case .arrival(let frame): .numbered(frame.revision, answers: nil)
    case .customArrival(let frame): .numbered(frame.revision, answers: nil)
    case .requestAccepted(let frame): .numbered(frame.revision, answers: frame.request)
    case .requestRefused(let frame): .numbered(frame.revision, answers: frame.request)
    case .snapshot(let frame):
      .snapshot(revision: frame.revision, handled: frame.handled, answers: frame.answers.map(\.request))
    case .sessionUpToDate(let frame): .upToDate(frame.revision)
    case .sessionRejected(let frame): .last(0, reason: frame.error.message)
    case .sessionEnded: .ended
    }
  }

  package static func answers(in frame: MessageFrame) -> [RequestAnswer] {
    switch frame {
    case .requestAccepted(let frame): [RequestAnswer(request: frame.request)]
    case .requestRefused(let frame): [RequestAnswer(request: frame.request, error: frame.error)]
    case .snapshot(let frame): frame.answers
    case .arrival, .customArrival, .sessionUpToDate, .sessionRejected, .sessionEnded: []
    }
  }

  package static func rejection(in frame: MessageFrame) -> ServiceError? { frame.sessionRejected?.error }
}

extension MessageRequestFrame: ClientMessage {}
extension MessageFrame: ServiceFrame {}
