import CollaborationPostgreSQL
import Foundation

/// A PostgreSQL server for the tests of this process, in a temporary folder, reachable only through a socket there. It is
/// started by the first test that needs it; a watchdog stops it and removes the folder when the process has ended, in
/// whatever way.
struct PostgreSQLEngine: Sendable {
  /// The connection string of a superuser, with a password.
  let connectionString: String
  let password: String
  let folder: URL

  /// The error, if the server did not start, is that of every test that needs it.
  static var shared: PostgreSQLEngine {
    get async throws { try await starting.value }
  }

  private static let starting = Task {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "engine").async { continuation.resume(with: Result { try start() }) }
    }
  }

  /// A pool whose tables are in a schema of their own.
  static func pool(
    schema: String = makeSchema(), connections: Int = 4, timeout: Duration = .seconds(20 * 60),
    heartbeat: Duration = .seconds(30)
  ) async throws -> PostgreSQLPool {
    try PostgreSQLPool(
      try await shared.connectionString,
      settings: PostgreSQLSettings(
        schema: schema, maximumConnections: connections, requestTimeout: timeout, heartbeatInterval: heartbeat))
  }

  static func makeSchema() -> String {
    "t" + UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(16)
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}

// MARK: - Starting

extension PostgreSQLEngine {
  private static func start() throws -> PostgreSQLEngine {
    let programs = try findPrograms()
    let folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let password = UUID().uuidString
    let passwordFile = folder.appending(path: "password")
    try Data(password.utf8).write(to: passwordFile)
    let data = folder.appending(path: "data")
    // The server refuses to run as root.
    let runner = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
    if !runner.isEmpty { try run(["chown", "-R", "postgres", folder.path]) }
    let control = runner + [programs + "/pg_ctl", "--pgdata=\(data.path)"]
    try watch(folder, stopping: control + ["--mode=immediate", "stop"])
    try run(
      runner + [
        programs + "/initdb", "--pgdata=\(data.path)", "--auth=scram-sha-256", "--username=postgres",
        "--pwfile=\(passwordFile.path)", "--encoding=UTF8", "--locale=C", "--no-sync",
      ])
    let settings = """
      listen_addresses = ''
      unix_socket_directories = '\(folder.path)'
      fsync = off
      max_connections = 400
      shared_buffers = 32MB
      deadlock_timeout = 100ms
      """
    let handle = try FileHandle(forWritingTo: data.appending(path: "postgresql.conf"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\n\(settings)\n".utf8))
    try handle.close()
    // A child process rather than a daemon (`pg_ctl start`): `waitUntilExit` waits for all processes that inherit the
    // files of the first one.
    let server = process(runner + [programs + "/postgres", "-D", data.path])
    try server.run()
    while true {
      do {
        try run([programs + "/pg_isready", "--quiet", "--host=\(folder.path)"])
        break
      } catch {
        guard server.isRunning else { throw Failure(description: "the server has ended: \(error)") }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    return PostgreSQLEngine(
      connectionString: "host=\(folder.path) dbname=postgres user=postgres password=\(password)", password: password,
      folder: folder)
  }

  /// The folder of the server's programs.
  private static func findPrograms() throws -> String {
    let debian = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []).compactMap(Int.init).sorted()
    let folders =
      versions.reversed().map { "\(debian)/\($0)/bin" }
      + ["/opt/homebrew", "/usr/local"].map { "\($0)/opt/postgresql@15/bin" }
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }) else {
      throw Failure(
        description: """
          these tests need a PostgreSQL server, which is not installed: run Scripts/setup.sh, or 'apt-get install \
          postgresql', or 'brew install postgresql@15'
          """)
    }
    return folder
  }

  private static func process(_ command: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // Where every user may be.
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    return process
  }

  private static func run(_ command: [String]) throws {
    let process = process(command)
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "\(command.joined(separator: " ")) failed: \(text)")
    }
  }

  /// Stops the server when this process has ended: a `deinit` would not run if the process is killed.
  private static func watch(_ folder: URL, stopping command: [String]) throws {
    let script = """
      trap '' INT TERM HUP
      parent=$1; folder=$2; shift 2
      while kill -0 "$parent" 2>/dev/null; do sleep 1; done
      "$@" >/dev/null 2>&1
      rm -rf "$folder"
      """
    try process(["sh", "-c", script, "watchdog", "\(getpid())", folder.path] + command).run()
  }
}
