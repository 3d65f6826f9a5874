import JSONSchema
import SchemaRuntime
import Testing

/// References into the built-in meta-schemas.
@Suite struct MetaSchemaTests {
  /// A reference, and its target schema.
  static let targets: [(String, String)] = [
    ("http://json-schema.org/draft-04/schema#/definitions/positiveInteger", #"{"type":"integer","minimum":0}"#),
    (
      "http://json-schema.org/draft-04/schema#/definitions/stringArray",
      #"{"type":"array","items":{"type":"string"},"uniqueItems":true,"minItems":1}"#
    ),
    ("http://json-schema.org/draft-04/schema#/properties/enum", #"{"type":"array","minItems":1,"uniqueItems":true}"#),
    ("http://json-schema.org/draft-06/schema#/properties/enum", #"{"type":"array","minItems":1,"uniqueItems":true}"#),
    ("http://json-schema.org/draft-07/schema#/properties/enum", #"{"type":"array","items":true}"#),
    (
      "http://json-schema.org/draft-07/schema#/definitions/nonNegativeIntegerDefault0",
      ##"{"allOf":[{"$ref":"#/definitions/nonNegativeInteger"},{"default":0}]}"##
    ),
    (
      "http://json-schema.org/draft-07/schema#/definitions/simpleTypes",
      #"{"enum":["null","boolean","integer","number","string","array","object"]}"#
    ),
    (
      "https://json-schema.org/draft/2019-09/meta/applicator#/$defs/schemaArray",
      ##"{"type":"array","minItems":1,"items":{"$recursiveRef":"#"}}"##
    ),
    (
      "https://json-schema.org/draft/2019-09/meta/core#/properties/$anchor",
      #"{"type":"string","pattern":"^[A-Za-z][-A-Za-z0-9.:_]*$"}"#
    ),
    (
      "https://json-schema.org/draft/2020-12/meta/applicator#/$defs/schemaArray",
      ##"{"type":"array","minItems":1,"items":{"$dynamicRef":"#meta"}}"##
    ),
    (
      "https://json-schema.org/draft/2020-12/meta/core#/properties/$id",
      ##"{"$ref":"#/$defs/uriReferenceString","pattern":"^[^#]*#?$"}"##
    ),
    (
      "https://json-schema.org/draft/2020-12/meta/validation#/$defs/stringArray",
      #"{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}"#
    ),
    (
      "https://json-schema.org/draft/2020-12/schema#/properties/$recursiveAnchor",
      ##"{"$ref":"meta/core#/$defs/anchorString","deprecated":true}"##
    ),
    (
      VendorVocabulary.uri + "#/properties/x-maxUTF8Bytes",
      ##"{"description":"The maximum length of a string in UTF-8 bytes.","$ref":"#/$defs/nonNegativeInteger"}"##
    ),
  ]

  @Test(arguments: targets)
  func `a reference into a meta-schema finds the schema that the specification publishes`(uri: String, expected: String)
    throws
  {
    let graph = try resolve([JSONValue.object(["items": ["$ref": .string(uri)]]).text()]).graph
    let items = try #require(graph[graph.roots[0]].keywords.items)
    let target = try #require(graph[items].keywords.ref)
    #expect(JSONValue.object(graph[target].keywords.written).text() == expected)
  }

  @Test(arguments: MetaSchema.uris)
  func `every meta-schema is found by its URI, with an empty fragment and without`(uri: String) throws {
    for reference in [uri, uri + "#"] {
      let graph = try resolve([JSONValue.object(["not": ["$ref": .string(reference)]]).text()]).graph
      #expect(graph.root(named: uri).map { graph[$0].location } == uri + "#")
    }
  }

  @Test func `a user's document with the same URI takes precedence, given or looked up`() throws {
    let uri = "http://json-schema.org/draft-07/schema"
    let schema = #"{"not": {"$ref": "\#(uri)"}}"#
    let given = try resolve([schema, #"{"$id": "\#(uri)", "title": "mine"}"#]).graph
    #expect(given.documents.map(\.name) == ["a.json", "b.json"])
    let own = SchemaDocument(uri: uri, name: "own", source: try JSONDocument(parsing: Array("{}".utf8)))
    let asked = try SchemaResolver.resolve(try documents([schema])) { $0 == uri ? own : nil }.graph
    #expect(asked.documents.map(\.name) == ["a.json", "own"])
  }

  @Test func `meta-schemas without a reference are not loaded`() throws {
    let schema = #"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#
    #expect(try resolve([schema]).graph.documents.count == 1)
    #expect(MetaSchema.document(at: "https://json-schema.org/draft/2020-12/meta/format") == nil)
    #expect(MetaSchema.document(at: "http://json-schema.org/draft-07/schema#") == nil)
  }
}

/// Custom dialects, found only by `$schema`.
@Suite struct CustomDialectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first document is given, the others are looked up.
    let schemas: [String]
    /// The dialect of the first document, or the error.
    let expected: String

    init(_ name: String, _ schemas: String..., expected: String) {
      testDescription = name
      self.schemas = schemas
      self.expected = expected
    }
  }

  private static let core = #""https://json-schema.org/draft/2020-12/vocab/core": true"#
  private static let start = #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "#
  private static let schema = #"{"$schema": "https://example.com/b.json", "minLength": 1, "not": {}, "x-patch": true}"#

  static let rows = [
    Row(
      "vocabularies choose keywords, and ours are always there", schema,
      start + #""$vocabulary": {\#(core), "https://json-schema.org/draft/2020-12/vocab/applicator": true}}"#,
      expected: "https://example.com/b.json: not x-patch"),
    Row(
      "without $vocabulary all keywords of the draft count", schema, start + #""title": "t"}"#,
      expected: "https://example.com/b.json: minLength not x-patch"),
    Row(
      "an optional vocabulary may be unknown", schema,
      start + #""$vocabulary": {\#(core), "https://example.com/v": false}}"#,
      expected: "https://example.com/b.json: x-patch"),
    Row(
      "a required vocabulary may not be unknown", schema,
      start + #""$vocabulary": {\#(core), "https://example.com/v": true}}"#,
      expected:
        "a.json:1:13: error: expected '$schema' to be the URI of a usable dialect, found "
        + "'https://example.com/b.json', whose meta-schema requires the unknown vocabulary "
        + "'https://example.com/v', at b.json:1:160"),
    Row(
      "a meta-schema whose own dialect is custom has the keywords of that", schema,
      #"{"$schema": "https://example.com/c.json"}"#,
      start + #""$vocabulary": {\#(core), "https://json-schema.org/draft/2020-12/vocab/validation": true}}"#,
      expected: "https://example.com/b.json: minLength x-patch"),
    Row(
      "a meta-schema that describes itself", schema,
      #"{"$schema": "https://example.com/b.json", "$vocabulary": {\#(core)}}"#,
      expected: "https://example.com/b.json: x-patch"),
    Row(
      "meta-schemas in a circle that say nothing of a draft", schema, #"{"$schema": "https://example.com/c.json"}"#,
      #"{"$schema": "https://example.com/b.json"}"#,
      expected:
        "a.json:1:13: error: expected '$schema' to be the URI of a usable dialect, found "
        + "'https://example.com/b.json', a meta-schema that is based on 'https://example.com/b.json', "
        + "which leads to no known dialect; correct '$schema' at c.json:1:13"),
    Row(
      "a meta-schema of an unknown dialect", schema, #"{"$schema": "urn:x"}"#,
      expected:
        "a.json:1:13: error: expected '$schema' to be the URI of a usable dialect, found "
        + "'https://example.com/b.json', a meta-schema that is based on 'urn:x', "
        + "which leads to no known dialect; correct '$schema' at b.json:1:13"),
    Row(
      "an invalid meta-schema", schema, "true",
      expected:
        "a.json:1:13: error: expected '$schema' to be the URI of a usable dialect, found "
        + "'https://example.com/b.json', which is not an object, at b.json:1:1"),
    Row(
      "a meta-schema of draft-07 adds to its draft", schema,
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/b.json"}"#,
      expected: "https://example.com/b.json: minLength not x-patch"),
    Row(
      "a meta-schema that is found by the URI of retrieval has that name",
      #"{"$schema": "https://example.com/b.json#", "format": "x"}"#, start + #""$id": "https://example.org/other"}"#,
      expected: "https://example.com/b.json: format"),
    Row(
      "the meta-schema of one vocabulary is a dialect too",
      #"{"$schema": "https://json-schema.org/draft/2020-12/meta/validation", "minLength": 1, "not": {}}"#,
      expected: "https://json-schema.org/draft/2020-12/meta/validation: minLength"),
  ]

  @Test(arguments: rows)
  func `a dialect is found by its meta-schema`(row: Row) throws {
    let actual: String
    do {
      let graph = try resolve(row.schemas, given: 1).graph
      let node = graph[graph.roots[0]]
      let names = node.keywords.written.keys.filter { $0 != "$schema" && node.dialect.keyword(named: $0) != nil }
      actual = ([node.dialect.uri + ":"] + names).joined(separator: " ")
    } catch let error as ResolveErrors {
      actual = error.description
    }
    #expect(actual == row.expected)
  }

  @Test func `a meta-schema among the given documents is found by its $id, wherever it is`() throws {
    let meta = Self.start + #""$id": "https://example.org/meta", "$vocabulary": {\#(Self.core)}}"#
    let schema = #"{"$schema": "https://example.org/meta", "minLength": "no keyword here"}"#
    for texts in [[schema, meta], [meta, schema]] {
      let resolution = try resolve(texts)
      let dialects = resolution.graph.roots.map { resolution.graph[$0].dialect.uri }
      #expect(Set(dialects) == ["https://example.org/meta", Dialect.draft2020.uri])
      #expect(resolution.metaSchemas?.root(named: "https://example.org/meta") != nil)
    }
    #expect(try resolve([meta]).metaSchemas == nil)
  }

  /// The format vocabularies and whether they assert formats.
  static let formats: [(String, Bool)] = [
    ("2020-12/vocab/format-annotation\": true", false), ("2020-12/vocab/format-assertion\": true", true),
    ("2020-12/vocab/format-assertion\": false", true), ("2019-09/vocab/format\": false", false),
    ("2019-09/vocab/format\": true", true),
  ]

  @Test(arguments: formats)
  func `a vocabulary says whether formats are asserted`(vocabulary: String, expected: Bool) throws {
    let meta = #"{"$vocabulary": {"https://json-schema.org/draft/\#(vocabulary)}}"#
    let graph = try resolve([#"{"$schema": "https://example.com/b.json"}"#, meta], given: 1).graph
    #expect(graph.nodes.map(\.dialect.assertsFormat) == [expected])
  }
}
