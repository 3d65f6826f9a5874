import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import Testing

@testable import CodegenDocumentation
@testable import CodegenCore

/// Every keyword of every dialect, by the example in its row: its meaning is on the pages.
@Suite struct DocumentedKeywordTests {
  /// Keywords without information for readers of the pages: notes for schema authors, how Swift reads an array, and
  /// private data of other formats.
  private static let silent: Set = [
    "$comment", "x-lossy", "discriminator", "xml", "externalDocs", "example",
  ]
  /// Keywords about what is said of invalid values, and about which values are shown.
  private static let inExamples: Set = ["x-errorMessage", "x-sensitive"]

  @Test("the pages differ without the keyword", arguments: Dialect.all + [.openAPI, .asyncAPI])
  func areDocumented(_ dialect: Dialect) throws {
    var same: [String] = []
    for row in KeywordExamples.rows {
      // A schema must keep its name.
      guard let rule = dialect.keyword(named: row.keyword), rule.effect != .identifies else { continue }
      let schema = try JSONValue(parsing: row.text(in: dialect))
      let pages = try [schema, schema.replacingMembers(named: row.keyword, with: nil)].map {
        try Self.pages($0, withExamples: Self.inExamples.contains(row.keyword))
      }
      if pages[0] == pages[1], !Self.silent.contains(row.keyword) { same.append(row.keyword) }
    }
    #expect(same == [])
  }

  /// - Parameter withExamples: whether to keep generated examples and mistakes, which differ for every keyword that
  ///   rejects values.
  private static func pages(_ schema: JSONValue, withExamples: Bool) throws -> [String] {
    let builder = try DocumentingSite.builder([("example", schema.text())])
    let pages = try builder.files().filter { $0.path.hasSuffix(".md") }.map(\.contents)
    let generated = #/(?s)Generated from the schema, which has no examples:.*?\n## /#
    return withExamples ? pages : pages.map { $0.replacing(generated, with: "") }
  }
}
