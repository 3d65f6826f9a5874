import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import Testing

/// Tests the deviations that the run finds: a harness that finds nothing would always pass.
@Suite struct ConformanceRunTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isValid: Bool
    let verdict: Bool
    let words: [String]
    let problems: [String]

    init(_ name: String, isValid: Bool = true, verdict: Bool = true, _ words: [String], _ problems: [String]) {
      testDescription = name
      self.isValid = isValid
      self.verdict = verdict
      // The values themselves are correct unless the row says otherwise.
      self.words = words.count == 6 ? words + ["none"] : words
      self.problems = problems
    }
  }

  static let rows = [
    Row("a valid instance that all accept", ["valid", "valid", "equal", "equal", "valid", "equal"], []),
    Row(
      "an invalid instance that all refuse", isValid: false, verdict: false,
      ["invalid", "invalid", "none", "none", "invalid", "none"], []),
    Row(
      "a number that the type cannot hold", ["valid", "notRepresentable Int", "none", "none", "invalid", "none"], []),
    Row("a number that the type rounds", ["valid", "valid", "rounded", "rounded", "valid", "rounded"], []),
    Row(
      "a wrong evaluator", verdict: false, ["valid", "valid", "equal", "equal", "valid", "equal"],
      [
        "expected the evaluator to say valid, found the opposite",
        "expected both engines to agree, found that they do not",
      ]),
    Row(
      "a wrong validator", ["invalid", "invalid", "none", "none", "invalid", "none"],
      [
        "expected the generated validator to say valid, found invalid",
        "expected both engines to agree, found that they do not",
      ]),
    Row(
      "a decoder that refuses", ["valid", "invalid", "none", "none", "invalid", "none"],
      ["expected init(json:) to say valid, found invalid"]),
    Row(
      "a decoder that accepts", isValid: false, verdict: false,
      ["invalid", "valid", "equal", "equal", "valid", "equal"], ["expected init(json:) to say invalid, found valid"]),
    Row(
      "a decoder that cannot hold what is not valid", isValid: false, verdict: false,
      ["invalid", "notRepresentable Int", "none", "none", "invalid", "none"],
      ["expected init(json:) to say invalid, found notRepresentable Int"]),
    Row(
      "a value that is written otherwise", ["valid", "valid", "different", "equal", "valid", "different"],
      ["expected the value to be written as it was read, found it different"]),
    Row(
      "a value that JSONEncoder writes otherwise", ["valid", "valid", "equal", "unwritable", "valid", "equal"],
      ["expected the value to be written as it was read, found it unwritable"]),
    Row(
      "a JSONDecoder that accepts", isValid: false, verdict: false,
      ["invalid", "invalid", "none", "none", "valid", "equal"],
      ["expected JSONDecoder to say invalid and a value written none, found valid, equal"]),
    Row(
      "a JSONDecoder that loses a member", ["valid", "valid", "equal", "equal", "valid", "different"],
      ["expected JSONDecoder to say valid and a value written equal, found valid, different"]),
    Row(
      "a value that validate() refuses",
      ["valid", "valid", "equal", "equal", "valid", "equal", "expected validate() to find nothing, found 1 issue"],
      ["expected validate() to find nothing, found 1 issue"]),
    Row("a schema without a type", ["missing"], ["expected an answer of generated code, found none"]),
  ]

  @Test(arguments: rows)
  func `finds deviations`(_ row: Row) throws {
    let source = try JSONDocument(parsing: Array("true".utf8))
    let instance = OfficialSuite.Instance(description: "an instance", text: "1", isValid: row.isValid)
    let group = OfficialSuite.Group(
      draft: OfficialSuite.draft(of: .draft4), file: "file", name: "draft4/file-0", description: "a group",
      schema: SchemaDocument(uri: "https://suite.example/0", name: "0", source: source), instances: [instance])
    let answered = ConformanceRun.Row(
      group: group, instance: instance, verdict: row.verdict, answer: GeneratedRun.Answer(row.words))
    #expect(ConformanceRun.problems(of: answered) == row.problems)
  }
}
