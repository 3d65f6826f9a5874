import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// `codegen validate`: payloads against a schema.
package struct Validate: Command {
  package static let name = "validate"
  package static let abstract = "validate payloads against a schema"
  package static let discussion = """
    Validates every FILE ('-' is standard input) and prints the errors. With '--output text', each error is a
    line 'file:line:column: error: /pointer: message (keyword)', and valid files print nothing. With 'json',
    'basic' and 'detailed' (the standard's output formats), each payload is a JSON object on a line; with 'flag',
    each payload is a line with its verdict. Files that end in .yaml or .yml are YAML; each of their documents is
    a payload.
    \(ProjectOptions.formatsSentence)
    """
  package static let examples = """
    # a file against a schema in the configured folder
    codegen validate --schema users/user-info user.json
    # a log with one payload per line, with results as JSON
    codegen validate --schema user.json --lines --output json log.jsonl
    # YAML, with positions in the YAML text
    codegen validate --schema deployment.schema.yaml deploy.yaml
    # standard input against any schema file
    codegen validate --schema my.schema.json - < payload.json
    """

  @Option(required: "--schema", "S", .schema, ProjectOptions.schemaSummary) var schema: String
  let project = ProjectOptions()
  let lines = LinesOption()
  let input = InputOption()
  @Option("--output", "FORM", .word, default: .text) var form: PayloadCheck.Form
  @Option(
    "--max-bytes", "N", .number(1...JSONLimits.hardMaximumByteCount), default: JSONLimits.hardMaximumByteCount,
    "reject longer payloads")
  var maximumBytes: Int
  @Option(
    "--max-depth", "N", .number(1...JSONLimits.hardMaximumDepth), default: JSONLimits().maximumDepth,
    "reject deeper payloads")
  var maximumDepth: Int
  @Option("--max-issues", "N", .number(1...Int.max), default: 100, "stop after this many errors in a payload")
  var maximumIssues: Int
  @Option("--no-format", "do not check formats") var skipsFormats: Bool
  @Operand("FILE", .file, isRequired: true) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let choice = try project.schema(schema, context.paths)
    choice.reportConcessions(context.terminal)
    var options = choice.options
    if skipsFormats { options.assertedFormats = [] }
    options.hasAnnotations = form == .basic
    let limits = JSONLimits(maximumDepth: maximumDepth, maximumByteCount: maximumBytes)
    let validator = try choice.graph.compiling { () throws(CompileError) in
      try SchemaValidator(
        graph: choice.graph, schema: choice.schema, options: options, maximumIssueCount: maximumIssues)
    }
    let check = PayloadCheck(validator: validator, form: form, limits: limits)
    var (isUnusable, foundInvalid) = (false, false)
    for file in files {
      do throws(FileError) {
        if try !isValid(file, check, context) { foundInvalid = true }
      } catch {
        context.terminal.report(error.description)
        isUnusable = true
      }
    }
    return isUnusable ? .unusable : foundInvalid ? .no : .done
  }

  /// Validates a file, or its lines.
  private func isValid(_ file: String, _ check: PayloadCheck, _ context: CommandContext) throws(FileError) -> Bool {
    let source = try ByteSource(path: context.paths.absolute(file), name: file)
    var payloads = PayloadReader(source: source, file: file, limit: maximumBytes)
    if lines.isGiven { return try LinesCheck(check: check, terminal: context.terminal).run(&payloads) }
    var text: [UInt8] = []
    let isValid = check.isValid(try payloads.whole(), in: file, format: input.format(of: file), text: &text)
    context.terminal.output.write(text)
    return isValid
  }
}

/// Validates payloads and describes the results.
struct PayloadCheck: Sendable {
  enum Form: String, CaseIterable {
    case text, json, basic, detailed, flag
  }

  let validator: SchemaValidator
  let form: Form
  let limits: JSONLimits

  /// Validates the payload of a line or a file, and appends messages about it to `text`.
  func isValid(
    _ payload: UnsafeBufferPointer<UInt8>, at origin: PayloadOrigin, line: Int?, using reader: inout JSONReader,
    text: inout [UInt8]
  ) -> Bool {
    let result = validator.validate(payload, using: &reader)
    report(result, at: origin, line: line, text: &text) { validator.annotations(of: payload, using: &reader) }
    return result.isValid
  }

  /// Validates the payloads of a file, one or several in YAML, and appends messages about them to `text`.
  func isValid(_ payload: [UInt8], in file: String, format: SourceText.Format, text: inout [UInt8]) -> Bool {
    // Offsets in messages are those in the file.
    let mark = payload.starts(with: SourceText.byteOrderMark) ? SourceText.byteOrderMark.count : 0
    let origin = PayloadOrigin(file: file, bytesBefore: mark)
    do throws(JSONSyntaxError) {
      let documents = try SourceText.documents(payload, format: format, limits: limits)
      if documents.isEmpty {
        let start = SourcePosition(offset: 0, line: 1, column: 1)
        throw JSONSyntaxError(
          kind: .notConvertible(message: "expected a YAML document, found none"), position: start)
      }
      var isValid = true
      for document in documents {
        let result = validator.validate(document.json)
        let line = documents.count > 1 ? document.line : nil
        report(result, at: origin, line: line, text: &text) { validator.annotations(of: document.json.text) }
        if !result.isValid { isValid = false }
      }
      return isValid
    } catch {
      report(.unreadable(error), at: origin, line: nil, text: &text) { [] }
      return false
    }
  }

  /// Appends messages about a result to `text`.
  private func report(
    _ result: ValidationResult, at origin: PayloadOrigin, line: Int?, text: inout [UInt8],
    annotations: () -> [Annotation]
  ) {
    switch form {
    case .text: for issue in result.textOutput(in: origin) { text += Array((issue + "\n").utf8) }
    case .json: text += result.listOutput(in: origin, line: line).json() + [0x0a]
    case .basic:
      text += result.basicOutput(annotations: result.isValid ? annotations() : []).json() + [0x0a]
    case .detailed: text += result.detailedOutput.json() + [0x0a]
    case .flag:
      let name = line.map { "\(origin.file):\($0)" } ?? origin.file
      text += Array("\(name.onOneLine): \(result.verdict)\n".utf8)
    }
  }
}

extension ValidationResult {
  /// The verdict in one word.
  fileprivate var verdict: String {
    switch self {
    case .valid: "valid"
    case .invalid, .unreadable: "invalid"
    case .undecided: "undecided"
    }
  }
}
