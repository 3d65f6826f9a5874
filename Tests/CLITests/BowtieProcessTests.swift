import Foundation
import SchemaRuntime
import Testing

/// Conversations with the tool as users run it, over pipes that stay open.
@Suite(.timeLimit(.minutes(60))) struct BowtieProcessTests {
  @Test("an answer is sent immediately, while the pipe stays open")
  func atOnce() throws {
    let peer = try BowtiePeer()
    #expect(try peer.ask(BowtieTests.start).hasPrefix(#"{"version":1,"#))
    #expect(try peer.ask(#"{"cmd":"dialect","dialect":"http://json-schema.org/draft-07/schema#"}"#) == #"{"ok":true}"#)
    for _ in 0..<3 { #expect(try peer.ask(BowtieTests.probe) == #"{"seq":"probe","results":[{"valid":false}]}"#) }
    // An incomplete line is not a command yet.
    try peer.send(String(BowtieTests.probe.prefix(40)))
    #expect(try peer.ask(String(BowtieTests.probe.dropFirst(40))) == #"{"seq":"probe","results":[{"valid":false}]}"#)
    #expect(try peer.stop() == 0)
  }

  @Test("the end of the input without 'stop' ends the conversation")
  func endOfInput() throws {
    #expect(try BowtiePeer().end() == 0)
    let peer = try BowtiePeer()
    #expect(try peer.ask(BowtieTests.start).hasPrefix(#"{"version":1,"#))
    #expect(try peer.end() == 0)
  }

  /// A file of the official suite, as Bowtie sends it.
  struct File: CustomTestStringConvertible {
    let folder: String
    let name: String
    let dialect: String

    var testDescription: String { folder + "/" + name }
  }

  @Test(
    "a file of the official suite has the expected verdicts",
    .enabled(if: BowtieSuite.isPresent, BowtieSuite.instructions),
    arguments: [
      File(folder: "draft4", name: "refRemote", dialect: "http://json-schema.org/draft-04/schema#"),
      File(folder: "draft6", name: "refRemote", dialect: "http://json-schema.org/draft-06/schema#"),
      File(folder: "draft7", name: "refRemote", dialect: "http://json-schema.org/draft-07/schema#"),
      File(folder: "draft2019-09", name: "refRemote", dialect: "https://json-schema.org/draft/2019-09/schema"),
      File(folder: "draft2019-09", name: "vocabulary", dialect: "https://json-schema.org/draft/2019-09/schema"),
      File(folder: "draft2020-12", name: "refRemote", dialect: "https://json-schema.org/draft/2020-12/schema"),
      File(folder: "draft2020-12", name: "vocabulary", dialect: "https://json-schema.org/draft/2020-12/schema"),
    ])
  func suite(file: File) throws {
    let peer = try BowtiePeer()
    _ = try peer.ask(BowtieTests.start)
    #expect(try peer.ask(#"{"cmd":"dialect","dialect":"\#(file.dialect)"}"#) == #"{"ok":true}"#)
    let groups = try BowtieSuite.groups(of: file)
    #expect(!groups.isEmpty)
    for (number, group) in groups.enumerated() {
      let tests = group["tests"]?.array ?? []
      let command: JSONValue = [
        "cmd": "run", "seq": .number(JSONNumber(number)),
        "case": [
          "description": group["description"] ?? "", "schema": group["schema"] ?? .null,
          "registry": .object(BowtieSuite.registry),
          "tests": .array(tests.map { ["description": $0["description"] ?? "", "instance": $0["data"] ?? .null] }),
        ],
      ]
      let reply = try JSONValue(parsing: try peer.ask(command.text()))
      let expected = tests.map { ["valid": $0["valid"] ?? .null] as JSONValue }
      #expect(
        reply == ["seq": .number(JSONNumber(number)), "results": .array(expected)],
        "\(group["description"]?.text() ?? "")")
    }
    #expect(try peer.stop() == 0)
  }
}

/// Bowtie's end of a conversation with the tool.
private final class BowtiePeer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []

  init() throws {
    // If the tool has ended, writing is an error and does not end the tests.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = try CodegenProcess.executable()
    process.arguments = ["bowtie"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  func send(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Sends a line and waits for the answer.
  func ask(_ line: String) throws -> String {
    try send(line + "\n")
    while true {
      if let end = received.firstIndex(of: 0x0a) {
        let reply = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        return reply
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
      received += more
    }
  }

  func stop() throws -> Int32 {
    try send(#"{"cmd":"stop"}"# + "\n")
    process.waitUntilExit()
    return process.terminationStatus
  }

  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  struct Ended: Error {
    let received: String
  }
}

/// The official JSON Schema test suite, which lies outside the repository.
private enum BowtieSuite {
  static let instructions: Comment = """
    set SCHEMATA_SUITES to a folder that holds json-schema-test-suite: git clone \
    https://github.com/json-schema-org/JSON-Schema-Test-Suite "$SCHEMATA_SUITES/json-schema-test-suite"
    """

  private static let root = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"].map {
    $0 + "/json-schema-test-suite"
  }

  /// Whether the suite is available or required; explains how to fetch it if the test is skipped.
  static let isPresent: Bool = {
    if root != nil || ProcessInfo.processInfo.environment["CI"] == "true" { return true }
    print("BowtieProcessTests skipped: \(instructions)")
    return false
  }()

  static func groups(of file: BowtieProcessTests.File) throws -> [JSONValue] {
    let root = try #require(root, instructions)
    return try JSONValue(parsing: bytes("\(root)/tests/\(file.folder)/\(file.name).json")).array ?? []
  }

  /// The documents that the suite expects at `http://localhost:1234/`, as Bowtie sends them with every case.
  static let registry: JSONObject = {
    let folder = (root ?? "") + "/remotes/"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var registry: JSONObject = [:]
    for name in names.sorted() where name.hasSuffix(".json") {
      registry["http://localhost:1234/" + name] = try? JSONValue(parsing: bytes(folder + name))
    }
    return registry
  }()

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
