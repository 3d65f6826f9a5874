import Foundation
import JSONSchema
import Mustache
import SchemaRuntime
import SchemaValidation
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// The documentation as a whole.
@Suite struct DocumentingTests {
  // MARK: - The schemas of the repository

  @Test func everyLinkLeadsSomewhere() throws {
    try DocumentingSite.checkLinks(try DocumentingSite.repositoryFiles.get())
  }

  @Test func everyExampleOfTheRepositoryValidates() throws {
    #expect(try DocumentingSite.repositoryBuilder.get().diagnostics.map(\.description) == [])
  }

  @Test func sameInputGivesTheSameBytes() throws {
    let first = try DocumentingSite.repositoryFiles.get()
    let second = try DocumentingSite.makeRepositoryBuilder().files()
    #expect(first.map(\.path) == second.map(\.path))
    #expect(first.map(\.contents) == second.map(\.contents))
    #expect(Set(first.map { $0.path.lowercased() }).count == first.count)
  }

  // MARK: - Templates

  @Test(arguments: [("HTML", "index.html"), ("Markdown", "README.md")])
  func templatesUseDocumentedKeys(_ kind: String, _ index: String) throws {
    let documented = try documentedKeys(kind)
    for (name, source) in try DocumentingSite.templates() where name.hasPrefix(kind + "/") {
      let used = Set(try Template(parsing: source, name: name).referencedKeys.map(\.name))
      #expect(used.subtracting(documented) == [], "\(name)")
    }
  }

  @Test func contextsHaveExactlyTheDocumentedKeys() throws {
    let builder = try DocumentingSite.repositoryBuilder.get()
    let index = DocumentationIndex(site: builder.site, pages: builder.pages)
    let html = HTMLContext(files: builder.siteFiles, index: index, siteTitle: "Test")
    // The repository's pages have everything except changes, tuples and definitions in other files.
    var pages = builder.pages
    let part = DocumentationPage.Excerpt.Part(title: "Other", file: 1)
    let definition = DocumentationPage.Excerpt.Definition(
      title: "Definition", address: nil, file: 1, summary: "A definition.", inner: [("Inner", SiteAddress(page: 0))])
    pages[1].excerpt = DocumentationPage.Excerpt(
      file: 1, isFirst: false, title: "Page", definitions: [definition], previous: part, next: part)
    let item = DocumentationPage.Item(
      index: "0", name: "x", isRequired: true, badges: [.deprecated], type: "number", limits: ["at least 0"],
      description: RichText("A number."))
    pages[0].sections[0].content = .items([item])
    pages[0].changes = [PageChange(kind: .wording, message: "other words")]
    let shop = try DocumentingSite.builder(ofAPI: OperationPageTests.shop)
    let shopIndex = DocumentationIndex(site: shop.site, pages: shop.pages)
    let shopHTML = HTMLContext(files: shop.siteFiles, index: shopIndex, siteTitle: "Test", apis: shop.apis)
    var htmlKeys = pages.reduce(into: keys(.list(html.index(index, pages)))) { $0.formUnion(keys(html.page($1))) }
    htmlKeys.formUnion(keys(.list(shopHTML.index(shopIndex, shop.pages))))
    htmlKeys.formUnion(shop.apis.groups.flatMap { keys(shopHTML.group($0)) })
    htmlKeys.formUnion(shop.apis.operations.indices.flatMap { keys(shopHTML.operation($0)) })
    let htmlDifference = htmlKeys.symmetricDifference(try documentedKeys("HTML")).sorted()
    #expect(htmlDifference == [])
    let markdown = MarkdownContext(files: builder.siteFiles, index: index, siteTitle: "Test")
    let shopMarkdown = MarkdownContext(files: shop.siteFiles, index: shopIndex, siteTitle: "Test", apis: shop.apis)
    var markdownKeys = pages.reduce(into: keys(.list(markdown.index(index).map(\.value)))) {
      $0.formUnion(keys(markdown.page($1).value))
    }
    markdownKeys.formUnion(keys(.list(shopMarkdown.index(shopIndex).map(\.value))))
    markdownKeys.formUnion(shop.apis.groups.flatMap { keys(shopMarkdown.group($0).value) })
    markdownKeys.formUnion(shop.apis.operations.flatMap { keys(shopMarkdown.operation($0).value) })
    let markdownDifference = markdownKeys.symmetricDifference(try documentedKeys("Markdown")).sorted()
    #expect(markdownDifference == [])
  }

  @Test func aMissingTemplateIsAnErrorOfTheEngine() throws {
    let builder = try DocumentingSite.builder([("a", "{}")])
    let empty = DocumentationBuilder(
      graph: builder.site.graph, plan: .empty, title: "Test", templates: TemplateLibrary(),
      options: Compiler.Options(assertedFormats: []))
    #expect(throws: TemplateError.self) { try empty.files() }
  }

  // MARK: - Schemas that mean no good

