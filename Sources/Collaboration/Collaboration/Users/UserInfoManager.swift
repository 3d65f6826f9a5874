public import CollaborationModels
public import SchemaRuntime

/// Writes the attributes of the user who is logged in, and reads those of all users.
///
///     let manager = UserInfoManager(currentUser: try UserID("ana.b"), store: store)
///     try await manager.updateOwnUserInfo(UserInfo(nickName: "Ana", gender: .female))
///     try await manager.updateOwnUserInfo("Early riser", withType: .sign)
///     let infos = try await manager.fetchUserInfo(byId: ["ana.b", "ben.c"], type: [.nickName, .avatarURL])
///
/// Fetches within a short time are batched, at most 100 users at once. They ask the store; with another
/// ``UserInfoFetchPolicy``, cached attributes that have not expired are used. Every wait for the store has a deadline, and
/// ends when the calling task is cancelled. Errors are those of the service's clients (``UserInfoError``), checked in the
/// order of their table: arguments (205), login (201), then limits and the store.
///
/// A class with a lock rather than an actor, because the document promises synchronous reads of the cache
/// (``cachedUserInfo(byId:)``), and because notifications must arrive in the order of the writes.
public final class UserInfoManager: Sendable {
  /// The maximum number of users per fetch.
  public static var maximumUsersOfFetch: Int { 100 }

  /// Options for caching, batching and deadlines.
  public struct Options: Hashable, Sendable {
    /// The lifetime of a cached attribute.
    public var cacheLifetime: Duration
    /// The time for which the manager remembers that a user has no record; at most the lifetime of a cached attribute.
    public var unknownUserLifetime: Duration
    /// The maximum number of cached users. If there are more, those that expire first are removed.
    public var cacheCapacity: Int
    /// How long a fetch waits for others to join its batch; zero disables batching.
    public var fetchWindow: Duration
    /// The maximum time for the store to answer.
    public var requestTimeout: Duration
    /// The encoding of writes, whose size is checked against the service's limit for a request; nil for a store that
    /// sends no requests.
    public var requestEncoding: UserInfoRequestEncoding?

    public init(
      cacheLifetime: Duration = .seconds(24 * 60 * 60), unknownUserLifetime: Duration = .seconds(60),
      cacheCapacity: Int = 10_000, fetchWindow: Duration = .milliseconds(200),
      requestTimeout: Duration = .seconds(15), requestEncoding: UserInfoRequestEncoding? = .form
    ) {
      self.cacheLifetime = cacheLifetime
      self.unknownUserLifetime = unknownUserLifetime
      self.cacheCapacity = cacheCapacity
      self.fetchWindow = fetchWindow
      self.requestTimeout = requestTimeout
      self.requestEncoding = requestEncoding
    }
  }

  private typealias Answer = Result<[UserID: UserInfo], UserInfoError>

  private struct State {
    var requests: UserInfoRequests
    var continuations: [Int: CheckedContinuation<Answer, Never>] = [:]
    var nextRequest = 0
  }

  private let state: Mutex<State>
  private let store: any UserInfoStore
  private let time: UserInfoTime
  private let clock: any Clock<Duration>
  private let fetchWindow: Duration
  private let requestTimeout: Duration
  private let requestEncoding: UserInfoRequestEncoding?
  private let broadcast = EventBroadcast<UserInfoNotification>()
  /// The latest write with a completion handler.
  private let lastWrite = Mutex<Task<Void, Never>?>(nil)
  private let following = Mutex<[Task<Void, Never>]>([])

  /// - Parameter currentUser: the user who is logged in, if any.
  public init<C: Clock<Duration>>(
    currentUser: UserID?, store: any UserInfoStore, options: Options = Options(), clock: C = ContinuousClock()
  ) {
    self.store = store
    time = UserInfoTime(clock)
    self.clock = clock
    fetchWindow = options.fetchWindow
    requestTimeout = options.requestTimeout
    requestEncoding = options.requestEncoding
    state = Mutex(
      State(
        requests: UserInfoRequests(
          currentUser: currentUser, lifetime: options.cacheLifetime, unknownLifetime: options.unknownUserLifetime,
          capacity: options.cacheCapacity, batchLimit: Self.maximumUsersOfFetch)))
  }

  deinit {
    for task in following.withLock({ $0 }) { task.cancel() }
  }

  /// The user who is logged in, if any.
  public var currentUser: UserID? { state.withLock { $0.requests.currentUser } }

  /// The number of unanswered fetches.
  var waitingFetches: Int { state.withLock { $0.requests.waitingCount } }

