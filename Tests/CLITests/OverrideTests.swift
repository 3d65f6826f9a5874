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
      "#": {"name": "Purchase"},
      "#/$defs/price": {"type": "Cash.Amount", "import": "Cash"},
      "#/properties/note": {"sensitive": true, "deprecated": true}
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

  static let mistakes = [
    (
      ##""#/$defs/prize": {"name": "A"}"##,
      "error: expected a schema, found none: '#/$defs' has no member 'prize'; did you mean '#/$defs/price'?"
    ),
    (##""#/title": {"name": "A"}"##, "error: expected a schema that is an object, found string"),
    (
      ##""#/a~2": {"name": "A"}"##, "error: expected a JSON Pointer such as '#/components/schemas/Price', found '#/a~2'"
    ),
    (##""#": {"nam": "A"}"##, "error: "),
    (
      ##""#": {"import": "a; b"}"##, "error: expected 'x-swift/import' to be the name of a Swift module, found \"a; b\""
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
      ##"{"outputs": {"models": "../Models"}, "overrides": {"vendor/ordr.schema.yaml": {"#": {"name": "A"}}}}"##,
      to: "Schemas/codegen.json")
    let result = folder.run()
    #expect(
      result.errors.contains(
        "Schemas/codegen.json:1:79: error: expected a file in the folder of the schemas, found none; did you mean "
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
      "public struct Response: ", "public var status: Response.Status?", "public enum Status: ", "case active = ",
      "case inact = ", "public var more: Response.QuotaError?", "public struct QuotaError: ",
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
          "Schemas/codegen.json:1:57: error: expected the name of a property, definition, value or file, found none 'prise'; "
            + "did you mean 'price'?"),
      "\(result)")
  }
}
