import SchemaRuntime
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Anchors, links, and schema text in HTML and Markdown.
@Suite struct DocumentingTextTests {
  @Test(arguments: [
    (["properties", "mail"], "/properties/mail"), (["$defs", "a b"], "/$defs/a%20b"),
    (["properties", "a/b~c"], "/properties/a~1b~0c"), (["properties", "\"><"], "/properties/%22%3E%3C"),
    (["properties", ""], "/properties/"), (["properties", "ä"], "/properties/%C3%A4"),
  ])
  func anchorsArePointers(_ pointer: [String], _ anchor: String) {
    #expect(Anchor(pointer: pointer, scope: nil)?.text == anchor)
  }

  @Test func anchorsOfInheritedMembersAreNoPointers() {
    #expect(Anchor(pointer: [], scope: nil) == nil)
    #expect(Anchor(member: "id", of: ["$defs", "a"], scope: nil).text == "members/$defs/a/id")
    #expect(Anchor(pointer: [], scope: "strict tree")?.text == "@strict%20tree")
  }

  @Test(arguments: [
    ("users/user.html", "users/gender.html", "gender.html"),
    ("users/user.html", "video/track.html", "../video/track.html"),
    ("users/user.html", "index.html", "../index.html"), ("index.html", "a/b/c d.html", "a/b/c%20d.html"),
    ("a/b/c.html", "a/d.html", "../d.html"), ("a/b.html", "a/b/c.html", "b/c.html"),
  ])
  func linksAreRelative(_ file: String, _ target: String, _ link: String) throws {
    let files = try DocumentingSite.builder([("a", "{}")]).siteFiles
    #expect(SiteLinks(files: files, file: file, ending: ".html").link(toFile: target) == link)
  }

  @Test(arguments: [
    ("plain words.", "plain words."), ("a `b|c` d", "a `b\\|c` d"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a | b", "a \\| b"), ("one ` alone", "one \\` alone"), ("``a`b``", "``a`b``"),
    ("*a* _b_ c_d [e](f)", "*a* *b* c_d e"), ("**a** ~~b~~", "**a** ~~b~~"), ("\\*a\\*", "\\*a\\*"),
    ("[a](https://b.c)", "[a](https://b.c)"), ("- a\n- b", "• a<br>• b"), ("a  \nb", "a<br>b"),
    ("tab\u{9}and \u{202E}reversed", "tab and U+202Ereversed"), ("a & b", "a &amp; b"),
  ])
  func markdownSaysWhatTheTextSays(_ text: String, _ expected: String) throws {
    let files = try DocumentingSite.builder([("a", "{}")]).siteFiles
    let links = SiteLinks(files: files, file: "a.md", ending: ".md")
    let lines = MarkdownText.cellLines(of: CommonMarkReader.text(text), links)
    #expect(lines.map(\.text).joined(separator: "<br>") == expected)
  }

  @Test(arguments: [
    ("\\# a", "\\# a"), ("\\- a", "\\- a"), ("1\\. a", "1\\. a"), ("12\\) a", "12\\) a"), ("1.5 a", "1\\.5 a"),
    ("a - b", "a - b"), ("# a", "**a**"), ("1. a\n2. b", "1. a\n2. b"), ("3. a", "3. a"), ("- a\n  - b", "- a\n  - b"),
    ("=== ", "\\==="), ("> a\n>\n> b", "> a\n> \n> b"), ("```\na`b\n```", "```\na`b\n```"),
    ("| a | b |\n|---|---|\n| c | d |", "| a | b |\n| --- | --- |\n| c | d |"),
  ])
  func paragraphsStayParagraphs(_ text: String, _ expected: String) throws {
    let files = try DocumentingSite.builder([("a", "{}")]).siteFiles
    let links = SiteLinks(files: files, file: "a.md", ending: ".md")
    #expect(MarkdownText.blocks(of: CommonMarkReader.text(text), links).map(\.text) == [expected])
  }

  @Test(arguments: [
    ("One. Two.", "One."), ("Version 1.2 of it. More.", "Version 1.2 of it."), ("e.g. this. That.", "e.g. this."),
    ("See `a. B` here. More.", "See `a. B` here."), ("No end", "No end"), ("\n\nFirst.\nSecond.", "First."),
    ("The first\nline. More.", "The first line."), ("", ""),
    ("Really? Yes.", "Really?"), ("Is **one** of [these](/a). More.", "Is one of these."), ("Ends. `A` more.", "Ends."),
    ("# Title\n\nText", "Title"), ("- First. Second", "First."), ("<p>One. Two.</p>", "One."),
  ])
  func summariesAreFirstSentences(_ text: String, _ summary: String) {
    #expect(CommonMarkReader.text(text).summary.plain == summary)
  }

  @Test(
    "a line continues the one before unless either is complete",
    arguments: [
      ("a\r\n\r\n b\u{2028}c\n", ["a", "b c"]),
      ("The usage. A\nRealtime session\nsends text.", ["The usage. A Realtime session sends text."]),
      ("Short.\nDefault: 3", ["Short.\nDefault: 3"]),
      (
        "This sentence is so long that its line was broken for its length alone.\nSo this belongs to it.",
        ["This sentence is so long that its line was broken for its length alone. So this belongs to it."]
      ),
      ("One of:\n- a\n  and so on\n- b\n1. c", ["One of:", "a and so on\nb", "c"]),
      ("1.5 is\n1.5", ["1.5 is 1.5"]), ("| a | b\n| - | -\n| c | d", ["a b\nc d"]),
      ("a\n# b\n> c", ["a", "b", "c"]),
    ])
  func brokenLines(_ text: String, _ paragraphs: [String]) {
    #expect(CommonMarkReader.text(text).blocks.map { RichText(blocks: [$0]).plain } == paragraphs)
  }

  @Test(arguments: [
    (#"{"a":[1,2],"b":{"c":null}}"#, "{\n  \"a\": [1, 2],\n  \"b\": { \"c\": null }\n}"), ("[]", "[]"), ("{}", "{}"),
    (#"[[1],[]]"#, "[\n  [1],\n  []\n]"), (#""a\u202eb""#, #""a\u202eb""#), ("[1e400, -0.0]", "[1e400, -0.0]"),
    (#"["<b>", true]"#, #"["<b>", true]"#),
  ])
  func laysOutJSON(_ json: String, _ expected: String) throws {
    #expect(JSONTokens(try JSONValue(parsing: json)).text == expected)
  }

  @Test func laidOutJSONIsTheSameValue() throws {
    let text =
      #"{"\u0000\"":"\ud83d\ude00\u2028","long":[1111111111,2222222222,3333333333,4444444444,5555555555,6666666666,7777777]}"#
    let value = try JSONValue(parsing: text)
    #expect(try JSONValue(parsing: JSONTokens(value).text) == value)
  }
}
