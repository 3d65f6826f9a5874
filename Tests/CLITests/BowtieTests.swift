import SchemaRuntime
import TestSupport
import Testing

@testable import CodegenCommands
@testable import CodegenProject
@testable import CommandLineTool

/// Conversations with Bowtie: lines in, lines out.
@Suite struct BowtieTests {
  /// A conversation. It begins with `start`, which is added unless the first line is one.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let replies: [String]
    let errors: [String]

    init(_ name: String, _ lines: [String], replies: [String] = [], errors: [String] = []) {
      testDescription = name
      self.lines = lines
      self.replies = replies
      self.errors = errors
    }
  }

  @Test(
    "every line has its answer, and the conversation continues",
    arguments: BowtieRows.verdicts + BowtieRows.dialects + BowtieRows.registries + BowtieRows.refusals)
  func afterStart(row: Row) throws {
    let outcome = try converse([Self.start] + row.lines + [Self.probe])
    var replies = outcome.output.split(separator: "\n").map(String.init)
    #expect(replies.first?.hasPrefix(#"{"version":1,"implementation":{"#) == true)
    replies.removeFirst()
    // Whatever came before, the next case runs.
    #expect(replies.popLast()?.hasPrefix(#"{"seq":"probe","#) == true)
    #expect(replies == row.replies)
    #expect(outcome.errors.split(separator: "\n").map(String.init) == row.errors)
    #expect(outcome.code == 0)
  }

  @Test("nothing runs before 'start'", arguments: BowtieRows.beforeStart)
  func beforeStart(row: Row) throws {
    let outcome = try converse(row.lines)
    #expect(outcome.output == row.replies.map { $0 + "\n" }.joined())
    #expect(outcome.errors == row.errors.map { $0 + "\n" }.joined())
    #expect(outcome.code == 0)
  }

  @Test("'stop' ends the conversation, and so does the end of the input")
  func stop() throws {
    #expect(try converse([]) == Outcome(0))
    #expect(try converse([#"{"cmd":"stop"}"#, Self.start]) == Outcome(0))
    #expect(try converse([Self.start, #"{"cmd":"stop"}"#, "x"]).output.split(separator: "\n").count == 1)
  }

  @Test("a second 'start' restarts the conversation")
  func restart() throws {
    let outcome = try converse([Self.start, #"{"cmd":"dialect","dialect":"urn:none"}"#, Self.start, Self.probe])
    #expect(outcome.output.hasSuffix(#"{"seq":"probe","results":[{"valid":false}]}"# + "\n"))
  }

  @Test("the answer to 'start' has exactly the members of the protocol")
  func implementation() throws {
    let reply = try JSONValue(parsing: converse([Self.start]).output)
    #expect(reply["version"] == 1)
    let metadata = try #require(reply["implementation"]?.object)
    #expect(
      metadata.map(\.key) == [
        "language", "name", "version", "dialects", "homepage", "issues", "source", "os", "os_version",
        "language_version",
      ])
    #expect(metadata["language"] == "swift")
    #expect(metadata["name"] == "schemata")
    #expect(metadata["version"] == .string(Release.version))
    // The newest first; up to draft-07 the URI of a meta-schema has an empty fragment.
    #expect(
      metadata["dialects"] == [
        "https://json-schema.org/v1", "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-03/schema#",
      ])
    for name in ["homepage", "issues", "source"] { #expect(Format.uri.isValid(metadata[name]?.string ?? "")) }
    for name in ["os", "os_version", "language_version"] { #expect(metadata[name]?.string?.isEmpty == false) }
  }

  @Test("every line is answered with JSON, a one-line error, or the end of the conversation")
  func torn() throws {
    let rows = BowtieRows.verdicts + BowtieRows.dialects + BowtieRows.registries + BowtieRows.refusals
    let lines = rows.flatMap(\.lines).filter { $0.utf8.count < 2_000 }.map { Array($0.utf8) }
    let pieces = ["{", "}", "[", "]", ",", ":", "\"", "\\", "null", "1", "\"seq\":", "\"cmd\":", "\u{0}"].map {
      Array($0.utf8)
    }
    var random = SeededRandom(seed: 1)
    var harness = BowtieHarness()
    var counts = (replies: 0, complaints: 0)
    for _ in 0..<Effort.rounds(quick: 600, thorough: 2_000) {
      _ = harness.answer(to: Array(Self.start.utf8))
      var line = lines.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset = Int.random(in: 0...line.count, using: &random)
        let end = Swift.min(line.count, offset + Int.random(in: 0...4, using: &random))
        line.replaceSubrange(offset..<end, with: pieces.randomElement(using: &random) ?? [])
      }
      switch harness.answer(to: line) {
      case .reply(let reply):
        counts.replies += 1
        #expect(!reply.contains(0x0a))
        let object = try JSONValue(parsing: reply).object
        let names = object?.keys ?? []
        #expect(
          [["version", "implementation"], ["ok"], ["seq", "results"], ["seq", "errored", "context"]].contains(names))
      case .complaint(let column, let message):
        counts.complaints += 1
        #expect(column >= 1 && column <= line.count + 1 && !message.isEmpty)
      case .stop: break
      }
    }
    let least = Effort.isThorough ? 200 : 30
    #expect(counts.replies > least && counts.complaints > least)
  }

  static let start = #"{"cmd":"start","version":1}"#
  static let probe =
    #"{"cmd":"run","seq":"probe","case":{"description":"","schema":{"type":"null"},"tests":[{"description":"","instance":1}]}}"#

  /// A conversation within this process: the lines come from a file.
  private func converse(_ lines: [String]) throws -> Outcome {
    let folder = try ScratchFolder()
    try folder.write(lines.joined(separator: "\n"), to: "commands")
    let terminal = Terminal(output: TextStream(), errors: TextStream())
    var bowtie = Bowtie()
    bowtie.limit = 1 << 20
    let input = try ByteSource(path: folder.path + "/commands", name: "commands")
    let code = try bowtie.answer(input, terminal)
    return Outcome(
      code.rawValue, String(decoding: terminal.output.buffer, as: UTF8.self),
      errors: String(decoding: terminal.errors.buffer, as: UTF8.self))
  }
}
