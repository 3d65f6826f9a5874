import Collaboration
import CollaborationModels
import SchemaRuntime

/// One room on one server: follows the room's log, appends to it, and sends frames to the connections of this server.
///
/// A lock rather than an actor, so that messages keep the order in which a connection received them. Only one task at a
/// time accesses the log; it runs while there is something to append or to read.
final class RoomReplica: Sendable {
  enum Event: Sendable {
    case processed(entries: Int, frames: Int)
    case ignored
    case failed(String)
    /// The room is recorded so that it can leave memory.
    case recorded
  }

  /// An entry that waits for the log.
  private struct Waiting: Sendable {
    var entry: RoomLogEntry
    /// The size of a message in bytes.
    var size = 0
  }

  private struct State: Sendable {
    var room: LocalRoom
    /// The number of the last entry that was processed.
    var processed = 0
    /// The number of the last entry that the log is known to contain; `max` if there may be any.
    var known = Int.max
    var pending: [Waiting] = []
    /// The sum of their sizes.
    var pendingSize = 0
    /// The size of the entries that this server has appended since it last recorded the room.
    var unrecordedSize = 0
    /// The number of the last entry that is known to be recorded.
    var recorded = 0
    /// Whether the room is to be recorded as soon as everything is processed.
    var isLeaving = false
    var connections: [Int: Connection] = [:]
    /// Since when members are offline, by session, with the number of their connections.
    var offline: [String: (since: Duration, connections: Int)] = [:]
    var idleSince: Duration?
    var isLoaded = false
    /// Whether the log is not accessed anymore.
    var isCancelled = false
    var worker: Task<Void, Never>?

    /// Whether there is something to append or to read.
    var hasWork: Bool { !isCancelled && (!pending.isEmpty || known > processed || isLeaving) }
  }

  private struct Connection: Sendable {
    var send: @Sendable ([UInt8]) -> Void
    /// The session that joined on the connection, unless it left, or another one was used since.
    var joined: String?

    mutating func note(_ message: RoomRequestFrame) {
      switch message {
      case .join(let join): joined = join.session
      case .leave: joined = nil
      case .act, .resume: if message.session != joined { joined = nil }
      }
    }
  }

  /// The maximum number of entries that are appended at once.
  private static let batchLimit = 256

  let room: String
  private let log: any RoomLog
  private let settings: RoomService.Settings
  private let clock: any Clock<Duration>
  private let timeline: Timeline
  private let state: Mutex<State>
  private let report: @Sendable (Event) -> Void

  init(
    room: String, log: any RoomLog, settings: RoomService.Settings, clock: any Clock<Duration>,
    report: @escaping @Sendable (Event) -> Void
  ) {
    self.room = room
    self.log = log
    self.settings = settings
    self.clock = clock
    self.report = report
    let timeline = Timeline(clock)
    self.timeline = timeline
    state = Mutex(State(room: LocalRoom(uuid: room), idleSince: timeline.elapsed()))
  }

  func open(_ connection: Int, send: @escaping @Sendable ([UInt8]) -> Void) {
    state.withLock { state in
      state.connections[connection] = Connection(send: send)
      state.isLeaving = false
      state.idleSince = nil
      work(&state)
    }
  }

  /// Stops sending to a connection; returns false if it is not open.
  func close(_ connection: Int) -> Bool {
    state.withLock { state in
      guard state.connections.removeValue(forKey: connection) != nil else { return false }
      if state.connections.isEmpty { state.idleSince = timeline.elapsed() }
      return true
    }
  }

  /// Appends an entry to the log, soon.
  /// - Parameter size: the size of a message in bytes.
  func enqueue(_ entry: RoomLogEntry, size: Int = 0) {
    let isTaken = state.withLock { state in
      if case .message(let message) = entry {
        if case .join(let join) = message.message, state.connections[message.connection]?.joined == join.session {
          // A connection loses nothing while it is open: the snapshot is on its way, and another one would only take
          // memory.
          return true
        }
        guard state.pending.count < settings.waitingLimit,
          state.pendingSize == 0 || size <= settings.waitingBytes - state.pendingSize
        else { return false }
        state.connections[message.connection]?.note(message.message)
      } else if case .refusal = entry, state.pending.count >= settings.waitingLimit {
        return false
      }
      state.pending.append(Waiting(entry: entry, size: size))
      state.pendingSize += size
      work(&state)
      return true
    }
    if !isTaken { report(.ignored) }
  }

