import CodegenCore
import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaTesting
import SchemaValidation

/// `codegen test`: the tests of schemas.
package struct TestSchemas: Command {
  package static let name = "test"
  package static let abstract = "run the tests of schemas, and measure their coverage"
  package static let discussion = """
    Runs the tests in the configured folder, or in each PATH, which is a file or a folder. A test is:
    - a payload in the folder NAME.tests/valid or NAME.tests/invalid, next to NAME.schema.json. A file
    PAYLOAD.errors.json next to an invalid PAYLOAD.json may list errors that the payload must cause.
    - an entry in a suite, which is a file that ends in .test.json or .test.yaml. A suite has the form of the
    official JSON Schema test suite, an array of groups:
    { "description", "schema", "tests": [{ "description", "data", "valid" }] }
    An invalid test may also list the 'errors' that its payload must cause. As in the suites of sourcemeta's
    jsonschema, 'target' may name a schema in place of 'schema', and 'dataPath' a file in place of 'data'.
    An expected error consists of one or more members of an error that 'validate --output json' prints, for
    example [{ "instanceLocation": "/age", "keyword": "minimum" }].
    A keyword is covered if it rejects a value in some test. The coverage is the share of covered keywords among
    all keywords that can reject a value. It counts the keywords of all configured schemas or, with PATH, only of
    those that the tests in PATH reach. '--coverage' lists the keywords that are not covered.
    '--output junit' writes results for test dashboards, and '--output json' for programs.
    \(FindingOutputs.sentence)
    \(ProjectOptions.formatsSentence)
    Exits with 1 if a test fails or the coverage is too small.
    """
  package static let examples = """
    # the configured folder
    codegen test
    # the keywords that no test violates
    codegen test --coverage
    # in CI
    codegen test --minimum-coverage 80 --output junit > tests.xml
    # a suite, and the payloads of a schema
    codegen test user.test.json Schemas/order.tests
    """

  typealias Form = OutputForm<OwnForm>

  enum OwnForm: String, CaseIterable {
    case text, json, junit
  }

  let project = ConfigurationOption()
  let reading = ReadingOptions()
  @Option("--coverage", "list the keywords that reject no value in any test") var listsGaps: Bool
  @Option("--minimum-coverage", "PERCENT", .number(0...100), "exit with 1 if the coverage is smaller")
  var minimum: Int?
  @Option("--output", "FORM", .word, default: .own(.text)) var form: Form
  @Option("--no-format", "do not check formats") var skipsFormats: Bool
  @Operand("PATH", .file) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let terminal = context.terminal
    // 1. Read the tests.
    let input = try TestInput(files, project, reading.values, context.paths)
    var failures = input.failures
    var report = TestReport(try coverage(input), minimum: minimum, listsGaps: listsGaps)
    // 2. Run them.
    var concessions: [String] = []
    for suite in input.suites {
      do {
        let found = try run(suite, input, &report).map(\.description)
        concessions += found.filter { !concessions.contains($0) }
      } catch {
        let reported = CommandFailure(error).report
        failures += reported.filter { message in !failures.contains { $0.text == message.text } }
      }
    }
    terminal.report(concessions)
    // 3. Report.
    report.write(form, terminal)
    for message in failures { terminal.report(message.text) }
    return !failures.isEmpty ? .unusable : report.passes ? .done : .no
  }

  /// The coverage before any test: of all configured schemas, or of nothing yet.
  private func coverage(_ input: TestInput) throws -> TestCoverage {
    guard files.isEmpty, let project = input.project else { return TestCoverage() }
    var coverage = TestCoverage(of: Set(try project.loader.chosenFiles().map(\.name)))
    let graph = try project.resolve().graph
    let options = options(project)
    let output = try graph.compiling { () throws(CompileError) in
      try Compiler.compile(graph.roots, of: graph, options: options)
    }
    coverage.add(output, of: graph)
    return coverage
  }

  /// Runs the tests of a suite; returns the warnings that verdicts may depend on.
  private func run(_ suite: TestSuite, _ input: TestInput, _ report: inout TestReport) throws -> [Diagnostic] {
    let (resolution, schema) = try input.resolve(suite)
    let graph = resolution.graph
    let options = options(input.project(of: suite))
    let output = try graph.compiling { () throws(CompileError) in
      try Compiler.compile([schema], of: graph, options: options)
    }
    let validator = SchemaValidator(output, schema: schema, maximumIssueCount: Self.maximumIssueCount)
    var uses = KeywordUses()
    for test in suite.tests { report.add(test, of: suite, test.failure(validator, &uses)) }
    report.coverage.add(output, of: graph, uses, besides: suite)
    return resolution.concessions
  }

  /// As many as may matter for the errors that a test expects.
  private static let maximumIssueCount = 10_000

  private func options(_ project: Project?) -> Compiler.Options {
    var options =
      project?.configuration.compilerOptions ?? Compiler.Options(assertedFormats: Set(Format.allCases))
    if skipsFormats { options.assertedFormats = [] }
    return options
  }
}
