public import Collaboration
public import CollaborationModels
public import SchemaRuntime

/// An in-memory service of calls: any number of participants join its calls and see each other.
///
///     let calls = LocalCalls()
///     let composite = CallComposite(transport: CallClient(connector: calls))
///
/// It is meant for previews and tests, and loses connections and ends calls on demand. Its connections carry the same
/// JSON texts as a socket would. ``CallService`` is its logic.
public final class LocalCalls: CallConnector {
  private let lines: LocalLines<CallService, CallFrame, CommunicationIdentifier?>
  private let identify: @Sendable (String?) -> CommunicationIdentifier?
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - limits: the limits of the data for participants without a connection.
  ///   - now: returns the time, with which lists of participants are compared.
  ///   - identify: returns the participant to whom a token belongs; nil for a token that is not valid. By default, the
  ///     token is the participant's raw id, and `anonymous` without a credential.
  public init(
    limits: ServiceLimits = ServiceLimits(), now: @escaping @Sendable () -> Timestamp = { .now },
    identify: @escaping @Sendable (String?) -> CommunicationIdentifier? = { token in
      CommunicationIdentifier(rawID: token ?? "anonymous")
    }
  ) {
    self.identify = identify
    self.now = now
    lines = LocalLines(CallService(limits: limits)) { service, text, peer, line in
      // Clients repeat what is not answered, so an unreadable message has no effect.
      guard let message = try? CallRequestFrame(json: text) else { return [] }
      return service.receive(message, from: peer, on: line, at: now())
    } disconnect: { service, _, line in
      service.disconnect(line, at: now())
    }
  }

  public func connect(token: String?) async throws -> any MessageConnection { lines.connect(identify(token)) }

  /// Simulates the loss of a participant's connections.
  public func dropConnections(of rawID: String) { lines.drop { $0?.rawID == rawID } }

  /// Announces an incoming call, which can be accepted from now on.
  public func ring(_ callID: String, for locator: JoinLocator) {
    lines.change { service in
      service.ring(callID, for: locator)
      return []
    }
  }

  /// Removes a participant from a call.
  public func evict(_ rawID: String, from locator: JoinLocator) {
    lines.change { $0.evict(rawID, from: locator, at: now()) }
  }

  /// Ends a call for all participants.
  public func endCall(_ locator: JoinLocator) { lines.change { $0.endCall(locator, at: now()) } }

  /// Returns the participants of a call who are connected, in the order in which they joined.
  public func participants(of locator: JoinLocator) -> [CallMember] { lines.read { $0.participants(of: locator) } }
}
