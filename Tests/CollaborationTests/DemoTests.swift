import Foundation
import Testing

/// Runs the demo as users do.
@Suite struct DemoTests {
  @Test("the demo plays to its end, every verdict matches its text, and the stored data is read back")
  func plays() throws {
    let program = try BuiltProgram.url("collaboration-demo")
    let file = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID()).sqlite")
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
    }
    let process = Process()
    process.executableURL = program
    process.arguments = [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)

    let lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }
    let invalid = lines.filter { $0.hasPrefix("✗ invalid") }.map { $0.dropFirst(10).prefix { $0 != "," } }
    #expect(
      invalid == ["a gender in words", "without a token", "a message with one invalid attachment"], "\(output)")
    let valid = lines.filter { $0.hasPrefix("✓ valid") }
    #expect(lines.contains("\(valid.count + invalid.count) payloads"), "\(output)")
    #expect(!output.contains("which is an error"), "\(output)")
    // No payload contains local data.
    #expect(!lines.contains { $0.hasPrefix("{") && ($0.contains("Only seen here") || $0.contains("Bo (sales)")) })
    let back = output.components(separatedBy: "Read back from").last ?? ""
    for user in ["amal", "bo"] { #expect(back.contains(#"{"userId":"\#(user)""#), "\(output)") }
  }
}
