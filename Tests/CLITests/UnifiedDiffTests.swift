import TestSupport
import Testing

@testable import CodegenProject

@Suite struct UnifiedDiffTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let old: String?
    let new: String?
    let expected: [String]

    init(_ name: String, _ old: String?, _ new: String?, _ expected: [String]) {
      testDescription = name
      self.old = old
      self.new = new
      self.expected = expected
    }
  }

  static let rows = [
    Row("equal texts", "a\nb\n", "a\nb\n", []),
    Row("two files that are not there", nil, nil, []),
    Row(
      "one line of several", "a\nb\nc\n", "a\nB\nc\n",
      ["--- a/x", "+++ b/x", "@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"]),
    Row("a new file", nil, "a\nb\n", ["--- /dev/null", "+++ b/x", "@@ -0,0 +1,2 @@", "+a", "+b"]),
    Row("a new empty file", nil, "", ["--- /dev/null", "+++ b/x"]),
    Row("a file that goes", "a\n", nil, ["--- a/x", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"]),
    Row(
      "a missing line feed at the end", "a\nb", "a\nb\n",
      ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b"]),
    Row(
      "texts that differ in normal form alone", "\u{e9}\n", "e\u{301}\n",
      ["--- a/x", "+++ b/x", "@@ -1 +1 @@", "-\u{e9}", "+e\u{301}"]),
    Row(
      "carriage returns", "a\r\nb\n", "a\nb\n", ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", "-a\r", "+a", " b"]),
    Row(
      "an insertion in the middle", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\n+\n5\n6\n7\n8\n",
      ["--- a/x", "+++ b/x", "@@ -2,6 +2,7 @@", " 2", " 3", " 4", "++", " 5", " 6", " 7"]),
    Row(
      "changes six lines apart share a hunk", "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
      [
        "--- a/x", "+++ b/x", "@@ -1,8 +1,8 @@", "-a", "+A", " 1", " 2", " 3", " 4", " 5", " 6", "-b", "+B",
      ]),
    Row(
      "changes seven lines apart have hunks of their own", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
      [
        "--- a/x", "+++ b/x", "@@ -1,4 +1,4 @@", "-a", "+A", " 1", " 2", " 3", "@@ -6,4 +6,4 @@", " 5", " 6", " 7",
        "-b",
        "+B",
      ]),
  ]

  @Test("the diff has the format of diff -u", arguments: rows)
  func lines(row: Row) {
    #expect(row.expected == diff(row.old, row.new))
  }

  @Test func limit() {
    let new = (1...300).map { "\($0)\n" }.joined()
    let lines = UnifiedDiff.lines(old: nil, new: Array(new.utf8), name: "x", limit: 200)
    #expect(lines.count == 203)
    #expect(lines.last == "... 101 more lines")
  }

  @Test("texts beyond the maximum search path are replaced entirely")
  func longWay() {
    let old = (0..<1_500).map { "old \($0)\n" }.joined()
    let new = (0..<1_500).map { "new \($0)\n" }.joined()
    #expect(patched(old, diff(old, new, limit: .max)) == new)
  }

  @Test("a diff applied to the old text gives the new one")
  func random() {
    var generator = SeededRandom(seed: 42)
    for _ in 0..<400 {
      let old = text(&generator)
      let new = text(&generator)
      #expect(patched(old, diff(old, new, limit: .max)) == new)
    }
  }

  private func diff(_ old: String?, _ new: String?, limit: Int = 200) -> [String] {
    UnifiedDiff.lines(old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) }, name: "x", limit: limit)
  }

  /// Up to 40 lines of few words, so that texts have much in common.
  private func text(_ generator: inout SeededRandom) -> String {
    let count = Int.random(in: 0...40, using: &generator)
    return (0..<count).map { _ in "\(Int.random(in: 0...4, using: &generator))\n" }.joined()
  }

  /// Applies a diff naively: copies lines up to a hunk, then follows the hunk's marks.
  private func patched(_ old: String, _ diff: [String]) -> String {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    var result: [String] = []
    var index = 0
    for line in diff.dropFirst(2) {
      switch line.first {
      case "@":
        let range = line.dropFirst(4).prefix { $0 != " " }.split(separator: ",").compactMap { Int($0) }
        let start = range.count == 2 && range[1] == 0 ? range[0] : range[0] - 1
        result += old[index..<start]
        index = start
      case "+": result.append(String(line.dropFirst()))
      default:
        #expect(old[index] == line.dropFirst())
        if line.first == " " { result.append(old[index]) }
        index += 1
      }
    }
    return (result + old[index...]).map { $0 + "\n" }.joined()
  }
}
