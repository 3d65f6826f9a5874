import SchemaAnalysis
import SchemaRuntime
import Testing

@testable import JSONSchema

/// The layout of a graph, and access to it.
@Suite struct GraphTests {
  static let text = """
    {
      "$id": "user.json",
      "properties": {
        "first name": {"type": "string"},
        "more": {"$id": "more.json", "items": {"not": false}}
      },
      "u": {"v": {"title": "late"}},
      "allOf": [{"$ref": "#/u/v"}, {"$ref": "b.json"}]
    }
    """

  @Test func `schemas are numbered by document and location`() throws {
    let graph = try resolve([Self.text, #"{"items": true}"#], given: 1).graph
    #expect(
      graph.nodes.map(\.location) == [
        "https://example.com/user.json#", "https://example.com/user.json#/properties/first%20name",
        "https://example.com/more.json#", "https://example.com/more.json#/items",
        "https://example.com/more.json#/items/not", "https://example.com/user.json#/u/v",
        "https://example.com/user.json#/allOf/0", "https://example.com/user.json#/allOf/1",
        "https://example.com/b.json#", "https://example.com/b.json#/items",
      ])
    #expect(graph.nodes.map(\.id.index) == Array(0..<10))
    #expect(graph.nodes.map { $0.parent?.index } == [nil, 0, 0, 2, 3, 0, 0, 0, nil, 8])
    #expect(graph.nodes.map(\.resource.index) == [0, 0, 2, 2, 2, 0, 0, 0, 8, 8])
    #expect(graph.nodes.map(\.boolean) == [nil, nil, nil, nil, false, nil, nil, nil, nil, true])
    #expect(graph.nodes[4].pointer.description == "/properties/more/items/not")
    #expect(graph.documents.map(\.name) == ["a.json", "b.json"])
    #expect(graph.roots.map(\.index) == [0, 8])
    #expect(graph[graph.roots[0]].dialect == .draft2020)
  }

  @Test func `subschemas come with their paths`() throws {
    let graph = try resolve([Self.text, "true"]).graph
    #expect(
      graph.subschemas(of: graph.roots[0]).map { $0.path.joined(separator: "/") } == [
        "properties/first name", "properties/more", "allOf/0", "allOf/1",
      ])
    let older = try resolve(
      [#"{"items": [true, {}], "dependencies": {"a": ["b"], "c": {}}, "additionalItems": {}}"#],
      options: SchemaResolver.Options(defaultDialect: .draft7)
    ).graph
    #expect(
      older.subschemas(of: older.roots[0]).map { $0.path.joined(separator: "/") } == [
        "items/0", "items/1", "dependencies/c", "additionalItems",
      ])
  }

