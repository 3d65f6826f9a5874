import SchemaLint
import Testing

@testable import CodegenCommands
@testable import CodegenProject
@testable import CommandLineTool
@testable import codegen

@Suite struct ArgumentsTests {
  struct Row: CustomTestStringConvertible {
    let line: String
    let expected: String
    var testDescription: String { line }

    init(_ line: String, _ expected: String) {
      self.line = line
      self.expected = expected
    }

    var arguments: [String] { line.split(separator: " ").map(String.init) }
  }

  @Test(
    "a mistake on the command line is reported in one line, with the nearest valid spelling",
    arguments: [
      Row("genrate", "unknown verb 'genrate'; did you mean 'generate'?"),
      Row("frobnicate", "unknown verb 'frobnicate'; there are generate, validate, lint, test, diff and 13 others"),
      Row("--chek", "unknown option '--chek'; did you mean '--check'?"),
      Row("-c", "unknown option '-c'"),
      Row("validate --schem x", "unknown option '--schem'; did you mean '--schema'?"),
      Row("validate --max-byte=3", "unknown option '--max-byte'; did you mean '--max-bytes'?"),
      Row("--output json", "'generate' has no option '--output', which belongs to 'validate'"),
      Row("--check --check", "'--check' is given more than once"),
      Row("--config", "expected PATH after '--config', found nothing"),
      Row("--config --check", "expected PATH after '--config', found '--check'"),
      Row("--check=yes", "'--check' takes no value, found '=yes'"),
    ])
  func parsingErrors(row: Row) {
    #expect(row.expected == error { _ = try Codegen.tool.request(parsing: row.arguments) })
  }

  private static let forms = Dump.Form.allCases.map(\.rawValue).joined(separator: ", ")
  private static let verbs = Codegen.tool.commands.map { $0.name }.joined(separator: ", ")

  @Test(
    "a command that cannot run reports what it expected",
    arguments: [
      Row("infer", "expected at least one FILE after 'infer', found none"),
      Row("validate file", "expected '--schema S' after 'validate', found none"),
      Row(
        "validate --schema s --output jsn f",
        "expected '--output' to be one of text, json, flag, basic, detailed, github-actions, sarif, found 'jsn'; did you mean 'json'?"
      ),
      Row(
        "validate --schema s --max-depth 0 f", "expected '--max-depth' to be an integer from 1 to 1024, found '0'"),
      Row(
        "validate --schema s --max-issues +1 f",
        "expected '--max-issues' to be an integer of at least 1, found '+1'"),
      Row(
        "validate --schema s --max-bytes 268435456 f",
        "expected '--max-bytes' to be an integer from 1 to 268435455, found '268435456'"),
      Row("dump", "expected one of \(forms) after 'dump', found none"),
      Row("dump plann", "expected one of \(forms), found 'plann'; did you mean 'plan'?"),
      Row("dump plan graph", "expected a FILE only for 'json', found 'graph'"),
      Row("dump json", "expected a FILE to convert to JSON, found none"),
      Row("dump json a b", "expected only options after 'dump', found 'b'"),
      Row("generate x", "expected only options after 'generate', found 'x'"),
      Row("bowtie x", "expected only options after 'bowtie', found 'x'"),
      Row("--check validate", "write the verb 'validate' first, before all options; here, the verb is 'generate'"),
      Row("help dmup", "expected one of \(verbs), found 'dmup'; did you mean 'dump'?"),
    ])
  func usageErrors(row: Row) throws {
    let outcome = try ScratchFolder().run(row.arguments)
    #expect(outcome == Outcome(2, errors: "codegen: error: \(row.expected)\n"))
  }

  /// Parses a command line.
  private func command<Parsed: Command>(_ words: String..., as: Parsed.Type) throws -> Parsed {
    guard case .run(let command, _) = try Codegen.tool.request(parsing: words) else { throw NotACommand() }
    return try #require(command as? Parsed)
  }

  private struct NotACommand: Error {}

  @Test func parsed() throws {
    #expect(try command(as: Generate<Publication>.self).options.files.isEmpty)

    let options = try command("--config=a=b", "--check", as: Generate<Publication>.self).options
    #expect(options.project.configuration.path == "a=b")
    #expect(options.check && !options.strict)

    let validate = try command("validate", "a", "--schema", "s", "-", "--", "--lines", "b", as: Validate.self)
    #expect(validate.schema == "s")
    #expect(validate.files == ["a", "-", "--lines", "b"])
    #expect(!validate.lines.isGiven && validate.form == .own(.text))

    guard case .help(let verb) = try Codegen.tool.request(parsing: ["dump", "-h"]) else { throw NotACommand() }
    #expect(verb == Dump.self)
    guard case .help(nil) = try Codegen.tool.request(parsing: ["--check", "--help"]) else { throw NotACommand() }
    #expect(try command("validate", "--schema", "s", "--max-issues", "7", "f", as: Validate.self).maximumIssues == 7)
    let rules = try command("lint", "--rule", "invalid-default,missing-title", "--rule", "json-syntax", as: Lint.self)
    #expect(rules.rules.map { $0.id } == ["invalid-default", "missing-title", "json-syntax"])
  }

  private func error(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return "\(error)"
    }
  }
}