  /// Learns that the log contains entries up to a number.
  func learn(last: Int) {
    state.withLock { state in
      guard last > state.processed else { return }
      state.known = max(state.known, last)
      work(&state)
    }
  }

  /// Waits until everything that has arrived is in the log.
  func finish() async {
    while let worker = state.withLock({ $0.worker }) { await worker.value }
  }

  /// Stops accessing the log, although there may be more to append.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.worker?.cancel()
    }
  }

  /// Whether nothing needs the room in memory.
  var isIdle: Bool {
    state.withLock { state in
      state.connections.isEmpty && state.pending.isEmpty && state.worker == nil && state.recorded == state.processed
    }
  }

  /// The number of connections of this server.
  var connectionCount: Int { state.withLock { $0.connections.count } }

  /// Records a room without connections, so that it can leave memory.
  /// - Returns: whether it is recorded already.
  private func leave(_ state: inout State) -> Bool {
    guard state.recorded < state.processed else { return true }
    state.isLeaving = true
    work(&state)
    return false
  }

  /// Lets members leave who have been offline for too long, and records a room that has not been used for a while.
  /// - Parameter isUrgent: whether every room without connections has to leave memory, with its members who are offline:
  ///   they are recorded, and their time begins again when the room is used.
  /// - Parameter mayLeave: whether the room may begin to leave memory, if it has to be recorded before.
  /// - Returns: whether the room can leave memory.
  func sweep(isUrgent: Bool = false, mayLeave: Bool = true) -> Bool {
    let now = timeline.elapsed()
    return state.withLock { state in
      for (session, offline) in state.offline where now - offline.since >= settings.offlineTimeout {
        state.offline[session]?.since = now
        state.pending.append(
          Waiting(entry: .expiry(RoomLogEntry.Expiry(session: session, connections: offline.connections))))
        work(&state)
      }
      guard state.connections.isEmpty, let idle = state.idleSince else { return false }
      guard isUrgent || (state.offline.isEmpty && now - idle >= settings.idleTimeout) else { return false }
      return mayLeave || state.recorded == state.processed ? leave(&state) : false
    }
  }

  /// Whether the room is being recorded so that it can leave memory.
  var isLeaving: Bool { state.withLock { $0.isLeaving } }
}

// MARK: - The log

extension RoomReplica {
  /// Starts the task that accesses the log, if there is something to do and it does not run.
  private func work(_ state: inout State) {
    guard state.worker == nil, state.hasWork else { return }
    state.worker = Task { await self.run() }
  }

  private func run() async {
    while true {
      let batch = state.withLock { state -> [Waiting]? in
        guard state.hasWork else {
          state.worker = nil
          return nil
        }
        return state.isLoaded ? Array(state.pending.prefix(Self.batchLimit)) : []
      }
      guard let batch else { return }
      do {
        if !batch.isEmpty {
          try await append(batch)
        } else if state.withLock({ $0.isLoaded && $0.known <= $0.processed && $0.isLeaving }) {
          try await record()
        } else {
          try await read()
        }
      } catch {
        report(.failed("room \(room): \(error)"))
        // The entries stay, and are repeated: those that were appended nevertheless have no effect the second time.
        try? await clock.sleep(for: settings.retryInterval)
      }
    }
  }

  private func append(_ batch: [Waiting]) async throws {
    let entries = batch.map(\.entry)
    let size = batch.reduce(0) { $0 + $1.size }
    let first = try await log.append(entries, to: room)
    if state.withLock({ $0.processed + 1 < first }) { try await read(below: first) }
    let isNext = state.withLock { state in
      state.pending.removeFirst(batch.count)
      state.pendingSize -= size
      state.unrecordedSize += size
      return state.processed + 1 == first
    }
    // Otherwise the entries were read already.
    if isNext { process(entries) }
    let end = entries.lastIndex { if case .end = $0 { true } else { false } }
    if let end {
      try await log.clear(room, at: first + end)
      state.withLock { $0.recorded = max($0.recorded, first + end) }
    }
    // One server records the room: the one whose entries fill the interval, or who has appended much.
    let interval = settings.recordInterval
    let isFull = (first - 1) / interval < (first - 1 + batch.count) / interval
    if isFull || state.withLock({ $0.unrecordedSize >= settings.recordBytes }) { try await record() }
  }

