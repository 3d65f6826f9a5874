import Foundation
import JSONSchema
import Mustache
import SchemaRuntime
import SchemaValidation
import Testing

@testable import CodegenCore

/// The documentation as a whole.
@Suite struct DocumentingTests {
  // MARK: - The schemas of the repository

  @Test func everyLinkLeadsSomewhere() throws {
    try checkLinks(try DocumentingSite.repositoryFiles.get())
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
    let html = HTMLContext(site: builder.site, siteTitle: "Test")
    // The repository's pages have everything except changes and tuples.
    var pages = builder.pages
    let item = DocumentationPage.Item(
      index: "0", name: "x", isRequired: true, badges: [.deprecated], type: "number", limits: ["at least 0"],
      description: ["A number."])
    pages[0].sections[0].content = .items([item])
    pages[0].changes = [PageChange(kind: .wording, message: "other words")]
    let htmlKeys = pages.reduce(into: keys(html.index(index, pages))) { $0.formUnion(keys(html.page($1))) }
    let htmlDifference = htmlKeys.symmetricDifference(try documentedKeys("HTML")).sorted()
    #expect(htmlDifference == [])
    let markdown = MarkdownContext(site: builder.site, siteTitle: "Test")
    let markdownKeys = pages.reduce(into: keys(markdown.index(index).value)) {
      $0.formUnion(keys(markdown.page($1).value))
    }
    let markdownDifference = markdownKeys.symmetricDifference(try documentedKeys("Markdown")).sorted()
    #expect(markdownDifference == [])
  }

  @Test func aMissingTemplateIsAnErrorOfTheEngine() throws {
    let builder = try DocumentingSite.builder([("a", "{}")])
    let empty = DocumentationBuilder(
      graph: builder.site.graph, plan: TypePlan(files: [], names: [:]), title: "Test", templates: TemplateLibrary(),
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
    try checkLinks(files)
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
        "Schemas/a.schema.json:4:1: warning: expected an example that validates, found one that is left out: "
          + "expected at most 3 characters, found 4"
      ])
  }

  @Test func localOnlyTypesSayThatTheyAreNotWritten() throws {
    let schema = #"{"x-localOnly": true, "type": "object", "properties": {"a": {}}}"#
    let files = try DocumentingSite.builder([("a", schema)]).files()
    for file in files where file.path.hasPrefix("a.") {
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
    try checkLinks(try builder.files())
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
    try checkLinks(files)
    let page = try #require(files.first { $0.path == "tree.md" })
    let headings = page.contents.split(separator: "\n").filter { $0.hasPrefix("## <a") }
    #expect(
      headings == [
        #"## <a id="/properties/meta"></a>Meta"#, #"## <a id="@strict"></a>InStrict"#,
        #"## <a id="/properties/meta@strict"></a>Meta"#,
      ])
  }

  // MARK: - Checks

  /// Checks that every relative link leads to an existing file and element, and that no `id` is duplicated.
  private func checkLinks(_ files: [(path: String, contents: String)]) throws {
    let ids = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, $0.contents.matches(of: /\ id="([^"]*)"/).map { String($0.1) }) })
    for (path, found) in ids { #expect(Set(found).count == found.count, "ids of \(path)") }
    for (path, contents) in files {
      let links =
        path.hasSuffix(".md")
        ? contents.matches(of: /\]\(([^)\s]*)\)/).map { String($0.1) }
        : contents.matches(of: /href="([^"]*)"/).map { String($0.1) }
      for link in links {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? path : resolved(parts[0].removingPercentEncoding ?? "", from: path)
        guard let anchors = ids[target] else {
          Issue.record("\(path): no file \(target) for \(link)")
          continue
        }
        if parts.count > 1 { #expect(anchors.contains(parts[1]), "\(path): no anchor for \(link)") }
      }
    }
  }

  private func resolved(_ link: String, from path: String) -> String {
    var folders = path.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { folders.removeLast() } else { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
  }

  /// The cells of a table row, separated by bars that are not escaped.
  private func cells(_ line: Substring) -> Int { line.replacing("\\|", with: "").count { $0 == "|" } - 1 }

  private func keys(_ value: TemplateValue) -> Set<String> {
    switch value {
    case .null, .text, .flag: []
    case .list(let items): items.reduce(into: []) { $0.formUnion(keys($1)) }
    case .object(let members): members.reduce(into: []) { $0.formUnion(keys($1.value).union([$1.key])) }
    }
  }

  /// The first code span of each row of the tables under a heading of Templates/README.md.
  private func documentedKeys(_ heading: String) throws -> Set<String> {
    let file = DocumentingSite.repository.appending(path: "Templates/README.md")
    var isUnder = false
    var keys: Set<String> = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") { isUnder = line == "## " + heading }
      guard isUnder, let match = line.firstMatch(of: /^\| (`[A-Za-z`, ]+`) \|/) else { continue }
      keys.formUnion(match.1.split(separator: ", ").map { String($0.dropFirst().dropLast()) })
    }
    return keys
  }
}
