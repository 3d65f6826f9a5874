/// A client's side of the delivery of requests and frames, without time, network and tasks.
///
/// Connections may lose, delay, repeat and reorder messages, and may end at any time. The link delivers every frame
/// once, in order, or a snapshot that replaces the missing ones, and repeats every request until it is answered.
/// ``ServiceLink`` is the other side.
///
/// It takes inputs with the current time, in milliseconds, and returns effects. ``deadline`` is the time at which it
/// needs a `wake`.
package struct ClientLink<Wire: DeliveryWire>: Hashable, Sendable {
  typealias Timing = LinkTiming

  /// The maximum number of requests that are sent without an answer.
  package static var window: Int { DeliveryWindow.size }
  /// The maximum number of frames that are kept until the missing ones before them arrive.
  static var earlyLimit: Int { 256 }

  package enum Input: Hashable, Sendable {
    indirect case join(Wire.Opening, session: String)
    case connected
    /// The connection has ended or could not be opened, with the reason.
    case disconnected(String)
    indirect case frame(Wire.Frame)
    /// A frame that cannot be read. One with a revision counts as received.
    case unreadable(revision: Int?, request: Int?)
    indirect case send(id: Int, Wire.Request)
    case leave
    case close
    /// The deadline was reached.
    case wake
  }

  package enum Effect: Hashable, Sendable {
    /// Open a connection.
    case connect
    /// Close the connection, or stop opening it.
    case disconnect
    indirect case transmit(Wire.Message)
    /// Process a frame.
    indirect case deliver(Wire.Frame)
    /// The connection was lost. It is opened again.
    case interrupted
    /// The session continues, and everything that was missed has been delivered.
    case resumed
    /// Joining has failed, or the connection was not restored in time.
    case failed(String)
    /// A request was not answered in time, or its answer cannot be read. It may still be performed.
    case overdue(id: Int)
    /// The room was left, or leaving took too long.
    case left
  }

  enum Phase: Hashable, Sendable { case idle, joining, live, resuming, leaving }

  private struct Entry: Hashable {
    var id: Int
    var request: Wire.Request
    /// The time at which its caller stops waiting; nil if it has.
    var due: Int?
  }

  private enum Early: Hashable {
    indirect case frame(Wire.Frame, answers: Int?)
    case unreadable(request: Int?)
  }

  let timing: Timing
  private(set) var phase = Phase.idle
  private(set) var isConnected = false
  private var isConnecting = false
  private var opening: Wire.Opening?
  private(set) var session = ""
  /// The revision of the last frame that was delivered, with all earlier ones.
  private(set) var seen = 0
  /// Frames that arrived before an earlier one.
  private var early: [Int: Early] = [:]
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
  private var giveUpAt: Int?
  private var backoff: Backoff

  /// - Parameter seed: decides the random waits between attempts.
  init(timing: Timing = Timing(), seed: UInt64 = 0) {
    self.timing = timing
    backoff = Backoff(seed: seed)
  }

  /// The number of requests and frames that are kept.
  var size: Int { outbox.count + early.count }

  /// The reason of a connection's end if the service was silent for too long.
  static var silence: String { "the service does not answer" }

  /// Returns whether a `wake` at this time sends messages again.
  func repeats(at now: Int) -> Bool { isConnected && retryAt.map { $0 <= now } ?? false }

  /// Returns the time until the next attempt to connect; nil if none is due.
  func nextAttempt(after now: Int) -> Int? { isConnected || isConnecting ? nil : retryAt.map { $0 - now } }

  /// The oldest request without an answer.
  var oldestRequest: Int? { outbox.first?.id }

  /// The time of the next `wake`; nil while nothing is awaited.
  var deadline: Int? {
    if phase == .idle { return nil }
    // Without an array: a simulation asks for it after every message.
    var next = min(retryAt ?? .max, heartbeatAt ?? .max)
    next = min(next, silentAt ?? .max)
    next = min(next, leaveAt ?? .max)
    next = min(next, dueAt ?? .max)
    next = min(next, giveUpAt ?? .max)
    return next == .max ? nil : next
  }

  mutating func receive(_ input: Input, now: Int) -> [Effect] { Wire.process(input, by: &self, now: now) }

  fileprivate mutating func process(_ input: Input, now: Int) -> [Effect] {
    var effects: [Effect]
    switch input {
    case .join(let opening, let session): effects = join(opening, session, now)
    case .connected: effects = connected(now)
    case .disconnected(let reason): effects = lose(reason, now)
    case .frame(let frame): effects = receive(frame, now)
    case .unreadable(let revision, let request): effects = skip(revision, request, now)
    case .send(let id, let request): effects = send(id, request, now)
    case .leave: effects = leave(now)
    case .close: effects = close()
    case .wake: effects = wake(now)
    }
    watch(now)
    return effects
  }
}

