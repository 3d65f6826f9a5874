import Foundation
import SwiftCompilation
import Testing

/// Schemas inside other documents: OpenAPI, AsyncAPI, any JSON.
@Suite struct RootTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.shop, to: "Schemas/shop.json")
    try folder.write(
      """
      {"schemas": {"include": ["shop.json"], "root": "#/components/schemas"},
       "formats": {"assert": ["date-time"]}, "types": {"string:date-time": "Timestamp"},
       "outputs": {"models": "../Models", "documentation": "../Docs"}}
      """, to: "Schemas/codegen.json")
  }

  /// OpenAPI 3.1 with references of every kind, and much that is not a schema.
  static let shop = """
    {
      "openapi": "3.1.0",
      "info": {"title": "Shop", "version": "1"},
      "paths": {
        "/pets": {"get": {"responses": {"200": {"description": "d", "content": {"application/json": {
          "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}}}}
      },
      "components": {
        "schemas": {
          "Pet": {
            "description": "An animal for sale.",
            "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
            "discriminator": {
              "propertyName": "petType", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"}
            }
          },
          "Cat": {
            "type": "object",
            "properties": {
              "sound": {"const": "meow"}, "petType": {"const": "cat"}, "lives": {"type": "integer", "minimum": 0},
              "owner": {"$ref": "#/components/schemas/Owner"}
            },
            "required": ["petType", "sound"], "example": {"petType": "cat", "sound": "meow"},
            "externalDocs": {"url": "https://example.com"}
          },
          "Dog": {
            "type": "object",
            "properties": {
              "sound": {"const": "woof"}, "petType": {"const": "dog"},
              "born": {"type": "string", "format": "date-time"},
              "puppies": {"type": "array", "items": {"$ref": "#/components/schemas/Dog"}, "xml": {"wrapped": true}},
              "address": {"$ref": "common.json#/components/schemas/Address"}
            },
            "required": ["petType", "sound"]
          },
          "Owner": {
            "type": "object", "properties": {"name": {"type": ["string", "null"]}, "pets": {
              "type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}, "required": ["name"]
          }
        }
      }
    }
    """

  static let common = """
    {"openapi": "3.1.1", "components": {"schemas": {
      "Address": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
      "Unused": {"type": "boolean"}}}}
    """

  @Test("only the schemas in the document have a file, a name and a page")
  func generates() throws {
    try folder.write(Self.common, to: "Schemas/common.json")
    let result = folder.run("generate", "--strict")
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let models = folder.names().filter { $0.hasPrefix("Models/") }
    #expect(
      models == [
        "Models/Common+Address.swift", "Models/Common+Unused.swift", "Models/Schemas.Catalog.swift",
        "Models/Schemas.Program.swift", "Models/Shop+Cat.swift", "Models/Shop+Dog.swift", "Models/Shop+Owner.swift",
        "Models/Shop+Pet.swift",
      ])
    #expect(folder.text("Models/Shop+Pet.swift")?.contains("public enum Pet") == true)
    #expect(folder.text("Models/Schemas.Catalog.swift")?.contains(#""shop/Pet""#) == true)
    #expect(folder.run("generate", "--check") == Outcome(0))
  }

  @Test(
    "the models compile, decode valid payloads and refuse invalid ones",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func compilesAndRuns() async throws {
    try folder.write(Self.common, to: "Schemas/common.json")
    #expect(folder.run("generate", "--quiet") == Outcome(0))
    try folder.write(
      #"""
      import SchemaRuntime

      let pet = try Pet(json: #"{"sound": "woof", "petType": "dog", "puppies": [{"petType": "dog", "sound": "woof"}]}"#)
      guard case .dog(let dog) = pet, dog.puppies?.count == 1 else { fatalError("\(pet)") }
      let owner = try Owner(json: #"{"name": null, "pets": [{"petType": "cat", "sound": "meow", "lives": 9}]}"#)
      guard case .cat(let cat)? = owner.pets?.first, cat.lives == 9 else { fatalError("\(owner)") }
      guard !Pet.isValid(Array(#"{"petType": "cat", "sound": "woof"}"#.utf8)) else { fatalError("mixed") }
      print("done")
      """#, to: "Models/main.swift")
    let sources = folder.names().filter { $0.hasPrefix("Models/") && $0.hasSuffix(".swift") }
      .map { URL(fileURLWithPath: folder.path + "/" + $0) }
    let compiler = try #require(SwiftCompiler())
    let program = URL(fileURLWithPath: folder.path + "/program")
    let compiled = try await compiler.compile(sources, to: program, languageMode: "6")
    #expect(compiled.status == 0, "\(compiled.output)")
    if compiled.status == 0 { #expect(try await compiler.run(program.path).output == "done\n") }
  }

  @Test("lint examines only the schemas of the document")
  func lint() throws {
    try folder.write(Self.common, to: "Schemas/common.json")
    let result = folder.run("lint", "--notes")
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("Schemas/shop.json:10:") && $0.hasSuffix("[missing-title]") }, "\(lines)")
    #expect(lines.allSatisfy { $0.hasPrefix("Schemas/shop.json:") || $0.hasPrefix("Schemas/common.json:") })
    #expect(!lines.contains { $0.contains("unreferenced") || $0.contains("unknown") }, "\(lines)")
  }

  @Test("versions of a document are compared schema by schema")
  func diff() throws {
    try folder.write(Self.common, to: "Schemas/common.json")
    for file in ["codegen.json", "shop.json", "common.json"] {
      try folder.write(try #require(folder.text("Schemas/" + file)), to: "Old/" + file)
    }
    #expect(folder.run("diff", "Old", "Schemas", "--breaking", "new-reads-old").code == 0)
    let changed = Self.shop.replacingOccurrences(
      of: #""lives": {"type": "integer", "minimum": 0}"#, with: #""lives": {"type": "string"}"#)
    try folder.write(changed, to: "Schemas/shop.json")
    let result = folder.run("diff", "Old", "Schemas", "--breaking", "new-reads-old")
    #expect(result.code == 1)
    #expect(result.output.contains("\nshop/Cat\n  type-changed: the type changes from integer to string\n"))
    #expect(!result.output.contains("schema-removed"))
  }

  @Test("the command line can name the root as well, and takes precedence")
  func option() throws {
    try folder.write(
      #"{"defs": {"One": {"type": "object"}, "two": {"type": "string"}, "Two": {"type": "object"}}}"#,
      to: "Schemas/any.json")
    try folder.write(
      #"{"schemas": {"include": ["any.json"]}, "outputs": {"models": "../M"}}"#, to: "Schemas/any.config.json")
    let result = folder.run("generate", "--config", "Schemas/any.config.json", "--root", "#/defs")
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(
      folder.names().filter { $0.hasPrefix("M/Any") } == ["M/Any+One.swift", "M/Any+Two.swift", "M/Any+_54_wo.swift"])
    #expect(folder.run("generate", "--check", "--config", "Schemas/any.config.json", "--root=/defs") == Outcome(0))
    let plan = folder.run(
      "dump", "plan", "--config", "Schemas/any.config.json", "--root", "#/defs", "--schema", "any/One")
    #expect(plan.output.hasPrefix("any/One -> Any+One.swift"))
  }

  @Test("payloads are validated against one of many schemas, configured or not")
  func validates() throws {
    try folder.write(Self.common, to: "Schemas/common.json")
    try folder.write(#"{"petType": "cat", "sound": "meow", "owner": {"name": 5}}"#, to: "bad.json")
    let issue = "bad.json:1:55: error: /owner/name: expected null or string, found integer (type)\n"
    #expect(folder.run("validate", "--schema", "shop/Cat", "bad.json") == Outcome(1, issue))
    #expect(folder.run("validate", "--schema", "shop.json#/components/schemas/Cat", "bad.json") == Outcome(1, issue))
    try folder.write(Self.shop, to: "elsewhere/api.json")
    try folder.write(Self.common, to: "elsewhere/common.json")
    let outside = folder.run(
      "validate", "--schema", "elsewhere/api.json", "--root", "#/components/schemas/Cat", "bad.json")
    #expect(outside == Outcome(1, issue))
    let unknown = folder.run("validate", "--schema", "Cta", "bad.json")
    #expect(unknown.code == 2)
    // The end of a name is enough.
    let short = folder.run("validate", "--schema", "Cat", "bad.json")
    #expect(short == folder.run("validate", "--schema", "shop/Cat", "bad.json") && short.code == 1)
  }

  /// Documents that are not schemas, and their messages.
  static let others: [(name: String, text: String, found: String)] = [
    (
      "OpenAPI 3.0", #"{"openapi": "3.0.3", "components": {"schemas": {"Pet": {"type": "object"}}}}"#,
      "an OpenAPI 3.0.3 document; its schemas are in '#/components/schemas'"
    ),
    (
      "OpenAPI 3.1", #"{"openapi": "3.1.0", "components": {"schemas": {"Pet": {"type": "object"}}}}"#,
      "an OpenAPI 3.1.0 document; its schemas are in '#/components/schemas'"
    ),
    (
      "Swagger 2", #"{"swagger": "2.0", "definitions": {"Pet": {"type": "object"}}}"#,
      "a Swagger 2.0 document; its schemas are in '#/definitions'"
    ),
    ("AsyncAPI", #"{"asyncapi": "3.0.0", "channels": {}}"#, "an AsyncAPI 3.0.0 document"),
    (
      "a configuration", #"{"$schema": "./codegen.schema.json", "schemas": {"include": ["a"]}, "outputs": {}}"#,
      "an object without keywords that constrain values"
    ),
    ("a payload", #"{"name": "Ada"}"#, "an object without keywords that constrain values"),
    (
      "package.json", #"{"name": "a", "description": "b", "type": "module", "dependencies": {"c": "^1.0.0"}}"#,
      "an object without keywords that constrain values"
    ),
    ("an array", "[]", "an array"),
    ("a string", #""a""#, "a string"),
  ]

  @Test("a document that is not a schema is not read as one, which would accept everything", arguments: others)
  func noSchema(_ row: (name: String, text: String, found: String)) throws {
    try folder.write(row.text, to: "elsewhere/any.json")
    try folder.write("{}", to: "payload.json")
    let commands = [
      ["validate", "--schema", "elsewhere/any.json", "payload.json"], ["sample", "--schema", "elsewhere/any.json"],
      ["diff", "elsewhere/any.json", "elsewhere/any.json"],
      ["infer", "--schema", "elsewhere/any.json", "payload.json"], ["lint", "elsewhere/any.json"],
    ]
    for command in commands {
      let result = folder.run(command)
      if ["diff", "lint"].contains(command[0]), row.found.contains("its schemas are in") {
        // They take all schemas of an API description.
        #expect(result.code == 0, "\(command[0]): \(result.errors)")
        continue
      }
      let isFinding = command[0] == "lint" && result.code == 1
      #expect(result.code == 2 || isFinding, "\(command[0])")
      let said = result.errors + (isFinding ? result.output : "")
      let found = command[0] == "lint" || command[0] == "infer" ? row.found.prefix { $0 != ";" } : row.found[...]
      let isDeclared = row.text.contains("$schema") && said.contains("'./codegen.schema.json', is not a dialect of ")
      #expect(said.contains("elsewhere/any.json:"), "\(command[0]): \(said)")
      #expect(isDeclared || said.contains("found \(found)"), "\(command[0]): \(said)")
    }
  }

  @Test("a pointer to something other than schemas is refused, a pointer to a schema is accepted")
  func pointers() throws {
    try folder.write(#"{"info": {"title": 5, "x": 1}, "all": {"Pet": {"type": "object"}}}"#, to: "elsewhere/any.json")
    try folder.write("{}", to: "payload.json")
    func validate(_ root: String) -> Outcome {
      folder.run("validate", "--schema", "elsewhere/any.json", "--root", root, "payload.json")
    }
    #expect(validate("#/all/Pet") == Outcome(0))
    for root in ["#/info", "#/all"] {
      let result = validate(root)
      #expect(result.code == 2)
      #expect(
        result.errors.contains("expected a schema at '\(root)', found an object without keywords that constrain values")
          && result.errors.contains("schemas are in '#/all'; name one of them with --root '#/all/NAME'"),
        "\(result.errors)")
    }
    #expect(folder.run("sample", "--schema", "elsewhere/any.json", "--root", "#/all/Pet").code == 0)
  }

  @Test("a reference to the root of another document is unresolved, a reference to a schema in it is resolved")
  func references() throws {
    try folder.write(#"{"shared": {"name": {"type": "string"}}}"#, to: "elsewhere/any.json")
    try folder.write("5", to: "payload.json")
    try folder.write(#"{"$ref": "any.json"}"#, to: "elsewhere/root.json")
    try folder.write(##"{"$ref": "any.json#/shared/name"}"##, to: "elsewhere/inside.json")
    let root = folder.run("validate", "--schema", "elsewhere/root.json", "payload.json")
    #expect(root.code == 2)
    #expect(root.errors.contains("the document is an object without keywords that constrain values"), "\(root.errors)")
    #expect(folder.run("validate", "--schema", "elsewhere/inside.json", "payload.json").code == 1)
  }

  static let wrong: [(name: String, document: String, line: String)] = [
    (
      "an OpenAPI that is not known", "{\n \"openapi\": \"4.0.0\", \"components\": {\"schemas\": {}}}",
      "Schemas/shop.json:2:13: error: expected OpenAPI 3.0, 3.1 or 3.2, found version '4.0.0'"
    ),
    ("Swagger 1", #"{"swagger": "1.2"}"#, "Schemas/shop.json:1:13: error: expected Swagger 2.0, found version '1.2'"),
    (
      "no schemas", #"{"openapi": "3.1.0", "components": {}}"#,
      "Schemas/shop.json:1:36: error: expected an object of schemas at '#/components/schemas', found none"
    ),
    (
      "a list of schemas", #"{"components": {"schemas": []}}"#,
      "Schemas/shop.json:1:28: error: expected an object of schemas at '#/components/schemas', found an array"
    ),
    (
      "a member that is not a schema", #"{"components": {"schemas": {"A": 5}}}"#,
      "Schemas/shop.json:1:34: error: expected a schema (an object or a Boolean), found a number"
    ),
    (
      "a reference that leads nowhere",
      ##"{"components": {"schemas": {"Pet": {"$ref": "#/components/schemas/Dgo"}, "Dog": {}}}}"##,
      "Schemas/shop.json:1:45: error: expected '$ref' to name a schema, found '#/components/schemas/Dgo'"
    ),
    (
      "an unknown dialect",
      #"{"openapi": "3.1.0", "jsonSchemaDialect": "urn:x", "components": {"schemas": {}}}"#,
      "Schemas/shop.json:1:43: error: expected '$schema' to be the URI of a known dialect, found 'urn:x'"
    ),
  ]

  @Test(arguments: wrong)
  func refuses(_ row: (name: String, document: String, line: String)) throws {
    try folder.write(row.document, to: "Schemas/shop.json")
    let result = folder.run("generate")
    #expect(result.code == 2)
    #expect(result.errors.hasPrefix(row.line), "\(result.errors)")
  }

  @Test("a root that is not a pointer is bad usage")
  func malformed() {
    let result = folder.run("generate", "--root", "components/schemas")
    #expect(
      result
        == Outcome(
          2,
          errors: "codegen: error: expected '--root' to be a JSON Pointer such as '#/components/schemas', found "
            + "'components/schemas'; did you mean '#/components/schemas'?\n"))
  }

  @Test("what a discriminator means, and the letter does not say, is a note")
  func discriminators() throws {
    let branch = #"{"type": "object", "properties": {"kind": {"const": "a"}}, "required": ["kind"]}"#
    let other = #"{"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]}"#
    func notes(_ union: String) throws -> String {
      try folder.write(
        #"{"openapi": "3.1.0", "components": {"schemas": {"U": \#(union), "A": \#(branch), "B": \#(other)}}}"#,
        to: "Schemas/shop.json")
      let result = folder.run("generate")
      #expect(result.code == 0)
      return result.errors
    }
    let branches = ##""oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]"##
    #expect(
      try notes(#"{\#(branches), "discriminator": {"propertyName": "kind", "mapping": {"a": "A", "b": "B"}}}"#).isEmpty)
    #expect(
      try notes(#"{\#(branches), "discriminator": {"propertyName": "kind"}}"#)
        .contains("note: the discriminator has other values of 'kind' for one of its schemas than that schema lists"))
    #expect(
      try notes(#"{\#(branches), "discriminator": {"propertyName": "other"}}"#)
        .contains("note: the discriminator selects the branch"))
  }

  @Test("AsyncAPI: schemas, and message payloads that are separate schemas", arguments: ["2.6.0", "3.0.0"])
  func asyncAPI(_ version: String) throws {
    let payload = ##"{"type": "object", "properties": {"who": {"$ref": "#/components/schemas/User"}}}"##
    let other =
      version.hasPrefix("3")
      ? #"{"payload": {"schemaFormat": "application/vnd.apache.avro;version=1.9.0", "schema": {"type": "record"}}}"#
      : #"{"schemaFormat": "application/vnd.apache.avro;version=1.9.0", "payload": {"type": "record"}}"#
    let wrapped =
      version.hasPrefix("3")
      ? #"{"payload": {"schemaFormat": "application/schema+json;version=draft-07", "schema": \#(payload)}}"#
      : #"{"schemaFormat": "application/schema+json;version=draft-07", "payload": \#(payload)}"#
    try folder.write(
      ##"""
      {"asyncapi": "\##(version)", "info": {"title": "t", "version": "1"}, "components": {
        "schemas": {"User": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"],
                             "discriminator": "kind", "externalDocs": {"url": "https://a.example"}, "deprecated": true}},
        "messages": {"SignedUp": {"payload": \##(payload)}, "Left": \##(wrapped), "Record": \##(other),
                     "Same": {"payload": {"$ref": "#/components/schemas/User"}}, "Bare": {}}}}
      """##, to: "Schemas/shop.json")
    let result = folder.run("generate", "--strict")
    #expect(result.code == 0)
    #expect(!result.errors.contains(" warning: ") && !result.errors.contains(" error: "), "\(result.errors)")
    #expect(
      folder.names().filter { $0.hasPrefix("Models/Shop") } == [
        "Models/Shop+LeftPayload.swift", "Models/Shop+SignedUpPayload.swift", "Models/Shop+User.swift",
      ])
    #expect(folder.text("Models/Shop+SignedUpPayload.swift")?.contains("var who: User?") == true)
  }

  @Test(
    "the messages of channels have types, also without any components",
    arguments: [
      (
        ##"""
        {"asyncapi": "2.6.0", "channels": {"a/b": {
          "publish": {"operationId": "lit", "message": {"payload": {"type": "object"}}},
          "subscribe": {"message": {"oneOf": [{"name": "on", "payload": {"type": "object"}},
                                              {"messageId": "off", "payload": {"type": "object"}}]}}}}}
        """##, ["LitPayload", "OffPayload", "OnPayload"]
      ),
      (
        ##"""
        {"asyncapi": "3.0.0", "channels": {
          "a": {"messages": {"event": {"payload": {"type": "object"}}, "other": {"$ref": "#/components/messages/x"}}},
          "b": {"messages": {"event": {
            "payload": {"schemaFormat": "application/schema+json", "schema": {"type": "object"}}}}}}}
        """##, ["BEventPayload", "EventPayload"]
      ),
    ])
  func channels(_ text: String, _ names: [String]) throws {
    try folder.write(text, to: "Schemas/shop.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.names().filter { $0.hasPrefix("Models/Shop") } == names.map { "Models/Shop+\($0).swift" })
  }
}
