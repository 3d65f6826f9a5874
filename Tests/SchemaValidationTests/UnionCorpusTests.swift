import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// What is said of 120 wrong payloads of choices, by somebody who had not seen how branches are ranked
/// (`Tests/Fixtures/union-messages`).
@Suite struct UnionCorpusTests {
  @Test("at least 110 of 120 mistakes are told as a person would want them told, and all corrections are valid")
  func tellsMistakes() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "Fixtures/union-messages/corpus.json")
    let rows = try #require(try JSONValue(parsing: [UInt8](Data(contentsOf: file))).array)
    try #require(rows.count == 120)
    var wrong: [String] = []
    for row in rows {
      let graph = try CompilerRow("", try #require(row["schema"]).text(), []).graph()
      let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
      #expect(validator.validate(try #require(row["corrected"]).text()).isValid, "\(row["says"] ?? "")")
      let told = validator.validate(try #require(row["payload"]).text()).issues.withClosestCauses
      let text = told.map { "\($0.instanceLocation): \($0.message)" }
      if !Self.isRight(told, row) {
        wrong.append("\(row["says"]?.string ?? ""): \(text.joined(separator: "; ")) | \(row["sentence"]?.string ?? "")")
      }
    }
    #expect(wrong.count <= 10, "\(wrong.joined(separator: "\n"))")
  }

  /// Whether the first issue other than the choice itself has the right location, and the messages mention everything
  /// required and nothing misleading.
  private static func isRight(_ told: [ValidationIssue], _ row: JSONValue) -> Bool {
    let first = told.first { if case .closest = $0.kind { false } else { true } }
    let text = told.map(\.message).joined(separator: "\n")
    func texts(_ name: String) -> [String] { row[name]?.array?.compactMap(\.string) ?? [] }
    return first?.instanceLocation.description == row["at"]?.string && texts("mentions").allSatisfy(text.contains)
      && !texts("avoids").contains(where: text.contains)
  }
}