  /// Changes the user who is logged in; nil logs out. Discards the cache and ends waiting fetches with 201.
  public func changeUser(to user: UserID?) { receive(.userChanged(user)) }

  /// Returns all future changes: own writes, messages from the service (``receive(_:timestamp:)``), and fetches of
  /// known users. Only changes newer than the known state are reported. The sequence ends when the manager is closed, and
  /// after 1,024 changes that waited for a slow listener.
  public func notifications() -> AsyncStream<UserInfoNotification> { broadcast.events() }

  /// Ends the sequences of notifications, and follows stores no longer.
  public func close() {
    let tasks = following.withLock { following in
      defer { following = [] }
      return following
    }
    for task in tasks { task.cancel() }
    broadcast.endSequences()
  }
}

// MARK: - Writing the own record

extension UserInfoManager {
  /// Writes all attributes that are present to the record of the user who is logged in; the others stay.
  /// - Returns: the complete record after the write.
  /// - Throws: 205 if no attribute is present or one is not text, 201 if no user is logged in, 202 if the record has
  ///   another user's id, 901 if the record or the request is too long, and the store's errors. An attribute may be
  ///   longer than recommended (``CollaborationModels/UserInfo/attributesBeyondLimits``).
  @discardableResult
  public func updateOwnUserInfo(_ info: UserInfo) async throws(UserInfoError) -> UserInfo {
    try await write(ownChange(info))
  }

  /// Writes one attribute to the record of the user who is logged in; the others stay.
  /// - Parameter value: the text of the attribute; for a gender "0", "1" or "2".
  /// - Returns: the complete record after the write.
  /// - Throws: 205 for an invalid gender, 201 if no user is logged in, 901 if the record or the request is too long, and
  ///   the store's errors.
  @discardableResult
  public func updateOwnUserInfo(
    _ value: String, withType type: UserAttributeType
  ) async throws(UserInfoError) -> UserInfo {
    try await write(ownChange(value, of: type))
  }

  /// Performs the update in a payload, in either of its forms.
  /// - Throws: the errors of the method for that form.
  @discardableResult
  public func updateOwnUserInfo(_ update: UserInfoUpdate) async throws(UserInfoError) -> UserInfo {
    switch update {
    case .allAttributesUpdate(let update): try await updateOwnUserInfo(update.attributes)
    case .singleAttributeUpdate(let update): try await updateOwnUserInfo(update.value, withType: update.type)
    }
  }

  /// Deletes all attributes of the user who is logged in. Deletion is idempotent.
  /// - Throws: 201 if no user is logged in, and the store's errors.
  public func deleteOwnUserInfo() async throws(UserInfoError) {
    let (user, session) = try login()
    try await write(of: user, session) { [store] () async throws(UserInfoError) in
      try await store.deleteRecord(of: user, by: .user(user)) ?? UserInfoRecord(user: user)
    }
  }

  private func login() throws(UserInfoError) -> (user: UserID, session: Int) {
    let (user, session) = state.withLock { ($0.requests.currentUser, $0.requests.session) }
    guard let user else { throw .notLoggedIn }
    return (user, session)
  }

  /// A validated change to the record of the user who was logged in when it was requested.
  package struct OwnChange: Sendable {
    var change: UserInfoChange
    var session: Int
  }

  package func ownChange(_ info: UserInfo) throws(UserInfoError) -> OwnChange {
    try UserInfoChange.checkArguments(info)
    let (user, session) = try login()
    return try OwnChange(change: sendable(UserInfoChange(user: user, attributes: info)), session: session)
  }

  /// Returns the change if the service accepts a request with it.
  private func sendable(_ change: UserInfoChange) throws(UserInfoError) -> UserInfoChange {
    try requestEncoding?.check(change.attributes)
    return change
  }

  package func ownChange(_ value: String, of type: UserAttributeType) throws(UserInfoError) -> OwnChange {
    if type == .gender, Gender(digit: value) == nil {
      throw .illegalArgument(.malformedGender(found: value, at: JSONPointer(["value"])))
    }
    let (user, session) = try login()
    var info = UserInfo()
    info.set(type, to: value)
    return try OwnChange(change: sendable(UserInfoChange(user: user, attributes: info)), session: session)
  }

  package func write(_ own: OwnChange) async throws(UserInfoError) -> UserInfo {
    let (change, user) = (own.change, own.change.user)
    let record = try await write(of: user, own.session) { [store] () async throws(UserInfoError) in
      guard let record = try await store.apply([change], by: .user(user)).last else {
        throw .general("expected the store to return the record of '\(user)'")
      }
      return record
    }
    return record.info
  }

