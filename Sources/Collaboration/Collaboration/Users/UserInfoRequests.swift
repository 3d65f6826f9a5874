import CollaborationModels
import SchemaRuntime

/// The manager's state: the cache, the unanswered requests, and the users to fetch next.
///
/// A request is answered immediately if all its attributes are cached. The other users wait for the window to close and
/// are then fetched together, in batches. A user who is already being fetched is not fetched again.
struct UserInfoRequests: Hashable, Sendable {
  enum Event: Sendable {
    /// Attributes are requested; `request` is a number chosen by the caller.
    case requested(request: Int, users: [UserID], UserAttributeSelection, UserInfoFetchPolicy = .cached)
    /// The caller no longer waits.
    case cancelled(request: Int)
    /// The window for collecting is closed; `window` as in ``Effect/openWindow(_:)``.
    case windowClosed(window: Int)
    /// The store has answered; users without a record are missing.
    case fetched(batch: Int, Result<[UserID: UserInfoRecord], UserInfoError>)
    /// A complete record has become known in another way: an own write, or a message of the service.
    case learned(UserInfoRecord, session: Int)
    /// A write has no answer: the store may have performed it or not.
    case writeUnanswered(UserID, session: Int)
    /// A store reports changes; `request` is a number chosen by the caller, for which there is no answer to wait for.
    case storeChanged(request: Int, UserInfoStoreChange)
    /// The user who is logged in has changed; nil after a logout.
    case userChanged(UserID?)
  }

  enum Effect: Hashable, Sendable {
    /// Send ``Event/windowClosed(window:)`` once the window's time has passed.
    case openWindow(Int)
    case fetch(batch: Int, [UserID], UserAttributeSelection)
    case answer(request: Int, Result<[UserID: UserInfo], UserInfoError>)
    case notify(UserInfoNotification)
  }

  private struct Request: Hashable, Sendable {
    var selection: UserAttributeSelection
    var found: [UserID: UserInfo] = [:]
    var missing: Set<UserID> = []
    /// The first batch whose records are fresh enough.
    var firstBatch = 0
  }

  private struct Batch: Hashable, Sendable {
    var users: [UserID]
    var selection: UserAttributeSelection
    /// The users who may have changed after the store has read them: older records are outdated.
    var outdated: [UserID: Int] = [:]
  }

  private(set) var currentUser: UserID?
  /// Counts the changes of the user, so that results of earlier sessions are ignored.
  private(set) var session = 0
  private(set) var cache: UserInfoCache
  private var requests: [Int: Request] = [:]
  /// The requests that wait for a user.
  private var waiting: [UserID: [Int]] = [:]
  /// The users to fetch when the window closes, in the order of the requests.
  private var pending: [UserID] = []
  private var pendingSelections: [UserID: UserAttributeSelection] = [:]
  private var openWindow: Int?
  private var nextWindow = 0
  private var batches: [Int: Batch] = [:]
  /// The batches that contain a user.
  private var underWay: [UserID: [Int]] = [:]
  private var nextBatch = 0
  private let batchLimit: Int

  init(
    currentUser: UserID?, lifetime: Duration, unknownLifetime: Duration = .zero, capacity: Int, batchLimit: Int
  ) {
    self.currentUser = currentUser
    cache = UserInfoCache(lifetime: lifetime, unknownLifetime: unknownLifetime, capacity: capacity)
    self.batchLimit = max(batchLimit, 1)
  }

  /// The number of unanswered requests.
  var waitingCount: Int { requests.count }

  mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
    switch event {
    case .requested(let request, let users, let selection, let policy):
      return start(request, users, selection, policy, at: now)
    case .cancelled(let request): return cancel(request)
    case .windowClosed(let window):
      guard window == openWindow else { return [] }
      return closeWindow()
    case .fetched(let batch, let result):
      // Batches of earlier sessions, and those that have been answered before, are unknown.
      guard let fetched = batches.removeValue(forKey: batch) else { return [] }
      for user in fetched.users { underWay.removeNumbers(of: user) { $0 == batch } }
      switch result {
      case .success(let records): return finish(fetched, number: batch, records, at: now)
      case .failure(let error): return fail(fetched, number: batch, error)
      }
    case .learned(let record, let session):
      guard session == self.session else { return [] }
      let (info, isNewer) = cache.learn(record, .all, at: now)
      return isNewer ? [notification(of: record, info)] : []
    case .writeUnanswered(let user, let session):
      if session == self.session { cache.expire(user) }
      return []
    case .storeChanged(let request, let change):
      return start(request, outdate(by: change), .all, .refresh, at: now)
    case .userChanged(let user): return changeUser(to: user)
    }
  }
}

// MARK: - Steps

extension UserInfoRequests {
  private mutating func start(
    _ id: Int, _ users: [UserID], _ selection: UserAttributeSelection, _ policy: UserInfoFetchPolicy, at now: Duration
  ) -> [Effect] {
    guard currentUser != nil else { return [.answer(request: id, .failure(.notLoggedIn))] }
    var request = Request(selection: selection)
    // A batch under way may have been read before the call.
    if policy == .refresh { request.firstBatch = nextBatch }
    for user in users {
      if let info = cache.info(of: user, selection, at: now, maximumAge: policy.maximumAge) {
        request.found[user] = info
      } else {
        request.missing.insert(user)
      }
    }
    if request.missing.isEmpty { return [.answer(request: id, .success(request.found))] }
    for user in users where request.missing.contains(user) {
      if policy != .refresh, isBeingFetched(user, selection) { continue }
      if pendingSelections[user] == nil { pending.append(user) }
      pendingSelections[user, default: []].formUnion(selection)
    }
    for user in request.missing { waiting[user, default: []].append(id) }
    requests[id] = request
    guard !pending.isEmpty, openWindow == nil else { return [] }
    defer { nextWindow += 1 }
    openWindow = nextWindow
    return [.openWindow(nextWindow)]
  }

  /// Forgets what a change has made outdated.
  /// - Returns: the users to fetch again, so that their newer records are reported: the known ones, and those who are being
  ///   fetched, because the store may have read them before the change.
  private mutating func outdate(by change: UserInfoStoreChange) -> [UserID] {
    guard currentUser != nil else { return [] }
    var users: Set<UserID>
    switch change {
    case .written(let timestamps):
      users = Set(timestamps.keys.filter { underWay[$0] != nil })
      for (user, timestamp) in timestamps {
        guard let newest = cache.newest(of: user), newest < timestamp.millisecondsSinceEpoch else { continue }
        cache.expire(user)
        users.insert(user)
      }
    case .mayHaveMissedChanges:
      users = Set(underWay.keys)
      cache.expireAll()
    }
    for user in users {
      let written: Timestamp? = if case .written(let timestamps) = change { timestamps[user] } else { nil }
      let version = written?.millisecondsSinceEpoch ?? .max
      for batch in underWay[user, default: []] {
        batches[batch]?.outdated.merge([user: version], uniquingKeysWith: max)
      }
    }
    return users.sorted()
  }

  private mutating func cancel(_ id: Int) -> [Effect] {
    guard let request = requests.removeValue(forKey: id) else { return [] }
    for user in request.missing { waiting.removeNumbers(of: user) { $0 == id } }
    return [.answer(request: id, .failure(.cancelled))]
  }

  private func isBeingFetched(_ user: UserID, _ selection: UserAttributeSelection) -> Bool {
    underWay[user, default: []].contains { batches[$0]?.selection.isSuperset(of: selection) == true }
  }

