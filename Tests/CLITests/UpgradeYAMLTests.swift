import JSONSchema
import SchemaLoading
import SchemaRewriting
import SchemaRuntime
import Testing

@Suite struct UpgradeYAMLTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dialect: Dialect
    let before: String
    let after: String

    init(_ sentence: String, _ dialect: Dialect, _ before: String, _ after: String) {
      (testDescription, self.dialect, self.before, self.after) = (sentence, dialect, before, after)
    }
  }

  @Test(
    "a schema in YAML keeps its comments, layout and quotation marks",
    arguments: [
      Row(
        "keywords with other names, and references", .draft7,
        """
        # An order.
        $schema: http://json-schema.org/draft-07/schema#  # the draft

        # The parts.
        definitions:  # by name
          # A name.
          'na me':
            type: string  # text
        properties:
          a: {"$ref": "#/definitions/na%20me"}  # in brackets
          b:
            $ref: '#/definitions/na%20me'
          c:
            items:  # both
            - $ref: "#/definitions/na%20me"
            # the rest
            additionalItems: false

        """,
        """
        # An order.
        $schema: https://json-schema.org/draft/2020-12/schema  # the draft

        # The parts.
        $defs:  # by name
          # A name.
          'na me':
            type: string  # text
        properties:
          a: {"$ref": "#/$defs/na%20me"}  # in brackets
          b:
            $ref: '#/$defs/na%20me'
          c:
            prefixItems:  # both
            - $ref: "#/$defs/na%20me"
            # the rest
            items: false

        """),
      Row(
        "keywords that are removed, whose comments stay", .draft7,
        """
        properties:
          a:
            # above
            maxLength: 3  # behind
            # of the reference
            $ref: '#'
            minLength: 1  # last
          b:
            additionalItems: true
        """,
        """
        properties:
          a:
            # above
            # behind
            # of the reference
            $ref: '#'
            # last
          b:
            {}
        """),
      Row(
        "exclusive limits", .draft4,
        """
        minimum: 0x10  # at least
        exclusiveMinimum: true  # more
        maximum: 1.50
        exclusiveMaximum: false
        """,
        """
        exclusiveMinimum: 0x10  # at least
        # more
        maximum: 1.50
        """),
      Row(
        "dependencies of both kinds", .draft7,
        """
        dependencies:
          # names
          a:
            - b  # one
          # a schema
          c:
            minProperties: 2  # two
        type: object
        """,
        """
        dependentRequired:
          # names
          a:
            - b  # one
        dependentSchemas:
          # a schema
          c:
            minProperties: 2  # two
        type: object
        """),
      Row(
        "schemas that get another around them", .draft2019,
        """
        # some
        contains:  # one
          # of these
          const: |
            a

            b
        # limit
        maxContains: 2  # two
        unevaluatedItems: false
        """,
        """
        # some
        not:
          not:
            contains:  # one
              # of these
              const: |
                a

                b
            # limit
            maxContains: 2  # two
        unevaluatedItems: false
        """),
      Row(
        "members that are required by their own schemas, bases, and types that are schemas", .draft3,
        """
        properties:
          a:
            required: true  # always
            type: string
          b: {required: true, extends: {$ref: "#"}}
        extends:
          $ref: '#/properties/a'  # base
        type:
          - string
          # an object
          - properties: {}
        """,
        """
        properties:
          a:
            # always
            type: string
          b: {allOf: [{$ref: "#"}]}
        required: [a, b]
        allOf:
          - $ref: '#/properties/a'  # base
        anyOf:
          - { type: string }
          # an object
          - properties: {}
        """),
      Row(
        "anchors and merge keys", .draft7,
        """
        definitions:
          base: &base
            items: [true]
          other:
            <<: *base
            type: array
        properties:
          a: *base
        """,
        """
        $defs:
          base: &base
            prefixItems: [true]
          other:
            <<: *base
            type: array
        properties:
          a: *base
        """),
      Row(
        "empty values, line ends of Windows, and long texts", .draft7,
        "definitions:\r\n  a:\r\n    description: >-\r\n      some\r\n      text\r\n    default:\r\n    items: [{}]\r\n",
        "$defs:\r\n  a:\r\n    description: >-\r\n      some\r\n      text\r\n    default:\r\n    prefixItems: [{}]\r\n"
      ),
    ])
  func texts(_ row: Row) throws {
    let new = try Self.upgrade(row.before, row.dialect)
    #expect(new == row.after)
    #expect(try Self.upgrade(new, .draft2020) == new)
  }

  @Test("aliases of what would change in two ways are an error")
  func aliases() throws {
    #expect(throws: RewritingError.self) {
      try Self.upgrade(
        """
        definitions:
          a: &a {items: [true]}
        properties:
          b: {$schema: 'https://json-schema.org/draft/2020-12/schema', $id: b, not: *a}
        """, .draft7)
    }
  }

  private static func upgrade(_ text: String, _ dialect: Dialect) throws -> String {
    let bytes = Array(text.utf8)
    let document = SchemaDocument(
      uri: "file:///a.yaml", name: "a.yaml", source: try SourceText.document(bytes, format: .yaml))
    let upgrade = try SchemaUpgrader.upgrade(
      [document], options: SchemaResolver.Options(defaultDialect: dialect), original: { _ in bytes }
    ) { _ in nil }
    return String(decoding: upgrade.texts[0].text, as: UTF8.self)
  }
}
