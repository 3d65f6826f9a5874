import CodegenPageTemplates
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import Mustache
import SwiftCompilation
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// The Swift next to an example builds the value of that example.
@Suite struct SwiftExampleTests {
  /// A schema with one of everything, and an example.
  private static let schema = ##"""
    {"title": "Order", "type": "object", "required": ["id", "kind", "note", "item"], "properties": {
      "id": {"type": "string"}, "kind": {"const": "order"}, "note": {"type": ["string", "null"]},
      "memo": {"type": ["string", "null"]}, "gone": {"type": ["integer", "null"]},
      "count": {"type": "integer", "default": 1}, "price": {"type": "number"}, "size": {"enum": ["s", "in"]},
      "shape": {"anyOf": [{"enum": ["round", "square"]}, {"type": "string"}]}, "flags": {"type": "array", "items": {"type": "boolean"}},
      "at": {"type": "string", "format": "date-time"}, "day": {"type": "string", "format": "date"}, "any": {},
      "limits": {"type": "object", "additionalProperties": {"type": "integer"}}, "class": {"type": "string"},
      "item": {"oneOf": [{"$ref": "#/$defs/book"}, {"$ref": "#/$defs/song"}]}, "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
      "parent": {"$ref": "#"}, "box": {"type": "object", "additionalProperties": false, "properties": {"w": {"type": "number"}}},
      "sum": {"type": "number", "format": "decimal"}, "code": {"type": "integer", "format": "int64"},
      "icon": {"type": "string", "contentEncoding": "base64"}},
     "$defs": {
      "book": {"type": "object", "required": ["type", "pages"], "properties": {"type": {"const": "book"}, "pages": {"type": "integer"}}},
      "song": {"type": "object", "required": ["type"], "properties": {"type": {"const": "song"}, "seconds": {"type": "number"}}}},
     "examples": [
      {"id": "a\n\"b\"\\(1)", "kind": "order", "note": null, "memo": null, "gone": 3, "count": 2, "price": 2.5, "size": "in", "shape": "oval",
       "flags": [true, false], "at": "2026-05-01T12:00:00Z", "day": "2026-05-01", "any": {"a": [1, 0.5, null, "x", {}]},
       "limits": {"low": 1, "high": 2}, "class": "c", "item": {"type": "book", "pages": 12}, "either": 5,
       "parent": {"id": "p", "kind": "order", "note": "n", "item": {"type": "song", "seconds": 1e2}}, "box": {"w": 3}, "other": {"k": [true]},
       "sum": 19.99, "code": 9007199254740993, "icon": "aGk="},
      {"id": "", "kind": "order", "note": "", "item": {"type": "song", "more": "words"}, "shape": "round", "either": "text"}]}
    """##

  private static func output() throws -> (output: CodegenOutput, builder: DocumentationBuilder, type: TypeDeclaration) {
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.formats.assert = ["date-time", "date"]
    configuration.types = [
      .string("date-time"): "Timestamp", .string("date"): "CalendarDate", .number("decimal"): "Decimal",
      .integer("int64"): "Int64", .base64: "Base64Bytes",
    ]
    let document = SchemaDocument(
      uri: "https://test.example/order.json", name: "order.schema.json",
      source: try JSONDocument(parsing: Array(schema.utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    let input = CodegenPipeline.Input(
      graph: graph, configuration: configuration, folder: "", lock: nil, templates: SwiftTemplates.all)
    let planned = try CodegenPipeline.plan(input)
    let builder = DocumentationBuilder(
      graph: graph, plan: planned.plan, title: "Test", templates: try TemplateLibraryCache.library.get(),
      options: planned.options)
    return (try CodegenPipeline.run(input), builder, try #require(planned.plan.files.first?.types.first))
  }

  private enum TemplateLibraryCache {
    static let library = Result { try TemplateLibrary(parsing: PageTemplates.all) }
  }

  @Test("an example is written as people would write it")
  func words() throws {
    let (_, builder, _) = try Self.output()
    let examples = builder.pages[0].sections[0].examples
    #expect(builder.diagnostics.isEmpty && examples.count == 2)
    let text = try #require(examples[1].swift).map(\.text).joined()
    #expect(
      text == """
        let value = Order(
          id: "",
          note: "",
          shape: .round,
          item: .song(Order.Song(additionalMembers: ["more": "words"])),
          either: .string("text")
        )
        """)
    let first = try #require(examples[0].swift).map(\.text).joined()
    for part in [
      "memo: .null", "gone: .value(3)", "size: .in", #"shape: .unknown("oval")"#,
      #"at: Timestamp("2026-05-01T12:00:00Z")!"#,
      #"class: "c""#, #"limits: ["low": 1, "high": 2]"#, "either: .integer(5)", "box: Order.Box(w: 3)",
      #"sum: Decimal(string: "19.99")!"#, "code: 9007199254740993", "icon: Base64Bytes([0x68, 0x69])",
    ] { #expect(first.contains(part), "\(part) in \(first)") }
  }

  @Test(
    "the Swift of examples compiles, and writes the example",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func runs() async throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "swift-example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, builder, _) = try Self.output()
    var sources: [URL] = []
    func add(_ name: String, _ text: String) throws {
      sources.append(folder.appending(path: name))
      try text.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
    }
    for file in output.files where file.kind == .models { try add(file.path, file.contents) }
    var main = "import Foundation\nimport SchemaRuntime\n"
    for example in builder.pages[0].sections[0].examples {
      let lines = try #require(example.swift).map(\.text).joined()
      let json = SwiftText.literal(example.value.text()).text
      main += "do {\n\(lines)\nlet wanted = try JSONValue(parsing: \(json))\n"
      main += "let found = try JSONValue(parsing: value.json())\nprecondition(found == wanted)\n"
      main += "let read = try Order(json: Array(\(json).utf8))\nprecondition(value == read)\n}\n"
    }
    try add("main.swift", main)
    let program = folder.appending(path: "example")
    let compiled = try await compiler.compile(sources, to: program, languageMode: "6")
    #expect(compiled.status == 0, "\(compiled.output.prefix(2_000))\n\(main)")
    if compiled.status == 0 {
      let ran = try await compiler.run(program.path)
      #expect(ran.status == 0, "\(ran.output)")
    }
  }

  @Test(
    "the Swift of every example of the repository compiles with its models",
    .enabled(if: SwiftCompiler()?.hasModule("CollaborationModels") == true, "needs the modules of a whole build"))
  func repository() async throws {
    let compiler = try #require(SwiftCompiler())
    var text = "import CollaborationModels\nimport SchemaRuntime\n"
    var count = 0
    // The schema of configurations has a page but no model.
    for page in try DocumentingSite.repositoryBuilder.get().pages where page.name != "codegen" {
      for section in page.sections {
        for example in section.examples {
          let expression = try #require(example.swift, "\(page.name)").map(\.text).joined()
          text += "func example\(count)() {\n// \(page.name)\n\(expression)\n_ = value\n}\n"
          count += 1
        }
      }
    }
    #expect(count > 140)
    let file = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: false, encoding: .utf8)
    let checked = try await compiler.typecheck([file], languageMode: "6")
    #expect(checked.status == 0, "\(checked.output.prefix(2_000))")
  }

  @Test("values without a short expression have none")
  func none() throws {
    let builder = try DocumentingSite.builder([
      ("a", #"{"type": "object", "properties": {"n": {}}, "examples": [{"n": 12345678901234567890123}]}"#)
    ])
    let example = try #require(builder.pages[0].sections[0].examples.first)
    #expect(example.swift == nil)
    let page = try #require(try builder.files().first { $0.path == "a.html" }).contents
    #expect(page.contains(#"(json: bytes)</code></pre>"#))
  }
}
