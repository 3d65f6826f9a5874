public import CollaborationModels
import SchemaRuntime

/// Connects calls with their service over connections that may lose, delay, double and reorder messages and break.
///
///     let composite = CallComposite(transport: CallClient(connector: socket))
///
/// Events are reported in order, each once. A lost connection is restored within a time limit: what was missed arrives
/// afterwards. A client is in one call at a time.
public final class CallClient: CallTransport {
  /// The time limits of a client.
  public struct Options: Hashable, Sendable {
    /// The maximum time to join a call, and to restore a lost connection. Afterwards the call is over.
    public var connectionTimeout: Duration
    /// The maximum time to hold or resume a call. A connection that is silent for so long is replaced.
    public var requestTimeout: Duration
    /// The maximum time to leave a call. Afterwards it counts as left.
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
      connectionTimeout: Duration = .seconds(45), requestTimeout: Duration = .seconds(15),
      leaveTimeout: Duration = .seconds(5), retryInterval: Duration = .seconds(1),
      maximumRetryInterval: Duration = .seconds(30), heartbeatInterval: Duration = .seconds(10)
    ) {
      self.connectionTimeout = connectionTimeout
      self.requestTimeout = requestTimeout
      self.leaveTimeout = leaveTimeout
      self.retryInterval = retryInterval
      self.maximumRetryInterval = maximumRetryInterval
      self.heartbeatInterval = heartbeatInterval
    }
  }

  private typealias Session = ClientSession<CallWire>

  private let connector: any CallConnector
  private let credential: CommunicationTokenCredential?
  private let options: Options
  private let clock: any Clock<Duration>
  private let seeds: BackoffSeeds
  private let log: ClientEvent.Log?
  private let current = Mutex<Session?>(nil)

  /// - Parameters:
  ///   - connector: opens connections to the service.
  ///   - credential: the user's credential, unless a call is joined with another one.
  ///   - clock: measures the time limits.
  ///   - random: decides the random waits between attempts.
  ///   - log: receives what happens to connections.
  public init(
    connector: any CallConnector, credential: CommunicationTokenCredential? = nil, options: Options = Options(),
    clock: any Clock<Duration> = ContinuousClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(), log: ClientEvent.Log? = nil
  ) {
    self.connector = connector
    seeds = BackoffSeeds(random)
    self.credential = credential
    self.options = options
    self.clock = clock
    self.log = log
  }

  /// Joins a call; the sequence ends when the call is over or left, and after 1,024 events that waited for a slow
  /// listener.
  /// - Throws: ``CallError/callIsInProgress``, ``CallError/invalidOptions(_:)``, the credential's errors,
  ///   ``CallError/connectionFailed(_:)``, ``CallError/tokenNotRefreshed(_:)`` if the service rejected the token,
  ///   ``CallError/timedOut(after:)`` or ``CallError/cancelled``.
  public func join(
    _ remoteOptions: OutgoingPayload<RemoteOptionsPayload>, credential: CommunicationTokenCredential?
  ) async throws(CallError) -> AsyncStream<CallEvent> {
    let options: RemoteOptionsPayload
    do { options = try RemoteOptionsPayload(json: remoteOptions.bytes) } catch { throw .invalidOptions(error) }
    return try await begin(.join(options), credential ?? self.credential)
  }

  /// Accepts an incoming call; the sequence ends when the call is over.
  /// - Throws: as ``join(_:credential:)``, and ``CallError/callIDNotFound``.
  public func accept(callID: String) async throws(CallError) -> AsyncStream<CallEvent> {
    try await begin(.accept(callID: callID), credential)
  }

  /// Puts the call on hold.
  /// - Throws: ``CallError/callIsNotInProgress``, ``CallError/connectionFailed(_:)`` if the service refused,
  ///   ``CallError/timedOut(after:)`` or ``CallError/cancelled``.
  public func hold() async throws(CallError) { try await request(.hold) }

  /// Resumes a call on hold.
  /// - Throws: as ``hold()``.
  public func resume() async throws(CallError) { try await request(.resume) }

  /// Leaves the call, if there is one, and returns when the service knows, after the time limit at the latest.
  public func leave() async {
    let session = current.withLock { current in
      defer { current = nil }
      return current
    }
    guard let session, !session.isIdle else { return }
    let left = session.leave()
    _ = await waitForAnswer(within: options.leaveTimeout, on: clock) {
      await left.value()
      withExtendedLifetime(session) {}
    }
  }
}

