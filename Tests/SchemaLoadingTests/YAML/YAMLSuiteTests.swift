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

  /// Texts that most readers accept, with a collection or a quoted scalar that is indented too little.
  private static let loose: Set = ["9C9N/0", "QB6E/0", "VJP3/0"]

  @Test(
    "a text that is not well-formed is refused, or read with the reason",
    arguments: YAMLSuiteCase.all.filter(\.mustFail))
  func refuses(_ row: YAMLSuiteCase) throws {
    guard Self.loose.contains(where: row.testDescription.hasPrefix) else {
      #expect(throws: JSONSyntaxError.self) { try YAMLText.documents(in: row.yaml) }
      return
    }
    #expect(try YAMLText.documents(in: row.yaml).allSatisfy { $0.looseness != nil })
  }
}
