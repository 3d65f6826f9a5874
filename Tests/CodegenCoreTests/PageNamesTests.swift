import JSONSchema
import SchemaRuntime
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// What pages call schemas that have no title, links in descriptions, and mistakes in choices.
@Suite struct PageNamesTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    let titles: [String]

    init(_ name: String, _ schema: String, _ titles: String...) {
      testDescription = name
      self.schema = schema
      self.titles = titles
    }
  }

  @Test("headings name forms by what they are, not by an index", arguments: names)
  func headings(_ row: Row) throws {
    let page = try DocumentingSite.builder([("page", row.schema)]).pages[0]
    #expect(page.sections.dropFirst().map(\.title) == row.titles)
  }

  static let names = [
    Row(
      "the values of a map",
      #"""
      {"type": "object", "properties": {"env": {"oneOf": [
        {"type": "object", "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "number"}]}}, {"type": "string"}]}}}
      """#, "Env", "NumberOrString"),
    Row(
      "the only branch beside null",
      #"{"type": "object", "properties": {"tier": {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]}}}"#,
      "Tier"),
    Row(
      "the items of one of several forms",
      #"""
      {"type": "object", "properties": {"funding": {"oneOf": [{"type": "string"}, {"type": "boolean"},
        {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"url": {}}}]}}]}}}
      """#, "Funding", "Item", "Object"),
    Row(
      "a title",
      #"{"type": "object", "properties": {"a": {"anyOf": [{"title": "First", "enum": [1, 2]}, {"type": "null"}]}}}"#,
      "First"),
  ]

  // MARK: - Links

  @Test(
    "web addresses in descriptions are links",
    arguments: [
      ("See https://a.example/b.", "See <https://a.example/b>."), ("(https://a.example/b)", "(<https://a.example/b>)"),
      ("https://a.example/b_(c), d", "<https://a.example/b_%28c%29 https://a.example/b_(c)>, d"),
      ("[the manual](https://a.example/m) has", "<https://a.example/m the manual> has"),
      ("[a](https://a.example)(b)", "<https://a.example a>(b)"),
      ("https://a.example/?a=1&b=2#c", "<https://a.example/?a=1&b=2#c>"),
      ("![a](https://a.example/b.png)", "<https://a.example/b.png a>"),
      ("`https://a.example`", "`https://a.example`"), ("javascript:alert(1)", "javascript:alert(1)"),
      ("[x](javascript:alert(1))", "[x](javascript:alert(1))"), ("ftp://a.example", "ftp://a.example"),
      ("https://{host}/a", "https://{host}/a"), ("http://", "http://"), ("xhttps://a.example", "xhttps://a.example"),
      ("https://a.example/\"onclick=\"x", "<https://a.example/>\"onclick=\"x"),
      ("https://user@evil.example", "https://user@evil.example"), ("HTTP://A.example/x", "HTTP://A.example/x"),
      ("http://a.example and https://b.example!", "<http://a.example> and <https://b.example>!"),
      ("https://a.example/ä b", "<https://a.example/%C3%A4 https://a.example/ä> b"),
    ])
  func links(_ text: String, _ expected: String) {
    let phrase = [Prose.phrase(text[...]).linked].map { phrase in
      phrase.runs.map { run -> String in
        switch run {
        case .text(let text), .link(let text, _): text
        case .code(let code): "`\(code)`"
        case .url(let words, let address): words == address.text ? "<\(words)>" : "<\(address.text) \(words)>"
        }
      }.joined()
    }
    #expect(phrase == [expected])
  }

  @Test("links are escaped in every format")
  func linksAreEscaped() throws {
    let builder = try DocumentingSite.builder([
      (
        "a",
        #"{"description": "See https://a.example/?a=1&copy=2 | x and [b](https://b.example/(c)). Look!https://c.example", "type": "object"}"#
      )
    ])
    let files = Dictionary(uniqueKeysWithValues: try builder.files().map { ($0.path, $0.contents) })
    #expect(
      files["a.html"]?.contains(#"<a href="https://a.example/?a=1&amp;copy=2">https://a.example/?a=1&amp;copy=2</a>"#)
        == true)
    #expect(files["a.md"]?.contains("](https://a.example/?a=1&amp;copy=2)") == true)
    #expect(files["a.md"]?.contains("](https://b.example/%28c%29)") == true)
    #expect(files["a.md"]?.contains(#"Look\!["# + "https://c.example](https://c.example)") == true)
  }

  // MARK: - Choices

  private static let shapes = #"""
    {"title": "Shape", "oneOf": [
      {"type": "object", "title": "Circle", "required": ["kind", "radius"],
       "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "minimum": 0}}},
      {"type": "object", "title": "Square", "required": ["kind", "side"],
       "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}}]}
    """#

  @Test("a choice by tag shows an unknown tag, another branch's, none, and missing members")
  func tagged() throws {
    let section = try DocumentingSite.builder([("shape", Self.shapes)]).pages[0].sections[0]
    #expect(
      section.violations.prefix(5).map(\.reason.plain) == [
        "`kind` with an unknown value", "`kind` of Square, with the members of Circle", "without `kind`",
        "Circle without `radius`", "Square without `side`",
      ])
    #expect(!section.violations.contains { $0.payload.text == "false" }, "\(section.violations.map(\.payload.text))")
    #expect(Set(section.violations.map(\.anchor)).count == section.violations.count)
    for violation in section.violations { #expect(!violation.errors.isEmpty) }
  }

  @Test("a choice whose branches overlap shows a payload that two branches match")
  func double() throws {
    let schema = #"""
      {"oneOf": [{"type": "object", "title": "A", "required": ["a"], "properties": {"a": {"type": "string"}}},
                 {"type": "object", "title": "B", "required": ["b"], "properties": {"b": {"type": "string"}}}]}
      """#
    let section = try DocumentingSite.builder([("x", schema)]).pages[0].sections[0]
    let double = try #require(section.violations.first { $0.reason.plain == "two alternatives match" })
    #expect(double.keyword == "oneOf")
    let payload = try JSONValue(parsing: double.payload.text)
    #expect(payload["a"] != nil && payload["b"] != nil)
  }

  @Test("a choice with sensitive members shows no value of them")
  func sensitive() throws {
    let schema = Self.shapes.replacing(
      #""side": {"type": "number"}"#, with: #""side": {"x-sensitive": true, "const": "hunter2"}"#)
    for file in try DocumentingSite.builder([("shape", schema)]).files() {
      #expect(!file.contents.contains("hunter2"), "\(file.path)")
    }
  }

  // MARK: - Files of schemas

  @Test("a schema's file has what its author wrote, in order")
  func schemaFile() throws {
    let files = try DocumentingSite.builder([
      ("users/a", #"{"zeta": 1, "type": "object", "properties": {"b": {"const": 1.50}}}"#)
    ]).files()
    let text = try #require(files.first { $0.path == "users/a.schema.json" }).contents
    #expect(
      try JSONValue(parsing: text) == [
        "x-generated-by": "codegen", "zeta": 1, "type": "object", "properties": ["b": ["const": 1.5]],
      ])
    #expect(text.hasPrefix("{\n  \"x-generated-by\": \"codegen\",\n") && text.contains("1.50"))
    let page = try #require(files.first { $0.path == "users/a.html" }).contents
    #expect(page.contains(#"<a href="a.schema.json">View</a> <a href="a.schema.json" download>Download</a>"#))
  }

  @Test("a Boolean schema has no file")
  func boolean() throws {
    #expect(try !DocumentingSite.builder([("a", "true")]).files().contains { $0.path.hasSuffix(".schema.json") })
  }

  @Test(
    "a schema's file reveals no sensitive value",
    arguments: [
      #"{"properties": {"a": {"x-sensitive": true, "const": "hunter2"}}}"#,
      #"{"properties": {"a": {"x-sensitive": true, "enum": ["hunter2"], "default": "hunter2", "examples": ["hunter2"]}}}"#,
      #"{"properties": {"a": {"x-sensitive": true, "pattern": "hunter2", "example": "hunter2", "sample": "hunter2", "x-mine": ["hunter2"]}}}"#,
      #"{"properties": {"a": {"x-sensitive": true, "patternProperties": {"hunter2": {}}, "additionalProperties": {"const": "hunter2"}}}}"#,
      #"{"properties": {"a": {"x-sensitive": true, "oneOf": [{"const": "hunter2"}, {"not": {"const": "hunter2"}}]}}}"#,
      ##"{"properties": {"a": {"x-sensitive": true, "$ref": "#/$defs/b"}}, "$defs": {"b": {"const": "hunter2"}}}"##,
      #"{"properties": {"a": {"x-sensitive": true}}, "examples": [{"a": "hunter2"}], "default": {"a": "hunter2"}}"#,
      #"{"properties": {"a": {"x-sensitive": true}}, "example": {"a": "hunter2"}, "sample": {"a": "hunter2"}}"#,
      #"{"properties": {"b": {"properties": {"a": {"x-sensitive": true}}, "const": {"a": "hunter2"}}}}"#,
      #"{"if": {"properties": {"a": {"x-sensitive": true, "const": "hunter2"}}}, "then": {"required": ["b"]}}"#,
    ])
  func sensitiveFile(_ schema: String) throws {
    for file in try DocumentingSite.builder([("a", schema)]).files() {
      #expect(!file.contents.contains("hunter2"), "\(file.path): \(file.contents)")
    }
  }

  @Test("a redacted schema accepts what the original accepts")
  func redactedIsWider() throws {
    let files = try DocumentingSite.builder([
      (
        "a",
        #"{"oneOf": [{"properties": {"k": {"x-sensitive": true, "const": "a"}}, "required": ["k"]}, {"properties": {"k": {"x-sensitive": true, "const": "b"}}, "required": ["k"]}]}"#
      )
    ]).files()
    let schema = try JSONValue(parsing: try #require(files.first { $0.path == "a.schema.json" }).contents)
    #expect(schema["oneOf"] == nil && schema["anyOf"]?.array?.count == 2)
  }

  // MARK: - Commands

  @Test("the example of a schema that is sent has a command, of which the shell interprets nothing")
  func curl() throws {
    let files = try DocumentingSite.builder([
      ("a", #"{"type": "object", "properties": {"b": {"type": "string"}}, "examples": [{"b": "$(rm) `x` '\nJSON\n"}]}"#)
    ]).files()
    let page = try #require(files.first { $0.path == "a.html" }).contents
    #expect(
      page.contains(
        "--json @- &lt;&lt;&#39;JSON&#39;\n{\n  &quot;b&quot;: &quot;$(rm) `x` &#39;\\nJSON\\n&quot;\n}\nJSON</code>"))
  }

  // MARK: - Nested members

  @Test("nested members are shown with links, and a schema inside itself once")
  func outline() throws {
    let page = try DocumentingSite.builder([
      (
        "a",
        ##"{"type": "object", "properties": {"b": {"type": "array", "items": {"$ref": "#/$defs/c"}}}, "$defs": {"c": {"type": "object", "properties": {"d": {"type": "string"}, "again": {"$ref": "#"}}}}}"##
      )
    ]).pages[0]
    func lines(_ entries: [DocumentationPage.OutlineEntry], _ level: Int = 0) -> [String] {
      entries.flatMap { entry in
        [String(repeating: "  ", count: level) + "\(entry.name): \(entry.type) \(entry.address?.anchor?.text ?? "-")"]
          + lines(entry.children, level + 1)
      }
    }
    #expect(
      lines(page.sections[0].outline) == [
        "b[]: array of C /properties/b", "  d: string /$defs/c/properties/d", "  again: A /$defs/c/properties/again",
      ])
    #expect(page.sections[1].outline.isEmpty)
  }
}
