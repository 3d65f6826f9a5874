import JSONSchema
import SchemaRuntime
import TestSupport
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Pages and indexes that are several files because they would be large.
@Suite struct SplitPageTests {
  private static let largest = 300_000

  /// A schema with many definitions, each with members, one of which refers to the next definition.
  private static func schema(definitions: Int, members: Int) -> String {
    let text = String(repeating: "Words about it. ", count: 12)
    let definitions = (0..<definitions).map { index in
      let properties = (0..<members).map { member in
        #""m\#(member)": {"type": "string", "maxLength": \#(member + 1), "description": "\#(text)"}"#
      }
      return #"""
        "D\#(index)": {"type": "object", "description": "Definition \#(index). More.", "required": ["m0"], "properties": {
          "next": {"$ref": "#/$defs/D\#((index + 1) % definitions)"}, "inner": {"type": "object", "properties": {"x": {}}},
          \#(properties.joined(separator: ",\n"))}}
        """#
    }
    return #"""
      {"title": "Big", "type": "object", "properties": {"first": {"$ref": "#/$defs/D0"}},
       "$defs": {\#(definitions.joined(separator: ",\n"))}}
      """#
  }

  private func sizes(_ files: [(path: String, contents: String)]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.contents.utf8.count) })
  }

  private func checkSizes(_ files: [(path: String, contents: String)]) {
    for (path, size) in sizes(files) where !path.hasSuffix(".schema.json") {
      #expect(size <= Self.largest, "\(path) has \(size) bytes")
    }
    for file in files where file.path.hasSuffix(".html") {
      #expect(GeneratedPage(path: file.path, contents: file.contents).faults == [])
    }
  }

  @Test("a small page is one file")
  func small() throws {
    let builder = try DocumentingSite.builder([("big", Self.schema(definitions: 3, members: 4))])
    #expect(builder.siteFiles.files.map(\.path) == ["big"])
    let page = try #require(builder.files().first { $0.path == "big.html" }).contents
    #expect(!page.contains("Definitions"))
  }

  @Test("each definition of a large page has a file; the page lists them, and old anchors are still on it")
  func definitions() throws {
    let builder = try DocumentingSite.builder([("big", Self.schema(definitions: 40, members: 20)), ("other", "{}")])
    let files = try builder.files()
    checkSizes(files)
    try DocumentingSite.checkLinks(files)
    #expect(builder.siteFiles.files.map(\.path) == ["big"] + (0..<40).map { "big/D\($0)" } + ["other"])
    let page = try #require(files.first { $0.path == "big.html" }).contents
    for index in 0..<40 {
      #expect(
        page.contains(##"<li id="/$defs/D\##(index)"><a href="big/D\##(index).html">D\##(index)</a>"##), "\(index)")
      #expect(page.contains(##"<li id="/$defs/D\##(index)/properties/inner">"##), "\(index)")
    }
    let definition = try #require(files.first { $0.path == "big/D7.html" }).contents
    #expect(definition.contains(##"<h1 id="/$defs/D7">D7</h1>"##))
    #expect(definition.contains(##"<a href="D8.html#/$defs/D8">D8</a>"##))
    #expect(definition.contains(##"<li><a href="../big.html">Big</a></li>"##))
    #expect(definition.contains(##"id="/$defs/D7/properties/m3""##))
    let text = try #require(files.first { $0.path == "big.md" }).contents
    #expect(text.contains(##"- <a id="/$defs/D7"></a>[D7](big/D7.md) Definition 7."##))
    let article = try #require(builder.catalog(module: nil).first { $0.path == "schema_big_D7.md" }).contents
    #expect(article.contains("Part of [Big](doc:schema_big)."))
    #expect(article.contains("[D8](doc:schema_big_D8)"))
  }

  @Test("a new definition leaves the files of the others where they are")
  func stability() throws {
    let schema = Self.schema(definitions: 40, members: 20)
    let more = schema.replacing(#""$defs": {"#, with: #""$defs": {"A": {"type": "object", "properties": {"a": {}}},"#)
    let before = try DocumentingSite.builder([("big", schema)]).siteFiles.files.map(\.path)
    let after = try DocumentingSite.builder([("big", more)]).siteFiles.files.map(\.path)
    #expect(Set(after).subtracting(before) == ["big/A"])
    #expect(Set(before).subtracting(after) == [])
  }

  @Test("search leads to the file of a definition")
  func search() throws {
    let files = try DocumentingSite.builder([("big", Self.schema(definitions: 40, members: 20))]).files()
    let search = try SearchData(files)
    #expect(search.sizes.values.allSatisfy { $0 < 120_000 }, "\(search.sizes)")
    #expect(search.entries.contains { $0.name == "D7" && $0.path == "big/D7.html" && $0.fragment == "/$defs/D7" })
    #expect(
      search.entries.contains {
        $0.name == "m3" && $0.path == "big/D7.html" && $0.fragment == "/$defs/D7/properties/m3"
      })
  }

  struct Hostile: CustomTestStringConvertible {
    let testDescription: String
    let schema: @Sendable () -> String
    /// Words that some file of the page has.
    let words: [String]
  }

  @Test("no file of a page is large", arguments: hostileRows)
  func noFileIsLarge(_ row: Hostile) throws {
    let builder = try DocumentingSite.builder([("a", row.schema())])
    let files = try builder.files()
    checkSizes(files)
    try DocumentingSite.checkLinks(files)
    let pages = files.filter { $0.path.hasSuffix(".html") && $0.path != "index.html" }.map(\.contents)
    for word in row.words { #expect(pages.contains { $0.contains(word) }, "\(word)") }
    for article in try builder.catalog(module: nil) { #expect(article.contents.utf8.count <= Self.largest) }
  }

  private static func list(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: ",")
  }

  private static let long = String(repeating: "long ", count: 200)

  static let hostileRows = [
    Hostile(
      testDescription: "many members",
      schema: {
        #"{"type": "object", "properties": {\#(list(900) { #""m\#($0)": {"type": "string", "description": "\#(long)"}"# })}}"#
      }, words: ["<code>m0</code>", "<code>m450</code>", "<code>m899</code>"]),
    Hostile(
      testDescription: "many alternatives",
      schema: {
        #"""
        {"oneOf": [\#(list(800) { #"""
          {"type": "object", "title": "Form \#($0)", "description": "\#(long)", "required": ["kind"],
           "properties": {"kind": {"const": "k\#($0)"}, "x\#($0)": {"type": "string"}}}
          """# })]}
        """#
      }, words: ["Form 0:", "Form 400:", "Form 799:"]),
    Hostile(
      testDescription: "many values",
      schema: { #"{"enum": [\#(list(5_000) { #""value number \#($0) \#(long)""# })]}"# },
      words: ["value number 0", "value number 999"]),
    Hostile(
      testDescription: "a long description",
      schema: { #"{"description": "\#(String(repeating: "a\"b' ", count: 100_000).replacing("\"", with: ""))"}"# },
      words: ["…"]),
    Hostile(
      testDescription: "a long title and long names",
      schema: {
        #"{"title": "\#(String(repeating: "title ", count: 20_000))", "properties": {"\#(String(repeating: "n", count: 3_000))": {"type": "string"}}}"#
      },
      words: ["…"]),
    Hostile(
      testDescription: "a long example",
      schema: {
        #"{"type": "array", "examples": [[\#(list(200_000) { "\($0)" })], ["\#(String(repeating: "<", count: 400_000))"]]}"#
      },
      words: ["…"]),
    Hostile(
      testDescription: "many examples",
      schema: { #"{"type": "string", "examples": [\#(list(5_000) { #""example \#($0)""# })]}"# },
      words: ["more examples, which this page omits"]),
    Hostile(
      testDescription: "a long constant",
      schema: { #"{"properties": {"a": {"const": "\#(String(repeating: "c", count: 500_000))"}}}"# },
      words: ["…"]),
  ]

  @Test("the index of many schemas is several files, and links lead to the right one")
  func index() throws {
    let text = String(repeating: "About it ", count: 40)
    let schemas = (0..<600).map { index in
      (
        name: "f\(index % 3)/schema-\(index)",
        text: #"{"title": "Schema \#(index)", "description": "\#(text)", "type": "object", "properties": {"a": {}}}"#
      )
    }
    let files = try DocumentingSite.builder(schemas).files()
    checkSizes(files)
    try DocumentingSite.checkLinks(files)
    let names = files.map(\.path)
    #expect(names.contains("index-2.html") && names.contains("types.html") && names.contains("README-2.md"))
    let listed = files.filter { $0.path.hasPrefix("index") }.map(\.contents).joined()
    for schema in schemas { #expect(listed.contains("href=\"\(schema.name).html\""), "\(schema.name)") }
  }

  @Test("the estimated size of a page is near its size, and rarely below it")
  func estimates() throws {
    let builder = try DocumentingSite.repositoryBuilder.get()
    let sizes = sizes(try DocumentingSite.repositoryFiles.get())
    for page in builder.pages where builder.siteFiles.filesOfPages[page.index].count == 1 {
      let size = try #require(sizes[builder.site.pages[page.index].path + ".html"])
      let weight = PageWeight.of(page)
      #expect(
        Double(size) <= 1.1 * Double(weight) && Double(weight) <= 1.6 * Double(size),
        "\(page.name): \(weight) for \(size)")
    }
  }
}
