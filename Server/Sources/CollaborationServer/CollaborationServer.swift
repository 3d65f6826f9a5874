public import Collaboration
import CollaborationService
import CollaborationSQLite
import Foundation
import SchemaRuntime

/// A server for user attributes and whiteboard rooms.
public final class CollaborationServer: Sendable {
  /// What a server needs to start.
  public struct Configuration: Sendable {
    /// The address to listen on; nil for all.
    public var address: String? = "127.0.0.1"
    /// 0 for any free port.
    public var port = 8080
    /// The file of the user attributes; nil to keep them in memory.
    public var data: String?
    /// Verifies tokens; nil to trust everyone on this machine.
    public var tokens: AccessTokens?
    /// The origins of web pages that may use the server.
    public var origins: Set<String> = []
    /// Whether a proxy in front of the server encrypts connections, and names their clients in `X-Forwarded-For`.
    public var isBehindProxy = false
    /// The tenants whose user attributes are served; empty for all.
    public var tenants: Set<Tenant> = []
    public var maximumConnections = 10_000
    /// How much memory the process may use, in bytes.
    public var maximumMemory = 512 << 20
    /// Returns unused memory to the system.
    public var releaseMemory: @Sendable () -> Void = {}
    /// After how many days without use rooms end; nil for never.
    public var roomRetention: Int?
    /// The maximum number of WebSockets of a user.
    public var maximumUserSockets = 100
    /// How many requests a second a user may send, and how many at once after a pause.
    public var requestsPerSecond = 100.0
    public var requestBurst = 200.0
    /// How long a request may take to arrive, in seconds.
    public var requestTimeout = 10

    public init() {}
  }

  private let web: WebServer
  private let rooms: RoomService
  private let log: ServerLog
  private let retention: Task<Void, Never>?

  /// Starts a server.
  /// - Parameters:
  /// - store: the user attributes instead of the file of the configuration.
  /// - roomLog: the rooms' log, shared with other servers; nil to keep rooms in memory.
  /// - Throws: ``WebServerError`` if it cannot listen, or others can reach it without a proxy and without tokens; the
  ///   store's error if the file cannot be opened.
  public init(
    _ configuration: Configuration, store: (any TenantUserInfoStore)? = nil, roomLog: (any RoomLog)? = nil,
    log: ServerLog = ServerLog()
  ) throws {
    let isLocal = configuration.address.map { ["127.0.0.1", "::1", "localhost"].contains($0) } ?? false
    guard isLocal || configuration.isBehindProxy else {
      throw WebServerError(
        description:
          "expected --behind-proxy for the address \(configuration.address ?? "of all interfaces"): other machines reach "
          + "the server through a proxy that encrypts connections")
    }
    guard !configuration.isBehindProxy || configuration.tokens != nil else {
      throw WebServerError(
        description: "expected a token key behind a proxy, found none: without one, only this machine is trusted")
    }
    let options = UserInfoStoreOptions()
    let users: any TenantUserInfoStore
    if let store {
      users = store
    } else if let path = configuration.data {
      users = try SQLiteUserInfoStore(path: path, options: options)
    } else {
      users = InMemoryUserInfoStore(options: options)
    }
    let memory = MemoryGuard(limit: configuration.maximumMemory, release: configuration.releaseMemory)
    let rooms = RoomService(
      log: roomLog ?? InMemoryRoomLog(),
      report: { log.write(.error, "room log", ["problem": .string($0)]) }, pressure: { memory.pressure() })
    let gate = PayloadGate(limits: JSONLimits(maximumDepth: 8, maximumByteCount: 64 << 10))
    let connections = Connections()
    let metrics = Metrics()
    let application = ServerApplication(
      users: UserRoutes(
        store: users, tenants: configuration.tenants, gate: gate,
        failed: { log.write(.error, "store", ["problem": .string($0.loggedText)]) }),
      rooms: rooms,
      roomRoutes: RoomRoutes(rooms: rooms, gate: gate) { error in
        log.write(.error, "room log", ["problem": .string("\(error)")])
      },
      sockets: SocketRoutes(rooms: rooms, metrics: metrics),
      userSockets: UserSockets(limit: configuration.maximumUserSockets),
      doors: Doors(tokens: configuration.tokens, origins: configuration.origins),
      limiter: RateLimiter(rate: configuration.requestsPerSecond, burst: configuration.requestBurst),
      metrics: metrics, log: log, connections: { connections.count },
      readiness: Readiness { _ = try await users.capacity(of: .none) })
    web = try WebServer(WebServer.Options(configuration), application)
    connections.use(web)
    self.rooms = rooms
    self.log = log
    retention = configuration.roomRetention.map { days in
      Task { await Self.endUnusedRooms(rooms, days: days, log) }
    }
    if web.maximumConnections < configuration.maximumConnections {
      log.write(
        .warning, "fewer connections",
        [
          "problem": .string(
            "expected \(configuration.maximumConnections) connections; the limit of open files permits "
              + "\(web.maximumConnections) (ulimit -n)")
        ])
    }
    log.write(
      .info, "started", ["port": .number(JSONNumber(web.port)), "address": .string(configuration.address ?? "*")])
  }

  /// The port on which the server listens.
  public var port: Int { web.port }

  /// Ends rooms that are not used, once an hour, until the task is cancelled.
  private static func endUnusedRooms(_ rooms: RoomService, days: Int, _ log: ServerLog) async {
    while true {
      let time = Timestamp(millisecondsSinceEpoch: Timestamp.now.millisecondsSinceEpoch - days * 86_400_000)
      do {
        let count = try await rooms.endRooms(unusedSince: time, reason: "the room was not used")
        if count > 0 { log.write(.info, "rooms ended", ["count": .number(JSONNumber(count))]) }
      } catch {
        log.write(.error, "room log", ["problem": .string("\(error)")])
      }
      do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
    }
  }

  /// Closes all connections, keeps what has arrived, and stops.
  public func stop() async {
    log.write(.info, "stopping")
    retention?.cancel()
    await rooms.stop()
    let hasEnded = await withCheckedContinuation { continuation in
      // Waits for responses, on a thread of its own.
      Thread.detachNewThread { [web] in continuation.resume(returning: web.stop(within: 5)) }
    }
    guard hasEnded else {
      log.write(.error, "not stopped", ["problem": "the thread of the connections is stuck"])
      return
    }
    log.write(.info, "stopped")
  }
}
