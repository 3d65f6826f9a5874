import Collaboration
import CollaborationPostgreSQL
import CollaborationSQLite
import Foundation
import SchemaRuntime

/// The options of a server.
public struct ServeOptions: Sendable {
  /// The file of the user attributes, in the current folder.
  static let defaultFile = "users.sqlite"
  /// The file of the rooms, in the current folder.
  static let defaultRoomFile = "rooms.sqlite"
  /// The word for a file that exists only in memory (SQLite's own).
  static let memory = ":memory:"

  var configuration = CollaborationServer.Configuration()
  var level = ServerLog.Level.info
  /// The file of the user attributes, if it is not the default one.
  private var file: String?
  /// The file of the rooms, if it is not the default one; nil to keep them in memory.
  private(set) var roomFile: String?
  /// The connection string of a PostgreSQL database.
  var database: String?
  /// The files with the keys of tokens.
  private var access = AccessOptions()
  /// The tenant of the records that have none.
  private var heir: Tenant?

  init(_ arguments: inout OptionReader) throws(ServerCommandError) {
    var rooms: String?
    while let option = try arguments.next() {
      switch option {
      case "--port": configuration.port = try arguments.number(of: option, in: 0...65_535)
      case "--address": configuration.address = try arguments.value(of: option)
      case "--data": file = try arguments.value(of: option)
      case "--rooms": rooms = try arguments.value(of: option)
      case "--room-retention": configuration.roomRetention = try arguments.number(of: option, in: 1...100_000)
      case "--memory": configuration.maximumMemory = try arguments.number(of: option, in: 64...1_000_000) << 20
      case "--postgresql": database = try arguments.value(of: option)
      case let option where AccessOptions.names.contains(option): try access.read(option, &arguments)
      case "--tenant":
        let text = try arguments.value(of: option)
        guard let tenant = Tenant(text) else {
          throw ServerCommandError(description: "expected ORGANIZATION/APP after --tenant, found '\(text)'")
        }
        configuration.tenants.insert(tenant)
        heir = heir ?? tenant
      case "--origin": configuration.origins.insert(try arguments.value(of: option))
      case "--behind-proxy": configuration.isBehindProxy = true
      case "--connections": configuration.maximumConnections = try arguments.number(of: option, in: 1...1_000_000)
      case "--user-sockets":
        configuration.maximumUserSockets = try arguments.number(of: option, in: 1...1_000_000)
      case "--requests":
        let number = try arguments.number(of: option, in: 1...1_000_000)
        (configuration.requestsPerSecond, configuration.requestBurst) = (Double(number), Double(2 * number))
      case "--log":
        let text = try arguments.value(of: option)
        guard let level = ServerLog.Level(rawValue: text) else {
          throw ServerCommandError(description: "expected debug, info, warning or error after --log, found '\(text)'")
        }
        self.level = level
      default: throw arguments.unknown(option)
      }
    }
    guard database == nil || (file == nil && rooms == nil) else {
      throw ServerCommandError(
        description: "expected \(file == nil ? "--rooms" : "--data") or --postgresql, found both")
    }
    if rooms != Self.memory { roomFile = rooms ?? Self.defaultRoomFile }
    configuration.tokens = try access.tokens()
    let path = file ?? Self.defaultFile
    configuration.data = path == Self.memory ? nil : path
  }

  /// Starts the server.
  /// - Parameter releaseMemory: returns unused memory to the system.
  public func start(releaseMemory: @escaping @Sendable () -> Void = {}) async throws -> CollaborationServer {
    var configuration = configuration
    configuration.releaseMemory = releaseMemory
    let log = ServerLog(level: level)
    configuration.tokens = try access.tokens { log.write(.error, "keys", ["problem": .string($0)]) }
    let options = UserInfoStoreOptions()
    let users: any TenantUserInfoStore
    var rooms: (any RoomLog)?
    if let database {
      let pool = try PostgreSQLPool(database, settings: PostgreSQLSettings(maximumConnections: 16))
      users = try await PostgreSQLUserInfoStore(pool: pool, options: options)
      rooms = try await PostgreSQLRoomLog(pool: pool)
    } else if let file = configuration.data {
      users = try SQLiteUserInfoStore(path: file, options: options)
    } else {
      users = InMemoryUserInfoStore(options: options)
    }
    if let heir {
      try await users.assignRecords(to: heir)
    } else if case let bytes = try await users.capacity(of: .none), bytes > 0 {
      log.write(
        .warning, "store",
        [
          "problem": .string(
            "user attributes of an earlier release (\(bytes) bytes) belong to no tenant: give theirs with --tenant")
        ])
    }
    if database == nil, let roomFile {
      rooms = try SQLiteRoomLog(path: roomFile)
    }
    return try CollaborationServer(configuration, store: users, roomLog: rooms, log: log)
  }
}