  /// Performs a write, and learns the record that it returns, even after the deadline. Until there is an answer, the
  /// user's cached attributes count as unknown.
  @discardableResult
  private func write(
    of user: UserID, _ session: Int, _ work: @escaping @Sendable () async throws(UserInfoError) -> UserInfoRecord
  ) async throws(UserInfoError) -> UserInfoRecord {
    let learn = { @Sendable [weak self] (result: Result<UserInfoRecord, UserInfoError>) in
      if case .success(let record) = result { self?.receive(.learned(record, session: session)) }
    }
    switch await waitForResult(within: requestTimeout, on: clock, late: learn, work) {
    case .answered(let result):
      learn(result)
      // A store may have waited in vain for a service of its own.
      if case .failure(.timedOut) = result { receive(.writeUnanswered(user, session: session)) }
      if case .failure(.cancelled) = result { receive(.writeUnanswered(user, session: session)) }
      return try result.get()
    case .timedOut:
      receive(.writeUnanswered(user, session: session))
      throw .timedOut(after: requestTimeout)
    case .cancelled:
      receive(.writeUnanswered(user, session: session))
      throw .cancelled
    }
  }

  /// Performs a write with a completion handler after all earlier ones.
  package func writeInTurn(_ work: @escaping @Sendable () async -> Void) {
    lastWrite.withLock { last in
      let former = last
      last = Task {
        await former?.value
        await work()
      }
    }
  }
}

// MARK: - Reading records

extension UserInfoManager {
  /// Reads all attributes of up to 100 users.
  /// - Parameter policy: whether attributes that are already known are used.
  /// - Returns: a record for each id; one with only the id for users who are unknown or have no attributes.
  /// - Throws: 205 without ids or for a malformed one, 201 if no user is logged in or the user changes in the meantime,
  ///   900 for more than 100 users, 300 if the store does not answer in time, 1 if the task is cancelled, and the
  ///   store's errors. Concurrent fetches share requests, which a cancelled task does not end for the others.
  public func fetchUserInfo(
    byId ids: [String], policy: UserInfoFetchPolicy = .refresh
  ) async throws(UserInfoError) -> [String: UserInfo] {
    try await fetch(ids, .all, policy)
  }

  /// Reads the chosen attributes of up to 100 users; all others are absent in the records.
  /// - Throws: the errors of ``fetchUserInfo(byId:policy:)``, and 205 without types.
  public func fetchUserInfo(
    byId ids: [String], type types: [UserAttributeType], policy: UserInfoFetchPolicy = .refresh
  ) async throws(UserInfoError) -> [String: UserInfo] {
    guard !types.isEmpty || ids.isEmpty else { throw .illegalArgument(.noAttributeTypes) }
    return try await fetch(ids, UserAttributeSelection(types), policy)
  }

  /// Performs the fetch in a payload.
  public func fetchUserInfo(
    _ fetch: UserInfoFetch, policy: UserInfoFetchPolicy = .refresh
  ) async throws(UserInfoError) -> [String: UserInfo] {
    guard let names = fetch.properties else { return try await fetchUserInfo(byId: fetch.targets, policy: policy) }
    return try await fetchUserInfo(byId: fetch.targets, type: names.map(\.type), policy: policy)
  }

  /// Returns, without waiting, the records of those users whose attributes are all cached and have not expired.
  /// - Throws: 205 without ids or for a malformed one.
  public func cachedUserInfo(byId ids: [String]) throws(UserInfoError) -> [String: UserInfo] {
    let users = try Self.users(ids)
    return state.withLock { state in
      let now = time.elapsed()
      var found: [String: UserInfo] = [:]
      for user in users { found[user.text] = state.requests.cache.info(of: user, .all, at: now) }
      return found
    }
  }

  /// Processes a change of a user that the service reports. Changes older than the known record are ignored.
  /// - Parameter timestamp: when the record was written.
  ///
  /// Attributes that are longer than recommended are accepted, because another client has stored them
  /// (``CollaborationModels/UserInfo/attributesBeyondLimits``).
  /// - Throws: 205 without an id, for a malformed one, or for invalid attributes, 201 if no user is logged in.
  public func receive(_ info: UserInfo, timestamp: Timestamp) throws(UserInfoError) {
    let user = try UserID(info.userID ?? "")
    try UserInfoChange.checkUndeclared(info)
    let (_, session) = try login()
    try info.validateExceptLengths()
    receive(.learned(UserInfoRecord(user: user, info: info, timestamp: timestamp), session: session))
  }