  /// Groups the pending users into batches with one selection each.
  private mutating func closeWindow() -> [Effect] {
    openWindow = nil
    var selections: [UserAttributeSelection] = []
    var users: [UserAttributeSelection: [UserID]] = [:]
    for user in pending {
      guard let selection = pendingSelections[user] else { continue }
      if users[selection] == nil { selections.append(selection) }
      users[selection, default: []].append(user)
    }
    pending = []
    pendingSelections = [:]
    var effects: [Effect] = []
    for selection in selections {
      var rest = users[selection, default: []][...]
      while !rest.isEmpty {
        let batch = Array(rest.prefix(batchLimit))
        rest = rest.dropFirst(batchLimit)
        batches[nextBatch] = Batch(users: batch, selection: selection)
        for user in batch { underWay[user, default: []].append(nextBatch) }
        effects.append(.fetch(batch: nextBatch, batch, selection))
        nextBatch += 1
      }
    }
    return effects
  }

  private mutating func finish(
    _ batch: Batch, number: Int, _ records: [UserID: UserInfoRecord], at now: Duration
  ) -> [Effect] {
    var effects: [Effect] = []
    var finished: [Int] = []
    for user in batch.users {
      // The absence of a record is information as well: an empty record, older than any other.
      let record = records[user] ?? UserInfoRecord(user: user)
      let isKnown = cache.newest(of: user) != nil
      // An outdated record answers those who asked for it, and is not kept.
      let isOutdated = record.version < batch.outdated[user, default: .min]
      let newer = isOutdated ? cache.info(of: user, batch.selection, at: now) : nil
      let (info, isNewer) = newer.map { ($0, false) } ?? cache.learn(record, batch.selection, at: now)
      if newer == nil, isOutdated { cache.expire(user) }
      // The first requester gets a response and needs no notification.
      if isKnown, isNewer { effects.append(notification(of: record, info)) }
      for id in satisfied(by: batch, number: number, user) {
        guard let selection = requests[id]?.selection else { continue }
        requests[id]?.missing.remove(user)
        requests[id]?.found[user] = info.filtered(selection)
        if requests[id]?.missing.isEmpty == true { finished.append(id) }
      }
      waiting.removeNumbers(of: user) { requests[$0]?.missing.contains(user) != true }
    }
    for id in finished.sorted() {
      guard let request = requests.removeValue(forKey: id) else { continue }
      effects.append(.answer(request: id, .success(request.found)))
    }
    return effects
  }

  /// Returns the requests for which a batch contains everything they want of a user.
  private func satisfied(by batch: Batch, number: Int, _ user: UserID) -> [Int] {
    waiting[user, default: []].filter { id in
      requests[id].map { number >= $0.firstBatch && batch.selection.isSuperset(of: $0.selection) } ?? false
    }
  }

  private mutating func fail(_ batch: Batch, number: Int, _ error: UserInfoError) -> [Effect] {
    let failed = Set(batch.users.flatMap { satisfied(by: batch, number: number, $0) })
    let missing = failed.reduce(into: Set<UserID>()) { $0.formUnion(requests[$1]?.missing ?? []) }
    for user in missing { waiting.removeNumbers(of: user, where: failed.contains) }
    for id in failed { requests[id] = nil }
    return failed.sorted().map { .answer(request: $0, .failure(error)) }
  }

  private mutating func changeUser(to user: UserID?) -> [Effect] {
    guard user != currentUser else { return [] }
    currentUser = user
    session += 1
    cache.removeAll()
    pending = []
    pendingSelections = [:]
    openWindow = nil
    batches = [:]
    underWay = [:]
    let unanswered = requests.keys.sorted()
    requests = [:]
    waiting = [:]
    return unanswered.map { .answer(request: $0, .failure(.notLoggedIn)) }
  }

  private func notification(of record: UserInfoRecord, _ info: UserInfo) -> Effect {
    .notify(
      UserInfoNotification(
        user: record.user, info: info, timestamp: record.timestamp ?? Timestamp(millisecondsSinceEpoch: 0),
        isOwn: record.user == currentUser))
  }
}

extension [UserID: [Int]] {
  /// Removes numbers from those of a user, and the user when no numbers are left.
  fileprivate mutating func removeNumbers(of user: UserID, where isRemoved: (Int) -> Bool) {
    self[user]?.removeAll(where: isRemoved)
    if self[user]?.isEmpty == true { self[user] = nil }
  }
}
