import JSONSchema
import SchemaRuntime
import Testing

@testable import CodegenCore

/// What doc comments keep of the CommonMark in descriptions. Conversion by DocC is tested with the catalog.
@Suite struct CommentTextTests {
  @Test(
    "Markdown that cannot harm is kept",
    arguments: [
      (
        "a link to the web", "See [the guide](https://a.example/g?x=1) now.",
        "See [the guide](https://a.example/g?x=1) now."
      ),
      (
        "a link whose words are code", "See [`title` of it](https://a.example/t), `a[0]` and [`b`].",
        "See [title of it](https://a.example/t), `a[0]` and \\[`b`]."
      ),
      ("empty lines at the end, and in a row", "One.\n\n\nTwo.\n \n", "One.\n\nTwo."),
      ("nothing but spaces", " \n\n", ""),
      ("an address", "See https://a.example/b.", "See <https://a.example/b>."),
      (
        "of a link within the author's site, the words are kept",
        "See [the type](#/definitions/a), [`b`](./b.md#x), [us](mailto:a@b.example) and [b].",
        "See the type, `b`, us and \\[b]."
      ),
      ("a link in code", "Write `[b](#b)`.", "Write `[b](#b)`."),
      (
        "brackets and parentheses that are no link", "f[i](x), [a-z](2) and [](#a)",
        "f\\[i](x), \\[a-z](2) and \\[](#a)"
      ),
      ("a picture is a link", "![logo](https://a.example/l.png)", "[logo](https://a.example/l.png)"),
      ("emphasis", "A *very* **important** _word_.", "A *very* **important** _word_."),
      ("emphasis of several words", "__Default value:__ none", "__Default value:__ none"),
      ("a name with underscores", "Calls __init__ and snake_case.", "Calls \\_\\_init\\_\\_ and snake_case."),
      ("a product", "2 * 3 * 4 and **/*.ts", "2 * 3 * 4 and \\*\\*/\\*.ts"),
      ("the ends of comments", "*/ fatal() /*", "\\*/ fatal() /\\*"),
      ("a list", "Either:\n- one\n* `two`\n  - three\n1) four", "Either:\n- one\n- `two`\n  - three\n1. four"),
      ("a list's second line", "- one\n  goes on", "- one\n  goes on"),
      ("a year is no number of a list", "2019. It was so.", "2019\\. It was so."),
      ("a heading", "## Why\nBecause.", "**Why**\nBecause."),
      ("a quotation", "> Said so.\n> 5 is too many", "> Said so.\n\\> 5 is too many"),
      (
        "a table", "| a | b |\n|---|:-:|\n| 1 | [x](https://a.example) |",
        "| a | b |\n|---|:-:|\n| 1 | [x](https://a.example) |"
      ),
      ("a bar alone", "| a", "\\| a"),
      ("a code block", "```json\n{\"a\": [1] }\n\n# no\n```\nEnd", "```json\n{\"a\": [1] }\n\n# no\n```\nEnd"),
      ("a code block without end", "~~~\n@a", "```\n@a\n```"),
      ("HTML is text", "<b>bold</b> a<br/>b <!-- c -->", "\\<b>bold\\</b> a\nb \\<!-- c -->"),
      ("a directive of DocC is text", "@Metadata {", "\\@Metadata {"),
      ("a link of DocC is code or text", "``Symbol`` and <doc:a>", "`Symbol` and \\<doc:a>"),
      ("a list item of DocC is text", "- Parameter x: y\n- Returns: z", "- Parameter x\\: y\n- Returns\\: z"),
    ])
  func markdown(_ name: String, _ text: String, _ expected: String) {
    #expect(CommentText(text).lines.map(\.text).joined(separator: "\n") == expected)
  }

  @Test("long lines break between words, and go on below the item")
  func wraps() {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let lines = CommentText("- " + words).lines.map(\.text)
    #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 110 } && lines[1].hasPrefix("  word"))
  }
}
