import Collaboration
public import SchemaRuntime

/// A request of which a service can read only session and id, because its action violates its schema. The service refuses
/// it when it is the next one, so that its client neither waits nor repeats it for ever.
public struct InvalidRequest: Hashable, Sendable {
  public var session: String
  public var id: Int
  public var seen: Int
  /// What is wrong with it.
  public var reason: String

  /// - Returns: nil if the message is not a request, or if it has no readable session and id.
  public init?(_ message: JSONValue, reason: String) {
    guard message["kind"] == "request", let session = message["session"]?.string,
      (1...128).contains(session.utf8.count),
      let id = message["id"]?.int, id >= 1, let seen = message["seen"]?.int, seen >= 0
    else { return nil }
    (self.session, self.id, self.seen, self.reason) = (session, id, seen, reason)
  }
}
