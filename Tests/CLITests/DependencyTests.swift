import Testing

/// Schemas whose types another module has.
@Suite struct DependencyTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://money.example/price.schema.json",
       "type": "object", "required": ["amount"],
       "properties": {"amount": {"type": "number", "minimum": 0}, "parts": {"type": "array", "items": {"$ref": "#"}},
                      "kind": {"$ref": "#/$defs/kind"}},
       "$defs": {"kind": {"enum": ["net", "gross"]}, "unused": {"type": "object", "properties": {"a": {}}},
                 "prices": {"type": "array", "items": {"$ref": "#"}}}}
      """, to: "Money/Schemas/price.schema.json")
    try configureMoney()
    try folder.write(
      """
      {"type": "object", "required": ["price"], "additionalProperties": false,
       "properties": {
         "price": {"$ref": "../Money/Schemas/price.schema.json"},
         "former": {"$ref": "https://money.example/price.schema.json"},
         "kind": {"$ref": "https://money.example/price.schema.json#/$defs/kind"},
         "history": {"$ref": "../Money/Schemas/price.schema.json#/$defs/prices"},
         "discount": {"oneOf": [{"$ref": "../Money/Schemas/price.schema.json"}, {"type": "string"}]},
         "note": {"type": ["string", "null"]}}}
      """, to: "Schemas/order.schema.json")
    try configure()
  }

  private func configureMoney(_ members: String = #""namespace": "Money""#) throws {
    try folder.write(#"{"outputs": {"models": "../Models"}, "# + members + "}", to: "Money/Schemas/codegen.json")
  }

  private func configure(_ schemas: String = "../Money/Schemas", _ members: String = "") throws {
    try folder.write(
      #"{"outputs": {"models": "../Models"}, "dependencies": [{"schemas": "\#(schemas)", "module": "MoneyModels"}]"#
        + members + "}",
      to: "Schemas/codegen.json")
  }

  private var modelFiles: [String] {
    folder.names().filter { $0.hasPrefix("Models/") }.map { String($0.dropFirst("Models/".count)) }
  }

  @Test("a reference to a schema of another module is that module's type, whatever spells the reference")
  func types() throws {
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result)")
    #expect(modelFiles == ["Order.swift", "Schemas.Catalog.swift", "Schemas.Program.swift"])
    let models = try #require(folder.text("Models/Order.swift"))
    #expect(
      models.contains("public import MoneyModels\n@_spi(Generated) public import SchemaRuntime\n"),
      "\(models.prefix(400))")
    for member in [
      "public var price: MoneyModels.Money.Price", "public var former: MoneyModels.Money.Price?",
      "public var kind: MoneyModels.Money.Price.Kind?", "public var history: [MoneyModels.Money.Price]?",
      "case price(MoneyModels.Money.Price)",
    ] {
      #expect(models.contains(member + "\n"), "\(member)")
    }
    // Its schemas validate payloads here as well, under a name that is the same on every machine.
    let program = try #require(folder.text("Models/Schemas.Program.swift"))
    #expect(program.contains("https://money.example/price.schema.json"))
    #expect(!program.contains(folder.path))
    try folder.write(#"{"price": {"amount": -1}}"#, to: "order.json")
    let verdict = folder.run("validate", "--schema", "order", "order.json")
    #expect(verdict.code == 1 && verdict.output.contains("/price/amount: expected at least 0"), "\(verdict)")
  }

  @Test(
    "a schema of another module is checked by its type's validator there if that gives the same verdict",
    arguments: [
      Row(
        testDescription: "equal options", money: "", own: ("../Money/Schemas", ""),
        expected: "MoneyModels.Money.Price.isValid(value)"),
      Row(
        testDescription: "other formats are asserted there", money: #", "formats": {"assert": ["uri"]}"#,
        own: ("../Money/Schemas", ""), expected: "isValidOther"),
      Row(
        testDescription: "validators that are programs there", money: #", "validators": "program""#,
        own: ("../Money/Schemas", ""), expected: "MoneyModels.Money.Price.isValid(value)"),
      Row(
        testDescription: "unevaluated members, which only validators of this module can tell", money: "",
        own: ("../Money/Schemas", #""unevaluatedProperties": false, "$ref": "../Money/Schemas/price.schema.json""#),
        expected: "isValidOther"),
      Row(
        testDescription: "a type that is only named by a condition", money: "",
        own: (
          "../Money/Schemas", #""not": {"required": ["a"], "items": {"$ref": "../Money/Schemas/price.schema.json"}}"#
        ),
        expected: "MoneyModels.Money.Price.isValid"),
    ])
  func validators(row: Row) throws {
    try configureMoney(#""namespace": "Money""# + row.money)
    let members =
      row.own.members.isEmpty
      ? #""properties": {"price": {"$ref": "../Money/Schemas/price.schema.json"}}"# : row.own.members
    try folder.write(#"{"type": "object", "title": "Order", "# + members + "}", to: "Schemas/order.schema.json")
    #expect(folder.run("generate").code == 0)
    let models = try #require(folder.text("Models/Order.swift"))
    #expect(models.contains(row.expected), "\(models)")
    #expect(models.contains("isValidOther") == (row.expected == "isValidOther"), "\(models)")
    #expect(models.contains("import MoneyModels\n") || row.expected == "isValidOther")
  }

  @Test(
    "a reference by any identifier finds the other module's type, without another reference by path",
    arguments: [
      ("https://money.example/price.schema.json", "MoneyModels.Money.Price?"),
      ("price.schema.json", "MoneyModels.Money.Price?"),
      ("https://money.example/price.schema.json#/$defs/kind", "MoneyModels.Money.Price.Kind?"),
      ("price.schema.json#/properties/amount", "Double?"),
      ("https://money.example/price.schema.json#", "MoneyModels.Money.Price?"),
    ])
  func findsByIdentifier(_ reference: String, _ type: String) throws {
    try folder.write(
      ##"{"$id": "https://money.example/order", "type": "object", "properties": {"price": {"$ref": "\##(reference)"}}}"##,
      to: "Schemas/order.schema.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result)")
    let models = try #require(folder.text("Models/Order.swift"))
    #expect(models.contains("public var price: \(type)\n"))
  }

  @Test("an embedded schema with an identifier of its own is found by it")
  func findsEmbedded() throws {
    try folder.write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://money.example/price.schema.json",
       "type": "object", "properties": {"unit": {"$ref": "unit"}},
       "$defs": {"unit": {"$id": "unit", "type": "object", "properties": {"code": {"type": "string"}}}}}
      """, to: "Money/Schemas/price.schema.json")
    try folder.write(
      #"{"type": "object", "properties": {"unit": {"$ref": "https://money.example/unit"}}}"#,
      to: "Schemas/order.schema.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result)")
    #expect(
      try #require(folder.text("Models/Order.swift")).contains("public var unit: MoneyModels.Money.Price.Unit?\n"))
  }

  @Test(
    "a namespace that would hide a module is refused",
    arguments: [
      (#""namespace": "MoneyModels""#, "", "of Money/Schemas/codegen.json would hide its module"),
      (#""namespace": "Money""#, #", "namespace": "MoneyModels""#, "would hide the module 'MoneyModels'"),
    ])
  func refusesHiding(_ money: String, _ own: String, _ message: String) throws {
    try configureMoney(money)
    try configure("../Money/Schemas", own)
    let result = folder.run("generate")
    #expect(result.code == 2 && result.errors.contains(message), "\(result)")
  }

  @Test("the other module's configuration, overrides and lock decide the names")
  func names() throws {
    try configureMoney(
      ##""namePrefix": "M", "overrides": {"price.schema.json": {"#/$defs/kind": {"x-swift": {"name": "Sort"}}}}"##)
    #expect(folder.run("generate", "--config", "Money/Schemas/codegen.json").code == 0)
    let lock = try #require(folder.text("Money/Schemas/codegen.lock.json"))
    try folder.write(
      lock.replacing("\"MPrice\"", with: "\"MAmount\""), to: "Money/Schemas/codegen.lock.json")
    #expect(folder.run("generate").code == 0)
    let models = try #require(folder.text("Models/Order.swift"))
    #expect(models.contains("public var price: MoneyModels.MAmount\n"))
    #expect(models.contains("public var kind: MoneyModels.MAmount.Sort?\n"))
  }

  @Test("a type that has the name of its module hides the module, and is named without it")
  func sameName() throws {
    try configureMoney(#""namePrefix": """#)
    try folder.write(
      #"{"outputs": {"models": "../Models"}, "dependencies": [{"schemas": "../Money/Schemas", "module": "Price"}]}"#,
      to: "Schemas/codegen.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result)")
    let models = try #require(folder.text("Models/Order.swift"))
    #expect(models.contains("public import Price\n") && models.contains("public var price: Price\n"))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let money: String
    let own: (schemas: String, members: String)
    let expected: String
  }

  @Test(
    "a module that cannot be used is an error at its entry",
    arguments: [
      Row(
        testDescription: "no configuration there", money: "", own: ("../Nothing", ""),
        expected: "Schemas/codegen.json:1:67: error: there is no 'codegen.json' in '../Nothing'"),
      Row(
        testDescription: "types that are not public", money: #", "accessLevel": "internal""#,
        own: ("../Money/Schemas", ""),
        expected: "Schemas/codegen.json:1:67: error: Money/Schemas/codegen.json generates internal types, which no "
          + "other module can use; set \"accessLevel\": \"public\" there"),
      Row(
        testDescription: "types of a package for public ones", money: #", "accessLevel": "package""#,
        own: ("../Money/Schemas", ""),
        expected:
          "Schemas/codegen.json:1:67: error: Money/Schemas/codegen.json generates package types, but the public types "
          + "here use them; set \"accessLevel\": \"public\" there"),
      Row(
        testDescription: "modules in a circle",
        money: #", "dependencies": [{"schemas": "../../Schemas", "module": "Own"}]"#, own: ("../Money/Schemas", ""),
        expected:
          "Money/Schemas/codegen.json:1:85: error: expected modules without circular dependencies, found 'Schemas' → "
          + "'Money/Schemas' → 'Schemas'"),
    ])
  func refused(row: Row) throws {
    try configureMoney(#""namePrefix": """# + row.money)
    try configure(row.own.schemas, row.own.members)
    let result = folder.run("generate")
    #expect(result.code == 2 && result.errors.contains(row.expected), "\(result)")
    #expect(modelFiles.isEmpty)
  }

  @Test("a definition for which the other module has no type is an error that says how it gets one")
  func untyped() throws {
    try folder.write(
      ##"{"type": "object", "properties": {"a": {"$ref": "../Money/Schemas/price.schema.json#/$defs/unused"}}}"##,
      to: "Schemas/order.schema.json")
    let result = folder.run("generate")
    #expect(
      result.code == 2
        && result.errors.contains(
          "Money/Schemas/price.schema.json:5:58: error: this schema has no type in MoneyModels; "
            + "set \"definitions\": \"all\" in the configuration of its schemas to give every definition a type"),
      "\(result)")
    try configureMoney(#""definitions": "all""#)
    #expect(folder.run("generate").code == 0)
    #expect(folder.text("Models/Order.swift")?.contains("MoneyModels.Price.Unused?") == true)
  }

  @Test("each folder says for itself how its schemas are read")
  func readings() throws {
    try configureMoney(#""open": ["enums"], "names": {"net": "bare"}"#)
    try folder.write(
      ##"""
      {"type": "object", "properties": {
        "price": {"$ref": "../Money/Schemas/price.schema.json"}, "own": {"enum": ["a", "b"]}}}
      """##, to: "Schemas/order.schema.json")
    for (payload, code) in [
      (#"{"price": {"amount": 1, "kind": "other"}}"#, 0), (#"{"own": "a"}"#, 0), (#"{"own": "other"}"#, 1),
    ] {
      try folder.write(payload, to: "order.json")
      #expect(folder.run("validate", "--schema", "order", "order.json").code == Int32(code), "\(payload)")
    }
  }

  @Test("schemas in an API description of another module are found by the document's URI")
  func parts() throws {
    try folder.write(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths: {}
      components:
        schemas:
          Price: {type: object, properties: {unit: {$ref: '#/components/schemas/Unit'}}}
          Unit: {type: object, properties: {code: {type: string, nullable: true}}}
          List: {type: array, items: {$ref: '#/components/schemas/Unit'}}
      """, to: "Money/Schemas/api.yaml")
    try configureMoney(##""schemas": {"include": ["api.yaml"], "root": "#/components/schemas"}"##)
    let file = "../Money/Schemas/api.yaml#/components/schemas"
    try folder.write(
      ##"""
      {"type": "object", "properties": {"price": {"$ref": "\##(file)/Price"}, "units": {"$ref": "\##(file)/List"},
       "unit": {"$ref": "\##(file)/Price/properties/unit"}}}
      """##, to: "Schemas/order.schema.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result)")
    let models = try #require(folder.text("Models/Order.swift"))
    for member in [
      "var price: MoneyModels.Price?", "var units: [MoneyModels.Unit]?", "var unit: MoneyModels.Unit?",
    ] {
      #expect(models.contains(member + "\n"), "\(member)")
    }
  }

  @Test("what another module takes from a third is that third module's")
  func nested() throws {
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Base/Schemas/codegen.json")
    try folder.write(
      #"{"type": "object", "properties": {"code": {"type": "string"}}}"#, to: "Base/Schemas/unit.schema.json")
    try folder.write(
      """
      {"type": "object", "properties": {"unit": {"$ref": "../../Base/Schemas/unit.schema.json"}},
       "$defs": {"units": {"type": "array", "items": {"$ref": "../../Base/Schemas/unit.schema.json"}}}}
      """, to: "Money/Schemas/price.schema.json")
    try configureMoney(#""dependencies": [{"schemas": "../../Base/Schemas", "module": "BaseModels"}]"#)
    try folder.write(
      ##"""
      {"type": "object", "properties": {"price": {"$ref": "../Money/Schemas/price.schema.json"},
       "units": {"$ref": "../Money/Schemas/price.schema.json#/$defs/units"}}}
      """##, to: "Schemas/order.schema.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result)")
    #expect(modelFiles == ["Order.swift", "Schemas.Catalog.swift", "Schemas.Program.swift"])
    let models = try #require(folder.text("Models/Order.swift"))
    #expect(models.contains("public import BaseModels\npublic import MoneyModels\n"))
    #expect(models.contains("var price: MoneyModels.Price?\n") && models.contains("var units: [BaseModels.Unit]?\n"))
  }

  @Test("other commands find the schemas of the other module as well, and so does an old version")
  func commands() throws {
    #expect(folder.run("lint", "--notes").errors == "")
    try folder.commit(tag: "v1")
    try folder.write(
      #"{"type": "object", "required": ["price"], "properties": {"price": {"$ref": "../Money/Schemas/price.schema.json"}}}"#,
      to: "Schemas/order.schema.json")
    let difference = folder.run("diff", "v1:Schemas")
    #expect(difference.code == 0 && difference.errors == "", "\(difference)")
    let sample = folder.run("sample", "--schema", "order", "--seed", "1")
    #expect(sample.code == 0 && sample.output.contains(#""amount""#), "\(sample)")
  }
}
