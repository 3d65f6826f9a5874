import Foundation
import Testing

/// The steps of the action, as GitHub runs them.
@Suite struct ActionTests {
  @Test(
    "the command is split at spaces outside quotes, and nothing in it is evaluated",
    arguments: [
      ("lint --strict", ["lint", "--strict"]),
      (
        #"diff "origin/main:My Schemas" --breaking 'source'"#,
        ["diff", "origin/main:My Schemas", "--breaking", "source"]
      ),
      (
        "lint $(touch evil) `touch evil` ; touch evil",
        [
          "lint", "$(touch", "evil)", "`touch", "evil`", ";", "touch", "evil",
        ]
      ),
      ("validate\n  --schema order", ["validate", "--schema", "order"]),
    ])
  func command(_ command: String, _ expected: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "action-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let tool = folder.appending(path: "schemata/codegen")
    try FileManager.default.createDirectory(at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("#!/bin/sh\nprintf '%s\\n' \"$@\"\n".utf8).write(to: tool)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    let action = try #require(Repository.File(path: "action.yml").text)
    let script = try #require(action.components(separatedBy: "run: |\n").last).split(separator: "\n")
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // GitHub's `shell: bash`.
    process.arguments = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    process.environment = ["PATH": "/usr/bin:/bin", "RUNNER_TEMP": folder.path, "COMMAND": command]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.split(separator: "\n").map(String.init) == expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["schemata"])
  }
}
