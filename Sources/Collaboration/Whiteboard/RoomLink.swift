import CollaborationModels

/// A room's side of the delivery of requests and frames, without time, network and tasks.
///
/// Connections may lose, delay, repeat and reorder messages, and may end at any time. The link delivers every frame
/// once, in order, or a snapshot that replaces the missing ones, and repeats every request until it is answered.
/// ``MemberLink`` is the other side.
///
/// It takes inputs with the current time, in milliseconds, and returns effects. ``deadline`` is the time at which it
/// needs a `wake`.
struct RoomLink: Hashable, Sendable {
  /// The durations in milliseconds.
  struct Timing: Hashable, Sendable {
    /// The time after which the caller of a request stops waiting, and a silent connection is given up.
    var request = 15_000
    /// The time after which leaving ends without an answer.
    var leave = 5_000
    /// The time between repetitions.
    var retry = 1_000
    /// The time after which a quiet connection is checked.
    var heartbeat = 10_000
  }

  /// The maximum number of requests that are sent without an answer.
  static let window = 64
  /// The maximum number of frames that are kept until the missing ones before them arrive.
  static let earlyLimit = 256

  enum Input: Hashable, Sendable {
    indirect case join(RoomConfig, session: String)
    case connected
    /// The connection has ended or could not be opened, with the reason.
    case disconnected(String)
    indirect case frame(RoomFrame)
    indirect case send(id: Int, RoomRequest)
    case leave
    case close
    /// The deadline was reached.
    case wake
  }

  enum Effect: Hashable, Sendable {
    /// Open a connection.
    case connect
    /// Close the connection, or stop opening it.
    case disconnect
    indirect case transmit(RoomRequestFrame)
    /// Process a frame.
    indirect case deliver(RoomFrame)
    /// The connection was lost. It is opened again.
    case interrupted
    /// The session continues, and everything that was missed has been delivered.
    case resumed
    /// Joining has failed.
    case failed(String)
    /// A request was not answered in time. It may still be.
    case overdue(id: Int)
    /// The room was left, or leaving took too long.
    case left
  }

  enum Phase: Hashable, Sendable { case idle, joining, live, resuming, leaving }

  private struct Entry: Hashable {
    var id: Int
    var request: RoomRequest
    /// The time at which its caller stops waiting; nil if it has.
    var due: Int?
  }

  let timing: Timing
  private(set) var phase = Phase.idle
  private var isConnected = false
  private var isConnecting = false
  private var config: RoomConfig?
  private(set) var session = ""
  /// The revision of the last frame that was delivered, with all earlier ones.
  private(set) var seen = 0
  /// Frames that arrived before an earlier one.
  private var early: [Int: RoomFrame] = [:]
  /// The requests without an answer.
  private var outbox = Queue<Entry>()
  /// How many of them, from the oldest on, were sent on this connection.
  private var transmitted = 0
  /// The value of `seen` for which missing frames were requested.
  private var requestedAfter: Int?
  private var awaitsPulse = false
  private var retryAt: Int?
  private var heartbeatAt: Int?
  private var silentAt: Int?
  private var leaveAt: Int?
  private var dueAt: Int?

  init(timing: Timing = Timing()) { self.timing = timing }

  /// The number of requests and frames that are kept.
  var size: Int { outbox.count + early.count }

  /// The time of the next `wake`; nil while nothing is awaited.
  var deadline: Int? {
    phase == .idle ? nil : [retryAt, heartbeatAt, silentAt, leaveAt, dueAt].compactMap { $0 }.min()
  }

  mutating func receive(_ input: Input, now: Int) -> [Effect] {
    var effects: [Effect]
    switch input {
    case .join(let config, let session): effects = join(config, session)
    case .connected: effects = connected(now)
    case .disconnected(let reason): effects = lose(reason, now)
    case .frame(let frame): effects = receive(frame, now)
    case .send(let id, let request): effects = send(id, request, now)
    case .leave: effects = leave(now)
    case .close: effects = close()
    case .wake: effects = wake(now)
    }
    watch(now)
    return effects
  }
}

// MARK: - Connections

extension RoomLink {
  private mutating func join(_ config: RoomConfig, _ session: String) -> [Effect] {
    guard phase == .idle else { return [] }
    self = RoomLink(timing: timing)
    (self.config, self.session, phase, isConnecting) = (config, session, .joining, true)
    return [.connect]
  }

  private mutating func connected(_ now: Int) -> [Effect] {
    guard isConnecting else { return [] }
    (isConnecting, isConnected) = (false, true)
    return greet()
  }

