import CodegenCore
import CodegenTemplates
import JSONSchema
import SchemaRuntime
import Testing

/// Schemas that could inflate the text of validators: it grows linearly with the schemas, whatever they apply, and no
/// expression is longer than the compiler likes.
@Suite struct GeneratedTextTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let levels: Int
    /// The schema of a level that applies the next.
    let level: @Sendable (_ next: String) -> String
  }

  static let shapes = [
    Shape(testDescription: "two alternatives that have two each", levels: 12) { #"{"anyOf":[\#($0),\#($0)]}"# },
    Shape(testDescription: "a chain of alternatives", levels: 300) { #"{"anyOf":[\#($0),{"const":"end"}]}"# },
    Shape(testDescription: "contents of contents", levels: 12) {
      #"{"contentMediaType":"application/json","contentSchema":{"anyOf":[\#($0),\#($0)]}}"#
    },
  ]

  @Test("schemas that apply to the same value do not inflate the text", arguments: shapes)
  func isLinear(_ shape: Shape) throws {
    let levels = (0..<shape.levels).map { #""d\#($0)":\#(shape.level(##"{"$ref":"#/$defs/d\##($0 + 1)"}"##))"# }
    let text =
      ##"{"properties":{"a":{"not":{"$ref":"#/$defs/d0"}}},"$defs":{\##(levels.joined(separator: ",")),"##
      + #""d\#(shape.levels)":{"const":"end"}}}"#
    let document = SchemaDocument(
      uri: "https://example.com/levels", name: "levels.schema.json", source: try JSONDocument(parsing: Array(text.utf8))
    )
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.assertsContent = true
    let output = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all))
    let models = try #require(output.files.first { $0.path == "Levels.swift" }?.contents)
    #expect(models.utf8.count < 6_000 + shape.levels * 1_500)
    let alternatives = models.split(separator: "guard").map { $0.split(separator: " || ").count }
    #expect(alternatives.allSatisfy { $0 <= 40 }, "\(alternatives)")
  }
}
