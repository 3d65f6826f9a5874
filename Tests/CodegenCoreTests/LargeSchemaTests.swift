import CodegenTemplates
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import TestSupport
import Testing

@testable import CodegenCore

/// Schemas that are long, or connected by very many paths: every output is generated, with a proportional size.
@Suite struct LargeSchemaTests {
  private static func output(_ text: String) throws -> CodegenOutput {
    let document = SchemaDocument(
      uri: "https://example.com/large", name: "large.schema.json", source: try JSONDocument(parsing: Array(text.utf8)))
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.outputs.documentation = "Documentation"
    configuration.outputs.docc = "Documentation.docc"
    configuration.outputs.openapi = "openapi.json"
    configuration.outputs.testSupport = "Samples"
    return try CodegenPipeline.documented(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all))
  }

  @Test("80 levels that double generate every output", arguments: Effort.sample(DoubledLevels.all, oneIn: 6))
  func doubled(_ levels: DoubledLevels) throws {
    let output = try Self.output(levels.text(levels: 80, leaf: #"{"type":"string","maxLength":9}"#))
    let kinds = Set(output.files.map(\.kind))
    #expect(kinds == [.models, .documentation, .docc, .openapi, .testSupport])
    for file in output.files { #expect(file.contents.utf8.count < 2_000_000, "\(file.path)") }
  }

  /// The long part, the note about its type, the content of its model, and what its page omits.
  static let rows: [(sentence: String, text: String, note: String?, model: String, page: String?)] = [
    (
      "as many members as a struct has", members(ShapeLimits.members), nil, "public var m499: String?", nil
    ),
    (
      "a member more", members(ShapeLimits.members + 1),
      "expected at most 500 members in a struct to limit compile time, found 501; generated as a map",
      "JSONObject", nil
    ),
    (
      "more members than a page shows", members(1_200),
      "expected at most 500 members in a struct to limit compile time, found 1200; generated as a map",
      "SchemaProgram.schema(0).isValid(json)", "200 more members, which this page omits"
    ),
    (
      "as many strings as an enum has", strings(ShapeLimits.values), nil, "case value999 = \"value 999\"", nil
    ),
    (
      "more strings", strings(1_300),
      "expected at most 1000 values in an enum to limit compile time, found 1300; generated as String",
      "SchemaProgram.schema(0).isValid(json)", "300 more values, which this page omits"
    ),
    (
      "more integers", "{\"enum\":[\((0..<1_300).map(String.init).joined(separator: ","))]}",
      "expected at most 1000 values in an enum to limit compile time, found 1300; generated as Int",
      "SchemaProgram.schema(0).isValid(json)", "300 more values, which this page omits"
    ),
    (
      "more branches", branches(1_100),
      "expected at most 250 branches in an enum to limit compile time, found 1100; generated as JSONValue",
      "SchemaProgram.schema(0).isValid(json)", "100 more alternatives, which this page omits"
    ),
    (
      "more required names", #"{"type":"object","required":[\#(names(1_200).joined(separator: ","))]}"#, nil,
      "SchemaProgram.schema(0).isValid(json)", "1100 more are required"
    ),
  ]

  private static func names(_ count: Int) -> [String] { (0..<count).map { "\"m\($0)\"" } }

  private static func members(_ count: Int) -> String {
    #"{"type":"object","properties":{\#(names(count).map { $0 + #":{"type":"string"}"# }.joined(separator: ","))}}"#
  }

  private static func strings(_ count: Int) -> String {
    #"{"enum":[\#((0..<count).map { "\"value \($0)\"" }.joined(separator: ","))]}"#
  }

  private static func branches(_ count: Int) -> String {
    let branches = names(count).map {
      #"{"type":"object","required":[\#($0)],"properties":{\#($0):{"type":"string"}}}"#
    }
    return #"{"oneOf":[\#(branches.joined(separator: ","))]}"#
  }

  @Test("a part too long for its own type becomes another one, with a note and a location", arguments: rows)
  func long(_ row: (sentence: String, text: String, note: String?, model: String, page: String?)) throws {
    let output = try Self.output(row.text)
    let notes = output.diagnostics.filter { $0.message.contains("to limit compile time") }
    #expect(notes.map { $0.message.hasPrefix(row.note ?? "") } == (row.note == nil ? [] : [true]), "\(notes)")
    #expect(notes.allSatisfy { $0.location.document == "large.schema.json" })
    let model = try #require(output.files.first { $0.path == "Large.swift" }?.contents)
    #expect(model.contains(row.model), "\(model.prefix(2_000))")
    for path in ["large.html", "large.md"] {
      let page = try #require(output.files.first { $0.path == path }?.contents)
      if let sentence = row.page { #expect(page.contains(sentence), "\(path)") }
      #expect(page.contains("this page omits") == (row.page?.contains("this page omits") ?? false))
    }
  }
}
