import JSONSchema
import SchemaRuntime
import Testing

/// Documents that are replaced by stubs: references into them say nothing.
@Suite struct StubTests {
  private static let options = {
    var options = SchemaResolver.Options()
    options.isStub = { $0.hasPrefix("https://example.com/missing") || $0 == "https://example.com/b.json" }
    return options
  }()

  @Test("a reference into a stub, with or without a fragment, is left out, with one warning for each document")
  func references() throws {
    let resolution = try resolve(
      [
        ##"""
        {
          "properties": {
            "a": {"$ref": "missing.json#/x/y", "type": "string"}, "b": {"$ref": "missing.json#anchor"},
            "c": {"$dynamicRef": "missing.json"}, "d": {"$ref": "missing/2.json"}, "e": {"$ref": "#/properties/d"}
          }
        }
        """##
      ], options: Self.options)
    #expect(
      resolution.diagnostics.map(\.description) == [
        "a.json:3:19: warning: references to 'https://example.com/missing.json' "
          + "accept every value, because 'references' maps it to null or --offline-stub names it",
        "a.json:4:57: warning: references to 'https://example.com/missing/2.json' "
          + "accept every value, because 'references' maps it to null or --offline-stub names it",
      ])
    #expect(resolution.concessions == resolution.diagnostics)
    let graph = resolution.graph
    #expect(graph.documents.map(\.name) == ["a.json"])
    #expect(
      graph.nodes.map { $0.keywords.written.keys.joined(separator: " ") } == ["properties", "type", "", "", "", "$ref"])
    #expect(graph.nodes.allSatisfy { $0.keywords.references.allSatisfy { graph[$0].pointer.tokens.last == "d" } })
  }

  @Test("where a dialect ignores the siblings of a reference, it ignores those of one into a stub")
  func siblings() throws {
    var options = Self.options
    options.defaultDialect = .draft7
    let graph = try resolve(
      [##"{"$ref": "missing.json", "minLength": 1, "title": "t", "definitions": {"a": {}}}"##], options: options
    ).graph
    let keywords = graph[graph.roots[0]].keywords
    #expect(keywords.lengths.all.isEmpty)
    #expect(keywords.written.keys == ["title", "definitions"])
  }

  @Test("a document that is given is not replaced, one that would be looked up is")
  func given() throws {
    let texts = [##"{"$ref": "b.json"}"##, ##"{"type": "null"}"##]
    #expect(try resolve(texts, options: Self.options).diagnostics.isEmpty)
    #expect(try resolve(texts, given: 1, options: Self.options).graph.documents.count == 1)
  }

  @Test("a dialect whose meta-schema is replaced is read as the default one, with one warning")
  func dialect() throws {
    let uri = "https://example.com/missing/meta"
    let resolution = try resolve(
      [#"{"$schema": "\#(uri)", "$defs": {"a": {"$id": "a", "$schema": "\#(uri)#", "prefixItems": [true]}}}"#],
      options: Self.options)
    #expect(
      resolution.diagnostics.map(\.description) == [
        "a.json:1:13: warning: the dialect '\(uri)' is treated as draft 2020-12, because 'references' maps its "
          + "meta-schema to null or --offline-stub names it"
      ])
    #expect(resolution.graph.nodes.allSatisfy { $0.dialect.draft == .draft2020 })
    #expect(resolution.graph.nodes.contains { $0.keywords.prefixItems.count == 1 })
  }

  @Test("other documents are still missing")
  func missing() {
    #expect(throws: ResolveErrors.self) { try resolve([##"{"$ref": "other.json"}"##], options: Self.options) }
  }
}