  /// Introduces the session on a new connection, or again if there was no answer.
  private mutating func greet() -> [Effect] {
    switch phase {
    case .idle: return []
    case .joining:
      guard let config else { return [] }
      return [.transmit(.join(RoomRequestFrame.Join(session: session, config: config)))]
    case .resuming, .live, .leaving: return [requestMissing()]
    }
  }

  private mutating func requestMissing() -> Effect {
    requestedAfter = seen
    return .transmit(.resume(RoomRequestFrame.Resume(session: session, seen: seen)))
  }

  private mutating func lose(_ reason: String, _ now: Int) -> [Effect] {
    let wasConnected = isConnected
    (isConnected, isConnecting, transmitted, awaitsPulse) = (false, false, 0, false)
    (requestedAfter, retryAt, silentAt, heartbeatAt) = (nil, nil, nil, nil)
    switch phase {
    case .idle: return []
    case .joining:
      if wasConnected { return [] }
      phase = .idle
      return [.failed(reason)]
    case .live:
      phase = .resuming
      isConnecting = true
      return [.interrupted, .connect]
    case .resuming: return []
    case .leaving: return end() + [.left]
    }
  }

  private mutating func close() -> [Effect] {
    let isUsed = isConnected || isConnecting
    (isConnected, isConnecting) = (false, false)
    _ = end()
    return isUsed ? [.disconnect] : []
  }

  private mutating func end() -> [Effect] {
    (phase, transmitted, early, outbox) = (.idle, 0, [:], Queue())
    (retryAt, heartbeatAt, silentAt, leaveAt, dueAt) = (nil, nil, nil, nil, nil)
    return []
  }

  private mutating func leave(_ now: Int) -> [Effect] {
    switch phase {
    case .idle: return [.left]
    case .leaving: return []
    case .joining, .resuming:
      let farewell: [Effect] = isConnected ? [goodbye] : []
      return farewell + end() + [.left]
    case .live:
      (phase, leaveAt, heartbeatAt) = (.leaving, now + timing.leave, nil)
      // The service answers the requests first.
      return outbox.isEmpty ? [goodbye] : fillWindow()
    }
  }

  private var goodbye: Effect { .transmit(.leave(RoomRequestFrame.Leave(session: session))) }
}

// MARK: - Frames

extension RoomLink {
  private mutating func receive(_ frame: RoomFrame, _ now: Int) -> [Effect] {
    // What arrives after the end of a connection comes again.
    guard phase != .idle, isConnected else { return [] }
    silentAt = nil
    switch frame {
    case .snapshot(let snapshot): return adopt(snapshot, now)
    case .upToDate(let frame):
      awaitsPulse = frame.revision > seen
      if awaitsPulse { return requestGap() }
      guard phase == .resuming else { return [] }
      return resume(now)
    case .ended:
      let wasLeaving = phase == .leaving
      return end() + (wasLeaving ? [.left] : [.deliver(frame)])
    case .disconnect(let last):
      if phase == .joining { return end() + [.failed(last.payload.error)] }
      return last.revision > seen ? end() + [.deliver(frame)] : []
    case .kick(let last):
      if phase == .joining { return end() + [.failed(last.payload.reason)] }
      return last.revision > seen ? end() + [.deliver(frame)] : []
    case .phase, .state, .writable, .appendError, .event, .uncaughtError, .store, .accepted, .refused:
      guard let number = frame.number, number > seen else { return [] }
      if phase != .joining, number == seen + 1 { return take(frame, number, now) + takeEarly(now) }
      if early.count < Self.earlyLimit { early[number] = frame }
      return phase == .joining ? [] : requestGap()
    }
  }

  /// Requests missing frames, once until something changes or the time to repeat has come.
  private mutating func requestGap() -> [Effect] { requestedAfter == seen ? [] : [requestMissing()] }

  private mutating func take(_ frame: RoomFrame, _ number: Int, _ now: Int) -> [Effect] {
    seen = number
    guard let id = frame.answered else { return [.deliver(frame)] }
    var wasWaiting = false
    while let first = outbox.first, first.id <= id {
      removeFirst()
      wasWaiting = true
    }
    // Progress: there is nothing to repeat yet.
    if wasWaiting { retryAt = nil }
    return [.deliver(frame)] + fillWindow()
  }

  private mutating func takeEarly(_ now: Int) -> [Effect] {
    var effects: [Effect] = []
    while let frame = early.removeValue(forKey: seen + 1) { effects += take(frame, seen + 1, now) }
    if early.isEmpty { return effects }
    return effects + requestGap()
  }

