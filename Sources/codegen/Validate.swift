import JSONSchema
import SchemaRuntime
import SchemaValidation

/// How `validate` says what it found.
enum OutputForm: String, CaseIterable {
  case text, json, basic, detailed, flag
}

/// What `validate` accepts of one payload.
struct ValidateLimits {
  var bytes = JSONLimits.hardMaximumByteCount
  var depth = JSONLimits().maximumDepth
  var issues = 100

  static let defaults = ValidateLimits()
}

/// `codegen validate`: payloads against a schema.
struct Validate {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    guard let name = arguments[.schema] else { throw UsageError.missingOption(.schema, verb: .validate) }
    guard !arguments.operands.isEmpty else {
      throw UsageError.missingOperand(expected: "at least one FILE", verb: .validate)
    }
    let form = try arguments.word(.output, as: OutputForm.self) ?? .text
    let limits = try limits()
    let choice = try SchemaChoice(name, configurationAt: arguments[.config], paths: paths)
    var options = choice.options
    if arguments.has(.noFormat) { options.assertedFormats = [] }
    options.hasAnnotations = form == .basic
    let validator: SchemaValidator
    do {
      validator = try SchemaValidator(
        graph: choice.graph, schema: choice.schema, options: options, maximumIssueCount: limits.issues)
    } catch {
      throw CommandFailure(error, in: choice.graph)
    }
    var run = ValidationRun(validator: validator, form: form, limits: limits, output: terminal.output)
    var isUnusable = false
    for file in arguments.operands {
      do throws(FileError) {
        try validate(file, &run)
      } catch {
        terminal.report(error.description)
        isUnusable = true
      }
    }
    return isUnusable ? .unusable : run.foundInvalid ? .no : .done
  }

  private func limits() throws(UsageError) -> ValidateLimits {
    var limits = ValidateLimits.defaults
    limits.bytes = try arguments.count(.maximumBytes, atMost: JSONLimits.hardMaximumByteCount) ?? limits.bytes
    limits.depth = try arguments.count(.maximumDepth, atMost: JSONLimits.hardMaximumDepth) ?? limits.depth
    limits.issues = try arguments.count(.maximumIssues) ?? limits.issues
    return limits
  }

  private func validate(_ file: String, _ run: inout ValidationRun) throws(FileError) {
    let source = try ByteSource(path: paths.absolute(file), name: file)
    var payloads = PayloadReader(source: source, file: file, limit: run.limits.bytes)
    guard arguments.has(.lines) else {
      run.check(try payloads.whole(), at: PayloadOrigin(file: file), line: nil)
      return
    }
    var line: [UInt8] = []
    while let origin = try payloads.nextLine(into: &line) {
      run.check(line, at: origin, line: origin.linesBefore + 1)
      if payloads.needsMore { terminal.output.flush() }
    }
  }
}

/// The payloads of one run, one after another, with one reader.
private struct ValidationRun: ~Copyable {
  let validator: SchemaValidator
  let form: OutputForm
  let limits: ValidateLimits
  let output: TextStream
  private var reader: JSONReader
  private(set) var foundInvalid = false

  init(validator: SchemaValidator, form: OutputForm, limits: ValidateLimits, output: TextStream) {
    self.validator = validator
    self.form = form
    self.limits = limits
    self.output = output
    reader = JSONReader(limits: JSONLimits(maximumDepth: limits.depth, maximumByteCount: limits.bytes))
  }

  /// Validates a payload and prints what the form says of it.
  ///
  /// - Parameter line: the payload's line, where a file holds one payload a line.
  mutating func check(_ payload: [UInt8], at origin: PayloadOrigin, line: Int?) {
    let result = payload.withUnsafeBufferPointer { validator.validate($0, using: &reader) }
    if !result.isValid { foundInvalid = true }
    switch form {
    case .text:
      for issue in result.textOutput(in: origin) { output.writeLine(issue) }
    case .json:
      output.writeLine(result.listOutput(in: origin, line: line).json())
    case .basic:
      let annotations =
        result.isValid ? payload.withUnsafeBufferPointer { validator.annotations(of: $0, using: &reader) } : []
      output.writeLine(result.basicOutput(annotations: annotations).json())
    case .detailed:
      output.writeLine(result.detailedOutput.json())
    case .flag:
      let place = line.map { "\(origin.file):\($0)" } ?? origin.file
      output.writeLine("\(place): \(result.isValid ? "valid" : "invalid")".onOneLine)
    }
  }
}
