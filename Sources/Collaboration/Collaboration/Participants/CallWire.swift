package import CollaborationModels

/// The messages of calls.
package enum CallWire: ServiceWire {
  /// How a participant comes into a call.
  package enum Opening: Hashable, Sendable {
    case join(RemoteOptionsPayload)
    case accept(callID: String)
  }

  package static func opening(_ opening: Opening, session: String) -> CallRequestFrame {
    switch opening {
    case .join(let options): .join(CallRequestFrame.Join(session: session, options: options))
    case .accept(let callID): .accept(CallRequestFrame.Accept(session: session, callID: callID))
    }
  }

  package static func request(_ action: CallAction, id: Int, seen: Int, session: String) -> CallRequestFrame {
    .act(CallRequestFrame.Act(session: session, id: id, seen: seen, action: action))
  }

  package static func content(of message: CallRequestFrame) -> (session: String, content: ClientContent<CallWire>) {
    switch message {
    case .join(let join): (join.session, .opening(.join(join.options)))
    case .accept(let accept): (accept.session, .opening(.accept(callID: accept.callID)))
    case .act(let act): (act.session, .request(id: act.id, seen: act.seen, act.action))
    case .sessionResume(let resume): (resume.session, .resume(seen: resume.seen))
    case .sessionLeave(let leave): (leave.session, .leave)
    }
  }

  package static func role(of frame: CallFrame) -> FrameRole {
    switch frame {
    case .state(let frame): .numbered(frame.revision, answers: nil)
    case .participants(let frame): .numbered(frame.revision, answers: nil)
    case .localParticipant(let frame): .numbered(frame.revision, answers: nil)
    case .failure(let frame): .numbered(frame.revision, answers: nil)
    case .requestAccepted(let frame): .numbered(frame.revision, answers: frame.request)
    case .requestRefused(let frame): .numbered(frame.revision, answers: frame.request)
    case .snapshot(let frame):
      .snapshot(revision: frame.revision, handled: frame.handled, answers: frame.answers.map(\.request))
    case .sessionUpToDate(let frame): .upToDate(frame.revision)
    case .sessionRejected(let frame): .last(0, reason: frame.error.message)
    case .sessionEnded: .ended
    }
  }

  package static func answers(in frame: CallFrame) -> [RequestAnswer] {
    switch frame {
    case .requestAccepted(let frame): [RequestAnswer(request: frame.request)]
    case .requestRefused(let frame): [RequestAnswer(request: frame.request, error: frame.error)]
    case .snapshot(let frame): frame.answers
    case .state, .participants, .localParticipant, .failure, .sessionUpToDate, .sessionRejected, .sessionEnded: []
    }
  }

  package static func rejection(in frame: CallFrame) -> ServiceError? { frame.sessionRejected?.error }
}

extension CallRequestFrame: ClientMessage {}
extension CallFrame: ServiceFrame {}
