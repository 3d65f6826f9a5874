import TestSupport
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Descriptions in CommonMark as HTML.
@Suite struct RichTextTests {
  @Test(
    "a description is what CommonMark says",
    arguments: [
      ("plain words.", "<p>plain words.</p>"),
      ("a `b` *c* **d** ~~e~~", "<p>a <code>b</code> <em>c</em> <strong>d</strong> <del>e</del></p>"),
      ("# a\n\nb", "<p><strong>a</strong></p>\n<p>b</p>"), ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
      ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"), ("1. a\n\n   b", "<ol><li>a<p>b</p></li></ol>"),
      ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"), ("> a", "<blockquote><p>a</p></blockquote>"),
      ("```json\n{\"a\": 1}\n```", "<pre class=\"code\" tabindex=\"0\"><code>{&quot;a&quot;: 1}</code></pre>"),
      (
        "| a | |\n|---|---|\n| `b` | c |",
        "<div class=\"wide\" tabindex=\"0\"><table class=\"plain\"><thead><tr><th scope=\"col\">a</th><td></td></tr></thead>"
          + "<tbody><tr><td><code>b</code></td><td>c</td></tr></tbody></table></div>"
      ),
      ("a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"), ("a  \nb", "<p>a<br>b</p>"),
      ("snake_case_name", "<p>snake_case_name</p>"),
      ("[a](https://b.c/d?e=1&f=2)", "<p><a href=\"https://b.c/d?e=1&amp;f=2\">a</a></p>"),
      ("See https://b.c/d.", "<p>See <a href=\"https://b.c/d\">https://b.c/d</a>.</p>"),
      ("![a](https://b.c/d.png)", "<p><a href=\"https://b.c/d.png\">a</a></p>"),
      ("&lt;b&gt; &amp;", "<p>&lt;b&gt; &amp;</p>"),
    ])
  func commonMark(_ text: String, _ html: String) { #expect(Self.html(text) == html) }

  @Test(
    "a link to anything but the web is text",
    arguments: [
      "javascript:alert(1)", "JavaScript:alert(1)", "&#106;avascript:alert(1)", "java\u{1}script:alert(1)",
      "vbscript:x",
      "data:text/html,<script>alert(1)</script>", "file:///etc/passwd", "//evil.example", "/docs/a", "a.html", "#a", "",
      "https://user:password@evil.example", "https:evil", "<javascript:alert(1)>", "mailto:a@b.c",
    ])
  func unsafeLinks(_ target: String) {
    for text in [
      "[a](\(target))", "![a](\(target))", "[a]\n\n[a]: \(target)", "<\(target)>", "<a href=\"\(target)\">a</a>",
    ] {
      let html = Self.html(text)
      #expect(!html.contains("href"), "\(html)")
      #expect(!html.contains("src="), "\(html)")
    }
  }

  @Test(
    "HTML is what it means, or text",
    arguments: [
      ("<p>a <b>b</b></p>\n<p><code>c</code></p>", "<p>a <strong>b</strong></p>\n<p><code>c</code></p>"),
      ("a<br>b<br/>c", "<p>a<br>b<br>c</p>"),
      ("<a href=\"https://b.c\" onclick=\"x()\">a</a>", "<p><a href=\"https://b.c\">a</a></p>"),
      ("<ul>\n<li>a</li>\n<li><em>b</em></li>\n</ul>", "<ul><li>a</li><li><em>b</em></li></ul>"),
      ("Bearer <token>", "<p>Bearer &lt;token&gt;</p>"), ("a <!-- b --> c", "<p>a  c</p>"),
      ("a <b>b *c</b> d*", "<p>a <strong>b <em>c d</em></strong></p>"),
      ("<i>a", "<p><em>a</em></p>"), ("a</i>", "<p>a</p>"),
      ("<h2>a</h2>b", "<p><strong>a</strong></p>\n<p>b</p>"), ("`<b>`", "<p><code>&lt;b&gt;</code></p>"),
      ("a <script>alert(1)</script>", "<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>"),
      ("<img src=x onerror=alert(1)>", ""),
      ("<p onmouseover=\"a()\">b</p>", "<p>b</p>"),
    ])
  func html(_ text: String, _ html: String) { #expect(Self.html(text) == html) }

  @Test(
    "no text makes markup of its own",
    arguments: [
      "<script>alert(1)</script>", "<script\n>alert(1)</script>", "<svg onload=alert(1)>", "<style>*{}</style>",
      "<iframe src=//a>",
      "<div><script>alert(1)</script></div>", "<p><img src=x onerror=y></p>", "\"><img src=x>",
      "<a href='https://a\"onclick=x'>b</a>",
      "<b <i>>", "<<b>script>", "```\n</code></pre><script>\n```", "| <script> |\n|---|\n| <img src=x> |",
      "[<script>](https://a.b)",
      "[a](https://a.b/\"onclick=x)", "[a](https://a.b/<script>)", "<textarea>", "<!doctype html>", "<?php ?>",
      "<![CDATA[<b>]]>",
      "<p>\n\n<script>a</script>", "<details><summary>a</summary><script></script>", "a\0<b\0>", "<p/onclick=x>",
    ])
  func hostile(_ text: String) {
    #expect(MarkupCheck.faults(inHTML: Self.html(text), known: MarkupCheck.ofDescriptions) == [])
  }

  @Test("any random text makes known markup only, and the same twice")
  func random() {
    let parts = [
      "<", ">", "\"", "'", "&", "*", "_", "`", "[", "]", "(", ")", "!", "|", "\n", "\n\n", "-", "#", ">", " ", "    ",
      "a", "script",
      "https://a.b", "javascript:", "href=", "<b>", "</b>", "<p>", "</p>", "<li>", "<a href=\"https://a\">", "</a>",
      "<!--", "-->", "~~", "\\",
      "|---|", "&lt;", "&#x3C;", "```", "1. ", "<br>", "onclick=x", "]:", "\u{0}",
    ]
    var generator = SeededRandom(seed: 7)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...24, using: &generator)).map { _ in parts.randomElement(using: &generator)! }
        .joined()
      let html = Self.html(text)
      #expect(MarkupCheck.faults(inHTML: html, known: MarkupCheck.ofDescriptions) == [], "\(text.debugDescription)")
      #expect(html == Self.html(text))
    }
  }

  @Test(
    "deep and long text is cut",
    arguments: [
      String(repeating: "> ", count: 4_000) + "a", String(repeating: "- ", count: 4_000),
      String(repeating: "*a **b ", count: 1_500),
      String(repeating: "[", count: 7_000), String(repeating: "<b>", count: 5_000),
      String(repeating: "a ", count: 100_000),
    ])
  func deep(_ text: String) { #expect(Self.html(text).utf8.count < 100_000) }

  @Test(
    "a member without a description has that of its target or only branch",
    arguments: [
      (##"{"description": "Own.", "$ref": "#/$defs/a"}"##, "Own."),
      (##"{"$ref": "#/$defs/a"}"##, "Of the target. More."),
      (##"{"$ref": "#/$defs/object"}"##, "An object."),
      (##"{"anyOf": [{"type": "number", "description": "A *number*."}, {"type": "null"}]}"##, "A number."),
      (##"{"oneOf": [{"type": "null"}, {"$ref": "#/$defs/a"}]}"##, "Of the target. More."),
      (##"{"allOf": [{"$ref": "#/$defs/a"}], "default": "x"}"##, "Of the target. More."),
      (##"{"anyOf": [{"type": "number", "description": "A."}, {"type": "string", "description": "B."}]}"##, ""),
    ])
  func foreignDescriptions(_ member: String, _ description: String) throws {
    let builder = try DocumentingSite.builder([
      (
        "a",
        #"""
        {"type": "object", "properties": {"x": \#(member)},
         "$defs": {"a": {"type": "string", "description": "Of the target. More."}, 
          "object": {"type": "object", "description": "An object. More.", "properties": {"y": {"type": "string"}}}}}
        """#
      )
    ])
    guard case .members(let members) = builder.pages[0].sections[0].content else {
      Issue.record("expected members")
      return
    }
    #expect(members.first?.description.plain == description)
  }

  @Test("a recursive choice is told by name and link")
  func recursiveChoice() throws {
    let choice = ##"[{"$ref": "#/$defs/P"}, {"$ref": "#/$defs/A"}, {"$ref": "#/$defs/M"}]"##
    let builder = try DocumentingSite.builder([
      (
        "a",
        #"""
        {"type": "object", "properties": {"list": {"$ref": "#/$defs/A"}, "value": {"$ref": "#/$defs/V"}},
         "$defs": {"V": {"anyOf": \#(choice)}, "P": {"type": ["string", "number"], "title": "Plain"},
          "A": {"type": "array", "items": {"anyOf": \#(choice)}}, "M": {"type": "object", "additionalProperties": {"anyOf": \#(choice)}}}}
        """#
      )
    ])
    guard case .members(let members) = builder.pages[0].sections[0].content else {
      Issue.record("expected members")
      return
    }
    for member in members {
      #expect(member.type.runs.contains { if case .link = $0 { true } else { false } }, "\(member.type.plain)")
      #expect(member.type.plain.count < 40, "\(member.type.plain)")
    }
  }

  private static func html(_ text: String) -> String { HTMLSource(CommonMarkReader.text(text)) { _ in "" }.text }
}