extension DeliveryWire {
  /// Called through the wire, so that generic callers in other modules use the code that is specialized for it.
  package static func process(
    _ input: ClientLink<Self>.Input, by link: inout ClientLink<Self>, now: Int
  ) -> [ClientLink<Self>.Effect] {
    link.process(input, now: now)
  }
}

// MARK: - Connections

extension ClientLink {
  private mutating func join(_ opening: Wire.Opening, _ session: String, _ now: Int) -> [Effect] {
    guard phase == .idle else { return [] }
    let backoff = backoff
    self = ClientLink(timing: timing)
    self.backoff = backoff
    self.backoff.reset()
    (self.opening, self.session, phase, isConnecting) = (opening, session, .joining, true)
    giveUpAt = timing.connection.map { now + $0 }
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
      guard let opening else { return [] }
      return [.transmit(Wire.opening(opening, session: session))]
    case .resuming, .live, .leaving: return [requestMissing()]
    }
  }

  private mutating func requestMissing() -> Effect {
    requestedAfter = seen
    return .transmit(Wire.resume(session: session, seen: seen))
  }

  private mutating func lose(_ reason: String, _ now: Int) -> [Effect] {
    let wasConnected = isConnected
    (isConnected, isConnecting, transmitted, awaitsPulse) = (false, false, 0, false)
    (requestedAfter, retryAt, silentAt, heartbeatAt) = (nil, nil, nil, nil)
    switch phase {
    case .idle: return []
    case .joining:
      if wasConnected || timing.retriesJoining { return [] }
      return end() + [.failed(reason)]
    case .live:
      // All clients of a service that has stopped lose it at the same time: even the first attempt waits.
      (phase, giveUpAt) = (.resuming, timing.connection.map { now + $0 })
      return [.interrupted]
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
    (retryAt, heartbeatAt, silentAt, leaveAt, dueAt, giveUpAt) = (nil, nil, nil, nil, nil, nil)
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

  private var goodbye: Effect { .transmit(Wire.leave(session: session)) }
}

// MARK: - Frames

extension ClientLink {
  private mutating func receive(_ frame: Wire.Frame, _ now: Int) -> [Effect] {
    // What arrives after the end of a connection comes again.
    guard phase != .idle, isConnected else { return [] }
    silentAt = nil
    switch Wire.role(of: frame) {
    case .snapshot(let revision, let handled, let answers): return adopt(frame, revision, handled, answers, now)
    case .upToDate(let revision):
      awaitsPulse = revision > seen
      if awaitsPulse { return requestGap() }
      if phase == .live { backoff.reset() }
      guard phase == .resuming else { return [] }
      return resume(now)
    case .ended:
      let wasLeaving = phase == .leaving
      return end() + (wasLeaving ? [.left] : [.deliver(frame)])
    case .last(let revision, let reason):
      if phase == .joining { return end() + [.failed(reason)] }
      return revision > seen ? end() + [.deliver(frame)] : []
    case .numbered(let number, let request): return enter(.frame(frame, answers: request), number, now)
    }
  }

  private mutating func skip(_ revision: Int?, _ request: Int?, _ now: Int) -> [Effect] {
    guard phase != .idle, isConnected, let revision else { return [] }
    silentAt = nil
    return enter(.unreadable(request: request), revision, now)
  }

  /// Takes a numbered frame, or keeps it until its turn.
  private mutating func enter(_ item: Early, _ number: Int, _ now: Int) -> [Effect] {
    guard number > seen else { return [] }
    if phase != .joining, number == seen + 1 { return take(item, number, now) + takeEarly(now) }
    if early.count < Self.earlyLimit { early[number] = item }
    return phase == .joining ? [] : requestGap()
  }

  /// Requests missing frames, once until something changes or the time to repeat has come.
  private mutating func requestGap() -> [Effect] { requestedAfter == seen ? [] : [requestMissing()] }

  private mutating func take(_ item: Early, _ number: Int, _ now: Int) -> [Effect] {
    seen = number
    // What arrives shows that the connection is sound.
    backoff.reset()
    switch item {
    case .frame(let frame, nil): return [.deliver(frame)]
    case .frame(let frame, let id?):
      _ = answered(id)
      return [.deliver(frame)] + fillWindow()
    case .unreadable(nil): return []
    case .unreadable(let id?):
      let isAwaited = answered(id)
      return (isAwaited ? [.overdue(id: id)] : []) + fillWindow()
    }
  }

  /// Removes the requests up to the one that was answered. Returns whether its caller still waits.
  private mutating func answered(_ id: Int) -> Bool {
    var isAwaited = false
    while let first = outbox.first, first.id <= id {
      isAwaited = first.id == id && first.due != nil
      removeFirst()
      // Progress: there is nothing to repeat yet.
      retryAt = nil
    }
    return isAwaited
  }

  private mutating func takeEarly(_ now: Int) -> [Effect] {
    var effects: [Effect] = []
    // A hostile service may have sent the largest revision.
    while let item = early.removeValue(forKey: seen &+ 1) { effects += take(item, seen &+ 1, now) }
    if early.isEmpty { return effects }
    return effects + requestGap()
  }

  private mutating func adopt(
    _ snapshot: Wire.Frame, _ revision: Int, _ handled: Int, _ answers: [Int], _ now: Int
  ) -> [Effect] {
    let isFirst = phase == .joining
    guard isFirst || revision > seen else { return [] }
    seen = revision
    early = early.filter { $0.key > seen }
    if isFirst {
      (phase, heartbeatAt, giveUpAt) = (.live, now + timing.heartbeat, nil)
      backoff.reset()
    }
    // The service does not know which answers have arrived.
    let waiting = outbox.first?.id ?? .max
    var effects = [Effect.deliver(Wire.withoutAnswers(before: waiting, in: snapshot))]
    while let first = outbox.first, first.id <= handled {
      removeFirst()
      // The service has forgotten the answer.
      if !answers.contains(first.id), first.due != nil { effects.append(.overdue(id: first.id)) }
    }
    return effects + takeEarly(now) + fillWindow()
  }

  private mutating func removeFirst() {
    outbox.removeFirst()
    transmitted = max(0, transmitted - 1)
  }

  private mutating func resume(_ now: Int) -> [Effect] {
    (phase, transmitted, heartbeatAt, giveUpAt) = (.live, 0, now + timing.heartbeat, nil)
    return [.resumed] + fillWindow()
  }
}

// MARK: - Requests

extension ClientLink {
  private mutating func send(_ id: Int, _ request: Wire.Request, _ now: Int) -> [Effect] {
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
    .transmit(Wire.request(entry.request, id: entry.id, seen: seen, session: session))
  }
}

// MARK: - Time

extension ClientLink {
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
    if !isRetrying { retryAt = nil } else if retryAt == nil { retryAt = now + retryWait() }
    silentAt = isConnected && awaits ? silentAt ?? now + timing.request : nil
  }

  /// An answer to a message that was just sent may be on its way: a repetition waits for it.
  private mutating func retryWait() -> Int {
    (isConnected ? timing.retry : 0) + backoff.next(first: timing.retry, maximum: timing.maximumRetry)
  }

  private mutating func wake(_ now: Int) -> [Effect] {
    if phase == .idle { return [] }
    if let leaveAt, leaveAt <= now {
      let farewell: [Effect] = isConnected ? [goodbye] : []
      return farewell + end() + [.left]
    }
    if let giveUpAt, giveUpAt <= now { return giveUp() }
    var effects = overdue(now)
    if let silentAt, silentAt <= now {
      effects.append(.disconnect)
      effects += lose(Self.silence, now)
    } else if let retryAt, retryAt <= now {
      self.retryAt = nil
      effects += repeatMessages()
    }
    if let heartbeatAt, heartbeatAt <= now {
      // The connection has lasted: the next loss is another one.
      backoff.reset()
      self.heartbeatAt = now + timing.heartbeat
      awaitsPulse = true
      effects.append(requestMissing())
    }
    return effects
  }

  /// Ends joining or resuming after its time.
  private mutating func giveUp() -> [Effect] { end() + [.failed("the connection was not established in time")] }

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
      if due <= now, phase == .resuming, Wire.waitsForConnection(entry.request) { due = now + timing.request }
      if due <= now { effects.append(.overdue(id: entry.id)) }
      entry.due = due <= now ? nil : due
      outbox[index] = entry
      if due > now { next = min(next ?? due, due) }
    }
    self.dueAt = next
    return effects
  }
}
