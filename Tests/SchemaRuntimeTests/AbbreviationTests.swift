import TestSupport
import Testing

@testable import SchemaRuntime

/// What messages and problem documents show of names, values and pointers, however long they are.
@Suite struct AbbreviationTests {
  struct TextRow: Sendable, CustomTestStringConvertible {
    let text: String
    let limit: Int
    let expected: String
    var isInBytes = false

    var testDescription: String { "'\(text)' within \(limit)" }
  }

  @Test(
    "a long text loses its middle, and no scalar is cut",
    arguments: [
      TextRow(text: "", limit: 0, expected: ""),
      TextRow(text: "abc", limit: 3, expected: "abc"),
      TextRow(text: "abcdef", limit: 5, expected: "ab…ef"),
      TextRow(text: "abcdef", limit: 4, expected: "ab…f"),
      TextRow(text: "abcdef", limit: 1, expected: "…"),
      TextRow(text: "abcdef", limit: 0, expected: "…"),
      TextRow(text: "e\u{301}e\u{301}e\u{301}", limit: 5, expected: "e\u{301}…e\u{301}"),
      TextRow(text: "ééééé", limit: 10, expected: "ééééé", isInBytes: true),
      TextRow(text: "ééééé", limit: 9, expected: "é…é", isInBytes: true),
      TextRow(text: "👩‍👩‍👧👩‍👩‍👧", limit: 17, expected: "👩\u{200D}…\u{200D}👧", isInBytes: true),
    ])
  func texts(_ row: TextRow) {
    let short =
      row.isInBytes ? row.text.abbreviated(to: row.limit, cost: UTF8.width) : row.text.abbreviated(to: row.limit)
    #expect(short.isIdentical(to: row.expected), "found '\(short)'")
  }

  @Test("an abbreviated text has the beginning and the end of the text, and is within the limit")
  func properties() {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let scalars = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in
        ["a", "~", "é", "€", "😀", "\u{301}", "\u{1}"].randomElement(using: &generator) ?? "a"
      }
      let text = scalars.joined()
      let limit = Int.random(in: 3..<40, using: &generator)
      let short = text.abbreviated(to: limit, cost: UTF8.width)
      #expect(short.utf8.count <= limit)
      if text.utf8.count <= limit {
        #expect(short.isIdentical(to: text))
      } else {
        let parts = Array(short.unicodeScalars).split(separator: "…", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        #expect(text.unicodeScalars.starts(with: parts[0]))
        #expect(text.unicodeScalars.reversed().starts(with: parts[1].reversed()))
      }
    }
  }

  @Test("a pointer keeps its first and last tokens, and as much of each as there is space for")
  func pointers() {
    #expect("\(JSONPointer(["a", "b~/"]).abbreviated)" == "/a/b~0~1")
    let long = "\(JSONPointer([String(repeating: "k", count: 900_000), "x", "7"]).abbreviated)"
    #expect(long.hasPrefix("/kkk") && long.contains("k…k") && long.hasSuffix("k/x/7"))
    #expect(long.utf8.count <= 262)
    let deep = JSONPointer((0..<10_000).map { "n\($0)" }).abbreviated
    #expect(deep.tokens.first == "n0" && deep.tokens.last == "n9999" && deep.tokens.filter { $0 == "…" }.count == 1)
    #expect("\(deep)".utf8.count <= 1_024 && "\(deep)".utf8.count > 1_000)
    let escaped = JSONPointer([String(repeating: "~", count: 2_000), String(repeating: "é", count: 2_000)])
    #expect("\(escaped.abbreviated)".utf8.count <= 520)
    #expect(escaped.abbreviatedURIFragment.utf8.count <= 520)
  }

  @Test("a message of a name, a list of names or a value has a limit")
  func messages() throws {
    let names = String(repeating: "k", count: 10_000)
    let rows = [
      EvaluatorRow("a missing member", [#"["required",["\#(names)"]]"#], "{}"),
      EvaluatorRow(
        "many missing members", ["[\"required\",[\((0..<5_000).map { "\"\($0)\"" }.joined(separator: ","))]]"], "{}"),
      EvaluatorRow("a repeated name", [""], #"{"\#(names)":1,"\#(names)":2}"#),
      EvaluatorRow("a pattern", [#"["pattern","\#(names.prefix(2_000))"]"#], #""x""#),
      EvaluatorRow("a location", [#"["additionalProperties",1]"#, #"["type","null"]"#], #"{"\#(names)":1}"#),
      EvaluatorRow(
        "a member that requires another", [#"["dependentRequired",{"\#(names)":["x\#(names)"]}]"#], #"{"\#(names)":1}"#),
      EvaluatorRow(
        "many branches", ["[\"oneOf\",[\(Array(repeating: "1", count: 2_000).joined(separator: ","))]]", ""], "1"),
    ]
    for row in rows {
      let issues = try row.evaluate()
      #expect(!issues.isEmpty, "\(row)")
      for issue in issues { #expect(issue.description.utf8.count < 600, "\(row): \(issue)") }
    }
    let required = try #require(try rows[1].evaluate().first)
    #expect(required.message.hasSuffix("'14', '15', 4984 others, found none"))
  }
}
