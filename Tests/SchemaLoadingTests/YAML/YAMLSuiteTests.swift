import SchemaLoading
import SchemaRuntime
import Testing

/// The YAML test suite, which `SCHEMATA_CORPORA` has.
@Suite(.enabled(if: !YAMLSuiteCase.all.isEmpty, "needs the YAML test suite in SCHEMATA_CORPORA"))
struct YAMLSuiteTests {
  @Test("a text with a JSON form becomes that JSON", arguments: YAMLSuiteCase.all.filter { $0.json != nil })
  func becomesJSON(_ row: YAMLSuiteCase) throws {
    let found = try YAMLText.documents(in: row.yaml).map(\.json.value)
    #expect(found == row.expected)
  }

  @Test("a text that is not well-formed is refused", arguments: YAMLSuiteCase.all.filter(\.mustFail))
  func refuses(_ row: YAMLSuiteCase) {
    #expect(throws: JSONSyntaxError.self) { try YAMLText.documents(in: row.yaml) }
  }
}
