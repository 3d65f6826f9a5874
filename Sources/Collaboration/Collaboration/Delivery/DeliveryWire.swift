package import SchemaRuntime

/// The messages of a wire, as far as their delivery depends on them.
package protocol DeliveryWire: Hashable, Sendable {
  /// What a client joins.
  associatedtype Opening: Hashable & Sendable
  /// What a client asks for within a session.
  associatedtype Request: Hashable & Sendable
  /// A message to the service.
  associatedtype Message: Hashable & Sendable
  /// A message from the service.
  associatedtype Frame: Hashable & Sendable

  static func opening(_ opening: Opening, session: String) -> Message
  static func request(_ request: Request, id: Int, seen: Int, session: String) -> Message
  static func resume(session: String, seen: Int) -> Message
  static func leave(session: String) -> Message

  /// The role of a frame in the delivery.
  static func role(of frame: Frame) -> FrameRole

  /// Whether the wait for a request goes on while a lost connection is restored.
  static func waitsForConnection(_ request: Request) -> Bool

  /// A snapshot without the answers to requests before an id, which the client has received.
  static func withoutAnswers(before id: Int, in snapshot: Frame) -> Frame

  /// Lets a link of this wire process an input.
  static func process(
    _ input: ClientLink<Self>.Input, by link: inout ClientLink<Self>, now: Int
  ) -> [ClientLink<Self>.Effect]
}

/// A wire whose messages are JSON: that of a session between a client and its service.
package protocol SessionWire: DeliveryWire where Message: WritableModel, Frame: WritableModel {
  /// The answer to a request.
  associatedtype Answer: SessionAnswer

  /// The requests that a frame refuses, with the reasons.
  static func refusals(in frame: Frame) -> [(request: Int, reason: String)]
}

/// The answer to a request, which a service keeps until the client has received it.
package protocol SessionAnswer: WritableModel {
  /// The id of the request.
  var request: Int { get }
}

/// The role of a frame in the delivery.
package enum FrameRole: Hashable, Sendable {
  /// A frame with a revision, and the id of the request that it answers, if any.
  case numbered(Int, answers: Int?)
  /// A state that replaces the frames up to a revision, the last request that was performed, and the requests with
  /// answers.
  case snapshot(revision: Int, handled: Int, answers: [Int])
  /// The answer to resuming, with the revision of the last frame.
  case upToDate(Int)
  /// The session has ended, or the service does not know it.
  case ended
  /// The last frame of a session, or the refusal of a new one, with the reason. It takes effect if its revision was
  /// not seen, even if earlier frames are missing.
  case last(Int, reason: String)
}

/// How far ahead of the last handled request the id of another may be.
package enum DeliveryWindow {
  package static let size = 64
}
