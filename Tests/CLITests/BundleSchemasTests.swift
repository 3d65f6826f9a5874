import Foundation
import SchemaRuntime
import TestSupport
import Testing

@Suite struct BundleSchemasTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first is bundled.
    let files: [(name: String, text: String)]
    /// Why one form is refused; nil if it is not.
    let refusal: String?
    let refusalWithoutIdentifiers: String?

    init(
      _ sentence: String, _ files: [(String, String)], refusal: String? = nil, withoutIdentifiers: String? = nil
    ) {
      testDescription = sentence
      self.files = files
      (self.refusal, refusalWithoutIdentifiers) = (refusal, withoutIdentifiers)
    }
  }

  private static let draft7 = "http://json-schema.org/draft-07/schema#"
  private static let draft2020 = "https://json-schema.org/draft/2020-12/schema"
  private static let draft2019 = "https://json-schema.org/draft/2019-09/schema"

  static let rows = [
    Row("a schema without references", [("a.json", #"{"type": "string"}"#)]),
    Row(
      "files without identifiers, in folders, that lead to each other",
      [
        ("a.json", ##"{"properties": {"b": {"$ref": "x/b.json"}, "s": {"$ref": "x/b.json#/$defs/S"}}}"##),
        (
          "x/b.json",
          ##"{"$defs": {"S": {"type": "string"}}, "items": {"$ref": "#/$defs/S"}, "contains": {"$ref": "../a.json"}, "minContains": 0, "not": {"$ref": "y/c.json"}}"##
        ),
        ("x/y/c.json", ##"{"type": "object", "properties": {"c": {"$ref": "#"}}, "required": ["c"]}"##),
      ]),
    Row(
      "files with identifiers, and anchors",
      [
        (
          "a.json",
          #"{"$schema": "\#(draft2020)", "$id": "https://example.com/s/a.json", "items": {"$ref": "b.json#n"}, "contains": {"$ref": "/s/b.json#/$defs/N/not"}}"#
        ),
        (
          "b.json",
          ##"{"$id": "https://example.com/s/b.json", "$defs": {"N": {"$anchor": "n", "not": {"type": "string"}}}, "$ref": "#n"}"##
        ),
      ]),
    Row(
      "identifiers that are not the names of the files",
      [
        ("a.json", #"{"$id": "https://example.com/first", "items": {"$ref": "b.json"}}"#),
        (
          "b.json", #"{"$id": "https://example.com/other/second", "anyOf": [{"$ref": "c.json"}, {"type": "null"}]}"#
        ),
        ("c.json", ##"{"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}}"##),
      ]),
    Row(
      "a resource inside a file",
      [
        ("a.json", #"{"items": {"$ref": "b.json"}, "contains": {"$ref": "in/ner.json#/$defs/y"}}"#),
        (
          "b.json",
          ##"{"$defs": {"i": {"$id": "in/ner.json", "$defs": {"y": {"type": "number"}}, "$ref": "#/$defs/y"}}, "$ref": "in/ner.json"}"##
        ),
      ]),
    Row(
      "draft-07, where an identifier next to a reference is ignored, and so is everything else",
      [
        (
          "a.json",
          #"{"$schema": "\#(draft7)", "properties": {"b": {"$ref": "b.json"}, "c": {"$ref": "b.json#/definitions/c"}}}"#
        ),
        (
          "b.json",
          ##"{"$schema": "\##(draft7)", "$id": "nowhere/", "type": "null", "$ref": "#/definitions/c", "definitions": {"c": {"type": "string"}, "d": {"$id": "#d"}}}"##
        ),
      ]),
    Row(
      "draft-04",
      [
        (
          "a.json",
          #"{"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://example.com/a.json", "properties": {"b": {"$ref": "b.json#b"}}}"#
        ),
        (
          "b.json",
          ##"{"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://example.com/b.json", "definitions": {"b": {"id": "#b", "maximum": 1, "exclusiveMaximum": true}}}"##
        ),
      ]),
    Row(
      "a file of an older draft in a newer one",
      [
        ("a.json", #"{"$schema": "\#(draft2020)", "items": {"$ref": "b.json"}}"#),
        ("b.json", ##"{"$schema": "\##(draft7)", "items": [{"type": "string"}], "additionalItems": false}"##),
      ],
      withoutIdentifiers: "b.json:1:1: error: expected a schema of draft 2020-12, as the others, found one of draft-07"),
    Row(
      "a file of a newer draft in one that permits no other",
      [
        ("a.json", #"{"$schema": "\#(draft7)", "items": {"$ref": "b.json"}}"#),
        ("b.json", ##"{"$schema": "\##(draft2020)", "type": "string"}"##),
      ],
      refusal:
        "b.json:1:13: error: expected a schema of draft-07, as the root of the bundle, found one of draft 2020-12",
      withoutIdentifiers: "b.json:1:1: error: expected a schema of draft-07, as the others, found one of draft 2020-12"),
    Row(
      "a dynamic reference that resources extend",
      [
        (
          "a.json",
          ##"{"$id": "https://example.com/a.json", "$dynamicAnchor": "node", "$ref": "tree.json", "required": ["x"]}"##
        ),
        (
          "tree.json",
          ##"{"$id": "https://example.com/tree.json", "$dynamicAnchor": "node", "type": "object", "properties": {"c": {"items": {"$dynamicRef": "#node"}}}}"##
        ),
      ], withoutIdentifiers: "tree.json:1:132: error: '$dynamicRef' leads to different schemas"),
    Row(
      "a dynamic reference with one possible target",
      [
        ("a.json", ##"{"$ref": "tree.json", "required": ["x"]}"##),
        (
          "tree.json",
          ##"{"$dynamicAnchor": "node", "type": "object", "properties": {"c": {"$ref": "#/$defs/o", "$dynamicRef": "#node"}}, "$defs": {"o": {"maxProperties": 2}}}"##
        ),
      ]),
    Row(
      "a recursive reference with one possible target",
      [
        ("a.json", ##"{"$schema": "\##(draft2019)", "items": {"$ref": "tree.json"}}"##),
        (
          "tree.json",
          ##"{"$schema": "\##(draft2019)", "$recursiveAnchor": true, "type": "object", "additionalProperties": {"$recursiveRef": "#"}}"##
        ),
      ]),
    Row(
      "Boolean schemas, and names that are taken",
      [
        (
          "a.json",
          ##"{"$defs": {"no.json": {"type": "null"}, "no": {}}, "properties": {"a": {"$ref": "no.json"}, "b": {"$ref": "yes.json"}, "c": {"$ref": "#/$defs/no.json"}}}"##
        ),
        ("no.json", "false"), ("yes.json", "true"),
      ]),
    Row(
      "the meta-schema of a draft",
      [("a.json", #"{"$schema": "\#(draft7)", "items": {"$ref": "\#(draft7)"}}"#)]),
    Row(
      "values that look like references",
      [
        ("a.json", #"{"items": {"$ref": "b.json"}, "const": [{"$ref": "b.json"}]}"#),
        ("b.json", #"{"enum": [{"$ref": "c.json", "$id": "c"}]}"#),
      ]),
  ]

  @Test("a bundle needs no other file and accepts the same values, or is refused with its reason", arguments: rows)
  func bundles(_ row: Row) throws {
    for (options, refusal) in [([], row.refusal), (["--without-id"], row.refusalWithoutIdentifiers)] {
      let folder = try ScratchFolder()
      for (name, text) in row.files { try folder.write(text, to: name) }
      let first = folder.run(["bundle", row.files[0].name] + options)
      if let refusal {
        #expect(first.code == 2 && first.errors.hasPrefix(refusal), "\(first)")
        continue
      }
      #expect(first.code == 0 && first.errors == "", "\(first)")
      try folder.write(first.output, to: "out/bundle.json")
      #expect(folder.run("fmt", "--check", "out/bundle.json") == Outcome(0))
      #expect(try Self.differences(folder, row.files[0].name, "out/bundle.json") == [], "\(first.output)")
      // Nothing outside is needed, and bundling again changes nothing.
      let alone = try ScratchFolder()
      try alone.write(first.output, to: "bundle.json")
      #expect(alone.run(["bundle", "bundle.json"] + options).output == first.output)
      if !options.isEmpty {
        #expect(!first.output.contains(#""$id": ""#) || row.files.last?.text.contains("c.json") ?? true)
      }
    }
  }

  /// Returns the changes between two versions that are not proven to accept the same values, and the operations that
  /// are not. A file that becomes part of another is no change.
  private static func differences(_ folder: ScratchFolder, _ old: String, _ new: String) throws -> [String] {
    let report = try JSONValue(parsing: folder.run("diff", old, new, "--output", "json").output)
    let changes = try #require(report["changes"]?.array)
    return changes.compactMap { change in
      let effects = change["effects"]?.object?.keys.filter { $0 != "source" } ?? []
      return effects.isEmpty || change["rule"] == "schema-removed" ? nil : change.text()
    }
  }

  @Test("resources keep their text, and get an identifier and a place")
  func resources() throws {
    let folder = try ScratchFolder()
    for (name, text) in Self.rows[1].files { try folder.write(text, to: name) }
    #expect(
      folder.run("bundle", "a.json", "--output", "b.json") == Outcome(0))
    #expect(
      folder.text("b.json") == """
        {
          "$id": "a.json",
          "properties": {
            "b": {
              "$ref": "x/b.json"
            },
            "s": {
              "$ref": "x/b.json#/$defs/S"
            }
          },
          "$defs": {
            "x/b.json": {
              "$id": "x/b.json",
              "not": {
                "$ref": "y/c.json"
              },
              "items": {
                "$ref": "#/$defs/S"
              },
              "contains": {
                "$ref": "../a.json"
              },
              "minContains": 0,
              "$defs": {
                "S": {
                  "type": "string"
                }
              }
            },
            "x/y/c.json": {
              "$id": "x/y/c.json",
              "type": "object",
              "properties": {
                "c": {
                  "$ref": "#"
                }
              },
              "required": [
                "c"
              ]
            }
          }
        }

        """)
  }

  @Test("the parts of an API description become components, under their own names")
  func api() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      openapi: 3.0.3
      info: {title: Pets, version: "1", description: {$ref: about.yaml}, x-more: [{$ref: about.yaml}, {$ref: none.yaml}]}
      paths:
        /pets: {$ref: paths/pets.yaml}
        /cats:
          get:
            parameters: [{$ref: "common.yaml#/parameters/limit"}]
            responses:
              "200": {$ref: "common.yaml#/responses/Cats"}
              default: {$ref: "#/components/responses/Error"}
      components:
        responses:
          Error: {description: e, content: {application/json: {schema: {$ref: "common.yaml#/schemas/Error"}}}}
        schemas:
          Cat: {$ref: schemas/cat.yaml}
          Sample: {type: object, example: {$ref: schemas/none.yaml}}
      """, to: "api.yaml")
    try folder.write("All about pets.", to: "about.yaml")
    try folder.write(
      """
      get:
        responses:
          "200":
            description: d
            content:
              application/json:
                schema:
                  oneOf: [{$ref: ../schemas/cat.yaml}, {$ref: "../schemas/dog.yaml#/Dog"}]
                  discriminator:
                    propertyName: kind
                    mapping: {cat: ../schemas/cat.yaml, dog: "../schemas/dog.yaml#/Dog"}
      """, to: "paths/pets.yaml")
    try folder.write(
      """
      parameters:
        limit: {name: limit, in: query, schema: {$ref: "#/schemas/Limit"}}
      responses:
        Cats: {description: c, content: {application/json: {schema: {type: array, items: {$ref: schemas/cat.yaml}}}}}
      schemas:
        Limit: {type: integer, maximum: 9}
        Error: {type: object, properties: {inner: {$ref: "#/schemas/Error"}}}
      """, to: "common.yaml")
    try folder.write(
      "type: object\nrequired: [kind]\nproperties: {kind: {type: string}, friend: {$ref: \"dog.yaml#/Dog\"}}\n",
      to: "schemas/cat.yaml")
    try folder.write(
      "Dog:\n  type: object\n  required: [kind]\n  properties: {kind: {type: string}, name: {$ref: \"#/Name\"}}\n"
        + "Name: {type: string}\n", to: "schemas/dog.yaml")
    let bundle = folder.run("bundle", "api.yaml")
    #expect(bundle.code == 0 && bundle.errors == "", "\(bundle.errors)")
    try folder.write(bundle.output, to: "out/api.json")
    let root = try JSONValue(parsing: bundle.output)
    #expect(root["components"]?["schemas"]?.object?.keys == ["Cat", "Sample", "Dog", "Error", "Name", "Limit"])
    #expect(root["components"]?["schemas"]?["Cat"]?["type"] == "object")
    #expect(root["info"]?["description"] == "All about pets.")
    #expect(root["info"]?["x-more"] == ["All about pets.", ["$ref": "none.yaml"]])
    #expect(root["components"]?["responses"]?.object?.keys == ["Error", "Cats"])
    #expect(root["components"]?["parameters"]?["limit"]?["schema"] == ["$ref": "#/components/schemas/Limit"])
    let schema = root[
      JSONPointer(["paths", "/pets", "get", "responses", "200", "content", "application/json", "schema"])]
    #expect(
      schema?["discriminator"]?["mapping"] == ["cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"])
    #expect(root["components"]?["schemas"]?["Sample"]?["example"] == ["$ref": "schemas/none.yaml"])
    let differences = try Self.differences(folder, "api.yaml", "out/api.json")
    #expect(differences == [])
    let alone = try ScratchFolder()
    try alone.write(bundle.output, to: "api.json")
    #expect(alone.run("bundle", "api.json").output == bundle.output)
  }

  @Test(
    "each format has its own places for parts",
    arguments: [
      (
        "Swagger", "/parameters/p/name", "p",
        [
          "api.json":
            ##"{"swagger": "2.0", "paths": {"/a": {"get": {"parameters": [{"$ref": "p.json#/parameters/p"}], "responses": {"200": {"description": "d", "schema": {"items": {"$ref": "p.json#/definitions/A"}}}, "400": {"$ref": "p.json#/responses/B"}}}}}, "definitions": {"A": {"type": "integer"}}}"##,
          "p.json":
            ##"{"parameters": {"p": {"name": "p", "in": "query", "type": "string"}}, "responses": {"B": {"description": "b", "schema": {"$ref": "#/definitions/A"}}}, "definitions": {"A": {"properties": {"next": {"$ref": "#/definitions/A"}}}}}"##,
        ]
      ),
      (
        "AsyncAPI", "/components/messages/made/payload/properties/u/$ref", "#/components/schemas/U",
        [
          "api.json":
            ##"{"asyncapi": "3.0.0", "channels": {"c": {"messages": {"made": {"$ref": "m.json#/made"}}}}, "operations": {"o": {"action": "receive", "channel": {"$ref": "#/channels/c"}}}, "components": {"schemas": {"U": {"$ref": "u.json"}}}}"##,
          "m.json": ##"{"made": {"payload": {"type": "object", "properties": {"u": {"$ref": "u.json"}}}}}"##,
          "u.json":
            ##"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/u", "type": "object", "properties": {"v": {"$ref": "#/definitions/v"}}, "definitions": {"v": {"type": "integer"}}}"##,
        ]
      ),
      (
        "OpenAPI 3.1, with identifiers and anchors in components", "/components/schemas/B/$ref",
        "#/components/schemas/A",
        [
          "api.json":
            ##"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$id": "https://example.com/a", "$anchor": "x", "items": {"$ref": "#/$defs/z"}, "$defs": {"z": {"type": "string"}}}, "B": {"$ref": "https://example.com/a#x"}, "C": {"$ref": "c.json"}}}}"##,
          "c.json":
            ##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"n": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"type": "string"}}}"##,
        ]
      ),
    ])
  func formats(_ sentence: String, _ pointer: String, _ text: String, _ files: [String: String]) throws {
    let folder = try ScratchFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let bundle = folder.run("bundle", "api.json")
    #expect(bundle.code == 0 && bundle.errors == "", "\(sentence): \(bundle.errors)")
    let root = try JSONValue(parsing: bundle.output)
    #expect(root[try #require(JSONPointer(pointer))]?.string == text, "\(sentence): \(bundle.output)")
    try folder.write(bundle.output, to: "out/api.json")
    let differences = try Self.differences(folder, "api.json", "out/api.json")
    #expect(differences == [], "\(sentence)")
    let alone = try ScratchFolder()
    try alone.write(bundle.output, to: "api.json")
    #expect(alone.run("bundle", "api.json").output == bundle.output, "\(sentence)")
  }

  @Test(
    "what is no part of a bundle is an error with its location",
    arguments: [
      ("a missing file", ["a.json": #"{"$ref": "b.json"}"#], "a.json:1:10: error: expected '$ref' to name a schema"),
      ("a mistake in the schema", ["a.json": #"{"type": "strin"}"#], "a.json:1:10: error: "),
      ("a text that is no JSON", ["a.json": #"{"type": }"#], "a.json:1:10: error: "),
      (
        "a schema of a draft that is not that of the format",
        [
          "a.json": #"{"openapi": "3.0.3", "components": {"schemas": {"A": {"$ref": "b.json"}}}}"#,
          "b.json": #"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}"#,
        ], "b.json:1:1: error: expected a schema of OpenAPI 3.0, as the others, found one of draft-07"
      ),
      (
        "path items that contain each other",
        [
          "a.json": #"{"openapi": "3.0.3", "paths": {"/a": {"$ref": "p.json"}}, "components": {"schemas": {"A": {}}}}"#,
          "p.json": ##"{"get": {"callbacks": {"c": {"{$url}": {"$ref": "p.json"}}}, "responses": {}}}"##,
        ], "p.json:1:40: error: this reference leads back to itself"
      ),
    ])
  func refusals(_ sentence: String, _ files: [String: String], _ message: String) throws {
    let folder = try ScratchFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let result = folder.run("bundle", "a.json")
    #expect(result.code == 2 && result.errors.hasPrefix(message), "\(sentence): \(result)")
  }

  @Test("bundles of schemas of other people give their payloads the same verdicts")
  func corpora() throws {
    guard let corpora = ProcessInfo.processInfo.environment["SCHEMATA_CORPORA"] else {
      print("skipped: set SCHEMATA_CORPORA to a folder of corpora (CONTRIBUTING.md)")
      return
    }
    let folder = try ScratchFolder()
    let schema = corpora + "/rum-events-format/schemas/rum-events-schema.json"
    let samples =
      FileManager.default.enumerator(atPath: corpora + "/rum-events-format/samples/rum-events")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted() ?? []
    #expect(samples.count > 5)
    let files = samples.map { corpora + "/rum-events-format/samples/rum-events/" + $0 }
    let verdicts = folder.run(["validate", "--schema", schema] + files)
    for options in [[], ["--without-id"]] {
      #expect(folder.run(["bundle", schema, "--output", "bundle.json"] + options) == Outcome(0))
      #expect(folder.run(["validate", "--schema", "bundle.json"] + files).code == verdicts.code)
    }
  }
}
