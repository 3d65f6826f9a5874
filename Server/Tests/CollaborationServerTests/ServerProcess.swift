import Foundation
import Testing

/// The server as a process of its own.
final class ServerProcess {
  struct NotStarted: Error { let output: String }

  private let process = Process()
  private let errors = Pipe()
  let port: Int

  /// - Parameters:
  ///   - openFiles: The limit of open files.
  ///   - readsLog: Whether somebody reads the log. It is written to a file then.
  init(_ arguments: [String], openFiles: Int? = nil, readsLog: Bool = true) throws {
    let limit = openFiles.map { "ulimit -n \($0) && " } ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", limit + #"exec "$@""#, "sh", Self.program, "--port", "0", "--data", ":memory:", "--rooms", ":memory:"]
      + arguments
    let output = Pipe()
    process.standardOutput = output
    if readsLog {
      try Data().write(to: file)
      process.standardError = try FileHandle(forWritingTo: file)
    } else {
      process.standardError = errors
    }
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let word = line.split(whereSeparator: \.isWhitespace).last, let port = Int(word) else {
      throw NotStarted(output: line)
    }
    self.port = port
  }

  private let file = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString).log")

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: file)
  }

  var log: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  /// The user and system time in seconds; 0 where the system does not tell.
  var processorTime: Double {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { return 0 }
    return fields[11...12].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func terminate() { process.terminate() }

  /// Waits for the end of the process, and returns its status.
  func waitForEnd() async throws -> Int32 {
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    return process.terminationStatus
  }

  /// The program is built next to the tests.
  private static var program: String {
    let paths = [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""] + CommandLine.arguments
    let programs = paths.flatMap { path in
      let url = URL(fileURLWithPath: path)
      return [url, url.deletingLastPathComponent()].map { $0.appending(path: "collaboration-server").path }
    }
    return programs.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
  }
}
