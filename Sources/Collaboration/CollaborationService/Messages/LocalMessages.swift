public import Collaboration
import CollaborationModels
import SchemaRuntime

/// An in-memory service of messages: users send each other custom messages, and messages with attachments in channels.
///
///     let client = MessageClient(channel: "team", connector: LocalMessages(), credential: credential)
///
/// It is meant for previews and tests, and loses connections on demand. Its connections carry the same JSON texts as a
/// socket would. ``MessageService`` is its logic.
public final class LocalMessages: MessageConnector {
  private let lines: LocalLines<MessageService, MessageFrame, String?>
  private let identify: @Sendable (String?) -> String?

  /// - Parameters:
  ///   - limits: the limits of the data for users without a connection.
  ///   - identify: returns the id of the user to whom a token belongs; nil for a token that is not valid. By default,
  ///     the token is the id.
  public init(
    limits: ServiceLimits = ServiceLimits(), identify: @escaping @Sendable (String?) -> String? = { $0 }
  ) {
    self.identify = identify
    lines = LocalLines(MessageService(limits: limits)) { service, text, user, line in
      // Clients repeat what is not answered, so an unreadable message has no effect.
      guard text.count <= MessageClient.messageLimit + 1_024, let message = try? MessageRequestFrame(json: text)
      else { return [] }
      return service.receive(message, from: user, on: line)
    } disconnect: { service, _, line in
      service.disconnect(line)
    }
  }

  public func connect(token: String?) async throws -> any MessageConnection { lines.connect(identify(token)) }

  /// Simulates the loss of a user's connections.
  public func dropConnections(of user: String) { lines.drop { $0 == user } }

  /// Returns the number of a user's sessions, with and without a connection.
  public func sessionCount(of user: String) -> Int { lines.read { $0.sessionCount(of: user) } }
}
