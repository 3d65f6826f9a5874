import JSONSchema
import SchemaRuntime
import Testing

/// References as people write them: from a file's own place, and with siblings.
@Suite struct FileReferenceTests {
  private static func resolve(
    _ files: [String: String], options: SchemaResolver.Options = SchemaResolver.Options()
  ) throws -> SchemaResolver.Resolution {
    let documents = try files.sorted { $0.key < $1.key }.map { name, text in
      SchemaDocument(
        uri: "file:///schemas/\(name)", name: name, source: try JSONDocument(parsing: Array(text.utf8)))
    }
    return try SchemaResolver.resolve(documents, options: options)
  }

  @Test("a relative reference that is unresolvable from the base URI starts from the file, with one warning")
  func startsFromFile() throws {
    let resolution = try Self.resolve([
      "a.json": ##"""
      {
        "$id": "https://example.com/all/a.json",
        "properties": {
          "x": {"$ref": "parts/b.json#/definitions/n"}, "y": {"$ref": "parts/b.json"}, "z": {"$ref": "#/definitions/z"}
        },
        "definitions": {"z": true}
      }
      """##,
      "parts/b.json": ##"{"$id": "https://example.com/b.json", "definitions": {"n": {"$ref": "c.json"}}}"##,
      "parts/c.json": ##"{"$id": "https://example.com/other/c.json", "type": "integer"}"##,
    ])
    #expect(
      resolution.diagnostics.map { "\($0.location.document) \($0.severity): \($0.message)" } == [
        "a.json warning: 'parts/b.json#/definitions/n' resolves to 'https://example.com/all/parts/b.json', where there "
          + "is no schema, so it is resolved against the path of this file: 'file:///schemas/parts/b.json'; correct "
          + "'$id' or the reference",
        "parts/b.json warning: 'c.json' resolves to 'https://example.com/c.json', where there is no schema, so it is "
          + "resolved against the path of this file: 'file:///schemas/parts/c.json'; correct '$id' or the reference",
      ])
    let graph = resolution.graph
    let target = try #require(graph.nodes.first { $0.keywords.written["type"] != nil })
    #expect(graph.nodes.contains { $0.keywords.ref == target.id })
  }

  @Test("what the base URI names comes first")
  func baseFirst() throws {
    let resolution = try Self.resolve([
      "a.json": ##"{"$id": "https://example.com/x/a.json", "$ref": "b.json"}"##,
      "b.json": ##"{"$id": "https://example.com/y/b.json", "title": "beside"}"##,
      "c.json": ##"{"$id": "https://example.com/x/b.json", "title": "by URI"}"##,
    ])
    #expect(resolution.diagnostics.isEmpty)
    let target = resolution.graph[resolution.graph.roots[0]].keywords.ref
    #expect(target.map { resolution.graph[$0].keywords.title } == "by URI")
  }

  @Test("files may share an identifier if it is not referenced; then they are identified by their locations")
  func sharedIdentifier() throws {
    let id = #""$id": "https://example.com/same.json""#
    let resolution = try Self.resolve([
      "a.json": "{\(id), \"$ref\": \"c.json\"}", "b.json": "{\(id), \"title\": \"b\"}", "c.json": "{\"title\": \"c\"}",
    ])
    #expect(
      resolution.diagnostics.map { "\($0.location.document) \($0.severity): \($0.message)" } == [
        "b.json warning: expected a unique URI for every schema, found 'https://example.com/same.json' again, first used "
          + "at a.json:1:1"
      ])
    let graph = resolution.graph
    #expect(graph.roots.map { graph[$0].location } == ["a", "b", "c"].map { "file:///schemas/\($0).json#" })
    #expect(graph[graph.roots[0]].keywords.ref == graph.roots[2])
    let error = #expect(throws: ResolveErrors.self) {
      try Self.resolve([
        "a.json": "{\(id)}", "b.json": "{\(id)}", "c.json": ##"{"$ref": "https://example.com/same.json"}"##,
      ])
    }
    #expect(error?.errors.map(\.document) == ["b.json"])
  }

  @Test("keywords that only later drafts have count where they are wanted")
  func laterKeywords() throws {
    let schema = ##"{"$schema": "http://json-schema.org/draft-04/schema#", "const": 1, "if": {}, "$anchor": "a"}"##
    var options = SchemaResolver.Options()
    let strict = try Self.resolve(["a.json": schema], options: options)
    #expect(strict.graph[strict.graph.roots[0]].keywords.const == nil && strict.diagnostics.count == 3)
    options.reading = { _ in SchemaResolver.Reading(authority: .practice) }
    let loose = try Self.resolve(["a.json": schema], options: options)
    let keywords = loose.graph[loose.graph.roots[0]].keywords
    #expect(keywords.const == 1 && keywords.if != nil)
    #expect(
      loose.diagnostics.map(\.message) == [
        "draft-04 ignores '$anchor', which belongs to draft 2019-09 and later"
      ])
  }

  @Test("what an older schema keeps under $defs need not be schemas, though references find those that are")
  func laterDefinitions() throws {
    let schema = ##"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/$defs/a",
       "$defs": {"a": {"const": 1}, "version": "1.2"}}
      """##
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(authority: .practice) }
    let graph = try Self.resolve(["a.json": schema], options: options).graph
    let target = try #require(graph[graph.roots[0]].keywords.ref)
    #expect(graph[target].keywords.const == 1)
  }

  @Test(
    "a reference that is unresolvable from both is reported with the base URI",
    arguments: ["b.json", "/schemas/c.json", "c.json#/definitions/none"])
  func nowhere(_ reference: String) throws {
    let error = #expect(throws: ResolveErrors.self) {
      try Self.resolve([
        "a.json": #"{"$id": "https://example.com/x/a.json", "$ref": "\#(reference)"}"#,
        "c.json": #"{"$id": "https://example.com/y/c.json"}"#,
      ])
    }
    let messages = try #require(error).errors.map(\.kind.message)
    #expect(messages.count == 1)
    #expect(messages[0].contains("https://example.com/"), "\(messages)")
    #expect(try #require(error).diagnostics.isEmpty)
  }

  @Test(
    "siblings of $ref count in old drafts if so configured",
    arguments: [(false, "http://json-schema.org/draft-07/schema#"), (true, "http://json-schema.org/draft-07/schema#")])
  func siblings(_ applies: Bool, _ dialect: String) throws {
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(authority: applies ? .practice : .standard) }
    let resolution = try Self.resolve(
      [
        "a.json": ##"""
        {"$schema": "\##(dialect)", "$ref": "#/definitions/a", "maxLength": 3, "definitions": {"a": {"type": "string"}}}
        """##
      ], options: options)
    let graph = resolution.graph
    #expect((graph[graph.roots[0]].keywords.lengths[.scalars].most == 3) == applies)
    #expect(resolution.diagnostics.isEmpty == applies)
  }
}
