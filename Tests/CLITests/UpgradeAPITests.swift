import TestSupport
import Testing

@Suite struct UpgradeAPITests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ sentence: String, _ before: String, _ after: String) {
      (testDescription, self.before, self.after) = (sentence, before, after)
    }

    /// A description with a schema.
    func description(_ schema: String, _ version: String) -> String {
      #"{"openapi": "\#(version)", "info": {"title": "A", "version": "1"}, "paths": {}, "components": {"schemas": {"A": \#(schema), "B": {"type": "string"}, "N": {"type": "string", "x-nullable": false}}}}"#
        + "\n"
    }
  }

  @Test(
    "a schema of OpenAPI 3.0 in JSON becomes one of 3.1, which means the same",
    arguments: [
      Row("a type and null", #"{"type": "string", "nullable": true}"#, #"{"type": ["string", "null"]}"#),
      Row("a type without null", #"{"type": "string", "nullable": false}"#, #"{"type": "string"}"#),
      Row("no type", #"{"nullable": true, "title": "T"}"#, #"{"title": "T"}"#),
      Row(
        "values and null", #"{"type": "string", "enum": ["a", "b"], "nullable": true}"#,
        #"{"type": ["string", "null"], "enum": ["a", "b", null]}"#),
      Row(
        "values with null", #"{"type": "string", "enum": ["a", null], "nullable": true}"#,
        #"{"type": ["string", "null"], "enum": ["a", null]}"#),
      Row(
        "a reference or null", ##"{"$ref": "#/components/schemas/B", "nullable": true, "description": "D"}"##,
        ##"{"anyOf": [{ "$ref": "#/components/schemas/B" }, { "type": "null" }], "description": "D"}"##),
      Row(
        "the usual detour to a reference or null",
        ##"{"allOf": [{"$ref": "#/components/schemas/B"}], "nullable": true}"##,
        ##"{"anyOf": [{"$ref": "#/components/schemas/B"}, { "type": "null" }]}"##),
      Row(
        "a choice with null",
        ##"{"nullable": true, "oneOf": [{"type": "string"}, {"type": "boolean"}], "title": "T"}"##,
        ##"{"anyOf": [{ "oneOf": [{"type": "string"}, {"type": "boolean"}] }, { "type": "null" }], "title": "T"}"##),
      Row(
        "a composition with members or null",
        ##"{"type": "object", "nullable": true, "allOf": [{"type": "object"}, {"properties": {}}], "properties": {"a": {}}, "title": "T"}"##,
        ##"{"anyOf": [{ "type": "object", "allOf": [{"type": "object"}, {"properties": {}}], "properties": {"a": {}} }, { "type": "null" }], "title": "T"}"##
      ),
      Row(
        "limits", #"{"type": "number", "minimum": 1.0, "exclusiveMinimum": true, "exclusiveMaximum": false}"#,
        #"{"type": "number", "exclusiveMinimum": 1.0}"#),
      Row(
        "examples, and bytes",
        #"{"type": "object", "example": {"a": 1}, "properties": {"example": {"type": "string", "format": "byte"}, "b": {"type": "string", "format": "binary"}}}"#,
        #"{"type": "object", "examples": [{"a": 1}], "properties": {"example": {"type": "string", "contentEncoding": "base64"}, "b": {"type": "string", "contentMediaType": "application/octet-stream"}}}"#
      ),
      Row(
        "keywords next to a reference, which count in practice",
        ##"{"$ref": "#/components/schemas/B", "maxLength": 3}"##,
        ##"{"$ref": "#/components/schemas/B", "maxLength": 3}"##),
      Row(
        "references into what moves",
        ##"{"allOf": [{"type": "string"}], "nullable": true, "x-a": 1, "not": {"$ref": "#/components/schemas/A/allOf/0"}}"##,
        ##"{"anyOf": [{ "allOf": [{"type": "string"}], "not": {"$ref": "#/components/schemas/A/anyOf/0/allOf/0"} }, { "type": "null" }], "x-a": 1}"##
      ),
    ])
  func json(_ row: Row) throws {
    let folder = try ScratchFolder()
    try folder.write(row.description(row.before, "3.0.3"), to: "old.json")
    try folder.write(row.description(row.before, "3.0.3"), to: "a.json")
    #expect(folder.run("upgrade", "a.json").code == 0)
    #expect(folder.text("a.json") == row.description(row.after, "3.1.0"))
    #expect(folder.run("upgrade", "a.json") == Outcome(0, errors: "nothing to upgrade\n"))
    let difference = folder.run("diff", "old.json", "a.json")
    #expect(difference.output.contains("Swift source still compiles: yes"), "\(difference)")
    #expect(!difference.output.contains("breaks"), "\(difference)")
  }

  private static let before = """
    openapi: 3.0.3  # version
    info: {title: A, version: "1"}
    paths:
      /a:
        get:
          parameters:
            - name: q
              in: query
              example: 1
              schema:
                # a number
                type: integer
                example: 5  # five
                nullable: true  # or nothing
          responses:
            "200":
              description: ok
              content:
                application/json:
                  schema: {$ref: "parts/b.yaml#/B"}
    components:
      schemas:
        A:
          description: d
          type: object
          # all of these
          allOf:
            # first
            - $ref: 'parts/b.yaml#/B'  # B
            - minProperties: 1
          nullable: true
          example:
            # in
            x: |
              some
                text

            y: 1

    """

  private static let after = """
    openapi: 3.1.0  # version
    info: {title: A, version: "1"}
    paths:
      /a:
        get:
          parameters:
            - name: q
              in: query
              example: 1
              schema:
                # a number
                type: [integer, "null"]
                examples:
                  - 5  # five
                # or nothing
          responses:
            "200":
              description: ok
              content:
                application/json:
                  schema: {$ref: "parts/b.yaml#/B"}
    components:
      schemas:
        A:
          description: d
          anyOf:
            - type: object
              # all of these
              allOf:
                # first
                - $ref: 'parts/b.yaml#/B'  # B
                - minProperties: 1
            - type: "null"
          examples:
            # in
            - x: |
                some
                  text

              y: 1

    """

  @Test("a description in YAML changes with the files that it refers to")
  func yaml() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.before, to: "api.yaml")
    try folder.write(
      "# parts\nB:\n  nullable: true\n  allOf:\n    - type: object  # any\n  example: a, b\n", to: "parts/b.yaml")
    #expect(folder.run("upgrade", "api.yaml") == Outcome(0, errors: "upgraded 2 files to draft 2020-12\n"))
    #expect(folder.text("api.yaml") == Self.after)
    #expect(
      folder.text("parts/b.yaml") == """
        # parts
        B:
          anyOf:
            - type: object  # any
            - type: "null"
          examples:
            - a, b

        """)
    #expect(folder.run("upgrade", "api.yaml") == Outcome(0, errors: "nothing to upgrade\n"))
  }

  @Test(
    "schemas that name an older draft change in other descriptions",
    arguments: [
      (
        "the dialect of OpenAPI 3.1",
        #"{"openapi": "3.1.0", "jsonSchemaDialect": "http://json-schema.org/draft-07/schema#", "components": {"schemas": {"A": {"items": [true]}}}}"#,
        #"{"openapi": "3.1.0", "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema", "components": {"schemas": {"A": {"prefixItems": [true]}}}}"#
      ),
      (
        "a schema of OpenAPI 3.1",
        #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$schema": "http://json-schema.org/draft-07/schema#", "items": [true]}, "B": {"example": 1}}}}"#,
        #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [true]}, "B": {"example": 1}}}}"#
      ),
      (
        "a schema of AsyncAPI, whose own are those of draft-07",
        #"{"asyncapi": "3.0.0", "components": {"schemas": {"A": {"$schema": "http://json-schema.org/draft-06/schema#", "items": [true]}, "B": {"items": [true]}}}}"#,
        #"{"asyncapi": "3.0.0", "components": {"schemas": {"A": {"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [true]}, "B": {"items": [true]}}}}"#
      ),
    ])
  func named(_ sentence: String, _ before: String, _ after: String) throws {
    let folder = try ScratchFolder()
    try folder.write(before, to: "a.json")
    #expect(folder.run("upgrade", "a.json") == Outcome(0, errors: "upgraded 1 file to draft 2020-12\n"), "\(sentence)")
    #expect(folder.text("a.json") == after, "\(sentence)")
    #expect(folder.run("upgrade", "a.json") == Outcome(0, errors: "nothing to upgrade\n"), "\(sentence)")
  }

  @Test("descriptions that stay are mentioned with the reason")
  func obstacles() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"swagger": "2.0", "definitions": {"A": {"type": "string"}}}"#, to: "a.json")
    try folder.write(#"{"openapi": "3.0.0", "components": {"schemas": {"A": {"nullable": true}}}}"#, to: "b.json")
    #expect(
      folder.run("upgrade", "a.json").errors == """
        a.json: note: left alone: more than the schemas of Swagger 2.0 differs from OpenAPI 3.1; convert it to OpenAPI 3.0 first
        nothing to upgrade

        """)
    #expect(
      folder.run("upgrade", "--to", "v1", "b.json").errors == """
        b.json: note: left alone: v1 rejects keywords of API descriptions; use '--to 2020-12'
        nothing to upgrade

        """)
  }
}
