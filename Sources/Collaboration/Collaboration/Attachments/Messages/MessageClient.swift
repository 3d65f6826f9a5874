public import CollaborationModels
import SchemaRuntime

/// Sends and receives messages over connections that may lose, delay, double and reorder messages and break: the
/// transport of ``UserCardExchange`` and the sender of ``MessageComposer``.
///
///     let client = MessageClient(channel: "team", connector: socket, credential: credential)
///     let composer = MessageComposer(user: temur, transport: cdn, sender: client, …)
///
/// A message is repeated until the service has accepted it, and is delivered to its receivers once, also if it is sent
/// again with the same id. Messages arrive in order, each once. The client connects when it is first used, and
/// reconnects until it is closed.
public final class MessageClient: MessageTransport, MessageSending {
  /// The maximum number of bytes of a message in a request.
  public static let messageLimit = 64 * 1024

  /// The time limits of a client.
  public struct Options: Hashable, Sendable {
    /// The maximum time to send a message. A connection that is silent for so long is replaced.
    public var requestTimeout: Duration
    /// The maximum time to end the session.
    public var leaveTimeout: Duration
    /// The limit of the first wait between two attempts to connect. Waits are random, so that clients that have lost a
    /// service together do not return together, and their limit doubles from attempt to attempt. Unanswered messages are
    /// repeated after such a wait in addition to this time. Default: 1 second.
    public var retryInterval: Duration
    /// The limit of all such waits. Default: 30 seconds.
    public var maximumRetryInterval: Duration
    /// The time after which a quiet connection is checked.
    public var heartbeatInterval: Duration

    public init(
      requestTimeout: Duration = .seconds(15), leaveTimeout: Duration = .seconds(5),
      retryInterval: Duration = .seconds(1),
      maximumRetryInterval: Duration = .seconds(30), heartbeatInterval: Duration = .seconds(10)
    ) {
      self.requestTimeout = requestTimeout
      self.leaveTimeout = leaveTimeout
      self.retryInterval = retryInterval
      self.maximumRetryInterval = maximumRetryInterval
      self.heartbeatInterval = heartbeatInterval
    }
  }

  private let options: Options
  private let clock: any Clock<Duration>
  private let session: ClientSession<MessageWire>
  private let customMessages: EventBroadcast<[UInt8]>
  private let messagesOfChannel: EventBroadcast<Message>
  private let lastFailure: Mutex<MessageDeliveryError?>

  /// - Parameters:
  ///   - channel: the id of the channel for messages with attachments.
  ///   - connector: opens connections to the service.
  ///   - credential: the user's credential; nil if the connector has its own.
  ///   - clock: measures the time limits.
  ///   - random: decides the random waits between attempts.
  ///   - log: receives what happens to connections.
  public init(
    channel: String, connector: any MessageConnector, credential: CommunicationTokenCredential? = nil,
    options: Options = Options(), clock: any Clock<Duration> = ContinuousClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(), log: ClientEvent.Log? = nil
  ) {
    var random = random
    self.options = options
    self.clock = clock
    let (customMessages, messagesOfChannel) = (EventBroadcast<[UInt8]>(), EventBroadcast<Message>())
    let lastFailure = Mutex<MessageDeliveryError?>(nil)
    (self.customMessages, self.messagesOfChannel, self.lastFailure) = (customMessages, messagesOfChannel, lastFailure)
    let timing = LinkTiming(
      request: options.requestTimeout.wholeMilliseconds, leave: options.leaveTimeout.wholeMilliseconds,
      retry: max(1, options.retryInterval.wholeMilliseconds),
      maximumRetry: options.maximumRetryInterval.wholeMilliseconds,
      heartbeat: max(1, options.heartbeatInterval.wholeMilliseconds), retriesJoining: true)
    session = ClientSession(
      channel, rejoins: true, timing: timing, seed: random.next(), clock: clock,
      log: ClientLog(of: .channel(channel), log)
    ) {
      try await credential.connect { try await connector.connect(token: $0) }
    } receive: { event in
      switch event {
      case .frame(.arrival(let frame)): messagesOfChannel.send(frame.message)
      case .frame(.customArrival(let frame)):
        // Everything in it was validated when it was received, so it can always be written.
        if let text = try? frame.message.json() { customMessages.send(text) }
      case .failed(let failure):
        if case .rejected(let error) = failure, error.code == ServiceError.tokenExpired.code {
          credential?.invalidate()
        }
        lastFailure.withLock { $0 = MessageDeliveryError(failure) }
        // Nothing arrives until the client is used again.
        customMessages.endSequences()
        messagesOfChannel.endSequences()
      case .frame, .ended: break
      }
    }
  }

