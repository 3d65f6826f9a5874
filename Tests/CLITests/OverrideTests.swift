import Testing

/// What a configuration says of schemas in files that must not be edited.
@Suite struct OverrideTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      title: Order
      type: object
      required: [price]
      properties:
        price: {$ref: '#/$defs/price'}
        note: {type: string, maxLength: 3, x-swift: {name: remark}}
      $defs:
        price:
          description: What it costs.
          type: number
          minimum: 0

      """, to: "Schemas/vendor/order.schema.yaml")
  }

  private func configure(_ overrides: String) throws {
    try folder.write(
      #"{"outputs": {"models": "../Models"}, "overrides": {"vendor/order.schema.yaml": {"# + overrides + "}}}",
      to: "Schemas/codegen.json")
  }

  @Test("names, types with their module, and annotations are as if the file had them")
  func applies() throws {
    try configure(
      ##"""
      "#": {"x-swift": {"name": "Purchase"}},
      "#/$defs/price": {"x-swift": {"type": "Cash.Amount", "import": "Cash"}, "description": null},
      "#/properties/note": {"x-sensitive": true, "deprecated": true, "maxLength": 4}
      """##)
    let result = folder.run()
    #expect(result.code == 0, "\(result)")
    let models = try #require(folder.text("Models/Vendor+Order.swift"))
    #expect(
      models.contains("public import Cash\n@_spi(Generated) public import SchemaRuntime\n"), "\(models.prefix(400))")
    #expect(models.contains("public struct Purchase") && models.contains("@available(*, deprecated"))
    #expect(models.contains("public var price: Cash.Amount"))
    // Hints that the file has stay.
    #expect(models.contains("public var remark: String?"))
    try folder.write("price: -1\nnote: secret\n", to: "order.yaml")
    let verdict = folder.run("validate", "--schema", "vendor/order", "order.yaml")
    #expect(verdict.code == 1 && verdict.output.contains("order.yaml:1:8: error: /price: expected at least 0"))
    #expect(!verdict.output.contains("secret"), "\(verdict)")
  }

  @Test("messages about an overridden file have positions in its own text")
  func places() throws {
    try configure(##""#/$defs/price": {"deprecated": true}"##)
    try folder.write(
      "type: object\n$defs:\n  price:\n    type: numbr\n    minimum: 0\nproperties:\n  a: {$ref: '#/$defs/price'}\n",
      to: "Schemas/vendor/order.schema.yaml")
    let result = folder.run()
    #expect(result.errors.contains("Schemas/vendor/order.schema.yaml:4:11: error: expected 'type' to be one of"))
  }

  @Test("operations change single elements, one after the other")
  func operations() throws {
    try configure(
      ##"""
      "#": [
        {"op": "test", "path": "/required/0", "value": "price"},
        {"op": "add", "path": "/required/-", "value": "note"},
        {"op": "copy", "from": "/properties/note", "path": "/properties/memo"},
        {"op": "replace", "path": "/properties/memo/x-swift", "value": {"name": "comment"}},
        {"op": "move", "from": "/$defs/price/minimum", "path": "/$defs/price/exclusiveMinimum"},
        {"op": "remove", "path": "/$defs/price/description"}
      ],
      "#/properties/memo": {"maxLength": null}
      """##)
    let result = folder.run()
    #expect(result.code == 0, "\(result)")
    let models = try #require(folder.text("Models/Vendor+Order.swift"))
    #expect(models.contains("public var remark: String\n") && models.contains("public var comment: String?"))
    try folder.write("price: 0\nnote: abc\nmemo: long\n", to: "order.yaml")
    let verdict = folder.run("validate", "--schema", "vendor/order", "order.yaml")
    #expect(verdict.code == 1 && verdict.output.contains("order.yaml:1:8: error: /price: expected more than 0"))
    #expect(!verdict.output.contains("memo"), "\(verdict)")
  }

  static let mistakes = [
    (
      ##""#/$defs/prize": {"x-swift": {"name": "A"}}"##,
      "error: nothing is at '#/$defs/prize': '#/$defs' has no 'prize'; did you mean '#/$defs/price'?"
    ),
    (##""#/title": {"a": 1}"##, "error: the value there is string, and not an object to be changed"),
    (##""#/a~2": {"a": 1}"##, "error: expected a JSON Pointer such as '#/components/schemas/Price', found '#/a~2'"),
    (##""#": {"propertis": null}"##, "error: there is no '#/propertis' to remove; did you mean 'properties'?"),
    (##""#": {"$defs": {"price": {"maximum": null}}}"##, "error: there is no '#/$defs/price/maximum' to remove"),
    (##""#": 1"##, "error: expected array or object, found integer"),
    (##""#": []"##, "error: expected at least 1 item, found 0"),
    (
      ##""#": {"x-swift": {"import": "a; b"}}"##,
      "error: expected 'x-swift/import' to be the name of a Swift module, found \"a; b\""
    ),
    (##""#": {"minProperties": "one"}"##, "error: expected 'minProperties' to be a non-negative integer"),
    (##""#": [{"op": "ad", "path": ""}]"##, "error: operation 0 has the unknown 'op' 'ad'"),
    (##""#": [{"op": "add", "path": "/a"}]"##, "error: operation 0 is 'add' and needs 'value'"),
    (##""#": [{"op": "move", "path": "/a"}]"##, "error: operation 0 is 'move' and needs 'from', a JSON Pointer"),
    (##""#": [{"op": "remove", "path": "a"}]"##, "error: operation 0 needs 'op' and 'path'"),
    (##""#": [{"op": "remove", "path": ""}]"##, "error: operation 0: a schema cannot remove itself"),
    (
      ##""#": [{"op": "add", "path": "/required/2", "value": "note"}]"##,
      "error: operation 0: nothing is at '#/required/2': '#/required' has no '2'"
    ),
    (
      ##""#": [{"op": "replace", "path": "/title/a", "value": 1}]"##,
      "error: operation 0: nothing is at '#/title/a': '#/title' has no 'a'"
    ),
    (
      ##""#": [{"op": "test", "path": "/title", "value": "A"}]"##,
      ##"error: operation 0: expected "A" at '#/title', found "Order""##
    ),
  ]

  @Test("an override that leads nowhere, or is wrong, is an error", arguments: mistakes)
  func refuses(override: String, message: String) throws {
    try configure(override)
    let result = folder.run()
    #expect(result.code == 2 && result.errors.contains(message), "\(result)")
  }

  @Test("an override of a file that is not there is an error with the nearest one")
  func missingFile() throws {
    try folder.write(
      ##"{"outputs": {"models": "../Models"}, "overrides": {"vendor/ordr.schema.yaml": {"#": {"title": "A"}}}}"##,
      to: "Schemas/codegen.json")
    let result = folder.run()
    #expect(
      result.errors.contains(
        "Schemas/codegen.json:1:79: error: the folder of the schemas contains no such file; did you mean "
          + "'vendor/order.schema.yaml'?"), "\(result)")
  }

  @Test("names of properties, definitions, values and files are replaced wherever Swift names are made of them")
  func names() throws {
    try folder.write(
      ##"""
      {"type": "object", "properties": {
         "sts": {"enum": ["act", "inact", "other"]}, "more": {"$ref": "#/$defs/Err42"}, "list": {"type": "array",
         "items": {"oneOf": [{"$ref": "#/$defs/Err42"}, {"$ref": "#/$defs/sts"}]}}},
       "$defs": {"Err42": {"type": "object", "required": ["code"], "properties": {"code": {"const": 42}}},
                 "sts": {"type": "string"}}}
      """##, to: "Schemas/vendor/rsp.schema.json")
    let names = #"{"sts": "status", "act": "active", "Err42": "quotaError", "rsp": "Response"}"#
    // The lock has the former names; the entries take precedence.
    for names in ["{}", names] {
      try folder.write(
        #"{"outputs": {"models": "../Models"}, "schemas": {"include": ["vendor/rsp*"]}, "names": \#(names)}"#,
        to: "Schemas/codegen.json")
      let result = folder.run("generate")
      #expect(result.code == 0, "\(result)")
    }
    let models = try #require(folder.text("Models/Vendor+Rsp.swift"))
    for line in [
      "public struct Response: ", "public var status: Response.Status?", "public enum Status: ",
      "case active = \"act\"",
      "case inact\n", "public var more: Response.QuotaError?", "public struct QuotaError: ",
      "case quotaError(Response.QuotaError)", "case status(String)",
    ] {
      #expect(models.contains(line), "\(line)")
    }
  }

  @Test("a name that no schema has is an error with the nearest one")
  func unknownName() throws {
    try folder.write(#"{"outputs": {"models": "../Models"}, "names": {"prise": "cost"}}"#, to: "Schemas/codegen.json")
    let result = folder.run("generate")
    #expect(
      result.code == 2
        && result.errors.contains(
          "Schemas/codegen.json:1:57: error: no property, definition, value or file in the schemas is named 'prise'; "
            + "did you mean 'price'?"),
      "\(result)")
  }
}
