import JSONSchema
import SchemaRuntime
import Testing

/// The targets of references: schemas in, edges out.
@Suite struct ReferenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var dialect = "2020"
    /// The first document is given, the others are looked up; `a.json`, `b.json`, … at `https://example.com/`.
    let schemas: [String]
    /// One line per reference: its location, its kind, its target.
    let edges: [String]

    init(_ name: String, dialect: String = "2020", _ schemas: String..., edges: [String]) {
      testDescription = name
      self.dialect = dialect
      self.schemas = schemas
      self.edges = edges
    }
  }

  static let pointers: [Row] = [
    Row(
      "a pointer into $defs", ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##,
      edges: ["a.json# -> a.json#/$defs/a"]),
    Row(
      "the root", ##"{"properties": {"next": {"$ref": "#"}}}"##,
      edges: ["a.json#/properties/next -> a.json#"]),
    Row(
      "escapes of pointers and of URIs",
      ##"{"allOf": [{"$ref": "#/$defs/a~1b"}, {"$ref": "#/$defs/c~0d"}, {"$ref": "#/$defs/e%25f"}, {"$ref": "#/$defs/%C3%A9"}], "$defs": {"a/b": true, "c~d": true, "e%f": true, "é": true}}"##,
      edges: [
        "a.json#/allOf/0 -> a.json#/$defs/a~1b", "a.json#/allOf/1 -> a.json#/$defs/c~0d",
        "a.json#/allOf/2 -> a.json#/$defs/e%25f", "a.json#/allOf/3 -> a.json#/$defs/%C3%A9",
      ]),
    Row(
      "an element of an array", ##"{"prefixItems": [true, {"$ref": "#/prefixItems/0"}]}"##,
      edges: ["a.json#/prefixItems/1 -> a.json#/prefixItems/0"]),
    Row(
      "a location that no keyword makes a schema, and the references inside it",
      ##"{"$ref": "#/x/y/0", "x": {"y": [{"items": {"$ref": "#/x/z"}}], "z": {"type": "null"}}}"##,
      edges: ["a.json# -> a.json#/x/y/0", "a.json#/x/y/0/items -> a.json#/x/z"]),
    Row(
      "a location inside an enum", ##"{"$ref": "#/enum/0", "enum": [{"type": "string"}]}"##,
      edges: ["a.json# -> a.json#/enum/0"]),
    Row(
      "a map of schemas taken for a schema keeps their parents",
      ##"{"$ref": "#/$defs", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": true}}"##,
      edges: ["a.json# -> a.json#/$defs", "a.json#/$defs/a -> a.json#/$defs/b"]),
    Row(
      "names that differ in normal form alone",
      ##"{"$ref": "#/$defs/e%CC%81", "$defs": {"\u00e9": true, "e\u0301": false}}"##,
      edges: ["a.json# -> a.json#/$defs/e%CC%81"]),
    Row(
      "draft-07 definitions next to a reference", dialect: "7",
      ##"{"$ref": "#/definitions/a", "definitions": {"a": {"$ref": "#/definitions/b"}, "b": true}}"##,
      edges: ["a.json# -> a.json#/definitions/a", "a.json#/definitions/a -> a.json#/definitions/b"]),
  ]

  static let names: [Row] = [
    Row(
      "another document, which is asked for", ##"{"items": {"$ref": "b.json#/$defs/x"}}"##,
      ##"{"$defs": {"x": true}}"##,
      edges: ["a.json#/items -> b.json#/$defs/x"]),
    Row(
      "documents that refer to each other", ##"{"items": {"$ref": "b.json"}}"##, ##"{"items": {"$ref": "a.json"}}"##,
      edges: ["a.json#/items -> b.json#", "b.json#/items -> a.json#"]),
    Row(
      "an anchor", ##"{"$ref": "#x", "$defs": {"a": {"$anchor": "x"}}}"##, edges: ["a.json# -> a.json#/$defs/a"]),
    Row(
      "an anchor of another document", ##"{"$ref": "b.json#x"}"##, ##"{"$defs": {"a": {"$dynamicAnchor": "x"}}}"##,
      edges: ["a.json# -> b.json#/$defs/a"]),
    Row(
      "an $id changes the base of nested references",
      ##"{"$id": "https://example.com/a/", "items": {"$id": "x/", "items": {"$ref": "y.json"}}, "$defs": {"y": {"$id": "x/y.json"}}}"##,
      edges: ["a/x/#/items -> a/x/y.json#"]),
    Row(
      "anchors belong to their resource",
      ##"{"$anchor": "x", "items": {"$id": "i", "$ref": "#x", "$defs": {"d": {"$anchor": "x"}}}, "not": {"$ref": "#x"}}"##,
      edges: ["i# -> i#/$defs/d", "a.json#/not -> a.json#"]),
    Row(
      "a pointer passes the root of an embedded resource",
      ##"{"$defs": {"e": {"$id": "e.json", "$defs": {"f": {"$ref": "#/$defs/g"}, "g": true}}}, "$ref": "#/$defs/e/$defs/f"}"##,
      edges: ["a.json# -> e.json#/$defs/f", "e.json#/$defs/f -> e.json#/$defs/g"]),
    Row(
      "the URI of retrieval and $id name one resource",
      ##"{"$id": "https://example.org/x", "allOf": [{"$ref": "https://example.com/a.json#/$defs/d"}, {"$ref": "#/$defs/d"}], "$defs": {"d": true}}"##,
      edges: [
        "https://example.org/x#/allOf/0 -> https://example.org/x#/$defs/d",
        "https://example.org/x#/allOf/1 -> https://example.org/x#/$defs/d",
      ]),
    Row(
      "an $id inside enum, const, default, examples or an unknown keyword is none",
      ##"{"enum": [{"$id": "x"}], "const": {"$id": "x"}, "default": {"$id": "x"}, "examples": [{"$id": "x"}], "u": {"$id": "x"}, "$ref": "x", "$defs": {"a": {"$id": "x"}}}"##,
      edges: ["a.json# -> x#"]),
    Row(
      "what a reference makes a schema has a name from then on, whatever the order",
      ##"{"allOf": [{"$ref": "late"}, {"$ref": "#/u/v"}], "u": {"v": {"$id": "late"}}}"##,
      edges: ["a.json#/allOf/0 -> late#", "a.json#/allOf/1 -> late#"]),
    Row(
      "draft-07 $id with a fragment is an anchor", dialect: "7",
      ##"{"allOf": [{"$ref": "#x"}, {"$ref": "y#z"}], "definitions": {"a": {"$id": "#x"}, "b": {"$id": "y#z"}}}"##,
      edges: ["a.json#/allOf/0 -> a.json#/definitions/a", "a.json#/allOf/1 -> y#"]),
    Row(
      "draft-07 $id next to $ref is ignored", dialect: "7",
      ##"{"allOf": [{"$id": "https://example.org/", "$ref": "b.json"}]}"##, "true",
      edges: ["a.json#/allOf/0 -> b.json#"]),
    Row(
      "draft-04 has id", dialect: "4", ##"{"id": "x/y", "items": {"$ref": "z"}, "definitions": {"z": {"id": "z"}}}"##,
      edges: ["x/y#/items -> x/z#"]),
    Row(
      "a URN",
      ##"{"$id": "urn:example:a", "$ref": "#/$defs/b", "$defs": {"b": {"items": {"$ref": "urn:example:a"}}}}"##,
      edges: ["urn:example:a# -> urn:example:a#/$defs/b", "urn:example:a#/$defs/b/items -> urn:example:a#"]),
    Row(
      "a URN with a query, and a tag",
      ##"{"$id": "urn:example:a?+q:x=1", "allOf": [{"$ref": "#/$defs/b"}, {"$ref": "tag:example.com,2024:t#n"}], "$defs": {"b": true, "t": {"$id": "tag:example.com,2024:t", "$anchor": "n"}}}"##,
      edges: [
        "urn:example:a?+q:x=1#/allOf/0 -> urn:example:a?+q:x=1#/$defs/b",
        "urn:example:a?+q:x=1#/allOf/1 -> tag:example.com,2024:t#",
      ]),
    Row(
      "an anchor with letters beyond ASCII, encoded and not", dialect: "7",
      ##"{"allOf": [{"$ref": "#fü"}, {"$ref": "#f%C3%BC"}, {"$ref": "#%66%c3%bc"}], "definitions": {"a": {"$id": "#fü"}}}"##,
      edges: [
        "a.json#/allOf/0 -> a.json#/definitions/a", "a.json#/allOf/1 -> a.json#/definitions/a",
        "a.json#/allOf/2 -> a.json#/definitions/a",
      ]),
    Row(
      "a relative $id in an embedded resource, and a reference by the full URI",
      ##"{"$id": "https://example.com/x/root", "$ref": "https://example.com/x/y/leaf#/items", "$defs": {"m": {"$id": "y/", "$defs": {"l": {"$id": "leaf", "items": {"$ref": "../root#/$defs/n"}}}}, "n": true}}"##,
      edges: ["x/root# -> x/y/leaf#/items", "x/y/leaf#/items -> x/root#/$defs/n"]),
    Row(
      "$schema chooses which keyword gives the embedded resource its name",
      ##"{"$defs": {"a": {"id": "a4", "$schema": "http://json-schema.org/draft-04/schema#", "not": {"$ref": "#"}}, "b": {"id": "b7", "$schema": "http://json-schema.org/draft-07/schema#", "not": {"$ref": "#"}}}}"##,
      edges: ["a4#/not -> a4#", "a.json#/$defs/b/not -> a.json#"]),
    Row(
      "an embedded resource with its own dialect",
      ##"{"$defs": {"o": {"$id": "o", "$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"p": {"$ref": "#q", "$id": "z"}, "q": {"$id": "#q"}}}, "r": {"$ref": "o#q"}}}"##,
      edges: ["o#/definitions/p -> o#/definitions/q", "a.json#/$defs/r -> o#/definitions/q"]),
    Row(
      "a document with a dialect of its own", ##"{"$ref": "b.json"}"##,
      ##"{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/x", "definitions": {"x": true}}"##,
      edges: ["a.json# -> b.json#", "b.json# -> b.json#/definitions/x"]),
  ]

  static let dynamic: [Row] = [
    Row(
      "a dynamic anchor in two resources",
      ##"{"$id": "s", "$dynamicAnchor": "n", "$ref": "t", "$defs": {"t": {"$id": "t", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}}}"##,
      edges: ["s# -> t# within s#", "t#/items ~> t#", "t#/items within s# ~> s#"]),
    Row(
      "the outermost resource decides, and an anchor in between does not",
      ##"{"$id": "s", "$dynamicAnchor": "n", "$ref": "m", "$defs": {"m": {"$id": "m", "$dynamicAnchor": "n", "$ref": "t"}, "t": {"$id": "t", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}}}"##,
      edges: [
        "s# -> m# within s#", "m# -> t# within m#", "t#/items ~> t#", "m# within s# -> t# within s#",
        "t#/items within s# ~> s#", "t#/items within m# ~> m#",
      ]),
    Row(
      "schemas from which no dynamic reference is reached occur once",
      ##"{"$id": "s", "$dynamicAnchor": "n", "$ref": "t", "$defs": {"t": {"$id": "t", "$dynamicAnchor": "n", "not": {"$ref": "#/$defs/u"}, "items": {"$dynamicRef": "#n"}, "$defs": {"u": {"not": {"$ref": "#/$defs/v"}}, "v": true}}}}"##,
      edges: [
        "s# -> t# within s#", "t#/not -> t#/$defs/u", "t#/items ~> t#", "t#/$defs/u/not -> t#/$defs/v",
        "t#/items within s# ~> s#",
      ]),
    Row(
      "two paths to one schema lead its reference to two targets",
      ##"{"anyOf": [{"$ref": "a"}, {"$ref": "b"}], "$defs": {"a": {"$id": "a", "$dynamicAnchor": "n", "$ref": "t"}, "b": {"$id": "b", "$dynamicAnchor": "n", "$ref": "t"}, "t": {"$id": "t", "items": {"$dynamicRef": "a#n"}}}}"##,
      edges: [
        "a.json#/anyOf/0 -> a#", "a.json#/anyOf/1 -> b#", "a# -> t# within a#", "b# -> t# within b#",
        "t#/items ~> a#", "t#/items within a# ~> a#", "t#/items within b# ~> b#",
      ]),
    Row(
      "a dynamic reference to a plain anchor is an ordinary one",
      ##"{"items": {"$dynamicRef": "#n"}, "$defs": {"a": {"$anchor": "n"}}}"##,
      edges: ["a.json#/items ~> a.json#/$defs/a"]),
    Row(
      "a dynamic reference by pointer is an ordinary one",
      ##"{"items": {"$dynamicRef": "#/$defs/a"}, "$defs": {"a": {"$dynamicAnchor": "n"}}}"##,
      edges: ["a.json#/items ~> a.json#/$defs/a"]),
    Row(
      "in v1, an anchor anywhere on the way, and no other", dialect: "v1",
      ##"{"anyOf": [{"$ref": "a"}, {"$ref": "b"}], "$defs": {"a": {"$id": "a", "$ref": "t", "$defs": {"n": {"$dynamicAnchor": "n"}}}, "b": {"$id": "b", "$dynamicAnchor": "n", "$ref": "t"}, "t": {"$id": "t", "items": {"$dynamicRef": "n"}}}}"##,
      edges: [
        "a.json#/anyOf/0 -> a#", "a.json#/anyOf/1 -> b#", "a# -> t# within a#/$defs/n", "b# -> t# within b#",
        "t#/items within a#/$defs/n ~> a#/$defs/n", "t#/items within b# ~> b#",
      ]),
    Row(
      "a recursive reference to a recursive root", dialect: "2019",
      ##"{"$recursiveAnchor": true, "items": {"$recursiveRef": "#"}, "$defs": {"e": {"$id": "e", "$recursiveAnchor": true}}}"##,
      edges: ["a.json#/items ~> a.json#"]),
    Row(
      "a recursive reference to a root that is not", dialect: "2019",
      ##"{"items": {"$recursiveRef": "#"}, "$defs": {"e": {"$id": "e", "$recursiveAnchor": true}}}"##,
      edges: ["a.json#/items ~> a.json#"]),
  ]

  @Test(arguments: pointers + names + dynamic)
  func `references lead to their targets`(row: Row) throws {
    let options = SchemaResolver.Options(defaultDialect: try #require(dialects[row.dialect]))
    let graph = try resolve(row.schemas, given: 1, options: options).graph
    #expect(graph.nodes.flatMap { edges(of: $0, in: graph) } == row.edges)
  }

  private func edges(of node: SchemaNode, in graph: SchemaGraph) -> [String] {
    func name(_ id: SchemaID) -> String {
      let scope = graph[id].dynamicScope
      return short(graph[id].location) + (scope.isEmpty ? "" : " within ")
        + scope.map { short(graph[$0].location) }.joined(separator: ", ")
    }
    func short(_ location: String) -> String {
      let base = "https://example.com/"
      return location.hasPrefix(base) ? String(location.dropFirst(base.count)) : location
    }
    var edges: [String] = []
    if let target = node.keywords.ref { edges.append("\(name(node.id)) -> \(name(target))") }
    if let target = node.keywords.dynamicRef { edges.append("\(name(node.id)) ~> \(name(target))") }
    return edges
  }
}
