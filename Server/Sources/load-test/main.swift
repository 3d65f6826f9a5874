import Foundation

// Clients for a load test; Scripts/load_test.py starts servers, kills them by turns, and starts this program.

signal(SIGPIPE, SIG_IGN)
do {
  let settings = try LoadSettings(Array(CommandLine.arguments.dropFirst()))
  let report = try await LoadTest(settings).run()
  FileHandle.standardOutput.write(Data(report.json + [UInt8(ascii: "\n")]))
  exit(report.problems.isEmpty ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("load-test: \(error)\n".utf8))
  exit(2)
}