  @Test(arguments: [
    ("a.json", 0), ("https://example.com/a.json", 0), ("https://example.com/user.json", 0),
    ("https://example.com/user.json#", 0), ("https://example.com/more.json", 2), ("b.json", 8), ("c.json", nil),
  ])
  func `a root is found by name, by URI and by $id`(name: String, expected: Int?) throws {
    let graph = try resolve([Self.text, #"{"items": true}"#]).graph
    #expect(graph.root(named: name)?.index == expected)
  }

  @Test func `positions are those in the text`() throws {
    let graph = try resolve([Self.text, "true"]).graph
    #expect(graph.document(of: SchemaID(index: 1)).name == "a.json")
    #expect(graph.location(of: SchemaID(index: 1)).description == "a.json:4:19")
    #expect(graph.location(of: SchemaID(index: 1), keyword: "type").description == "a.json:4:28")
    let (name, position) = graph.position(of: SchemaID(index: 4), keyword: nil)
    #expect("\(name):\(position.line):\(position.column)" == "a.json:5:51")
  }

  @Test func `an empty enum is not an absent one`() throws {
    let graph = try resolve([#"{"enum": [], "not": {}}"#]).graph
    #expect(graph.nodes.map(\.keywords.enumeration) == [[], nil])
  }

  @Test func `depth never traps`() throws {
    let depth = JSONLimits.hardMaximumDepth - 1
    let text = String(repeating: #"{"not":"#, count: depth) + "true" + String(repeating: "}", count: depth)
    let source = try JSONDocument(parsing: Array(text.utf8), limits: JSONLimits(maximumDepth: depth))
    let document = SchemaDocument(uri: "https://example.com/a.json", name: "a.json", source: source)
    let graph = try SchemaResolver.resolve([document]).graph
    #expect(graph.nodes.count == depth + 1)
  }

  @Test func `a long chain of references is no cycle and does not trap`() throws {
    let count = 5_000
    let rows = (0..<count).map { ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)"}"## }
    let text = ##"{"$defs": {\##(rows.joined(separator: ",")), "d\##(count)": {}}}"##
    #expect(try resolve([text]).graph.nodes.count == count + 2)
  }

  @Test func `the registry is asked once for each URI, and may return a document with another URI`() throws {
    let given = try documents([#"{"allOf": [{"$ref": "x"}, {"$ref": "x#/$defs/a"}, {"$ref": "y"}, {"$ref": "z"}]}"#])
    let other = SchemaDocument(
      uri: "https://example.com/x", name: "x", source: try JSONDocument(parsing: Array(#"{"$defs": {"a": {}}}"#.utf8)))
    var asked: [String] = []
    let graph = try SchemaResolver.resolve(given) { uri in
      asked.append(uri)
      return other
    }.graph
    #expect(asked == ["https://example.com/x", "https://example.com/y", "https://example.com/z"])
    #expect(graph.documents.count == 2)
    #expect(graph.nodes.compactMap { $0.keywords.ref?.index } == [5, 6, 5, 5])
  }

  @Test(arguments: Dialect.all)
  func `a dialect is known by its URI, with an empty fragment and without`(dialect: Dialect) {
    #expect(Dialect.named(dialect.uri) == dialect)
    #expect(Dialect.named(dialect.uri + "#") == dialect)
    #expect(Dialect.named(dialect.uri + "#x") == nil)
    #expect(Dialect.named(dialect.uri + "/") == nil)
  }

  @Test func `a custom meta-schema chooses vocabularies`() throws {
    let meta: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/meta",
      "$vocabulary": [
        "https://json-schema.org/draft/2020-12/vocab/applicator": true,
        "https://json-schema.org/draft/2020-12/vocab/format-assertion": true, "https://example.com/v": false,
      ],
    ]
    let dialect = try #require(Dialect(metaSchema: meta))
    #expect(dialect.assertsFormat)
    let schema = #"{"$schema": "https://example.com/meta", "minLength": 1, "not": {}, "x-patch": true}"#
    let graph = try resolve([schema], options: SchemaResolver.Options(dialects: [dialect])).graph
    let keywords = graph[graph.roots[0]].keywords
    #expect(keywords.lengths[.scalars].least == nil)
    #expect(keywords.not != nil)
    #expect(keywords.vendor.patch)
    #expect(Dialect(metaSchema: ["$schema": "https://json-schema.org/draft/2020-12/schema"]) == nil)
    let requiring: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/meta",
      "$vocabulary": ["https://example.com/v": true],
    ]
    #expect(Dialect(metaSchema: requiring) == nil)
  }

  @Test func `the meta-schema of our vocabulary is a schema, and lists every keyword of it`() throws {
    let source = try JSONDocument(parsing: Array(VendorVocabulary.metaSchema.utf8))
    let document = SchemaDocument(uri: VendorVocabulary.uri, name: "swift.json", source: source)
    let resolution = try SchemaResolver.resolve([document])
    #expect(resolution.diagnostics.isEmpty)
    let properties = resolution.graph[resolution.graph.roots[0]].keywords.properties
    #expect(properties.map(\.name) == VendorVocabulary.rules.map(\.name))
    let hints = try #require(properties.first { $0.name == "x-swift" })
    #expect(resolution.graph[hints.schema].keywords.properties.map(\.name) == VendorVocabulary.hints.map(\.name))
  }
}

@Suite struct SpellingTests {
  @Test(arguments: [
    ("strnig", "string"), ("String", "string"), ("interger", "integer"), ("bool", nil), ("nul", "null"),
    ("arry", "array"),
    ("uuid", nil), ("", nil), ("object", "object"),
  ])
  func `the nearest word is found`(word: String, expected: String?) {
    #expect(Spelling.nearest(to: word, among: JSONType.allCases.map(\.rawValue)) == expected)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("abc", "abc", 0), ("é", "e", 1),
    ("abcd", "x", nil),
  ])
  func `edits are counted`(first: String, second: String, expected: Int?) {
    #expect(Spelling.editDistance(first, second, limit: 3) == expected)
    #expect(Spelling.editDistance(second, first, limit: 3) == expected)
  }
}
