import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// The generated site: the common parts of pages, the search, and stable anchors.
@Suite struct DocumentationSiteTests {
  // MARK: - Every page

  @Test("every page of the repository's documentation is usable without sight, mouse or network")
  func isAccessible() throws {
    for file in try DocumentingSite.repositoryFiles.get() where file.path.hasSuffix(".html") {
      #expect(GeneratedPage(path: file.path, contents: file.contents).faults == [])
    }
  }

  @Test(
    "the check of pages finds mistakes",
    arguments: [
      (#"<h1>a</h1><h3>b</h3>"#, "level 3 after 1"), (#"<p id="a"></p><p id="a">"#, "an id twice"),
      (#"<script src="https://elsewhere.example/a.js"></script>"#, "script from elsewhere"),
      (#"<table><tr><th>a</th></tr></table>"#, "without scope"), (#"<nav></nav>"#, "nav without a label"),
      (#"<a>x</a>"#, "a link to nowhere"), (#"<input id="a">"#, "a field without label"),
    ])
  func faultsAreFound(_ html: String, _ fault: String) {
    let faults = GeneratedPage(path: "a.html", contents: html).faults
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
  }

  @Test("text colors have a contrast of at least 4.5 to their backgrounds, light and dark")
  func contrasts() throws {
    let sheet = try #require(try DocumentingSite.repositoryFiles.get().first { $0.path == "style.css" }).contents
    let light = colors(in: String(sheet.prefix(upTo: try #require(sheet.range(of: "@media")?.lowerBound))))
    let dark = colors(
      in: String(sheet[try #require(sheet.range(of: "(prefers-color-scheme: dark)")).upperBound...].prefix(1_400)))
    let texts = [
      "ink", "quiet", "accent", "warm", "good", "bad", "token-name", "token-string", "token-number", "token-literal",
      "token-comment",
    ]
    for (name, colors) in [("light", light), ("dark", dark)] {
      for text in texts {
        for ground in ["paper", "surface"] {
          let ratio = try contrast(#require(colors[text]), #require(colors[ground]))
          #expect(ratio >= 4.5, "\(name): \(text) on \(ground) has \(ratio)")
        }
      }
      for (text, ground) in [
        ("accent", "accent-wash"), ("warm", "warm-wash"), ("good", "good-wash"), ("bad", "bad-wash"),
        ("ink", "accent-wash"),
        ("ink", "bad-wash"), ("quiet", "accent-wash"),
      ] {
        let ratio = try contrast(#require(colors[text]), #require(colors[ground]))
        #expect(ratio >= 4.5, "\(name): \(text) on \(ground) has \(ratio)")
      }
      #expect(try contrast(#require(colors["field-line"]), #require(colors["paper"])) >= 3, "\(name): lines of fields")
    }
  }

  // MARK: - Search

  @Test("schemas, types, members, values and words of descriptions are found, and lead to existing elements")
  func searchIndex() throws {
    let builder = try DocumentingSite.repositoryBuilder.get()
    let files = try DocumentingSite.repositoryFiles.get()
    let pages = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.contents) })
    let entries = SearchIndex(files: builder.siteFiles, pages: builder.pages).entries
    for entry in entries {
      let path = builder.siteFiles.files[builder.siteFiles.file(of: entry.address)].path + ".html"
      if let anchor = entry.address.anchor {
        #expect(pages[path]?.contains("id=\"\(anchor.text)\"") == true, "\(path)#\(anchor.text)")
      }
    }
    func kinds(_ name: String) -> [SearchIndex.Kind] { entries.filter { $0.name == name }.map(\.kind) }
    #expect(kinds("User Info") == [.schema])
    #expect(kinds("UserInfo") == [.type])
    #expect(kinds("nickName").contains(.member))
    #expect(kinds(#""female""#).isEmpty && kinds("2").contains(.value))
    #expect(entries.contains { $0.name == "phone" && $0.words.contains("number") })
    #expect(entries.contains { $0.kind == .definition })
    let search = try SearchData(files)
    #expect(search.kinds == ["operation", "schema", "Swift type", "definition", "member", "value"])
    #expect(search.entries.count == entries.count)
    for (found, entry) in zip(search.entries, entries) {
      #expect(found.name == entry.name && pages[found.path] != nil, "\(found)")
    }
    func names(_ word: String, _ list: Int) -> Set<String> {
      Set((search.words[word]?[list] ?? []).map { search.entries[$0].name })
    }
    #expect(names("nickname", 0).contains("nickName"))
    #expect(names("nick", 1).contains("nickName"))
    #expect(names("unknown", 2).contains("phone"))
    let list = try #require(pages["pages.js"])
    let folders = try JSONValue(
      parsing: String(list[try #require(list.range(of: "schemata.pages = ")).upperBound...].dropLast(2)))
    let paths = folders.array?.flatMap { $0.array?[2].array ?? [] }.compactMap { $0.array?[0].string } ?? []
    #expect(paths.count == builder.pages.count && paths.allSatisfy { pages[$0] != nil })
  }

  @Test("schema text in the scripts cannot end a string or an element")
  func scriptsHoldText() {
    let text = ScriptText.of(["</script>\u{2028}\u{2029}\"\\"])
    #expect(text == #"["\u003c/script>\u2028\u2029\"\\"]"#)
  }

  // MARK: - Size

  @Test("twice as many schemas in one folder take twice as many bytes")
  func isLinear() throws {
    func bytes(_ count: Int) throws -> Int {
      let schemas = (0..<count).map { index in
        (
          name: "all/schema-\(index)",
          text: #"""
          {"title": "Schema \#(index)", "description": "Number \#(index) of many.", "type": "object", "required": ["id"],
           "properties": {"id": {"type": "string", "maxLength": 64}, "next": {"$ref": "schema-\#((index + 1) % count).schema.json"},
           "first": {"$ref": "schema-0.schema.json"}}}
          """#
        )
      }
      return try DocumentingSite.builder(schemas).files().reduce(0) { $0 + $1.contents.utf8.count }
    }
    let (small, large) = (try bytes(60), try bytes(120))
    #expect(Double(large) <= 2.2 * Double(small), "\(small) bytes for 60 schemas, \(large) for 120")
  }

  // MARK: - Anchors

  @Test("a new member, a new definition and a new schema leave every anchor unchanged")
  func placesAreStable() throws {
    func anchors(_ more: String, _ definition: String, _ schemas: [(name: String, text: String)]) throws -> [String:
      Set<
        String
      >]
    {
      let text = #"""
        {"type": "object", "required": ["b"], "properties": {\#(more)"b": {"type": "string", "maxLength": 3}, "c": {"$ref": "#/$defs/d"}},
         "$defs": {\#(definition)"d": {"type": "object", "properties": {"e": {"type": "integer", "minimum": 2}}}}}
        """#
      let files = try DocumentingSite.builder(schemas + [("x/own", text)]).files()
      return Dictionary(
        uniqueKeysWithValues: files.filter { $0.path.hasSuffix(".html") || $0.path.hasSuffix(".md") }.map { file in
          (file.path, Set(file.contents.matches(of: /\ id="([^"]*)"/).map { String($0.1) }))
        })
    }
    let before = try anchors("", "", [])
    let after = try anchors(
      #""a": {"type": "string", "maxLength": 9}, "#, #""a": {"type": "object", "properties": {"z": {}}}, "#,
      [("x/another", #"{"type": "object", "properties": {"q": {}}}"#)])
    for path in ["x/own.html", "x/own.md"] {
      let old = try #require(before[path])
      #expect(old.count > 3)
      #expect(old.subtracting(try #require(after[path])) == [])
    }
    #expect(before["x/own.html"]?.contains("/properties/b") == true)
  }

  // MARK: - Changes

  @Test(
    "changes since another version are on the page, with working links; without any they are not mentioned"
  )
  func changes() throws {
    let schema = (name: "a", text: #"{"type": "object", "properties": {"mail": {"type": "string"}}}"#)
    let changes = [
      PageChange(kind: .breaking, message: "'mail' is a string now", pointer: ["properties", "mail", "type"]),
      PageChange(kind: .compatible, message: "'phone' is removed", pointer: ["properties", "phone"]),
    ]
    let files = try DocumentingSite.builder([schema], changes: ["a": changes]).files()
    let page = try #require(files.first { $0.path == "a.html" }).contents
    #expect(
      page.contains(
        ##"<span class="badge breaking">breaking</span> <a href="#/properties/mail">&#39;mail&#39; is a string now</a>"##
      ))
    #expect(page.contains(#"<span class="badge compatible">compatible</span> &#39;phone&#39; is removed"#))
    #expect(GeneratedPage(path: "a.html", contents: page).faults == [])
    let text = try #require(files.first { $0.path == "a.md" }).contents
    #expect(text.contains("- **breaking**: 'mail' is a string now"))
    for file in try DocumentingSite.builder([schema]).files() where file.path.hasPrefix("a.") {
      #expect(!file.contents.contains("Changes"))
    }
  }

  // MARK: - Colors

  /// The variables of a block.
  private func colors(in text: String) -> [String: String] {
    text.matches(of: /--([a-z-]+): (#[0-9a-f]{6});/).reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
  }

  /// The ratio of luminances (WCAG 2.2, relative luminance and contrast ratio).
  private func contrast(_ a: String, _ b: String) throws -> Double {
    func luminance(_ color: String) throws -> Double {
      let value = try #require(Int(color.dropFirst(), radix: 16))
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (first, second) = (try luminance(a), try luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