  private mutating func adopt(_ snapshot: RoomFrame.Snapshot, _ now: Int) -> [Effect] {
    let isFirst = phase == .joining
    guard isFirst || snapshot.revision > seen else { return [] }
    seen = snapshot.revision
    early = early.filter { $0.key > seen }
    if isFirst { (phase, heartbeatAt) = (.live, now + timing.heartbeat) }
    var snapshot = snapshot
    // The service does not know which answers have arrived.
    let waiting = outbox.first?.id ?? .max
    snapshot.answers.removeAll { $0.request < waiting }
    let answered = Set(snapshot.answers.map(\.request))
    var effects = [Effect.deliver(.snapshot(snapshot))]
    while let first = outbox.first, first.id <= snapshot.handled {
      removeFirst()
      // The service has forgotten the answer.
      if !answered.contains(first.id), first.due != nil { effects.append(.overdue(id: first.id)) }
    }
    return effects + takeEarly(now) + fillWindow()
  }

  private mutating func removeFirst() {
    outbox.removeFirst()
    transmitted = max(0, transmitted - 1)
  }

  private mutating func resume(_ now: Int) -> [Effect] {
    (phase, transmitted, heartbeatAt) = (.live, 0, now + timing.heartbeat)
    return [.resumed] + fillWindow()
  }
}

// MARK: - Requests

extension RoomLink {
  private mutating func send(_ id: Int, _ request: RoomRequest, _ now: Int) -> [Effect] {
    guard phase != .idle else { return [] }
    let due = now + timing.request
    outbox.append(Entry(id: id, request: request, due: due))
    dueAt = min(dueAt ?? due, due)
    return fillWindow()
  }

  private mutating func fillWindow() -> [Effect] {
    guard isConnected, phase == .live || phase == .leaving else { return [] }
    if phase == .leaving, outbox.isEmpty { return [goodbye] }
    var effects: [Effect] = []
    while transmitted < Self.window, let entry = outbox[transmitted] {
      effects.append(transmission(of: entry))
      transmitted += 1
    }
    return effects
  }

  private func transmission(of entry: Entry) -> Effect {
    .transmit(
      .act(RoomRequestFrame.Act(session: session, id: entry.id, seen: seen, action: entry.request.action)))
  }
}

// MARK: - Time

extension RoomLink {
  /// Whether a message of the service is due.
  private var awaits: Bool {
    switch phase {
    case .idle: false
    case .joining, .resuming, .leaving: true
    case .live: transmitted > 0 || !early.isEmpty || awaitsPulse
    }
  }

  /// Starts and stops the times that depend on whether something is awaited.
  private mutating func watch(_ now: Int) {
    if phase == .idle { return }
    let isRetrying = isConnected ? awaits : !isConnecting
    retryAt = isRetrying ? retryAt ?? now + timing.retry : nil
    silentAt = isConnected && awaits ? silentAt ?? now + timing.request : nil
  }

  private mutating func wake(_ now: Int) -> [Effect] {
    if phase == .idle { return [] }
    if let leaveAt, leaveAt <= now {
      let farewell: [Effect] = isConnected ? [goodbye] : []
      return farewell + end() + [.left]
    }
    var effects = overdue(now)
    if let silentAt, silentAt <= now {
      effects.append(.disconnect)
      effects += lose("the service does not answer", now)
    } else if let retryAt, retryAt <= now {
      self.retryAt = nil
      effects += repeatMessages()
    }
    if let heartbeatAt, heartbeatAt <= now {
      self.heartbeatAt = now + timing.heartbeat
      awaitsPulse = true
      effects.append(requestMissing())
    }
    return effects
  }

  private mutating func repeatMessages() -> [Effect] {
    guard isConnected else {
      isConnecting = true
      return [.connect]
    }
    switch phase {
    case .idle: return []
    case .joining, .resuming: return greet()
    case .live, .leaving:
      var effects: [Effect] = []
      if !early.isEmpty || awaitsPulse { effects.append(requestMissing()) }
      for index in 0..<transmitted {
        if let entry = outbox[index] { effects.append(transmission(of: entry)) }
      }
      if phase == .leaving, outbox.isEmpty { effects.append(goodbye) }
      return effects
    }
  }

  /// Ends the waits of requests that were not answered in time.
  ///
  /// Changes that are visible already wait for a lost connection to return: its own time limit ends them.
  private mutating func overdue(_ now: Int) -> [Effect] {
    guard let dueAt, dueAt <= now else { return [] }
    var effects: [Effect] = []
    var next: Int?
    for index in 0..<outbox.count {
      guard var entry = outbox[index], var due = entry.due else { continue }
      if due <= now, phase == .resuming, entry.request.isImmediate { due = now + timing.request }
      if due <= now { effects.append(.overdue(id: entry.id)) }
      entry.due = due <= now ? nil : due
      outbox[index] = entry
      if due > now { next = min(next ?? due, due) }
    }
    self.dueAt = next
    return effects
  }
}
