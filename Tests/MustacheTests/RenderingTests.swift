import Mustache
import Testing

/// Rendering beyond the cases of the specification.
@Suite struct RenderingTests {
  @Test(arguments: [
    RenderingCase("text without tags is itself", "a\r\nb\n", renders: "a\r\nb\n"),
    RenderingCase("an empty template is empty", "", renders: ""),
    RenderingCase("a flag reads true or false", "{{a}} {{b}}", ["a": true, "b": false], renders: "true false"),
    RenderingCase("empty text is false", "{{#a}}yes{{/a}}{{^a}}no{{/a}}", ["a": ""], renders: "no"),
    RenderingCase("zero as text is true", "{{#a}}yes{{/a}}", ["a": "0"], renders: "yes"),
    RenderingCase(
      "a section's own value is a flag", "{{#a}}{{#b}}{{.}}{{/b}}{{/a}}", ["a": true, "b": true], renders: "true"),
    RenderingCase(
      "a partial in a section sees the section's value", "{{#a}}{{>p}}{{/a}}", ["a": "x"], partials: ["p": "{{.}}"],
      renders: "x"),
    RenderingCase(
      "sections of a flag within a list read its items", "{{#l}}{{#a}}{{b}}{{^c}}!{{/c}}{{/a}}{{^a}}-{{/a}}{{/l}}",
      ["l": [["a": true, "b": "1", "c": false], ["a": false, "b": "2"]]], renders: "1!-"),
    RenderingCase(
      "the rows of a table are objects", "{{#a}}{{b}}{{#c}}{{d.e}}{{/c}};{{/a}}",
      ["a": .table(TemplateTable(["b", "c", "d"], ["x", true, ["e": "y"], "z", false, ["e": "w"]]))], renders: "xy;z;"),
    RenderingCase(
      "the dot in a table is its row", "{{#a}}{{#.}}{{b}}{{/.}}{{/a}}{{b}}",
      ["a": .table(TemplateTable(["b"], ["x", "y"])), "b": "z"], renders: "xyz"),
    RenderingCase(
      "an empty table is false, and none is text", "{{^a}}no{{/a}}{{a}}{{b}}",
      ["a": .table(TemplateTable(["c"], [])), "b": .table(TemplateTable(["c"], ["x"]))], renders: "no"),
    RenderingCase(
      "long names that differ in the middle are different", "{{aaaaaaaa-1-bbbbbbbb}}{{aaaaaaaa-2-bbbbbbbb}}",
      ["aaaaaaaa-1-bbbbbbbb": "x", "aaaaaaaa-2-bbbbbbbb": "y"], renders: "xy"),
    RenderingCase("the last of equal names counts", "{{a}}", ["a": "x", "a": "y"], renders: "y"),
    RenderingCase("an empty object is true", "{{#a}}yes{{/a}}", ["a": [:]], renders: "yes"),
    RenderingCase("lists and objects are no text", "[{{a}}{{b}}]", ["a": ["x"], "b": ["c": "d"]], renders: "[]"),
    RenderingCase("an apostrophe is escaped too", "{{a}}", ["a": "it's <b>"], renders: "it&#39;s &lt;b&gt;"),
    RenderingCase("names may be in any script", "{{#größe}}{{名前.é}}{{/größe}}", .unicode, renders: "日本 ok"),
    RenderingCase("a combining mark does not hide a bracket", "{{a}}", ["a": "<\u{301}"], renders: "&lt;\u{301}"),
    RenderingCase("white space before a sigil does not count", "{{ #a }}{{ &b }}{{ /a }}", .flagAndTag, renders: "<"),
    RenderingCase("a triple tag works with other delimiters", "{{=<% %>=}}<%{ b }%>", .flagAndTag, renders: "<"),
    RenderingCase("delimiters may be set across lines", "{{=\n<%\n%>\n=}}\n<%a%>", ["a": "x"], renders: "x"),
    RenderingCase("a tag may go over lines", "{{#\na\n}}\nx\n{{/\na}}\n", ["a": true], renders: "x\n"),
    RenderingCase("delimiters in any script work", "{{=« »=}}«a»", ["a": "x"], renders: "x"),
    RenderingCase("a lone brace is text", "{ {{a}} } {", ["a": "x"], renders: "{ x } {"),
    RenderingCase(
      "CRLF lines of sections go as a whole", "a\r\n {{#b}} \r\nc\r\n{{/b}}\r\nd", ["b": true], renders: "a\r\nc\r\nd"),
    RenderingCase("a carriage return alone ends no line", "{{#a}}\rb{{/a}}\r", ["a": true], renders: "\rb\r"),
    RenderingCase("two sections on a line leave the line", "{{#a}}{{/a}}\nb", ["a": true], renders: "\nb"),
    RenderingCase("of two equal keys the later one counts", "{{a}}", ["a": "x", "a": "y"], renders: "y"),
  ])
  func renders(_ row: RenderingCase) throws {
    try row.check()
  }

