import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import Testing

@testable import CodegenCore

/// Documentation/Mapping.md and Unions.md show what the generator writes.
@Suite struct MappingPageTests {
  /// The schemas of the page, each with the Swift below it.
  private static func examples(of page: String) throws -> [(schema: String, swift: [String])] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Documentation/\(page)"), encoding: .utf8)
    var blocks: [(language: String, lines: [String])] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append((String(line.dropFirst(3)), [])) }
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    #expect(blocks.allSatisfy { ["json schema", "swift generated"].contains($0.language) })
    return zip(blocks, blocks.dropFirst()).filter { $0.1.language == "swift generated" }.map { schema, swift in
      (schema.lines.joined(separator: "\n"), swift.lines)
    }
  }

  @Test(
    "each line of Swift on the page is one that the generator writes, in the same order within a type",
    arguments: [("Mapping.md", 3), ("Unions.md", 1)])
  func linesAreGenerated(page: String, count: Int) throws {
    let examples = try Self.examples(of: page)
    #expect(examples.count == count)
    for (schema, swift) in examples {
      let name = try #require(try JSONValue(parsing: schema)["title"]?.string).lowercased()
      let document = SchemaDocument(
        uri: "https://example.com/\(name).schema.json", name: "\(name).schema.json",
        source: try JSONDocument(parsing: Array(schema.utf8)))
      var configuration = Configuration()
      configuration.outputs.models = "Models"
      configuration.views = [.request, .response]
      let input = CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all)
      let text = try #require(try CodegenPipeline.run(input).files.first { $0.path.hasSuffix(".swift") }).contents
      var rest = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }[...]
      for line in swift.map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty && line != "}" {
        let index = rest.firstIndex(of: line)
        #expect(index != nil, "\(name): expected a generated line, found '\(line)'")
        if let index { rest = rest[(index + 1)...] }
      }
    }
  }
}