  /// Sends a message to all others in the channel. Its author has to be the user of the credential.
  /// - Throws: ``MessageDeliveryError``. After a timeout or a cancellation, the message may be delivered nevertheless;
  ///   send it again with the same id.
  public func send(_ message: Message) async throws { try await deliver(message) }

  func deliver(_ message: Message) async throws(MessageDeliveryError) {
    try await submit(.sendMessage(MessageAction.SendMessage(message: message)))
  }

  /// Sends a custom message to its receivers. Its sender, if any, has to be the user of the credential.
  /// - Throws: ``MessageDeliveryError``. After a timeout or a cancellation, the message may be delivered nevertheless.
  public func send(_ message: OutgoingPayload<CustomMessage>) async throws {
    let content: CustomMessage
    do { content = try CustomMessage(json: message.bytes) } catch { throw MessageDeliveryError.invalid(error) }
    let id = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    try await submit(.sendCustomMessage(MessageAction.SendCustomMessage(id: id, message: content)))
  }

  /// Returns the payloads of all custom messages that arrive from now on.
  ///
  /// The sequence ends when the client is closed, or the service has rejected it, and after 1,024 messages that waited
  /// for a slow listener. Calling the function again connects again.
  public func messages() -> AsyncStream<[UInt8]> {
    defer { session.join() }
    return customMessages.events()
  }

  /// Returns the messages of others in the channel that arrive from now on. The sequence ends as that of
  /// ``messages()``.
  public func channelMessages() -> AsyncStream<Message> {
    lastFailure.withLock { $0 = nil }
    defer { session.join() }
    return messagesOfChannel.events()
  }

  /// Ends the session, and the sequences of messages. Messages that are being sent are sent first. The client connects
  /// again when it is used again.
  public func close() async {
    if !session.isIdle {
      let left = session.leave()
      _ = await waitForAnswer(within: options.leaveTimeout, on: clock) { await left.value() }
    }
    customMessages.endSequences()
    messagesOfChannel.endSequences()
  }

  /// Why the service or the network ended the latest session, if one of them did.
  var failure: MessageDeliveryError? { lastFailure.withLock { $0 } }

  private func submit(_ action: MessageAction) async throws(MessageDeliveryError) {
    let size: Int
    do throws(SchemaError) {
      try action.validate()
      size = try action.json().count
    } catch {
      throw .invalid(error)
    }
    guard size <= Self.messageLimit else {
      throw .tooLarge(limit: Self.messageLimit, actual: size)
    }
    let answer = session.submit(action)
    switch await waitForAnswer(within: options.requestTimeout, on: clock, { await answer.value() }) {
    case .answered(.accepted): return
    case .answered(.refused(let error)): throw .refused(error)
    case .answered(.timedOut), .timedOut: throw .timedOut(after: options.requestTimeout)
    case .answered(.ended(let failure?)): throw MessageDeliveryError(failure)
    case .answered(.ended(nil)): throw .notConnected("the session has ended")
    case .answered(.overloaded): throw .tooManyUnsent(limit: ClientSession<MessageWire>.requestLimit)
    case .cancelled: throw .cancelled
    }
  }
}

extension MessageDeliveryError {
  fileprivate init(_ failure: ClientSession<MessageWire>.Failure) {
    self =
      switch failure {
      case .rejected(let error): .rejected(error)
      case .connection(let error): .notConnected(String(describing: error))
      case .timedOut: .notConnected("the session has ended")
      }
  }
}