extension CallClient {
  private func begin(
    _ opening: CallWire.Opening, _ credential: CommunicationTokenCredential?
  ) async throws(CallError) -> AsyncStream<CallEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: CallEvent.self, bufferingPolicy: .bufferingOldest(1_024))
    let joined = FirstOutcome<Result<Void, CallError>>()
    let limit = options.connectionTimeout
    let session = Session(
      opening, timing: timing, seed: seeds.next(), clock: clock, log: ClientLog(of: .call, log)
    ) { [connector] in
      try await credential.connect { try await connector.connect(token: $0) }
    } receive: { event in
      switch event {
      case .frame(let frame):
        for event in frame.events {
          if case .dropped = continuation.yield(event) { continuation.finish() }
        }
        joined.decide(.success(()))
      case .failed(let failure):
        if case .rejected(let error) = failure, error.code == ServiceError.tokenExpired.code {
          credential?.invalidate()
        }
        if !joined.decide(.failure(CallError(failure, limit))) {
          continuation.yield(
            .failed(
              CallCompositeError(code: .networkConnectionNotAvailable, category: .callState, reason: "timedOut")))
          continuation.yield(.callStateChanged(.disconnected))
        }
        continuation.finish()
      case .ended:
        joined.decide(.failure(.connectionFailed("the service has ended the session")))
        continuation.finish()
      }
    }
    let isFree = current.withLock { current in
      guard current?.isIdle ?? true else { return false }
      session.join()
      current = session
      return true
    }
    guard isFree else { throw .callIsInProgress }
    switch await waitForAnswer(within: nil, on: clock, { await joined.value() }) {
    case .answered(let result): try result.get()
    case .timedOut: throw .timedOut(after: limit)
    case .cancelled:
      current.withLock { if $0 === session { $0 = nil } }
      // Goes on until the service knows, or the time to leave is over.
      let left = session.leave()
      Task {
        await left.value()
        withExtendedLifetime(session) {}
      }
      throw .cancelled
    }
    return stream
  }

  private func request(_ action: CallAction) async throws(CallError) {
    guard let session = current.withLock({ $0 }) else { throw .callIsNotInProgress }
    let answer = session.submit(action)
    switch await waitForAnswer(within: options.requestTimeout, on: clock, { await answer.value() }) {
    case .answered(.accepted): return
    case .answered(.refused(let error)): throw CallError(error)
    case .answered(.timedOut), .timedOut: throw .timedOut(after: options.requestTimeout)
    case .answered(.ended): throw .callIsNotInProgress
    case .answered(.overloaded): throw .connectionFailed("too many requests wait for an answer")
    case .cancelled: throw .cancelled
    }
  }

  private var timing: LinkTiming {
    LinkTiming(
      request: options.requestTimeout.wholeMilliseconds, leave: options.leaveTimeout.wholeMilliseconds,
      retry: max(1, options.retryInterval.wholeMilliseconds),
      maximumRetry: options.maximumRetryInterval.wholeMilliseconds,
      heartbeat: max(1, options.heartbeatInterval.wholeMilliseconds),
      connection: options.connectionTimeout.wholeMilliseconds)
  }
}

extension CallError {
  fileprivate init(_ failure: ClientSession<CallWire>.Failure, _ limit: Duration) {
    switch failure {
    case .connection(let error as CallError): self = error
    case .connection(let error as TokenRejected): self = .tokenNotRefreshed(error.description)
    case .connection(let error): self = .connectionFailed(String(describing: error))
    case .rejected(let error): self.init(error)
    case .timedOut: self = .timedOut(after: limit)
    }
  }

  fileprivate init(_ error: ServiceError) {
    switch error.code {
    case ServiceError.callIDNotFound.code: self = .callIDNotFound
    case ServiceError.tokenExpired.code: self = .tokenNotRefreshed(error.message)
    default: self = .connectionFailed("\(error.code): \(error.message)")
    }
  }
}

extension CallFrame {
  /// What the frame reports. A snapshot reports everything anew.
  fileprivate var events: [CallEvent] {
    switch self {
    case .state(let frame): [.callStateChanged(frame.state)]
    case .participants(let frame):
      [.remoteParticipantsChanged(frame.participants.map(RemoteParticipant.init), lastUpdate: frame.lastUpdate)]
    case .localParticipant(let frame): [.localParticipantIdentified(frame.identifier)]
    case .failure(let frame): [.failed(CallCompositeError(frame.failure))]
    case .snapshot(let frame):
      [
        .localParticipantIdentified(frame.identifier), .callStateChanged(frame.state),
        .remoteParticipantsChanged(frame.participants.map(RemoteParticipant.init), lastUpdate: frame.lastUpdate),
      ]
    case .requestAccepted, .requestRefused, .sessionUpToDate, .sessionRejected, .sessionEnded: []
    }
  }
}

extension RemoteParticipant {
  /// A participant as listed by the service.
  public init(_ member: CallMember) {
    self.init(
      identifier: member.identifier, displayName: member.displayName, status: member.status, isCalled: member.isCalled)
  }
}

extension CallCompositeError {
  /// An error as reported by the service.
  public init(_ failure: CallFailure) {
    let category: Category =
      switch failure.category {
      case .callState: .callState
      case .other: .other
      }
    self.init(code: Code(rawValue: failure.code.rawValue) ?? .callJoin, category: category, reason: failure.reason)
  }
}
