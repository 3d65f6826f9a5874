import CodegenProject
package import CommandLineTool
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// `codegen validate`: payloads against a schema.
package struct Validate: Command {
  package static let name = "validate"
  package static let abstract = "validate payloads against a schema"
  package static let discussion = """
    Validates every FILE ('-' is standard input) and prints the errors. With '--output text', each error is a line
    'file:line:column: error: /pointer: message (keyword)', and valid files print nothing. With 'json', or with an
    output format of the standard ('flag', 'basic' or 'detailed'), each payload gets one line with a JSON object.
    \(FindingOutputs.sentence)
    Files whose names end in .yaml or .yml are YAML, and each of their documents is a payload. Files that end in
    .jsonc may contain comments and trailing commas. Files that end in .jsonl or .ndjson contain one payload per
    line. If FILE is a folder, all files in it with one of these endings, or with .json, are validated. Without a
    FILE, only the schema is checked.
    With '--stream', a JSON file may be of any size, because each value is checked and released as it is read. A
    value stays in memory only if a keyword such as 'oneOf' needs all of it. Errors are printed in the order of
    the file.
    \(ProjectOptions.formatsSentence)
    """
  package static let examples = """
    # a file against a schema in the configured folder
    codegen validate --schema users/user-info user.json
    # a log with one payload per line, with results as JSON
    codegen validate --schema user.json --lines --output json log.jsonl
    # an export of any size
    codegen validate --schema export.json --stream - < export.json
    # YAML, with positions in the YAML text
    codegen validate --schema deployment.schema.yaml deploy.yaml
    # annotate a pull request
    codegen validate --schema user.json --output github-actions users/*.json
    # standard input against a schema file that references another one by its '$id'
    codegen validate --schema my.schema.json --ref common/types.json - < payload.json
    """

  @Option(required: "--schema", "S", .schema, ProjectOptions.schemaSummary) var schema: String
  let project = ProjectOptions()
  let lines = LinesOption()
  @Option("--stream", "validate JSON of any size while reading it, in bounded memory") var streams: Bool
  let input = InputOption()
  @Option("--output", "FORM", .word, default: .own(.text)) var form: PayloadCheck.Form
  @Option(
    "--max-bytes", "N", .number(1...JSONLimits.hardMaximumByteCount), default: JSONLimits.hardMaximumByteCount,
    "reject longer payloads; with '--stream', longer parts")
  var maximumBytes: Int
  @Option(
    "--max-depth", "N", .number(1...JSONLimits.hardMaximumDepth), default: JSONLimits().maximumDepth,
    "reject deeper payloads")
  var maximumDepth: Int
  @Option("--max-issues", "N", .number(1...Int.max), default: 100, "stop after this many errors in a payload")
  var maximumIssues: Int
  @Option("--no-format", "do not check formats") var skipsFormats: Bool
  @Operand("FILE", .file) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    try lines.check(input)
    if schema == "-", files.contains("-") {
      throw CommandFailure("standard input is either the schema or a payload; name a file for the other one")
    }
    let choice = try project.schema(schema, context.paths)
    choice.reportConcessions(context.terminal)
    var options = choice.options
    if skipsFormats { options.assertedFormats = [] }
    options.hasAnnotations = form == .own(.basic)
    let limits = JSONLimits(maximumDepth: maximumDepth, maximumByteCount: maximumBytes)
    let validator = try choice.graph.compiling { () throws(CompileError) in
      try SchemaValidator(
        graph: choice.graph, schema: choice.schema, options: options, maximumIssueCount: maximumIssues)
    }
    let check = PayloadCheck(validator: validator, form: form, limits: limits)
    let report = PayloadReport(form: form, stream: context.terminal.output)
    var (isUnusable, foundInvalid) = (false, false)
    let all = files.flatMap { context.paths.payloads(of: $0) }
    if streams { try checkStream(all) }
    for file in all {
      do throws(FileError) {
        if try !isValid(file, check, report, context) { foundInvalid = true }
      } catch {
        context.terminal.report(error.description)
        isUnusable = true
      }
    }
    report.end()
    if files.isEmpty {
      context.terminal.report("the schema can be used; no payload was named")
    } else if context.terminal.isInteractive, !isUnusable, !foundInvalid {
      context.terminal.report(all.count == 1 ? "\(all[0]) is valid" : "all \(all.count) files are valid")
    }
    return isUnusable ? .unusable : foundInvalid ? .no : .done
  }

  /// Validates a file, or its lines.
  private func isValid(
    _ file: String, _ check: PayloadCheck, _ report: PayloadReport, _ context: CommandContext
  ) throws(FileError) -> Bool {
    // Somebody may be typing.
    if file == "-" { context.terminal.pauseProgress() }
    let source = try ByteSource(path: context.paths.absolute(file), name: file)
    var findings = PayloadFindings()
    if streams {
      let isValid = try check.isValid(source, in: file, &findings)
      report.add(findings)
      return isValid
    }
    var payloads = PayloadReader(source: source, file: file, limit: maximumBytes)
    if lines.apply(to: file, input) {
      return try LinesCheck(check: check, terminal: context.terminal).run(&payloads, report)
    }
    let isValid = check.isValid(try payloads.whole(), in: file, format: input.format(of: file), &findings)
    report.add(findings)
    if findings.hasLines {
      context.terminal.report("note: \(file) seems to have one payload per line; use --lines to validate each line")
    }
    if findings.isTooLong, maximumBytes == JSONLimits.hardMaximumByteCount {
      context.terminal.report("note: \(file) is too long to read at once; use --stream to validate JSON of any size")
    }
    return isValid
  }

  /// A stream is one payload, of which no annotations are kept.
  private func checkStream(_ files: [String]) throws(CommandFailure) {
    if lines.isGiven { throw CommandFailure("expected either '--stream', one payload, or '--lines'") }
    if form == .own(.basic) {
      throw CommandFailure("expected another '--output' with '--stream', which keeps no annotations; found 'basic'")
    }
    if let file = files.first(where: { input.format(of: $0) != .json }) {
      throw CommandFailure("expected JSON with '--stream', found \(file)")
    }
  }
}

extension Paths {
  /// The files that an operand names: those in a folder, or the file itself, which may not exist.
  fileprivate func payloads(of operand: String) -> [String] {
    guard operand != "-", FileKind(at: absolute(operand)) == .folder,
      let files = SourceText.payloads(below: absolute(operand)), !files.isEmpty
    else { return [operand] }
    return files.map { (operand.hasSuffix("/") ? operand : operand + "/") + $0 }
  }
}
