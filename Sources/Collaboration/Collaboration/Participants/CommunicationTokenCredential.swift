public import SchemaRuntime

/// A token with which a transport identifies the user to the service.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The token: a secret.
  public let token: String
  /// When the service stops accepting the token; nil if this is unknown.
  public let expiresOn: Timestamp?

  public init(token: String, expiresOn: Timestamp? = nil) {
    self.token = token
    self.expiresOn = expiresOn
  }

  /// Without the token, so that no log contains it.
  public var description: String { "AccessToken(expiresOn: \(expiresOn.map { "\($0)" } ?? "unknown"))" }

  public var customMirror: Mirror { Mirror(self, children: ["expiresOn": expiresOn as Any]) }
}

/// The credential of the user who joins a call. It is handed to the transport and to nothing else: no payload contains
/// it.
///
///     let credential = CommunicationTokenCredential { try await tokens.next() }
///     let options = RemoteOptions(for: .groupCall(groupId: id), credential: credential, displayName: "Amal")
///
/// A transport asks for the ``token()`` when it needs one. A token that has expired, or that the service refused
/// (``invalidate()``), is refreshed first, once for all who wait.
public final class CommunicationTokenCredential: Sendable {
  private typealias Answer = Result<AccessToken, CallError>

  private struct State {
    var token: AccessToken?
    var refreshing: Task<Answer, Never>?
  }

  private let state: Mutex<State>
  private let now: (@Sendable () -> Timestamp)?
  private let refresher: (@Sendable () async throws -> AccessToken)?
  private let requestTimeout: Duration
  private let clock: any Clock<Duration>

  /// A credential with a token that is never refreshed.
  public init(token: String) {
    state = Mutex(State(token: AccessToken(token: token)))
    now = nil
    refresher = nil
    requestTimeout = .zero
    clock = ContinuousClock()
  }

  /// A credential whose token is refreshed.
  /// - Parameters:
  /// - initialToken: the first token; nil to refresh before the first use.
  /// - requestTimeout: the maximum time for a refresh.
  /// - clock: measures that time.
  /// - now: returns the time, with which the expiry is compared.
  /// - refresher: returns a new token.
  public init(
    initialToken: AccessToken? = nil, requestTimeout: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp = { .now },
    refresher: @escaping @Sendable () async throws -> AccessToken
  ) {
    state = Mutex(State(token: initialToken))
    self.now = now
    self.refresher = refresher
    self.requestTimeout = requestTimeout
    self.clock = clock
  }

  /// Returns a token that has not expired.
  /// - Throws: ``CallError/communicationTokenCredentialNotSet`` if there is none and no way to get one,
  ///   ``CallError/tokenNotRefreshed(_:)``, ``CallError/timedOut(after:)``, or ``CallError/cancelled``.
  public func token() async throws(CallError) -> AccessToken {
    let refreshing = state.withLock { state -> Task<Answer, Never>? in
      if let token = state.token, !hasExpired(token) { return nil }
      guard let refresher else { return nil }
      let task = state.refreshing ?? refresh(with: refresher)
      state.refreshing = task
      return task
    }
    guard let refreshing else {
      guard let token = state.withLock({ $0.token }) else { throw .communicationTokenCredentialNotSet }
      return token
    }
    guard case .answered(let answer) = await waitForAnswer(within: nil, on: clock, { await refreshing.value }) else {
      throw .cancelled
    }
    return try answer.get()
  }

  /// Discards the token, because the service refused it. Without a refresher, there is none afterwards.
  public func invalidate() { state.withLock { $0.token = nil } }

  /// Discards a token that the service refused, unless it has been replaced since.
  public func invalidate(_ token: AccessToken) {
    state.withLock { state in
      if state.token == token { state.token = nil }
    }
  }

  private func hasExpired(_ token: AccessToken) -> Bool {
    guard let expiry = token.expiresOn, let now else { return false }
    return !now().isEarlier(than: expiry)
  }

  private func refresh(with refresher: @escaping @Sendable () async throws -> AccessToken) -> Task<Answer, Never> {
    Task {
      let answer: Answer =
        switch await waitForResult(within: requestTimeout, on: clock, refresher) {
        case .answered(.success(let token)): .success(token)
        case .answered(.failure(let error)): .failure(.tokenNotRefreshed(String(describing: error)))
        case .timedOut: .failure(.timedOut(after: requestTimeout))
        case .cancelled: .failure(.cancelled)
        }
      state.withLock { state in
        state.refreshing = nil
        if case .success(let token) = answer { state.token = token }
      }
      return answer
    }
  }
}
