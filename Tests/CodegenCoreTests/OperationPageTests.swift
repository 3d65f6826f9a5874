import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation
import SwiftCompilation
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Pages of operations.
@Suite struct OperationPageTests {
  @Test func everythingOfAnOperationIsOnItsPage() throws {
    let files = try DocumentingSite.files(ofAPI: Self.shop)
    let page = try #require(files["operations/pets/addPet.html"])
    for words in [
      "<h1>Add a pet</h1>", "<span class=\"method post\">POST</span> <code>/pets/{shop}</code>",
      "<p>Adds <strong>one</strong> pet.</p>",
      "<span class=\"badge deprecated\">deprecated</span>", "<code>addPet</code>",
      "<a href=\"https://shop.example/docs\">Manual</a>",
      "<code>key</code>, a key in the header <code>X-Key</code>",
      "<code>login</code>, OAuth 2.0 with <code>pets:write</code>",
      "id=\"path-parameters\"", "id=\"/path/shop\"", "id=\"query-parameters\"", "id=\"/query/tags\"",
      "style <code>deepObject</code>",
      "at most 20", "default <code>10</code>", "for example <code>5</code>", "id=\"headers\"", "id=\"body\"",
      "What to <em>add</em>.",
      "<code>application/json</code>", ">Pet</a>", "<code>name</code>", "id=\"response-201\"", ">201</a>", "Created",
      "The new pet.",
      "id=\"response-default\"", "X-Left", "Calls left.", "id=\"response-4XX\"", "<code>text/csv</code>",
    ] { #expect(page.contains(words), "\(words)") }
    #expect(!page.contains("<p>Bad Request</p>"), "a description that only repeats the status is left out")
    let markdown = try #require(files["operations/pets/addPet.md"])
    for words in [
      "**POST** `/pets/{shop}` **deprecated**", "Adds **one** pet.", "| `limit` | integer | required |",
      "## 201 Created",
      "## Request body\n\nRequired.\n\nWhat to *add*.", "`application/json`: [Pet](../../api/Pet.md)",
      "| `X-Left` | integer |",
    ] { #expect(markdown.contains(words), "\(words)") }
  }

  @Test func theFirstPageSaysWhatTheAPIIs() throws {
    let files = try DocumentingSite.files(ofAPI: Self.shop)
    let index = try #require(files["index.html"])
    for words in [
      "<h1>Pet Shop</h1>", "Version 1.2", "<h2>Terms of use</h2>",
      "<code>https://{region}.shop.example/v1</code> Production.",
      "Support", "<a href=\"https://shop.example/license\">MIT</a>", "<h2 id=\"authentication\">Authentication</h2>",
      "<code>X-Key</code>",
      "Ask <em>us</em>.",
      "<a href=\"operations/pets.html\">Pets of all kinds</a> <span class=\"quiet\">2 operations</span>", "All pets.",
      "<a href=\"operations/pets/addPet.html\">", "<a href=\"operations/Webhooks.html\">",
    ] { #expect(index.contains(words), "\(words)") }
    let group = try #require(files["operations/pets.html"])
    #expect(
      group.contains("<p>All pets. More.</p>") && group.contains("operations/pets") == false
        && group.contains("pets/addPet.html"))
    #expect(
      files["README.md"]?.contains("| [Pets of all kinds](operations/pets.md) | 2 operations. All pets. |") == true)
    #expect(files["search/entries-1.js"]?.contains("POST /pets/{shop}") == true)
  }

  @Test("schemas link to the operations that use them, and all links lead somewhere")
  func links() throws {
    let files = try DocumentingSite.files(ofAPI: Self.shop)
    #expect(files["api/Pet.html"]?.contains("<a href=\"../operations/pets/addPet.html\">") == true)
    #expect(files["api/Pet.html"]?.contains("<a href=\"#operations\">Operations</a>") == true)
    #expect(files["api/Pet.md"]?.contains("(../operations/pets/addPet.md)") == true)
    try DocumentingSite.checkLinks(files.map { ($0.key, $0.value) })
  }

  @Test(
    "examples are calls",
    arguments: [
      (
        "addPet",
        """
        curl "https://eu.shop.example/v1/pets/$SHOP?limit=5" \\
          -H "X-Key: $API_KEY" \\
          -H "X-Trace: $X_TRACE" \\
          --json @- <<'JSON'
        { "name": "Tom" }
        JSON
        """
      ),
      ("listPets", "curl \"https://eu.shop.example/v1/pets/$SHOP\""),
    ])
  func curl(_ id: String, _ command: String) throws {
    let builder = try DocumentingSite.builder(ofAPI: Self.shop)
    let operation = try #require(builder.apis.operations.first { $0.id == id })
    func joined(_ text: String) -> String {
      text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.joined(separator: " ")
    }
    #expect(joined(operation.curl.map(\.text).joined()) == joined(command))
  }

  @Test func swift() throws {
    let builder = try DocumentingSite.builder(ofAPI: Self.shop)
    let operation = try #require(builder.apis.operations.first { $0.id == "addPet" })
    #expect(
      operation.swift.map(\.text).joined() == #"""
        let value = Pet(name: "Tom")
        var request = URLRequest(url: URL(string: "https://eu.shop.example/v1/pets/\(shop)?limit=5")!)
        request.httpMethod = "POST"
        request.setValue("\(apiKey)", forHTTPHeaderField: "X-Key")
        request.setValue("\(xTrace)", forHTTPHeaderField: "X-Trace")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(try value.json())
        let (bytes, _) = try await URLSession.shared.data(for: request)
        let result = try Pet(json: bytes)
        """#)
  }

  @Test(
    "the Swift of an operation compiles with the models",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func swiftCompiles() async throws {
    let compiler = try #require(SwiftCompiler())
    let other = #"""
      "/files/{extension}": {"put": {"operationId": "put", "security": [{"login": []}], "parameters": [
       {"name": "extension", "in": "path", "required": true, "schema": {"type": "string"}},
       {"name": "a \\(b)", "in": "query", "required": true, "schema": {"type": "string"}}],
       "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"n": {}}, "example": {"n": 1e400}}}}},
       "responses": {"default": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}},
      """#
    let text = Self.shop.replacing("\"paths\": {", with: "\"paths\": {" + other, maxReplacements: 1)
    let graph = try DocumentingSite.graph(ofAPI: text)
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    let input = CodegenPipeline.Input(
      graph: graph, configuration: configuration, folder: "", lock: nil, templates: SwiftTemplates.all)
    let folder = FileManager.default.temporaryDirectory.appending(path: "operations-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var calls =
      "import Foundation\n#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif\nimport SchemaRuntime\n"
    let operations = try DocumentingSite.builder(ofAPI: text).apis.operations.filter { !$0.swift.isEmpty }
    #expect(operations.map(\.id) == ["addPet", "put"])
    for (number, operation) in operations.enumerated() {
      calls +=
        "func call\(number)(shop: String, xTrace: String, apiKey: String, token: String, "
      calls += "`extension`: String, aB: String, "
      calls += "payload: [UInt8]) async throws {\n\(operation.swift.map(\.text).joined())\n_ = result\n}\n"
    }
    var sources = [folder.appending(path: "calls.swift")]
    try calls.write(to: sources[0], atomically: false, encoding: .utf8)
    for (number, file) in try CodegenPipeline.run(input).files.enumerated() where file.kind == .models {
      sources.append(folder.appending(path: "model\(number).swift"))
      try file.contents.write(to: sources[sources.count - 1], atomically: false, encoding: .utf8)
    }
    let checked = try await compiler.typecheck(sources, languageMode: "6")
    #expect(checked.status == 0, "\(checked.output.prefix(2_000))\n\(calls)")
  }

  @Test(
    "text in a command stays text",
    arguments: [
      ("a b", "a b"), ("$(rm)", "\\$(rm)"), ("`rm`", "\\`rm\\`"), ("\"; rm", "\\\"; rm"), ("a\\", "a\\\\"),
      ("a!b", "a\"'!'\"b"), ("a\nb", "aU+000Ab"),
    ])
  func shell(_ text: String, _ quoted: String) { #expect(Shell.quoted(text) == quoted) }

  @Test(arguments: [
    ("file_id", "FILE_ID"), ("if-match", "IF_MATCH"), ("1a", "_1A"), ("", "_"), ("a$(b)", "A__B_"), ("ä", "_"),
  ])
  func shellVariables(_ name: String, _ variable: String) { #expect(Shell.variable(name) == variable) }

  @Test("hostile descriptions make no markup, and paths stay in their folder")
  func hostile() throws {
    let hostile = #"</code><script>alert(1)</script>\"'`$(x)"#
    let text = """
      {"openapi": "3.1.0", "info": {"title": "\(hostile)", "version": "\(hostile)", "contact": {"url": "javascript:alert(1)", "name": "a"}},
       "servers": [{"url": "https://a.example/\(hostile)", "description": "\(hostile)"}],
       "tags": [{"name": "../../\(hostile)", "description": "\(hostile)", "externalDocs": {"url": "javascript:alert(1)"}}],
       "paths": {"/\(hostile)/{\(hostile)}": {"post": {"operationId": "../\(hostile)", "tags": ["../../\(hostile)"], "summary": "\(hostile)",
        "parameters": [{"name": "\(hostile)", "in": "query", "required": true, "description": "\(hostile)", "schema": {"type": "string"}, "example": "\(hostile)"},
         {"name": "X-\(hostile)", "in": "header", "required": true, "schema": {"type": "string"}, "example": "\(hostile)"}],
        "requestBody": {"content": {"application/json;a=\(hostile)": {"schema": {"type": "object", "properties": {"\(hostile)": {"type": "string"}}}}}},
        "responses": {"200": {"description": "\(hostile)", "headers": {"\(hostile)": {"schema": {"type": "string"}}}}, "\(hostile)": {"description": "a"}}}}}}
      """
    let files = try DocumentingSite.files(ofAPI: text)
    let known = MarkupCheck.known(
      in: try DocumentingSite.templates().filter { $0.name.hasPrefix("HTML/") }.map(\.source)
    )
    .union(MarkupCheck.ofDescriptions)
    #expect(files.count > 8)
    for (path, contents) in files {
      #expect(!path.split(separator: "/").contains(".."), "\(path)")
      if path.hasSuffix(".html") { #expect(MarkupCheck.faults(inHTML: contents, known: known) == [], "\(path)") }
    }
    try DocumentingSite.checkLinks(files.map { ($0.key, $0.value) })
  }

  @Test("Swagger 2.0 has operations as well")
  func swagger() throws {
    let files = try DocumentingSite.files(
      ofAPI: """
        {"swagger": "2.0", "info": {"title": "Old", "version": "1"}, "host": "old.example", "basePath": "/v2", "schemes": ["https"],
         "securityDefinitions": {"login": {"type": "basic"}}, "security": [{"login": []}], "consumes": ["application/json"],
         "produces": ["application/json"], "definitions": {"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}},
         "paths": {"/pets": {"post": {"operationId": "add", "parameters": [
          {"name": "pet", "in": "body", "required": true, "description": "The pet.", "schema": {"$ref": "#/definitions/Pet"}},
          {"name": "ids", "in": "query", "type": "array", "items": {"type": "integer"}, "collectionFormat": "pipes"}],
          "responses": {"200": {"description": "Done.", "schema": {"$ref": "#/definitions/Pet"}}}}}}}
        """)
    let page = try #require(files["operations/pets/add.html"])
    for words in [
      "The pet.", "array of integer", "style <code>pipes</code>", "Done.", "https://old.example/v2/pets",
      "$USER:$PASSWORD",
    ] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test(
    "titles are short",
    arguments: [
      (#""operationId": "createPetByURL""#, "Create pet by URL"), (#""operationId": "put_files_id""#, "Put files id"),
      (#""summary": "Adds `one`.", "operationId": "a""#, "Adds one"), (#""tags": []"#, "GET /a"),
      (#""summary": "One.\nMore.", "operationId": "readIt""#, "Read it"),
    ])
  func titles(_ members: String, _ title: String) throws {
    let text = "{\"openapi\": \"3.1.0\", \"info\": {}, \"paths\": {\"/a\": {\"get\": {\(members), \"responses\": {}}}}}"
    #expect(try DocumentingSite.builder(ofAPI: text).apis.operations.map(\.title) == [title])
  }

  @Test(
    "channels of AsyncAPI are operations with messages",
    arguments: [
      #"""
      "asyncapi": "3.0.0", "channels": {"room": {"address": "/rooms/{id}", "description": "A *room*.", "parameters": {"id": {"description": "Its id."}},
       "messages": {"text": {"$ref": "#/components/messages/text"}}}},
      "operations": {"say": {"action": "receive", "summary": "Says something.", "channel": {"$ref": "#/channels/room"},
       "messages": [{"$ref": "#/channels/room/messages/text"}], "reply": {"messages": [{"$ref": "#/channels/room/messages/text"}]}}}
      """#,
      #"""
      "asyncapi": "2.6.0", "channels": {"/rooms/{id}": {"description": "A *room*.", "parameters": {"id": {"description": "Its id.", "schema": {"type": "string"}}},
       "publish": {"operationId": "say", "summary": "Says something.", "message": {"oneOf": [{"$ref": "#/components/messages/text"}]}}}}
      """#,
    ])
  func asyncAPI(_ members: String) throws {
    let components =
      ##"{"messages": {"text": {"payload": {"$ref": "#/components/schemas/Text"}}}, "schemas": {"Text": {"type": "object", "title": "Text", "properties": {"words": {"type": "string"}}}}}"##
    let files = try DocumentingSite.files(
      ofAPI: "{\(members), \"info\": {\"title\": \"Chat\"}, \"components\": \(components)}")
    let page = try #require(files["operations/rooms/say.html"])
    for words in [
      "<h1>Says something</h1>", "<code>/rooms/{id}</code>", "A <em>room</em>.", "Its id.", "Messages", ">Text</a>",
      "<code>words</code>",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("curl"))
    #expect(files["api/Text.html"]?.contains("operations/rooms/say.html") == true)
    try DocumentingSite.checkLinks(files.map { ($0.key, $0.value) })
  }

  @Test("examples of sensitive values are not shown")
  func sensitive() throws {
    let parameter = #"{"in": "query", "required": true, "example": "SECRET", "#
    let files = try DocumentingSite.files(
      ofAPI: """
        {"openapi": "3.1.0", "info": {"title": "A"}, "paths": {"/a": {"post": {"operationId": "a", "parameters": [
         \(parameter)"name": "b", "schema": {"type": "string", "x-sensitive": true}},
         \(parameter)"name": "c", "schema": {"$ref": "#/components/schemas/Secret"}}],
         "requestBody": {"content": {"application/json": {"example": {"d": "SECRET"},
          "schema": {"type": "object", "properties": {"d": {"$ref": "#/components/schemas/Secret"}}}}}}, "responses": {}}}},
         "components": {"schemas": {"Secret": {"type": "string", "enum": ["SECRET", "other"], "x-sensitive": true}}}}
        """)
    #expect(files["operations/a/a.html"]?.contains("$B") == true)
    for (path, contents) in files { #expect(!contents.contains("SECRET"), "\(path)") }
  }

  @Test("the largest page of an API with many operations is small")
  func size() throws {
    let paths = (0..<300).map { "\"/a\($0)\": {\"get\": {\"summary\": \"Reads \($0).\", \"responses\": {}}}" }.joined(
      separator: ", ")
    let files = try DocumentingSite.files(
      ofAPI:
        "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"A\", \"version\": \"1\"}, \"paths\": {\(paths)}, \"tags\": []}"
    )
    #expect(files.filter { $0.key.hasSuffix(".html") }.values.map(\.utf8.count).max().map { $0 < 200_000 } == true)
  }

  @Test(
    "the result of a call is what a success returns, or 'default' if no success is described",
    arguments: [("\"204\": {\"description\": \"Gone.\"},", false), ("", true)])
  func result(_ success: String, _ isDecoded: Bool) throws {
    let builder = try DocumentingSite.builder(
      ofAPI: ##"""
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {"/pets": {"delete": {
         "operationId": "clear", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
         "responses": {\##(success) "default": {"description": "Else.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}}},
         "components": {"schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}}}
        """##)
    let operation = try #require(builder.apis.operations.first)
    #expect(operation.swift.map(\.text).joined().hasSuffix("let result = try Pet(json: bytes)") == isDecoded)
  }

  @Test("a choice with a discriminator is described by its branches")
  func discriminator() throws {
    let page = try #require(try DocumentingSite.files(ofAPI: Self.discriminated)["api/Order.md"])
    for words in [
      "| `payment` | [Card](Card.md) or [Cash](Cash.md) |", "| [Card](Card.md) | `method` is `\"Card\"` | `card` |",
    ] { #expect(page.contains(words), "\(words)") }
  }

  /// A member whose discriminator selects one of two schemas.
  static let discriminated = ##"""
    {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {}, "components": {"schemas": {
     "Order": {"type": "object", "properties": {"payment": {"discriminator": {"propertyName": "method"},
      "oneOf": [{"$ref": "#/components/schemas/Card"}, {"$ref": "#/components/schemas/Cash"}]}}},
     "Card": {"type": "object", "required": ["method"], "properties": {"method": {"type": "string"}}},
     "Cash": {"type": "object", "required": ["method"], "properties": {"method": {"type": "string"}}}}}}
    """##

  static let shop = #"""
    {"openapi": "3.1.0",
     "info": {"title": "Pet Shop", "version": "1.2", "description": "# Terms of use\n\nBe *kind*.", "contact": {"name": "Support"},
      "license": {"name": "MIT", "url": "https://shop.example/license"}},
     "servers": [{"url": "https://{region}.shop.example/v1", "description": "Production.", "variables": {"region": {"default": "eu"}}}],
     "tags": [{"name": "pets", "x-displayName": "Pets of all kinds", "description": "All pets. More."}],
     "paths": {"/pets/{shop}": {
      "parameters": [{"name": "shop", "in": "path", "required": true, "schema": {"type": "string"}}],
      "get": {"operationId": "listPets", "tags": ["pets"], "responses": {"200": {"description": "OK", "content": {"text/csv": {"schema": {"type": "string"}}}}}},
      "post": {"operationId": "addPet", "tags": ["pets"], "summary": "Add a pet", "description": "Adds **one** pet.", "deprecated": true,
       "externalDocs": {"url": "https://shop.example/docs", "description": "Manual"},
       "security": [{"key": []}, {"login": ["pets:write"]}],
       "parameters": [
        {"name": "limit", "in": "query", "required": true, "schema": {"type": "integer", "maximum": 20, "default": 10}, "example": 5},
        {"name": "tags", "in": "query", "style": "deepObject", "schema": {"type": "object", "additionalProperties": {"type": "string"}}},
        {"name": "X-Trace", "in": "header", "required": true, "schema": {"type": "string"}}],
       "requestBody": {"required": true, "description": "What to *add*.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
       "responses": {"201": {"description": "The new pet.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
        "400": {"description": "Bad Request"}, "4XX": {"description": "No.", "content": {"text/csv": {}}},
        "default": {"description": "Else.", "headers": {"X-Left": {"description": "Calls left.", "schema": {"type": "integer"}}}}}}}},
     "webhooks": {"sold": {"post": {"summary": "A pet was sold", "responses": {"200": {"description": "OK"}}}}},
     "components": {"schemas": {"Pet": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}, "examples": [{"name": "Tom"}]}},
      "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": "Ask *us*."},
       "login": {"type": "oauth2", "flows": {}}}}}
    """#
}

extension DocumentingSite {
  /// The schemas and operations of an API description.
  static func graph(ofAPI text: String) throws -> SchemaGraph {
    let source = try JSONDocument(parsing: Array(text.utf8))
    let container = DocumentContent.container(ofHost: source.value) ?? JSONPointer()
    let document = SchemaDocument(
      uri: "https://test.example/api.json", name: "Schemas/api.json", source: source, extent: .members(of: container))
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(operations: OperationSelection()) }
    return try SchemaResolver.resolve([document], options: options).graph
  }

  /// A builder for an API description with its operations.
  static func builder(ofAPI text: String) throws -> DocumentationBuilder {
    let graph = try graph(ofAPI: text)
    let planned = try CodegenPipeline.plan(DocumentingSite.input(graph))
    return DocumentationBuilder(
      graph: planned.graph, plan: planned.plan, title: nil, templates: try library.get(),
      options: Compiler.Options(assertedFormats: []))
  }

  static func files(ofAPI text: String) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try builder(ofAPI: text).files().map { ($0.path, $0.contents) })
  }
}
