import Foundation
import SwiftCompilation
import Testing

/// The first run of somebody who has a file and no idea of the configuration.
@Suite struct FirstContactTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    /// The generated Swift files.
    let models: [String]
    /// What the run says.
    let messages: [String]
  }

  static let pet = #"{"type": "object", "properties": {"name": {"type": "string"}}}"#
  static let rows = [
    Row(
      testDescription: "an OpenAPI document needs no root",
      files: [
        "api.schema.json": #"{"openapi": "3.0.3", "paths": {}, "components": {"schemas": {"Pet": \#(pet), "Any": {}}}}"#
      ], models: ["API+Any.swift", "API+Pet.swift"], messages: []),
    Row(
      testDescription: "nor does a Swagger document beside a plain schema",
      files: [
        "old.schema.yaml": "swagger: '2.0'\ndefinitions:\n  Pet: {type: object}\n", "plain.schema.json": pet,
      ], models: ["Old+Pet.swift", "Plain.swift"], messages: []),
    Row(
      testDescription: "a description without components has the schemas of its operations",
      files: [
        "api.schema.json": #"""
        {"openapi": "3.0.3", "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {"200": {
         "description": "d", "content": {"application/json": {"schema": {"type": "array", "items": \#(pet)}}}}}}}}}
        """#
      ], models: ["API+ListPetsResponse.swift"], messages: []),
    Row(
      testDescription: "files that say what they are need no special name",
      files: [
        "api.yaml": "asyncapi: 3.0.0\ncomponents:\n  schemas:\n    Pet: {type: object}\n", "data.json": #"{"a": 1}"#,
        "pet.json": #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}"#,
      ], models: ["API+Pet.swift", "Pet.swift"],
      messages: ["note: read as schemas, because of what they contain: api.yaml, pet.json"]),
    Row(
      testDescription: "a library of definitions gives their types",
      files: [
        "library.schema.json": #"{"type": "object", "definitions": {"Pet": \#(pet), "Color": {"enum": ["a", "b"]}}}"#
      ],
      models: ["Library.swift"], messages: ["note: the schema only holds definitions, so that all 2 are types"]),
    Row(
      testDescription: "a dialect is known in other spellings",
      files: [
        "old.schema.json": #"{"$schema": "https://json-schema.org/draft-07/schema", "items": [{"type": "null"}]}"#
      ],
      models: ["Old.swift"],
      messages: [
        "warning: '$schema' is 'https://json-schema.org/draft-07/schema', which is read as "
          + "'http://json-schema.org/draft-07/schema#'"
      ]),
    Row(
      testDescription: "a draft is known without its zero",
      files: ["old.schema.json": #"{"$schema": "http://json-schema.org/draft-7/schema#", "type": "null"}"#],
      models: ["Old.swift"],
      messages: [
        "warning: '$schema' is 'http://json-schema.org/draft-7/schema#', which is read as "
          + "'http://json-schema.org/draft-07/schema#'"
      ]),
    Row(
      testDescription: "a library of one definition",
      files: ["library.schema.json": #"{"definitions": {"Pet": \#(pet)}}"#], models: ["Library.swift"],
      messages: ["note: the schema only holds definitions, so that the only one is a type"]),
    Row(
      testDescription: "'x-open' where nothing can be opened",
      files: ["rank.schema.json": #"{"type": "integer", "enum": [1, 2], "x-open": true}"#], models: ["Rank.swift"],
      messages: [
        "note: 'x-open' has no effect here: it opens an 'enum' of strings, or a choice between objects that a member "
          + "with constant strings tells apart, unless it is part of a condition ('if', 'not', 'contains', "
          + "'propertyNames') or of a choice that depends on its values"
      ]),
    Row(
      testDescription: "a meta-schema beside the file is found by its URI",
      files: [
        "own.schema.json": #"{"$schema": "https://own.example/meta", "type": "object"}"#,
        "meta.json": #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://own.example/meta"}"#,
      ], models: ["Own.swift"], messages: ["note: skipped 1 file not matched by 'include': meta.json (a schema)"]),
    Row(
      testDescription: "a meta-schema beside the file is found by its path",
      files: [
        "own.schema.json": #"{"$schema": "./meta.json", "type": "object"}"#,
        "meta.json": #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": ["object", "boolean"]}"#,
      ], models: ["Own.swift"], messages: ["note: skipped 1 file not matched by 'include': meta.json (a schema)"]),
    Row(
      testDescription: "patterns of other languages are read as they are meant",
      files: ["word.schema.json": #"{"type": "string", "pattern": "\\A[\\w-.]+\\Z"}"#], models: ["Word.swift"],
      messages: [
        "warning: '\\A[\\w-.]+\\Z' is not an ECMAScript regular expression with the flag 'u', which 'pattern' requires"
          + "; it is read as '^[\\w\\-.]+$'"
      ]),
  ]

  @Test("a file as its author wrote it gives types", arguments: rows)
  func generates(_ row: Row) throws {
    for (path, text) in row.files { try folder.write(text, to: path) }
    try folder.write(#"{"outputs": {"models": "Models"}}"#, to: "codegen.json")
    let result = folder.run("generate")
    #expect(result.code == 0, "\(result.errors)")
    let models = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Models")
    #expect(
      models.filter { !$0.hasPrefix("Schemas.") && !$0.contains(".Color") && !$0.contains(".Pet") }.sorted()
        == row.models)
    for message in row.messages { #expect(result.errors.contains(message), "\(result.errors)") }
    // The second run finds the same.
    #expect(folder.run("generate", "--check").code == 0)
  }

  @Test("a list that components share has a name that Swift permits, and a second run keeps it")
  func namesSharedLists() throws {
    let list = #"{"type": "object", "properties": {"type": {"enum": ["a", "b", "c", "d", "e"]}}}"#
    try folder.write(
      #"{"openapi": "3.0.3", "paths": {}, "components": {"schemas": {"Tax": \#(list), "Duty": \#(list)}}}"#,
      to: "Schemas/api.schema.json")
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    #expect(folder.run("generate").code == 0)
    let lock = try #require(folder.text("Schemas/codegen.lock.json"))
    #expect(lock.contains(#""TaxKind""#))
    #expect(folder.run("generate", "--check") == Outcome(0))
    // So does a name of an earlier version.
    try folder.write(lock.replacing("TaxKind", with: "TypeModel"), to: "Schemas/codegen.lock.json")
    #expect(folder.run("generate").code == 0)
    #expect(folder.text("Schemas/codegen.lock.json")?.contains(#""TypeModel""#) ?? false)
  }

  @Test("an AsyncAPI 1 document is refused with what is supported")
  func oldAsyncAPI() throws {
    try folder.write(#"{"asyncapi": "1.2.0", "components": {"schemas": {}}}"#, to: "api.schema.json")
    try folder.write("{}", to: "codegen.json")
    let result = folder.run("generate")
    #expect(result.code == 2 && result.errors.contains("expected AsyncAPI 2 or 3, found version '1.2.0'"))
  }

  @Test(
    "a command finds the configuration",
    arguments: [
      ("codegen.json", "", "codegen.json"), ("Schemas/codegen.yaml", "", "Schemas/codegen.yaml"),
      ("Sources/App/Schemas/codegen.json", "", "Sources/App/Schemas/codegen.json"),
      ("Schemas/codegen.json", "Sources/App", "../../Schemas/codegen.json"),
    ])
  func findsConfiguration(_ path: String, _ directory: String, _ name: String) throws {
    try folder.write("", to: "Package.swift")
    try folder.write(#"{"unknown": 1}"#, to: path)
    try FileManager.default.createDirectory(atPath: folder.path + "/" + directory, withIntermediateDirectories: true)
    let result = folder.run(["generate"], in: directory)
    #expect(result.errors.hasPrefix(name + ":"), "\(result.errors)")
  }

  @Test("several configurations are listed")
  func severalConfigurations() throws {
    for name in ["A", "B"] {
      try folder.write(Self.pet, to: "Sources/\(name)/Schemas/pet.schema.json")
      try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Sources/\(name)/Schemas/codegen.json")
    }
    let result = folder.run("generate")
    #expect(
      result.errors.contains(
        "Sources/A/Schemas/codegen.json: note: used this configuration and not Sources/B/Schemas/codegen.json; choose one "
          + "with --config"))
  }
}
