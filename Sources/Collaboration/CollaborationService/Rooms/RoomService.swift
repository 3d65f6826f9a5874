public import Collaboration
public import CollaborationModels
public import SchemaRuntime

/// The rooms of a whiteboard service, for a server: any number of servers hold the same rooms through one ``RoomLog``.
///
///     let service = RoomService(log: InMemoryRoomLog())
///     let member = try service.open(room: "lesson", user: "ana", mayWrite: true) { frame in socket.send(frame) }
///     service.receive(try RoomRequestFrame(json: text), size: text.count, from: member)
///     service.close(member)
///
/// What arrives is appended to the log first and processed afterwards, so that members only hear of what the log keeps.
/// When the log fails, nothing is answered: members repeat their requests.
public final class RoomService: Sendable {
  /// Limits and intervals.
  public struct Settings: Hashable, Sendable {
    /// How long a member may be offline before leaving the room.
    public var offlineTimeout = Duration.seconds(60)
    /// How often rooms are checked for members who have been offline for too long, and for rooms that are not used.
    public var sweepInterval = Duration.seconds(5)
    /// How long a room without connections is kept in memory.
    public var idleTimeout = Duration.seconds(30)
    /// After how many entries a room is recorded.
    public var recordInterval = 512
    /// After how many bytes of messages, as JSON, a server records a room at the latest.
    public var recordBytes = 16 << 20
    /// The maximum number of messages of a room that wait for the log. Further ones are ignored: members repeat them.
    public var waitingLimit = 4_096
    /// The maximum size of these messages, in bytes as JSON.
    public var waitingBytes = 16 << 20
    /// How long a failed access to the log waits before it is repeated.
    public var retryInterval = Duration.milliseconds(250)
    /// How long stopping waits for the log.
    public var stopTimeout = Duration.seconds(5)
    /// The maximum number of rooms in memory. Further ones are not opened until others have left it.
    public var maximumRooms = 100_000

    public init() {}
  }

  /// A connection of a member.
  public struct Member: Hashable, Sendable {
    /// The key of the room in the log.
    let room: String
    let connection: Int
    let user: String?
    let mayWrite: Bool
  }

  /// What the service has done, for metrics.
  public struct Counts: Hashable, Sendable {
    /// The rooms in memory.
    public var rooms = 0
    /// The open connections.
    public var connections = 0
    /// The entries of the log that were processed.
    public var entries = 0
    /// The frames that were sent.
    public var frames = 0
    /// The messages that were ignored because too many waited for the log.
    public var ignored = 0
    /// The accesses to the log that failed.
    public var failures = 0
    /// The connections that were refused because there was no memory for another room.
    public var refused = 0
  }

  /// Whether there is memory for more.
  public enum MemoryPressure: Hashable, Sendable {
    /// There is.
    case none
    /// Rooms without connections have to leave memory at once.
    case high
    /// No room that is not in memory may be opened.
    case critical
  }

  private struct State: Sendable {
    var rooms: [String: RoomReplica] = [:]
    var lastConnection = 0
    var isStopped = false
    var tasks: [Task<Void, Never>] = []
  }

  private let log: any RoomLog
  private let settings: Settings
  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  /// In a lock of its own, since rooms report inside theirs, which is acquired inside that of the service.
  private let counters = Mutex(Counts())
  /// The rooms that the last sweep found leaving or let leave, less those that have left since. Sweeps hold the lock, so
  /// that two of them do not let rooms leave by the same count.
  private let leavingCount = Mutex(0)
  private let report: @Sendable (String) -> Void
  private let pressure: @Sendable () -> MemoryPressure

  /// - Parameters:
  /// - log: the order of what happens in the rooms.
  /// - clock: measures the intervals of the settings.
  /// - report: receives descriptions of failures of the log.
  /// - pressure: returns whether there is memory for more.
  public init(
    log: any RoomLog, settings: Settings = Settings(), clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (String) -> Void = { _ in },
    pressure: @escaping @Sendable () -> MemoryPressure = { .none }
  ) {
    self.pressure = pressure
    self.log = log
    self.settings = settings
    self.clock = clock
    self.report = report
    let updates = log.updates()
    let watch = Task { [weak self] in
      for await update in updates { self?.process(update) }
    }
    let sweep = Task { [weak self, clock, interval = settings.sweepInterval] in
      while true {
        do { try await clock.sleep(for: interval) } catch { return }
        guard let self else { return }
        self.sweep()
      }
    }
    state.withLock { $0.tasks = [watch, sweep] }
  }

