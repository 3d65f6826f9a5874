import Collaboration
import CollaborationPostgreSQL
import Foundation

/// The options of a server.
public struct ServeOptions: Sendable {
  /// The file of the user attributes, in the current folder.
  static let defaultFile = "users.sqlite"
  /// The word for a file that exists only in memory (SQLite's own).
  static let memory = ":memory:"

  var configuration = CollaborationServer.Configuration()
  var level = ServerLog.Level.info
  /// The file of the user attributes, if it is not the default one.
  private var file: String?
  /// The connection string of a PostgreSQL database.
  var database: String?

  init(_ arguments: inout OptionReader) throws(ServerCommandError) {
    while let option = try arguments.next() {
      switch option {
      case "--port": configuration.port = try arguments.number(of: option, in: 0...65_535)
      case "--address": configuration.address = try arguments.value(of: option)
      case "--data": file = try arguments.value(of: option)
      case "--postgresql": database = try arguments.value(of: option)
      case "--token-key": configuration.tokens = try .reading(try arguments.value(of: option))
      case "--origin": configuration.origins.insert(try arguments.value(of: option))
      case "--behind-proxy": configuration.isBehindProxy = true
      case "--connections": configuration.maximumConnections = try arguments.number(of: option, in: 1...1_000_000)
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
    guard database == nil || file == nil else {
      throw ServerCommandError(description: "expected --data or --postgresql, found both")
    }
    let path = file ?? Self.defaultFile
    configuration.data = path == Self.memory ? nil : path
  }

  /// Starts the server.
  public func start() async throws -> CollaborationServer {
    let log = ServerLog(level: level)
    guard let database else { return try CollaborationServer(configuration, log: log) }
    let pool = try PostgreSQLPool(database, settings: PostgreSQLSettings(maximumConnections: 16))
    let options = UserInfoStoreOptions(now: { Int(Date().timeIntervalSince1970 * 1000) })
    return try CollaborationServer(
      configuration, store: try await PostgreSQLUserInfoStore(pool: pool, options: options),
      roomLog: try await PostgreSQLRoomLog(pool: pool), log: log)
  }
}
