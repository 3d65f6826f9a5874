import Foundation
import SchemaRuntime
import Testing

/// The problem matcher on the page for editors reads what the tool prints.
@Suite struct ProblemMatcherTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let command: [String]
    let problems: [[String]]

    init(_ description: String, _ command: [String], _ problems: [[String]]) {
      (testDescription, self.command, self.problems) = (description, command, problems)
    }
  }

  private static let rows = [
    Row(
      "findings of lint, in a file whose name has spaces and colons", ["lint", "my: 1:2.schema.json"],
      [
        [
          "my: 1:2.schema.json", "2", "3", "warning",
          "unknown keyword 'minLenght'; did you mean 'minLength'? [misspelled-keyword]",
        ]
      ]),
    Row(
      "issues of validate", ["validate", "--schema", "a.schema.json", "payload.json"],
      [["payload.json", "3", "1", "error", "expected string, found integer (type)"]]),
    Row(
      "a mistake in a schema", ["validate", "--schema", "wrong.schema.json", "payload.json"],
      [["wrong.schema.json", "1", "15", "error", "expected 'minLength' to be a non-negative integer, found \"1\""]]),
    Row("no message", ["validate", "--schema", "a.schema.json", "valid.json"], []),
  ]

  @Test("messages have file, line, column, severity and text", arguments: rows)
  func matches(_ row: Row) throws {
    let folder = try ScratchFolder()
    let dialect = #""$schema": "https://json-schema.org/draft/2020-12/schema""#
    try folder.write("{\(dialect),\n  \"minLenght\": 1}\n", to: "my: 1:2.schema.json")
    try folder.write(#"{"type": "string"}"#, to: "a.schema.json")
    try folder.write(#"{"minLength": "1"}"#, to: "wrong.schema.json")
    try folder.write("\n\n1\n", to: "payload.json")
    try folder.write(#""a""#, to: "valid.json")
    let result = folder.run(row.command)
    let lines = (result.output + result.errors).split(separator: "\n").map(String.init)
    let matcher = try Self.matcher()
    #expect(lines.compactMap { matcher($0) }.filter { $0[3] != "note" } == row.problems, "\(result)")
  }

  /// The matcher of the page: the parts of a line in the order file, line, column, severity, message.
  private static func matcher() throws -> (String) -> [String]? {
    let url = CodegenProcess.root.appending(path: "Documentation/Editors-and-CI.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let blocks = page.components(separatedBy: "```").filter { $0.contains(#""problemMatcher""#) }
    let text = try #require(blocks.first.map { $0.drop { $0 != "\n" } })
    let pattern = try #require(try JSONValue(parsing: String(text))["problemMatcher"]?["pattern"])
    let regex = try Regex(try #require(pattern["regexp"]?.string))
    let groups = try ["file", "line", "column", "severity", "message"].map { name in
      try #require(pattern[name]?.int)
    }
    return { line in
      guard let match = line.wholeMatch(of: regex) else { return nil }
      return groups.map { String(match.output[$0].substring ?? "") }
    }
  }
}