  deinit {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }

  /// What the service has done until now.
  public var counts: Counts {
    var counts = counters.withLock { $0 }
    counts.rooms = state.withLock { $0.rooms.count }
    return counts
  }

  /// Opens a connection to a room.
  /// - Parameters:
  /// - room: the id of the room, without control characters.
  /// - tenant: the tenant to which the room belongs.
  /// - user: the verified id of the member's user; nil if the service does not know. Other members see it, and a session
  ///   only continues for the user who began it.
  /// - mayWrite: whether the member's token grants write access.
  /// - send: sends a frame, as JSON text in UTF-8; called in order. It must not wait.
  /// - Returns: nil if the service has stopped, or if there is no memory for another room.
  public func open(
    room id: String, in tenant: Tenant = .none, user: String?, mayWrite: Bool,
    send: @escaping @Sendable ([UInt8]) -> Void
  ) -> Member? {
    let room = tenant.roomKey(id)
    let pressure = pressure()
    let opened = state.withLock { state -> Int? in
      guard !state.isStopped else { return nil }
      if state.rooms[room] == nil, pressure == .critical || state.rooms.count >= settings.maximumRooms {
        counters.withLock { $0.refused += 1 }
        return nil
      }
      state.lastConnection += 1
      let number = ConnectionNumber(server: log.server, count: state.lastConnection)
      // Inside the lock, so that the room is not removed as unused before.
      replica(of: room, &state).open(number.value, send: send)
      return number.value
    }
    guard let connection = opened else { return nil }
    counters.withLock { $0.connections += 1 }
    return Member(room: room, connection: connection, user: user, mayWrite: mayWrite)
  }

  /// Processes a valid message of a member. The access token in it is not kept.
  /// - Parameter size: the size of the message in bytes as JSON, which counts towards the limits.
  public func receive(_ message: RoomRequestFrame, size: Int, from member: Member) {
    var message = message
    if case .join(var join) = message {
      join.config.roomToken = "-"
      message = .join(join)
    }
    let entry = RoomLogEntry.Message(
      connection: member.connection, mayWrite: member.mayWrite, userID: member.user, message: message)
    existing(member.room)?.enqueue(.message(entry), size: size)
  }

  /// Refuses a request of a member whose action violates its schema.
  public func refuse(_ request: InvalidRequest, from member: Member) {
    let entry = RoomLogEntry.Refusal(
      connection: member.connection, userID: member.user, session: request.session, id: request.id,
      seen: request.seen, reason: request.reason)
    existing(member.room)?.enqueue(.refusal(entry))
  }

  /// Closes a connection. The member stays in the room, unseen, until it comes back or its time is over.
  public func close(_ member: Member) {
    guard let replica = existing(member.room), replica.close(member.connection) else { return }
    counters.withLock { $0.connections -= 1 }
    replica.enqueue(.disconnection(RoomLogEntry.Disconnection(connection: member.connection)))
  }

  /// Ends a room: its members leave, on all servers, and nothing of it is kept.
  /// - Parameter reason: what the members are told.
  public func end(room id: String, in tenant: Tenant = .none, reason: String) async {
    await end(key: tenant.roomKey(id), reason: reason)
  }

  private func end(key room: String, reason: String) async {
    let found = state.withLock { state -> RoomReplica? in state.isStopped ? nil : replica(of: room, &state) }
    guard let replica = found else { return }
    replica.enqueue(.end(RoomLogEntry.End(reason: reason)))
    await replica.finish()
    forget(replica)
  }

  /// Returns rooms of a tenant of which something is kept, sorted by the UTF-8 of their ids, and the numbers of their
  /// connections to this server.
  /// - Parameters:
  ///   - id: the rooms follow this one; nil for the first ones.
  ///   - count: the maximum number of rooms.
  public func list(
    in tenant: Tenant = .none, after id: String?, count: Int
  ) async throws -> [(summary: RoomLogSummary, connections: Int)] {
    let rooms = try await log.rooms(after: tenant.firstRoomKey(after: id), count: count)
    // The keys of a tenant's rooms follow each other.
    return rooms.lazy.map { ($0, tenant.roomID(ofKey: $0.room)) }.prefix { $0.1 != nil }.map { summary, id in
      (RoomLogSummary(room: id ?? "", changed: summary.changed, bytes: summary.bytes), connectionCount(summary.room))
    }
  }

