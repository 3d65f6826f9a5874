import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaSampling
import SchemaValidation
import TestSupport
import Testing

/// Every schema of the repository's own folders.
@Suite struct RepositorySamplingTests {
  @Test("every schema of the repository has samples and near misses", arguments: ["Schemas", "Benchmarks/Schemas"])
  func folder(_ folder: String) throws {
    let root =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/" + folder
    let options = SchemaLoader.Options(include: ["**/*.schema.json"])
    let loader = SchemaLoader(
      root: root, workingDirectory: root, options: options)
    let graph = try loader.resolve(SchemaResolver.Options()).graph
    let output = try Compiler.compile(graph.roots, of: graph)
    var figures = SamplingFigures()
    for root in Effort.sample(graph.roots, oneIn: 4) {
      figures.add(
        output.program, try #require(output.indices[root]), name: graph[root].location, hasValid: true)
    }
    figures.check(folder)
    #expect(figures.notFound.isEmpty)
    #expect(figures.empty == 0)
  }
}