  /// Processes what the log contains, if needed only the entries below a number.
  private func read(below limit: Int = .max) async throws {
    let (after, known) = state.withLock { ($0.processed, $0.known) }
    let history = try await log.history(of: room, after: after)
    let running = state.withLock { $0.isLoaded } ? nil : try await log.runningServers()
    let processed = try state.withLock { state in
      if history.start > state.processed {
        if history.record == nil {
          // The room has ended, and the entry that says why is gone.
          _ = deliver(state.room.end(reason: "the room has ended"), &state)
        }
        let room = history.record.map { LocalRoom($0) } ?? LocalRoom(uuid: room)
        guard let room else { throw ContradictoryRecord() }
        replace(by: room, at: history.start, &state)
      }
      return state.processed
    }
    process(history.entries.dropFirst(processed - history.start).prefix(max(limit - 1 - processed, 0)))
    state.withLock { state in
      if limit == .max, state.known == known { state.known = state.processed }
      if let running { load(running, &state) }
    }
  }

  /// Finds, in a room that was just loaded, the members whose server no longer runs.
  private func load(_ running: Set<Int>, _ state: inout State) {
    state.isLoaded = true
    let servers = Set(state.room.members.compactMap(\.link.connection).map { ConnectionNumber($0).server })
    for server in servers.subtracting(running).sorted() {
      state.pending.append(Waiting(entry: .serverStop(RoomLogEntry.ServerStop(server: server))))
    }
  }

  private func record() async throws {
    let (record, number) = state.withLock { ($0.room.record, $0.processed) }
    if number > 0 { try await log.save(record, at: number) }
    let canLeave = state.withLock { state in
      state.unrecordedSize = 0
      state.recorded = max(state.recorded, number)
      guard state.isLeaving, state.recorded == state.processed else { return false }
      state.isLeaving = false
      return true
    }
    if canLeave { report(.recorded) }
  }
}

/// A record that is valid and cannot be one of a room, for example without the scene that it shows.
private struct ContradictoryRecord: Error, CustomStringConvertible {
  var description: String { "the record of the room contradicts itself" }
}

// MARK: - Entries

extension RoomReplica {
  /// Processes entries, which only the task that accesses the log does. Each in a lock of its own, so that a connection on
  /// which a message arrives does not wait for all of them.
  private func process(_ entries: some Collection<RoomLogEntry>) {
    guard !entries.isEmpty else { return }
    var frames = 0
    for entry in entries {
      frames += state.withLock { state in
        state.processed += 1
        return deliver(state.room.process(entry), &state)
      }
    }
    state.withLock { watchOffline(&$0) }
    report(.processed(entries: entries.count, frames: frames))
  }

  /// Sends frames to the connections of this server; the other servers send theirs.
  private func deliver(_ deliveries: LocalRoom.Deliveries, _ state: inout State) -> Int {
    var count = 0
    for (connection, frame) in deliveries {
      // Everything here was validated when it was received, so it can always be written.
      guard let send = state.connections[connection]?.send, let text = try? frame.json() else { continue }
      send(text)
      count += 1
    }
    return count
  }

  /// Continues from a record. The members of this server learn that they have missed something.
  private func replace(by room: LocalRoom, at number: Int, _ state: inout State) {
    state.room = room
    state.processed = number
    state.recorded = max(state.recorded, number)
    for member in room.members {
      guard let connection = member.link.connection else { continue }
      let frame = RoomFrame.upToDate(revision: member.link.revision)
      _ = deliver([(connection, frame)], &state)
    }
  }

  private func watchOffline(_ state: inout State) {
    var offline: [String: (since: Duration, connections: Int)] = [:]
    for member in state.room.members where !member.isOnline {
      let session = member.link.session
      if let known = state.offline[session], known.connections == member.connections {
        offline[session] = known
      } else {
        offline[session] = (timeline.elapsed(), member.connections)
      }
    }
    state.offline = offline
  }
}
