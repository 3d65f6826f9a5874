public import CollaborationModels

/// Sends and receives custom messages: an app's adapter to its message service.
public protocol MessageTransport: Sendable {
  /// Sends a message to its receivers.
  func send(_ message: OutgoingPayload<CustomMessage>) async throws
  /// Returns the payloads of all messages that arrive from now on.
  func messages() -> AsyncStream<[UInt8]>
}

/// Sends the cards of users as custom messages, and finds the cards among the messages that arrive.
///
///     let exchange = UserCardExchange(currentUser: try UserID("amal"), transport: chat)
///     try await exchange.send(try UserCard(info), to: [try UserID("bo")])
///     for await arrival in exchange.arrivals() { … }
public struct UserCardExchange: Sendable {
  /// A message that arrived with the event of a card.
  public enum Arrival: Sendable {
    case card(UserCard)
    /// A message that claims to be a card, and is not one.
    case refused(UserCardError)
  }

  private let currentUser: UserID
  private let transport: any MessageTransport
  private let requestTimeout: Duration
  private let clock: any Clock<Duration>

  /// - Parameter requestTimeout: the maximum time for the transport to send a card.
  /// - Parameter clock: measures that time.
  public init(
    currentUser: UserID, transport: any MessageTransport, requestTimeout: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.currentUser = currentUser
    self.transport = transport
    self.requestTimeout = requestTimeout
    self.clock = clock
  }

  /// Sends a card.
  /// - Throws: ``UserCardError/missingFields(_:)`` for a card without id, nickname or avatar, the errors of
  ///   ``CollaborationModels/UserCardMessage/message(from:to:shape:)``, and the transport's failures.
  public func send(
    _ card: UserCard, to receivers: [UserID], shape: UserCardShape = .uid
  ) async throws(UserCardError) {
    let required: [(name: String, text: String?)] = [
      ("uid", card.uid), ("nickname", card.nickname), ("avatar", card.avatar),
    ]
    let missing = required.filter { $0.text?.isEmpty ?? true }.map(\.name)
    guard missing.isEmpty else { throw .missingFields(missing) }
    let message = try UserCardMessage(ext: card).message(from: currentUser, to: receivers, shape: shape)
    let payload: OutgoingPayload<CustomMessage>
    do { payload = try OutgoingPayload(message) } catch { throw .invalid(error) }
    switch await waitForResult(within: requestTimeout, on: clock, { [transport] in try await transport.send(payload) })
    {
    case .answered(.success): return
    case .answered(.failure(let error)): throw .notSent(reason: String(describing: error))
    case .timedOut: throw .timedOut(after: requestTimeout)
    case .cancelled: throw .cancelled
    }
  }

  /// Returns the cards that arrive from now on. Messages with other events are skipped. The sequence ends with the
  /// transport's, and after 1,024 cards that waited for a slow listener.
  public func arrivals() -> AsyncStream<Arrival> {
    let messages = transport.messages()
    let (stream, continuation) = AsyncStream.makeStream(of: Arrival.self, bufferingPolicy: .bufferingOldest(1_024))
    let task = Task {
      for await bytes in messages {
        let arrival: Arrival
        do throws(UserCardError) {
          arrival = .card(try UserCardMessage(reading: bytes).ext)
        } catch {
          if case .otherEvent = error { continue }
          arrival = .refused(error)
        }
        if case .dropped = continuation.yield(arrival) { break }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