  private func connectionCount(_ room: String) -> Int { existing(room)?.connectionCount ?? 0 }

  /// Ends rooms of all tenants that were not used since a time. It lists all rooms, a page at a time.
  /// - Parameters:
  ///   - time: the rooms whose last entry is earlier end.
  ///   - reason: what members are told.
  /// - Returns: the number of rooms.
  @discardableResult
  public func endRooms(unusedSince time: Timestamp, reason: String) async throws -> Int {
    var (last, count): (String?, Int) = (nil, 0)
    while true {
      let page = try await log.rooms(after: last, count: 1_000)
      for summary in page where summary.changed.isEarlier(than: time) && connectionCount(summary.room) == 0 {
        await end(key: summary.room, reason: reason)
        count += 1
      }
      guard page.count == 1_000, let next = page.last?.room else { return count }
      last = next
    }
  }

  /// Ends all connections and the use of the log, once what has arrived is in it.
  public func stop() async {
    let (rooms, tasks) = state.withLock { state in
      state.isStopped = true
      return (Array(state.rooms.values), state.tasks)
    }
    for room in rooms { room.enqueue(.serverStop(RoomLogEntry.ServerStop(server: log.server))) }
    _ = await waitForAnswer(within: settings.stopTimeout, on: clock) { [log] in
      for room in rooms { await room.finish() }
      await log.close()
    }
    for room in rooms { room.cancel() }
    for task in tasks { task.cancel() }
  }

  private func existing(_ room: String) -> RoomReplica? { state.withLock { $0.rooms[room] } }

  private func replica(of room: String, _ state: inout State) -> RoomReplica {
    if let replica = state.rooms[room] { return replica }
    let replica = RoomReplica(room: room, log: log, settings: settings, clock: clock) { [weak self] event in
      self?.count(event)
    }
    state.rooms[room] = replica
    return replica
  }

  private func count(_ event: RoomReplica.Event) {
    counters.withLock { counts in
      switch event {
      case .processed(let entries, let frames):
        counts.entries += entries
        counts.frames += frames
      case .ignored: counts.ignored += 1
      case .failed: counts.failures += 1
      case .recorded: break
      }
    }
    if case .recorded = event { sweepAfterRecord() }
    if case .failed(let description) = event { report(description) }
  }

  private func process(_ update: RoomLogUpdate) {
    switch update {
    case .appended(let room, let last): existing(room)?.learn(last: last)
    case .serverStopped(let server):
      for replica in replicas { replica.enqueue(.serverStop(RoomLogEntry.ServerStop(server: server))) }
    case .interrupted:
      for replica in replicas { replica.learn(last: .max) }
    }
  }

  private var replicas: [RoomReplica] { state.withLock { Array($0.rooms.values) } }

  /// The rooms that may be recorded at once to leave memory, which holds them twice meanwhile.
  private static let mostLeaving = 32

  private func sweep() {
    let isUrgent = pressure() != .none
    leavingCount.withLock { leaving in
      let replicas = replicas
      leaving = replicas.count { $0.isLeaving }
      for replica in replicas {
        let wasLeaving = replica.isLeaving
        if replica.sweep(isUrgent: isUrgent, mayLeave: leaving < Self.mostLeaving) {
          forget(replica)
        } else if !wasLeaving, replica.isLeaving {
          leaving += 1
        }
      }
    }
  }

  /// Continues with other rooms after those that the last sweep began with.
  private func sweepAfterRecord() {
    let isLast = leavingCount.withLock { count in
      count -= 1
      return count <= 0
    }
    if isLast { Task { [weak self] in self?.sweep() } }
  }

  private func forget(_ replica: RoomReplica) {
    state.withLock { state in
      // A connection may have been opened since.
      if replica.isIdle { state.rooms[replica.room] = nil }
    }
  }
}