  @Test(arguments: [
    RenderingCase(
      "a partial's blank lines stay blank", "  {{>p}}\n", partials: ["p": "a\n\nb\r\n\r\nc"],
      renders: "  a\n\n  b\r\n\r\n  c"),
    RenderingCase(
      "a list on one line is indented once", "  {{>p}}\n", ["l": ["1", "2"]], partials: ["p": "{{#l}}{{.}}{{/l}}\n"],
      renders: "  12\n"),
    RenderingCase(
      "a list over lines is indented line by line", "  {{>p}}\n", ["l": ["1", "2"]],
      partials: ["p": "{{#l}}\n- {{.}}\n{{/l}}\n"], renders: "  - 1\n  - 2\n"),
    RenderingCase(
      "indentations of nested partials add up", " {{>p}}\n", partials: ["p": "a\n  {{>q}}\n", "q": "b\nc\n"],
      renders: " a\n   b\n   c\n"),
    RenderingCase(
      "a partial within a line has no indentation", "  {{>p}}\n", partials: ["p": "({{>q}})\n", "q": "b\nc"],
      renders: "  (b\nc)\n"),
    RenderingCase(
      "text that is interpolated keeps its lines", "  {{>p}}\n", ["a": "x\ny"], partials: ["p": "{{a}}\n"],
      renders: "  x\ny\n"),
    RenderingCase(
      "an empty partial leaves nothing of its line", "a\n  {{>p}}\nb", partials: ["p": ""], renders: "a\nb"),
    RenderingCase(
      "a later template replaces an earlier one", "{{>p}}", partials: ["p": "old", "p": "new"], renders: "new"),
  ])
  func indentsPartials(_ row: RenderingCase) throws {
    try row.check()
  }

  @Test(arguments: [
    RenderingCase(
      "a block passed in one line goes where the parent's lines are", "{{<p}}{{$b}}x{{/b}}{{/p}}",
      partials: ["p": "a\n  {{$b}}\n  default\n  {{/b}}\nz"], renders: "a\n  xz"),
    RenderingCase(
      "a block without arguments keeps its lines", "{{<p}}{{/p}}",
      partials: ["p": "a\n  {{$b}}\n    c\n      d\n\n    e\n  {{/b}}\nz"], renders: "a\n    c\n      d\n\n    e\nz"),
    RenderingCase(
      "a block in the middle of a line begins there", "{{<p}}{{$b}}\n  x\n  y\n{{/b}}{{/p}}",
      partials: ["p": "a {{$b}}{{/b}}z"], renders: "a x\ny\nz"),
    RenderingCase(
      "a parent's indentation and a block's add up", "  {{<p}}\n  {{$b}}\n  x\n\n  y\n  {{/b}}\n  {{/p}}\nend",
      partials: ["p": "a\n\t{{$b}}\n\t{{/b}}\nz\n"], renders: "  a\n  \tx\n\n  \ty\n  z\nend"),
    RenderingCase(
      "a parent in a line leaves the line", "[{{<p}}\n{{$b}}x{{/b}}\n{{/p}}]\n", partials: ["p": "<{{$b}}{{/b}}>"],
      renders: "[<x>]\n"),
    RenderingCase(
      "white space before a parent in a line stays", "  {{<p}}{{/p}}.\n", partials: ["p": "a\nb"], renders: "  a\nb.\n"),
    RenderingCase(
      "lines further left than their block's first stay there", "{{>p}}",
      partials: ["p": "{{$b}}\n    a\n  b\n{{$c}}\n c\n{{/c}}\n  {{>q}}\n{{/b}}\n", "q": "d\ne\n"],
      renders: "    a\n  b\n c\n  d\n  e\n"),
    RenderingCase(
      "lines further left than their argument's first are so in the parent",
      " {{<p}}{{$b}}\n    a\n  b\nc\n{{/b}}{{/p}}",
      partials: ["p": "   {{$b}}\n   {{/b}}\n"], renders: "    a\n  b\n c\n"),
    RenderingCase(
      "a section in an argument is indented line by line", "{{<p}}{{$b}}\n{{#l}}\n- {{.}}\n{{/l}}\n{{/b}}{{/p}}",
      ["l": ["1", "2"]], partials: ["p": "  {{$b}}\n  {{/b}}\n"], renders: "  - 1\n  - 2\n"),
    RenderingCase(
      "a partial in an argument keeps its place in it", "{{<p}}{{$b}}\n  x\n    {{>q}}\n{{/b}}{{/p}}",
      partials: ["p": "\t{{$b}}\n\t{{/b}}\n", "q": "1\n2\n"], renders: "\tx\n\t  1\n\t  2\n"),
    RenderingCase(
      "an argument may hold the block that it replaces", "{{<p}}{{$b}}({{$b}}x{{/b}}){{/b}}{{/p}}",
      partials: ["p": "[{{$b}}{{/b}}]"], renders: "[(x)]"),
    RenderingCase(
      "a partial in a parent sees the arguments", "{{<p}}{{$b}}x{{/b}}{{/p}}",
      partials: ["p": "{{>q}}", "q": "{{$b}}default{{/b}}"], renders: "x"),
    RenderingCase(
      "other tags between the blocks of a parent are ignored", "{{<p}}{{a}}{{#a}}no{{/a}}{{$b}}x{{/b}}{{>p}}{{/p}}",
      ["a": "no"], partials: ["p": "[{{$b}}{{/b}}]"], renders: "[x]"),
    RenderingCase(
      "a parent may have a dynamic name", "{{<*name}}{{$b}}x{{/b}}{{/ * name}}", ["name": "p"],
      partials: ["p": "[{{$b}}{{/b}}]"], renders: "[x]"),
    RenderingCase(
      "an empty block takes its line with it", "a\n{{$b}}\n{{/b}}\nz", renders: "a\nz"),
    RenderingCase(
      "a block whose lines come from a false section leaves no indentation", "a\n  {{>p}}\nz", ["f": false],
      partials: ["p": "{{$b}}\n  {{#f}}\n  x\n  {{/f}}\n{{/b}}\n"], renders: "a\nz"),
  ])
  func inherits(_ row: RenderingCase) throws {
    try row.check()
  }

