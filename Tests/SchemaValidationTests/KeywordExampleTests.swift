import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import Testing

/// Every keyword of every dialect, by the example in its row.
@Suite struct KeywordExampleTests {
  @Test(
    "each keyword by itself refuses the counter-example of its row, in both engines",
    arguments: Dialect.all + [.openAPI, .asyncAPI])
  func decides(_ dialect: Dialect) throws {
    for row in KeywordExamples.rows {
      guard let rule = dialect.keyword(named: row.keyword) else { continue }
      let schema = try JSONValue(parsing: row.text(in: dialect))
      var isAsked = rule.effect == .asserts || rule.effect == .applies
      if case .retired = rule.value { isAsked = false }
      #expect(!isAsked || row.example != nil, "\(row.keyword) in \(dialect)")
      guard row.example != nil else { continue }
      let with = try verdicts(schema, row)
      let without = try verdicts(schema.replacingMembers(named: row.keyword, with: nil), row)
      #expect(with.accepted == [true, true], "\(row.keyword) in \(dialect)")
      #expect(with.refused == [!isAsked, !isAsked], "\(row.keyword) in \(dialect)")
      #expect(without.refused == [true, true], "\(row.keyword) in \(dialect)")
    }
  }

  /// Returns the results of both engines for a row's values.
  private func verdicts(_ schema: JSONValue, _ row: KeywordExamples.Row) throws -> (accepted: [Bool], refused: [Bool]) {
    let document = SchemaDocument(
      uri: "schema:///example", name: "example.json", source: try JSONDocument(parsing: Array(schema.text().utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    let options = Compiler.Options(assertedFormats: Set(Format.allCases), assertsContent: true)
    let output = try Compiler.compile([graph.roots[0]], of: graph, options: options)
    let evaluator = Evaluator(output.program)
    func verdicts(_ text: String?) throws -> [Bool] {
      var reader = JSONReader()
      guard let text else { return [] }
      return try [UInt8](text.utf8).withUnsafeBufferPointer { text -> [Bool] in
        let root = try reader.read(text)
        return [evaluator.explanation(of: root, text, schema: 0).isEmpty, evaluator.isValid(root)]
      }
    }
    return (try verdicts(row.example?.accepted), try verdicts(row.example?.refused))
  }
}
