package import CollaborationModels
package import SchemaRuntime

/// A wire of a service whose sessions begin, continue and end with the shared messages: that of calls, and that of
/// messages.
package protocol ServiceWire: SessionWire where Message: ClientMessage, Frame: ServiceFrame, Answer == RequestAnswer {
  /// The session of a message, and its content.
  static func content(of message: Message) -> (session: String, content: ClientContent<Self>)

  /// The answers in a frame: one in an answer, all that the client may have missed in a snapshot.
  static func answers(in frame: Frame) -> [RequestAnswer]

  /// The reason in a frame that rejects a session; nil for all others.
  static func rejection(in frame: Frame) -> ServiceError?
}

/// The content of a message to a service.
package enum ClientContent<Wire: DeliveryWire> {
  case opening(Wire.Opening)
  case request(id: Int, seen: Int, Wire.Request)
  case resume(seen: Int)
  case leave
}

/// The shared messages to services.
package protocol ClientMessage: WritableModel {
  static func sessionResume(_ resume: SessionResume) -> Self
  static func sessionLeave(_ leave: SessionLeave) -> Self
}

/// The shared messages of services.
package protocol ServiceFrame: WritableModel {
  static func requestAccepted(_ frame: RequestAccepted) -> Self
  static func requestRefused(_ frame: RequestRefused) -> Self
  static func sessionUpToDate(_ frame: SessionUpToDate) -> Self
  static func sessionRejected(_ frame: SessionRejected) -> Self
  static func sessionEnded(_ frame: SessionEnded) -> Self
}

extension RequestAnswer: SessionAnswer {}

extension ServiceWire {
  package static func resume(session: String, seen: Int) -> Message {
    .sessionResume(SessionResume(session: session, seen: seen))
  }

  package static func leave(session: String) -> Message { .sessionLeave(SessionLeave(session: session)) }

  package static func refusals(in frame: Frame) -> [(request: Int, reason: String)] {
    answers(in: frame).compactMap { answer in answer.error.map { (answer.request, $0.message) } }
  }

  package static func waitsForConnection(_ request: Request) -> Bool { false }

  /// Clients of these wires recognize answers that they have received.
  package static func withoutAnswers(before id: Int, in snapshot: Frame) -> Frame { snapshot }
}

extension ServiceError {
  /// A request or a session that the user may not have.
  package static func forbidden(_ message: String) -> ServiceError { ServiceError(code: "forbidden", message: message) }
  package static func tooLarge(limit: Int, actual: Int) -> ServiceError {
    ServiceError(code: "tooLarge", message: "expected at most \(limit) bytes, found \(actual)")
  }
  package static let callIDNotFound = ServiceError(code: "callIdNotFound", message: "no incoming call has this id")
  /// The service does not know the user of the connection.
  package static let tokenExpired = ServiceError(code: "tokenExpired", message: "expected a valid token")
}
