import JSONSchema
import SchemaRuntime
import Testing

/// The keywords of a schema, and the fields that the reader fills.
@Suite struct KeywordTests {
  typealias Row = (name: String, dialect: String, schema: String, fields: [String])

  static let current: [Row] = [
    (
      "any type", "2020", ##"{"type": ["string", "null"], "enum": [1, "a"], "const": null}"##,
      ["type: string null", ##"enumeration: [1,"a"]"##, "const: null"]
    ),
    ("one type", "2020", ##"{"type": "integer"}"##, ["type: integer"]),
    (
      "numbers keep their text", "2020",
      ##"{"multipleOf": 0.010, "maximum": 1e2, "exclusiveMaximum": 3, "minimum": -0, "exclusiveMinimum": 12345678901234567890123}"##,
      [
        "multipleOf: 0.010", "maximum: 1e2", "exclusiveMaximum: 3", "minimum: -0",
        "exclusiveMinimum: 12345678901234567890123",
      ]
    ),
    (
      "lengths may be written as decimals, and be larger than any", "2020",
      ##"{"minLength": 2.0, "maxLength": 1e30, "minItems": 0, "maxItems": 1e1}"##,
      ["maxLength: \(Int.max)", "minLength: 2", "maxItems: 10", "minItems: 0"]
    ),
    (
      "strings", "2020",
      ##"{"pattern": "^a", "format": "date", "contentEncoding": "base64", "contentMediaType": "image/png", "contentSchema": true}"##,
      [
        "pattern: ^a", "format: date", "contentMediaType: image/png", "contentEncoding: base64",
        "contentSchema: #/contentSchema",
      ]
    ),
    (
      "arrays", "2020",
      ##"{"prefixItems": [true, {}], "items": false, "contains": {}, "minContains": 0, "maxContains": 2, "uniqueItems": true, "unevaluatedItems": false}"##,
      [
        "prefixItems: #/prefixItems/0 #/prefixItems/1", "items: #/items", "contains: #/contains", "minContains: 0",
        "maxContains: 2", "uniqueItems: true", "unevaluatedItems: #/unevaluatedItems",
      ]
    ),
    (
      "objects", "2020",
      ##"{"properties": {"b": {}, "a": {}}, "patternProperties": {"^x": {}}, "additionalProperties": false, "propertyNames": {}, "minProperties": 1, "maxProperties": 2, "required": ["b"], "dependentRequired": {"a": ["b"]}, "dependentSchemas": {"b": {}}, "unevaluatedProperties": {}}"##,
      [
        "maxProperties: 2", "minProperties: 1", "properties: b=#/properties/b a=#/properties/a",
        "patternProperties: ^x=#/patternProperties/%5Ex",
        "additionalProperties: #/additionalProperties", "propertyNames: #/propertyNames", "required: b",
        "dependentRequired: a=b", "dependentSchemas: b=#/dependentSchemas/b",
        "unevaluatedProperties: #/unevaluatedProperties",
      ]
    ),
    (
      "logic", "2020",
      ##"{"allOf": [{}], "anyOf": [{}, {}], "oneOf": [{}], "not": {}, "if": {}, "then": {}, "else": {}}"##,
      [
        "allOf: #/allOf/0", "anyOf: #/anyOf/0 #/anyOf/1", "oneOf: #/oneOf/0", "not: #/not", "if: #/if", "then: #/then",
        "else: #/else",
      ]
    ),
    (
      "annotations", "2020",
      ##"{"title": "t", "description": "d", "default": null, "examples": [1], "deprecated": true, "readOnly": true, "writeOnly": true, "$comment": "c"}"##,
      [
        "title: t", "description: d", "default: null", "examples: [1]", "deprecated: true", "readOnly: true",
        "writeOnly: true", "comment: c",
      ]
    ),
    (
      "our own", "2020",
      ##"{"x-maxUTF8Bytes": 9, "x-minUTF8Bytes": 1, "x-localOnly": true, "x-swift": {"name": "N", "type": "T", "id": "i", "other": 1}, "x-enum-varnames": ["a", "b"], "x-patch": true, "x-lossy": true, "x-sensitive": true}"##,
      [
        "x-maxUTF8Bytes: 9", "x-minUTF8Bytes: 1", "vendor.localOnly: true", "vendor.swift.name: N",
        "vendor.swift.type: T", "vendor.swift.id: i", "vendor.enumVarnames: a b", "vendor.patch: true",
        "vendor.lossy: true", "vendor.sensitive: true",
      ]
    ),
    ("unknown keywords", "2020", ##"{"x-widget": {"minLength": 1}}"##, []),
  ]

  static let older: [Row] = [
    (
      "draft-03", "3",
      ##"{"type": ["null", {}], "disallow": "null", "extends": {}, "divisibleBy": 2, "required": true, "properties": {"a": {"required": true}}, "dependencies": {"a": "b"}, "format": "host-name"}"##,
      [
        "multipleOf: 2", "format: hostname", "properties: a=#/properties/a", "required: a", "dependentRequired: a=b",
        "allOf: #/extends", "anyOf: #/type/0 #/type/1", "not: #/disallow",
      ]
    ),
    (
      "draft-04 limits that Booleans make exclusive", "4",
      ##"{"maximum": 3, "exclusiveMaximum": true, "minimum": 1, "exclusiveMinimum": false}"##,
      ["exclusiveMaximum: 3", "minimum: 1"]
    ),
    (
      "a tuple and the rest", "7", ##"{"items": [{}, {}], "additionalItems": false}"##,
      ["prefixItems: #/items/0 #/items/1", "items: #/additionalItems"]
    ),
    (
      "additionalItems has no effect next to one schema", "2019", ##"{"items": {}, "additionalItems": false}"##,
      ["items: #/items"]
    ),
    ("additionalItems means nothing alone", "2019", ##"{"additionalItems": false}"##, []),
    (
      "dependencies of both kinds", "6", ##"{"dependencies": {"a": ["b", "c"], "d": {}, "e": []}}"##,
      ["dependentRequired: a=b,c e=", "dependentSchemas: d=#/dependencies/d"]
    ),
    (
      "definitions under both names", "2020", ##"{"definitions": {"a": {}}, "$defs": {"b": {}}}"##,
      ["defs: a=#/definitions/a b=#/$defs/b"]
    ),
    (
      "only definitions next to a reference", "7",
      ##"{"minLength": 1, "$ref": "#/definitions/a", "definitions": {"a": {}}, "title": "t"}"##,
      ["ref: #/definitions/a", "defs: a=#/definitions/a"]
    ),
    ("keywords of a later draft", "4", ##"{"const": 1, "propertyNames": {}, "if": {}}"##, []),
  ]

  @Test(arguments: current + older)
  func `keywords are read`(row: Row) throws {
    let options = SchemaResolver.Options(defaultDialect: try #require(dialects[row.dialect]))
    let graph = try resolve([row.schema], options: options).graph
    #expect(describe(graph[graph.roots[0]].keywords, in: graph) == row.fields)
  }

  @Test func `texts are preserved`() throws {
    let graph = try resolve([##"{"items": {"x": 1, "minLength": 2.0}, "type": "array"}"##]).graph
    let keywords = graph[graph.roots[0]].keywords
    #expect(keywords.written.keys == ["items", "type"])
    #expect(graph[try #require(keywords.items)].keywords.written == ["x": 1, "minLength": 2])
  }
}

/// The non-empty fields of keywords, one per line, by reflection, so that no field is forgotten.
private func describe(_ value: Any, in graph: SchemaGraph, prefix: String = "") -> [String] {
  func short(_ id: SchemaID) -> String { "#" + graph[id].location.drop { $0 != "#" }.dropFirst() }
  return Mirror(reflecting: value).children.flatMap { label, field -> [String] in
    let name = prefix + (label ?? "")
    let text: String?
    switch field {
    case is JSONObject: text = nil
    case let bounds as Keywords.Bounds: return bounds.all.map { "\($0.limit.keyword): \($0.number.text)" }
    case let lengths as Keywords.Lengths:
      return lengths.all.map { "\($0.measure.keyword(of: $0.limit)): \($0.limit.count)" }
    case let texts as CaseTable<TextKeyword, String>: return texts.rows.map { "\($0.key.word): \($0.value)" }
    case let vendor as VendorKeywords: return describe(vendor, in: graph, prefix: name + ".")
    case let hints as VendorKeywords.SwiftHints: return describe(hints, in: graph, prefix: name + ".")
    case let type as SwiftType: text = type.description
    case let list as [SchemaID]: text = list.isEmpty ? nil : list.map(short).joined(separator: " ")
    case let list as [Keywords.Member]:
      text = list.isEmpty ? nil : list.map { "\($0.name)=\(short($0.schema))" }.joined(separator: " ")
    case let list as [Keywords.Dependency]:
      text =
        list.isEmpty ? nil : list.map { "\($0.name)=\($0.required.joined(separator: ","))" }.joined(separator: " ")
    case let list as [String]: text = list.isEmpty ? nil : list.joined(separator: " ")
    case let list as [JSONValue] where name == "examples": text = list.isEmpty ? nil : JSONValue.array(list).text()
    case let list as [JSONValue]?: text = list.map { JSONValue.array($0).text() }
    case let list as [JSONType]?: text = list.map { $0.map(\.rawValue).joined(separator: " ") }
    case let id as SchemaID?: text = id.map(short)
    case let flag as Bool: text = flag ? "true" : nil
    case let count as Int?: text = count.map(String.init)
    case let string as String?: text = string
    case let number as JSONNumber?: text = number?.text
    case let value as JSONValue?: text = value?.text()
    default: text = "?"
    }
    return text.map { ["\(name): \($0)"] } ?? []
  }
}