  @Test func textStaysText() throws {
    let builder = try DocumentingSite.builder(
      [
        ("index", #"{"title": "README"}"#),
        (
          "a b/<i>",
          #"""
          {"title": "<script>alert(1)</script>", "description": "`<b>` | </p><script>alert(2)</script>\n\n# x", "type": "object",
           "properties": {"a\"><img src=x>|`": {"title": "</h2>", "type": "object", "properties": {"b": {"const": "<u>|`"}}}},
           "examples": [{"a\"><img src=x>|`": {"b": "<u>|`"}}]}
          """#
        ),
      ], title: "<em>")
    let files = try builder.files()
    try DocumentingSite.checkLinks(files)
    for (path, contents) in files where path.hasSuffix(".html") {
      for word in ["<script>", "alert(1)<", "<img", "<i>", "<b>", "<u>", "<em>", "</h2></h2>"] {
        #expect(!contents.contains(word), "\(word) in \(path)")
      }
    }
    for (path, contents) in files where path.hasSuffix(".md") {
      #expect(!contents.contains("<script"), "\(path)")
      for line in contents.split(separator: "\n") where line.hasPrefix("| <a") || line.hasPrefix("| `") {
        #expect((2...4).contains(cells(line)), "\(line)")
      }
    }
    #expect(builder.site.pages.map(\.path) == ["index_", "a b/<i>"])
  }

  @Test func examplesThatDoNotValidateAreLeftOut() throws {
    let builder = try DocumentingSite.builder([
      ("a", "{\n\"type\": \"string\", \"maxLength\": 3,\n\"examples\": [\"abc\",\n\"abcd\"]}")
    ])
    #expect(builder.pages[0].sections[0].examples.map(\.value) == ["abc"])
    #expect(
      builder.diagnostics.map(\.description) == [
        "Schemas/a.schema.json:4:1: warning: this example is left out of the documentation, because it is invalid: "
          + "expected at most 3 characters, found 4"
      ])
  }

  @Test func localOnlyTypesSayThatTheyAreNotWritten() throws {
    let schema = #"{"x-localOnly": true, "type": "object", "properties": {"a": {}}}"#
    let files = try DocumentingSite.builder([("a", schema)]).files()
    for file in files where ["a.html", "a.md"].contains(file.path) {
      #expect(!file.contents.contains("curl"))
      #expect(file.contents.contains("read and never written"))
      #expect(!file.contents.contains("value.json()"))
    }
  }

  @Test func schemasThatReachThemselvesEnd() throws {
    let builder = try DocumentingSite.builder([
      ("tree", ##"{"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#"}}}}"##),
      ("nest", ##"{"$ref": "#/$defs/n", "$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}"##),
      (
        "not", ##"{"type": "object", "properties": {"a": {"not": {"properties": {"a": {"$ref": "#/properties/a"}}}}}}"##
      ),
      (
        "all",
        ##"""
        {"$ref": "#/$defs/n", "$defs": {"n": {
          "propertyNames": {"$ref": "#/$defs/n"}, "contains": {"$ref": "#/$defs/n"}, "items": {"$ref": "#/$defs/n"},
          "patternProperties": {"a": {"$ref": "#/$defs/n"}}, "additionalProperties": {"$ref": "#/$defs/n"},
          "dependentSchemas": {"a": {"contains": {"$ref": "#/$defs/n"}}}, "unevaluatedItems": {"$ref": "#/$defs/n"},
          "not": {"items": {"$ref": "#/$defs/n"}}, "anyOf": [{"items": {"$ref": "#/$defs/n"}}, {"maxLength": 1}]
        }}}
        """##
      ),
    ])
    try DocumentingSite.checkLinks(try builder.files())
  }

  @Test func schemasUnderADynamicScopeHavePlacesOfTheirOwn() throws {
    let node = ##"""
      "$dynamicAnchor": "n", "type": "object",
      "properties": {"meta": {"type": "object", "properties": {"owner": {"$dynamicRef": "#n"}, "note": {}}}}
      """##
    let files = try DocumentingSite.builder([
      ("tree", ##"{"$id": "https://example.com/tree", \##(node)}"##),
      (
        "strict", ##"{"$id": "https://example.com/strict", "$dynamicAnchor": "n", "$ref": "tree", "minProperties": 1}"##
      ),
    ]).files()
    try DocumentingSite.checkLinks(files)
    let page = try #require(files.first { $0.path == "tree.md" })
    let headings = page.contents.split(separator: "\n").filter { $0.hasPrefix("## <a") }
    #expect(
      headings == [
        #"## <a id="/properties/meta"></a>Meta"#, #"## <a id="@strict"></a>InStrict"#,
        #"## <a id="/properties/meta@strict"></a>Meta"#,
      ])
  }

  // MARK: - Checks

  /// The cells of a table row, separated by bars that are not escaped.
  private func cells(_ line: Substring) -> Int { line.replacing("\\|", with: "").count { $0 == "|" } - 1 }

  private func keys(_ value: TemplateValue) -> Set<String> {
    switch value {
    case .null, .text, .flag: []
    case .list(let items): items.reduce(into: []) { $0.formUnion(keys($1)) }
    case .table(let table): keys(.list(table.rows))
    case .object: (value.members ?? [:]).reduce(into: []) { $0.formUnion(keys($1.value).union([$1.key])) }
    }
  }

  /// The code spans before the colon of each line of the lists under a heading of Templates/README.md.
  private func documentedKeys(_ heading: String) throws -> Set<String> {
    let file = DocumentingSite.repository.appending(path: "Templates/README.md")
    var isUnder = false
    var keys: Set<String> = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") { isUnder = line == "## " + heading }
      guard isUnder, let match = line.firstMatch(of: #/^- (`[A-Za-z`, ]+`): /#) else { continue }
      keys.formUnion(match.1.split(separator: ", ").map { String($0.dropFirst().dropLast()) })
    }
    return keys
  }
}