  @Test func theEscapeIsAnOption() throws {
    let template = try Template(parsing: "{{a}} {{{a}}} {{&a}}", name: "t")
    #expect(try template.render(["a": "<"], options: RenderingOptions(escape: .none)) == "< < <")
    let custom = TextEscape.custom { "“\($0)”" }
    #expect(try template.render(["a": "<"], options: RenderingOptions(escape: custom)) == "“<” < <")
  }

  @Test func aLibraryListsItsNamesInOrder() throws {
    let library = try TemplateLibrary(parsing: [("b", "2"), ("a", "1")])
    #expect(library.names == ["a", "b"])
    #expect(try library["b"]?.render(.null) == "2")
    #expect(library["c"] == nil)
  }

  @Test func referencesAreListedInSourceOrder() throws {
    let source =
      "{{#users}}\n é {{user.name}}{{.}}{{/users}}{{^none}}{{/none}}\n{{>p}}{{>*kind}}{{<q}}{{$b}}{{/b}}{{/q}}"
    let template = try Template(parsing: source, name: "t")
    #expect(
      template.referencedKeys.map { "\($0.line):\($0.column) \($0.name)" } == [
        "1:1 users", "2:4 user.name", "2:32 none", "3:7 kind",
      ])
    #expect(template.referencedPartials.map { "\($0.line):\($0.column) \($0.name)" } == ["3:1 p", "3:17 q"])
  }
}

/// A template with its data, and the text it renders to.
struct RenderingCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let template: String
  let context: TemplateValue
  let partials: [(name: String, source: String)]
  let expected: String

  init(
    _ sentence: String, _ template: String, _ context: TemplateValue = [:],
    partials: KeyValuePairs<String, String> = [:], renders expected: String
  ) {
    self.testDescription = sentence
    self.template = template
    self.context = context
    self.partials = partials.map { (name: $0.key, source: $0.value) }
    self.expected = expected
  }

  func check() throws {
    let template = try Template(parsing: template, name: "template")
    let actual = try template.render(context, partials: TemplateLibrary(parsing: partials))
    #expect(actual == expected)
  }
}

extension TemplateValue {
  fileprivate static let unicode: TemplateValue = ["größe": [["名前": ["é": "日本 ok"]]]]
  fileprivate static let flagAndTag: TemplateValue = ["a": true, "b": "<"]
}