  /// Follows the changes that a store reports, of this and of other processes, as long as the manager lives or until the
  /// returned task is cancelled.
  ///
  ///     manager.follow(store.changes())
  ///
  /// The records of known users are fetched again and reported (``notifications()``) when they are newer. If changes may have
  /// been missed, all cached attributes count as unknown: each user is fetched again when it is asked for.
  @discardableResult
  public func follow(_ changes: AsyncStream<UserInfoStoreChange>) -> Task<Void, Never> {
    let task = Task { [weak self] in
      for await change in changes { self?.receive(change) }
    }
    following.withLock { $0.append(task) }
    return task
  }

  private func receive(_ change: UserInfoStoreChange) {
    let request = state.withLock { state in
      defer { state.nextRequest += 1 }
      return state.nextRequest
    }
    receive(.storeChanged(request: request, change))
  }

  private func fetch(
    _ ids: [String], _ selection: UserAttributeSelection, _ policy: UserInfoFetchPolicy
  ) async throws(UserInfoError) -> [String: UserInfo] {
    let users = try Self.users(ids)
    _ = try login()
    guard users.count <= Self.maximumUsersOfFetch else {
      throw .userCountExceeded(limit: Self.maximumUsersOfFetch, actual: users.count)
    }
    let request = state.withLock { state in
      defer { state.nextRequest += 1 }
      return state.nextRequest
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.continuations[request] = continuation }
        receive(.requested(request: request, users: users, selection, policy))
        // A cancellation before this point has found no request.
        if Task.isCancelled { receive(.cancelled(request: request)) }
      }
    } onCancel: {
      receive(.cancelled(request: request))
    }
    let infos = try answer.get()
    return Dictionary(uniqueKeysWithValues: infos.map { ($0.key.text, $0.value) })
  }

  /// Returns the ids without duplicates, which a request of the service may not contain.
  private static func users(_ ids: [String]) throws(UserInfoError) -> [UserID] {
    guard !ids.isEmpty else { throw .illegalArgument(.noUsers) }
    var seen: Set<UserID> = []
    var users: [UserID] = []
    for id in ids {
      let user = try UserID(id)
      if seen.insert(user).inserted { users.append(user) }
    }
    return users
  }
}

// MARK: - Effects

extension UserInfoManager {
  private func receive(_ event: UserInfoRequests.Event) {
    let (effects, continuations) = state.withLock { state in
      let effects = state.requests.receive(event, at: time.elapsed())
      var continuations: [(CheckedContinuation<Answer, Never>, Answer)] = []
      for effect in effects {
        switch effect {
        // Inside the lock, so that notifications keep the order of the events.
        case .notify(let notification): broadcast.send(notification)
        case .answer(let request, let answer):
          if let continuation = state.continuations.removeValue(forKey: request) {
            continuations.append((continuation, answer))
          }
        case .openWindow, .fetch: break
        }
      }
      return (effects, continuations)
    }
    for (continuation, answer) in continuations { continuation.resume(returning: answer) }
    for effect in effects {
      switch effect {
      case .openWindow(let window): collect(in: window)
      case .fetch(let batch, let users, let selection): fetch(batch, users, selection)
      case .notify, .answer: break
      }
    }
  }

  private func collect(in window: Int) {
    guard fetchWindow > .zero else { return receive(.windowClosed(window: window)) }
    Task {
      await time.sleep(fetchWindow)
      receive(.windowClosed(window: window))
    }
  }

  private func fetch(_ batch: Int, _ users: [UserID], _ selection: UserAttributeSelection) {
    Task {
      let outcome = await waitForResult(within: requestTimeout, on: clock) { [store] () async throws(UserInfoError) in
        try await store.records(of: users, attributes: selection)
      }
      switch outcome {
      case .answered(let result): receive(.fetched(batch: batch, result))
      case .timedOut: receive(.fetched(batch: batch, .failure(.timedOut(after: requestTimeout))))
      // Nobody cancels this task.
      case .cancelled: receive(.fetched(batch: batch, .failure(.cancelled)))
      }
    }
  }
}

/// Measures the time since the manager was created with any kind of clock.
private struct UserInfoTime: Sendable {
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async -> Void

  init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    // The sleeping task is never cancelled; if a clock fails, the window closes early.
    sleep = { try? await clock.sleep(for: $0) }
  }
}
