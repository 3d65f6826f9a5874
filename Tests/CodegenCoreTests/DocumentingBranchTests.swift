import SchemaRuntime
import Testing

@testable import CodegenDocumentation
@testable import CodegenCore

/// Members that only branches declare, and items of tuples, on pages.
@Suite struct DocumentingBranchTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    /// `name presence: type; limits; condition`, a line for each member.
    let expected: [String]

    init(_ name: String, _ schema: String, _ expected: String...) {
      testDescription = name
      self.schema = schema
      self.expected = expected
    }
  }

  @Test("the table has the members of branches, and says when they apply", arguments: rows)
  func members(_ row: Row) throws {
    let page = try DocumentingSite.builder([("a", row.schema)]).pages[0]
    guard case .members(let members) = page.sections[0].content else {
      Issue.record("expected members, found \(page.sections[0].content)")
      return
    }
    let lines = members.map { member in
      ([member.name + " " + member.presence.words + ": " + member.type.plain] + member.limits.map(\.plain)
        + [member.condition?.plain].compactMap { $0 }).joined(separator: "; ")
    }
    #expect(lines == row.expected)
  }

  static let rows = [
    Row(
      "a tag distinguishes the branches",
      #"""
      {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "name": {"type": "string"}},
       "oneOf": [{"properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "minimum": 0}}},
                 {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}},
                 {"properties": {"kind": {"enum": ["oval", "egg"]}, "side": {"type": "string"}}}]}
      """#,
      "kind required: string", "name optional: string",
      #"radius optional: number; at least 0; only with `kind` = `"circle"`"#,
      #"side optional: number or string; only with `kind` = `"square"`, `"oval"` or `"egg"`"#),
    Row(
      "every branch declares a member",
      #"""
      {"type": "object", "properties": {"a": {}},
       "anyOf": [{"required": ["b"], "properties": {"b": {"type": "string"}}},
                 {"required": ["b"], "properties": {"b": {"type": "integer"}, "c": {"type": "null"}}}]}
      """#,
      "a optional: any value", "b required: string or integer", "c optional: null; only with `b`"),
    Row(
      "a condition and a dependency",
      #"""
      {"type": "object", "properties": {"paid": {"type": "boolean"}, "card": {"type": "string"}},
       "if": {"properties": {"paid": {"const": true}}, "required": ["paid"]},
       "then": {"properties": {"receipt": {"type": "string"}}}, "else": {"properties": {"due": {"type": "string"}}},
       "dependentSchemas": {"card": {"properties": {"holder": {"type": "string", "description": "The name."}}}}}
      """#,
      "paid optional: boolean", "card optional: string",
      "receipt optional: string; only if `paid` is `true`", "due optional: string; unless `paid` is `true`",
      "holder optional: string; only with `card`"),
    Row(
      "nothing names the branch",
      #"""
      {"type": "object", "properties": {"a": {}},
       "anyOf": [{"properties": {"b": {"type": "string"}}}, {"minProperties": 3, "properties": {"c": {"type": "string"}}}]}
      """#,
      "a optional: any value", "b optional: string; in some forms", "c optional: string; in some forms"),
    Row(
      "branches that share a definition",
      #"""
      {"type": "object", "required": ["t"], "properties": {"t": {}, "n": {}},
       "oneOf": [{"$ref": "#/$defs/one"}, {"$ref": "#/$defs/two"}, {"properties": {"t": {"const": 3}}}],
       "$defs": {"base": {"properties": {"x": {"type": "integer"}}},
                 "one": {"properties": {"t": {"const": 1}}, "allOf": [{"$ref": "#/$defs/base"}]},
                 "two": {"properties": {"t": {"const": 2}}, "allOf": [{"$ref": "#/$defs/base"}]}}}
      """#,
      "t required: any value", "n optional: any value", "x optional: integer; only with `t` = `1` or `2`"),
  ]

  @Test("the table of a tuple has its items")
  func tuple() throws {
    let builder = try DocumentingSite.builder([
      (
        "point",
        #"""
        {"type": "array", "minItems": 1,
         "prefixItems": [{"title": "Longitude", "type": "number", "minimum": -180, "description": "Degrees east."},
                         {"$ref": "#/$defs/unit"}],
         "items": {"type": "string", "maxLength": 3}, "$defs": {"unit": {"title": "Unit", "enum": ["m", "km"]}}}
        """#
      )
    ])
    let section = builder.pages[0].sections[0]
    guard case .items(let items) = section.content else {
      Issue.record("expected items, found \(section.content)")
      return
    }
    let lines = items.map { item in
      let head = item.index + " " + item.name + (item.isRequired ? "!" : "?") + " " + item.type.plain
      let words = [item.description.plain].filter { !$0.isEmpty }
      return ([head] + item.limits.map(\.plain) + words).joined(separator: "; ")
    }
    #expect(
      lines == [
        "0 longitude! number; at least -180; Degrees east.", #"1 unit? Unit; one of `"m"`, `"km"`"#,
        "2… rest? string; at most 3 characters",
      ])
    #expect(section.type?.plain == "array")
    #expect(section.rules.map(\.plain) == ["at least 1 item"])
    let html = try text(of: "point.html", builder.files())
    #expect(html.contains("<caption>Items of"))
    #expect(html.contains(##"<th scope="row">0 <a class="member" href="#/prefixItems/0"><code>longitude</code></a>"##))
    #expect(html.contains("<p>Degrees east."))
    let markdown = try text(of: "point.md", builder.files())
    #expect(markdown.contains("| Item | Name | Type | Presence | Description |"))
    #expect(
      markdown.contains(
        #"| <a id="/prefixItems/0"></a>0 | `longitude` | number | required | Degrees east.<br>At least -180. |"#))
    let article = try text(of: "schema_point.md", builder.catalog(module: nil))
    #expect(article.contains("## Items"))
    #expect(article.contains("| 2… | `rest` | string | optional | At most 3 characters. |"))
  }

  @Test("the condition of a member is on pages in all formats")
  func conditionsAreWritten() throws {
    let builder = try DocumentingSite.builder([("a", Self.rows[0].schema)])
    let html = try text(of: "a.html", builder.files())
    #expect(html.contains(#"<p class="aside">Only with <code>kind</code> = <code>&quot;circle&quot;</code>."#))
    let markdown = try text(of: "a.md", builder.files())
    #expect(markdown.contains(#"At least 0.<br>Only with `kind` = `"circle"`."#))
    let article = try text(of: "schema_a.md", builder.catalog(module: nil))
    #expect(article.contains(#"Only with `kind` = `"circle"`."#))
  }

  private func text(of name: String, _ files: [(path: String, contents: String)]) throws -> String {
    try #require(files.first { $0.path.hasSuffix(name) }, "\(files.map(\.path))").contents
  }
}
