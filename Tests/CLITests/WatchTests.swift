import Foundation
import Testing

/// `generate --watch`, run as people run it: files are saved, and the generated files follow.
@Suite(.serialized) struct WatchTests {
  /// The tool running in a folder, with its output so far.
  private final class Watched {
    let folder: TemporaryFolder
    let process = Process()
    private let logs: TemporaryFolder

    init(_ files: [String: String], _ arguments: [String] = []) throws {
      (folder, logs) = (try TemporaryFolder(), try TemporaryFolder())
      try folder.write(files)
      process.executableURL = try CodegenProcess.executable()
      process.arguments = ["generate", "--watch"] + arguments
      process.currentDirectoryURL = folder.url
      for name in ["output", "errors"] { try Data().write(to: logs.url.appending(path: name)) }
      process.standardOutput = try FileHandle(forWritingTo: logs.url.appending(path: "output"))
      process.standardError = try FileHandle(forWritingTo: logs.url.appending(path: "errors"))
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    func text(_ name: String) -> String {
      (try? String(contentsOf: logs.url.appending(path: name), encoding: .utf8)) ?? ""
    }

    var runs: Int { text("output").split(separator: "\n").count }

    func generated(_ name: String) -> String {
      (try? String(contentsOf: folder.url.appending(path: name), encoding: .utf8)) ?? ""
    }

    /// Waits until a condition holds. Returns false if the tool ends first, or after 20 minutes, because a machine may
    /// be busy.
    func waits(until condition: () -> Bool) -> Bool {
      let start = ContinuousClock.now
      while process.isRunning, ContinuousClock.now - start < .seconds(20 * 60) {
        if condition() { return true }
        usleep(10_000)
      }
      return condition()
    }

    /// Ends the process like Ctrl-C, and returns its exit code.
    func interrupt() -> Int32? {
      kill(process.processIdentifier, SIGINT)
      guard waits(until: { !process.isRunning }) else { return nil }
      return process.terminationStatus
    }
  }

  private static func object(_ member: String) -> String {
    #"{"type": "object", "properties": {"\#(member)": {"type": "string"}}}"#
  }

  private static let configuration = #"{"outputs": {"models": "../Models"}}"#

  @Test(
    "saved changes are generated: in place, by renaming, in new folders; deletions are followed; errors do not end it")
  func follows() throws {
    let watched = try Watched([
      "Schemas/codegen.json": Self.configuration, "Schemas/a.schema.json": Self.object("first"),
    ])
    #expect(watched.waits { watched.runs >= 1 })
    // In place.
    try watched.folder.write(["Schemas/a.schema.json": Self.object("second")])
    #expect(watched.waits { watched.generated("Models/A.swift").contains("second") })
    // As editors do: a temporary file, renamed.
    let schema = watched.folder.url.appending(path: "Schemas/a.schema.json")
    try Data(Self.object("third").utf8).write(to: schema, options: .atomic)
    #expect(watched.waits { watched.generated("Models/A.swift").contains("third") })
    // A new folder.
    try watched.folder.write(["Schemas/new/deep/b.schema.json": Self.object("fourth")])
    #expect(watched.waits { watched.generated("Models/New+Deep+B.swift").contains("fourth") })
    try watched.folder.write(["Schemas/new/deep/b.schema.json": Self.object("fifth")])
    #expect(watched.waits { watched.generated("Models/New+Deep+B.swift").contains("fifth") })
    // An error, and its correction.
    try watched.folder.write(["Schemas/a.schema.json": "{"])
    #expect(watched.waits { watched.text("errors").contains("Schemas/a.schema.json:1:2: error: ") })
    #expect(
      watched.waits {
        watched.text("output").hasSuffix("not generated, because of the errors above; waiting for changes\n")
      })
    try watched.folder.write(["Schemas/a.schema.json": Self.object("sixth")])
    #expect(watched.waits { watched.generated("Models/A.swift").contains("sixth") })
    // Another configuration.
    try watched.folder.write(["Schemas/codegen.json": #"{"outputs": {"models": "../Models"}, "namePrefix": "My"}"#])
    #expect(watched.waits { watched.generated("Models/A.swift").contains("struct MyA") })
    // A deleted file.
    try FileManager.default.removeItem(at: watched.folder.url.appending(path: "Schemas/new"))
    #expect(watched.waits { watched.generated("Models/New+Deep+B.swift").isEmpty })
    #expect(watched.interrupt() == 0)
  }

  @Test("one line per run, and no run without a change: a run's own output triggers none")
  func rests() throws {
    let watched = try Watched([
      "Schemas/codegen.json": #"{"outputs": {"models": "Models"}}"#, "Schemas/a.schema.json": Self.object("first"),
    ])
    #expect(watched.waits { watched.runs >= 1 })
    usleep(300_000)
    #expect(watched.runs == 1 && watched.text("errors").isEmpty, "\(watched.text("output"))")
    // Five saves at once are one run, or more on a busy machine: a save truncates the file, then fills it.
    for number in 0..<5 { try watched.folder.write(["Schemas/a.schema.json": Self.object("m\(number)")]) }
    #expect(watched.waits { watched.generated("Schemas/Models/A.swift").contains("m4") })
    #expect(watched.waits { watched.runs >= 2 })
    usleep(300_000)
    #expect((2...11).contains(watched.runs), "\(watched.text("output"))")
    #expect(watched.interrupt() == 0)
  }

  @Test("without any schemas, the watch waits for them")
  func waits() throws {
    let watched = try Watched([:])
    #expect(watched.waits { watched.text("errors").contains("Schemas/codegen.json: error: ") })
    try watched.folder.write([
      "Schemas/a.schema.json": Self.object("first"), "Schemas/codegen.json": Self.configuration,
    ])
    #expect(watched.waits { watched.generated("Models/A.swift").contains("first") })
    #expect(watched.interrupt() == 0)
  }

  @Test("events are printed one per line, run by run")
  func events() throws {
    let watched = try Watched(
      ["Schemas/codegen.json": Self.configuration, "Schemas/a.schema.json": Self.object("first")], ["--json"])
    func finished() -> Int {
      watched.text("output").split(separator: "\n").count { $0.contains(#""event":"finished""#) }
    }
    #expect(watched.waits { finished() >= 1 })
    try watched.folder.write(["Schemas/a.schema.json": "{"])
    #expect(watched.waits { finished() >= 2 })
    #expect(watched.text("output").hasSuffix("{\"event\":\"finished\",\"code\":2}\n") && watched.text("errors").isEmpty)
    #expect(watched.interrupt() == 0)
  }
}
